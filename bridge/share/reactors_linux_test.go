package share

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	recording "github.com/sinew-robotics/sinew/trace/record"
)

const (
	every    = 200 * time.Millisecond
	patience = 250 * time.Millisecond
)

// worker is a node that asks for the automatic state as soon as it hears of another.
type worker struct {
	node.Node[node.None, node.None]
	Hang    reactor.PhysicalAction[bool]
	granted func()
	hold    func() // hangs
}

func newWorker(m *reactor.Main, life uint64) (*worker, error) {
	w := &worker{granted: func() { fmt.Println("granted") }, hold: func() {
		for {
			runtime.Gosched()
		}
	}}
	reactor.Init(m, "worker", w)
	if err := w.Setup(node.Config{Critical: true, Notify: every, Life: life}, node.None{}, w); err != nil {
		return nil, err
	}
	w.Running.Reaction("ask").On(&w.System, w.Running.ResetTrigger()).Sets(&w.Request).Do(func() {
		w.Request.Set(node.Request{To: "auto", ID: 1})
	})
	w.Running.Reaction("told").On(&w.Answer).Do(func() {
		if a := w.Answer.Get(); a.Granted {
			w.granted()
		}
	})
	w.Running.Reaction("hang").On(&w.Hang).Do(func() { w.hold() })
	return w, nil
}

// work is the program of a child process.
func work(address string, commands func() string) error {
	l, err := Dial("worker", address)
	if err != nil {
		return err
	}
	m := reactor.NewMain("work")
	w, err := newWorker(m, uint64(os.Getpid()))
	if err != nil {
		return err
	}
	member := NewMember(m, "member", &w.Base, l)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return err
	}
	member.Listen()
	go func() {
		for {
			switch commands() {
			case "panic":
				panic("as told")
			case "hang":
				w.Hang.Schedule(true, 0)
			case "end":
				w.End.Schedule("as told", 0)
			}
		}
	}()
	_, err = exec.Run(context.Background(), p, exec.Options{Clock: exec.Real})
	return err
}

// ending ends the program of the overseer when the system is safe.
type ending struct {
	reactor.Reactor
	System reactor.In[node.System]
	was    []string
}

// table is the overseer's.
func table() node.Table {
	return node.Table{
		Nodes:   []node.Watched{{Name: "worker", Critical: true, Every: every, Patience: patience, Grace: time.Minute}},
		States:  []node.Phase{{Name: "manual", Initial: true}, {Name: "auto"}, {Name: "safe", Final: true}},
		Changes: []node.Change{{From: "manual", To: "auto", When: []node.Guard{{Node: "worker", In: []node.State{node.Running}}}}},
		Losses:  []node.Loss{{To: "safe", On: []node.State{node.Lost, node.Closed}}}}
}

func newEnding(m *reactor.Main, o *node.Overseer, safe func()) *ending {
	e := &ending{}
	reactor.Init(m, "ending", e)
	reactor.Connect(&o.System, &e.System)
	e.Reaction("end").On(&e.System).Do(func() {
		e.was = append(e.was, e.System.Get().State+": "+e.System.Get().Cause)
		if e.System.Get().State == "safe" {
			safe()
			e.RequestStop()
		}
	})
	return e
}

func oversee(t *testing.T, hub Hub, replay bool) (*reactor.Program, *Center, *ending) {
	t.Helper()
	m := reactor.NewMain("oversee")
	o := must[*node.Overseer](t)(node.NewOverseer(m, "overseer", table()))
	c := NewCenter(m, "center", o, hub, []int{0}, func(err error) { t.Error(err) })
	e := newEnding(m, o, func() {})
	return must[*reactor.Program](t)(reactor.Build(m, reactor.Options{Replay: replay})), c, e
}

// observer notes when a notice came through the door, and when nothing did any more.
type observer struct {
	door        int32
	value       unsafe.Pointer
	heard, last reactor.Time
}

func (o *observer) AtTag(_ *reactor.Enclave, r reactor.Record) {
	for _, d := range r.Doors {
		if x := (*node.Report)(o.value); d == o.door && x.Ask.To == "" && x.Notice.State != node.Lost {
			o.heard = r.Tag.Time
		}
	}
	if len(r.Ports) > 0 {
		o.last = r.Tag.Time
	}
}

