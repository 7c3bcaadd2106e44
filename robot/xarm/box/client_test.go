package box

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
	"pgregory.net/rapid"
)

func TestDuplicatesAndReorderingChangeNoAnswer(outer *testing.T) {
	// Each reply says what the register showed when its own request arrived: what a client reads over a bad
	// wire is either that or an error, never an older answer.
	rapid.Check(outer, func(t *rapid.T) {
		f := Failures{
			Seed: rapid.Uint64().Draw(t, "seed"), Duplicate: rapid.Float64Range(0, 0.5).Draw(t, "duplicate"),
			Reorder: rapid.Float64Range(0, 0.5).Draw(t, "reorder"), Delay: rapid.Float64Range(0, 0.5).Draw(t, "delay"),
			DelayFrames: rapid.IntRange(1, 5).Draw(t, "frames"), Drop: rapid.Float64Range(0, 0.2).Draw(t, "drop"),
		}
		r := newRig(outer, nil, Failures{}).ready(xarm.ModeJointVelocity)
		r.net.SetFailures(f)
		_ = r.client.JointVelocity([]float64{0.5, 0, 0, 0, 0, 0, 0}, 0)
		good := 0
		for range 200 {
			r.pass(4 * time.Millisecond)
			w, err := r.client.WirePosition()
			if err == nil {
				good++
				for i, x := range r.box.shown.pose {
					if w[i] != float64(float32(x)) {
						t.Fatalf("read %v, the register shows %v", w, r.box.shown.pose)
					}
				}
			} else if err != xarm.ErrTimeout {
				t.Fatal(err)
			}
		}
		n := r.client.Counters()
		if good == 0 || n.Rejected != 0 || n.SkippedBytes != 0 {
			t.Fatalf("%d good reads, %+v", good, n)
		}
	})
}

func TestCorruptedBitsGiveNoAbsurdNumbers(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	r.net.SetFailures(Failures{Seed: 9, Corrupt: 0.5})
	for range 5000 {
		r.pass(4 * time.Millisecond)
		if w, err := r.client.WirePosition(); err == nil && !xarm.PlausiblePose(w) {
			t.Fatal(w)
		}
		var q, dq, tau [xarm.Joints]float64
		if err := r.client.JointStates(q[:], dq[:], tau[:]); err == nil && !xarm.Within(q[:], xarm.MaxAngle) {
			t.Fatal(q)
		}
	}
	n, b := r.client.Counters(), r.box.Counters()
	if n.Rejected == 0 || n.Stale == 0 || b.BadFrames == 0 {
		t.Errorf("nothing was counted: %+v, %+v", n, b)
	}
}

func TestLostCommandsKeepTheArmWithinItsLimits(t *testing.T) {
	for _, p := range []float64{0, 0.01, 0.05, 0.2} {
		r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
		r.net.SetFailures(Failures{Seed: 11, Drop: p})
		home := xarm.Home()
		q := home
		worst := 0.0
		var was [xarm.Joints]float64
		for i := range 2000 {
			ph := 2 * math.Pi * 0.5 * float64(i) * 0.004
			q[0] = home[0] + 0.2*(1-math.Cos(ph))
			if err := r.client.ServoJoint(q[:]); err != nil && err != xarm.ErrTimeout {
				t.Fatalf("drop %g: %v", p, err)
			}
			for range 4 {
				r.pass(time.Millisecond)
				var x, dx [xarm.Joints]float64
				r.box.Joints(x[:], dx[:])
				for k := range dx {
					if a := math.Abs(dx[k]-was[k]) / 0.001; a > 81 || math.Abs(dx[k]) > 3.2 {
						t.Fatalf("drop %g: joint %d at %g rad/s, %g rad/s²", p, k+1, dx[k], a)
					}
				}
				was = dx
			}
			var x, dx [xarm.Joints]float64
			r.box.Joints(x[:], dx[:])
			worst = max(worst, math.Abs(x[0]-q[0]))
		}
		r.wantError(xarm.ErrorNone)
		t.Logf("%.0f %% lost: worst lag %.2f mrad", 100*p, 1000*worst)
		if worst > 0.03 {
			t.Errorf("%.0f %% lost: lag %g rad", 100*p, worst)
		}
	}
}

