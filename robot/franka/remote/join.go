package remote

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Session is what Join has agreed on with an interface: for those who step an Application themselves, where Connect
// would run one. Send and Receive may go on at the same time, each in one goroutine.
type Session struct{ a *client }

// Join asks an interface for a motion and returns when it has accepted. From then on the robot waits for commands, for
// Config.Linger cycles. Motion, Started, Watch and Realtime of c are not used.
func Join(ctx context.Context, c ConnectConfig) (*Session, error) {
	c.Started = nil
	a, err := newClient(c)
	if err != nil {
		return nil, err
	}
	if err := a.greet(ctx); err != nil {
		a.port.Close()
		return nil, err
	}
	a.wire.bad = func() {}
	return &Session{a}, nil
}

// Agreed returns what c becomes by the session: its secrets, and the quanta as the hello carried them.
func (s *Session) Agreed(c Config) Config {
	c.Secrets, c.StateQuanta, c.CommandQuanta = s.a.c.Config.Secrets, s.a.c.Config.StateQuanta, s.a.c.Config.CommandQuanta
	return c
}

// Send sends a datagram of the application.
func (s *Session) Send(b []byte) error { return s.a.wire.Send(b) }

// Receive waits for a datagram for the application and copies it to b; ErrTimeout says that none has come.
func (s *Session) Receive(b []byte, wait time.Duration) (int, error) {
	return s.a.wire.Receive(b, time.Duration(rt.Now())+wait)
}

// Ended reports whether the interface has said that the motion is over, and why: "" for a motion that came to its end.
// It belongs to the goroutine that receives.
func (s *Session) Ended() (reason string, over bool) { return s.a.reason, s.a.ended }

// Close closes the socket. The motion, if it goes on, is stopped as its commands no longer come.
func (s *Session) Close() { s.a.port.Close() }
