package trajectory

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/math/motion/spline"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
)

func ready() []float64 { return []float64{0, -0.8, 0, -2.3, 0, 1.5, 0.8} }

// smooth goes to each of the places in turn, in seconds each, at rest there.
func smooth(seconds float64, places ...[]float64) (g Goal) {
	g.ID = 1
	for k, q := range places {
		g.Points = append(g.Points, Point{Time: time.Duration(float64(k+1) * seconds * 1e9), Position: q, Velocity: make([]float64, len(q)), Acceleration: make([]float64, len(q))})
	}
	return g
}

// away is ready, with every joint d farther.
func away(d float64) []float64 {
	q := ready()
	for i := range q {
		q[i] += d
	}
	return q
}

// TestCommandsAreThePath executes a trajectory that keeps the limits: each command is the polynomial's value.
func TestCommandsAreThePath(t *testing.T) {
	r := newRig(t, panda(), ready(), nil)
	g := smooth(1.5, away(0.3), away(-0.2))
	if s := r.c.Execute(&g, r.io); s.Phase != Waiting {
		t.Fatal(s)
	}
	for k := range 3000 {
		r.step()
		s := float64(k+1) * r.io.Dt
		from, to := ready(), away(0.3)
		if s > 1.5 {
			from, to, s = away(0.3), away(-0.2), s-1.5
		}
		for i := range from {
			poly := spline.Quintic(spline.End{P: from[i]}, spline.End{P: to[i]}, 1.5)
			if want, _, _, _ := poly.At(s); math.Abs(r.x[i]-want) > 1e-12 {
				t.Fatalf("cycle %d, joint %d: %g, want %g", k, i, r.x[i], want)
			}
		}
	}
	if s := r.run(1, time.Second); s.Phase != Succeeded || s.Code != Successful || r.broken > 0 {
		t.Errorf("%+v, %d limits broken", s, r.broken)
	}
}

func TestRefusals(t *testing.T) {
	good := func() Goal { return smooth(1, away(0.1), away(0.2)) }
	for _, c := range []struct {
		spoil func(*Goal)
		code  Code
		want  string
	}{
		{func(g *Goal) { g.Points[1].Position[3] = math.NaN() }, InvalidGoal, "positions[3] is NaN"},
		{func(g *Goal) { g.Points[0].Velocity[2] = math.Inf(1) }, InvalidGoal, "velocities[2] is +Inf"},
		{func(g *Goal) { g.Points[0].Position[0] = 5 }, InvalidGoal, "joint a at 5 is outside"},
		{func(g *Goal) { g.Points[0].Velocity[0] = 3 }, InvalidGoal, "velocity 3 exceeds"},
		{func(g *Goal) { g.Points[0].Acceleration[1] = 99 }, InvalidGoal, "acceleration 99 exceeds"},
		{func(g *Goal) { g.Points[1].Velocity[4] = 0.1 }, InvalidGoal, "ends with velocity"},
		{func(g *Goal) { g.Points[1].Time = g.Points[0].Time }, InvalidGoal, "times must rise"},
		{func(g *Goal) { g.Points = nil }, InvalidGoal, "0 points"},
		{func(g *Goal) { g.Points[0].Position = g.Points[0].Position[:3] }, InvalidGoal, "3 positions: give 7"},
		{func(g *Goal) { g.Points[0].Velocity = nil }, InvalidGoal, "accelerations but no velocities"},
		{func(g *Goal) { g.Points[0].Effort = make([]float64, 7) }, InvalidGoal, "no effort is commanded"},
		{func(g *Goal) { g.PathTolerance = []float64{1} }, InvalidGoal, "1 path tolerances"},
		{func(g *Goal) { g.GoalTolerance = []float64{1, 1, 1, 1, 1, 1, math.NaN()} }, InvalidGoal, "tolerance of joint g is NaN"},
		{func(g *Goal) { g.Joints = names(6) }, InvalidJoints, "joint g is missing"},
		{func(g *Goal) { g.Joints = append(names(7), "x") }, InvalidJoints, `"x" is not one`},
		{func(g *Goal) { g.Joints = append(names(7), "a") }, InvalidJoints, "named twice"},
		{func(g *Goal) { g.Start = time.Millisecond }, OldHeaderTimestamp, "already"},
	} {
		r := newRig(t, panda(), ready(), nil)
		r.io.Now = time.Minute
		g := good()
		c.spoil(&g)
		if s := r.c.Execute(&g, r.io); s.Phase != Refused || s.Code != c.code || !strings.Contains(s.Why, c.want) {
			t.Errorf("want %d %q, got %+v", c.code, c.want, s)
		}
		for range 10 {
			r.step()
		}
		if r.c.motion.moving() {
			t.Error("a refused goal moves")
		}
	}
	r := newRig(t, panda(), ready(), nil)
	r.io.Active = false
	g := good()
	if s := r.c.Execute(&g, r.io); s.Phase != Refused {
		t.Error("an inactive controller takes goals")
	}
}

