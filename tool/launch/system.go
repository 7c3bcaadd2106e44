package launch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Place returns the folder where the processes of a launch file's system meet, which may not exist, and the addresses of
// its overseer, the preferred one first.
func Place(file string) (dir string, overseer []string, err error) {
	file, err = filepath.Abs(file)
	if err != nil {
		return "", nil, err
	}
	name := fmt.Sprintf("sinew-%d-%x", os.Getuid(), sha256.Sum256([]byte(file)))[:24]
	dir = filepath.Join(os.TempDir(), name)
	if runtime.GOOS == "linux" {
		overseer = append(overseer, "shm:/dev/shm/"+name)
	}
	return dir, append(overseer, "unix:"+filepath.Join(dir, "overseer")), nil
}

// Running lists the addresses of this user's overseers of launched systems that are running.
func Running() (all []string) {
	name := fmt.Sprintf("sinew-%d-*", os.Getuid())
	for _, at := range []struct{ scheme, dir, file string }{{"shm:", "/dev/shm", ""}, {"unix:", os.TempDir(), "overseer"}} {
		found, _ := filepath.Glob(filepath.Join(at.dir, name, at.file)) // the pattern is valid
		for _, path := range found {
			if _, err := share.Read(at.scheme + path); err == nil {
				all = append(all, at.scheme+path)
			}
		}
	}
	return all
}

// System is a system to be run: the overseer in this process, and the processes that it starts.
type System struct {
	Table     node.Table
	Processes map[string][]string // the paths in the program that each process runs
	Seams     map[string]bool     // the paths that report to no overseer; System reports for them what their processes do
	Dir       string              // where the processes meet; it is created
	Overseer  []string            // its addresses; it listens at the first that works
	// Command is the command line of a process; part is the file that describes what it runs.
	Command  func(process string, life uint64, part string) (argv []string)
	Out      string        // the folder of the overseer's recording; "" for none
	Priority int           // of the overseer's thread, 0 for none
	Patience time.Duration // how long a process that is told to end may take; 0 is 5 s
	Say      func(string)  // takes reports, and the output of processes, from any goroutine

	hub    share.Hub
	center *share.Center
	over   *node.Overseer
	events []chan event // by process
	order  []string     // the names of the processes
}

// event is what the overseer wants of a process, or knows about a node in it.
type event struct {
	node    int
	life    uint64 // of the process, as far as the overseer knows
	restart bool   // the process is to be restarted
	final   bool   // the node will not be restarted automatically
}

// Run runs the system until all processes have ended for good, or ctx ends. The error names those that failed.
func (s *System) Run(ctx context.Context) error {
	if err := s.meet(); err != nil {
		return err
	}
	defer os.RemoveAll(s.Dir) // a temporary folder
	if err := s.listen(); err != nil {
		return err
	}
	s.order = slices.Sorted(maps.Keys(s.Processes))
	for range s.order {
		s.events = append(s.events, make(chan event, 16*len(s.Table.Nodes)))
	}
	oversight, over := context.WithCancel(context.WithoutCancel(ctx))
	defer over()
	began := make(chan struct{})
	ended := make(chan error, 1)
	go func() { ended <- s.oversee(oversight, began) }()
	select {
	case err := <-ended:
		return err
	case <-began:
	}
	errs := make([]error, len(s.order))
	var all sync.WaitGroup
	for k := range s.order {
		all.Go(func() { errs[k] = (&process{System: s, k: k, name: s.order[k]}).supervise(ctx) })
	}
	all.Wait()
	over()
	return errors.Join(append(errs, <-ended)...)
}