func TestRetriesOfReadsAreCounted(t *testing.T) {
	r := newRig(t, nil, Failures{})
	conn, err := r.net.Dial()
	r.must(err)
	c := xarm.NewClient(conn, xarm.ClientConfig{Retries: 3})
	r.net.SetFailures(Failures{Silence: []Silence{{0, time.Second}}})
	if _, err := c.State(); err != xarm.ErrTimeout {
		t.Fatal(err)
	}
	if n := c.Counters(); n.Retransmits != 3 || n.Timeouts != 4 {
		t.Errorf("%+v", n)
	}
	var q [xarm.Joints]float64
	if err := c.ServoJoint(q[:]); err != xarm.ErrTimeout {
		t.Fatal(err)
	}
	if n := c.Counters(); n.Retransmits != 3 {
		t.Error("a motion command was sent again")
	}
}

func TestClientRefusesWhatIsNotFinite(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	before := r.box.Counters().Requests
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e308} {
		p := r.box.Pose()
		p.P.Y = x
		q := xarm.Home()
		q[2] = x
		v := [xarm.Joints]float64{3: x}
		for i, err := range []error{r.client.ServoCartesian(p), r.client.ServoJoint(q[:]), r.client.JointVelocity(v[:], 0)} {
			if !errors.Is(err, xarm.ErrCommand) {
				t.Errorf("call %d with %g: %v", i, x, err)
			}
		}
	}
	if n := r.box.Counters().Requests; n != before {
		t.Errorf("%d of them reached the box", n-before)
	}
	if r.client.Counters().NotSent != 12 {
		t.Errorf("%+v", r.client.Counters())
	}
}

func TestHeartbeatAndSerial(t *testing.T) {
	r := newRig(t, func(c *Config) { c.ArmSerial, c.BoxSerial = "XI130512345678", "AC1305ABCDEF" }, Failures{})
	in, err := r.client.Handshake()
	r.must(err)
	r.must(r.client.Heartbeat())
	arm, box, err := r.client.Serial()
	r.must(err)
	if arm != "XI130512345678" || box != "AC1305ABCDEF" || in.Axes != 7 || !in.AtLeast(1, 12, 10) {
		t.Errorf("%q %q %+v", arm, box, in)
	}
	old := newRig(t, func(c *Config) { c.Firmware = "v1.8.5" }, Failures{})
	_, err = old.client.Handshake()
	old.must(err)
	if old.client.Protocol() != xarm.ProtocolPrivate {
		t.Error("heartbeat protocol with firmware that does not know it")
	}
}

func TestSessionComesBackAndNothingMovesUntilTold(t *testing.T) {
	for name, cut := range map[string]func(r *rig){
		"reset": func(r *rig) { r.net.Break() },
		"silence": func(r *rig) {
			r.net.SetFailures(Failures{Silence: []Silence{{r.box.Now(), r.box.Now() + time.Second}}})
		},
		"timed": func(r *rig) { r.net.SetFailures(Failures{Resets: []time.Duration{r.box.Now() + 10*time.Millisecond}}) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil, Failures{})
			s := xarm.NewSession(r.net.Dial, xarm.ClientConfig{})
			s.MaxMisses = 5
			r.must(s.Connect())
			r.must(s.Prepare(xarm.ModeJointVelocity))
			r.must(s.Resume())
			r.must(s.Note(s.Client().JointVelocity([]float64{0.3, 0, 0, 0, 0, 0, 0}, 50*time.Millisecond)))
			r.pass(20 * time.Millisecond)
			cut(r)
			cycles := 0
			for ; s.Connected() && cycles < 20; cycles++ {
				r.pass(4 * time.Millisecond)
				_ = s.Note(s.Client().JointVelocity([]float64{0.3, 0, 0, 0, 0, 0, 0}, 50*time.Millisecond))
			}
			if s.Connected() || cycles > 6 {
				t.Fatalf("the loss was seen after %d cycles", cycles)
			}
			if s.Client() != nil || s.Resume() != xarm.ErrLost {
				t.Error("a lost session acts")
			}
			r.pass(300 * time.Millisecond)
			if r.speed() != 0 {
				t.Error("the dead-man time did not stop the arm")
			}
			r.pass(time.Second)
			r.must(s.Connect())
			r.pass(200 * time.Millisecond)
			if st, mode, _, _ := r.box.State(); st != xarm.StateReset || mode != xarm.ModeJointVelocity || r.speed() != 0 {
				t.Errorf("after reconnecting: %v, mode %d, %g rad/s", st, mode, r.speed())
			}
			r.must(s.Resume())
			r.must(s.Note(s.Client().JointVelocity([]float64{0.3, 0, 0, 0, 0, 0, 0}, 50*time.Millisecond)))
			r.pass(20 * time.Millisecond)
			if r.speed() == 0 || s.Connections() != 2 || s.Counters().Calls < 20 {
				t.Errorf("speed %g, %d connections, %+v", r.speed(), s.Connections(), s.Counters())
			}
		})
	}
}

