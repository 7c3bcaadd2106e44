package lemon

import "syscall"

// boxAttributes keep the terminal's signals from the box, which is to outlive the robot's last command, and end it
// should the demo be killed.
func boxAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
