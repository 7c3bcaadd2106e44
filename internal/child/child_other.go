//go:build !linux

package child

import "os/exec"

func tie(*exec.Cmd) {}

// Apart does nothing on this system; on Linux it keeps the terminal's signals from a command.
func Apart(*exec.Cmd) {}

// Tree returns the command of a program that starts others, such as a compiler. On this system
// these do not end with this process.
func Tree(name string, args ...string) *exec.Cmd { return exec.Command(name, args...) }
