package franka

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

// robotOf keeps the members of a state that commands are differentiated with, as the robot does.
type robotOf struct {
	State
	t *rapid.T
	l Limits
}

func (r *robotOf) joints(x *[Joints]float64, velocities bool) {
	for i := range x {
		v := x[i]
		if !velocities {
			v = (x[i] - r.Qd[i]) / Period
		}
		a := (v - r.DQd[i]) / Period
		r.within("jerk", i, (a-r.DDQd[i])/Period, r.l.Joints[i].J)
		r.within("acceleration", i, a, r.l.Joints[i].A)
		low, high := r.l.Velocity(i, r.Qd[i])
		if r.l.Lost == 0 { // bounds that move inwards faster than braking allows are the caller's to see coming
			low, high = -r.l.Joints[i].V, r.l.Joints[i].V
		}
		if v < low-1e-9 || v > high+1e-9 {
			r.t.Fatalf("joint %d: velocity %g, limits %g and %g", i+1, v, low, high)
		}
		r.Qd[i] += v * Period
		r.DQd[i], r.DDQd[i] = v, a
	}
}

func (r *robotOf) within(what string, i int, x, most float64) {
	if math.Abs(x) > most*(1+1e-9) {
		r.t.Fatalf("%s of %d: %g, limit %g", what, i+1, x, most)
	}
}

func (r *robotOf) twist(v spatial.Twist) {
	v0, a0 := SpatialTwist(&r.ODPEEc), SpatialTwist(&r.ODDPEEc)
	a := v.Add(v0.Scale(-1)).Scale(1 / Period)
	j := a.Add(a0.Scale(-1)).Scale(1 / Period)
	c := &r.l.Cartesian
	for n, x := range []struct{ got, most float64 }{
		{v.Lin.Norm(), c.Translation.V}, {a.Lin.Norm(), c.Translation.A}, {j.Lin.Norm(), c.Translation.J},
		{v.Ang.Norm(), c.Rotation.V}, {a.Ang.Norm(), c.Rotation.A}, {j.Ang.Norm(), c.Rotation.J},
	} {
		r.within("derivative", n, x.got, x.most)
	}
	r.ODPEEc, r.ODDPEEc = TwistOf(v), TwistOf(a)
}

func (r *robotOf) pose(x *Pose) {
	r.twist(spatial.Delta(SpatialPose(&r.OTEEc), SpatialPose(x)).Scale(1 / Period))
	r.OTEEc = *x
}

// coast is what the robot does with a lost command: constant acceleration.
func (r *robotOf) coast(g MotionGenerator) {
	if g == GenerateJointPosition || g == GenerateJointVelocity {
		for i := range r.Qd {
			r.DQd[i] += r.DDQd[i] * Period
			r.Qd[i] += r.DQd[i] * Period
		}
		return
	}
	v := SpatialTwist(&r.ODPEEc).Add(SpatialTwist(&r.ODDPEEc).Scale(Period))
	p := SpatialPose(&r.OTEEc)
	r.OTEEc = PoseOf(spatial.Pose{P: p.P.Add(v.Lin.Scale(Period)), R: spatial.Exp(v.Ang.Scale(Period)).Mul(p.R)})
	r.ODPEEc = TwistOf(v)
}

// TestShaperKeepsTheLimits feeds it jumping wishes and loses up to as many commands as it leaves room for.
func TestShaperKeepsTheLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom([]Version{Version5, Version9}).Draw(t, "version")
		g := rapid.SampledFrom([]MotionGenerator{
			GenerateJointPosition, GenerateJointVelocity, GenerateCartesianPose, GenerateCartesianVelocity,
		}).Draw(t, "generator")
		r := &robotOf{t: t, l: LimitsOf(v)}
		r.OTEEc = IdentityPose()
		r.Qd = [Joints]float64{0, -0.8, 0, -2.3, 0, 1.6, 0.8}
		p := newShaper(v, true, rapid.SampledFrom([]float64{100, 1000}).Draw(t, "cutoff"))
		lost := rapid.IntRange(0, r.l.Lost).Draw(t, "lost")
		var c Command
		for n := range 300 {
			if n%20 == 0 {
				c = Command{QC: randomJoints(t, "q", 1), DQC: randomJoints(t, "dq", 4)}
				x := randomJoints(t, "x", 3)
				copy(c.ODPEEc[:], x[:])
				c.OTEEc = PoseOf(spatial.Pose{P: spatial.V(x[0], x[1], x[2]), R: spatial.Exp(spatial.V(x[3], x[4], x[5]))})
			}
			if n%20 > 5 && n%20 <= 5+lost {
				r.coast(g)
				continue
			}
			out := c
			if err := p.Shape(g, JointImpedance, &r.State, &out); err != nil {
				t.Fatal(err)
			}
			switch g {
			case GenerateJointPosition:
				r.joints(&out.QC, false)
			case GenerateJointVelocity:
				r.joints(&out.DQC, true)
			case GenerateCartesianPose:
				if !IsTransform(&out.OTEEc) {
					t.Fatal(out.OTEEc)
				}
				r.pose(&out.OTEEc)
			default:
				r.twist(SpatialTwist(&out.ODPEEc))
			}
		}
	})
}

