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
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/run"
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

// boxThread makes a thread one of the box's.
func boxThread(priority int) func() (undo func()) {
	return run.Thread(rt.Options{Priority: priority})
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

// startBox starts the process argv, which calls ServeBox. Its frames come on a thread of their own.
func startBox(around *run.Around, argv []string, order boxOrder, frames func(Frame)) (hello boxHello, err error) {
	err = around.Start(run.Process{Name: "the simulated box", Argv: argv, Order: order,
		Say: func(line string) { fmt.Fprintln(os.Stderr, line) },
		Hello: func(line []byte) error {
			if err := json.Unmarshal(line, &hello); err != nil || hello.Fault == "" {
				return err
			}
			return errors.New(hello.Fault)
		},
		Rest: func(r io.Reader) {
			if thread := boxThread(order.Priority); thread != nil {
				defer thread()()
			}
			buf := make([]byte, binary.Size(Frame{}))
			for {
				if _, err := io.ReadFull(r, buf); err != nil {
					return
				}
				var f Frame
				if _, err := binary.Decode(buf, binary.LittleEndian, &f); err == nil {
					frames(f)
				}
			}
		}})
	return hello, err
}