// stuck lets joint 2 stay where it is from a cycle on.
func (r *rig) stuck(from int, id uint32) Status {
	for k := range 20000 {
		r.step()
		if k >= from {
			r.io.States(2)[0], r.io.States(7 + 2)[0] = 0, 0
		}
		if s := r.c.Status(); s.ID == id && s.Phase >= Succeeded {
			break
		}
	}
	for range 3000 { // to rest
		r.step()
	}
	return r.c.Status()
}

// TestConfigureKeepsParameters refuses two limits for one joint as often as it is asked, and takes them for two.
func TestConfigureKeepsParameters(t *testing.T) {
	c := New()
	c.joints, c.velocity = names(1), []float64{0.5, 0.4}
	setup := &manager.Setup{Name: "arm", Period: time.Millisecond, Limit: func(string) safety.AxisLimit {
		l := safety.Unlimited()
		l.V = 2
		return l
	}}
	for range 2 {
		if _, err := c.Configure(setup); err == nil || !strings.Contains(err.Error(), "limits/velocity has 2 numbers: give one, or one for each of 1") {
			t.Fatalf("error %v", err)
		}
	}
	for _, n := range []int{2, 1} {
		if c.joints = names(n); n == 1 {
			c.velocity = []float64{0.3}
		}
		if _, err := c.Configure(setup); err != nil {
			t.Fatal(err)
		}
		if v := c.limits[n-1].V; v != []float64{0, 0.3, 0.4}[n] {
			t.Errorf("the last of %d joints has velocity %g", n, v)
		}
	}
}

func TestTolerances(t *testing.T) {
	r := newRig(t, panda(), ready(), func(c *Controller) { c.pathTolerance = []float64{0.05} })
	g := smooth(2, away(0.5))
	r.c.Execute(&g, r.io)
	if s := r.stuck(100, 1); s.Phase != Aborted || s.Code != PathToleranceViolated || s.Joint != 2 || math.Abs(s.Error) < 0.05 {
		t.Errorf("path: %+v", s)
	}
	if r.c.motion.moving() || r.broken > 0 {
		t.Errorf("after the abort it moves, or broke %d limits", r.broken)
	}
	r = newRig(t, panda(), ready(), nil) // no path tolerance
	r.c.Execute(&g, r.io)
	if s := r.stuck(100, 1); s.Phase != Aborted || s.Code != GoalToleranceViolated || s.Joint != 2 {
		t.Errorf("goal: %+v", s)
	}
	r = newRig(t, panda(), ready(), nil)
	g.GoalTolerance = []float64{0, 0, -1, 0, 0, 0, 0} // that joint does not count
	r.c.Execute(&g, r.io)
	if s := r.stuck(100, 1); s.Phase != Succeeded {
		t.Errorf("not checked: %+v", s)
	}
}

func TestCancelStopsWithinTheLimits(t *testing.T) {
	r := newRig(t, panda(), ready(), nil)
	g := smooth(1, away(0.5))
	r.c.Execute(&g, r.io)
	for range 500 {
		r.step()
	}
	r.c.Cancel(Cancel{ID: 7})
	if r.step(); r.c.Status().Phase == Cancelled {
		t.Fatal("another goal's number cancels")
	}
	r.c.Cancel(Cancel{ID: 1})
	for range 500 {
		r.step()
	}
	if s := r.c.Status(); s.Phase != Cancelled || r.c.motion.moving() || r.broken > 0 || r.x[0] > 0.45 {
		t.Errorf("%+v, %d limits broken, joint 0 at %g", s, r.broken, r.x[0])
	}
}

