package atoms

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

// monolith is the law written by hand as a single Atom, as an engineer would write it without dividing the law.
type monolith struct {
	Roll  atom.Need[unit.Angle]        `frame:"IMU" axis:"x"`
	Pitch atom.Need[unit.Angle]        `frame:"IMU" axis:"y"`
	Yaw   atom.Need[unit.Angle]        `frame:"IMU" axis:"z"`
	WX    atom.Need[unit.AngularSpeed] `frame:"IMU" axis:"x"`
	WY    atom.Need[unit.AngularSpeed] `frame:"IMU" axis:"y"`
	WZ    atom.Need[unit.AngularSpeed] `frame:"IMU" axis:"z"`
	VX    atom.Need[unit.Speed]        `frame:"LOCH" axis:"x"`
	VY    atom.Need[unit.Speed]        `frame:"LOCH" axis:"y"`
	VZ    atom.Need[unit.Speed]        `frame:"LOCH" axis:"z"`
	Z     atom.Need[unit.Length]       `frame:"WORLD" axis:"z"`
	F     [6]atom.Product[unit.Force]  `frame:"THRUSTERS"`
	Cycle atom.Storage[unit.Unsigned]  // of C1
	law   *heading.ByHand              // with its state
	own   [6]float64                   // its forces
}

// Physics runs the law, with its control at every second cycle.
func (m *monolith) Physics(dt unit.Time) {
	n := m.Cycle.Get()
	m.law.Step(&heading.Reading{
		Roll: float64(m.Roll.Get()), Pitch: float64(m.Pitch.Get()), Yaw: float64(m.Yaw.Get()),
		WX: float64(m.WX.Get()), WY: float64(m.WY.Get()), WZ: float64(m.WZ.Get()),
		VX: float64(m.VX.Get()), VY: float64(m.VY.Get()), VZ: float64(m.VZ.Get()), Z: float64(m.Z.Get()),
	}, m.own[:], float64(dt), int(n)%2 == 0)
	m.Cycle.Set(n + 1)
	for i, f := range m.own {
		m.F[i].Set(unit.Force(f))
	}
}

// single is the model of a monolith for a vehicle with six thrusters, with the Externals of the example and its period.
func single(v rov.Vehicle) *atom.Model {
	m := atom.New("monolith")
	all := []atom.Option{atom.In("All"), atom.Every(time.Millisecond, period.Between(5*time.Millisecond, 50*time.Millisecond))}
	law := atom.Add(m.Root, "law", &monolith{law: heading.NewByHand(v)}, all...)
	atom.ConnectAll(atom.Add(m.Root, "IMU", new(heading.IMU), append(all, atom.By(heading.DriverIMU))...), law)
	atom.ConnectAll(atom.Add(m.Root, "Loch", new(heading.Loch), append(all, atom.By(heading.DriverLoch))...), law)
	atom.ConnectAll(atom.Add(m.Root, "Depth", new(heading.Depth), append(all, atom.By(heading.DriverDepth))...), law)
	atom.ConnectAll(law, atom.Add(m.Root, "Actuators", atom.Sized[lib.Actuators](6), append(all, atom.By(heading.DriverThrusters))...))
	m.Loop("All", "C1")
	m.Timed("C1", heading.T1)
	return m
}
