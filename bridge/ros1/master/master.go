// Package master is a ROS 1 master: it tells nodes about each other, and stores the parameters
// (wiki.ros.org/ROS/Master_API, wiki.ros.org/ROS/Parameter Server API).
package master

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/names"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/bridge/sock"
)

// Config configures a master.
type Config struct {
	Addr    string        // host:port to listen at; "" is 127.0.0.1:11311
	Host    string        // the host name or address for nodes; "" is the host of Addr
	Exposed bool          // allow an Addr beyond loopback: anyone who reaches it can change the graph
	Params  xmlrpc.Struct // initial parameters
	Log     *slog.Logger  // may be nil
}

// Release is the version of ros_comm whose API the master speaks, as in /rosversion.
const Release = "1.15.15"

// Roscore returns the parameters that roscore sets, with its line ends: /run_id, /rosversion, and /rosdistro, which is
// noetic if distro is "".
func Roscore(run, distro string) xmlrpc.Struct {
	return xmlrpc.Struct{"run_id": run, "rosversion": Release + "\n", "rosdistro": cmp.Or(distro, "noetic") + "\n"}
}

// DefaultAddr is where a master listens by default.
const DefaultAddr = "127.0.0.1:11311"

// ErrExposed is the error of an address beyond loopback without Config.Exposed.
var ErrExposed = errors.New("the address is not on loopback, and ROS 1 has no authentication: whoever reaches it can change the graph; say that you want it exposed")

// Master serves nodes.
type Master struct {
	uri  string
	log  *slog.Logger
	l    net.Listener
	http *http.Server
	ctx  context.Context // ends with the master
	end  context.CancelFunc
	busy sync.WaitGroup

	mu       sync.Mutex
	params   tree
	nodes    map[string]string // API by name
	topics   map[string]string // type by name
	pubs     map[string][]node
	subs     map[string][]node
	services map[string]service
	watches  map[string][]node // of parameters, by key with a slash at the end
	mail     map[string]*mailbox
	over     bool // nothing more is sent
}

// node is a registered node.
type node struct{ name, api string }

type service struct {
	node
	uri string
}

// Listen opens the master's port.
func Listen(c Config) (*Master, error) {
	c.Addr = cmp.Or(c.Addr, DefaultAddr)
	if !c.Exposed && !sock.Local(c.Addr) {
		return nil, fmt.Errorf("master at %s: %w", c.Addr, ErrExposed)
	}
	l, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("master: %w", err)
	}
	host, port, _ := net.SplitHostPort(l.Addr().String()) // as package net writes it
	if given, _, err := net.SplitHostPort(c.Addr); err == nil && given != "" {
		host = given
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	m := &Master{uri: "http://" + net.JoinHostPort(cmp.Or(c.Host, host), port) + "/", log: c.Log, l: l, params: tree{xmlrpc.Struct{}},
		nodes: map[string]string{}, topics: map[string]string{}, pubs: map[string][]node{}, subs: map[string][]node{},
		services: map[string]service{}, watches: map[string][]node{}, mail: map[string]*mailbox{}}
	if c.Params != nil {
		m.params.set("/", c.Params)
	}
	m.ctx, m.end = context.WithCancel(context.Background())
	m.http = xmlrpc.NewServer(xmlrpc.Handler(m.answer))
	return m, nil
}

// URI is the master's address for ROS_MASTER_URI.
func (m *Master) URI() string { return m.uri }

// Serve serves nodes until ctx ends or a node asks it to shut down.
func (m *Master) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, m.end)
	defer stop()
	done := context.AfterFunc(m.ctx, func() { _ = m.http.Close() })
	defer done()
	err := m.http.Serve(m.l)
	m.end()
	m.mu.Lock()
	m.over = true
	m.mu.Unlock()
	m.busy.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// method describes a call. All arguments are texts, except for a last one that may be of any type.
