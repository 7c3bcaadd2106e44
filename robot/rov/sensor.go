package rov

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// sensor is the common part of all sensors: when they measure, when they do not, and their faults.
type sensor struct {
	part         Part
	every        int64 // steps
	noise, gaps  source
	out          bool // in a drop-out
	enter, leave float64
	good         [MaxBeams]float64 // the last good sample
	most         float64           // greatest reading, from 0; 0: unlimited
}

func newSensor(part Part, every time.Duration, d Dropouts, seed uint64, step time.Duration) sensor {
	s := sensor{part: part, every: int64(every / step), noise: newSource(seed, purposeOf(part)),
		gaps: newSource(seed, uint64(forDropouts)+uint64(part))}
	if d.Mean == 0 {
		d.Mean = time.Second
	}
	if d.Share > 0 {
		// A drop-out that begins at every opportunity cannot be shorter and still make up the share.
		s.leave = min(1, every.Seconds()/d.Mean.Seconds(), (1-d.Share)/d.Share)
		s.enter = min(1, s.leave*d.Share/(1-d.Share))
		s.out = s.gaps.unit() < d.Share
	}
	return s
}

// purposeOf returns the purpose of a sensor's random numbers.
func purposeOf(part Part) uint64 {
	if part >= ProximeterPart {
		return forProximeter + uint64(part-ProximeterPart)
	}
	return forIMU + uint64(part)
}

// sample decides whether a measured sample is output, and with which values.
func (s *sensor) sample(v []float64, failures []Failure, now time.Duration) bool {
	if s.enter > 0 {
		if x := s.gaps.unit(); s.out {
			s.out = x >= s.leave
		} else {
			s.out = x < s.enter
		}
	}
	f := failureOf(failures, s.part, 0, now)
	if s.out || f != nil && f.Kind == Dropout {
		return false
	}
	switch {
	case f == nil:
		copy(s.good[:], v)
	case f.Kind == Frozen:
		copy(v, s.good[:])
	case f.Kind == Noisy:
		n := Noise{Sigma: f.Value}
		if n.Sigma == 0 {
			n.Sigma = 0.5
		}
		for i := range v {
			if v[i] += s.noise.of(&n); s.most > 0 {
				v[i] = max(0, min(s.most, v[i]))
			}
		}
	case f.Kind == NotANumber:
		fill(v, math.NaN())
	case f.Value == 0:
		fill(v, 1e6)
	default:
		fill(v, f.Value)
	}
	return true
}

func fill(v []float64, x float64) {
	for i := range v {
		v[i] = x
	}
}

// sensors are the sensors of a vehicle.
type sensors struct {
	imu, loch, depth   sensor
	imuTurn, lochTurn  spatial.Rot
	yaw                walk
	rate, force, speed [3]walk
	level, offset      walk
	proximeter, sonar  sensor
	beam               spatial.Vec3           // of the proximeter, in ROBOT
	fan                [MaxBeams]spatial.Vec3 // of the sonar, in ROBOT
}

func newSensors(v *Vehicle, seed uint64, step time.Duration) sensors {
	s := sensors{
		imu:     newSensor(IMUPart, v.IMU.Every, v.IMU.Dropouts, seed, step),
		loch:    newSensor(LochPart, v.Loch.Every, v.Loch.Dropouts, seed, step),
		depth:   newSensor(DepthPart, v.Depth.Every, v.Depth.Dropouts, seed, step),
		imuTurn: v.IMU.Mounting.Angles.Rot(), lochTurn: v.Loch.Mounting.Angles.Rot(),
	}
	every := v.IMU.Every.Seconds()
	s.yaw = newWalk(v.IMU.YawBias, every, &s.imu.noise)
	for i := range 3 {
		s.rate[i] = newWalk(v.IMU.RateBias, every, &s.imu.noise)
		s.force[i] = newWalk(v.IMU.ForceBias, every, &s.imu.noise)
		s.speed[i] = newWalk(v.Loch.Bias, v.Loch.Every.Seconds(), &s.loch.noise)
	}
	s.level = newWalk(v.Depth.Bias, v.Depth.Every.Seconds(), &s.depth.noise)
	s.proximeter = newSensor(ProximeterPart, v.Proximeter.Every, v.Proximeter.Dropouts, seed, step)
	s.offset = newWalk(v.Proximeter.Bias, v.Proximeter.Every.Seconds(), &s.proximeter.noise)
	s.beam = v.Proximeter.Mounting.Angles.Rot().Col(0)
	s.sonar = newSensor(SonarPart, v.Sonar.Every, v.Sonar.Dropouts, seed, step)
	s.proximeter.most, s.sonar.most = v.Proximeter.Max, v.Sonar.Max
	turn := v.Sonar.Mounting.Angles.Rot()
	for i := range v.Sonar.Beams {
		s.fan[i] = turn.Apply(v.Sonar.Beam(i))
	}
	return s
}

// sense takes the samples that are due.
func (w *World) sense() {
	now := w.Now()
	w.readings.Time = now
	if w.steps%w.sensors.imu.every == 0 {
		w.senseIMU(now)
	}
	if w.steps%w.sensors.loch.every == 0 {
		w.senseLoch(now)
	}
	if w.steps%w.sensors.depth.every == 0 {
		w.senseDepth(now)
	}
	if s := &w.sensors.proximeter; s.every > 0 && w.steps%s.every == 0 {
		w.senseProximeter(now)
	}
	if s := &w.sensors.sonar; s.every > 0 && w.steps%s.every == 0 {
		w.senseSonar(now)
	}
}

