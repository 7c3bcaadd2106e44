// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal f577600e1c77c5dd.

package rovheading

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// SensorsLoop is the real-time loop Sensors of composition C1, every 25 ms: IMU, Loch and Depth.
type SensorsLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops read.
	IMURoll  reactor.Out[unit.Angle]        // IMU.roll: Angle (rad), frame IMU, axis x
	IMUPitch reactor.Out[unit.Angle]        // IMU.pitch: Angle (rad), frame IMU, axis y
	IMUYaw   reactor.Out[unit.Angle]        // IMU.yaw: Angle (rad), frame IMU, axis z
	IMUWx    reactor.Out[unit.AngularSpeed] // IMU.wx: AngularSpeed (rad/s), frame IMU, axis x
	IMUWy    reactor.Out[unit.AngularSpeed] // IMU.wy: AngularSpeed (rad/s), frame IMU, axis y
	IMUWz    reactor.Out[unit.AngularSpeed] // IMU.wz: AngularSpeed (rad/s), frame IMU, axis z
	LochVx   reactor.Out[unit.Speed]        // Loch.vx: Speed (m/s), frame LOCH, axis x
	LochVy   reactor.Out[unit.Speed]        // Loch.vy: Speed (m/s), frame LOCH, axis y
	LochVz   reactor.Out[unit.Speed]        // Loch.vz: Speed (m/s), frame LOCH, axis z
	DepthZ   reactor.Out[unit.Length]       // Depth.z: Length (m), frame WORLD, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Halt reactor.Out[loop.Halt]

	// What runs, in this order.
	imu      reactor.Sensor[IMUSample]
	imuNow   IMUSample // that is passed on
	loch     reactor.Sensor[LochSample]
	lochNow  LochSample // that is passed on
	depth    reactor.Sensor[DepthSample]
	depthNow DepthSample // that is passed on

	guards struct { // what each value may be
		imuRoll, imuPitch, imuYaw, imuWx, imuWy, imuWz, lochVx, lochVy, lochVz, depthZ loop.Guard
	}
}

// NewSensorsLoop makes the loop in parent.
func NewSensorsLoop(parent reactor.Parent, d Drivers, o loop.Options) *SensorsLoop {
	s := &SensorsLoop{}
	reactor.Init(parent, "sensors", s)
	s.tick.Set(C1Offset, C1Period)
	s.guard(o)
	if d.IMU != nil {
		s.imu.Bind(func() IMUSample { return d.IMU.Read(s.Tag()) })
	}
	if d.Loch != nil {
		s.loch.Bind(func() LochSample { return d.Loch.Read(s.Tag()) })
	}
	if d.Depth != nil {
		s.depth.Bind(func() DepthSample { return d.Depth.Read(s.Tag()) })
	}
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick).
		Sets(&s.Halt, &s.IMURoll, &s.IMUPitch, &s.IMUYaw, &s.IMUWx, &s.IMUWy, &s.IMUWz, &s.LochVx, &s.LochVy,
			&s.LochVz, &s.DepthZ).
		Deadline(C1Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *SensorsLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *SensorsLoop) cycle() {
	at := s.Tag().Time
	tick := s.due
	s.due = false
	if tick {
		s.exchangeIMU(at)
		s.exchangeLoch(at)
		s.exchangeDepth(at)
	}
	s.Watch.Report(&s.Halt, at)
}

// exchangeIMU takes a sample of IMU and passes on what is valid.
func (s *SensorsLoop) exchangeIMU(at reactor.Time) {
	x := s.imu.Read()
	s.imuNow.Roll = loop.Pass(&s.guards.imuRoll, x.Roll, at)
	s.imuNow.Pitch = loop.Pass(&s.guards.imuPitch, x.Pitch, at)
	s.imuNow.Yaw = loop.Pass(&s.guards.imuYaw, x.Yaw, at)
	s.imuNow.Wx = loop.Pass(&s.guards.imuWx, x.Wx, at)
	s.imuNow.Wy = loop.Pass(&s.guards.imuWy, x.Wy, at)
	s.imuNow.Wz = loop.Pass(&s.guards.imuWz, x.Wz, at)
	s.IMURoll.Set(s.imuNow.Roll)
	s.IMUPitch.Set(s.imuNow.Pitch)
	s.IMUYaw.Set(s.imuNow.Yaw)
	s.IMUWx.Set(s.imuNow.Wx)
	s.IMUWy.Set(s.imuNow.Wy)
	s.IMUWz.Set(s.imuNow.Wz)
}

// exchangeLoch takes a sample of Loch and passes on what is valid.
func (s *SensorsLoop) exchangeLoch(at reactor.Time) {
	x := s.loch.Read()
	s.lochNow.Vx = loop.Pass(&s.guards.lochVx, x.Vx, at)
	s.lochNow.Vy = loop.Pass(&s.guards.lochVy, x.Vy, at)
	s.lochNow.Vz = loop.Pass(&s.guards.lochVz, x.Vz, at)
	s.LochVx.Set(s.lochNow.Vx)
	s.LochVy.Set(s.lochNow.Vy)
	s.LochVz.Set(s.lochNow.Vz)
}

// exchangeDepth takes a sample of Depth and passes on what is valid.
func (s *SensorsLoop) exchangeDepth(at reactor.Time) {
	x := s.depth.Read()
	s.depthNow.Z = loop.Pass(&s.guards.depthZ, x.Z, at)
	s.DepthZ.Set(s.depthNow.Z)
}

// guard says what each value may be, and which actuators depend on it.
func (s *SensorsLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Between(&g.imuRoll, "IMU.roll", unit.Degrees(-200), unit.Degrees(200), HaltsActuators),
		loop.Between(&g.imuPitch, "IMU.pitch", unit.Degrees(-100), unit.Degrees(100), HaltsActuators),
		loop.Between(&g.imuYaw, "IMU.yaw", unit.Degrees(-200), unit.Degrees(200), HaltsActuators).Freezes(2*time.Second),
		loop.Between(&g.imuWx, "IMU.wx", unit.RadiansPerSecond(-20), unit.RadiansPerSecond(20), HaltsActuators),
		loop.Between(&g.imuWy, "IMU.wy", unit.RadiansPerSecond(-20), unit.RadiansPerSecond(20), HaltsActuators),
		loop.Between(&g.imuWz, "IMU.wz", unit.RadiansPerSecond(-20), unit.RadiansPerSecond(20), HaltsActuators).Freezes(2*time.Second),
		loop.Between(&g.lochVx, "Loch.vx", unit.MetresPerSecond(-10), unit.MetresPerSecond(10), HaltsActuators),
		loop.Between(&g.lochVy, "Loch.vy", unit.MetresPerSecond(-10), unit.MetresPerSecond(10), HaltsActuators),
		loop.Between(&g.lochVz, "Loch.vz", unit.MetresPerSecond(-10), unit.MetresPerSecond(10), HaltsActuators),
		loop.Between(&g.depthZ, "Depth.z", unit.Metres(-5), unit.Metres(200), 0),
	)
}
