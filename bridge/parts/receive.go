package parts

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"time"
	"unsafe"
)

// limited reads at most n bytes.
type limited struct {
	net.Conn
	n int
}

// Read implements io.Reader.
func (l *limited) Read(b []byte) (int, error) {
	if len(b) > l.n {
		b = b[:l.n]
	}
	if len(b) == 0 {
		return 0, io.EOF
	}
	n, err := l.Conn.Read(b)
	l.n -= n
	return n, err
}

// source is a port of another process, with the doors here to which it leads.
type source struct {
	*port
	doors []int
	last  uint64 // the number of the latest message
}

// source finds the doors to which a port of another process leads.
func (l *Links) source(path string) *source {
	s := &source{port: l.ports[path]}
	for n, d := range l.p.Doors() {
		if d.From == path && !l.p.Enclaves[d.Enclave].Done() {
			s.doors = append(s.doors, n)
		}
	}
	return s
}

// follow reads from a process until the links are closed, and dials it again whenever the connection ends.
func (l *Links) follow(from string, all []*source) {
	said := ""
	for wait := 5 * time.Millisecond; l.ctx.Err() == nil; {
		began := time.Now()
		err := l.read(from, all)
		if err != nil && l.ctx.Err() == nil && err.Error() != said { // once, not at every attempt
			said = err.Error()
			l.wrong(err)
		}
		if time.Since(began) > time.Second {
			wait = 5 * time.Millisecond
		}
		select {
		case <-l.ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, 200*time.Millisecond)
	}
}

// read connects once and reads until the connection ends. An error says that the other end refuses or behaves
// wrongly; that no process is there is not an error.
func (l *Links) read(from string, all []*source) error {
	d := net.Dialer{Timeout: patience}
	c, err := d.DialContext(l.ctx, "unix", l.c.socket(from))
	if err != nil {
		return nil
	}
	if !l.hold(c) {
		return c.Close()
	}
	defer l.release(c)
	h := hello{Protocol: greeting, Name: l.c.Name}
	for _, s := range all {
		h.Ports = append(h.Ports, wanted{s.info.Path, s.kind()})
		s.last = 0
	}
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := c.Write(append(line, '\n')); err != nil {
		return nil
	}
	in := bufio.NewReaderSize(c, 1<<16)
	if line, err = in.ReadBytes('\n'); err != nil {
		return nil
	}
	var w welcome
	if err := json.Unmarshal(line, &w); err != nil {
		return fmt.Errorf("%s answers %.40q", from, line)
	}
	if w.Fault != "" {
		return fmt.Errorf("%s refuses: %s", from, w.Fault)
	}
	_ = c.SetDeadline(time.Time{})
	l.mu.Lock()
	select {
	case <-l.in[from]:
	default:
		close(l.in[from])
	}
	l.mu.Unlock()
	err = l.messages(in, all)
	if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || l.ctx.Err() != nil {
		return nil
	}
	var broken net.Error
	if errors.As(err, &broken) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil // the process was killed
	}
	return fmt.Errorf("from %s: %w", from, err)
}

// messages reads messages and offers them at the doors.
func (l *Links) messages(in *bufio.Reader, all []*source) error {
	var h [head]byte
	var body bytes.Buffer
	for {
		if _, err := io.ReadFull(in, h[:]); err != nil {
			return err
		}
		size, k, number := binary.LittleEndian.Uint32(h[:]), binary.LittleEndian.Uint32(h[4:]), binary.LittleEndian.Uint64(h[8:])
		if size > longest || int64(k) >= int64(len(all)) {
			return fmt.Errorf("a message of %d bytes for port %d of %d: it is no message", size, k, len(all))
		}
		body.Reset()
		if _, err := io.CopyN(&body, in, int64(size)); err != nil { // memory grows as bytes arrive
			return err
		}
		s := all[k]
		if number <= s.last {
			return fmt.Errorf("message %d of %s comes after %d", number, s.info.Path, s.last)
		}
		l.missed.Add(number - s.last - 1)
		s.last = number
		l.received.Add(1)
		l.offer(s, body.Bytes())
	}
}

// offer decodes a message and hands it to the program.
func (l *Links) offer(s *source, body []byte) {
	v := reflect.New(s.info.Type)
	if err := s.codec.Decode(body, v.UnsafePointer()); err != nil {
		l.refused.Add(1)
		l.wrong(fmt.Errorf("%s: %w", s.info.Path, err))
		return
	}
	for _, door := range s.doors {
		if !l.p.Offer(door, func(to unsafe.Pointer) { reflect.NewAt(s.info.Type, to).Elem().Set(v.Elem()) }) {
			l.refused.Add(1)
		}
	}
}
