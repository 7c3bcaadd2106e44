package franka

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

// hand is the end effector of the protocol notes, section 10.
func hand() *State {
	c := math.Sqrt2 / 2
	s := &State{
		MEE: 0.73, FxCee: [3]float64{-0.01, 0, 0.03}, IEE: [9]float64{0.001, 0, 0, 0, 0.0025, 0, 0, 0, 0.0017},
		MLoad: 0.5, FxCload: [3]float64{0, 0.02, 0.1}, ILoad: [9]float64{0.002, 1e-4, 0, 1e-4, 0.001, 0, 0, 0, 0.0015},
		FTEE: Pose{c, -c, 0, 0, c, c, 0, 0, 0, 0, 1, 0, 0, 0, 0.1034, 1}, EETK: IdentityPose(),
	}
	s.EETK[14] = 0.05
	s.Total()
	return s
}

func newDynamics(t testing.TB) *Dynamics {
	d, err := NewDynamics()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPosesOfTheNotes(t *testing.T) {
	d := newDynamics(t)
	var zero [Joints]float64
	ready := [Joints]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	for _, c := range []struct {
		q    [Joints]float64
		want spatial.Vec3
	}{{zero, spatial.V(0.088, 0, 0.926)}, {ready, spatial.V(0.30689, 0, 0.59028)}} {
		p := d.Pose(Flange, &c.q)
		if SpatialPose(&p).P.Dist(c.want) > 1e-5 {
			t.Errorf("flange at %v, want %v", p, c.want)
		}
	}
	// Joint frames from the Denavit–Hartenberg table: T = Rot_x(α)·Trans_x(a)·Rot_z(θ)·Trans_z(d).
	h := math.Pi / 2
	dh := [Joints][3]float64{
		{0, 0.333, 0}, {0, 0, -h}, {0, 0.316, h}, {0.0825, 0, h}, {-0.0825, 0.384, -h}, {0, 0, h}, {0.088, 0, h},
	}
	at := spatial.Identity()
	for i, row := range dh {
		at = at.Mul(spatial.Pose{R: spatial.RotX(row[2])}).Mul(spatial.Pose{P: spatial.V(row[0], 0, 0), R: spatial.RotZ(ready[i])}).
			Mul(spatial.Pose{P: spatial.V(0, 0, row[1]), R: spatial.IdentityRot()})
		if d := cmp.Diff(PoseOf(at), d.Pose(Frame(i), &ready), cmpopts.EquateApprox(0, 1e-9)); d != "" {
			t.Errorf("joint %d: %s", i+1, d)
		}
	}
	d.Use(hand())
	p := d.Pose(EndEffector, &ready)
	if math.Abs(p[14]-(0.59028-0.1034)) > 1e-5 || math.Abs(d.Pose(Stiffness, &ready)[14]-(p[14]-0.05)) > 1e-9 {
		t.Errorf("end effector at %v", p)
	}
}

// TestJacobiansAreDerivatives compares them with differences of poses.
func TestJacobiansAreDerivatives(t *testing.T) {
	d := newDynamics(t)
	d.Use(hand())
	rapid.Check(t, func(t *rapid.T) {
		q := randomJoints(t, "q", 2)
		for f := range frameCount {
			zero, body := d.ZeroJacobian(f, &q), d.BodyJacobian(f, &q)
			here := d.Pose(f, &q)
			p := SpatialPose(&here)
			for i := range Joints {
				const h = 1e-6
				up, down := q, q
				up[i] += h
				down[i] -= h
				a, b := d.Pose(f, &down), d.Pose(f, &up)
				v := spatial.Delta(SpatialPose(&a), SpatialPose(&b)).Scale(1 / (2 * h))
				got, in := TwistOf(v), TwistOf(spatial.Twist{Lin: p.R.ApplyT(v.Lin), Ang: p.R.ApplyT(v.Ang)})
				for k := range 6 {
					if math.Abs(got[k]-zero[6*i+k]) > 1e-6 || math.Abs(in[k]-body[6*i+k]) > 1e-6 {
						t.Fatalf("frame %d, joint %d: %v and %v, by differences %v and %v",
							f, i+1, zero[6*i:6*i+6], body[6*i:6*i+6], got, in)
					}
				}
			}
		}
	})
}

func randomJoints(t *rapid.T, name string, most float64) (x [Joints]float64) {
	for i := range x {
		x[i] = rapid.Float64Range(-most, most).Draw(t, name)
	}
	return x
}

// TestDynamicsFitForwardDynamics puts mass matrix, Coriolis and gravity together and takes them apart by ABA.
func TestDynamicsFitForwardDynamics(t *testing.T) {
	d, s := newDynamics(t), hand()
	d.Use(s)
	arm, err := Model()
	if err != nil {
		t.Fatal(err)
	}
	i := s.ITotal
	arm = arm.WithLoad(s.MTotal, spatial.V(s.FxCtotal[0], s.FxCtotal[1], s.FxCtotal[2]),
		kinematics.Tensor{XX: i[0], XY: i[1], XZ: i[2], YY: i[4], YZ: i[5], ZZ: i[8]})
	data := kinematics.NewData(arm)
	rapid.Check(t, func(t *rapid.T) {
		q, dq, want := randomJoints(t, "q", 2), randomJoints(t, "dq", 2), randomJoints(t, "ddq", 5)
		m, c, g := d.Mass(&q), d.Coriolis(&q, &dq), d.Gravity(&q, Earth())
		var tau, ddq [Joints]float64
		for i := range Joints {
			tau[i] = c[i] + g[i]
			for k := range Joints {
				tau[i] += m[Joints*k+i] * want[k]
			}
		}
		arm.ABA(data, q[:], dq[:], tau[:], nil, ddq[:])
		if d := cmp.Diff(want, ddq, cmpopts.EquateApprox(1e-6, 1e-6)); d != "" {
			t.Fatal(d)
		}
	})
}

func TestDynamicsAllocateNothing(t *testing.T) {
	d, s := newDynamics(t), hand()
	d.Use(s)
	q, dq := [Joints]float64{0.1, -0.5, 0.2, -2, 0.3, 1.5, 0.7}, [Joints]float64{1, 1, 1, 1, 1, 1, 1}
	if n := testing.AllocsPerRun(50, func() {
		d.Use(s)
		_ = d.Pose(Stiffness, &q)
		_ = d.BodyJacobian(EndEffector, &q)
		_ = d.Mass(&q)
		_ = d.Coriolis(&q, &dq)
		_ = d.Gravity(&q, Earth())
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// TestOddLoads keeps the model going whatever a state says.
func TestOddLoads(t *testing.T) {
	d := newDynamics(t)
	q := [Joints]float64{0, -0.5, 0, -2, 0, 1.5, 0}
	want := d.Gravity(&q, Earth())
	for _, m := range []float64{math.NaN(), -1, math.Inf(1)} {
		d.Carry(m, [3]float64{}, [9]float64{})
		if got := d.Gravity(&q, Earth()); got != want {
			t.Errorf("load of %g kg: %v", m, got)
		}
	}
}
