package remote

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Session is a session that Join has opened with an interface. It is for programs that step an Application themselves;
// Connect runs one. Send and Receive may run concurrently, each in one goroutine.
type Session struct{ a *client }

// Join asks an interface for a motion and returns when the interface has accepted, with the resulting Config: its secrets,
// and the quanta as the hello carried them. From then on the robot waits for commands, for Config.Linger cycles. Motion,
// Started, Watch and Realtime of c are not used.
func Join(ctx context.Context, c ConnectConfig) (*Session, Config, error) {
	agreed := c.Config
	c.Started = nil
	a, err := newClient(c)
	if err != nil {
		return nil, agreed, err
	}
	if err := a.greet(ctx); err != nil {
		a.port.Close()
		return nil, agreed, err
	}
	a.wire.bad = func() {}
	agreed.Secrets, agreed.StateQuanta, agreed.CommandQuanta = a.c.Config.Secrets, a.c.Config.StateQuanta, a.c.Config.CommandQuanta
	return &Session{a}, agreed, nil
}

// Send sends a datagram of the application.
func (s *Session) Send(b []byte) error { return s.a.wire.Send(b) }

// Receive waits for a datagram for the application and copies it to b; it returns ErrTimeout if none has come.
func (s *Session) Receive(b []byte, wait time.Duration) (int, error) {
	return s.a.wire.Receive(b, time.Duration(rt.Now())+wait)
}

// Ended reports whether the interface has said that the motion is over, and why: "" for a completed motion. Only the
// receiving goroutine may call it.
func (s *Session) Ended() (reason string, over bool) { return s.a.reason, s.a.ended }

// listens is how long Hear waits for a datagram, and Leave between requests, at most.
const listens = 20 * time.Millisecond

// Hear calls take with every datagram for the application until ctx ends or the motion is over; then it calls over with the
// result of Ended. A socket that fails also ends the motion.
func (s *Session) Hear(ctx context.Context, take func(b []byte), over func(reason string)) error {
	buf := make([]byte, MaxDatagram)
	for ctx.Err() == nil {
		n, err := s.Receive(buf, listens)
		if err != nil && err != ErrTimeout {
			s.a.ended, s.a.reason = true, err.Error()
		}
		if s.a.ended {
			over(s.a.reason)
			break
		}
		if err == nil {
			take(buf[:n])
		}
	}
	return nil
}

// Leave calls ask to request that the interface stop the arm, repeatedly for a second at most, until the interface confirms
// that it did. Nothing else may receive meanwhile.
func (s *Session) Leave(ask func()) {
	buf := make([]byte, MaxDatagram)
	for range time.Second / listens {
		ask()
		for end := rt.Now() + int64(listens); rt.Now() < end; {
			_, err := s.Receive(buf, time.Duration(end-rt.Now()))
			if _, over := s.Ended(); over || err != nil && err != ErrTimeout {
				return
			}
		}
	}
}

// Close closes the socket. A running motion is stopped because its commands no longer come.
func (s *Session) Close() { s.a.port.Close() }
