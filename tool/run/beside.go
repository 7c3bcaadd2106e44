package run

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Process is a program, such as a simulator, that runs in parallel with this one and calls Beside. A real robot has its own
// computer; so what simulates one on the real clock shares neither Go's scheduler nor its collector with the program that
// commands it.
//
// Its standard input has a line of JSON, its order, then one for everything it is told. The end of the input ends the
// process. Its standard output has a line of JSON, its hello or the reason why there is none, and then its reports.
type Process struct {
	Name     string   // in messages, such as "the simulated box"
	Argv     []string // its command; if empty, Here runs in this process
	Here     func(ctx context.Context, in io.Reader, out io.Writer) error
	Order    any // says what to simulate
	Priority int // SCHED_FIFO priority of its threads, 0 for none
	Hello    any // points to the destination of its hello
	// Rest reads its reports, on a thread of its own and with calls that block in the kernel, which is the fastest way. Nil
	// discards them.
	Rest func(io.Reader)
	Say  func(line string) // takes its standard error line by line; nil copies it to this process's
}

// Simulated is the order of a simulator that is made from a program's parameters and seed.
type Simulated[P any] struct {
	Params P
	Seed   uint64
}

// order is the first line of a process's input.
type order struct {
	Order    any
	Priority int
}

// hello is the first line of its output.
type hello struct {
	Hello any
	Fault string // why it could not begin
}

// patience is how long a process may take to begin, and to end once it was told to.
const patience = 5 * time.Second

// Start starts a process and waits for its hello. The process ends when everything is let go, and when this process ends,
// however that happens. The values with which tell is called are sent to it as JSON; calls must not overlap.
func (a *Around) Start(p Process) (tell func(any) error, err error) {
	b := &beside{Process: p, says: speech{say: p.Say}, gone: make(chan struct{})}
	if err := b.start(); err != nil {
		return nil, fmt.Errorf("%s did not begin (%s): %w", p.Name, cmp.Or(strings.Join(p.Argv, " "), "in this process"), err)
	}
	a.Keep(b.end)
	return json.NewEncoder(b.in).Encode, nil
}

// beside is a started process.
type beside struct {
	Process
	in   io.WriteCloser
	kill func()
	says speech
	gone chan struct{}
}

func (b *beside) start() error {
	line, err := json.Marshal(order{b.Order, b.Priority})
	if err != nil {
		return err
	}
	out, w, err := os.Pipe()
	if err != nil {
		return err
	}
	wait, err := b.launch(w)
	if err != nil {
		_ = out.Close()
		return err
	}
	began := make(chan error, 1)
	go b.tend(out, wait, began)
	kill := time.AfterFunc(patience, b.kill)
	_, err = b.in.Write(append(line, '\n'))
	if err = errors.Join(<-began, err); !kill.Stop() {
		err = fmt.Errorf("it said nothing for %v", patience)
	}
	if err != nil {
		b.end()
	}
	return err
}

// launch starts it with w, which it takes over, as its output.
func (b *beside) launch(w *os.File) (wait func() error, err error) {
	if len(b.Argv) == 0 {
		ctx, cancel := context.WithCancel(context.Background())
		in, to := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- b.Here(ctx, in, w)
			_, _ = in.Close(), w.Close()
		}()
		b.in, b.kill = to, cancel
		return func() error { defer cancel(); return <-ended }, nil
	}
	defer w.Close() // the process has it
	cmd := exec.Command(b.Argv[0], b.Argv[1:]...)
	if b.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = w, &b.says
	child.Apart(cmd) // it must be able to outlive the last command
	b.kill = func() { _ = cmd.Process.Kill() }
	return child.Start(cmd)
}

// tend reads the process's output and waits for its end.
func (b *beside) tend(out *os.File, wait func() error, began chan<- error) {
	defer close(b.gone)
	defer out.Close()
	if b.Rest != nil {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer Thread(rt.Options{Priority: b.Priority})()()
		_ = out.Fd() // makes reads block in the kernel
	}
	r := bufio.NewReader(out)
	line, err := r.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		err = wait() // then all its output is there
		if b.says.last == "" && len(b.Argv) == 0 && err != nil {
			b.says.last = err.Error()
		}
		began <- fmt.Errorf("it ended before it said where it listens: %s", cmp.Or(b.says.last, "without a word"))
		return
	}
	if err == nil {
		err = b.greeted(line)
	}
	began <- err
	if err == nil && b.Rest != nil {
		b.Rest(r)
	}
	_, _ = io.Copy(io.Discard, r)
	_ = wait() // it was told to end
}

