package node

import (
	"bufio"
	"context"
	_ "embed" // the peer's source
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor"
	sinew "github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

//go:embed peer/table.c
var peerSource []byte

// spacing is the time between two requests: long enough for both ends to be asleep.
const spacing = 200 * time.Microsecond

// Asker is the other process: it asks the overseer at an address for transitions, or receives the published state of
// the system, and prints how many ns each took. args come from exchange: what to do, the address, how often and at what
// priority. With the word suffer it is a node that will be lost, with link one of many processes of a system.
func Asker(args []string, out io.Writer) error {
	if len(args) > 0 && args[0] == "suffer" {
		return suffer(args[1:], os.Stdin)
	}
	if len(args) > 0 && args[0] == "link" {
		return link(args[1:])
	}
	if len(args) != 4 {
		return errors.New("give ask or watch, an address, a number and a priority")
	}
	n, err := strconv.Atoi(args[2])
	priority, bad := strconv.Atoi(args[3])
	if err = errors.Join(err, bad); err != nil {
		return err
	}
	_, thread := rt.Setup(rt.Options{Priority: priority})
	defer thread.Release()
	l, err := share.Dial("asker", args[1])
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }()
	took := make([]int64, 0, n)
	if args[0] == "ask" {
		took, err = ask(l, thread, took, n)
	} else {
		took, err = watch(l, took, n)
	}
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	for _, t := range took {
		fmt.Fprintln(w, t)
	}
	return w.Flush()
}

func ask(l share.Line, thread *rt.Thread, took []int64, n int) ([]int64, error) {
	reports := [2]node.Report{{Ask: node.Request{To: "auto"}}, {Ask: node.Request{To: "manual"}}}
	sleeper := rt.Sleeper{Thread: thread}
	for i := range n {
		sleeper.SleepUntil(rt.Now() + int64(spacing))
		r := &reports[i%2]
		r.Ask.ID = uint64(i)
		begun := rt.Now()
		if err := l.Send(r); err != nil {
			return nil, err
		}
		for {
			m, err := l.Receive()
			if err != nil {
				return nil, err
			}
			if m.Changed {
				continue
			}
			if m.Answer.ID != uint64(i) || !m.Answer.Granted {
				return nil, fmt.Errorf("request %d is answered by %+v", i, m.Answer)
			}
			break
		}
		took = append(took, rt.Now()-begun)
	}
	return took, nil
}

// watch receives states whose numbers are the times at which they were published.
func watch(l share.Line, took []int64, n int) ([]int64, error) {
	if err := l.Send(&node.Report{Ask: node.Request{To: "begin"}}); err != nil {
		return nil, err
	}
	for len(took) < n {
		m, err := l.Receive()
		now := rt.Now()
		if err != nil {
			return nil, err
		}
		if m.Changed {
			took = append(took, now-int64(m.Answer.System.Number))
		}
	}
	return took, nil
}

