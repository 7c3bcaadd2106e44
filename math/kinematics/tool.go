package kinematics

import "github.com/sinew-robotics/sinew/math/spatial"

// Tool is the load on a force-torque sensor, and what the sensor shows without it.
type Tool struct {
	Mass float64        // kg
	Com  spatial.Vec3   // centre of mass in the sensor's frame, m
	Bias spatial.Wrench // in the sensor's frame
}

// Net returns the wrench that the surroundings exert: the measured wrench less bias and weight, in the sensor's frame.
// The sensor stands still with orientation r, and gravity is the acceleration of free fall, both in the same frame.
func (t *Tool) Net(measured spatial.Wrench, r spatial.Rot, gravity spatial.Vec3) spatial.Wrench {
	weight := r.ApplyT(gravity.Scale(t.Mass))
	return spatial.Wrench{Force: measured.Force.Sub(t.Bias.Force).Sub(weight),
		Torque: measured.Torque.Sub(t.Bias.Torque).Sub(t.Com.Cross(weight))}
}
