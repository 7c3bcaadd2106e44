// Package transmission converts between joints and the actuators that move them: positions, velocities and efforts, for
// the three transmissions of ros2_control (transmission_interface, whose formulas these are). n are reductions, o a joint's
// offset, x positions (rad or m), τ efforts:
//
//	simple        xj = xa/n + o                             τj = n·τa
//	differential  xj1 = (xa1/na1 + xa2/na2)/(2·nj1) + o1    τj1 = nj1·(na1·τa1 + na2·τa2)
//	              xj2 = (xa1/na1 − xa2/na2)/(2·nj2) + o2    τj2 = nj2·(na1·τa1 − na2·τa2)
//	four-bar      xj1 = xa1/(nj1·na1) + o1                  τj1 = nj1·na1·τa1 + na2·τa2
//	              xj2 = (xa2/na2 − xa1/(nj1·na1))/nj2 + o2  τj2 = nj2·na2·τa2
//
// Velocities convert like positions without offsets. In all three the joints' power equals the actuators'. A [Driver]
// stands between a driver of actuators and what commands joints.
package transmission

import "fmt"

// Kind is one of the transmissions.
type Kind uint8

// The transmissions.
const (
	Simple       Kind = iota // one joint, one actuator
	Differential             // two of each
	FourBar                  // two of each
)

// Joints returns how many joints and actuators the transmission has.
func (k Kind) Joints() int {
	if k == Simple {
		return 1
	}
	return 2
}

// Transmission is one transmission. Simple uses the first numbers only.
type Transmission struct {
	Kind     Kind
	Joint    [2]float64 // reductions at the joints
	Actuator [2]float64 // reductions at the actuators
	Offset   [2]float64 // of the joints, rad or m
}

// Validate reports a reduction that is 0 or no number.
func (t *Transmission) Validate() error {
	for i := range t.Kind.Joints() {
		if t.Kind != Simple && !(t.Joint[i] != 0 && t.Joint[i]-t.Joint[i] == 0) || !(t.Actuator[i] != 0 && t.Actuator[i]-t.Actuator[i] == 0) {
			return fmt.Errorf("transmission: reductions of joint and actuator %d are %g and %g: give numbers other than 0", i+1, t.Joint[i], t.Actuator[i])
		}
	}
	return nil
}

// Velocities converts actuator velocities to joint velocities.
func (t *Transmission) Velocities(a [2]float64) (j [2]float64) {
	switch t.Kind {
	case Simple:
		j[0] = a[0] / t.Actuator[0]
	case Differential:
		u, v := a[0]/t.Actuator[0], a[1]/t.Actuator[1]
		j[0], j[1] = (u+v)/(2*t.Joint[0]), (u-v)/(2*t.Joint[1])
	default:
		j[0] = a[0] / (t.Joint[0] * t.Actuator[0])
		j[1] = (a[1]/t.Actuator[1] - j[0]) / t.Joint[1]
	}
	return j
}

// Positions converts actuator positions to joint positions.
func (t *Transmission) Positions(a [2]float64) (j [2]float64) {
	j = t.Velocities(a)
	return [2]float64{j[0] + t.Offset[0], j[1] + t.Offset[1]}
}

// ActuatorVelocities converts joint velocities to actuator velocities.
func (t *Transmission) ActuatorVelocities(j [2]float64) (a [2]float64) {
	switch t.Kind {
	case Simple:
		a[0] = j[0] * t.Actuator[0]
	case Differential:
		u, v := j[0]*t.Joint[0], j[1]*t.Joint[1]
		a[0], a[1] = (u+v)*t.Actuator[0], (u-v)*t.Actuator[1]
	default:
		a[0] = j[0] * t.Joint[0] * t.Actuator[0]
		a[1] = (float64(j[1]*t.Joint[1]) + j[0]) * t.Actuator[1]
	}
	return a
}

// ActuatorPositions converts joint positions to actuator positions.
func (t *Transmission) ActuatorPositions(j [2]float64) [2]float64 {
	return t.ActuatorVelocities([2]float64{j[0] - t.Offset[0], j[1] - t.Offset[1]})
}

// Efforts converts actuator efforts to joint efforts.
func (t *Transmission) Efforts(a [2]float64) (j [2]float64) {
	u, v := a[0]*t.Actuator[0], a[1]*t.Actuator[1]
	switch t.Kind {
	case Simple:
		j[0] = u
	case Differential:
		j[0], j[1] = t.Joint[0]*(u+v), t.Joint[1]*(u-v)
	default:
		j[0], j[1] = float64(t.Joint[0]*u)+v, t.Joint[1]*v
	}
	return j
}

// ActuatorEfforts converts joint efforts to actuator efforts.
func (t *Transmission) ActuatorEfforts(j [2]float64) (a [2]float64) {
	switch t.Kind {
	case Simple:
		a[0] = j[0] / t.Actuator[0]
	case Differential:
		u, v := j[0]/t.Joint[0], j[1]/t.Joint[1]
		a[0], a[1] = (u+v)/(2*t.Actuator[0]), (u-v)/(2*t.Actuator[1])
	default:
		v := j[1] / t.Joint[1]
		a[0], a[1] = (j[0]-v)/(t.Joint[0]*t.Actuator[0]), v/t.Actuator[1]
	}
	return a
}