// TestLostNodesOfOtherProcesses: whatever happens to a node's process, the system becomes safe: at the tag at which its
// patience is over, or before that if the process has ended. The run replays from what passed the door.
func TestLostNodesOfOtherProcesses(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		how        func(a *actor)
		silent     bool // the process lives on
		cause      string
	}{
		{"killed", "memory", func(a *actor) { a.signal(t, syscall.SIGKILL) }, false, "worker is lost"},
		{"stopped", "memory", func(a *actor) { a.signal(t, syscall.SIGSTOP) }, true, "worker is lost"},
		{"panics", "memory", func(a *actor) { fmt.Fprintln(a.in, "panic") }, false, "worker is lost"},
		{"hangs", "memory", func(a *actor) { fmt.Fprintln(a.in, "hang") }, true, "worker is lost"},
		{"ends", "memory", func(a *actor) { fmt.Fprintln(a.in, "end") }, false, "worker is closed"},
		{"killed behind a service", "unix", func(a *actor) { a.signal(t, syscall.SIGKILL) }, false, "worker is lost"},
		{"stopped behind a service", "tcp", func(a *actor) { a.signal(t, syscall.SIGSTOP) }, true, "worker is lost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			address := addresses(t)[c.kind]
			h := must[Hub](t)(Listen(address, []string{"worker"}))
			p, center, e := oversee(t, h, false)
			file := filepath.Join(t.TempDir(), "run.mcap")
			f := must[*os.File](t)(os.Create(file))
			w := must[*trace.Writer](t)(trace.NewWriter(f, trace.Options{}))
			rec := must[*recording.Recorder](t)(recording.New(p, w, recording.Options{}))
			door := doorOf(p, "overseer.heard")
			seen := &observer{door: door, value: p.Doors()[door].Value}
			p.Observe(seen)
			center.Listen()
			a := start(t, "member", address)
			go func() {
				for a.out.Scan() {
					if a.out.Text() == "granted" {
						c.how(a)
						return
					}
				}
				t.Error("the child ended before it had heard an answer")
				_ = h.Close()
			}()
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			_, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real})
			if err := errors.Join(err, ctx.Err(), center.Close(), rec.Close(), w.Close(), f.Close()); err != nil {
				t.Fatal(err)
			}
			want := []string{"manual: start", "auto: worker", "safe: " + c.cause}
			if strings.Join(e.was, ", ") != strings.Join(want, ", ") {
				t.Errorf("the system was %q, want %q", e.was, want)
			}
			if late := seen.last.Duration() - seen.heard.Duration(); c.silent && late != patience || late > patience {
				t.Errorf("safe %v after the last notice, want %v", late, patience)
			}
			replayed(t, file, rec.Hash())
		})
	}
}

// replayed runs the overseer again from a recording, without any hub.
func replayed(t *testing.T, file, hash string) {
	t.Helper()
	in := must[*recording.Inputs](t)(recording.ReadInputs(file))
	p, center, _ := oversee(t, nil, true)
	rec := must[*recording.Recorder](t)(recording.New(p, nil, recording.Options{}))
	if err := in.Inject(p); err != nil {
		t.Fatal(err)
	}
	center.Listen()
	_, err := exec.Run(context.Background(), p, exec.Options{})
	if err := errors.Join(err, center.Close(), rec.Close()); err != nil {
		t.Fatal(err)
	}
	if rec.Hash() != hash {
		t.Errorf("the replay's hash is %s, the recorded run's %s", rec.Hash(), hash)
	}
}

func doorOf(p *reactor.Program, path string) int32 {
	for i, d := range p.Doors() {
		if d.Path == path {
			return int32(i)
		}
	}
	return -1
}

// TestNodeThatHangsInItsEnclave: an enclave of its own is enough to be found lost.
func TestNodeThatHangsInItsEnclave(t *testing.T) {
	m := reactor.NewMain("hanging")
	o := must[*node.Overseer](t)(node.NewOverseer(m, "overseer", table()))
	w := must[*worker](t)(newWorker(m, 1))
	w.Isolate()
	release := make(chan struct{})
	w.granted, w.hold = func() { w.Hang.Schedule(true, 0) }, func() { <-release }
	if err := o.JoinAcross("worker", &w.Base); err != nil {
		t.Fatal(err)
	}
	e := newEnding(m, o, func() { close(release) })
	p := must[*reactor.Program](t)(reactor.Build(m, reactor.Options{}))
	if _, err := exec.Run(t.Context(), p, exec.Options{Clock: exec.Real, Timeout: time.Minute}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(e.was, ", "); got != "manual: start, auto: worker, safe: worker is lost" {
		t.Error(got)
	}
}
