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
	maxLine  = 16 << 20        // bytes that an executor may say in one line
	farewell = 3 * time.Second // until an executor that is told to end is killed
)

// executor is a process that carries out runs, one at a time, by study.Execute. One worker uses it.
type executor struct {
	name    string
	process *os.Process
	in      io.WriteCloser
	answers chan study.Answer
	ended   chan struct{} // closed when the process has
	err     error         // how, from then on
}

// execute starts an executor; extra are variables of its environment.
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
		_ = e.process.Kill() // one that says nothing any more
		e.err = cmp.Or(wait(), errors.New("exit status 0"))
		close(e.ended)
	}()
	return e, nil
}

// hear passes on the answers among what the process says, until it says no more.
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

// give hands over a run. That it does not arrive is noticed by the process's end.
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

// stop ends the process and waits for that.
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
