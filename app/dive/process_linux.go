package dive

import "syscall"

// attributes keep the terminal's signals from the simulator, which is to outlive the last command, and end it should the
// run be killed.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
