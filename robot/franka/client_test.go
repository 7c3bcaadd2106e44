package franka

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReadGetsTheNewest(t *testing.T) {
	for _, v := range versions {
		p := newPeer(t, v)
		c := p.dial(Options{Version: v})
		p.mu.Lock()
		p.send()
		p.mu.Unlock()
		var s State
		if err := c.Read(&s); err != nil {
			t.Fatal(err)
		}
		want := p.state
		if s != want {
			t.Error(cmp.Diff(want, s))
		}
		p.mu.Lock()
		late := p.state
		p.state.ID += 4
		p.send()
		late.ID++
		p.raw(AppendState(nil, v, &late)) // overtaken
		p.mu.Unlock()
		if err := c.Read(&s); err != nil || s.ID != want.ID+5 || c.Lost() != 4 {
			t.Errorf("id %d, %d lost, %v", s.ID, c.Lost(), err)
		}
	}
}

func TestVersionMismatch(t *testing.T) {
	p := newPeer(t, Version7)
	_, err := Dial(context.Background(), p.ln.Addr().String(), Options{Version: Version5})
	if err != (VersionError{Server: 7, Library: 5}) ||
		!strings.Contains(err.Error(), "Incompatible library version (server version: 7, library version: 5)") {
		t.Error(err)
	}
	if c := p.dial(Options{}); c.Version() != Version7 {
		t.Errorf("left open: version %d", c.Version())
	}
	if _, err := Dial(context.Background(), "127.0.0.1", Options{Version: 11}); err == nil {
		t.Error("version 11 dialled")
	}
}

func TestCommandsReachTheRobot(t *testing.T) {
	ctx := context.Background()
	for _, v := range versions {
		p := newPeer(t, v)
		var got []Request
		p.request = func(r Request) bool {
			got = append(got, r)
			return false
		}
		c := p.dial(Options{Version: v})
		req := func(k Kind) *Request { return goldenRequest(k, v) }
		var want []Kind
		call := func(k Kind, err error) {
			t.Helper()
			if _, has := k.ID(v); has != (err == nil) {
				t.Errorf("version %d: %v: %v", v, k, err)
			} else if has {
				want = append(want, k)
			}
		}
		call(SetCollisionBehavior, c.SetCollisionBehavior(ctx, req(SetCollisionBehavior).Collision))
		call(SetJointImpedance, c.SetJointImpedance(ctx, req(SetJointImpedance).JointImpedance))
		call(SetCartesianImpedance, c.SetCartesianImpedance(ctx, req(SetCartesianImpedance).CartesianImpedance))
		call(SetGuidingMode, c.SetGuidingMode(ctx, req(SetGuidingMode).Guiding))
		call(SetEEToK, c.SetEEToK(ctx, req(SetEEToK).Frame))
		call(SetNEToEE, c.SetNEToEE(ctx, req(SetNEToEE).Frame))
		call(SetLoad, c.SetLoad(ctx, req(SetLoad).Load))
		call(SetFilters, c.SetFilters(ctx, req(SetFilters).Filters))
		call(AutomaticErrorRecovery, c.Recover(ctx))
		l, err := c.CartesianLimit(ctx, -3)
		call(GetCartesianLimit, err)
		if err == nil && !l.Active {
			t.Error("limit", l)
		}
		b, err := c.RobotModel(ctx)
		call(GetRobotModel, err)
		if err == nil && len(b) != 100000 {
			t.Errorf("model of %d bytes", len(b))
		}
		_, err = c.LoadModelLibrary(ctx, Library{3, 1})
		call(LoadModelLibrary, err)
		p.mu.Lock()
		for i, k := range want {
			r, w := got[i+1], req(k)
			w.ID = uint32(i + 1)
			if r != *w {
				t.Errorf("version %d: %s", v, cmp.Diff(*w, r))
			}
		}
		p.mu.Unlock()
	}
}

func TestRefusalsAndOrder(t *testing.T) {
	ctx := context.Background()
	p := newPeer(t, Version5)
	var held []Response
	p.request = func(r Request) bool {
		switch r.Kind {
		case SetLoad:
			p.answer(Response{Kind: SetLoad, ID: r.ID, Status: NotPossible})
		case SetEEToK, SetNEToEE: // answered together, the last first
			held = append(held, Response{Kind: r.Kind, ID: r.ID})
			if r.Kind == SetEEToK {
				held[len(held)-1].Status = InvalidArgument
			}
			if len(held) == 2 {
				p.answer(held[1])
				p.answer(held[0])
			}
		case SetFilters: // answers of another kind, and then too many
			p.answer(Response{Kind: SetLoad, ID: r.ID})
			for range unclaimed + 1 {
				p.answer(Response{Kind: SetLoad, ID: 12345})
			}
		default:
			return false
		}
		return true
	}
	c := p.dial(Options{Version: Version5})
	if err := c.SetLoad(ctx, Load{}); err != (CommandError{SetLoad, NotPossible}) {
		t.Error(err)
	}
	var both sync.WaitGroup
	both.Go(func() {
		if err := c.SetEEToK(ctx, IdentityPose()); err != (CommandError{SetEEToK, InvalidArgument}) {
			t.Error(err)
		}
	})
	both.Go(func() {
		if err := c.SetNEToEE(ctx, IdentityPose()); err != nil {
			t.Error(err)
		}
	})
	both.Wait()
	if err := c.SetFilters(ctx, Filters{}); !errors.Is(err, ErrMessage) {
		t.Error(err)
	}
	<-c.tcp.ended
	var s State
	if err := c.Read(&s); !errors.Is(err, ErrMessage) {
		t.Error(err)
	}
}