// TestScale pauses in flight, goes on at half the speed, and stays on the path.
func TestScale(t *testing.T) {
	r := newRig(t, panda(), ready(), nil)
	g := smooth(2, away(0.5))
	r.c.Execute(&g, r.io)
	for _, p := range []struct {
		scale  float64
		cycles int
	}{{1, 800}, {0, 1500}, {0.5, 1000}, {math.NaN(), 1000}, {1, 100}} {
		r.io.SetReference(0, p.scale)
		for range p.cycles {
			r.step()
			if !r.c.motion.on {
				t.Fatalf("left the path at %g s, scale %g", r.c.motion.t, r.c.motion.scale.V)
			}
		}
		if !(p.scale > 0) && r.c.motion.moving() {
			t.Errorf("scale %g: moves", p.scale)
		}
	}
	if s := r.run(1, 3*time.Second); s.Phase != Succeeded || r.broken > 0 {
		t.Errorf("%+v, %d limits broken", s, r.broken)
	}
}

func TestWrapsTheShortWay(t *testing.T) {
	limits := []otg.Limit{{Lower: math.Inf(-1), Upper: math.Inf(1), V: 2, A: 10, J: 500}}
	r := newRig(t, limits, []float64{20 * math.Pi}, func(c *Controller) { c.wrapped = []string{"a"} })
	g := smooth(1, []float64{-0.3})
	r.c.Execute(&g, r.io)
	if s := r.run(1, 3*time.Second); s.Phase != Succeeded || math.Abs(r.x[0]-(20*math.Pi-0.3)) > 1e-9 {
		t.Errorf("%+v at %g", s, r.x[0])
	}
}

// TestSomeJoints sends a goal of two joints while one of all is on its way: the others go where they were going.
func TestSomeJoints(t *testing.T) {
	r := newRig(t, panda(), ready(), func(c *Controller) { c.partial = true })
	g := smooth(2, away(0.3))
	r.c.Execute(&g, r.io)
	for range 700 {
		r.step()
	}
	h := Goal{ID: 2, Joints: []string{"c", "a"}, Points: []Point{{Time: 2 * time.Second, Position: []float64{0.1, -0.1}}}}
	if s := r.c.Execute(&h, r.io); s.Phase == Refused {
		t.Fatal(s.Why)
	}
	if s := r.run(2, 10*time.Second); s.Phase != Succeeded || r.broken > 0 {
		t.Errorf("%+v, %d limits broken", s, r.broken)
	}
	want := away(0.3)
	want[0], want[2] = -0.1, 0.1
	for i, x := range want {
		if math.Abs(r.x[i]-x) > 1e-9 {
			t.Errorf("joint %d ended at %g, not %g", i, r.x[i], x)
		}
	}
}

// TestWithoutInterpolation sends two points: each is wanted at once, and reached as fast as the limits allow.
func TestWithoutInterpolation(t *testing.T) {
	r := newRig(t, panda(), ready(), func(c *Controller) { c.interpolation = "none" })
	g := Goal{ID: 1, Points: []Point{{Time: 2 * time.Second, Position: away(0.2)}, {Time: 4 * time.Second, Position: away(-0.1)}}}
	r.c.Execute(&g, r.io)
	for range 1000 {
		r.step()
	}
	if math.Abs(r.x[0]-0.2) > 1e-9 {
		t.Errorf("after 1 s at %g, not at the first point", r.x[0])
	}
	if s := r.run(1, 5*time.Second); s.Phase != Succeeded || math.Abs(r.x[0]+0.1) > 1e-9 || r.broken > 0 {
		t.Errorf("%+v at %g, %d limits broken", s, r.x[0], r.broken)
	}
}

