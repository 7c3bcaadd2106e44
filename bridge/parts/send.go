package parts

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor"
)

const (
	greeting = "sinew-parts-1"
	patience = 5 * time.Second // for the other end's greeting, and for sending what waits at the end
	longest  = 64 << 20        // bytes of a message
	head     = 16              // bytes before each: length (4), index of the port (4), number (8), little endian
)

// hello is a reader's first line.
type hello struct {
	Protocol string
	Name     string // of the process that reads
	Ports    []wanted
}

type wanted struct {
	Path string
	Kind uint64 // hash of its type and encoding
}

// welcome is the answer to it, also a line.
type welcome struct{ Fault string }

// reader is a process that reads ports of this one.
type reader struct {
	name    string
	conn    net.Conn
	ports   []*port
	numbers []uint64 // of the latest message of each port

	mu      sync.Mutex
	queue   [Queue][]byte // messages with their heads: a ring, whose memory is reused
	first   int
	n       int
	leaving bool
	wake    chan struct{}
	done    chan struct{} // closed when nothing more will be written
}

// AtTag implements reactor.Observer: it hands the values that were set to the readers.
func (l *Links) AtTag(_ *reactor.Enclave, r reactor.Record) {
	if len(r.Ports) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, to := range l.readers { // order: each has its own queue
		for k, p := range to.ports {
			if slices.Contains(r.Ports, int32(p.info.Source)) {
				l.sent.Add(1)
				l.lost.Add(to.put(k))
			}
		}
	}
}

// put queues the value of a port, and returns how many messages were dropped for it.
func (r *reader) put(k int) (lost uint64) {
	r.mu.Lock()
	if r.n == Queue {
		r.first, r.n, lost = (r.first+1)%Queue, r.n-1, 1
	}
	slot := &r.queue[(r.first+r.n)%Queue]
	r.n++
	r.numbers[k]++
	b := append((*slot)[:0], make([]byte, head)...)
	b = r.ports[k].codec.Append(b, r.ports[k].info.Value)
	binary.LittleEndian.PutUint32(b, uint32(len(b)-head))
	binary.LittleEndian.PutUint32(b[4:], uint32(k))
	binary.LittleEndian.PutUint64(b[8:], r.numbers[k])
	*slot = b
	r.mu.Unlock()
	r.stir()
	return lost
}

func (r *reader) stir() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// finish lets the writer end when the queue is empty.
func (r *reader) finish() {
	_ = r.conn.SetWriteDeadline(time.Now().Add(patience / 5))
	r.mu.Lock()
	r.leaving = true
	r.mu.Unlock()
	r.stir()
}

// write sends the messages in the queue until the connection or the program ends.
func (r *reader) write() error {
	defer close(r.done)
	var out []byte
	for {
		r.mu.Lock()
		out = out[:0]
		for ; r.n > 0 && len(out) < 1<<20; r.n-- {
			out = append(out, r.queue[r.first]...)
			r.first = (r.first + 1) % Queue
		}
		leaving := r.leaving
		r.mu.Unlock()
		switch {
		case len(out) > 0:
			if _, err := r.conn.Write(out); err != nil {
				return err
			}
		case leaving:
			return nil
		default:
			<-r.wake
		}
	}
}

// accept takes connections. There are few processes, so there are few connections.
func (l *Links) accept() {
	for {
		c, err := sock.Accept(l.listener)
		if err != nil {
			return
		}
		l.mu.Lock()
		crowded := len(l.conns) > 4*len(l.c.Parts)+16
		l.mu.Unlock()
		if crowded || !l.hold(c) {
			_ = c.Close()
			continue
		}
		l.all.Go(func() {
			defer l.release(c)
			if err := l.serve(c); err != nil && l.ctx.Err() == nil {
				l.wrong(err)
			}
		})
	}
}

// serve greets a reader and sends it the values that it wants.
func (l *Links) serve(c net.Conn) error {
	_ = c.SetDeadline(time.Now().Add(patience))
	line, err := bufio.NewReader(&limited{c, 1 << 20}).ReadBytes('\n')
	if err != nil {
		return nil // it only checked whether a process listens
	}
	r, err := l.greet(line)
	said := welcome{}
	if err != nil {
		said.Fault = err.Error()
	}
	text, bad := json.Marshal(said)
	if bad == nil {
		_, bad = c.Write(append(text, '\n'))
	}
	if err != nil || bad != nil {
		return err
	}
	_ = c.SetDeadline(time.Time{})
	r.conn = c
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	if was := l.readers[r.name]; was != nil {
		_ = was.conn.Close() // the connection of an earlier life of the process
		was.finish()
	}
	l.readers[r.name] = r
	if first := l.out[r.name]; first != nil {
		select {
		case <-first:
		default:
			close(first)
		}
	}
	l.mu.Unlock()
	l.all.Go(func() { // readers send nothing more: a read ends with the connection
		_, _ = c.Read(make([]byte, 1))
		_ = c.Close()
		r.finish()
	})
	err = r.write()
	l.mu.Lock()
	if l.readers[r.name] == r {
		delete(l.readers, r.name)
	}
	l.mu.Unlock()
	if err != nil {
		return nil // the other end has gone, and dials again if it comes back
	}
	return nil
}

// greet checks a reader's first line.
func (l *Links) greet(line []byte) (*reader, error) {
	var h hello
	if err := json.Unmarshal(line, &h); err != nil || h.Protocol != greeting {
		return nil, fmt.Errorf("%s: the other end speaks another protocol or version", l.c.Name)
	}
	if _, ok := l.c.Parts[h.Name]; !ok {
		return nil, fmt.Errorf("%s: there is no process %q", l.c.Name, h.Name)
	}
	r := &reader{name: h.Name, wake: make(chan struct{}, 1), done: make(chan struct{}), numbers: make([]uint64, len(h.Ports))}
	for _, w := range h.Ports {
		p := l.ports[w.Path]
		if p == nil || l.c.owner(w.Path) != l.c.Name {
			return nil, fmt.Errorf("%s: it has no port %s that others read: %s runs another program", l.c.Name, w.Path, h.Name)
		}
		if p.kind() != w.Kind {
			return nil, fmt.Errorf("%s: %s carries another type there: %s runs another program", l.c.Name, w.Path, h.Name)
		}
		r.ports = append(r.ports, p)
	}
	return r, nil
}
