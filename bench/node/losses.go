package node

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor"
	sinew "github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// notify is the notification period of the node that is lost, allowed the time in which the system must be safe.
const (
	notify  = 40 * time.Millisecond
	allowed = 3 * notify / 2
)

// ends are the ways in which a node is lost.
var ends = []string{"kill -9", "kill -STOP", "panic", "busy loop"}

// victim is a critical node that can be told to fail.
type victim struct {
	node.Node[node.None, node.None]
	Fail reactor.PhysicalAction[string]
}

// suffer is the process that is lost: a critical node on the real clock, which fails when a line on the standard input says
// so.
func suffer(args []string, in io.Reader) error {
	if len(args) != 3 {
		return errors.New("give an address, a life and a priority")
	}
	life, err := strconv.ParseUint(args[1], 10, 64)
	priority, bad := strconv.Atoi(args[2])
	if err = errors.Join(err, bad); err != nil {
		return err
	}
	line, err := share.Dial("victim", args[0])
	if err != nil {
		return err
	}
	m := reactor.NewMain("victim")
	v := &victim{}
	reactor.Init(m, "victim", v)
	if err := v.Setup(node.Config{Critical: true, Notify: notify, Loop: 5 * time.Millisecond, Life: life}, node.None{}, v); err != nil {
		return err
	}
	v.Reaction("fail").On(&v.Fail).Do(func() {
		if v.Fail.Get() == "panic" {
			panic("as it was told")
		}
		for never := uint64(1); never != 0; never |= 1 { // a loop that never ends
		}
	})
	member := share.NewMember(m, "member", &v.Base, line)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return err
	}
	member.Listen()
	go func() {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			v.Fail.Schedule(lines.Text(), 0)
		}
		os.Exit(0)
	}()
	_, err = sinew.Run(context.Background(), p, sinew.Options{Clock: sinew.Real, Threads: map[string]rt.Options{"victim": {Priority: priority}}})
	return errors.Join(err, member.Close())
}

// ward is the overseer of the trials, with the reactors that hear it.
type ward struct {
	o       bench.Options
	self    []string
	address string
	watcher share.Line
	running chan uint64   // number of lives of the victim that run
	safe    atomic.Int64  // when the watcher learnt that the system is safe; 0 if it has not since it was told to work
	system  chan struct{} // signalled at every change that the watcher hears of
	works   atomic.Bool
	life    uint64
}

// hearer passes on what the overseer knows about the victim.
type hearer struct {
	reactor.Reactor
	Status reactor.In[node.Status]
}

// Losses kills a critical node in each of four ways, n times in all, and measures how long the whole system takes to be
// safe, as seen by a third party.
func Losses(o bench.Options, self []string, n int, emit bench.Emit) (err error) {
	dir, err := os.MkdirTemp("", "sinew-node-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	w := &ward{o: o, self: self, address: "shm:" + filepath.Join("/dev/shm", filepath.Base(dir)), running: make(chan uint64, 100), system: make(chan struct{}, 1)}
	hub, err := share.Listen(w.address, []string{"victim", "watcher"})
	if err != nil {
		return err
	}
	m := reactor.NewMain("ward")
	over, err := node.NewOverseer(m, "overseer", node.Table{
		Nodes:   []node.Watched{{Name: "victim", Critical: true, Every: notify, Grace: time.Minute}, {Name: "watcher"}},
		States:  []node.Phase{{Name: "safe", Initial: true}, {Name: "work"}},
		Changes: []node.Change{{From: "safe", To: "work", When: []node.Guard{{Node: "victim", In: []node.State{node.Running}}}}},
		Losses:  []node.Loss{{Node: "victim", On: []node.State{node.Lost, node.Error, node.Closed}, To: "safe"}}})
	if err != nil {
		return errors.Join(err, hub.Close())
	}
	center := share.NewCenter(m, "center", over, hub, []int{0, 1}, nil)
	h := &hearer{}
	reactor.Init(m, "hearer", h)
	reactor.Connect(over.Statuses.At(0), &h.Status)
	h.Reaction("hear").On(&h.Status).Do(func() {
		if s := h.Status.Ref(); s.State == node.Running {
			w.running <- s.Notice.Life
		}
	})
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return errors.Join(err, hub.Close())
	}
	center.Listen()
	ctx, end := context.WithCancel(o.Until())
	served := make(chan error, 1)
	go func() {
		_, err := sinew.Run(ctx, p, sinew.Options{Clock: sinew.Real, Threads: map[string]rt.Options{"ward": {Priority: o.Priority}}})
		served <- err
	}()
	if w.watcher, err = share.Dial("watcher", w.address); err == nil {
		go w.watch()
		err = w.trials(n, emit)
		err = errors.Join(err, w.watcher.Close())
	}
	end()
	return errors.Join(err, center.Close(), <-served)
}

