package lemon

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/trace/record"
)

// witness lets a test wait for what the robot's readings say.
type witness struct {
	begun chan *session
	mu    sync.Mutex
	cond  *sync.Cond
	now   WorldData
	n     int
}

func newWitness() *witness {
	w := &witness{begun: make(chan *session, 1)}
	w.cond = sync.NewCond(&w.mu)
	return w
}

// begin watches a run.
func (w *witness) begin(s *session) {
	if err := record.Tap(s.rec, "robot.world_data", func(_ reactor.Tag, d *WorldData) { w.robot(d) }); err != nil {
		panic(err)
	}
	w.begun <- s
}

func (w *witness) end() { w.robot(nil) }

func (w *witness) robot(d *WorldData) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.n++; d == nil {
		w.n = -1
	} else if w.n > 0 {
		w.now = *d
	}
	w.cond.Broadcast()
}

// until waits for a reading that is as wanted.
func (w *witness) until(t *testing.T, what string, ok func(*WorldData) bool) WorldData {
	t.Helper()
	limit := time.AfterFunc(time.Minute, w.end)
	defer limit.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.n == 0 || !ok(&w.now) {
		if w.n < 0 {
			t.Fatalf("never %s: ready %v, %v, error %d", what, w.now.Ready, w.now.Fault, w.now.Error)
		}
		w.cond.Wait()
	}
	return w.now
}

// outsider is a simulated control box by itself, as `sinew sim xarm7` runs it.
type outsider struct {
	t    *testing.T
	addr string
	srv  *box.Server
	stop func()
}

// start begins with a new box at the address.
func (o *outsider) start() {
	o.t.Helper()
	rig, err := NewRig(DefaultParams(), 1)
	if err != nil {
		o.t.Fatal(err)
	}
	if o.srv, err = box.Listen(box.ServerConfig{Command: o.addr}, rig.Box); err != nil {
		o.t.Fatal(err)
	}
	o.addr = o.srv.Addr()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- o.srv.Serve(ctx) }()
	o.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			o.t.Error(err)
		}
	})
	o.t.Cleanup(o.stop)
}

// TestABoxThatComesBackIsMadeReadyAgain over TCP and on the real clock: its process was ended and started anew, its
// connection was cut, or it was switched off and on behind an open connection.
func TestABoxThatComesBackIsMadeReadyAgain(t *testing.T) {
	for name, fail := range map[string]func(o *outsider, w *witness){
		"started anew": func(o *outsider, w *witness) {
			o.stop()
			w.until(t, "lost", func(d *WorldData) bool { return !d.Ready && d.Fault != xarm.FaultNone })
			o.start()
		},
		"cut": func(o *outsider, w *witness) {
			c := o.cutter()
			w.until(t, "lost", func(d *WorldData) bool { return !d.Ready })
			c()
		},
		"rebooted": func(o *outsider, w *witness) {
			o.reboot()
			w.until(t, "not ready", func(d *WorldData) bool { return !d.Ready })
		},
	} {
		for _, auto := range []bool{false, true} {
			t.Run(name+map[bool]string{true: ", going on by itself"}[auto], func(t *testing.T) {
				comeBack(t, auto, fail)
			})
		}
	}
}

func comeBack(t *testing.T, auto bool, fail func(*outsider, *witness)) {
	o := &outsider{t: t, addr: "127.0.0.1:0"}
	o.start()
	p := DefaultParams()
	p.Period, p.Deadline, p.AutoResume = 20*time.Millisecond, 20*time.Millisecond, auto // for machines that stand still
	w := newWitness()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, _, err := ran(ctx, options{Params: p, Robot: o.addr, hooks: hooks{ready: w.begin}})
		w.end()
		done <- err
	}()
	st := <-w.begun
	first := w.until(t, "ready", func(d *WorldData) bool { return d.Ready })
	fail(o, w)
	w.until(t, "connected again", func(d *WorldData) bool { return d.Fault == xarm.FaultNone })
	if !auto {
		for end := time.Now().Add(time.Minute); ; {
			st.net.Operator.Order.Schedule(OperatorReset, 0)
			if d := w.next(); d.Ready || time.Now().After(end) {
				break
			}
		}
	}
	d := w.until(t, "ready again", func(d *WorldData) bool { return d.Ready && d.Epoch > first.Epoch })
	if d.Error != 0 {
		t.Errorf("error %d", d.Error)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// next waits for another reading.
func (w *witness) next() WorldData {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n := w.n; n == w.n && w.n >= 0; {
		w.cond.Wait()
	}
	return w.now
}

// cutter ends the server's connections for as long as it takes to be noticed; what it returns lets them in again.
func (o *outsider) cutter() (mend func()) {
	o.stop()
	l, err := net.Listen("tcp", o.addr) // accepts, and says nothing
	if err != nil {
		o.t.Fatal(err)
	}
	return func() {
		_ = l.Close()
		o.start()
	}
}

// reboot switches the box off and on by its own register.
func (o *outsider) reboot() {
	o.t.Helper()
	conn, err := xarm.DialTCP(o.addr, time.Second)()
	if err != nil {
		o.t.Fatal(err)
	}
	defer conn.Close()
	q := xarm.AppendRequest(nil, xarm.Request{ID: 1, Protocol: xarm.ProtocolPrivate, Register: xarm.RegSystemControl, Params: []byte{2}})
	if err := conn.SetTimeout(time.Minute); err != nil {
		o.t.Fatal(err)
	}
	if _, err := conn.Write(q); err != nil {
		o.t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, xarm.MaxFrame)); err != nil {
		o.t.Fatal(err)
	}
}

// TestTheRobotsStateSaysWhatToDo: the state of a robot that does not move says what makes it move.
func TestTheRobotsStateSaysWhatToDo(t *testing.T) {
	for _, row := range []struct {
		s          robotState
		page, auto bool
		want       string
	}{
		{robotState{ready: true}, true, false, ""},
		{robotState{}, true, false, "press reset on the page"},
		{robotState{}, false, false, "auto_resume"},
		{robotState{}, true, true, "goes on by itself"},
		{robotState{fault: xarm.FaultLost}, true, false, "dialling it again"},
		{robotState{fault: xarm.FaultTimeout}, true, false, "timed out"},
		{robotState{code: 31}, true, false, "error 31, collision: abnormal joint torque: remove the cause; press reset"},
	} {
		if got := row.s.words(row.page, row.auto); !strings.Contains(got, row.want) || row.want == "" && got != "" {
			t.Errorf("%+v: %q, want %q", row.s, got, row.want)
		}
	}
}
