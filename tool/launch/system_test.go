package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/part"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// TestMain is also the processes of the system under test.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "part" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		p, err := run.ReadPart(os.Args[2])
		if err == nil {
			_, err = run.Do(ctx, belt{}, run.Options{Order: run.Order{Real: true, Part: p}, Out: folder.Place{Dir: os.Args[3]}, Trace: []string{"*"}})
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// belt is a program of a node that counts and one that says what it hears.
type belt struct{}

type feeding struct {
	node.Node[node.None, node.None]
	Tick  reactor.Timer
	Count reactor.Out[int]
	n     int
}

type sorting struct {
	node.Node[node.None, node.None]
	Count reactor.In[int]
}

func (belt) Name() string { return "belt" }
func (belt) Params() any  { return &struct{}{} }

func (belt) Make(o run.Order) (*run.Instance, error) {
	return run.New("belt", struct{}{}, func(m *reactor.Main, _ *struct{}) error {
		c := node.Config{Critical: true, Notify: long, Loop: 5 * time.Millisecond}
		a := &feeding{}
		reactor.Init(m, "feeding", a)
		errA := a.Setup(c, node.None{}, a)
		a.Tick.Set(0, 2*time.Millisecond)
		a.Running.Reaction("count").On(&a.Tick).Sets(&a.Count).Do(func() { a.n++; a.Count.Set(a.n) })
		b := &sorting{}
		reactor.Init(m, "sorting", b)
		errB := b.Setup(c, node.None{}, b)
		b.Running.Reaction("say").On(&b.Count).Do(func() {
			if b.Count.Get()%10 == 0 {
				fmt.Println("heard", b.Count.Get())
			}
		})
		reactor.Connect(&a.Count, &b.Count)
		return errors.Join(errA, errB, part.Join(&o, &a.Base, &b.Base))
	}).Make(o)
}

// long is a notification period that no load of the machine makes too short: processes that end are noticed at once.
const long = 20 * time.Second

// journal collects what a system says.
type journal chan string

func (j journal) until(t *testing.T, want string) (before []string) {
	t.Helper()
	for {
		select {
		case line := <-j:
			if before = append(before, line); strings.Contains(line, want) {
				return before
			}
		case <-time.After(time.Minute):
			t.Fatalf("nothing says %q:\n%s", want, strings.Join(before, "\n"))
		}
	}
}

// launched is the system of two processes, made as a launch file says.
func launched(t *testing.T, dir, mode string) (*System, journal) {
	t.Helper()
	file := filepath.Join(dir, "launch.yaml")
	text := "system: P::S.i\nmodels: [a]\nprogram: .\nmode: processes\noverseer: states.yaml\nnodes:\n" +
		"  - {path: feeding, kind: node, critical: true, notify: 20s, restart: {when: failure, limit: 2, backoff: 1ms}}\n" +
		"  - {path: sorting, kind: node, critical: true, notify: 20s, restart: {when: failure, backoff: 1ms}}\n"
	states := "states: [{name: working, initial: true}, {name: safe}]\nchanges:\n  - {from: safe, to: working, when: {feeding: [running]}}\n" +
		"losses:\n  - {node: feeding, on: [lost], to: safe}\n  - {to: safe}\n"
	if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.WriteFile(filepath.Join(dir, "states.yaml"), []byte(states), 0o600)); err != nil {
		t.Fatal(err)
	}
	f, faults := Read(file)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	table, faults := f.Table(Restart{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	j := make(journal, 10_000)
	s := &System{Table: *table, Processes: f.Processes(mode), Seams: f.Seams(), Out: filepath.Join(dir, "out", "overseer"), Say: func(line string) { j <- line }}
	var err error
	if s.Dir, s.Overseer, err = Place(file); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.Command = func(process string, life uint64, part string) []string {
		return []string{self, "part", part, fmt.Sprintf("%s.%d", filepath.Join(dir, "out", process), life)}
	}
	return s, j
}

// pid is that of a node's process.
func pid(t *testing.T, s *System, name string) int {
	t.Helper()
	x, err := share.Read(s.Overseer...)
	if err != nil {
		t.Fatal(err)
	}
	return x.Lives[slices.Index(x.Nodes, name)].Pid
}

// TestSystem: a node's process is killed, the system becomes safe, the process is started again and its messages arrive; when it fails
// too often it is left. Every part has recorded what it did, and replays alone.
func TestSystem(t *testing.T) {
	dir := t.TempDir()
	s, j := launched(t, dir, Many)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	j.until(t, "sorting| heard 10")
	first := pid(t, s, "feeding")
	if err := (&System{Table: s.Table, Processes: s.Processes, Dir: s.Dir, Overseer: s.Overseer}).listen(); err == nil || !strings.Contains(err.Error(), "belongs to an overseer") {
		t.Error("a second launch of the file:", err)
	}
	for life := 2; life <= 4; life++ {
		was := pid(t, s, "feeding")
		if err := syscall.Kill(was, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		if life == 4 {
			break
		}
		lines := j.until(t, "feeding is started again, restart "+strconv.Itoa(life-1))
		if life == 2 && !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "the system is safe: feeding is lost") }) {
			t.Errorf("the system is not safe:\n%s", strings.Join(lines, "\n"))
		}
		j.until(t, "sorting| heard 10")
	}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) { // it gives up
		x, err := share.Read(s.Overseer...)
		if err != nil {
			t.Fatal(err)
		}
		if x.Statuses[0].GaveUp && x.Statuses[0].Restarts == 2 && x.System.State == "safe" && x.Lives[0].Pid == 0 && first != 0 {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("%+v", x)
		}
	}
	cancel()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "feeding: signal: killed") {
		t.Error(err)
	}
	if _, err := os.Stat(s.Dir); err == nil {
		t.Error(s.Dir, "is left")
	}
	for name, spec := range map[string]run.Spec{"overseer": Overseer(s.Table), "sorting.1": belt{}} {
		if r, err := run.Replay(t.Context(), []run.Spec{spec}, filepath.Join(dir, "out", name)); err != nil || !r.Same() {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
}

// TestFailsAtTheEnd: a process that fails just before the system is told to end is in the error, while those that end as they are told
// are not.
func TestFailsAtTheEnd(t *testing.T) {
	s, j := launched(t, t.TempDir(), Many)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	j.until(t, "sorting| heard 10")
	if err := syscall.Kill(pid(t, s, "feeding"), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err == nil || err.Error() != "feeding: signal: killed" {
		t.Error(err)
	}
}

// TestOneProcess: two nodes of one process are lost together, and the process is started again once.
func TestOneProcess(t *testing.T) {
	s, j := launched(t, t.TempDir(), One)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	for life := range uint64(3) {
		j.until(t, "program| heard 100")
		x, err := share.Read(s.Overseer...)
		if err != nil || x.Statuses[0].Notice.Life != life+1 || x.Statuses[1].Notice.Life != life+1 || x.Lives[0] == (share.Liveness{}) || x.Lives[0].Pid != x.Lives[1].Pid {
			t.Fatalf("life %d: %+v %v", life+1, x, err)
		}
		if life < 2 {
			if err := syscall.Kill(x.Lives[0].Pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestStates: what is wrong with the states of a system is told with its place.
func TestStates(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing there": {"", "these are no states of a system: EOF"},
		"no yaml":       {"states: [", "these are no states of a system"},
		"another name":  {"state: []", "these are no states of a system"},
		"no such node":  {"states: [{name: a, initial: true}, {name: b}]\nchanges:\n  - {from: a, to: b}\n  - {from: b, to: a, when: {wheel: [running]}}\nlosses: [{to: b}]\n", `states.yaml:4:5: changes.b-a: there is no node "wheel"`},
		"no such state": {"states: [{name: a, initial: true}, {name: b}]\nchanges:\n  - {from: a, to: c}\nlosses: [{to: b}]\n", `states.yaml:3:5: changes.a-c: there is no state "c"`},
		"never":         {"states: [{name: a, initial: true, final: true}]\nlosses:\n  - {on: [gone], to: a}\n", `states.yaml:3:5: a node is never "gone"`},
		"no safe state": {"states: [{name: a, initial: true}, {name: b}]\nchanges: [{from: a, to: b}, {from: b, to: a}]\n", "nothing says where the system goes from a"},
	} {
		file := filepath.Join(t.TempDir(), "states.yaml")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f := &File{Overseer: file, Nodes: []Node{{Path: "motor", Kind: "node", Critical: true, Notify: time.Second}}}
		_, faults := f.Table(Restart{})
		var told strings.Builder
		for _, x := range faults {
			fmt.Fprintln(&told, x.Error())
		}
		if !strings.Contains(told.String(), c.want) && !slices.ContainsFunc(faults, func(x diag.Fault) bool { return x.Code == c.want }) {
			t.Errorf("%s: got %s, want %s", name, &told, c.want)
		}
	}
	f := &File{Nodes: []Node{{Path: "motor", Kind: "node", Critical: true, Notify: time.Second, Restart: &Restart{When: "always", Backoff: time.Minute}}}}
	table, faults := f.Table(Restart{})
	if len(faults) > 0 || table.Nodes[0].Restart != (node.Restart{When: node.Always, Limit: 5, Backoff: time.Minute, Most: time.Minute, Settled: time.Minute}) {
		t.Error(table, faults)
	}
}