// greeted parses the first line.
func (b *beside) greeted(line []byte) error {
	var said json.RawMessage
	h := hello{Hello: &said}
	err := json.Unmarshal(line, &h)
	switch {
	case err == nil && h.Fault != "":
		return errors.New(h.Fault)
	case err == nil && said == nil:
		err = errors.New("there is no Hello in it")
	case err == nil:
		err = json.Unmarshal(said, b.Hello)
	}
	if err != nil {
		return fmt.Errorf("its first line is no hello in JSON: %q: %w", bytes.TrimSpace(line), err)
	}
	return nil
}

// end ends the process and waits for it.
func (b *beside) end() {
	_ = b.in.Close()
	kill := time.AfterFunc(patience, b.kill)
	defer kill.Stop()
	<-b.gone
}

// speech passes on a process's output line by line, and remembers the latest line.
type speech struct {
	say  func(line string)
	part []byte
	last string
}

// longest is the greatest number of bytes of a line that is remembered.
const longest = 1000

// Write implements io.Writer.
func (l *speech) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c != '\n' && len(l.part) < longest:
			l.part = append(l.part, c)
		case c == '\n':
			if line := strings.TrimSpace(string(l.part)); line != "" {
				if l.last = line; l.say != nil {
					l.say(line)
				} else {
					fmt.Fprintln(os.Stderr, line)
				}
			}
			l.part = l.part[:0]
		}
	}
	return len(b), nil
}

// Served is what a process serves that was started by another.
type Served struct {
	Hello any                           // its hello, such as the addresses it listens at
	Serve []func(context.Context) error // its servers, each run on a thread of its own
	Told  func(line []byte)             // takes what it is told later; nil if it takes nothing
}

// Beside is a Process seen from its own side: it reads the order from in, writes the hello that begin returns to out, and
// serves until ctx, in or one of the servers ends. thread applies the order's priority to a server's thread.
func Beside[O any](ctx context.Context, in io.Reader, out io.Writer, begin func(o O, thread func() (undo func())) (*Served, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := bufio.NewReader(in)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("it expects a line of JSON on its standard input, from the program that starts it: %w", err)
	}
	var o O
	said := order{Order: &o}
	if err := json.Unmarshal(line, &said); err != nil {
		return fmt.Errorf("its standard input: %w", err)
	}
	defer rt.Tune(rt.Tuning{})()
	if said.Priority > 0 {
		_, thread := rt.Setup(rt.Options{Lock: true})
		defer thread.Release()
	}
	thread := Thread(rt.Options{Priority: said.Priority})
	s, err := begin(o, thread)
	if err != nil {
		return json.NewEncoder(out).Encode(hello{Fault: err.Error()})
	}
	go func() { // the parent's end, however it came about, ends this process
		defer cancel()
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			if s.Told != nil {
				s.Told(line)
			}
		}
	}()
	err = json.NewEncoder(out).Encode(hello{Hello: s.Hello})
	if err != nil {
		cancel() // so that the servers close what they hold
	}
	errs := make([]error, len(s.Serve))
	var all sync.WaitGroup
	for i, serve := range s.Serve {
		all.Go(func() {
			defer cancel()
			defer thread()()
			errs[i] = serve(ctx)
		})
	}
	all.Wait()
	return errors.Join(append(errs, err)...)
}

// Send returns a function that writes values of a fixed size for Take to read: their fields in order, little endian. Values
// are lost if the reader has gone.
func Send[T any](out io.Writer) func(T) {
	buf := make([]byte, 0, binary.Size(*new(T)))
	return func(v T) {
		if b, err := binary.Append(buf[:0], binary.LittleEndian, &v); err == nil { // of a fixed size
			_, _ = out.Write(b)
		}
	}
}

// Take returns a Process's Rest that reads the values written by Send.
func Take[T any](take func(T)) func(io.Reader) {
	return func(r io.Reader) {
		buf := make([]byte, binary.Size(*new(T)))
		for {
			if _, err := io.ReadFull(r, buf); err != nil {
				return
			}
			var v T
			if _, err := binary.Decode(buf, binary.LittleEndian, &v); err == nil {
				take(v)
			}
		}
	}
}
