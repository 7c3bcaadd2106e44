package trajectory

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// rig runs a controller of position commands on joints that are where they were commanded one cycle before.
type rig struct {
	t      testing.TB
	c      *Controller
	io     *manager.IO
	limits []otg.Limit
	// of the commands
	x, v, a []float64
	seen    int
	broken  int
	worst   float64
}

func names(n int) (js []string) {
	for i := range n {
		js = append(js, string(rune('a'+i)))
	}
	return js
}

// panda are the limits of a Franka Panda.
func panda() []otg.Limit {
	var limits []otg.Limit
	for _, l := range [7][5]float64{{-2.8973, 2.8973, 2.175, 15, 7500}, {-1.7628, 1.7628, 2.175, 7.5, 3750}, {-2.8973, 2.8973, 2.175, 10, 5000},
		{-3.0718, -0.0698, 2.175, 12.5, 6250}, {-2.8973, 2.8973, 2.61, 15, 7500}, {-0.0175, 3.7525, 2.61, 20, 10000}, {-2.8973, 2.8973, 2.61, 20, 10000}} {
		limits = append(limits, otg.Limit{Lower: l[0], Upper: l[1], V: l[2], A: l[3], J: l[4]})
	}
	return limits
}

func newRig(t testing.TB, limits []otg.Limit, q []float64, set func(*Controller)) *rig {
	c := New()
	c.joints = names(len(limits))
	if set != nil {
		set(c)
	}
	setup := &manager.Setup{Name: "arm", Period: time.Millisecond, Limit: func(j string) safety.AxisLimit {
		l := limits[int(j[0]-'a')]
		x := safety.Unlimited()
		x.Lower, x.Upper, x.V, x.A, x.D, x.J = l.Lower, l.Upper, l.V, l.A, l.A, l.J
		return x
	}}
	d, err := c.Configure(setup)
	if err != nil {
		t.Fatal(err)
	}
	n := len(limits)
	r := &rig{t: t, c: c, io: manager.NewIO(d, setup.Period), limits: limits, x: make([]float64, n), v: make([]float64, n), a: make([]float64, n)}
	for i := range n {
		r.io.States(i)[0] = q[i]
		if c.kinds[0] == "position" {
			r.io.SetCommand(i, q[i])
		}
	}
	r.io.Active = true
	if err := c.Activate(r.io); err != nil {
		t.Fatal(err)
	}
	return r
}

// step runs a cycle, counts what breaks limits, and lets the joints follow.
func (r *rig) step() {
	r.io.Now += r.io.Period
	if err := r.c.Update(r.io); err != nil {
		r.t.Fatal(err)
	}
	n, dt := len(r.limits), r.io.Dt
	for i, l := range r.limits {
		x := r.io.Command(i)
		v := (x - r.x[i]) / dt
		a := (v - r.v[i]) / dt
		j := (a - r.a[i]) / dt
		for k, f := range [...]float64{max(l.Lower-x, x-l.Upper) + 1, math.Abs(v) / l.V, math.Abs(a) / l.A, math.Abs(j) / l.J} {
			if r.seen > k && !(f <= 1+2e-6) {
				r.broken++
				if r.broken < 6 {
					r.t.Logf("cycle %d: joint %d: %s %g times its limit: x %g v %g a %g j %g, on the path %v, at %g s of %g, scale %g", r.seen, i,
						[]string{"position", "velocity", "acceleration", "jerk"}[k], f, x, v, a, j, r.c.motion.on, r.c.motion.t, r.c.motion.path.End(), r.c.motion.scale.V)
				}
				r.worst = max(r.worst, f)
			}
		}
		r.x[i], r.v[i], r.a[i] = x, v, a
		r.io.States(i)[0], r.io.States(n + i)[0] = x, v
	}
	r.seen++
}

// run steps until the goal of that number has ended.
func (r *rig) run(id uint32, most time.Duration) Status {
	for end := r.io.Now + most; r.io.Now < end; {
		r.step()
		if s := r.c.Status(); s.ID == id && (s.Phase >= Succeeded || s.Phase == Refused) {
			break
		}
	}
	return r.c.Status()
}
