package run

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Around is what an instance has around its program and lets go when it is closed: servers in this process, processes
// beside it, settings of the system. What came last goes first. The zero value holds nothing. It belongs to one goroutine.
type Around struct {
	held   []func()
	broken context.Context // ends, with the cause, when a server does before its time; nil without servers
	breaks context.CancelCauseFunc
}

// Keep has undo called when everything is let go.
func (a *Around) Keep(undo func()) { a.held = append(a.held, undo) }

// Go runs a server on a goroutine of its own, until it is let go.
func (a *Around) Go(serve func(context.Context) error) {
	if a.broken == nil {
		a.broken, a.breaks = context.WithCancelCause(context.Background())
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := serve(ctx); err != nil {
			a.breaks(err)
		}
	}()
	a.Keep(func() { cancel(); <-done })
}

// Within is ctx, which ends as well, with the cause, when a server has ended with an error. stop frees what that takes.
func (a *Around) Within(ctx context.Context) (within context.Context, stop func()) {
	within, cancel := context.WithCancelCause(ctx)
	if a.broken == nil {
		return within, func() { cancel(nil) }
	}
	free := context.AfterFunc(a.broken, func() { cancel(context.Cause(a.broken)) })
	return within, func() { free(); cancel(nil) }
}

// Close lets everything go. It never fails; an Instance takes it as its Close.
func (a *Around) Close() error {
	for i := len(a.held) - 1; i >= 0; i-- {
		a.held[i]()
	}
	a.held = nil
	return nil
}

// Thread returns what makes the calling goroutine's thread as o says, as far as the system grants it; nil where o asks for
// no priority.
func Thread(o rt.Options) func() (undo func()) {
	if o.Priority == 0 {
		return nil
	}
	return func() func() {
		_, undo := rt.Setup(o)
		return undo
	}
}

// Process is a program that runs beside this one, such as a simulator. A robot is a computer of its own, and so what
// simulates one on the real clock shares neither Go's scheduler nor its collector with the program that commands it.
type Process struct {
	Name string   // in messages, such as "the simulated box"
	Argv []string // its command
	// Order becomes a line of JSON on its standard input, whose end tells it to end. Without an order it has no input, and
	// SIGTERM tells it.
	Order any
	Hello func(line []byte) error // takes the line that it says first, when it is ready
	// Rest reads what it says then, on a thread of its own and by calls that block in the kernel: the shortest way. Nil
	// throws it away.
	Rest func(io.Reader)
	Say  func(line string) // takes what it writes on its standard error
}

// patience is how long a process may take to begin, and to end once it was told to.
const patience = 5 * time.Second

// Start starts a process and waits for what it says first. It ends when everything is let go, and with this process however
// that ends.
func (a *Around) Start(p Process) error {
	b := &beside{Process: p, cmd: exec.Command(p.Argv[0], p.Argv[1:]...), says: speech{say: p.Say}, gone: make(chan struct{})}
	if err := b.start(); err != nil {
		return fmt.Errorf("%s did not begin (%s): %w", p.Name, strings.Join(p.Argv, " "), err)
	}
	a.Keep(b.end)
	return nil
}

// beside is a process that was started.
type beside struct {
	Process
	cmd  *exec.Cmd
	in   io.WriteCloser // nil without an order
	says speech
	gone chan struct{}
}

func (b *beside) start() error {
	order, err := json.Marshal(b.Order)
	if err == nil && b.Order != nil {
		b.in, err = b.cmd.StdinPipe()
	}
	if err != nil {
		return err
	}
	out, w, err := os.Pipe()
	if err != nil {
		return err
	}
	b.cmd.Stdout, b.cmd.Stderr = w, &b.says
	child.Apart(b.cmd) // it is to outlive the last command
	wait, err := child.Start(b.cmd)
	_ = w.Close() // the process has it
	if err != nil {
		_ = out.Close()
		return err
	}
	began := make(chan error, 1)
	go b.tend(out, wait, began)
	kill := time.AfterFunc(patience, func() { _ = b.cmd.Process.Kill() })
	if b.in != nil {
		_, err = b.in.Write(append(order, '\n'))
	}
	if err = errors.Join(<-began, err); !kill.Stop() {
		err = fmt.Errorf("it said nothing for %v", patience)
	}
	if err != nil {
		b.end()
	}
	return err
}

// tend reads what the process says, and waits for its end.
func (b *beside) tend(out *os.File, wait func() error, began chan<- error) {
	defer close(b.gone)
	defer out.Close()
	if b.Rest != nil {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		_ = out.Fd() // from now on reads block in the kernel
	}
	r := bufio.NewReader(out)
	line, err := r.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		_ = wait() // all that it wrote is there then
		began <- fmt.Errorf("it ended before it said where it listens: %s", cmp.Or(b.says.last, "without a word"))
		return
	}
	if err == nil {
		err = b.Hello(line)
	}
	began <- err
	if err == nil && b.Rest != nil {
		b.Rest(r)
	}
	_, _ = io.Copy(io.Discard, r)
	_ = wait() // it was told to end
}

// end ends the process and waits for it.
func (b *beside) end() {
	if b.in != nil {
		_ = b.in.Close()
	} else {
		_ = b.cmd.Process.Signal(syscall.SIGTERM)
	}
	kill := time.AfterFunc(patience, func() { _ = b.cmd.Process.Kill() })
	defer kill.Stop()
	<-b.gone
}

// speech passes on what a process writes line by line, and remembers the latest one.
type speech struct {
	say  func(line string)
	part []byte
	last string
}

// longest is how much of a line is kept.
const longest = 1000

// Write implements io.Writer.
func (l *speech) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c != '\n' && len(l.part) < longest:
			l.part = append(l.part, c)
		case c == '\n':
			if line := strings.TrimSpace(string(l.part)); line != "" {
				l.last = line
				l.say(line)
			}
			l.part = l.part[:0]
		}
	}
	return len(b), nil
}