// loops are the five control loops with what they command in member's values x at the first cycle.
type loop struct {
	name string
	run  func(c *Client, o Loop, f func(s *State, period time.Duration, x []float64) bool) error
	sent func(c *Command) []float64
	g    MotionGenerator
	ctl  Controller
}

func loops() []loop {
	ctx := context.Background()
	return []loop{
		{"joint positions", func(c *Client, o Loop, f func(s *State, p time.Duration, x []float64) bool) error {
			return c.JointPositions(ctx, o, func(s *State, p time.Duration, x *[7]float64) bool { return f(s, p, x[:]) })
		}, func(c *Command) []float64 { return c.QC[:] }, GenerateJointPosition, JointImpedance},
		{"joint velocities", func(c *Client, o Loop, f func(s *State, p time.Duration, x []float64) bool) error {
			return c.JointVelocities(ctx, o, func(s *State, p time.Duration, x *[7]float64) bool { return f(s, p, x[:]) })
		}, func(c *Command) []float64 { return c.DQC[:] }, GenerateJointVelocity, JointImpedance},
		{"Cartesian poses", func(c *Client, o Loop, f func(s *State, p time.Duration, x []float64) bool) error {
			return c.CartesianPoses(ctx, o, func(s *State, p time.Duration, x *Pose) bool { return f(s, p, x[:]) })
		}, func(c *Command) []float64 { return c.OTEEc[:] }, GenerateCartesianPose, JointImpedance},
		{"Cartesian velocities", func(c *Client, o Loop, f func(s *State, p time.Duration, x []float64) bool) error {
			return c.CartesianVelocities(ctx, o, func(s *State, p time.Duration, x *[6]float64) bool { return f(s, p, x[:]) })
		}, func(c *Command) []float64 { return c.ODPEEc[:] }, GenerateCartesianVelocity, JointImpedance},
		{"torques", func(c *Client, o Loop, f func(s *State, p time.Duration, x []float64) bool) error {
			return c.Torques(ctx, o, func(s *State, p time.Duration, x *[7]float64) bool { return f(s, p, x[:]) })
		}, func(c *Command) []float64 { return c.TauJd[:] }, GenerateJointVelocity, ExternalController},
	}
}

// raw sends commands as they are.
var raw = Loop{NoRateLimit: true, Cutoff: CutoffOff}

// TestLoops runs the five loops through start, cycles and end in every version.
func TestLoops(t *testing.T) {
	for _, v := range versions {
		for _, l := range loops() {
			p := newPeer(t, v)
			var asked MoveRequest
			p.request = func(r Request) bool {
				if r.Kind == Move {
					asked = r.Move
				}
				return false
			}
			p.command = func(n int, c Command) {
				switch {
				case n == 3:
					p.state.ID += 4 // lost states
					p.send()
				case n == 9: // sees the end late
					p.end(Success)
				default:
					p.send()
				}
			}
			c := p.dial(Options{Version: v})
			var periods []time.Duration
			o, stats := raw, Stats{}
			o.Stats = &stats
			first := uint64(0)
			err := l.run(c, o, func(s *State, period time.Duration, x []float64) bool {
				if first == 0 {
					first = s.ID
				}
				periods = append(periods, period/time.Millisecond)
				x[0] = 1 // one number that a transform may have there
				return len(periods) == 5
			})
			if err != nil {
				t.Fatalf("version %d, %s: %v", v, l.name, err)
			}
			if d := cmp.Diff([]time.Duration{0, 1, 1, 5, 1}, periods); d != "" {
				t.Error(d)
			}
			if asked != (MoveRequest{Generator: l.g, Controller: l.ctl, Path: DefaultDeviation, Goal: DefaultDeviation}) {
				t.Errorf("%+v", asked)
			}
			got := p.commands()
			if len(got) != 9 || stats.Cycles != 9 || stats.Lost != 4 || stats.Callback.N() != 5 {
				t.Fatalf("%d commands, %+v", len(got), stats.Cycles)
			}
			for i, x := range got {
				checkCommand(t, v, l, i, x, first)
			}
		}
	}
}

