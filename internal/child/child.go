// Package child runs processes that end when their parent does, for any reason, including SIGKILL. The kernel ties this
// to the thread that started the process, and Go's runtime ends threads, so each process is started on a thread that
// stays until the process has been waited for.
//
// Processes that the child starts in turn are the child's responsibility, unless it was made by Tree. On systems other
// than Linux, only the end of its standard input shows a process that its parent is gone.
package child

import (
	"io"
	"os/exec"
	"runtime"
	"sync"
)

// Start starts cmd. wait, which must be called instead of cmd.Wait, also releases the thread.
func Start(cmd *exec.Cmd) (wait func() error, err error) {
	return StartIn(cmd, func(start func() error) error { return start() })
}

// StartIn is Start on a thread prepared by around, which must call start: the child inherits the thread's settings.
func StartIn(cmd *exec.Cmd, around func(start func() error) error) (wait func() error, err error) {
	tie(cmd)
	started, over := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := around(cmd.Start)
		started <- err
		if err == nil {
			<-over
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	var once sync.Once
	return func() error {
		err := cmd.Wait()
		once.Do(func() { close(over) })
		return err
	}, nil
}

// Talk is Start with pipes to cmd's standard input and from its standard output.
func Talk(cmd *exec.Cmd) (in io.WriteCloser, out io.ReadCloser, wait func() error, err error) {
	if in, err = cmd.StdinPipe(); err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		wait, err = Start(cmd)
	}
	return in, out, wait, err
}

// Output is cmd.Output.
func Output(cmd *exec.Cmd) ([]byte, error) { return collect(cmd, cmd.Output) }

// CombinedOutput is cmd.CombinedOutput.
func CombinedOutput(cmd *exec.Cmd) ([]byte, error) { return collect(cmd, cmd.CombinedOutput) }

func collect(cmd *exec.Cmd, run func() ([]byte, error)) (out []byte, err error) {
	tie(cmd)
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		out, err = run()
	}()
	<-done
	return out, err
}