// watch notes when the system is known to be safe.
func (w *ward) watch() {
	_, thread := rt.Setup(rt.Options{Priority: w.o.Priority})
	defer thread.Release()
	for {
		m, err := w.watcher.Receive()
		if err != nil {
			return
		}
		if s := m.Answer.System.State; s == "safe" && w.works.Swap(false) {
			w.safe.Store(rt.Now())
		} else if s == "work" {
			w.works.Store(true)
		}
		select {
		case w.system <- struct{}{}:
		default:
		}
	}
}

// await waits until a condition holds.
func (w *ward) await(is func() bool) error {
	late := time.After(10 * time.Second)
	for !is() {
		select {
		case <-w.system:
		case <-late:
			return errors.New("nothing happens for 10 s")
		case <-w.o.Until().Done():
			return bench.ErrStopped
		}
	}
	return nil
}

// trials makes the trials, and emits the results.
func (w *ward) trials(n int, emit bench.Emit) error {
	rng := rand.New(rand.NewPCG(w.o.Seed, 12))
	took := map[string][]float64{}
	var all []float64
	before, within := 0, 0
	for len(all) < n {
		how := ends[len(all)%len(ends)]
		t, early, err := w.trial(how, time.Duration(rng.Int64N(int64(notify))))
		if err != nil {
			return fmt.Errorf("trial %d, %s: %w", len(all)+1, how, err)
		}
		if early {
			if before++; before > 20*n+100 {
				return fmt.Errorf("the node was declared lost %d times before anything was done to it: the machine is too busy for a period of %v", before, notify)
			}
			continue
		}
		if t <= allowed {
			within++
		}
		periods := float64(t) / float64(notify)
		took[how], all = append(took[how], periods), append(all, periods)
	}
	emit(bench.Result{Name: "node/losses_in_time", Value: float64(within), Unit: "trials", Note: fmt.Sprintf("of %d in which the system was known to be safe within %v, 1.5 notification periods, after the node was killed, stopped, made to panic or to loop", n, allowed)})
	emit(bench.Result{Name: "node/losses_worst", Value: bench.Quantile(all, 1), Unit: "periods", Note: "the slowest of all; p99 " + fmt.Sprintf("%.3f", bench.Quantile(all, 0.99))})
	for _, how := range ends {
		emit(bench.Result{Name: "node/losses_" + map[string]string{"kill -9": "killed", "kill -STOP": "stopped", "panic": "panic", "busy loop": "loop"}[how],
			Value: bench.Quantile(took[how], 1), Unit: "periods", Note: fmt.Sprintf("%s: the slowest of %d; p50 %.3f", how, len(took[how]), bench.Quantile(took[how], 0.5))})
	}
	emit(bench.Result{Name: "node/losses_early", Value: float64(before), Unit: "trials", Note: "besides, in which the node was declared lost before anything was done to it: a notice came more than a quarter of a period late"})
	return nil
}

// trial starts a node, waits until the system works, makes the node fail after a while, and returns how long the system
// then took to be safe. early says that it was safe before that.
func (w *ward) trial(how string, after time.Duration) (took time.Duration, early bool, err error) {
	w.life++
	cmd := exec.CommandContext(w.o.Until(), w.self[0], append(w.self[1:], "suffer", w.address, strconv.FormatUint(w.life, 10), strconv.Itoa(w.o.Priority))...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, false, err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		return 0, false, err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = wait() // it was killed
	}()
	for life := uint64(0); life != w.life; {
		select {
		case life = <-w.running:
		case <-time.After(10 * time.Second):
			return 0, false, errors.New("the node does not run after 10 s")
		case <-w.o.Until().Done():
			return 0, false, bench.ErrStopped
		}
	}
	w.safe.Store(0)
	if err := w.watcher.Send(&node.Report{Ask: node.Request{To: "work", ID: w.life}}); err != nil {
		return 0, false, err
	}
	if err := w.await(func() bool { return w.works.Load() || w.safe.Load() != 0 }); err != nil {
		return 0, false, err
	}
	rt.Deep.SleepUntil(rt.Now() + int64(after))
	begun := rt.Now()
	if w.safe.Load() != 0 {
		return 0, true, nil
	}
	switch how {
	case "kill -9":
		err = cmd.Process.Signal(syscall.SIGKILL)
	case "kill -STOP":
		err = cmd.Process.Signal(syscall.SIGSTOP)
	case "panic":
		_, err = io.WriteString(in, "panic\n")
	default:
		_, err = io.WriteString(in, "loop\n")
	}
	if err != nil {
		return 0, false, err
	}
	if err := w.await(func() bool { return w.safe.Load() != 0 }); err != nil {
		return 0, false, err
	}
	took = time.Duration(w.safe.Load() - begun)
	return took, took < 0, nil
}
