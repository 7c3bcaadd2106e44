package parts

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Queue is the greatest number of messages that wait for one reader.
const Queue = 256

// Config says which process this is, and which process runs what.
type Config struct {
	Name  string              // of this process
	Parts map[string][]string // by process: the paths of the reactors that it runs
	Dir   string              // of the sockets: must exist, and must be closed to other users
	Wrong func(error)         // gets errors, on several threads; may be nil, because all errors are counted
}

// Elsewhere lists the reactors that other processes run.
func (c *Config) Elsewhere() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(c.Parts)) {
		if name != c.Name {
			all = append(all, c.Parts[name]...)
		}
	}
	return all
}

// Validate returns all faults.
func (c *Config) Validate() error {
	var errs []error
	if _, ok := c.Parts[c.Name]; !ok {
		errs = append(errs, fmt.Errorf("parts: there is no process %q among %s", c.Name, strings.Join(slices.Sorted(maps.Keys(c.Parts)), ", ")))
	}
	runs := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(c.Parts)) {
		for _, path := range c.Parts[name] {
			if other, taken := runs[path]; taken {
				errs = append(errs, fmt.Errorf("parts: %s is a part of both %s and %s: give it to one", path, other, name))
			}
			runs[path] = name
		}
	}
	return errors.Join(errs...)
}

// socket is where a process listens. It is named by the process's number, because paths of sockets must be short.
func (c *Config) socket(process string) string {
	return filepath.Join(c.Dir, fmt.Sprintf("%d.sock", slices.Index(slices.Sorted(maps.Keys(c.Parts)), process)))
}

// owner is the process that runs the reactor at a path, "" for none.
func (c *Config) owner(path string) string {
	for name, all := range c.Parts { // order: at most one has it
		for _, part := range all {
			if path == part || strings.HasPrefix(path, part+".") {
				return name
			}
		}
	}
	return ""
}

// route is a connection from a port of one process to another process.
type route struct{ from, at string }

// routes finds the ports of each process that others read. All processes find the same routes.
func (c *Config) routes(g *graph.Graph) (all []route) {
	next := map[int][]int{}
	for _, k := range g.Connections {
		next[k.From] = append(next[k.From], k.To)
	}
	for id := range g.Ports {
		from := c.owner(g.Ports[id].Path)
		if from == "" {
			continue
		}
		seen := map[int]bool{id: true}
		for todo := []int{id}; len(todo) > 0; todo = todo[1:] {
			for _, to := range next[todo[0]] {
				if seen[to] {
					continue
				}
				seen[to] = true
				switch at := c.owner(g.Ports[to].Path); at {
				case from: // it is still inside
				case "":
					todo = append(todo, to)
				default:
					if r := (route{g.Ports[id].Path, at}); !slices.Contains(all, r) {
						all = append(all, r)
					}
				}
			}
		}
	}
	return all
}

// Links are the connections of one process.
type Links struct {
	c        Config
	p        *reactor.Program
	ports    map[string]*port // by path: the ports that others read
	listener net.Listener
	ctx      context.Context
	end      context.CancelFunc
	all      sync.WaitGroup

	out, in          map[string]chan struct{} // by process: closed once it has been connected
	sent, lost       atomic.Uint64            // messages handed to readers, and how many of them were dropped for newer ones
	received, missed atomic.Uint64            // messages received, and messages that never arrived
	refused          atomic.Uint64            // messages that were invalid, or found no room in the program
	mu               sync.Mutex
	readers          map[string]*reader
	conns            map[net.Conn]bool
	closed           bool
}

// port is a port that others read.
type port struct {
	info  reactor.PortInfo
	codec *codec.Codec
}

func newPort(i reactor.PortInfo) (*port, error) {
	k, err := codec.For(i.Type, "")
	return &port{i, k}, err
}

// Counts are totals since the start.
type Counts struct {
	Sent     uint64 // messages handed to readers
	Lost     uint64 // how many of them were dropped for newer ones
	Received uint64
	Missed   uint64 // messages that were sent to this process and never arrived
	Refused  uint64 // messages that were invalid, or found no room in the program
}

// Counts returns the totals so far.
func (l *Links) Counts() Counts {
	return Counts{l.sent.Load(), l.lost.Load(), l.received.Load(), l.missed.Load(), l.refused.Load()}
}

