package dive

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
)

// A vehicle is a computer of its own, and so is the simulated one in a run on the real clock: a process that shares
// neither Go's scheduler nor its collector with the law. It says on its standard output, as a line of JSON, where it
// listens.

// simulator is the process of a simulated vehicle.
type simulator struct {
	cmd  *exec.Cmd
	addr string
	says lines
	gone chan struct{}
}

// lines passes on what a process writes line by line, and remembers the latest one.
type lines struct {
	say  func(line string)
	part []byte
	last string
}

// longest is how much of a line is kept.
const longest = 1000

// Write implements io.Writer.
func (l *lines) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c != '\n' && len(l.part) < longest:
			l.part = append(l.part, c)
		case c == '\n':
			if l.last = strings.TrimSpace(string(l.part)); l.last != "" {
				l.say(l.last)
			}
			l.part = l.part[:0]
		}
	}
	return len(b), nil
}

// patience is how long the process may take to begin, and to end once it was asked to.
const patience = 5 * time.Second

// simulate starts the process argv and waits until it listens. What it writes on its standard error goes to say.
func simulate(argv []string, say func(line string)) (*simulator, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	p := &simulator{cmd: cmd, says: lines{say: say}, gone: make(chan struct{})}
	cmd.Stderr = &p.says
	child.Apart(cmd) // it is to outlive the last command
	out, err := cmd.StdoutPipe()
	var wait func() error
	if err == nil {
		wait, err = child.Start(cmd)
	}
	if err == nil {
		began := make(chan error, 1)
		go p.tend(bufio.NewReader(out), wait, began)
		kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		if err = <-began; !kill.Stop() && err == nil {
			err = fmt.Errorf("it said nothing for %v", patience)
		}
		if err != nil {
			p.close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the simulated vehicle did not begin (%s): %w", strings.Join(argv, " "), err)
	}
	return p, nil
}

// tend reads where the simulator listens, and waits for its end.
func (p *simulator) tend(out *bufio.Reader, wait func() error, began chan<- error) {
	defer close(p.gone)
	line, err := out.ReadBytes('\n')
	if err == nil {
		p.addr, err = addressIn(line)
	} else if errors.Is(err, io.EOF) {
		_ = wait() // all that it said is there then
		began <- fmt.Errorf("it ended before it said where it listens: %s", cmp.Or(p.says.last, "without a word"))
		return
	}
	began <- err
	_, _ = io.Copy(io.Discard, out)
	_ = wait() // it was told to end
}

// addressIn reads where the simulator listens from its first line.
func addressIn(line []byte) (string, error) {
	var says struct {
		Address string `json:"address"`
	}
	if err := json.Unmarshal(line, &says); err != nil || says.Address == "" {
		return "", fmt.Errorf("its first line is no JSON with an address: %q", strings.TrimSpace(string(line)))
	}
	return says.Address, nil
}

// close ends the process and waits for it.
func (p *simulator) close() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(patience, func() { _ = p.cmd.Process.Kill() })
	defer kill.Stop()
	<-p.gone
}
