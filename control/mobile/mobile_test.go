package mobile

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// kinds are one base of each kind, with its parameters.
func kinds() map[string][]controllertest.Param {
	p := func(left, right, steering []string) []controllertest.Param {
		ps := []controllertest.Param{{Name: "left_wheels", Value: left}, {Name: "right_wheels", Value: right},
			{Name: "wheel_radius", Value: 0.1}, {Name: "wheel_separation", Value: 0.5}}
		if steering != nil {
			ps = append(ps, controllertest.Param{Name: "steering", Value: steering})
		}
		return ps
	}
	base := controllertest.Param{Name: "wheelbase", Value: 0.8}
	return map[string][]controllertest.Param{
		"differential": p([]string{"l1", "l2"}, []string{"r1", "r2"}, nil),
		"tricycle":     append(p([]string{"l"}, []string{"r"}, []string{"s"}), base),
		"ackermann":    append(p([]string{"l"}, []string{"r"}, []string{"sl", "sr"}), base),
		"mecanum":      append(p([]string{"fl", "rl"}, []string{"fr", "rr"}, nil), base),
	}
}

// rig is a base at 100 Hz, active, whose wheels may turn with 30 rad/s and steers with 3 rad/s. Its encoders begin anywhere.
func rig(t testing.TB, kind string, more ...controllertest.Param) (*Controller, *manager.IO) {
	s := controllertest.Setup(nil)
	s.Period = 10 * time.Millisecond
	s.Limit = func(j string) safety.AxisLimit {
		l := safety.Unlimited()
		l.V = 30
		if j[0] == 's' {
			l.V = 3
		}
		return l
	}
	c := of(kind)
	p := kinds()[kind]
	_, io := controllertest.Configure(t, c, s, append(p[:len(p):len(p)], more...)...)
	for i := range c.wheels {
		io.States(i)[0] = 1000 + float64(100*i)
	}
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	return c, io
}

// follow updates and lets wheels and steers do as they are told.
func follow(t testing.TB, c *Controller, io *manager.IO) {
	io.Now += io.Period
	if err := c.Update(io); err != nil {
		t.Fatal(err)
	}
	n := len(c.wheels)
	for i := range n {
		io.States(i)[0] += io.Command(i) * io.Dt
	}
	for i := range c.steers {
		io.States(n + i)[0] = io.Command(n + i)
	}
}

func TestEachKindDoesWhatItIsTold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom([]string{"differential", "tricycle", "ackermann", "mecanum"}).Draw(rt, "kind")
		c, _ := rig(t, kind)
		want := Twist{X: rapid.Float64Range(0.2, 2).Draw(rt, "x"), W: rapid.Float64Range(-0.15, 0.15).Draw(rt, "w")}
		if kind == "mecanum" {
			want.Y = rapid.Float64Range(-2, 2).Draw(rt, "y")
		}
		c.drive.wheels(want, c.wheels, c.steers)
		got := c.drive.motion(c.wheels, c.steers)
		if math.Abs(got.X-want.X) > 1e-12 || math.Abs(got.Y-want.Y) > 1e-12 || math.Abs(got.W-want.W) > 1e-12 {
			rt.Fatalf("%s: told %v, does %v", kind, want, got)
		}
	})
}

// TestWheelsOfACar are computed by hand: the wheels' axes meet at the centre of the curve.
func TestWheelsOfACar(t *testing.T) {
	c, _ := rig(t, "ackermann")
	c.drive.wheels(Twist{X: 1, W: 0.5}, c.wheels, c.steers) // R = 2 m
	for i, want := range []float64{math.Atan(0.8 / 1.75), math.Atan(0.8 / 2.25), 1.75 * 0.5 / 0.1, 2.25 * 0.5 / 0.1} {
		if got := append(append([]float64(nil), c.steers...), c.wheels...)[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("number %d: %g, want %g", i, got, want)
		}
	}
}

