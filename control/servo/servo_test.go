package servo

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/internal/panda"
	"github.com/sinew-robotics/sinew/math/spatial"
)

func TestConformance(t *testing.T) {
	controllertest.Run(t, controllertest.Subject{
		New: func() manager.Controller { return New() }, Setup: panda.Setup(t), Params: panda.Links(), Jump: 1e-4,
		States: panda.States(false),
		Input: func(rnd *rand.Rand, c manager.Controller, io *manager.IO) {
			t := spatial.Twist{Lin: spatial.V(rnd.NormFloat64(), 0, rnd.NormFloat64())}
			if rnd.IntN(3) == 0 {
				t.Ang.Z = math.NaN()
			}
			c.(*Controller).Move(t, io)
		},
	})
}

// arm is a controller that is active at home.
func arm(t testing.TB, more ...controllertest.Param) (*Controller, *manager.IO) {
	c := New()
	_, io := controllertest.Configure(t, c, panda.Setup(t), panda.Links(more...)...)
	for i, q := range panda.Home() {
		io.States(i)[0] = q
		io.SetCommand(i, q)
	}
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	return c, io
}

func update(t testing.TB, c *Controller, io *manager.IO) {
	io.Now += io.Period
	if err := c.Update(io); err != nil {
		t.Fatal(err)
	}
}

// TestFollows moves along each axis: the tip's velocity becomes the twist, and stops after the timeout, within the limits.
func TestFollows(t *testing.T) {
	for k := range 6 {
		c, io := arm(t)
		want := make([]float64, 6)
		want[k] = 0.1
		tw, _ := manager.TwistOf(want)
		last := c.target
		v0, a0 := spatial.Vec3{}, spatial.Vec3{}
		for i := range 1500 {
			if i < 600 {
				c.Move(tw, io)
			}
			update(t, c, io)
			at := c.chain.FK(c.data, c.q)
			v := spatial.Delta(last, at).Scale(1 / io.Dt)
			if i == 599 && (v.Lin.Dist(tw.Lin) > 1e-3 || v.Ang.Dist(tw.Ang) > 1e-3) {
				t.Errorf("axis %d: moves with %v, wanted %v", k, v, tw)
			}
			if i == 1499 && (v.Lin.Norm() > 1e-4 || v.Ang.Norm() > 1e-3) {
				t.Errorf("axis %d: still moves with %v long after the last twist", k, v)
			}
			a := c.v.Lin.Sub(v0).Scale(1 / io.Dt)
			if j := a.Sub(a0).Norm() / io.Dt; j > 50*(1+1e-6) || a.Norm() > 2*(1+1e-6) {
				t.Fatalf("axis %d: acceleration %g, jerk %g", k, a.Norm(), j)
			}
			v0, a0, last = c.v.Lin, a, at
		}
	}
}

// TestSlowsDown pulls the arm out until it is stretched, and from there back: it stops before it is singular, within the
// limits of its joints, and comes back.
func TestSlowsDown(t *testing.T) {
	c, io := arm(t)
	move := func(vx float64, s time.Duration) {
		for range s / io.Period {
			c.Move(spatial.Twist{Lin: spatial.V(vx, 0, 0)}, io)
			update(t, c, io)
			for i, q := range c.q {
				l := c.chain.Limit(i)
				if q < l.Lower-1e-9 || q > l.Upper+1e-9 || math.Abs(c.dq[i]) > l.Velocity*(1+1e-6) {
					t.Fatalf("joint %d at %g with %g rad/s", i, q, c.dq[i])
				}
			}
		}
	}
	move(0.3, 6*time.Second)
	out, sigma := c.target.P.X, io.Exports(3)[0]
	if speed := c.v.Lin.Norm(); sigma < 0.02 || speed > 0.01 {
		t.Errorf("stretched out to x %g m: σ %g, %g m/s", out, sigma, speed)
	}
	move(-0.3, 2*time.Second)
	if back := out - c.target.P.X; back < 0.3 {
		t.Errorf("came back by %g m in 2 s at 0.3 m/s", back)
	}
	t.Logf("out to %.3f m with σ %.3f", out, sigma)
}

// TestSaysWhy: near a singular posture and at a joint's limit the reason names measure, joint and way out; free motion has none.
func TestSaysWhy(t *testing.T) {
	c, io := arm(t)
	push := func(w spatial.Twist, s time.Duration) string {
		for range s / io.Period {
			c.Move(w, io)
			update(t, c, io)
		}
		if why := c.Explain(); (why == "") != (c.Restraint() == 0) {
			t.Errorf("restraint %d is %q", c.Restraint(), why)
		}
		return c.Explain()
	}
	if why := push(spatial.Twist{Lin: spatial.V(0.05, 0, 0)}, 100*time.Millisecond); why != "" {
		t.Error("in free motion:", why)
	}
	out := push(spatial.Twist{Lin: spatial.V(0.3, 0, 0)}, 6*time.Second)
	if !strings.Contains(out, "singular posture, σ 0.0") || !strings.Contains(out, "move the tip another way, or panda_joint") {
		t.Errorf("stretched out: %q", out)
	}
	if n := testing.AllocsPerRun(100, func() { _ = c.Restraint(); update(t, c, io) }); n != 0 {
		t.Errorf("a cycle allocates %v times", n)
	}
	c, io = arm(t)
	turned := push(spatial.Twist{Ang: spatial.V(0, 0, -0.5)}, 8*time.Second)
	if !strings.Contains(turned, "rad from its") || !strings.Contains(turned, "limit of") {
		t.Errorf("turned: %q", turned)
	}
	t.Logf("%s\n%s", out, turned)
}
