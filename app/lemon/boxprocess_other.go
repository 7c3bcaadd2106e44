//go:build !linux

package lemon

import "syscall"

// boxAttributes are none where the box's standard input alone tells that the demo is gone.
func boxAttributes() *syscall.SysProcAttr { return nil }
