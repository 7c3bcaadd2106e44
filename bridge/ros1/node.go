package ros1

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/names"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/bridge/sock"
)

// DefaultMaster is the address of the master by default.
const DefaultMaster = "http://localhost:11311/"

// Config configures a node. Except for the name, its zero value suits a graph on this machine.
type Config struct {
	Name    string      // of the node, such as talker or /arm/talker
	Space   string      // the namespace of a relative Name; "" is /
	Master  string      // URI; "" is DefaultMaster
	Await   bool        // begin even without a master, and register when there is one
	Remap   [][2]string // remappings, as written in FROM:=TO
	Host    string      // the host name or address for other nodes; "" is 127.0.0.1
	Exposed bool        // listen beyond loopback, for a Host that needs it: anyone who reaches the node can use it
	Silent  bool        // without /rosout, /statistics and the services of loggers

	MaxMessage int           // greatest size of a received message in bytes; 0 is 256 MiB
	MaxConns   int           // greatest number of connections to the node; 0 is 1024
	Hello      time.Duration // time limit for the other end to connect and send its header; 0 is ten seconds
	Stall      time.Duration // after which a connection that takes nothing is closed; 0 is a minute
	Check      time.Duration // interval of checks whether the master still knows the node; 0 is two seconds
	Backoff    time.Duration // the first pause after a connection fails; it doubles up to 32 times as long; 0 is 100 ms

	Log *slog.Logger // for events on the wire; may be nil
}

// Environment reads the environment and the command line as ROS does: ROS_MASTER_URI, ROS_NAMESPACE, ROS_HOSTNAME, ROS_IP,
// and arguments such as FROM:=TO, __name:=NAME and __ns:=SPACE. getenv is os.Getenv. It returns the program's arguments,
// and the values of private parameters (_NAME:=VALUE), which the caller sets.
func (c Config) Environment(getenv func(string) string, args []string) (_ Config, rest names.Args, err error) {
	a, err := names.ParseArgs(args)
	c.Master = cmp.Or(a.Special["__master"], c.Master, getenv("ROS_MASTER_URI"))
	c.Space = cmp.Or(a.Space, c.Space, getenv("ROS_NAMESPACE"))
	c.Host = cmp.Or(a.Special["__hostname"], a.Special["__ip"], c.Host, getenv("ROS_HOSTNAME"), getenv("ROS_IP"))
	c.Name = cmp.Or(a.Name, c.Name)
	c.Remap = append(c.Remap, a.Remap...)
	return c, a, err
}

func (c Config) full() (Config, error) {
	var all []error
	if err := names.Check(c.Name); err != nil || c.Name == "/" || strings.HasPrefix(c.Name, "~") {
		all = append(all, fmt.Errorf("the node's name: %w", cmp.Or(err, fmt.Errorf("%q names no node", c.Name))))
	}
	if err := names.Check(cmp.Or(c.Space, "/")); err != nil {
		all = append(all, fmt.Errorf("the node's namespace: %w", err))
	}
	c.Master, c.Host = cmp.Or(c.Master, DefaultMaster), cmp.Or(c.Host, "127.0.0.1")
	if !strings.HasPrefix(c.Master, "http://") {
		all = append(all, fmt.Errorf("the master's address %q: write http://HOST:PORT/", c.Master))
	}
	if !c.Exposed && !sock.Local(c.Host) {
		all = append(all, fmt.Errorf("the node would be reached as %s, which is not on loopback, and ROS 1 has no authentication: whoever reaches it can use it; set Exposed if that is meant", c.Host))
	}
	if c.MaxMessage < 0 || c.MaxConns < 0 || c.Hello < 0 || c.Stall < 0 || c.Check < 0 || c.Backoff < 0 {
		all = append(all, errors.New("a bound is negative"))
	}
	c.MaxMessage, c.MaxConns = cmp.Or(c.MaxMessage, 256<<20), cmp.Or(c.MaxConns, 1024)
	c.Hello, c.Stall = cmp.Or(c.Hello, 10*time.Second), cmp.Or(c.Stall, time.Minute)
	c.Check, c.Backoff = cmp.Or(c.Check, 2*time.Second), cmp.Or(c.Backoff, 100*time.Millisecond)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c, errors.Join(all...)
}

