package box

import (
	"errors"
	"net"
	"time"

	"github.com/sinew-robotics/sinew/robot/wheelchair"
)

// Line is a master's end of a kit's line, in memory: the kit obeys a write within the call, and what it sends waits to be
// taken. Line implements wheelchair.Conn.
type Line struct {
	kit    *Kit
	split  wheelchair.Splitter
	frame  wheelchair.Frame
	buf    [buffered]byte // a ring
	from   int
	n      int
	Lost   uint64 // bytes that came while the ring was full: the oldest are overwritten
	closed bool
}

// buffered is the number of bytes that can wait to be taken: nearly two seconds' worth.
const buffered = 4096

// ErrTaken says that a kit already has a master.
var ErrTaken = errors.New("pmk box: the kit's line is in use: one master at a time")

// Dial makes a line. It breaks an open line, which was the cable's other end.
func (k *Kit) Dial() (wheelchair.Conn, error) {
	if k.line != nil {
		k.line.closed = true
	}
	k.line = &Line{kit: k}
	return k.line, nil
}

// Attach makes a line unless one is open.
func (k *Kit) Attach() (*Line, error) {
	if k.line != nil && !k.line.closed {
		return nil, ErrTaken
	}
	k.line = &Line{kit: k}
	return k.line, nil
}

// Break breaks the line, as if its cable was unplugged.
func (k *Kit) Break() {
	if k.line != nil {
		k.line.closed = true
		k.line = nil
	}
}

// Write implements wheelchair.Conn.
func (l *Line) Write(p []byte) (int, error) {
	if l.closed {
		return 0, net.ErrClosed
	}
	if l.kit.Faults.Deaf {
		return len(p), nil
	}
	for b := p; len(b) > 0; {
		b = b[l.split.Put(b):]
		for l.split.Next(&l.frame) {
			l.kit.handle(&l.frame)
		}
	}
	return len(p), nil
}

// Take implements wheelchair.Conn.
func (l *Line) Take(p []byte) (n int, err error) {
	if l.closed {
		return 0, net.ErrClosed
	}
	for n < len(p) && l.n > 0 {
		p[n] = l.buf[l.from]
		l.from = (l.from + 1) % buffered
		l.n--
		n++
	}
	return n, nil
}

// Wait implements wheelchair.Conn: in memory, waiting brings nothing.
func (l *Line) Wait(time.Duration) error {
	if l.closed {
		return net.ErrClosed
	}
	return nil
}

// Close implements wheelchair.Conn.
func (l *Line) Close() error {
	l.closed = true
	if l.kit.line == l {
		l.kit.line = nil
	}
	return nil
}

// add adds a byte that the kit sends.
func (l *Line) add(b byte) {
	if l.n == buffered {
		l.from = (l.from + 1) % buffered
		l.n--
		l.Lost++
	}
	l.buf[(l.from+l.n)%buffered] = b
	l.n++
	l.kit.n.Sent++
}
