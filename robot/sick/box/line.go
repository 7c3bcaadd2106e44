package box

import (
	"errors"
	"net"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/robot/sick"
)

// Line is a host's end of a line to a scanner, in memory: the scanner answers a write within the call, and what it sends
// waits to be taken. Line implements sick.Conn.
type Line struct {
	scanner *Scanner
	split   sick.Splitter
	buf     []byte
	off     int
	Lost    uint64 // scans that arrived before earlier ones were taken
	stream  bool
	login   bool
	closed  bool
}

// buffered is the size of the data that can wait to be taken: about half a second of scans.
const (
	buffered = 64 << 10
	mostHost = 8
)

// ErrFull says that a scanner serves no more hosts.
var ErrFull = errors.New("sick box: the scanner serves 8 hosts at a time: close one of them")

// Attach makes a line.
func (s *Scanner) Attach() (*Line, error) {
	if len(s.lines) == mostHost {
		return nil, ErrFull
	}
	l := &Line{scanner: s, buf: make([]byte, 0, buffered)}
	s.lines = append(s.lines, l)
	return l, nil
}

// Dial is Attach for a sick.DriverConfig.
func (s *Scanner) Dial() (sick.Conn, error) {
	l, err := s.Attach()
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Break breaks all lines, as if the scanner had lost its power.
func (s *Scanner) Break() {
	for _, l := range s.lines {
		l.closed = true
	}
	s.lines = s.lines[:0]
}

// Write implements sick.Conn.
func (l *Line) Write(p []byte) (int, error) {
	if l.closed {
		return 0, net.ErrClosed
	}
	for b := p; len(b) > 0; {
		n, text := l.split.Put(b)
		if b = b[n:]; text != nil {
			l.scanner.handle(l, text)
		}
	}
	return len(p), nil
}

// Take implements sick.Conn.
func (l *Line) Take(p []byte) (int, error) {
	if l.closed {
		return 0, net.ErrClosed
	}
	n := copy(p, l.buf[l.off:])
	if l.off += n; l.off == len(l.buf) {
		l.buf, l.off = l.buf[:0], 0
	}
	return n, nil
}

// Wait implements sick.Conn: in memory, waiting brings nothing.
func (l *Line) Wait(time.Duration) error {
	if l.closed {
		return net.ErrClosed
	}
	return nil
}

// Close implements sick.Conn.
func (l *Line) Close() error {
	l.closed = true
	l.scanner.lines = slices.DeleteFunc(l.scanner.lines, func(o *Line) bool { return o == l })
	return nil
}

// add adds a telegram that the scanner sends, if there is room for all of it.
func (l *Line) add(b []byte) {
	if len(l.buf)+len(b) > cap(l.buf) && l.off > 0 {
		l.buf = l.buf[:copy(l.buf, l.buf[l.off:])]
		l.off = 0
	}
	if len(l.buf)+len(b) > cap(l.buf) {
		l.Lost++
		return
	}
	l.buf = append(l.buf, b...)
}