// transitions measures requests for a transition of the system, granted by a real overseer, between two processes.
func transitions(o bench.Options, self []string, emit bench.Emit) error {
	n := 20_000
	if o.Quick {
		n = 300
	}
	if o.N > 0 {
		n = o.N
	}
	dir, err := os.MkdirTemp("", "sinew-node-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	table := "shm:" + filepath.Join("/dev/shm", filepath.Base(dir))
	peers, err := byPeer(o, n)
	if err != nil {
		fmt.Fprintln(o.Log, "without the C program:", err)
	}
	for _, c := range []struct {
		name, address string
		way           way
		note          string
	}{
		{"node/transition_memory", table, published, "a transition of the system until the other process knows: one wake over shared memory"},
		{"node/request_memory", table, stepped, "asked, judged by the overseer's table, answered: two wakes over shared memory"},
		{"node/request_memory_real", table, running, "the same with the overseer's program on the real clock: one more thread to wake"},
		{"node/transition_unix", "unix:" + filepath.Join(dir, "s"), published, "a transition until the other process knows, by the service on a Unix socket"},
		{"node/request_unix", "unix:" + filepath.Join(dir, "s"), stepped, "asked, judged, answered by the service on a Unix socket"},
		{"node/request_tcp", "tcp:127.0.0.1:0", stepped, "asked, judged, answered by the service on TCP loopback"},
	} {
		if err := o.Stopped(); err != nil {
			return err
		}
		took, err := exchange(o, self, c.address, n, c.way)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		for _, q := range []struct {
			name string
			at   float64
		}{{"p50", 0.5}, {"p99", 0.99}} {
			r := bench.Result{Name: c.name + "_" + q.name, Value: bench.Quantile(took, q.at), Unit: "µs", Note: fmt.Sprintf("%s; %d, %v apart", c.note, n, spacing)}
			if peer := peers[c.way == published]; len(peer) > 0 {
				r = r.Against("C, shared memory and futexes", bench.Quantile(peer, q.at))
			}
			emit(r)
		}
	}
	return nil
}

// byPeer runs the C program, if there is a compiler. took has the times one way (true), and there and back (false).
func byPeer(o bench.Options, n int) (took map[bool][]float64, err error) {
	p, err := bench.BuildPeer("table.c", peerSource)
	if err != nil {
		return nil, err
	}
	defer p.Remove()
	took = map[bool][]float64{}
	for way, word := range map[bool]string{true: "watch", false: "ask"} {
		all, err := p.Numbers(o.Until(), word, strconv.Itoa(n), strconv.Itoa(o.Priority))
		if err != nil {
			return nil, err
		}
		for i := range all {
			all[i] /= 1000
		}
		took[way] = all
	}
	return took, nil
}

// way is what is measured, and how the overseer runs meanwhile.
type way int

const (
	published way = iota // states of the system, in one direction
	stepped              // requests; the thread that receives them runs the overseer
	running              // requests; the overseer runs on the real clock
)

// exchange runs an overseer here and an asker in another process, and returns how long its requests took, in µs.
func exchange(o bench.Options, self []string, address string, n int, how way) (took []float64, err error) {
	hub, err := share.Listen(address, []string{"asker"})
	if err != nil {
		return nil, err
	}
	if s, ok := hub.(*share.Service); ok && strings.HasPrefix(address, "tcp:") {
		address = "tcp:" + s.Addr().String()
	}
	m := reactor.NewMain("bench")
	over, err := node.NewOverseer(m, "overseer", node.Table{Nodes: []node.Watched{{Name: "asker"}},
		States:  []node.Phase{{Name: "manual", Initial: true}, {Name: "auto"}},
		Changes: []node.Change{{From: "manual", To: "auto"}, {From: "auto", To: "manual", By: []string{"asker"}}}})
	if err != nil {
		return nil, errors.Join(err, hub.Close())
	}
	center := share.NewCenter(m, "center", over, hub, []int{0}, nil)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return nil, errors.Join(err, hub.Close())
	}
	served := make(chan error, 1)
	ctx, end := context.WithCancel(o.Until())
	defer end()
	if how == running {
		center.Listen()
		go func() {
			_, err := sinew.Run(ctx, p, sinew.Options{Clock: sinew.Real, Threads: map[string]rt.Options{"bench": {Priority: o.Priority}}})
			served <- err
		}()
	} else {
		go func() {
			if how == published {
				served <- publish(o, hub, n)
			} else {
				served <- step(o, p, over, hub)
			}
		}()
	}
	word := "ask"
	if how == published {
		word = "watch"
	}
	cmd := exec.CommandContext(ctx, self[0], append(self[1:], word, address, strconv.Itoa(n), strconv.Itoa(o.Priority))...)
	cmd.Stderr = os.Stderr
	out, err := child.Output(cmd)
	for _, w := range strings.Fields(string(out)) {
		ns, bad := strconv.ParseFloat(w, 64)
		if bad != nil {
			return nil, errors.Join(bad, hub.Close())
		}
		took = append(took, ns/1000)
	}
	if err == nil && len(took) != n {
		err = fmt.Errorf("%d answers to %d requests", len(took), n)
	}
	end()
	return took, errors.Join(err, hub.Close(), <-served)
}

// step steps the overseer: the thread that receives a request runs its tag.
func step(o bench.Options, p *reactor.Program, over *node.Overseer, hub share.Hub) error {
	_, thread := rt.Setup(rt.Options{Priority: o.Priority})
	defer thread.Release()
	p.Start()
	for e := p.Enclaves[0]; ; {
		for tag, ok := e.Next(); ok; tag, ok = e.Next() {
			p.StepAt(e, tag, nil)
		}
		r, err := hub.Receive()
		if errors.Is(err, share.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		over.Heard.Schedule(r, 0)
	}
}

// publish publishes n states, each with its time as its number, once the other process is connected.
func publish(o bench.Options, hub share.Hub, n int) error {
	_, thread := rt.Setup(rt.Options{Priority: o.Priority})
	defer thread.Release()
	if _, err := hub.Receive(); err != nil {
		return err
	}
	sleeper := rt.Sleeper{Thread: thread}
	states := [2]string{"auto", "manual"}
	for i := 0; ; i++ {
		sleeper.SleepUntil(rt.Now() + int64(spacing))
		err := hub.Publish(node.System{State: states[i%2], Index: int32(i % 2), Number: uint64(rt.Now()), Cause: "asker"})
		if errors.Is(err, share.ErrClosed) || i > 10*n+1000 {
			return nil // the watcher has what it wants, or has ended
		}
		if err != nil {
			return err
		}
	}
}
