package ros1

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/names"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// ErrUnset is the error of a parameter that is not set.
var ErrUnset = errors.New("the parameter is not set")

// param asks the master about a parameter.
func (n *Node) param(ctx context.Context, method, key string, args ...xmlrpc.Value) (xmlrpc.Value, error) {
	name, err := n.Resolve(key)
	if err != nil {
		return nil, err
	}
	v, err := caller{ctx, n}.ask(method, append(xmlrpc.Array{name}, args...)...)
	var refused *xmlrpc.Refused
	if errors.As(err, &refused) && refused.Code == xmlrpc.Misused && method != "setParam" {
		return nil, fmt.Errorf("%s: %w", name, ErrUnset)
	}
	return v, err
}

// Param reads a parameter; a namespace gives a struct. The error is ErrUnset if there is none.
func (n *Node) Param(ctx context.Context, key string) (xmlrpc.Value, error) {
	return n.param(ctx, "getParam", key)
}

// SetParam sets a parameter; a struct sets a namespace.
func (n *Node) SetParam(ctx context.Context, key string, v xmlrpc.Value) error {
	_, err := n.param(ctx, "setParam", key, v)
	return err
}

// DeleteParam deletes a parameter or a namespace.
func (n *Node) DeleteParam(ctx context.Context, key string) error {
	_, err := n.param(ctx, "deleteParam", key)
	return err
}

// HasParam reports whether a parameter is set.
func (n *Node) HasParam(ctx context.Context, key string) (bool, error) {
	v, err := n.param(ctx, "hasParam", key)
	has, _ := v.(bool)
	return has, err
}

// SearchParam finds the global name of a parameter that is set in the node's namespace or the nearest above it.
func (n *Node) SearchParam(ctx context.Context, key string) (string, error) {
	v, err := caller{ctx, n}.ask("searchParam", key)
	var refused *xmlrpc.Refused
	if errors.As(err, &refused) {
		return "", fmt.Errorf("%s: %w", key, ErrUnset)
	}
	name, _ := v.(string)
	return name, err
}

// watch is a function that is called with a parameter's values, one after another.
type watch struct {
	mu    sync.Mutex
	f     func(xmlrpc.Value)
	calls int // values that the master has sent unasked
}

func (w *watch) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls
}

// set passes on a value that the master has sent.
func (w *watch) set(v xmlrpc.Value) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	w.f(v)
}

// answered passes on the value in the answer to a registration. If another value has overtaken it, which may be older or
// newer, it returns false.
func (w *watch) answered(before int, v xmlrpc.Value) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s, is := v.(xmlrpc.Struct); w.calls == before && !(is && len(s) == 0) {
		w.f(v)
	}
	return w.calls == before
}

// WatchParam calls f with the value of a parameter whenever another node sets it, and now if it is set, or with an empty
// struct when it is deleted. f must return soon, and must not register anything.
func (n *Node) WatchParam(key string, f func(xmlrpc.Value)) error {
	name, err := n.Resolve(key)
	if err != nil {
		return err
	}
	w := &watch{f: f}
	n.mu.Lock()
	n.watches[name] = append(n.watches[name], w)
	n.mu.Unlock()
	n.register(registration{
		what: "watch of parameter " + name,
		do: func(c caller) error {
			for {
				before := w.count()
				v, err := c.ask("subscribeParam", n.api, name)
				if err != nil || w.answered(before, v) {
					return err
				}
			}
		},
		undo: func(c caller) error {
			_, err := c.ask("unsubscribeParam", n.api, name)
			return err
		}})
	return nil
}

// updated passes a parameter's new value to the watches of the parameter and of the namespaces above it.
func (n *Node) updated(key string, v xmlrpc.Value) {
	key = names.Canonical(key)
	type call struct {
		w *watch
		v xmlrpc.Value
	}
	var all []call
	n.mu.Lock()
	for name, ws := range n.watches {
		if key != name && !strings.HasPrefix(key, strings.TrimSuffix(name, "/")+"/") {
			continue
		}
		for _, w := range ws {
			all = append(all, call{w, wrapped(strings.TrimPrefix(key, name), v)})
		}
	}
	n.mu.Unlock()
	for _, c := range all {
		c.w.set(c.v)
	}
}

// wrapped puts a value into the namespaces that lead to it.
func wrapped(path string, v xmlrpc.Value) xmlrpc.Value {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	for i := len(parts) - 1; i >= 0; i-- {
		v = xmlrpc.Struct{parts[i]: v}
	}
	return v
}

// clock is the graph's time: the wall clock, or /clock.
type clock struct {
	mu   sync.Mutex
	sim  bool
	last wire.Time
}

// begin finds out which of them it is. If there is no master yet, it does so as soon as there is one.
func (c *clock) begin(ctx context.Context, n *Node) error {
	v, err := n.Param(ctx, "/use_sim_time")
	switch {
	case v == true:
		return c.follow(n)
	case err == nil || errors.Is(err, ErrUnset):
		return nil
	case n.cfg.Await:
		return n.WatchParam("/use_sim_time", func(v xmlrpc.Value) {
			if v == true {
				n.spawn(func() { _ = c.follow(n) }) // the name is valid
			}
		})
	}
	return err
}

// follow takes the time from /clock.
func (c *clock) follow(n *Node) error {
	c.mu.Lock()
	had := c.sim
	c.sim = true
	c.mu.Unlock()
	if had {
		return nil
	}
	_, err := Subscribe(n, "/clock", SubOptions{}, func(m *rosgraphmsgs.Clock) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.last = m.Clock
	})
	return err
}

// Now returns the graph's time. With the parameter /use_sim_time that is the latest time from /clock, and zero before the
// first.
func (n *Node) Now() wire.Time {
	n.clock.mu.Lock()
	defer n.clock.mu.Unlock()
	if n.clock.sim {
		return n.clock.last
	}
	return wire.TimeOf(time.Now().UnixNano())
}

// SimTime reports whether the graph's time comes from /clock.
func (n *Node) SimTime() bool {
	n.clock.mu.Lock()
	defer n.clock.mu.Unlock()
	return n.clock.sim
}