func TestCyclicCallsDoNotAllocate(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	pose := r.box.Pose()
	home := xarm.Home()
	var q, dq, tau [xarm.Joints]float64
	report := make([]byte, 0, xarm.MaxReport)
	var rep xarm.Report
	var rt xarm.Realtime
	calls := map[string]func(){
		"ServoCartesian": func() { _ = r.client.ServoCartesian(pose) },
		"ServoJoint":     func() { _ = r.client.ServoJoint(home[:]) },
		"Position":       func() { _, _ = r.client.Position() },
		"JointStates":    func() { _ = r.client.JointStates(q[:], dq[:], tau[:]) },
		"State, ErrWarn": func() { _, _ = r.client.State(); _, _, _ = r.client.ErrWarn() },
		"refused":        func() { _ = r.client.JointVelocity(dq[:], time.Second) },
		"Advance":        func() { r.pass(4 * time.Millisecond) },
		"reports": func() {
			for k := range xarm.ReportKind(xarm.ReportKinds) {
				report = r.box.AppendReport(report[:0], k)
				if k == xarm.ReportRealtime {
					_ = xarm.DecodeRealtime(report, &rt)
				} else {
					_ = xarm.DecodeReport(k, report, &rep)
				}
			}
		},
	}
	for name, f := range calls {
		if n := testing.AllocsPerRun(100, func() { f(); r.pass(4 * time.Millisecond) }); n != 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
	if rep.State != xarm.StateIdle || rt.Time == 0 {
		t.Error("reports were not decoded")
	}
	r = newRig(t, func(c *Config) { c.Firmware, c.Tool, c.ForceSensor = "v2.7.1", ToolGripper, true }, Failures{}).ready(xarm.ModePosition)
	l, i := NewLink(), 0
	corner := [][]byte{down(400, 100, 300, 200, 2000, 0, 30), down(500, 100, 300, 200, 2000, 0, 30), down(400, -100, 350, 200, 2000, 0, 30)}
	line := make([]byte, 0, xarm.MaxFrame)
	gripper := xarm.AppendRequest(nil, xarm.Request{ID: 7, Protocol: 3, Register: xarm.RegModbus, Params: []byte{9, 8, 3, 7, 2, 0, 2}})
	feed := xarm.AppendRequest(nil, xarm.Request{ID: 8, Protocol: 3, Register: xarm.RegFeedbackType, Params: []byte{7}})
	r.box.Handle(l, feed)
	if n := testing.AllocsPerRun(50, func() {
		i++
		line = xarm.AppendRequest(line[:0], xarm.Request{ID: 9, Protocol: 3, Register: xarm.RegMoveLineB, Params: corner[i%3]})
		r.box.Handle(l, line)
		r.box.Handle(l, gripper)
		r.pass(300 * time.Millisecond)
		report = l.Unasked(report[:0])
	}); n != 0 {
		t.Errorf("planned moves: %g allocations", n)
	}
	r.wantError(xarm.ErrorNone)
	r = newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	r.net.SetFailures(Failures{Seed: 1, Drop: 0.1, Duplicate: 0.2, Reorder: 0.1, Delay: 0.1, Corrupt: 0.05})
	if n := testing.AllocsPerRun(500, func() {
		_ = r.client.ServoJoint(home[:])
		_, _ = r.client.WirePosition()
		r.pass(4 * time.Millisecond)
	}); n != 0 {
		t.Errorf("on a bad wire: %g allocations", n)
	}
}

func BenchmarkCycleInMemory(b *testing.B) {
	r := newRig(b, nil, Failures{}).ready(xarm.ModeServo)
	home := xarm.Home()
	var q, dq, tau [xarm.Joints]float64
	b.ReportAllocs()
	for range b.N {
		_ = r.client.ServoJoint(home[:])
		_, _ = r.client.WirePosition()
		_ = r.client.JointStates(q[:], dq[:], tau[:])
		r.pass(4 * time.Millisecond)
	}
}