// meet creates the folder where processes meet, which no other user may enter.
func (s *System) meet() error {
	if err := os.Mkdir(s.Dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(s.Dir)
	if err == nil && (!info.IsDir() || info.Mode().Perm() != 0o700 || !own(info)) {
		err = fmt.Errorf("%s, where the processes of the system are to meet, is no folder that only this user may enter: remove it", s.Dir)
	}
	return err
}

// listen opens the overseer's end at the first address that works.
func (s *System) listen() error {
	var names []string
	for _, n := range s.Table.Nodes {
		names = append(names, n.Name)
	}
	var errs []error
	for k, a := range s.Overseer {
		hub, err := share.Listen(a, names)
		if err == nil {
			s.hub, s.Overseer = hub, s.Overseer[k:k+1]
			return nil
		}
		errs = append(errs, err)
		if strings.Contains(err.Error(), "belongs to an overseer") {
			break // the same file is launched already: listening at another address would hide that
		}
	}
	return errors.Join(errs...)
}

// oversee runs the overseer's program, which is recorded like any other program.
func (s *System) oversee(ctx context.Context, began chan struct{}) error {
	spec := run.New("overseer", struct{}{}, s.build)
	o := run.Options{Order: run.Order{Real: true, Priority: s.Priority}, Trace: []string{"*"}}
	if s.Out != "" {
		o.Out = folder.Place{Dir: s.Out}
	}
	_, err := run.Do(ctx, overseerSpec{spec, began}, o)
	if s.center != nil {
		err = errors.Join(err, s.center.Close())
	} else {
		err = errors.Join(err, s.hub.Close())
	}
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return err
}

// overseerSpec closes began when the overseer begins.
type overseerSpec struct {
	run.Spec
	began chan struct{}
}

// Make implements run.Spec.
func (s overseerSpec) Make(o run.Order) (*run.Instance, error) {
	i, err := s.Spec.Make(o)
	if err == nil {
		i.Begin = func(context.Context, *run.Around) error { close(s.began); return nil }
	}
	return i, err
}

// Overseer is the program of an overseer, for replays of its recordings.
func Overseer(t node.Table) run.Spec {
	s := &System{Table: t}
	return run.New("overseer", struct{}{}, s.build)
}

// build makes the overseer's program. Without a hub the program is a replay.
func (s *System) build(m *reactor.Main, _ *struct{}) error {
	over, err := node.NewOverseer(m, "overseer", s.Table)
	if err != nil {
		return err
	}
	var all []int
	for i := range s.Table.Nodes {
		all = append(all, i)
	}
	s.center = share.NewCenter(m, "center", over, s.hub, all, func(err error) { s.say(err.Error()) })
	newForeman(m, s, over)
	s.over = over
	if s.hub != nil {
		s.center.Listen()
	}
	return nil
}

func (s *System) say(line string) {
	if s.Say != nil {
		s.Say(line)
	}
}

// foreman passes on what the overseer orders and reports.
//
//	in orders    restarts, by node
//	in statuses  by node
//	in system    its state
type foreman struct {
	reactor.Reactor
	Orders   reactor.MultiIn[node.Order]
	Statuses reactor.MultiIn[node.Status]
	System   reactor.In[node.System]
	lives    []uint64 // by node, the latest known
}

func newForeman(m reactor.Parent, s *System, o *node.Overseer) {
	n := len(s.Table.Nodes)
	f := &foreman{lives: make([]uint64, n)}
	reactor.Init(m, "foreman", f)
	f.Orders.Resize(n)
	f.Statuses.Resize(n)
	reactor.ConnectAll(o.Orders.Channels(), f.Orders.Channels())
	reactor.ConnectAll(o.Statuses.Channels(), f.Statuses.Channels())
	reactor.Connect(&o.System, &f.System)
	f.Reaction("pass").On(&f.Orders, &f.Statuses, &f.System).Do(func() {
		if s.hub == nil {
			return
		}
		if f.System.Present() {
			x := f.System.Get()
			s.say("the system is " + x.State + ": " + x.Cause)
		}
		for i := range n {
			if p := f.Statuses.At(i); p.Present() {
				st := p.Get()
				f.lives[i] = st.Notice.Life
				s.tell(i, event{node: i, life: f.lives[i], final: s.Table.Nodes[i].Restart.Over(&st)})
				if st.State == node.Lost {
					s.say(s.Table.Nodes[i].Name + " is lost" + because(st.Notice.Cause))
				}
			}
			if p := f.Orders.At(i); p.Present() {
				s.say(fmt.Sprintf("%s is started again, restart %d", s.Table.Nodes[i].Name, p.Get().Attempt))
				s.tell(i, event{node: i, life: f.lives[i], restart: true})
			}
		}
	})
}

func because(cause string) string {
	if cause == "" {
		return ""
	}
	return ": " + cause
}

// tell passes an event to the process that contains a node.
func (s *System) tell(i int, e event) {
	for k, name := range s.order {
		if slices.Contains(s.Processes[name], s.Table.Nodes[i].Name) {
			select {
			case s.events[k] <- e:
			default: // full only for a process that has ended for good
			}
			return
		}
	}
}

// process is one process of the system.
type process struct {
	*System
	k     int
	name  string
	life  uint64
	final map[int]bool // by node
}

// supervise starts the process, and restarts it when the overseer says so, until it has ended for good.
func (p *process) supervise(ctx context.Context) error {
	for {
		var failed error
		p.life++
		p.final = map[int]bool{}
		p.begin()
		kill, ended, err := p.start(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		p.report(node.Running, "")
		again, running := false, true
		for running || !again && !p.over(ctx) {
			select {
			case failed = <-ended:
				running = false
				p.gone(ctx, failed)
			case e := <-p.events[p.k]:
				if e.life < p.life {
					continue // about an earlier life, which may have been ended because of another node
				}
				p.final[e.node] = e.final
				if again = again || e.restart; again && running {
					kill() // it is still running if it hangs or is stopped
				}
			case <-ctx.Done():
				if running {
					failed = <-ended
				}
				return p.failure(failed)
			}
		}
		if !again {
			return p.failure(failed)
		}
	}
}

// failure is the error of a process that failed, with its name.
func (p *process) failure(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

// over reports whether a process that has ended will not be restarted.
func (p *process) over(ctx context.Context) bool {
	for i, n := range p.Table.Nodes {
		if slices.Contains(p.Processes[p.name], n.Name) && !p.final[i] {
			return ctx.Err() != nil
		}
	}
	return true
}

// gone tells the overseer that the process has ended, and how.
func (p *process) gone(ctx context.Context, failed error) {
	if ctx.Err() != nil {
		return
	}
	if failed != nil {
		p.say(p.name + " has ended: " + failed.Error())
		for i, n := range p.Table.Nodes {
			if slices.Contains(p.Processes[p.name], n.Name) {
				p.hear(i, node.Notice{State: node.Lost, Life: p.life, Cause: failed.Error()})
			}
		}
		return
	}
	p.report(node.Closed, "")
	for i, n := range p.Table.Nodes { // for a node that sent no notice before its process ended
		if slices.Contains(p.Processes[p.name], n.Name) && !p.Seams[n.Name] {
			p.hear(i, node.Notice{State: node.Lost, Life: p.life})
		}
	}
}

// begin tells the overseer that a life of the process begins.
func (p *process) begin() {
	for i, n := range p.Table.Nodes {
		if slices.Contains(p.Processes[p.name], n.Name) {
			p.hear(i, node.Notice{State: node.Unknown, Life: p.life})
		}
	}
}

// report tells the overseer the state of the seams in the process.
func (p *process) report(s node.State, cause string) {
	for i, n := range p.Table.Nodes {
		if slices.Contains(p.Processes[p.name], n.Name) && p.Seams[n.Name] {
			p.hear(i, node.Notice{State: s, Life: p.life, Number: 1, Cause: cause})
		}
	}
}

// hear passes a notice about a node to the overseer.
func (p *process) hear(i int, n node.Notice) {
	p.System.over.Heard.Schedule(node.Report{Node: int32(i), Notice: n}, 0)
}

// start starts the process once. ended gets the error with which it ended, nil if it ended because it was told to.
func (p *process) start(ctx context.Context) (kill func(), ended <-chan error, err error) {
	part := run.Part{Name: p.name, Parts: p.Processes, Dir: p.Dir, Overseer: p.Overseer, Life: p.life}
	file := filepath.Join(p.Dir, fmt.Sprintf("%d.json", p.k))
	if err := os.WriteFile(file, []byte(part.String()), 0o600); err != nil {
		return nil, nil, err
	}
	argv := p.Command(p.name, p.life, file)
	cmd := exec.Command(argv[0], argv[1:]...)
	out := &lines{say: func(line string) { p.say(p.name + "| " + line) }}
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = time.Second // for processes that it leaves behind
	child.Apart(cmd)            // so that an interrupt from the terminal reaches it only once
	wait, err := child.Start(cmd)
	if err != nil {
		return nil, nil, err
	}
	var killed atomic.Bool // by this program
	kill = func() {
		killed.Store(true)
		_ = cmd.Process.Kill()
	}
	over := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = cmd.Process.Signal(os.Interrupt)
		patience := p.Patience
		if patience == 0 {
			patience = 5 * time.Second
		}
		select {
		case <-over:
		case <-time.After(patience):
			p.say(fmt.Sprintf("%s has not ended within %v: it is killed", p.name, patience))
			kill()
		}
	})
	done := make(chan error, 1)
	go func() {
		err := wait()
		close(over)
		if told := !stop(); told && (killed.Load() || !slain(cmd.ProcessState)) {
			err = nil
		}
		out.end()
		done <- err
	}()
	return kill, done, nil
}

// slain reports whether a process was ended by a signal other than the interrupt that tells it to end.
func slain(p *os.ProcessState) bool {
	s, ok := p.Sys().(syscall.WaitStatus)
	return ok && s.Signaled() && s.Signal() != syscall.SIGINT
}

// lines passes on output line by line.
type lines struct {
	mu   sync.Mutex
	part []byte
	say  func(string)
}

// longestLine is the length in bytes from which a line is passed on in parts.
const longestLine = 4096

// Write implements io.Writer.
func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.part = append(l.part, b...)
	for {
		i := bytes.IndexByte(l.part, '\n')
		if i < 0 && len(l.part) < longestLine {
			return len(b), nil
		}
		if i < 0 {
			i = len(l.part) - 1
		}
		l.say(strings.TrimRight(string(l.part[:i+1]), "\r\n"))
		l.part = l.part[i+1:]
	}
}

func (l *lines) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.part) > 0 {
		l.say(string(l.part))
		l.part = nil
	}
}

var _ io.Writer = (*lines)(nil)
