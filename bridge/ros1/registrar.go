package ros1

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
)

// caller calls the master with the node's name.
type caller struct {
	ctx context.Context
	n   *Node
}

func (c caller) ask(method string, args ...xmlrpc.Value) (xmlrpc.Value, error) {
	return c.n.master.Ask(c.ctx, method, append(xmlrpc.Array{c.n.name}, args...)...)
}

// registration is something that the master must know about the node.
type registration struct {
	what     string
	do, undo func(c caller) error
	done     bool
}

// registrar registers everything with the master, and again with a new one.
type registrar struct {
	n     *Node
	calls sync.Mutex // serialises changes of what the master knows
	mu    sync.Mutex
	all   []*registration
	wake  chan struct{}
}

func (r *registrar) begin(n *Node) {
	r.n, r.wake = n, make(chan struct{}, 1)
	n.busy.Go(r.run)
}

// register registers x now if the master can be reached, and otherwise later.
func (n *Node) register(x registration) *registration {
	r := &n.regs
	r.mu.Lock()
	r.all = append(r.all, &x)
	r.mu.Unlock()
	switch {
	case !r.attempt(&x):
		poke(r.wake)
	case r.missing(): // the master is back
		r.look()
	}
	return &x
}

// again repeats a registration whose contents have changed.
func (n *Node) again(x *registration) {
	r := &n.regs
	r.calls.Lock() // an attempt in progress may still lack the change
	r.mu.Lock()
	x.done = false
	r.mu.Unlock()
	r.calls.Unlock()
	if !r.attempt(x) {
		poke(r.wake)
	}
}

// attempt carries out a registration that is not done.
func (r *registrar) attempt(x *registration) bool {
	r.calls.Lock()
	defer r.calls.Unlock()
	r.mu.Lock()
	skip := x.done || !slices.Contains(r.all, x)
	r.mu.Unlock()
	if skip {
		return true
	}
	err := x.do(caller{r.n.ctx, r.n})
	if err != nil {
		r.n.log.Warn("the master does not take a registration; it is tried again", "what", x.what, "error", err)
		return false
	}
	r.mu.Lock()
	x.done = true
	r.mu.Unlock()
	return true
}

// unregister undoes a registration.
func (n *Node) unregister(x *registration) error {
	r := &n.regs
	r.calls.Lock()
	defer r.calls.Unlock()
	r.mu.Lock()
	at := slices.Index(r.all, x)
	if at >= 0 {
		r.all = slices.Delete(r.all, at, at+1)
	}
	done := x.done
	r.mu.Unlock()
	if at < 0 || !done || n.ctx.Err() != nil {
		return nil
	}
	if err := x.undo(caller{n.ctx, n}); err != nil {
		return fmt.Errorf("%s: unregistering: %w", x.what, err)
	}
	return nil
}

// leave undoes all registrations, if the master can be reached within two seconds.
func (r *registrar) leave() error {
	if r.n == nil || r.n.ctx.Err() != nil {
		return nil
	}
	r.calls.Lock()
	defer r.calls.Unlock()
	r.mu.Lock()
	all := r.all
	r.all = nil
	r.mu.Unlock()
	ctx, cancel := context.WithTimeout(r.n.ctx, 2*time.Second)
	defer cancel()
	for _, x := range all {
		if !x.done {
			continue
		}
		if err := x.undo(caller{ctx, r.n}); err != nil {
			return fmt.Errorf("unregistering: %w", err) // the others would fail, too
		}
	}
	return nil
}

// run retries failed registrations, and checks whether the master still knows the node.
func (r *registrar) run() {
	pause := r.n.cfg.Backoff
	for {
		wait := r.n.cfg.Check
		if r.missing() {
			wait = pause
			pause = min(2*pause, 32*r.n.cfg.Backoff)
		} else {
			pause = r.n.cfg.Backoff
		}
		timer := time.NewTimer(wait)
		select {
		case <-r.n.ctx.Done():
			timer.Stop()
			return
		case <-r.wake:
			timer.Stop()
			if !r.missing() {
				continue
			}
			select { // it has just failed
			case <-r.n.ctx.Done():
				return
			case <-time.After(pause):
			}
		case <-timer.C:
		}
		r.look()
	}
}

// missing reports whether something is not registered.
func (r *registrar) missing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.all, func(x *registration) bool { return !x.done })
}

// look asks the master for this node, and registers what the master does not know.
func (r *registrar) look() {
	api, err := caller{r.n.ctx, r.n}.ask("lookupNode", r.n.name)
	var refused *xmlrpc.Refused
	switch {
	case errors.As(err, &refused):
		r.mu.Lock()
		for _, x := range r.all {
			x.done = false
		}
		r.mu.Unlock()
	case err != nil:
		r.n.log.Debug("the master cannot be reached", "error", err)
		return
	case api != r.n.api:
		r.n.log.Debug("the master knows another node of this name", "api", api)
		return
	}
	r.mu.Lock()
	all := slices.Clone(r.all)
	r.mu.Unlock()
	for _, x := range all {
		if !r.attempt(x) {
			return
		}
	}
}
