package motion

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// box mimics a control box: it follows commands 3 cycles late and refreshes its pose register every 10 ms.
type box struct {
	cmd    []spatial.Pose
	shown  spatial.Pose
	cycle  int
	held   bool
	frozen bool
	where  spatial.Pose
}

func (b *box) step(c spatial.Pose) spatial.Pose {
	b.cmd = append(b.cmd, c)
	if late := len(b.cmd) - 4; late >= 0 && !b.held {
		b.where = b.cmd[late]
	}
	before := b.cycle * 4 / 10
	if b.cycle++; b.cycle*4/10 != before && !b.frozen {
		b.shown = b.where
	}
	return b.shown
}

func newModerator(t *testing.T) *Moderator {
	t.Helper()
	m, err := NewModerator(ModeratorConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// drive follows a 0.3 m move and its way back through the box and calls see every cycle.
func drive(t *testing.T, m *Moderator, b *box, cycles int, see func(n int, raw, out spatial.Pose, v Verdict, cmd spatial.Pose)) {
	s := newServo(t, ServoConfig{Limits: DefaultLimits()})
	s.Reset(at(0, 0, 0))
	b.shown, b.where = at(0, 0, 0), at(0, 0, 0)
	for n := range cycles {
		s.Target(Sighting{Pose: at(0.3*float64(1-n/300%2), 0, 0)})
		cmd, _ := s.Next(Input{})
		raw := b.step(cmd)
		out, v := m.Step(raw, cmd)
		see(n, raw, out, v, cmd)
	}
}

func TestModeratorRepairsRepeats(t *testing.T) {
	m, b := newModerator(t), &box{}
	rawSteps, outSteps, worst := 0, 0, 0.0
	var lastRaw, lastOut spatial.Pose
	drive(t, m, b, 1200, func(n int, raw, out spatial.Pose, v Verdict, cmd spatial.Pose) {
		if v > Broken {
			t.Fatalf("cycle %d: %v", n, v)
		}
		moving := n > 10 && b.cmd[n].P.Dist(b.cmd[n-8].P) > 0.004
		if moving {
			if raw == lastRaw {
				rawSteps++
				if v != Repeated {
					t.Fatalf("cycle %d: a repeat at speed is %v", n, v)
				}
			}
			if out == lastOut {
				outSteps++
			}
			worst = max(worst, out.P.Dist(b.where.P))
		}
		lastRaw, lastOut = raw, out
	})
	t.Logf("%d repeats repaired, worst %.3f mm from the robot", m.Repeats, worst*1000)
	if rawSteps < 200 || outSteps > 0 || m.Alarms != 0 || worst > 0.004 {
		t.Errorf("%d repeats read, %d passed on, %d alarms, worst %g m", rawSteps, outSteps, m.Alarms, worst)
	}
}

func TestModeratorSeesCollisionAndFreeze(t *testing.T) {
	for name, frozen := range map[string]bool{"collision": false, "frozen register": true} {
		m, b := newModerator(t), &box{}
		noticed := -1
		drive(t, m, b, 200, func(n int, raw, out spatial.Pose, v Verdict, cmd spatial.Pose) {
			if n == 100 {
				b.held, b.frozen = !frozen, frozen
			}
			if v >= Standing && noticed < 0 {
				noticed = n
				if out != raw {
					t.Errorf("%s: a standstill was repaired", name)
				}
			}
		})
		if noticed < 0 || noticed < 100 || noticed > 100+15 {
			t.Errorf("%s in cycle 100 was noticed in cycle %d", name, noticed)
		}
	}
}

// A robot pushed aside keeps showing new poses; they lie too far from every command.
func TestModeratorSeesDeviation(t *testing.T) {
	m, b := newModerator(t), &box{}
	noticed := -1
	drive(t, m, b, 200, func(n int, raw, out spatial.Pose, v Verdict, cmd spatial.Pose) {
		if n >= 100 {
			b.where.P.Y += 0.001
			b.held = true
		}
		if v == Deviating && noticed < 0 {
			noticed = n
		}
	})
	if noticed < 115 || noticed > 150 {
		t.Errorf("pushed aside from cycle 100 on: noticed in cycle %d", noticed)
	}
}

func TestModeratorAtRestAndBroken(t *testing.T) {
	m := newModerator(t)
	if p, v := m.Step(at(math.NaN(), 0, 0), at(1, 0, 0)); v != Broken || p != at(1, 0, 0) {
		t.Fatalf("first reading NaN: %v %v", p, v)
	}
	for range 100 {
		if p, v := m.Step(at(1, 0, 0), at(1, 0, 0)); v != Fresh || p != at(1, 0, 0) {
			t.Fatalf("at rest: %v %v", p, v)
		}
	}
	for i := range 20 {
		p, v := m.Step(at(0, math.Inf(1), 0), at(1, 0, 0))
		if !p.Finite() || (i < 10) != (v == Broken) {
			t.Fatalf("broken reading %d: %v %v", i, p, v)
		}
	}
	if _, v := m.Step(at(1, 0, 0.0001), at(math.NaN(), 0, 0)); v != Fresh {
		t.Fatalf("after recovery: %v", v)
	}
	if _, err := NewModerator(ModeratorConfig{T: -1, Still: -1, Lag: 99}); err == nil || strings.Count(err.Error(), "motion:") != 3 {
		t.Fatalf("three faults: %v", err)
	}
}
