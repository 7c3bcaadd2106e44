//go:build !linux

package child

import "os/exec"

func tie(*exec.Cmd) {}

// Apart keeps the terminal's signals from a command on Linux.
func Apart(*exec.Cmd) {}

// Tree is the command of a program that starts others, such as a compiler. Here they are not ended.
func Tree(name string, args ...string) *exec.Cmd { return exec.Command(name, args...) }
