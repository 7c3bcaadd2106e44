package lemon

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// A control box is a computer of its own, and so is the simulated one in a run on the real clock: a process, started
// by the demo, that shares neither Go's scheduler nor its collector with the control program. It is reached over TCP
// like any box. Its standard input and output carry the rest:
//
//	in   a line of JSON, boxOrder; then nothing, and its end ends the process
//	out  a line of JSON, boxHello; then the camera's frames, each the fields of a Frame in order, little endian
type boxOrder struct {
	Params   Params
	Seed     uint64
	Priority int // SCHED_FIFO priority of its threads, 0 for none
}

type boxHello struct {
	Command string // address of the command port
	Begin   int64  // ns, reading of the monotonic clock at the box's time zero; one clock serves the whole machine
	Fault   string // why there is no box
}

// boxPriority is the priority of the box's threads, below the control thread's.
func boxPriority(control int) int { return max(0, control-1) }

// boxThread returns what makes the calling goroutine's thread one of the box's.
func boxThread(priority int) func() (undo func()) {
	if priority == 0 {
		return nil
	}
	return func() (undo func()) {
		_, undo = rt.Setup(rt.Options{Priority: priority})
		return undo
	}
}

// boxClock paces a box by the system's monotonic clock.
type boxClock struct{ begin int64 }

// Now implements xarm.Clock.
func (c boxClock) Now() time.Duration { return time.Duration(rt.Now() - c.begin) }

// Wait implements xarm.Clock.
func (c boxClock) Wait(ctx context.Context, d time.Duration) error {
	bell := rt.NewWaiter(rt.Deep)
	defer context.AfterFunc(ctx, bell.Wake)()
	bell.WaitUntil(rt.Now() + int64(d))
	return ctx.Err()
}

// ServeBox is the simulated box's process: it reads what box to be from in, says on out where it is, and sends the
// wrist camera's frames there until in or ctx ends.
func ServeBox(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := bufio.NewReader(in)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("simulated box: it expects a line of JSON on its standard input, as the demo writes it: %w", err)
	}
	var order boxOrder
	if err := json.Unmarshal(line, &order); err != nil {
		return fmt.Errorf("simulated box: its standard input: %w", err)
	}
	rig, err := NewRig(order.Params, order.Seed)
	if err != nil {
		return greet(out, boxHello{Fault: err.Error()})
	}
	defer rt.Tune(rt.Tuning{})()
	if order.Priority > 0 {
		_, undo := rt.Setup(rt.Options{Lock: true})
		defer undo()
	}
	l, err := rig.listen(boxThread(order.Priority))
	if err != nil {
		return greet(out, boxHello{Fault: err.Error()})
	}
	go func() { // a parent that is gone takes the box with it, however it went
		_, _ = io.Copy(io.Discard, lines)
		cancel()
	}()
	if err := greet(out, boxHello{Command: l.server.Addr(), Begin: l.clock.begin}); err != nil {
		l.server.Close()
		return err
	}
	buf := make([]byte, 0, binary.Size(Frame{}))
	err = l.serve(ctx, func(f Frame) {
		buf, err := binary.Append(buf[:0], binary.LittleEndian, &f)
		if err == nil {
			_, err = out.Write(buf)
		}
		if err != nil {
			cancel() // nobody looks any more
		}
	})
	return err
}

func greet(out io.Writer, h boxHello) error {
	b, err := json.Marshal(h)
	if err != nil {
		return err
	}
	_, err = out.Write(append(b, '\n'))
	return err
}

// boxProcess is the demo's end of a simulated box in a process of its own.
type boxProcess struct {
	cmd    *exec.Cmd
	hello  boxHello
	in     io.Closer
	gone   chan struct{}
	thread func() (undo func()) // of what takes the frames; nil for any
}

// boxPatience is how long the process may take to begin, and to end once it was asked to.
const boxPatience = 5 * time.Second

// startBox starts the process argv, which calls ServeBox. Its frames come on a thread of their own.
func startBox(argv []string, order boxOrder, frames func(Frame)) (*boxProcess, error) {
	line, err := json.Marshal(order)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	child.Apart(cmd) // it is to outlive the robot's last command
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = w
	p := &boxProcess{cmd: cmd, in: in, gone: make(chan struct{}), thread: boxThread(order.Priority)}
	wait, err := child.Start(cmd)
	_ = w.Close()
	if err != nil {
		_ = out.Close()
		return nil, fmt.Errorf("starting the simulated box: %w", err)
	}
	began := make(chan error)
	go p.tend(out, wait, began, frames)
	kill := time.AfterFunc(boxPatience, func() { _ = cmd.Process.Kill() })
	_, err = in.Write(append(line, '\n'))
	if err = errors.Join(err, <-began); err == nil && p.hello.Fault != "" {
		err = errors.New(p.hello.Fault)
	}
	if !kill.Stop() || err != nil {
		p.close()
		return nil, fmt.Errorf("the simulated box did not begin (%v): %w", argv, err)
	}
	return p, nil
}

// tend takes the process' frames and waits for its end, on a thread of its own: reading there by blocking calls is the
// shortest way for a frame.
func (p *boxProcess) tend(out *os.File, wait func() error, began chan<- error, frames func(Frame)) {
	defer close(p.gone)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer out.Close()
	_ = out.Fd() // from now on reads block in the kernel
	r := bufio.NewReader(out)
	line, err := r.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &p.hello)
	}
	began <- err
	if p.thread != nil {
		defer p.thread()()
	}
	buf := make([]byte, binary.Size(Frame{}))
	for err == nil {
		if _, err = io.ReadFull(r, buf); err != nil {
			break
		}
		var f Frame
		if _, err = binary.Decode(buf, binary.LittleEndian, &f); err == nil {
			frames(f)
		}
	}
	_ = wait() // it was told to end
}

// close ends the process and waits for it.
func (p *boxProcess) close() {
	_ = p.in.Close()
	kill := time.AfterFunc(boxPatience, func() { _ = p.cmd.Process.Kill() })
	defer kill.Stop()
	<-p.gone
}
