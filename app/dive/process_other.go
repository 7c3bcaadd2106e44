//go:build !linux

package dive

import "syscall"

// attributes are none where the system does not know them.
func attributes() *syscall.SysProcAttr { return nil }
