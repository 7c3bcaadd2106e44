package share

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
)

// Hub is the overseer's end. One goroutine may call Receive, and another one the other methods.
type Hub interface {
	// Receive blocks until a node sends something or its process ends, which is reported as a notice of the state Lost.
	// An error other than ErrClosed and ErrCut concerns only one report.
	Receive() (node.Report, error)
	// Answer answers node i.
	Answer(i int, a node.Answer) error
	// Publish sends the state of the system to all nodes.
	Publish(s node.System) error
	// Status stores what the overseer knows about node i for observers.
	Status(i int, s node.Status) error
	Close() error
}

// Line is a node's end. One goroutine may call Receive, and another one the other methods.
type Line interface {
	// Send sends a notice or a request, without blocking. The line sets Report.Node.
	Send(r *node.Report) error
	// Receive blocks until the overseer sends something. ErrClosed, ErrGone and ErrCut end the line.
	Receive() (Message, error)
	Close() error
}

// Errors that end a hub or a line.
var (
	ErrClosed = errors.New("share: closed")
	ErrGone   = errors.New("share: the overseer has ended")
	ErrCut    = errors.New("share: the file was cut off")
)

// Look is the interval at which a process checks whether the other ends still live.
const Look = 20 * time.Millisecond

// Listen makes the overseer's end at an address, for the names of the nodes in its table.
func Listen(address string, names []string) (Hub, error) {
	if err := checkNames(names); err != nil {
		return nil, err
	}
	switch scheme, at, _ := strings.Cut(address, ":"); scheme {
	case "shm":
		return create(at, names)
	case "unix", "tcp":
		return serve(scheme, at, names)
	}
	return nil, fmt.Errorf("share: %q is no address to listen at: give shm:PATH, unix:PATH or tcp:127.0.0.1:PORT", address)
}

// Dial makes a node's end at the first of several addresses, by preference, where there is an overseer. It tries later
// ones only if nothing is found; a refusal is an error.
func Dial(name string, addresses ...string) (Line, error) {
	var errs []error
	for _, a := range addresses {
		var l Line
		var err error
		switch scheme, at, _ := strings.Cut(a, ":"); scheme {
		case "shm", "fd":
			l, err = attach(scheme, at, name)
		case "unix", "tcp":
			l, err = dial(scheme, at, name)
		default:
			return nil, fmt.Errorf("share: %q is no address: give shm:PATH, fd:NUMBER, unix:PATH or tcp:127.0.0.1:PORT", a)
		}
		if err == nil {
			return l, nil
		}
		err = fmt.Errorf("share: node %s at %s: %w", name, a, err)
		if !absent(err) {
			return nil, err
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return nil, errors.New("share: no address is given")
	}
	return nil, errors.Join(errs...)
}
