//go:build !linux

package rt

import (
	"errors"
	"sync/atomic"
	"time"
)

// sleep sleeps until ns as well as Go's timers can.
func sleep(ns int64) { time.Sleep(time.Duration(ns - Now())) }

// parker is a channel that holds one wake.
type parker struct{ c chan struct{} }

func (p *parker) init() { p.c = make(chan struct{}, 1) }

// wait sleeps until ns or a wake, perhaps an old one: the caller checks the word again.
func (p *parker) wait(word *atomic.Uint32, value uint32, ns int64) {
	if word.Load() != value {
		return
	}
	if ns == Forever {
		<-p.c
		return
	}
	t := time.NewTimer(time.Duration(ns - Now()))
	defer t.Stop()
	select {
	case <-p.c:
	case <-t.C:
	}
}

func (p *parker) wake(*atomic.Uint32) {
	select {
	case p.c <- struct{}{}:
	default:
	}
}

// threadID carries no information on this system.
type threadID struct{}

func ownID() threadID { return threadID{} }

// setup refuses requests that are not implemented for this system.
func setup(o Options, r *Report) []grant {
	err := errors.ErrUnsupported
	const hint = "this is done on Linux only; cycles will be later and less even"
	for _, s := range []struct {
		asked bool
		what  string
	}{
		{o.CPU.n > 0, "processor"}, {o.Priority > 0, "SCHED_FIFO"}, {o.Lock, "mlockall"}, {o.Nice != 0, "nice"},
		{o.LatencyFD, "idle latency"},
	} {
		if s.asked {
			r.add(s.what, err, hint)
		}
	}
	return nil
}
