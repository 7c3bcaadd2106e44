package franka

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Frame is a frame of the arm.
type Frame uint8

// The frames of libfranka's model: those of the joints (modified Denavit–Hartenberg), the flange, the end effector,
// the stiffness frame.
const (
	Joint1 Frame = iota
	Joint2
	Joint3
	Joint4
	Joint5
	Joint6
	Joint7
	Flange
	EndEffector
	Stiffness
	frameCount
)

// Dynamics computes what libfranka's model library does, using our own kinematics: poses, Jacobians, mass matrix,
// Coriolis and gravity torques. Matrices are column-major. It may be used by one goroutine at a time; only Carry
// allocates.
//
// The two arms have the same kinematics but different masses; DynamicsOf takes those of the given arm.
type Dynamics struct {
	arm    *kinematics.Chain // without load, to the flange
	loaded *kinematics.Chain // with the load; gravity is set at each call
	data   *kinematics.Data
	mass   float64
	com    [3]float64
	tensor [9]float64
	ftee   Pose
	eetk   Pose
}

// NewDynamics returns the model of the bare Panda; Carry, Tool or Use describe what it carries.
func NewDynamics() (*Dynamics, error) { return DynamicsOf(Version5) }

// DynamicsOf returns the model of the bare arm that speaks v.
func DynamicsOf(v Version) (*Dynamics, error) {
	arm, err := ModelOf(v)
	if err != nil {
		return nil, err
	}
	return &Dynamics{
		arm: arm, loaded: arm.WithLoad(0, spatial.Vec3{}, kinematics.Tensor{}), data: kinematics.NewData(arm),
		ftee: IdentityPose(), eetk: IdentityPose(),
	}, nil
}

// Use takes tool, end effector and load from a state: F_T_EE, EE_T_K and the totals.
func (d *Dynamics) Use(s *State) {
	d.Tool(&s.FTEE, &s.EETK)
	d.Carry(s.MTotal, s.FxCtotal, s.ITotal)
}

// Tool sets the end effector's frame in the flange's and the stiffness frame in the end effector's.
func (d *Dynamics) Tool(ftee, eetk *Pose) { d.ftee, d.eetk = *ftee, *eetk }

// Carry sets the body that is fixed to the flange, load and end effector together: mass in kg, centre of mass in the
// flange's frame, m, and the tensor about it along the flange's axes, kg·m². It does nothing if nothing has changed.
// A mass that is negative or not finite is taken as zero.
func (d *Dynamics) Carry(mass float64, com [3]float64, inertia [9]float64) {
	if mass == d.mass && com == d.com && inertia == d.tensor {
		return
	}
	d.mass, d.com, d.tensor = mass, com, inertia
	if !(mass >= 0) || math.IsInf(mass, 0) || !allFinite(com[:]) || !allFinite(inertia[:]) {
		mass, com, inertia = 0, [3]float64{}, [9]float64{}
	}
	d.loaded = d.arm.WithLoad(mass, spatial.V(com[0], com[1], com[2]), kinematics.Tensor{
		XX: inertia[0], XY: inertia[3], XZ: inertia[6], YY: inertia[4], YZ: inertia[7], ZZ: inertia[8],
	})
}

// Pose returns frame f in the base.
func (d *Dynamics) Pose(f Frame, q *[Joints]float64) Pose {
	return PoseOf(d.frame(f, q))
}

// frame leaves the frames of all joints in data.
func (d *Dynamics) frame(f Frame, q *[Joints]float64) spatial.Pose {
	p := d.arm.FK(d.data, q[:])
	switch {
	case f <= Joint7:
		return d.arm.Frame(d.data, int(f))
	case f >= EndEffector:
		p = p.Mul(SpatialPose(&d.ftee))
		if f >= Stiffness {
			p = p.Mul(SpatialPose(&d.eetk))
		}
	}
	return p
}

// ZeroJacobian returns the 6×7 Jacobian that maps joint velocities to the twist of f, linear part first, along the
// axes of the base (Siciliano et al. 2009, eq. 3.30).
func (d *Dynamics) ZeroJacobian(f Frame, q *[Joints]float64) (j [6 * Joints]float64) {
	p := d.frame(f, q)
	for i := range Joints {
		if f <= Joint7 && i > int(f) {
			break // joints further out do not move it
		}
		joint := d.arm.Frame(d.data, i)
		z := joint.R.Col(2)
		v := z.Cross(p.P.Sub(joint.P))
		copy(j[6*i:], []float64{v.X, v.Y, v.Z, z.X, z.Y, z.Z})
	}
	return j
}

// BodyJacobian is ZeroJacobian along the axes of f itself.
func (d *Dynamics) BodyJacobian(f Frame, q *[Joints]float64) (j [6 * Joints]float64) {
	j = d.ZeroJacobian(f, q)
	r := d.frame(f, q).R
	for i := 0; i < len(j); i += 3 {
		v := r.ApplyT(spatial.V(j[i], j[i+1], j[i+2]))
		j[i], j[i+1], j[i+2] = v.X, v.Y, v.Z
	}
	return j
}

// Mass returns the 7×7 mass matrix, kg·m², by inverse dynamics for one unit of acceleration at a time.
func (d *Dynamics) Mass(q *[Joints]float64) (m [Joints * Joints]float64) {
	d.loaded.Gravity = spatial.Vec3{}
	var still, unit [Joints]float64
	for i := range Joints {
		unit[i] = 1
		d.loaded.RNEA(d.data, q[:], still[:], unit[:], m[Joints*i:Joints*i+Joints])
		unit[i] = 0
	}
	for i := range Joints { // symmetric by definition
		for k := range i {
			x := (m[Joints*i+k] + m[Joints*k+i]) / 2
			m[Joints*i+k], m[Joints*k+i] = x, x
		}
	}
	return m
}

// Coriolis returns the torques of Coriolis and centrifugal forces, Nm: C(q, dq)·dq.
func (d *Dynamics) Coriolis(q, dq *[Joints]float64) (tau [Joints]float64) {
	d.loaded.Gravity = spatial.Vec3{}
	var still [Joints]float64
	d.loaded.RNEA(d.data, q[:], dq[:], still[:], tau[:])
	return tau
}

// Earth is the free-fall acceleration for an upright base, m/s².
func Earth() [3]float64 { return [3]float64{0, 0, -9.81} }

// Gravity returns the torques that hold the arm and what it carries, Nm, for the free fall g in the base frame, m/s².
func (d *Dynamics) Gravity(q *[Joints]float64, g [3]float64) (tau [Joints]float64) {
	d.loaded.Gravity = spatial.V(g[0], g[1], g[2])
	var still [Joints]float64
	d.loaded.RNEA(d.data, q[:], still[:], still[:], tau[:])
	return tau
}
