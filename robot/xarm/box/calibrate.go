package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// calibrate answers questions whose answer is computed from the request alone, or from the request and the arm's geometry.
func (b *Box) calibrate(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegPoseOffset:
		return poseOffset(l, p)
	case xarm.RegCalibrateTCP:
		return fourPoints(l, p)
	case xarm.RegCalibrateTCPTurn:
		var x [6]float64
		if len(p) != 24 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[:], xarm.MaxAngle) {
			return bad
		}
		e := rotOf(x[:3]).T().Mul(rotOf(x[3:])).RPY() // of the tool in the flange
		l.params = xarm.AppendFloats(l.params, []float64{e.Roll, e.Pitch, e.Yaw})
	case xarm.RegCalibrateUserTurn:
		return threePoints(l, p)
	case xarm.RegCalibrateUserPlace:
		var x [6]float64
		if len(p) != 24 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[:3], xarm.MaxAngle) || !xarm.Within(x[3:], xarm.MaxReach) {
			return bad
		}
		o := rotOf(x[:3]).Apply(spatial.V(x[3], x[4], x[5])).Neg() // of the base in the user's frame
		l.params = xarm.AppendFloats(l.params, []float64{o.X, o.Y, o.Z})
	case xarm.RegRotationRadius:
		if len(p) != 1 || p[0] < 1 || p[0] > xarm.Joints {
			return bad
		}
		l.params = xarm.AppendFloat(l.params, 1000*b.turnRadius(int(p[0]-1)))
	case xarm.RegMaxJointVelocity:
		return b.fastest(l, p)
	case xarm.RegGetDH:
		l.params = xarm.AppendFloats(l.params, b.conf.dh[:])
	default:
		return unknown
	}
	return done
}

// rotOf returns the rotation of roll, pitch and yaw.
func rotOf(x []float64) spatial.Rot { return spatial.RPY{Roll: x[0], Pitch: x[1], Yaw: x[2]}.Rot() }

// poseOffset answers register 76: the second pose relative to the first, along the base's axes.
func poseOffset(l *Link, p []byte) outcome {
	var x [12]float64
	if len(p) != 50 || p[48] > 1 || p[49] > 1 || xarm.ParseFloats(x[:], p) != nil {
		return bad
	}
	var w, v xarm.WirePose
	copy(w[:], x[:])
	copy(v[:], x[6:])
	if !xarm.PlausiblePose(w) || !xarm.PlausiblePose(v) {
		return bad
	}
	a, c := w.Pose(), v.Pose()
	if p[48] == 1 {
		a, c = w.AxisAngle(), v.AxisAngle()
	}
	d := spatial.Pose{P: c.P.Sub(a.P), R: c.R.Mul(a.R.T())}
	out := xarm.ToWire(d)
	if p[49] == 1 {
		out = xarm.ToAxisAngle(d)
	}
	l.params = xarm.AppendFloats(l.params, out[:])
	return done
}

// fourPoints answers register 111: the point in the flange that is at the same place in all four poses of the flange, by
// least squares: all R·x + p are equal.
func fourPoints(l *Link, p []byte) outcome {
	var x [24]float64
	if len(p) != 96 || xarm.ParseFloats(x[:], p) != nil {
		return bad
	}
	var poses [4]spatial.Pose
	for i := range poses {
		var w xarm.WirePose
		copy(w[:], x[6*i:])
		if !xarm.PlausiblePose(w) {
			return bad
		}
		poses[i] = w.Pose()
	}
	// For each pair (Ri − Rj)·x = pj − pi; the normal equations sum over all pairs.
	var a [3][4]float64
	for i := range poses {
		for j := range i {
			d := poses[j].P.Sub(poses[i].P)
			for r := range 3 {
				row := [3]float64{}
				for c := range row {
					row[c] = poses[i].R[3*r+c] - poses[j].R[3*r+c]
				}
				rhs := [3]float64{d.X, d.Y, d.Z}[r]
				for k := range 3 {
					for c := range 3 {
						a[k][c] += row[k] * row[c]
					}
					a[k][3] += row[k] * rhs
				}
			}
		}
	}
	t, ok := solve3(&a)
	if !ok {
		return refused
	}
	l.params = xarm.AppendFloats(l.params, []float64{1000 * t[0], 1000 * t[1], 1000 * t[2]})
	return done
}

