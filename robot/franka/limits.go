package franka

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
)

// Period is the period of the robot's control loop, s.
const Period = 1e-3

// Limits are what a robot tolerates in commands, differentiated by backward Euler over Period (Franka's FCI
// documentation, "Robot and interface specifications").
type Limits struct {
	Joints     [Joints]safety.JointLimit
	Cartesian  safety.PoseRate
	Torque     [Joints]float64       // Nm
	TorqueRate [Joints]float64       // Nm/s
	Brake      [Joints]VelocityBound // FR3: joint velocity by position; zero for none
	Lost       int                   // cycles of lost commands for which libfranka's rate limiter leaves a margin
}

// VelocityBound narrows a joint's velocity near the ends of its range so that it can brake at Deceleration.
type VelocityBound struct {
	Offset       float64 // rad/s
	Deceleration float64 // twice the deceleration, rad/s²
	Lower, Upper float64 // rad
}

// Velocity returns the bounds on the velocity of joint i at position q, rad/s.
func (l *Limits) Velocity(i int, q float64) (lower, upper float64) {
	v, b := l.Joints[i].V, &l.Brake[i]
	if b.Deceleration == 0 {
		return -v, v
	}
	up := math.Sqrt(max(0, float64(b.Deceleration*(b.Upper-q)))) - b.Offset
	down := math.Sqrt(max(0, float64(b.Deceleration*(q-b.Lower)))) - b.Offset
	return -min(v, max(0, down)), min(v, max(0, up))
}

// Rate returns joint i's velocity, acceleration and jerk limits.
func (l *Limits) Rate(i int) safety.Rate {
	j := &l.Joints[i]
	return safety.Rate{V: j.V, A: j.A, J: j.J}
}

// LimitsOf returns the limits of the arm that speaks v.
func LimitsOf(v Version) Limits {
	if v.FR3() {
		return FR3Limits()
	}
	return PandaLimits()
}

// PandaLimits returns the Panda's limits (protocol notes, section 9).
func PandaLimits() Limits {
	l := Limits{
		Joints: [Joints]safety.JointLimit{
			{Lower: -2.8973, Upper: 2.8973, V: 2.1750, A: 15, J: 7500},
			{Lower: -1.7628, Upper: 1.7628, V: 2.1750, A: 7.5, J: 3750},
			{Lower: -2.8973, Upper: 2.8973, V: 2.1750, A: 10, J: 5000},
			{Lower: -3.0718, Upper: -0.0698, V: 2.1750, A: 12.5, J: 6250},
			{Lower: -2.8973, Upper: 2.8973, V: 2.6100, A: 15, J: 7500},
			{Lower: -0.0175, Upper: 3.7525, V: 2.6100, A: 20, J: 10000},
			{Lower: -2.8973, Upper: 2.8973, V: 2.6100, A: 20, J: 10000},
		},
		Cartesian: safety.PoseRate{
			Translation: safety.Rate{V: 1.7, A: 13, J: 6500},
			Rotation:    safety.Rate{V: 2.5, A: 25, J: 12500},
			Elbow:       safety.Rate{V: 2.175, A: 10, J: 5000},
		},
		Lost: 3,
	}
	l.setTorques()
	return l
}

// FR3Limits returns the FR3's limits (protocol notes, section 9).
func FR3Limits() Limits {
	l := Limits{
		Joints: [Joints]safety.JointLimit{
			{Lower: -2.7437, Upper: 2.7437, V: 2.62, A: 10, J: 5000},
			{Lower: -1.7837, Upper: 1.7837, V: 2.62, A: 10, J: 5000},
			{Lower: -2.9007, Upper: 2.9007, V: 2.62, A: 10, J: 5000},
			{Lower: -3.0421, Upper: -0.1518, V: 2.62, A: 10, J: 5000},
			{Lower: -2.8065, Upper: 2.8065, V: 5.26, A: 10, J: 5000},
			{Lower: 0.5445, Upper: 4.5169, V: 4.18, A: 10, J: 5000},
			{Lower: -3.0159, Upper: 3.0159, V: 5.26, A: 10, J: 5000},
		},
		Cartesian: safety.PoseRate{
			Translation: safety.Rate{V: 3.0, A: 9, J: 4500},
			Rotation:    safety.Rate{V: 2.5, A: 17, J: 8500},
			Elbow:       safety.Rate{V: 2.62, A: 10, J: 5000},
		},
		Brake: [Joints]VelocityBound{
			{Offset: 0.30, Deceleration: 12, Lower: -2.7501, Upper: 2.7501},
			{Offset: 0.20, Deceleration: 5.17, Lower: -1.7918, Upper: 1.7918},
			{Offset: 0.20, Deceleration: 7, Lower: -2.9065, Upper: 2.9065},
			{Offset: 0.30, Deceleration: 8, Lower: -3.0481, Upper: -0.1458},
			{Offset: 0.35, Deceleration: 34, Lower: -2.8101, Upper: 2.8101},
			{Offset: 0.35, Deceleration: 11, Lower: 0.54092, Upper: 4.5205},
			{Offset: 0.35, Deceleration: 34, Lower: -3.0196, Upper: 3.0196},
		},
	}
	l.setTorques()
	return l
}

func (l *Limits) setTorques() {
	l.Torque = [Joints]float64{87, 87, 87, 87, 12, 12, 12}
	for i := range l.TorqueRate {
		l.TorqueRate[i] = 1000
	}
}
