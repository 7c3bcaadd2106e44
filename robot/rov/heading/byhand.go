package heading

import (
	"math"

	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// Reading is the law's input in a cycle.
type Reading struct {
	Roll, Pitch, Yaw float64 // rad, of the IMU
	WX, WY, WZ       float64 // rad/s, in the IMU's frame
	VX, VY, VZ       float64 // m/s, in the Loch's frame
	Z                float64 // m
	PsiDes           float64 // rad
}

// State is the robot's state in the law: RobotSpeedsBody, RobotSpeedsWorld and RobotPose.
type State struct {
	Body, World      [6]float64 // u v w p q r
	X, Y, Z          float64
	Phi, Theta, Psi  float64
	AccP, AccQ, AccR float64 // desired, in ROBOT: the last output of C2
}

// ByHand is the law of Model as an engineer without Atoms would write it: plain numbers, constants computed beforehand,
// shared sines and cosines, only the yaw's row of the dynamic model and only its column of the allocation. It does the
// same operations in the same order wherever they matter, so its outputs equal those of the composition to the bit;
// apart from rounding, it would not need to turn the attitude into angles and back.
type ByHand struct {
	K1, K2 float64
	State  State

	imu, loch        lib.Rotation
	arm              [3]float64
	mu, mv, jp, jq   float64 // masses and inertias including added ones
	jr, lin, quad    float64
	bx, by, buoyancy float64
	thrusters        []hand
	groups           [][]float64
	running          bool
	lastU, lastV     float64
}

// hand is one thruster.
type hand struct {
	yaw, forward, backward, dead float64
	grouped                      bool
}

// NewByHand prepares the law for a vehicle.
func NewByHand(v rov.Vehicle) *ByHand {
	a, l := v.IMU.Mounting.Angles, v.Loch.Mounting
	h := &ByHand{K1: K1, K2: K2,
		imu: lib.Turned(a.Roll, a.Pitch, a.Yaw), loch: lib.Turned(l.Angles.Roll, l.Angles.Pitch, l.Angles.Yaw),
		arm: [3]float64{l.Position.X, l.Position.Y, l.Position.Z},
		mu:  v.Mass + v.Added[0], mv: v.Mass + v.Added[1],
		jp: v.Inertia.X + v.Added[3], jq: v.Inertia.Y + v.Added[4], jr: v.Inertia.Z + v.Added[5],
		lin: v.Linear[5], quad: v.Quadratic[5],
		bx: v.Buoyant.X, by: v.Buoyant.Y, buoyancy: rov.FreshWater * v.Volume * rov.Gravity,
	}
	var at, along [][3]float64
	for _, t := range v.Thrusters {
		at = append(at, [3]float64{t.Position.X, t.Position.Y, t.Position.Z})
		along = append(along, [3]float64{t.Direction.X, t.Direction.Y, t.Direction.Z})
		h.thrusters = append(h.thrusters, hand{forward: t.Forward, backward: t.Backward, dead: float64(lib.Spare * t.DeadZone)})
	}
	inverse, groups := lib.Shares(at, along)
	for i := range inverse {
		h.thrusters[i].yaw = inverse[i][5]
	}
	for _, g := range groups {
		asked := false
		for i := range g {
			h.thrusters[i].grouped = h.thrusters[i].grouped || g[i] != 0
			asked = asked || g[i] != 0 && h.thrusters[i].yaw != 0
		}
		if asked { // the others never contribute to a torque about z
			h.groups = append(h.groups, g)
		}
	}
	return h
}

// Step runs one cycle of C1, dt seconds after the previous one, from in to the forces f, one per thruster. If control
// is true, C2 runs after it; its accelerations apply from the next cycle on.
func (h *ByHand) Step(in *Reading, f []float64, dt float64, control bool) {
	s := &h.State

	// Navigation: attitude and rates of the robot from those of the IMU, speeds from the Loch's.
	var imu, turn lib.Rotation
	imu.Turn(in.Roll, in.Pitch, in.Yaw)
	s.Phi, s.Theta, s.Psi = imu.Relative(&h.imu)
	p, q, r := h.imu.Apply(in.WX, in.WY, in.WZ)
	u, v, w := h.loch.Apply(in.VX, in.VY, in.VZ)
	u -= float64(q*h.arm[2]) - float64(r*h.arm[1])
	v -= float64(r*h.arm[0]) - float64(p*h.arm[2])
	w -= float64(p*h.arm[1]) - float64(q*h.arm[0])
	s.Body = [6]float64{u, v, w, p, q, r}
	turn.Turn(s.Phi, s.Theta, s.Psi)
	n, e, d := turn.Apply(u, v, w)
	wp, wq, wr := turn.Apply(p, q, r)
	s.World = [6]float64{n, e, d, wp, wq, wr}
	if h.running {
		half := float64(0.5 * dt)
		s.X += float64(half * (n + h.lastU))
		s.Y += float64(half * (e + h.lastV))
	}
	h.running, h.lastU, h.lastV = true, n, e
	s.Z = in.Z

	// MDynamic: the torque about z that gives the desired acceleration, shared among the thrusters.
	torque := float64(h.jr*s.AccR) + (float64(p*float64(h.jq*q)) - float64(q*float64(h.jp*p))) +
		(float64(u*float64(h.mv*v)) - float64(v*float64(h.mu*u))) + float64((h.lin+float64(h.quad*math.Abs(r)))*r)
	if h.bx != 0 || h.by != 0 {
		torque += float64(h.buoyancy * (float64(h.bx*turn[7]) - float64(h.by*turn[6])))
	}
	h.share(torque, f)

	// Control: acc = acc_des + K1·de + K2·e about the vertical, transformed to ROBOT.
	if control {
		acc := 0 + float64(h.K1*(0-wr)) + float64(h.K2*lib.Wrap(in.PsiDes-s.Psi))
		s.AccP, s.AccQ, s.AccR = float64(turn[6]*acc), float64(turn[7]*acc), float64(turn[8]*acc)
	}
}

// share gives each thruster its force for a torque about z, outside the dead zones.
func (h *ByHand) share(torque float64, f []float64) {
	k := 1.0
	for i := range h.thrusters {
		t := &h.thrusters[i]
		f[i] = 0 + float64(t.yaw*torque) // avoids −0
		limit := t.forward
		if f[i] < 0 {
			limit = t.backward
		}
		if size := math.Abs(f[i]); size > limit {
			k = min(k, limit/size)
		}
	}
	if k < 1 {
		for i := range f {
			f[i] = float64(k * f[i])
		}
	}
	if torque == 0 {
		return
	}
	for _, g := range h.groups {
		h.bias(g, f)
	}
	for i := range h.thrusters {
		if t := &h.thrusters[i]; !t.grouped && math.Abs(f[i]) < t.dead {
			limit := t.forward
			if f[i] < 0 {
				limit = t.backward
			}
			if math.Abs(f[i]) < t.dead/2 || t.dead > limit {
				f[i] = 0
			} else {
				f[i] = math.Copysign(t.dead, f[i])
			}
		}
	}
}

// bias adds the smallest of the cancelling forces g with which all thrusters in g turn, if the limits permit.
func (h *ByHand) bias(g, f []float64) {
	least := 0.0
	for i, x := range g {
		if t := &h.thrusters[i]; x > 0 && t.dead > 0 {
			least = max(least, (t.dead-f[i])/x)
		} else if x < 0 && t.dead > 0 {
			least = max(least, (t.dead+f[i])/-x)
		}
	}
	for i, x := range g {
		t := &h.thrusters[i]
		if x > 0 && float64(least*x) > t.forward-f[i] || x < 0 && float64(least*-x) > t.backward+f[i] {
			return
		}
	}
	for i, x := range g {
		f[i] += float64(least * x)
	}
}