func TestShaperFiltersTorquesAndElbow(t *testing.T) {
	s := State{TauJd: [Joints]float64{1}, OTEEc: IdentityPose(), ElbowC: [2]float64{0.5, -1}}
	g := LowPassGain(100)
	if math.Abs(g-0.386) > 5e-4 || LowPassGain(1000) != 1 {
		t.Errorf("gain %g", g)
	}
	c := Command{TauJd: [Joints]float64{2, 100}, OTEEc: IdentityPose(), ElbowC: [2]float64{0.6, -1}, ValidElbow: true}
	if err := newShaper(Version5, true, 100).Shape(GenerateCartesianPose, ExternalController, &s, &c); err != nil {
		t.Fatal(err)
	}
	if math.Abs(c.TauJd[0]-(1+g)) > 1e-12 || math.Abs(c.TauJd[1]-0.999999) > 1e-12 {
		t.Errorf("torques %v", c.TauJd)
	}
	if most := 0.5 + 5000*1e-9; c.ElbowC[0] > most || c.ElbowC[0] < 0.5+4900*1e-9 {
		t.Errorf("elbow %g, at most %g", c.ElbowC[0], most)
	}
	c.OTEEc[12] = 1
	if err := newShaper(Version5, false, 100).Shape(GenerateCartesianPose, JointImpedance, &s, &c); err != nil ||
		math.Abs(c.OTEEc[12]-g) > 1e-12 {
		t.Errorf("%v, %v", c.OTEEc, err)
	}
}

func TestShaperRefuses(t *testing.T) {
	nan := math.NaN()
	ok := Command{OTEEc: IdentityPose()}
	for name, c := range map[string]struct {
		g   MotionGenerator
		ctl Controller
		do  func(c *Command)
	}{
		"position":   {GenerateJointPosition, JointImpedance, func(c *Command) { c.QC[6] = nan }},
		"velocity":   {GenerateJointVelocity, JointImpedance, func(c *Command) { c.DQC[0] = math.Inf(1) }},
		"pose":       {GenerateCartesianPose, JointImpedance, func(c *Command) { c.OTEEc[0] = 1.0001 }},
		"last row":   {GenerateCartesianPose, JointImpedance, func(c *Command) { c.OTEEc[15] = 1 + 1e-9 }},
		"row":        {GenerateCartesianPose, JointImpedance, func(c *Command) { c.OTEEc[4], c.OTEEc[5] = 1, 0 }},
		"place":      {GenerateCartesianPose, JointImpedance, func(c *Command) { c.OTEEc[13] = nan }},
		"twist":      {GenerateCartesianVelocity, JointImpedance, func(c *Command) { c.ODPEEc[3] = nan }},
		"elbow":      {GenerateCartesianVelocity, JointImpedance, func(c *Command) { c.ValidElbow, c.ElbowC[1] = true, 0.5 }},
		"elbow's":    {GenerateCartesianPose, JointImpedance, func(c *Command) { c.ValidElbow, c.ElbowC = true, [2]float64{nan, 1} }},
		"torque":     {GenerateNone, ExternalController, func(c *Command) { c.TauJd[1] = nan }},
		"and torque": {GenerateJointVelocity, ExternalController, func(c *Command) { c.TauJd[1] = nan }},
	} {
		x := ok
		p := newShaper(Version7, true, 100)
		s := State{OTEEc: IdentityPose(), ElbowC: [2]float64{0, 1}}
		if err := p.Shape(c.g, c.ctl, &s, &x); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		x = ok
		if c.do(&x); !errors.Is(p.Shape(c.g, c.ctl, &s, &x), ErrCommand) {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestLimits(t *testing.T) {
	fr3, panda := FR3Limits(), PandaLimits()
	if low, high := panda.Velocity(0, 2.8); low != -2.175 || high != 2.175 {
		t.Error(low, high)
	}
	if low, high := fr3.Velocity(0, 0); low != -2.62 || high != 2.62 {
		t.Error(low, high)
	}
	// √(12·(2.7501−2.7)) − 0.3 at the upper end, its mirror at the lower.
	want := math.Sqrt(12*(2.7501-2.7)) - 0.3
	if _, high := fr3.Velocity(0, 2.7); math.Abs(high-want) > 1e-12 {
		t.Error(high, want)
	}
	if low, high := fr3.Velocity(0, -2.7); math.Abs(low+want) > 1e-12 || high != 2.62 {
		t.Error(low, want)
	}
	if low, high := fr3.Velocity(3, -0.14); low != -2.62 || high != 0 {
		t.Error(low, high)
	}
	for i := range Joints {
		if err := fr3.Rate(i).Validate(); err != nil {
			t.Error(err)
		}
		if j := fr3.Joints[i]; j.Lower < fr3.Brake[i].Lower || j.Upper > fr3.Brake[i].Upper {
			t.Errorf("joint %d: %+v, %+v", i+1, j, fr3.Brake[i])
		}
	}
}