// Open opens the links of a program that was built with Config.Elsewhere and has not been started: it listens and
// starts dialling.
func Open(p *reactor.Program, c Config) (*Links, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	l := &Links{c: c, p: p, ports: map[string]*port{}, out: map[string]chan struct{}{}, in: map[string]chan struct{}{},
		readers: map[string]*reader{}, conns: map[net.Conn]bool{}}
	wants := map[string][]*source{} // by process
	var errs []error
	infos := map[string]reactor.PortInfo{}
	for _, i := range p.Ports() {
		infos[i.Path] = i
	}
	g := p.Graph()
	for _, r := range c.routes(g) {
		from := c.owner(r.from)
		if from != c.Name && r.at != c.Name {
			continue
		}
		if l.ports[r.from] == nil {
			x, err := newPort(infos[r.from])
			if err != nil {
				errs = append(errs, fmt.Errorf("parts: %s, which %s sends to %s: %w", r.from, from, r.at, err))
				continue
			}
			l.ports[r.from] = x
		}
		if from == c.Name {
			l.out[r.at] = make(chan struct{})
		} else {
			l.in[from] = make(chan struct{})
			wants[from] = append(wants[from], l.source(r.from))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := l.listen(); err != nil {
		return nil, err
	}
	l.ctx, l.end = context.WithCancel(context.Background())
	if len(l.out) > 0 {
		p.Observe(l)
	}
	l.all.Go(l.accept)
	for from, all := range wants { // order: each has its own goroutine
		l.all.Go(func() { l.follow(from, all) })
	}
	return l, nil
}

// listen opens the socket, and replaces one that a dead process has left.
func (l *Links) listen() error {
	at := l.c.socket(l.c.Name)
	if c, err := net.Dial("unix", at); err == nil {
		_ = c.Close()
		return fmt.Errorf("parts: another process is %s: it listens at %s", l.c.Name, at)
	}
	if i, err := os.Lstat(at); err == nil && i.Mode().Type() == os.ModeSocket {
		_ = os.Remove(at)
	}
	var err error
	if l.listener, err = net.Listen("unix", at); err != nil {
		return fmt.Errorf("parts: %w", err)
	}
	if err := os.Chmod(at, 0o600); err != nil {
		return errors.Join(fmt.Errorf("parts: %w", err), l.listener.Close())
	}
	return nil
}

// Await waits until every process that this one reads from or sends to has been connected once, or ctx ends; in that
// case the error names those that are missing.
func (l *Links) Await(ctx context.Context) error {
	var missing []string
	for _, ways := range []map[string]chan struct{}{l.in, l.out} {
		for _, name := range slices.Sorted(maps.Keys(ways)) {
			select {
			case <-ways[name]:
			case <-ctx.Done():
				select {
				case <-ways[name]:
				default:
					if !slices.Contains(missing, name) {
						missing = append(missing, name)
					}
				}
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("parts: %s is not connected with %s: %w", l.c.Name, strings.Join(missing, ", "), ctx.Err())
	}
	return nil
}

// Close closes everything and waits until it is closed. Messages that wait for readers get a moment to be sent.
func (l *Links) Close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	l.closed = true
	leaving := slices.Collect(maps.Values(l.readers))
	l.mu.Unlock()
	for _, r := range leaving {
		r.finish()
	}
	for _, r := range leaving {
		<-r.done
	}
	l.end()
	err := l.listener.Close()
	l.mu.Lock()
	for c := range l.conns { // order: all are closed
		_ = c.Close()
	}
	l.mu.Unlock()
	l.all.Wait()
	return err
}

// hold registers a connection, so that Close closes it; false if Close was called already.
func (l *Links) hold(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.conns[c] = true
	return true
}

func (l *Links) release(c net.Conn) {
	l.mu.Lock()
	delete(l.conns, c)
	l.mu.Unlock()
	_ = c.Close()
}

func (l *Links) wrong(err error) {
	if l.c.Wrong != nil {
		l.c.Wrong(fmt.Errorf("parts: %w", err))
	}
}

// kind is a hash that tells whether both ends agree on a port's type and encoding.
func (p *port) kind() uint64 {
	h := fnv.New64a()
	name, encoding, schema := p.codec.Schema()
	fmt.Fprintf(h, "%v %s %s ", p.info.Type, name, encoding)
	_, _ = h.Write(schema)
	return h.Sum64()
}
