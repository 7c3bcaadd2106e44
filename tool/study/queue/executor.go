package queue

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/tool/study"
)

const (
	maxLine  = 16 << 20        // bytes of a line of an executor's output
	farewell = 3 * time.Second // until an executor that was told to end is killed
)

// executor is a process that carries out runs, one at a time, with study.Execute. One worker uses it.
type executor struct {
	name    string
	process *os.Process
	in      io.WriteCloser
	answers chan study.Answer
	ended   chan struct{} // closed when the process has ended
	err     error         // how it ended; valid after that
}

// execute starts an executor; extra are environment variables.
func execute(command []string, said io.Writer, extra ...string) (*executor, error) {
	if len(command) == 0 {
		return nil, errors.New("starting a worker: there is no command for it")
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), extra...)
	cmd.Stderr = said
	in, out, wait, err := child.Talk(cmd)
	if err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	e := &executor{name: name(cmd.Process.Pid), process: cmd.Process, in: in, answers: make(chan study.Answer), ended: make(chan struct{})}
	go func() {
		e.hear(out)
		_ = e.process.Kill() // for a process that writes nothing any more
		e.err = cmp.Or(wait(), errors.New("exit status 0"))
		close(e.ended)
	}()
	return e, nil
}

// hear passes on the answers in the process's output until that ends.
func (e *executor) hear(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var a study.Answer
		if json.Unmarshal(lines.Bytes(), &a) == nil && (a.Version != "" || a.Outcome != nil) {
			e.answers <- a
		}
	}
}

// give hands over a run. If that fails, the process has ended, which is noticed elsewhere.
func (e *executor) give(errand *study.Errand) error {
	b, err := json.Marshal(errand)
	if err == nil {
		go func() { _, _ = e.in.Write(append(b, '\n')) }()
	}
	return err
}

// over reports whether the process has ended.
func (e *executor) over() bool {
	select {
	case <-e.ended:
		return true
	default:
		return false
	}
}

// stop ends the process and waits until it has ended.
func (e *executor) stop() {
	_ = e.in.Close()
	kill := time.AfterFunc(farewell, func() { _ = e.process.Kill() })
	defer kill.Stop()
	for {
		select {
		case <-e.answers: // too late
		case <-e.ended:
			return
		}
	}
}