// Node takes part in a graph.
type Node struct {
	cfg    Config
	name   string
	remap  names.Remap
	log    *slog.Logger
	master *xmlrpc.Client
	api    string // URI of the XML-RPC server
	rpc    string // URI of services
	addr   net.Listener
	http   *http.Server

	ctx  context.Context // ends with the node
	end  context.CancelCauseFunc
	busy sync.WaitGroup
	ids  atomic.Int64
	free chan struct{} // a token for each possible connection

	regs  registrar
	clock clock
	out   rosout
	stats statistics

	mu      sync.Mutex
	pubs    map[string]*Publisher
	subs    map[string][]*Subscription
	serves  map[string]*server
	watches map[string][]*watch // of parameters
	conns   map[net.Conn]struct{}
}

// Dial starts a node and registers it. It fails if there is no master, unless Config.Await is set.
func Dial(ctx context.Context, c Config) (*Node, error) {
	c, err := c.full()
	if err != nil {
		return nil, fmt.Errorf("ros1: %w", err)
	}
	n := &Node{cfg: c, name: names.Join(cmp.Or(c.Space, "/"), c.Name), log: c.Log, master: xmlrpc.NewClient(c.Master, 0),
		free: make(chan struct{}, c.MaxConns), pubs: map[string]*Publisher{}, subs: map[string][]*Subscription{}, serves: map[string]*server{},
		watches: map[string][]*watch{}, conns: map[net.Conn]struct{}{}}
	n.remap = names.For(n.name, c.Remap)
	n.ctx, n.end = context.WithCancelCause(context.WithoutCancel(ctx))
	if !c.Await {
		if _, err := n.master.Ask(ctx, "getPid", n.name); err != nil {
			n.end(err)
			return nil, fmt.Errorf("ros1: there is no master at %s: start one (sinew ros1 master, or roscore), or set ROS_MASTER_URI: %w", c.Master, err)
		}
	}
	if err := n.listen(); err != nil {
		n.end(err)
		return nil, fmt.Errorf("ros1: %w", err)
	}
	n.regs.begin(n)
	if err := n.begin(ctx); err != nil {
		_ = n.Close()
		return nil, fmt.Errorf("ros1: %w", err)
	}
	return n, nil
}

// begin does what every node of a graph does.
func (n *Node) begin(ctx context.Context) error {
	if err := n.clock.begin(ctx, n); err != nil {
		return err
	}
	if n.cfg.Silent {
		return nil
	}
	return errors.Join(n.out.begin(n), n.stats.begin(n))
}

// listen opens the ports of the XML-RPC server and of topics and services.
func (n *Node) listen() error {
	at := net.JoinHostPort(n.cfg.Host, "0")
	if n.cfg.Exposed {
		n.log.Warn("the node listens on all interfaces, and ROS 1 has no authentication: whoever reaches it can use it", "host", n.cfg.Host)
		at = ":0"
	}
	api, err := net.Listen("tcp", at)
	if err != nil {
		return err
	}
	if n.addr, err = net.Listen("tcp", at); err != nil {
		_ = api.Close()
		return err
	}
	n.api = "http://" + net.JoinHostPort(n.cfg.Host, strconv.Itoa(port(api))) + "/"
	n.rpc = "rosrpc://" + net.JoinHostPort(n.cfg.Host, strconv.Itoa(port(n.addr)))
	n.http = xmlrpc.NewServer(xmlrpc.Handler(n.answer))
	n.busy.Go(func() { _ = n.http.Serve(api) }) // until Close
	n.busy.Go(n.accept)
	return nil
}

