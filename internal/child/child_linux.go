package child

import (
	"os/exec"
	"syscall"
)

// tie makes the kernel kill the process when the thread that starts it ends.
func tie(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	if cmd.SysProcAttr.Pdeathsig == 0 {
		cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	}
}

// Apart keeps the terminal's signals from a command, so that it outlives the programs that these signals end.
func Apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// forward runs a command in the background of a shell that passes SIGTERM on to its whole process group.
const forward = `trap 'trap - TERM; kill -TERM 0' TERM; "$@" & wait $!`

// Tree returns the command of a program that starts others, such as a compiler; these end with this process too.
// The program gets no standard input.
func Tree(name string, args ...string) *exec.Cmd {
	cmd := exec.Command("/bin/sh", append([]string{"-c", forward, "sh", name}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	return cmd
}
