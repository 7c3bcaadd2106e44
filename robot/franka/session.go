package franka

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Errors of a client.
var (
	ErrTimeout = errors.New("franka: receive: timeout")
	ErrLost    = errors.New("franka: connection to the robot lost")
	ErrClosed  = errors.New("franka: the client is closed")
	ErrBusy    = errors.New("franka: another control loop or read is running: one at a time")
)

// unclaimed is how many unrequested responses a session stores before it gives up on the robot.
const unclaimed = 256

// session is the TCP side of a client: requests are numbered, and responses are matched by number in any order.
type session struct {
	conn    net.Conn
	version Version
	timeout time.Duration
	arrived atomic.Uint32 // responses so far, plus one at the end
	ended   chan struct{} // the reader is gone
	bye     func()        // called before that

	mu      sync.Mutex
	next    uint32
	waiting []Response
	dropped map[uint32]bool // numbers whose next response is to be dropped
	change  chan struct{}   // closed at the next arrival
	err     error           // why the connection ended
}

func newSession(conn net.Conn, v Version, timeout time.Duration, bye func()) *session {
	s := &session{
		conn: conn, version: v, timeout: timeout, bye: bye,
		ended: make(chan struct{}), change: make(chan struct{}), dropped: map[uint32]bool{},
	}
	go s.read()
	return s
}

// read receives responses until the connection ends.
func (s *session) read() {
	defer close(s.ended)
	for {
		r, err := readMessage(s.conn, s.version)
		s.mu.Lock()
		switch {
		case err != nil:
			s.end(err)
		case s.dropped[r.ID]:
			delete(s.dropped, r.ID)
		default:
			s.waiting = append(s.waiting, r)
			if len(s.waiting) > unclaimed {
				err = fmt.Errorf("%w: %d responses to nothing that was asked", ErrMessage, len(s.waiting))
				s.end(err)
			}
		}
		s.arrived.Add(1)
		close(s.change)
		s.change = make(chan struct{})
		s.mu.Unlock()
		if err != nil {
			_ = s.conn.Close()
			s.bye()
			return
		}
	}
}

// end records the first reason for the connection's end. mu is held.
func (s *session) end(err error) {
	if s.err == nil {
		if !errors.Is(err, ErrMessage) {
			err = fmt.Errorf("%w: %w", ErrLost, err)
		}
		s.err = err
	}
}

// readMessage reads one response. Long ones, a model library, are read piece by piece.
func readMessage(r io.Reader, v Version) (x Response, err error) {
	var head [HeaderSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return x, err
	}
	h, err := ReadHeader(head[:], MaxResponse)
	if err != nil {
		return x, err
	}
	var b bytes.Buffer
	b.Write(head[:])
	if _, err := io.CopyN(&b, r, int64(h.Size)-HeaderSize); err != nil {
		return x, err
	}
	_, err = ReadResponse(b.Bytes(), v, &x)
	return x, err
}

// send sends r under the next number and returns it.
func (s *session) send(r *Request) (id uint32, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	r.ID = s.next
	b, err := AppendRequest(nil, s.version, r)
	if err != nil {
		return 0, err
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(s.timeout)); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrLost, err)
	}
	if _, err := s.conn.Write(b); err != nil {
		s.end(err)
		_ = s.conn.Close() // part of it may have been sent: nothing can follow
		return 0, s.err
	}
	s.next++
	return r.ID, nil
}

// claim takes the oldest response with this number, if it is there.
func (s *session) claim(id uint32) (r Response, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.claimLocked(id)
}

func (s *session) claimLocked(id uint32) (r Response, ok bool, err error) {
	for i, r := range s.waiting {
		if r.ID == id {
			s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
			return r, true, nil
		}
	}
	return r, false, s.err
}

// wait waits for a response with this number.
func (s *session) wait(ctx context.Context, id uint32) (Response, error) {
	late := time.NewTimer(s.timeout)
	defer late.Stop()
	for {
		s.mu.Lock()
		r, ok, err := s.claimLocked(id)
		change := s.change
		s.mu.Unlock()
		if ok || err != nil {
			return r, err
		}
		select {
		case <-change:
		case <-ctx.Done():
			s.drop(id)
			return r, ctx.Err()
		case <-late.C:
			s.drop(id)
			return r, fmt.Errorf("%w: no answer by TCP in %v", ErrTimeout, s.timeout)
		}
	}
}

// drop discards the next response with this number, or the one that is there.
func (s *session) drop(id uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok, err := s.claimLocked(id); !ok && err == nil {
		s.dropped[id] = true
	}
}

// call sends r and waits for its response.
func (s *session) call(ctx context.Context, r *Request) (Response, error) {
	id, err := s.send(r)
	if err != nil {
		return Response{}, err
	}
	return s.wait(ctx, id)
}

// failed returns why the connection ended, or nil while it is open.
func (s *session) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// close ends the connection and waits for the reader.
func (s *session) close() {
	s.mu.Lock()
	if s.err == nil {
		s.err = ErrClosed
	}
	s.mu.Unlock()
	_ = s.conn.Close()
	<-s.ended
}