func (w *World) senseIMU(now time.Duration) {
	s, spec, x := &w.sensors, &w.vehicle.IMU, &w.state
	turn := x.Q.Rot()
	angles := turn.Mul(s.imuTurn).RPY()
	rate := s.imuTurn.ApplyT(x.Ang)
	lin, ang := w.plant.Acceleration(x, &w.wrench)
	r := spec.Mounting.Position
	a := lin.Add(x.Ang.Cross(x.Lin)).Add(ang.Cross(r)).Add(x.Ang.Cross(x.Ang.Cross(r)))
	force := s.imuTurn.ApplyT(a.Sub(turn.ApplyT(spatial.V(0, 0, Gravity))))
	v := [9]float64{angles.Roll, angles.Pitch, angles.Yaw, rate.X, rate.Y, rate.Z, force.X, force.Y, force.Z}
	from := &s.imu.noise
	for i := range 3 {
		v[i] += from.of(&spec.Attitude[i])
		v[3+i] += from.of(&spec.Rate[i]) + s.rate[i].next(from)
		v[6+i] += from.of(&spec.Force[i]) + s.force[i].next(from)
	}
	v[0], v[2] = wrap(v[0]), wrap(v[2]+s.yaw.next(from))
	if !s.imu.sample(v[:], w.failures, now) {
		return
	}
	m := &w.readings.IMU
	m.N, m.At = m.N+1, now
	m.Roll, m.Pitch, m.Yaw = v[0], v[1], v[2]
	m.P, m.Q, m.R = v[3], v[4], v[5]
	m.Ax, m.Ay, m.Az = v[6], v[7], v[8]
}

func (w *World) senseLoch(now time.Duration) {
	s, spec, x := &w.sensors, &w.vehicle.Loch, &w.state
	u := s.lochTurn.ApplyT(x.Lin.Add(x.Ang.Cross(spec.Mounting.Position)))
	v := [3]float64{u.X, u.Y, u.Z}
	from := &s.loch.noise
	if spec.Beams {
		e := beams(from.of(&spec.Beam), from.of(&spec.Beam), from.of(&spec.Beam), from.of(&spec.Beam), spec.BeamTilt)
		v[0], v[1], v[2] = v[0]+e.X, v[1]+e.Y, v[2]+e.Z
	}
	for i := range v {
		if !spec.Beams {
			v[i] += from.of(&spec.Speed[i])
		}
		v[i] += s.speed[i].next(from)
	}
	if !s.loch.sample(v[:], w.failures, now) {
		return
	}
	m := &w.readings.Loch
	m.N, m.At = m.N+1, now
	m.U, m.V, m.W = v[0], v[1], v[2]
}

// beams turns the speeds along four beams (ahead, starboard, astern, port, each tilted off the vertical) into a velocity:
// the least-squares solution of b = ±sin(tilt)·u|v + cos(tilt)·w.
func beams(ahead, starboard, astern, port, tilt float64) spatial.Vec3 {
	s, c := math.Sincos(tilt)
	return spatial.V((ahead-astern)/(2*s), (starboard-port)/(2*s), (ahead+starboard+astern+port)/(4*c))
}

func (w *World) senseDepth(now time.Duration) {
	s, spec, x := &w.sensors, &w.vehicle.Depth, &w.state
	v := [1]float64{x.P.Z + x.Q.Rot().Apply(spec.Position).Z}
	v[0] += s.depth.noise.of(&spec.Noise) + s.level.next(&s.depth.noise)
	if !s.depth.sample(v[:], w.failures, now) {
		return
	}
	m := &w.readings.Depth
	m.N, m.At, m.Z = m.N+1, now, v[0]
}

func (w *World) senseProximeter(now time.Duration) {
	s, spec := &w.sensors, &w.vehicle.Proximeter
	v := [1]float64{w.echo(&spec.Mounting, s.beam, spec.Max, &spec.Noise, &s.proximeter.noise) + s.offset.next(&s.proximeter.noise)}
	if !s.proximeter.sample(v[:], w.failures, now) {
		return
	}
	m := &w.readings.Proximeter
	m.N, m.At, m.Range = m.N+1, now, v[0]
}

func (w *World) senseSonar(now time.Duration) {
	s, spec := &w.sensors, &w.vehicle.Sonar
	var v [MaxBeams]float64
	for i := range spec.Beams {
		v[i] = w.echo(&spec.Mounting, s.fan[i], spec.Max, &spec.Noise, &s.sonar.noise)
	}
	if !s.sonar.sample(v[:spec.Beams], w.failures, now) {
		return
	}
	m := &w.readings.Sonar
	m.N, m.At, m.Ranges, m.Beams = m.N+1, now, v, uint8(spec.Beams)
}

// echo returns the range that a sensor's beam in a direction in ROBOT measures. Without an echo there is no noise.
func (w *World) echo(m *Mounting, along spatial.Vec3, most float64, n *Noise, from *source) float64 {
	x := &w.state
	turn := x.Q.Rot()
	r := w.bed.Cast(x.P.Add(turn.Apply(m.Position)), turn.Apply(along), most)
	if e := from.of(n); r < most {
		return max(0, min(most, r+e))
	}
	return most
}

// wrap brings an angle into [−π, π].
func wrap(a float64) float64 {
	if math.Abs(a) <= math.Pi {
		return a
	}
	return math.Remainder(a, 2*math.Pi)
}
