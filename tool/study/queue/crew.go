package queue

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
)

// crew are the workers that a study has on this machine.
type crew struct {
	o       Options
	address address
	ctx     context.Context
	end     func()
	exits   chan *member
	n       int
}

// member is one worker, for as long as its executor lives.
type member struct {
	name  string
	begun bool // a run's
	last  tail // of the executor's output
	err   error
}

// tail stores the end of what is written to it.
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

// String returns the first lines of what is stored.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.SplitN(bytes.TrimSpace(t.b), []byte("\n"), 6)
	return string(bytes.Join(lines[:min(5, len(lines))], []byte("\n")))
}

// hire starts n workers.
func hire(n int, o Options, a address) (*crew, error) {
	c := &crew{o: o, address: a, exits: make(chan *member)}
	c.ctx, c.end = context.WithCancel(context.Background())
	for range n {
		if err := c.start(); err != nil {
			c.dismiss()
			return nil, err
		}
	}
	return c, nil
}

// start starts one worker. Each executor gets one processor, because as many executors run as there are runs to do at
// a time.
func (c *crew) start() error {
	m := &member{}
	e, err := execute(c.o.Worker, &m.last, "GOMAXPROCS=1")
	if err != nil {
		return err
	}
	m.name = e.name
	c.n++
	go func() {
		w := newWorker(c.address, e, io.Discard)
		m.err = w.work(c.ctx)
		m.begun = w.begun
		c.exits <- m
	}()
	return nil
}

// fault describes how a worker ended.
func (m *member) fault() error {
	if s := m.last.String(); s != "" {
		return fmt.Errorf("worker %s ended: %w: %s", m.name, m.err, s)
	}
	return fmt.Errorf("worker %s ended: %w", m.name, m.err)
}

// dismiss ends all workers and waits for them.
func (c *crew) dismiss() {
	c.end()
	for ; c.n > 0; c.n-- {
		<-c.exits
	}
}