type method struct {
	args []string // their names
	any  bool     // the last may be of any type
	do   func(m *Master, caller string, a []string, v xmlrpc.Value) (xmlrpc.Value, error)
}

// misuse is an error of the caller.
type misuse struct{ error }

func misused(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

// answer carries out a call.
func (m *Master) answer(_ context.Context, c xmlrpc.Call) (xmlrpc.Value, error) {
	do, ok := methods()[c.Method]
	if !ok {
		return nil, fmt.Errorf("a master has no method %.100s", c.Method)
	}
	v, err := m.call(do, c)
	var bad misuse
	switch {
	case errors.As(err, &bad):
		return xmlrpc.Array{int32(xmlrpc.Misused), err.Error(), int32(0)}, nil
	case err != nil:
		return xmlrpc.Array{int32(xmlrpc.Failure), err.Error(), int32(0)}, nil
	}
	return xmlrpc.Array{int32(xmlrpc.Success), c.Method, v}, nil
}

func (m *Master) call(do method, c xmlrpc.Call) (xmlrpc.Value, error) {
	if len(c.Args) != len(do.args)+1 {
		return nil, misused("%s has %d arguments, caller_id %s: %d came", c.Method, len(do.args)+1, strings.Join(do.args, " "), len(c.Args))
	}
	texts := make([]string, len(c.Args))
	for i, a := range c.Args {
		var ok bool
		if texts[i], ok = a.(string); !ok && !(do.any && i == len(do.args)) {
			return nil, misused("%s: argument %d, %s, is no text", c.Method, i+1, append([]string{"caller_id"}, do.args...)[i])
		}
	}
	caller := names.Join("/", texts[0])
	for i, name := range do.args {
		switch name {
		case "topic", "service":
			if err := names.Check(texts[i+1]); err != nil {
				return nil, misuse{err}
			}
			texts[i+1] = names.Resolve(caller, texts[i+1])
		case "key":
			if c.Method != "searchParam" {
				texts[i+1] = names.Resolve(caller, texts[i+1])
			}
		case "api":
			if !strings.HasPrefix(texts[i+1], "http://") && !strings.HasPrefix(texts[i+1], "rosrpc://") {
				return nil, misused("%s: %.100q is no address of a node: write http://host:port/", c.Method, texts[i+1])
			}
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return do.do(m, caller, texts[1:], c.Args[len(c.Args)-1])
}

// enter notes a node's address. A node of the same name at another address is told to shut down, and its registrations are
// removed.
func (m *Master) enter(n node) {
	old, known := m.nodes[n.name]
	m.nodes[n.name] = n.api
	if !known || old == n.api {
		return
	}
	m.log.Info("a new node of the same name: the old one is shut down", "node", n.name, "old", old, "new", n.api)
	gone := node{n.name, old}
	for topic := range m.subs {
		m.leave(m.subs, topic, gone)
	}
	for topic := range m.pubs {
		if m.leave(m.pubs, topic, gone) {
			m.publishers(topic)
		}
	}
	for key := range m.watches {
		m.leave(m.watches, key, gone)
	}
	for name, s := range m.services {
		if s.node == gone {
			delete(m.services, name)
		}
	}
	m.send(old, "shutdown", "", "["+n.name+"] Reason: new node registered with same name")
}

// join adds a node to a list.
func join(to map[string][]node, name string, n node) {
	if !slices.Contains(to[name], n) {
		to[name] = append(to[name], n)
	}
}

// leave removes a node from a list, and forgets it if that was its last registration.
func (m *Master) leave(from map[string][]node, name string, n node) bool {
	had := len(from[name])
	left := slices.DeleteFunc(slices.Clone(from[name]), func(o node) bool { return o == n })
	if from[name] = left; len(left) == 0 {
		delete(from, name)
	}
	return len(left) < had
}

// forget drops a node that has no registrations left.
func (m *Master) forget(n node) {
	for _, list := range []map[string][]node{m.pubs, m.subs, m.watches} {
		for _, all := range list {
			if slices.Contains(all, n) {
				return
			}
		}
	}
	for _, s := range m.services {
		if s.node == n {
			return
		}
	}
	if m.nodes[n.name] == n.api {
		delete(m.nodes, n.name)
	}
}

func apis(all []node) xmlrpc.Array {
	a := xmlrpc.Array{}
	for _, n := range all {
		a = append(a, n.api)
	}
	return a
}

// publishers tells the subscribers of a topic about its publishers.
func (m *Master) publishers(topic string) {
	for _, s := range m.subs[topic] {
		m.send(s.api, "publisherUpdate", topic, apis(m.pubs[topic]))
	}
}

// mailbox holds the messages that are to be sent to a node; only the latest about each subject.
type mailbox struct {
	order []string
	calls map[string]func(c *xmlrpc.Client) error
}

// send sends a message to a node when the node can be reached. Messages to other nodes do not wait for it.
func (m *Master) send(api, method, about string, v xmlrpc.Value) {
	if m.over {
		return
	}
	box := m.mail[api]
	idle := box == nil
	if idle {
		box = &mailbox{calls: map[string]func(*xmlrpc.Client) error{}}
		m.mail[api] = box
	}
	key := method + " " + about
	if box.calls[key] == nil {
		box.order = append(box.order, key)
	}
	box.calls[key] = func(c *xmlrpc.Client) error {
		args := xmlrpc.Array{"/master", about, v}
		if about == "" {
			args = xmlrpc.Array{"/master", v}
		}
		_, err := c.Call(m.ctx, method, args...)
		return err
	}
	if idle {
		m.busy.Go(func() { m.deliver(api, box) })
	}
}

// repeats are the pauses before a node that could not be reached is told again. Nodes do not ask, so a message that is lost leaves
// them without a publisher.
var repeats = [...]time.Duration{100 * time.Millisecond, time.Second, 10 * time.Second}

// deliver empties a mailbox. Once a node has not been reached by all repeats, each of the remaining messages is tried once.
func (m *Master) deliver(api string, box *mailbox) {
	c, failed := xmlrpc.NewClient(api, 0), 0
	for {
		m.mu.Lock()
		if len(box.order) == 0 {
			delete(m.mail, api)
			m.mu.Unlock()
			return
		}
		key := box.order[0]
		call := box.calls[key]
		box.order = box.order[1:]
		delete(box.calls, key)
		m.mu.Unlock()
		err := call(c)
		if err == nil || m.ctx.Err() != nil {
			failed = 0
			continue
		}
		m.log.Info("a node cannot be told", "api", api, "what", key, "error", err)
		if fault := (*xmlrpc.Fault)(nil); errors.As(err, &fault) || failed == len(repeats) {
			continue
		}
		select {
		case <-m.ctx.Done():
		case <-time.After(repeats[failed]):
		}
		failed++
		m.mu.Lock()
		if box.calls[key] == nil { // nothing newer about it
			box.order, box.calls[key] = slices.Insert(box.order, 0, key), call
		}
		m.mu.Unlock()
	}
}

// watched tells the nodes that watch a parameter, a namespace that contains it, or one within it.
func (m *Master) watched(caller, key string, v xmlrpc.Value) {
	key = strings.TrimSuffix(key, "/") + "/"
	for at, all := range m.watches {
		about, value := key, v
		switch {
		case strings.HasPrefix(key, at): // the parameter is in the watched namespace
		case strings.HasPrefix(at, key):
			var ok bool
			if value, ok = m.params.get(at); !ok {
				value = xmlrpc.Struct{}
			}
			about = at
		default:
			continue
		}
		for _, n := range all {
			if n.name != caller {
				m.send(n.api, "paramUpdate", about, clone(value))
			}
		}
	}
}

// pid is this process's id, for getPid.
func pid() xmlrpc.Value { return int32(os.Getpid()) }