// solve3 solves three equations by elimination with pivoting.
func solve3(a *[3][4]float64) (x [3]float64, ok bool) {
	for c := range 3 {
		best := c
		for r := c; r < 3; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		if a[c], a[best] = a[best], a[c]; math.Abs(a[c][c]) < 1e-9 {
			return x, false
		}
		for r := range 3 {
			if r == c {
				continue
			}
			f := a[r][c] / a[c][c]
			for k := c; k < 4; k++ {
				a[r][k] -= f * a[c][k]
			}
		}
	}
	for c := range 3 {
		x[c] = a[c][3] / a[c][c]
	}
	return x, true
}

// threePoints answers register 113: the orientation of the base in a frame whose x axis goes from the first point to the
// second (mode 0; y with mode 1) and whose plane holds the third.
func threePoints(l *Link, p []byte) outcome {
	var x [18]float64
	if len(p) != 74 || p[72] > 1 || p[73] > 1 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[:], xarm.MaxReach) {
		return bad
	}
	at := func(i int) spatial.Vec3 { return spatial.V(x[6*i], x[6*i+1], x[6*i+2]) }
	u, ok1 := at(1).Sub(at(0)).Unit()
	v := at(2).Sub(at(1))
	if p[73] == 1 { // the second direction is the one to trust
		if v, ok := v.Unit(); ok {
			u, _ = u.Sub(v.Scale(u.Dot(v))).Unit()
		}
	}
	v, ok2 := v.Sub(u.Scale(u.Dot(v))).Unit()
	if !ok1 || !ok2 {
		return refused
	}
	if p[72] == 1 { // y first, then x
		u, v = v, u
	}
	w := u.Cross(v)
	// The rows are the frame's axes in the base: the base in the frame.
	e := spatial.Rot{u.X, u.Y, u.Z, v.X, v.Y, v.Z, w.X, w.Y, w.Z}.RPY()
	l.params = xarm.AppendFloats(l.params, []float64{e.Roll, e.Pitch, e.Yaw})
	return done
}

// turnRadius is how far the TCP is from joint i's axis, m.
func (b *Box) turnRadius(i int) float64 {
	flange := b.kin.Jacobian(b.q[:], b.jac[:])
	col := func(r int) float64 { return b.jac[xarm.Joints*r+i] }
	lin := spatial.V(col(0), col(1), col(2))
	ang := spatial.V(col(3), col(4), col(5))
	return lin.Add(ang.Cross(flange.R.Apply(b.conf.offset.P))).Norm()
}

// fastest answers register 231: the greatest speed that a joint may need at given angles when the TCP moves at a given speed
// in any direction.
func (b *Box) fastest(l *Link, p []byte) outcome {
	var x [1 + xarm.Joints]float64
	if len(p) != 32 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[1:], xarm.MaxAngle) || !xarm.Within(x[:1], 1e6) {
		return bad
	}
	copy(b.arg[:], x[1:])
	b.kin.Jacobian(b.arg[:], b.jac[:])
	var squares [xarm.Joints]float64
	for _, d := range [...]spatial.Vec3{spatial.V(1, 0, 0), spatial.V(0, 1, 0), spatial.V(0, 0, 1)} {
		var v [xarm.Joints]float64
		leastSquares(&b.jac, spatial.Twist{Lin: d}, &v)
		for i := range v {
			squares[i] += v[i] * v[i]
		}
	}
	top := 0.0
	for _, s := range squares {
		top = math.Max(top, s)
	}
	l.params = xarm.AppendFloat(l.params, math.Abs(x[0])/1000*math.Sqrt(top))
	return done
}