// TestCircle drives a circle with each kind: the odometry knows the arc exactly and does not see where the encoders began.
func TestCircle(t *testing.T) {
	for kind := range kinds() {
		c, io := rig(t, kind)
		for range 300 { // up to speed, and steered
			c.Move(spatial.Twist{Lin: spatial.V(0.5, 0, 0), Ang: spatial.V(0, 0, 0.25)}, io)
			follow(t, c, io)
		}
		from := c.Odometry()
		if from.Pose.Point().Norm() > 2 || math.Abs(from.Twist.X-0.5) > 1e-9 || math.Abs(from.Twist.W-0.25) > 1e-9 {
			t.Errorf("%s: %+v after 3 s with 0.5 m/s and 0.25 rad/s", kind, from)
		}
		for range 1200 { // 3 rad
			c.Move(spatial.Twist{Lin: spatial.V(0.5, 0, 0), Ang: spatial.V(0, 0, 0.25)}, io)
			follow(t, c, io)
		}
		// A circle of radius 2 m, by 3 rad.
		got := from.Pose.Inv().Mul(c.Odometry().Pose)
		if d := math.Hypot(got.X-2*math.Sin(3), got.Y-2*(1-math.Cos(3))); d > 1e-9 || math.Abs(got.Yaw-3) > 1e-9 {
			t.Errorf("%s: %+v, %g m beside the circle", kind, got, d)
		}
		p := c.Odometry().Covariance
		if !(p[0] > 0 && p[4] > 0 && p[8] > 0 && p[0]*p[4] > p[1]*p[1]) {
			t.Errorf("%s: covariance %v", kind, p)
		}
	}
}

// TestStopsInTime sends one twist and nothing more: the base gets up to speed, stops half a second later, and keeps the limits of
// acceleration and jerk; wheels that would be too fast slow the whole base.
func TestStopsInTime(t *testing.T) {
	for kind := range kinds() {
		c, io := rig(t, kind)
		c.Move(spatial.Twist{Lin: spatial.V(10, 0, 0)}, io)
		v0, a0, top := 0.0, 0.0, 0.0
		for i := range 300 {
			follow(t, c, io)
			v := c.shape[0].V
			a := (v - v0) / io.Dt
			if math.Abs(a) > 1+1e-9 || math.Abs(a-a0)/io.Dt > 10+1e-9 || v > 1 {
				t.Fatalf("%s: cycle %d: %g m/s, %g m/s², %g m/s³", kind, i, v, a, (a-a0)/io.Dt)
			}
			v0, a0, top = v, a, max(top, v)
		}
		if top < 0.3 || v0 != 0 || io.Command(0) != 0 {
			t.Errorf("%s: %g m/s at most, %g m/s in the end", kind, top, v0)
		}
	}
	c, io := rig(t, "differential", controllertest.Param{Name: "linear/x/max_velocity", Value: 5.0}, controllertest.Param{Name: "angular/z/max_velocity", Value: 5.0})
	for range 1000 {
		c.Move(spatial.Twist{Lin: spatial.V(5, 0, 0), Ang: spatial.V(0, 0, 2.5)}, io)
		follow(t, c, io)
	}
	if got := c.Odometry().Twist; io.Command(2) > 30+1e-9 || math.Abs(got.W-0.5*got.X) > 1e-9 || got.X < 2 {
		t.Errorf("a wheel with %g rad/s; %v is another curve", io.Command(2), got)
	}
}

func TestBadBases(t *testing.T) {
	for kind, want := range map[string]string{"differential": "wheel_radius", "ackermann": "steering joints", "mecanum": "wheelbase"} {
		c := of(kind)
		if _, err := c.Configure(controllertest.Setup(nil)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "left_wheels") {
			t.Errorf("%s: %v does not speak of %s", kind, err, want)
		}
	}
}

func TestConformance(t *testing.T) {
	for kind, params := range kinds() {
		for _, feedback := range []string{"position", "velocity", "command"} {
			t.Run(kind+" "+feedback, func(t *testing.T) {
				controllertest.Run(t, controllertest.Subject{
					New: func() manager.Controller { return of(kind) }, Setup: controllertest.Setup(nil), Jump: 1e-12,
					Params: append(params[:len(params):len(params)], controllertest.Param{Name: "feedback", Value: feedback}),
					States: func(rnd *rand.Rand, io *manager.IO) {
						if feedback == "position" {
							io.States(0)[0] = 100 * rnd.NormFloat64()
						}
					},
					Input: func(rnd *rand.Rand, c manager.Controller, io *manager.IO) {
						c.(*Controller).Move(spatial.Twist{Lin: spatial.V(math.Log(rnd.NormFloat64()), 0.2, 0), Ang: spatial.V(0, 0, rnd.NormFloat64())}, io)
					},
				})
			})
		}
	}
}
