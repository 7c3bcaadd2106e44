package heading

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// act goes from the desired accelerations to the thrusters: Figure 8.
func (e *example) act() {
	expertise := e.known("ExpertiseDynamics", new(lib.Dynamics), Dynamics(e.vehicle))
	desired := atom.Constraint{Update: atom.Periodic, Periods: period.Between(5*time.Millisecond, 100*time.Millisecond)}
	constant := atom.Constraint{Update: atom.Constant}
	allowed := period.Between(5*time.Millisecond, 50*time.Millisecond)
	d := new(lib.DynamicModel)
	dynamic := atom.Add(e.root, "DynamicModel", d, atom.In("MDynamic"), atom.Every(worst, allowed),
		atom.Renewed("acc_u", constant), atom.Renewed("acc_v", constant), atom.Renewed("acc_w", constant),
		atom.Renewed("acc_p", desired), atom.Renewed("acc_q", desired), atom.Renewed("acc_r", desired))
	atom.ConnectAll(e.speedsBody, dynamic)
	atom.ConnectAll(e.robotPose, dynamic)
	atom.ConnectAll(e.expertise, dynamic)
	atom.Connect(&e.shift.XOut, &d.AccP)
	atom.Connect(&e.shift.YOut, &d.AccQ)
	atom.Connect(&e.shift.ZOut, &d.AccR)
	atom.ConnectAll(expertise, dynamic)

	n := len(e.vehicle.Thrusters)
	if n == 0 || n > atom.MaxBank {
		e.model.Faults = append(e.model.Faults, diag.Fault{Code: "length", Path: "ThrusterAllocation",
			What: fmt.Sprintf("vehicle %s has %d thrusters", e.vehicle.Name, n), Do: fmt.Sprintf("give it from 1 to %d thrusters", atom.MaxBank)})
		return
	}
	thrusters := e.known("ExpertiseThrusters", atom.Sized[lib.Thrusters](n), Thrusters(e.vehicle))
	allocation := atom.Add(e.root, "ThrusterAllocation", atom.Sized[lib.ThrusterAllocation](n), atom.In("MDynamic"), atom.Every(worst, allowed))
	atom.ConnectAll(thrusters, allocation)
	atom.ConnectAll(dynamic, allocation)
	actuators := atom.Add(e.root, "Actuators", atom.Sized[lib.Actuators](n), atom.In("Actuators"), atom.By(DriverThrusters),
		atom.Every(exchange, period.Between(5*time.Millisecond, 100*time.Millisecond)))
	atom.ConnectAll(allocation, actuators)
}

// known adds the maker's data as an External Knowledge Atom with values.
func (e *example) known(name string, body any, values []Value) *atom.Instance {
	options := []atom.Option{atom.Once()}
	for _, v := range values {
		options = append(options, atom.Valued(v.Product, v.SI))
	}
	return atom.Add(e.root, name, body, options...)
}

// Value is a vehicle's value of one product of an External Knowledge Atom.
type Value struct {
	Product string  // "added_u"
	SI      float64 // in the SI unit of the product's type
}

// Dynamics returns the values of ExpertiseDynamics for a vehicle in fresh water. Of its degrees of freedom only yaw is
// controlled.
func Dynamics(v rov.Vehicle) (values []Value) {
	add := func(name string, x float64) { values = append(values, Value{name, x}) }
	add("mass", v.Mass)
	for i, axis := range []string{"u", "v", "w", "p", "q", "r"} {
		control := 0.0
		if axis == "r" {
			control = 1
		}
		add("control_"+axis, control)
		add("added_"+axis, v.Added[i])
		add("linear_"+axis, v.Linear[i])
		add("quadratic_"+axis, v.Quadratic[i])
	}
	add("inertia_p", v.Inertia.X)
	add("inertia_q", v.Inertia.Y)
	add("inertia_r", v.Inertia.Z)
	add("weight", v.Mass*rov.Gravity)
	add("buoyancy", rov.FreshWater*v.Volume*rov.Gravity)
	add("buoyant_x", v.Buoyant.X)
	add("buoyant_y", v.Buoyant.Y)
	add("buoyant_z", v.Buoyant.Z)
	return values
}

// Thrusters returns the values of ExpertiseThrusters.
func Thrusters(v rov.Vehicle) (values []Value) {
	for i, t := range v.Thrusters {
		add := func(name string, x float64) { values = append(values, Value{fmt.Sprintf("%s[%d]", name, i), x}) }
		add("position_x", t.Position.X)
		add("position_y", t.Position.Y)
		add("position_z", t.Position.Z)
		add("direction_x", t.Direction.X)
		add("direction_y", t.Direction.Y)
		add("direction_z", t.Direction.Z)
		add("forward", t.Forward)
		add("backward", t.Backward)
		add("dead_zone", t.DeadZone)
	}
	return values
}
