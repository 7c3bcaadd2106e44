package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/launch"
	"github.com/sinew-robotics/sinew/tool/part"
	"github.com/sinew-robotics/sinew/tool/run"
)

// chain is a program of nodes, each of which reads what the previous one sends.
type chain int

// Name implements run.Spec.
func (c chain) Name() string { return "chain" }

// Params implements run.Spec.
func (c chain) Params() any { return &struct{}{} }

// Make implements run.Spec.
func (c chain) Make(o run.Order) (*run.Instance, error) {
	return run.New("chain", struct{}{}, func(m *reactor.Main, _ *struct{}) error {
		var all []*node.Base
		var last *worker
		for i := range int(c) {
			w, err := newWorker(m, fmt.Sprintf("node%d", i), node.Config{Critical: true, Notify: time.Second})
			if err != nil {
				return err
			}
			if last != nil {
				reactor.Connect(&last.Sum, &w.Value)
			}
			last, all = w, append(all, &w.Base)
		}
		return part.Join(&o, all...)
	}).Make(o)
}

// link is one process of a chain; its arguments are its length, a priority and the file of its part.
func link(args []string) error {
	if len(args) != 3 {
		return errors.New("give a length, a priority and a part")
	}
	n, err := strconv.Atoi(args[0])
	priority, bad := strconv.Atoi(args[1])
	if err = errors.Join(err, bad); err != nil {
		return err
	}
	p, err := run.ReadPart(args[2])
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	_, err = run.Do(ctx, chain(n), run.Options{Order: run.Order{Real: true, Priority: priority, Part: p}})
	return err
}

// readyApart measures how long a system of 50 connected nodes in 50 processes, started as by sinew launch, takes until
// its overseer has heard that all of them are running.
func readyApart(o bench.Options, self []string, emit bench.Emit) error {
	nodes, rounds := nodesReady, 5
	if o.Quick {
		nodes, rounds = 8, 1
	}
	var took []float64
	for range rounds {
		t, err := launchChain(o, self, nodes)
		if err != nil {
			return err
		}
		took = append(took, t.Seconds())
	}
	emit(bench.Result{Name: fmt.Sprintf("node/ready_%d_processes", nodes), Value: bench.Median(took), Unit: "s",
		Note: fmt.Sprintf("%d nodes in a process each and their overseer, until all are connected and running; the slowest of %d took %.3g s", nodes, rounds, bench.Quantile(took, 1))})
	return nil
}

func launchChain(o bench.Options, self []string, n int) (took time.Duration, err error) {
	dir, err := os.MkdirTemp("", "sinew-node-")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s := &launch.System{Processes: map[string][]string{}, Dir: filepath.Join(dir, "meet"), Priority: o.Priority,
		Overseer: []string{"shm:" + filepath.Join("/dev/shm", filepath.Base(dir)), "unix:" + filepath.Join(dir, "o")},
		Table:    node.Table{States: []node.Phase{{Name: "go", Initial: true}, {Name: "safe", Final: true}}, Losses: []node.Loss{{To: "safe"}}}}
	for i := range n {
		name := fmt.Sprintf("node%d", i)
		s.Processes[name] = []string{name}
		s.Table.Nodes = append(s.Table.Nodes, node.Watched{Name: name, Critical: true, Every: time.Second, Grace: time.Minute})
	}
	s.Command = func(_ string, _ uint64, part string) []string {
		return append(slices.Clone(self), "link", strconv.Itoa(n), strconv.Itoa(o.Priority), part)
	}
	var mu sync.Mutex
	said := ""
	s.Say = func(line string) {
		mu.Lock()
		said += line + "\n"
		mu.Unlock()
	}
	ctx, end := context.WithCancel(o.Until())
	defer end()
	begun := rt.Now()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	for took == 0 && err == nil {
		select {
		case err = <-ended:
			return 0, errors.Join(err, errors.New("the system ended before all nodes were running:\n"+said))
		case <-time.After(2 * time.Millisecond):
		}
		x, bad := share.Read(s.Overseer...)
		running := 0
		for i := range x.Statuses {
			if x.Statuses[i].State == node.Running {
				running++
			}
		}
		if bad == nil && running == n {
			took = time.Duration(rt.Now() - begun)
		} else if rt.Now()-begun > int64(time.Minute) {
			err = fmt.Errorf("after a minute %d of %d nodes run", running, n)
		}
	}
	end()
	return took, errors.Join(err, <-ended)
}
