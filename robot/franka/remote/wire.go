package remote

import (
	"errors"
	"time"
)

// Wire carries datagrams between an Interface and an Application and keeps the time of one end. Times have an
// arbitrary origin; only differences matter.
type Wire interface {
	// Send sends one datagram. An error is a fault of this machine; a lost datagram is not an error.
	Send(b []byte) error
	// Receive waits for a datagram until the given time and copies it to b. Without one it returns ErrTimeout;
	// with a time in the past it only returns a datagram that has already arrived.
	Receive(b []byte, until time.Duration) (n int, err error)
	// Wait lets time pass until the given moment.
	Wait(until time.Duration)
	Now() time.Duration
}

// ErrTimeout says that no datagram came in time.
var ErrTimeout = errors.New("remote: no datagram came in time")

// MaxDatagram is the size of a buffer that holds every datagram of a link.
const MaxDatagram = 8192
