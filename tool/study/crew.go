package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
)

// crew are the worker processes on this machine.
type crew struct {
	o     Options
	order []byte // their line of standard input
	exits chan *member
	all   map[*member]bool
}

// member is one process.
type member struct {
	cmd  *exec.Cmd
	in   io.Closer
	name string
	last tail
	err  error
}

// tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b...)
	if n := len(t.b) - 4096; n > 0 {
		t.b = append(t.b[:0], t.b[n:]...)
	}
	return len(b), nil
}

// String returns the first lines of what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.SplitN(bytes.TrimSpace(t.b), []byte("\n"), 6)
	return string(bytes.Join(lines[:min(5, len(lines))], []byte("\n")))
}

// hire starts n workers.
func hire(n int, o Options, a address) (*crew, error) {
	order, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	c := &crew{o: o, order: append(order, '\n'), exits: make(chan *member), all: map[*member]bool{}}
	for range n {
		if err := c.start(); err != nil {
			c.dismiss()
			return nil, err
		}
	}
	return c, nil
}

// start starts one worker. Workers have one processor each; there are as many as there is to be done at a time.
func (c *crew) start() error {
	cmd := exec.Command(c.o.Worker[0], c.o.Worker[1:]...)
	m := &member{cmd: cmd}
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stderr = &m.last
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	m.in, m.name = in, name(cmd.Process.Pid)
	c.all[m] = true
	go func() {
		_, werr := in.Write(c.order)
		err := wait()
		if werr != nil && err == nil {
			err = werr
		}
		m.err = err
		c.exits <- m
	}()
	return nil
}

// fault says how a worker ended.
func (m *member) fault() error {
	text := fmt.Sprintf("worker %s ended: %v", m.name, m.err)
	if m.err == nil {
		text = fmt.Sprintf("worker %s ended", m.name)
	}
	if s := strings.TrimSpace(m.last.String()); s != "" {
		text += ": " + s
	}
	return errors.New(text)
}

// dismiss ends all workers and waits for them.
func (c *crew) dismiss() {
	left := slices.Collect(maps.Keys(c.all))
	for _, m := range left {
		_ = m.in.Close()
	}
	kill := time.AfterFunc(3*time.Second, func() {
		for _, m := range left {
			_ = m.cmd.Process.Kill()
		}
	})
	defer kill.Stop()
	for range left {
		<-c.exits
	}
	clear(c.all)
}
