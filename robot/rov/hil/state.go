package hil

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/robot/rov"
)

// State is the simulator's report in a welcome, a reply and a sensors datagram.
type State struct {
	Next    int64  // lock-step: latest time to which the World wants to be advanced, ns; math.MaxInt64: never
	Heard   uint64 // sequence number of the newest accepted command
	Clock   int64  // free-running: the simulator's monotonic clock since its start, ns; it continues when simulated time slips
	Stopped bool   // the watchdog has set the thrusters to zero
	rov.Readings
	Truth  rov.State
	Near   rov.Near              // true distances from the ground
	Forces [MaxThrusters]float64 // that the thrusters produce, N
	Count  uint8                 // of Forces
}

// numbers are the doubles of the readings and of the truth, in the order of transmission.
func (s *State) imu() [9]*float64 {
	i := &s.IMU
	return [...]*float64{&i.Roll, &i.Pitch, &i.Yaw, &i.P, &i.Q, &i.R, &i.Ax, &i.Ay, &i.Az}
}

func (s *State) loch() [3]*float64 { return [...]*float64{&s.Loch.U, &s.Loch.V, &s.Loch.W} }

func (s *State) truth() [15]*float64 {
	t, n := &s.Truth, &s.Near
	return [...]*float64{
		&t.P.X, &t.P.Y, &t.P.Z, &t.Q.W, &t.Q.X, &t.Q.Y, &t.Q.Z,
		&t.Lin.X, &t.Lin.Y, &t.Lin.Z, &t.Ang.X, &t.Ang.Y, &t.Ang.Z,
		&n.Altitude, &n.Clearance,
	}
}

func (s *State) append(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.Next))
	dst = binary.LittleEndian.AppendUint64(dst, s.Heard)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.Clock))
	dst = append(dst, bit(s.Stopped))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.Time))
	dst = appendSample(dst, s.IMU.N, s.IMU.At)
	for _, v := range s.imu() {
		dst = appendFloat(dst, *v)
	}
	dst = appendSample(dst, s.Loch.N, s.Loch.At)
	for _, v := range s.loch() {
		dst = appendFloat(dst, *v)
	}
	dst = appendFloat(appendSample(dst, s.Depth.N, s.Depth.At), s.Depth.Z)
	dst = appendFloat(appendSample(dst, s.Proximeter.N, s.Proximeter.At), s.Proximeter.Range)
	dst = append(appendSample(dst, s.Sonar.N, s.Sonar.At), s.Sonar.Beams)
	for _, v := range s.Sonar.Ranges[:s.Sonar.Beams] {
		dst = appendFloat(dst, v)
	}
	for _, v := range s.truth() {
		dst = appendFloat(dst, *v)
	}
	dst = append(dst, s.Count)
	for _, f := range s.Forces[:s.Count] {
		dst = appendFloat(dst, f)
	}
	return dst
}

func (s *State) read(r *reader) {
	s.Next, s.Heard, s.Clock, s.Stopped = r.i64(), r.u64(), r.i64(), r.flag()
	s.Time = time.Duration(r.i64())
	s.IMU.N, s.IMU.At = r.u32(), time.Duration(r.i64())
	for _, v := range s.imu() {
		*v = r.f64()
	}
	s.Loch.N, s.Loch.At = r.u32(), time.Duration(r.i64())
	for _, v := range s.loch() {
		*v = r.f64()
	}
	s.Depth.N, s.Depth.At, s.Depth.Z = r.u32(), time.Duration(r.i64()), r.f64()
	s.Proximeter.N, s.Proximeter.At, s.Proximeter.Range = r.u32(), time.Duration(r.i64()), r.f64()
	s.Sonar.N, s.Sonar.At, s.Sonar.Beams = r.u32(), time.Duration(r.i64()), r.u8()
	if s.Sonar.Beams > rov.MaxBeams {
		s.Sonar.Beams, r.bad = 0, true
	}
	clear(s.Sonar.Ranges[:])
	for i := range s.Sonar.Beams {
		s.Sonar.Ranges[i] = r.f64()
	}
	for _, v := range s.truth() {
		*v = r.f64()
	}
	if s.Count = r.u8(); s.Count > MaxThrusters {
		s.Count, r.bad = 0, true
	}
	for i := range s.Count {
		s.Forces[i] = r.f64()
	}
}

func appendSample(dst []byte, n uint32, at time.Duration) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(dst, n), uint64(at))
}

func appendFloat(dst []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
}