func checkCommand(t *testing.T, v Version, l loop, i int, x Command, first uint64) {
	t.Helper()
	id := first + uint64(i)
	if i >= 3 {
		id += 4
	}
	last := i >= 4
	ends := last && l.ctl == ExternalController && v >= Version7
	want := Command{ID: id, Finished: last, TorqueFinished: ends}
	y := l.sent(&want)
	if l.g == GenerateJointPosition {
		want.QC = [Joints]float64{0, -0.75, 0, -2.25, 0, 1.625, 0.75}
	}
	if l.g == GenerateCartesianPose {
		want.OTEEc = IdentityPose()
	}
	y[0] = 1
	if x != want {
		t.Errorf("version %d, %s, command %d: %s", v, l.name, i, cmp.Diff(want, x))
	}
}

// ending is a way in which a motion ends otherwise, in the robot's third cycle.
type ending struct {
	name    string
	command func(p *peer, n int)
	want    error
}

func endings() []ending {
	reflex := func(p *peer) {
		p.idle()
		p.state.Mode = ModeReflex
		p.state.CurrentErrors = Errors(0).With(CommunicationConstraintsViolation)
		p.state.LastErrors = p.state.CurrentErrors
	}
	aborted := Response{Kind: Move, Status: ReflexAborted}
	byReflex := &ControlError{
		Status: ReflexAborted, Mode: ModeReflex, SuccessRate: 0.5, Lost: 2,
		Reasons: Errors(0).With(CommunicationConstraintsViolation),
	}
	return []ending{
		{"response, then state", func(p *peer, n int) {
			a := aborted
			a.ID = p.move
			p.answer(a)
			reflex(p)
			p.state.ID += 2
			p.send()
		}, byReflex},
		{"state, then response", func(p *peer, n int) {
			reflex(p)
			p.state.ID += 2
			p.send()
			a := aborted
			a.ID = p.move
			p.answer(a)
		}, byReflex},
		{"user stop", func(p *peer, n int) {
			p.idle()
			p.state.Mode = ModeUserStopped
			p.send()
			p.answer(Response{Kind: Move, ID: p.move, Status: EmergencyAborted})
		}, &ControlError{Status: EmergencyAborted, Mode: ModeUserStopped, SuccessRate: 0.5}},
		{"preempted", func(p *peer, n int) { p.end(Preempted) },
			&ControlError{Status: Preempted, Mode: ModeIdle, SuccessRate: 0.5}},
		{"success that nobody asked for", func(p *peer, n int) { p.end(Success) }, ErrMessage},
		{"wrong size", func(p *peer, n int) { p.raw(make([]byte, 100)) }, ErrSize},
		{"nothing", func(p *peer, n int) {}, ErrTimeout},
		{"connection cut", func(p *peer, n int) { _ = p.conn.Close(); p.send() }, ErrLost}, // states go on
		{"all silent", func(p *peer, n int) { _ = p.conn.Close() }, ErrLost},
		{"undefined mode", func(p *peer, n int) { p.state.Mode = 77; p.send() }, ErrMode},
	}
}

// TestMotionsThatEndOtherwise aborts, stops and breaks motions.
func TestMotionsThatEndOtherwise(t *testing.T) {
	for _, c := range endings() {
		p := newPeer(t, Version5)
		stopped := 0
		p.request = func(r Request) bool {
			if r.Kind == StopMove {
				stopped++
			}
			return false
		}
		p.command = func(n int, _ Command) {
			if n == 3 {
				c.command(p, n)
			} else {
				p.send()
			}
		}
		client := p.dial(Options{})
		if c.want == ErrTimeout {
			client.o.StateTimeout = 50 * time.Millisecond
		}
		err := client.JointPositions(context.Background(), raw, func(*State, time.Duration, *[7]float64) bool { return false })
		var want *ControlError
		if errors.As(c.want, &want) {
			var got *ControlError
			if !errors.As(err, &got) || *got != *want {
				t.Errorf("%s: %v, want %v", c.name, err, want)
			}
		} else if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		p.mu.Lock()
		if ours := errors.Is(err, ErrSize) || errors.Is(err, ErrMode) || errors.Is(err, ErrTimeout) ||
			errors.Is(err, ErrMessage); ours != (stopped == 1) || stopped > 1 {
			t.Errorf("%s: StopMove sent %d times", c.name, stopped)
		}
		p.mu.Unlock()
	}
}