// TestVelocityAndEffort lets a joint of 1 kg·m² follow by velocities, and by torques with a load that the trajectory tells.
func TestVelocityAndEffort(t *testing.T) {
	limits := []otg.Limit{{Lower: -3, Upper: 3, V: 2, A: 10, J: 500}}
	for _, kind := range []string{"velocity", "effort"} {
		r := newRig(t, limits, []float64{0}, func(c *Controller) {
			c.kinds, c.p, c.d, c.goalTolerance = []string{kind}, []float64{10}, []float64{0}, []float64{0.002}
			if kind == "effort" {
				c.p, c.i, c.d, c.clamp = []float64{400}, []float64{800}, []float64{40}, []float64{50}
			}
		})
		g := smooth(1, []float64{0.5}, []float64{-0.3})
		if kind == "effort" {
			for k := range g.Points {
				g.Points[k].Effort = []float64{4}
			}
		}
		r.c.Execute(&g, r.io)
		x, v := 0.0, 0.0
		for range 5000 {
			r.io.Now += r.io.Period
			r.io.States(0)[0], r.io.States(1)[0] = x, v
			if err := r.c.Update(r.io); err != nil {
				t.Fatal(err)
			}
			if u := r.io.Command(0); kind == "effort" {
				v += (u - 4) * r.io.Dt
			} else {
				v += (u - v) / 0.01 * r.io.Dt // a drive that follows within 10 ms
			}
			x += v * r.io.Dt
		}
		if s := r.c.Status(); s.Phase != Succeeded || math.Abs(x+0.3) > 0.002 {
			t.Errorf("%s: %+v at %g", kind, s, x)
		}
	}
}

// tour goes through six places, 1.5 s each, the last motion with every joint's peak at half its velocity limit.
func tour(chain *kinematics.Chain) Goal {
	rnd := rand.New(rand.NewPCG(1, 2))
	var places [][]float64
	seconds := 1.5
	for range 6 { // a quintic from rest to rest peaks at 15/8 of its mean velocity
		at := ready()
		for i := range at {
			at[i] += (rnd.Float64() - 0.5) * chain.Limit(i).Velocity / 2 * seconds * 8 / 15
		}
		places = append(places, at)
	}
	for i := range places[0] { // and one motion of every joint at exactly half speed
		places[5][i] = places[4][i] + math.Copysign(chain.Limit(i).Velocity/2*seconds*8/15, ready()[i]-places[4][i])
	}
	return smooth(seconds, places...)
}

// TestTracksThePanda executes splines with peaks at half the Panda's velocity limits on the simulated arm and its servos.
func TestTracksThePanda(t *testing.T) {
	chain, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	arm, err := sim.NewArm(chain, sim.ArmConfig{})
	if err != nil {
		t.Fatal(err)
	}
	c := New()
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		t.Fatal(err)
	}
	s := controllertest.Setup(u)
	s.Limit = func(j string) safety.AxisLimit {
		p := panda()[j[len(j)-1]-'1']
		l := safety.Unlimited()
		l.Lower, l.Upper, l.V, l.A, l.D, l.J = p.Lower, p.Upper, p.V, p.A, p.A, p.J
		return l
	}
	var joints []string
	for i := range 7 {
		joints = append(joints, chain.JointName(i))
	}
	_, io := controllertest.Configure(t, c, s, controllertest.Param{Name: "joints", Value: joints})
	q, dq, tau := ready(), make([]float64, 7), make([]float64, 7)
	arm.Reset(q)
	for i, x := range q {
		io.States(i)[0] = x
		io.SetCommand(i, x)
	}
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	g := tour(chain)
	if st := c.Execute(&g, io); st.Phase == Refused {
		t.Fatal(st.Why)
	}
	want := make([]float64, 7)
	sum, n, fast := 0.0, 0, 0.0
	for range 9000 {
		io.Now += io.Period
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			want[i] = io.Command(i)
		}
		fast = max(fast, math.Abs(io.Exports(1)[0])/chain.Limit(0).Velocity)
		arm.Step(io.Dt, want)
		arm.State(q, dq, tau)
		for i := range q {
			io.States(i)[0], io.States(7 + i)[0] = q[i], dq[i]
			e := (q[i] - want[i]) * 180 / math.Pi
			sum, n = sum+e*e, n+1
		}
	}
	rms := math.Sqrt(sum / float64(n))
	t.Logf("%.4f° rms, joint 1 with up to %.3f of its velocity limit", rms, fast)
	if st := c.Status(); rms > 0.1 || math.Abs(fast-0.5) > 0.001 || c.last.Phase == Aborted || st.Phase == Refused {
		t.Errorf("%.4f° rms, %+v", rms, st)
	}
}