// remodelled is a Kinematics whose geometry can be changed.
type remodelled interface {
	// SetDH takes modified Denavit-Hartenberg parameters, for each joint offset (rad), d (m), alpha (rad), a (m), and
	// reports whether they describe a possible arm.
	SetDH(p *[28]float64) bool
	// SetTool puts a capsule in front of the flange that no link may touch: its length and radius, m. Zeros remove it.
	SetTool(length, radius float64)
	// SetLimits sets the joints' ranges, rad.
	SetLimits(lower, upper *[xarm.Joints]float64)
}

// setDH changes the geometry that the box computes with (register 68), as a calibration does; the arm itself does not
// change. Flags 0 to 2 use the parameters given, 3 and 4 the maker's; 1 keeps them for the next start.
func (b *Box) setDH(l *Link, p []byte) outcome {
	k, ok := b.kin.(remodelled)
	var x [28]float64
	if len(p) == 65 { // the maker's C++ SDK sends sixteen of its 28 numbers: those of four joints
		return refused
	}
	if len(p) != 113 || p[112] > 4 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[:], xarm.MaxReach) {
		return bad
	}
	if p[112] >= 3 {
		x = makersDH()
	}
	if !ok || !k.SetDH(inMetres(x)) {
		return refused
	}
	b.conf.dh, b.reshaped = x, true
	switch p[112] {
	case 1:
		b.saved.dh = x
	case 2, 4:
		b.saved.dh = makersDH()
	}
	if b.systemReset(); !b.cfg.PageForms {
		l.params = append(l.params, 0)
	}
	b.lastPose = b.tcp(&b.q)
	return done
}

// inMetres converts lengths in parameters from mm to m.
func inMetres(x [28]float64) *[28]float64 {
	for i := range xarm.Joints {
		x[4*i+1], x[4*i+3] = x[4*i+1]/1000, x[4*i+3]/1000
	}
	return &x
}

// shape sets the geometry from the settings at a start.
func (b *Box) shape() {
	if k, ok := b.kin.(remodelled); ok && (b.reshaped || b.conf.dh != makersDH() || b.conf.tool != 0) {
		k.SetDH(inMetres(b.conf.dh))
		k.SetTool(toolSize(b.conf.tool, &b.conf.toolSize))
	}
}

// setTool sets the shape of the tool for self-collision (register 78): numbers in mm, then the kind.
func (b *Box) setTool(p []byte) outcome {
	n := (len(p) - 1) / 4
	var x [6]float64
	if len(p) < 1 || len(p) != 1+4*n || n > len(x) || xarm.ParseFloats(x[:n], p) != nil || !xarm.Within(x[:], 2000) {
		return bad
	}
	kind := p[4*n]
	if kind > 5 && !(kind == 21 && n == 2) && !(kind == 22 && n == 3) {
		return bad
	}
	k, ok := b.kin.(remodelled)
	length, radius := toolSize(kind, &x)
	if !ok || length < 0 || radius < 0 {
		return refused
	}
	k.SetTool(length, radius)
	b.conf.tool, b.conf.toolSize, b.reshaped = kind, x, true
	b.clear = b.clearance(&b.ref.q)
	return done
}

// toolSize returns the capsule's length and radius for a kind of tool, m.
func toolSize(kind byte, x *[6]float64) (length, radius float64) {
	switch {
	case kind >= 1 && kind <= 5: // the maker's grippers, then Robotiq's: 172, 62, 137, 163 and 212 mm long
		return [...]float64{0.172, 0.062, 0.137, 0.163, 0.212}[kind-1], 0.045
	case kind == 21:
		return x[1] / 1000, x[0] / 1000
	case kind == 22:
		return x[2] / 1000, math.Hypot(x[0], x[1]) / 2000
	}
	return 0, 0
}

// toolCapsule is the tool's shape in front of the flange. It begins one radius in front of it, so that it cannot touch the
// wrist.
func toolCapsule(length, radius float64) kinematics.Capsule {
	z := math.Min(radius, length)
	return kinematics.Capsule{Link: xarm.Joints - 1, A: spatial.V(0, 0, z), B: spatial.V(0, 0, math.Max(length-radius, z)), Radius: radius}
}