func TestRefusedMove(t *testing.T) {
	p := newPeer(t, Version9)
	p.state.Mode, p.state.CurrentErrors = ModeReflex, Errors(0).With(JointReflex)
	p.request = func(r Request) bool {
		if r.Kind == Move {
			p.answer(Response{Kind: Move, ID: r.ID, Status: NotPossible})
			p.send()
			return true
		}
		return false
	}
	c := p.dial(Options{Version: Version9})
	err := c.Torques(context.Background(), Loop{}, nil)
	var got *ControlError
	if !errors.As(err, &got) || got.Status != NotPossible || !got.Reasons.Has(JointReflex) ||
		!strings.Contains(err.Error(), `["joint_reflex"], robot mode Reflex`) {
		t.Error(err)
	}
	for _, o := range []Loop{{}, {Generator: 9}, {Generator: GenerateNone}, {Generator: 1, Controller: OtherController}} {
		if err := c.Control(context.Background(), o, nil); !errors.Is(err, ErrMode) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestStopsOfOurOwn ends motions from this end: context, bad command, panic, Stop, Close.
func TestStopsOfOurOwn(t *testing.T) {
	for name, c := range map[string]struct {
		in   func(c *Client, cancel func(), q *[7]float64)
		want error
	}{
		"context":     {func(_ *Client, cancel func(), _ *[7]float64) { cancel() }, context.Canceled},
		"bad command": {func(_ *Client, _ func(), q *[7]float64) { q[2] = math.NaN() }, ErrCommand},
		"panic":       {func(*Client, func(), *[7]float64) { panic(ErrBusy) }, ErrBusy},
		"Stop":        {func(c *Client, _ func(), _ *[7]float64) { _ = c.Stop(context.Background()) }, &ControlError{Status: Preempted}},
		"Close":       {func(c *Client, _ func(), _ *[7]float64) { c.tcp.close() }, ErrClosed},
		"two at once": {func(c *Client, cancel func(), _ *[7]float64) {
			if err := c.Read(new(State)); err != ErrBusy {
				panic(err)
			}
			cancel()
		}, context.Canceled},
	} {
		p := newPeer(t, Version5)
		client := p.dial(Options{})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		n := 0
		err := func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = r.(error)
				}
			}()
			return client.JointPositions(ctx, raw, func(s *State, _ time.Duration, q *[7]float64) bool {
				if n++; n == 4 {
					c.in(client, cancel, q)
				}
				return false
			})
		}()
		var ended *ControlError
		if errors.As(c.want, &ended) {
			if !errors.As(err, &ended) || ended.Status != Preempted {
				t.Errorf("%s: %v", name, err)
			}
		} else if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if name != "Close" {
			p.mu.Lock()
			if p.state.Mode != ModeIdle {
				t.Errorf("%s: the robot was not stopped", name)
			}
			p.mu.Unlock()
			if err := client.JointPositions(context.Background(), raw, func(*State, time.Duration, *[7]float64) bool { return true }); err != nil {
				t.Errorf("%s: a motion after it: %v", name, err)
			}
		}
	}
}

// TestCycleAllocatesNothing runs cycles against a peer in the same goroutine.
func TestCycleAllocatesNothing(t *testing.T) {
	p := newPeer(t, Version5)
	p.mu.Lock()
	p.command = func(int, Command) {}
	p.mu.Unlock()
	c := p.dial(Options{})
	m := &motion{c: c, o: Loop{Generator: GenerateCartesianPose, Stats: new(Stats)}, shape: newShaper(Version5, true, 100)}
	p.mu.Lock()
	m.state = p.state
	p.mu.Unlock()
	m.hold()
	f := func(s *State, _ time.Duration, x *Command) bool {
		x.OTEEc[12] += 1e-7
		return false
	}
	b := make([]byte, 0, 4096)
	p.mu.Lock()
	p.got = make([]Command, 0, 1000)
	p.mu.Unlock()
	ctx := context.Background()
	if n := testing.AllocsPerRun(200, func() {
		if err := m.answer(f); err != nil {
			t.Fatal(err)
		}
		p.mu.Lock()
		p.state.ID++
		b = AppendState(b[:0], p.v, &p.state)
		p.raw(b)
		p.mu.Unlock()
		if err := m.next(ctx); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a cycle", n)
	}
}

// TestCloseWakesAReader closes a client that waits for a state which never comes.
func TestCloseWakesAReader(t *testing.T) {
	p := newPeer(t, Version5)
	c := p.dial(Options{StateTimeout: time.Hour, Timeout: time.Minute})
	got := make(chan error, 1)
	go func() {
		err := ErrBusy
		for errors.Is(err, ErrBusy) { // the loop below looks by holding the lock
			err = c.Read(new(State))
		}
		got <- err
	}()
	for c.busy.TryLock() { // until it reads
		c.busy.Unlock()
		runtime.Gosched()
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := <-got; !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if err := c.Read(new(State)); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if err := c.Recover(context.Background()); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}