func port(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// accept accepts connections of subscribers and of clients of services.
func (n *Node) accept() {
	for {
		c, err := n.addr.Accept()
		if err != nil {
			if n.ctx.Err() != nil {
				return
			}
			n.log.Warn("a connection cannot be taken", "error", err)
			select { // such as when there are too many open files
			case <-n.ctx.Done():
			case <-time.After(n.cfg.Backoff):
			}
			continue
		}
		select {
		case n.free <- struct{}{}:
		default:
			n.log.Warn("a connection is refused: there are too many", "most", n.cfg.MaxConns)
			_ = c.Close()
			continue
		}
		if !n.open(c) {
			return
		}
		n.busy.Go(func() {
			defer func() { <-n.free }()
			defer n.shut(c)
			if err := n.serve(c); err != nil {
				n.log.Info("a connection has ended", "peer", c.RemoteAddr(), "error", err)
			}
		})
	}
}

// open registers a connection, so that it is closed with the node.
func (n *Node) open(c net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx.Err() != nil {
		_ = c.Close()
		return false
	}
	n.conns[c] = struct{}{}
	tune(c)
	return true
}

// spawn runs f on a goroutine that Close waits for, unless the node has ended.
func (n *Node) spawn(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx.Err() == nil {
		n.busy.Go(f)
	}
}

func (n *Node) shut(c net.Conn) {
	n.mu.Lock()
	delete(n.conns, c)
	n.mu.Unlock()
	_ = c.Close()
}

// serve reads a connection's header and passes the connection to the publisher or service that it is for.
func (n *Node) serve(c net.Conn) error {
	if err := c.SetDeadline(time.Now().Add(n.cfg.Hello)); err != nil {
		return err
	}
	h, err := readHeader(c)
	if err != nil {
		return refuse(c, "%w", err)
	}
	topic, isTopic := h["topic"]
	service, isService := h["service"]
	n.mu.Lock()
	p, s := n.pubs[topic], n.serves[service]
	n.mu.Unlock()
	switch {
	case isService && s != nil:
		return s.attach(c, h)
	case isService:
		return refuse(c, "%s has no service %.100s", n.name, service)
	case isTopic && p != nil:
		return p.attach(c, h)
	case isTopic:
		return refuse(c, "%s does not publish %.100s", n.name, topic)
	}
	return refuse(c, "a header with neither a topic nor a service")
}

// Name is the node's global name.
func (n *Node) Name() string { return n.name }

// API is the address of the node's XML-RPC server.
func (n *Node) API() string { return n.api }

// Resolve returns the global name that a name means in this node.
func (n *Node) Resolve(name string) (string, error) {
	if err := names.Check(name); err != nil {
		return "", fmt.Errorf("%s: %w", n.name, err)
	}
	return n.remap.Resolve(n.name, name), nil
}

// Done is closed when the node has ended: by Close, or because the master or a person shut it down. Err says why.
func (n *Node) Done() <-chan struct{} { return n.ctx.Done() }

// Err says why the node has ended; it is nil while the node runs, and after Close.
func (n *Node) Err() error {
	if err := context.Cause(n.ctx); err != nil && !errors.Is(err, ErrClosed) {
		return err
	}
	return nil
}

// id numbers connections.
func (n *Node) id() int { return int(n.ids.Add(1)) }

// Close sends what publishers have queued, if subscribers take it within half a second, unregisters everything, ends all
// connections, and waits for running functions of subscriptions and services.
func (n *Node) Close() error {
	n.mu.Lock()
	pubs := slices.Collect(maps.Values(n.pubs))
	n.mu.Unlock()
	var all sync.WaitGroup
	for _, p := range pubs {
		all.Go(p.finish)
	}
	all.Wait()
	err := n.regs.leave()
	n.stop(ErrClosed)
	n.busy.Wait()
	return err
}

// stop ends the node without telling the master.
func (n *Node) stop(why error) {
	n.end(why)
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.conns {
		_ = c.Close()
	}
	if n.addr != nil {
		_ = n.addr.Close()
		_ = n.http.Close()
	}
}

// pid is this process's id, for getPid.
func pid() xmlrpc.Value { return int32(os.Getpid()) }
