package box

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// settings are the contents of the configuration registers. save_conf saves them for the next start; clean_conf restores
// the maker's.
type settings struct {
	offset           spatial.Pose // of the TCP in the flange
	offsetWire       xarm.WirePose
	world            spatial.Pose // of the base in the user's coordinates
	worldWire        xarm.WirePose
	load             [4]float64 // kg, mm
	collision, teach byte
	gravity          [3]float64
	lineFactor       float64 // of the speed in mode 1
	tcpJerk, tcpAcc  float64 // m/s³, m/s²: planned moves
	jointJerk        float64 // rad/s³
	jointAcc         float64 // rad/s²
	posture          posture
	reduced          reducedMode
	selfCollision    bool
	tool             byte       // model of the tool for self-collision
	toolSize         [6]float64 // mm
	approximate      bool       // register 66; the TCP slows down near singular poses anyway
	joins            bool       // straight continuations are joined at speed, even without a radius
	currents         bool       // reports show currents instead of torques
	simulated        bool       // the arm stays where it is, only the reports move
	clearOnStop      [2]bool    // outputs of the box, of the tool
	dh               [28]float64
	params           [paramCount][7]float64 // common parameters without an effect
	force            forceSettings
}

// The common parameters that have an effect here, and the number of common parameters.
const (
	paramSpeed     = 1
	paramPosture   = 7
	paramForceStop = 11
	paramForceMost = 12
	paramCount     = 27
)

// paramForm returns how common parameter n is written: its count of numbers, and whether they are floats. 0: no such
// parameter.
func paramForm(n byte) (numbers int, float bool) {
	switch n {
	case paramSpeed:
		return 1, true
	case 6, paramForceMost, 14:
		return 6, true
	case paramPosture:
		return 2 * xarm.Joints, true
	case 2, 3, 4, 5, paramForceStop, 13, 24, 25:
		return 1, false
	case 15, 16:
		return 2, false
	}
	return 0, false
}

// fresh returns the settings of an arm that has just left the factory.
func (b *Box) fresh() settings {
	s := settings{
		offset: spatial.Identity(), world: spatial.Identity(), collision: 3, teach: 3, gravity: [3]float64{0, 0, -1},
		lineFactor: b.cfg.LineSpeed / xarm.TCPSpeed, selfCollision: true,
		tcpJerk: xarm.TCPJerk, tcpAcc: xarm.TCPAcc, jointJerk: xarm.JointJerk, jointAcc: xarm.JointAcc,
		reduced: reducedMode{speed: 0.1, jointSpeed: math.Pi, fence: [6]int{1000, -1000, 1000, -1000, 1000, -1000}},
		dh:      makersDH(),
	}
	for i := range xarm.Joints {
		s.posture.weight[i] = 1
		s.reduced.ranges[2*i], s.reduced.ranges[2*i+1] = b.lower[i], b.upper[i]
	}
	for i := range 6 {
		s.params[paramForceMost][i] = [...]float64{100, 100, 100, 5, 5, 5}[i]
	}
	return s
}

// makersDH are the arm's modified Denavit-Hartenberg parameters as register 67 gives them: for each joint its offset (rad),
// d (mm), alpha (rad) and a (mm).
func makersDH() (p [28]float64) {
	rows := [xarm.Joints][3]float64{ // d, alpha, a
		{267, 0, 0}, {0, -math.Pi / 2, 0}, {293, math.Pi / 2, 0}, {0, math.Pi / 2, 52.5},
		{342.5, math.Pi / 2, 77.5}, {0, math.Pi / 2, 0}, {97, -math.Pi / 2, 76},
	}
	for i, r := range rows {
		copy(p[4*i+1:], r[:])
	}
	return p
}

// Limits of the load and gravity registers; the maker does not state them.
const (
	mostLoad    = 50.0   // kg
	farLoad     = 2000.0 // mm
	mostGravity = 100.0  // of a direction's components
)

// configure sets what the box stores.
func (b *Box) configure(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegTCPOffset, xarm.RegWorldOffset:
		return b.frames(r, p)
	case xarm.RegLoad:
		var x [4]float64
		if len(p) != 16 || xarm.ParseFloats(x[:], p) != nil || x[0] < 0 || x[0] > mostLoad || !xarm.Within(x[1:], farLoad) {
			return bad
		}
		return b.queued(action{what: actLoad, x: x}, l)
	case xarm.RegCollisionSens, xarm.RegTeachSens:
		if len(p) != 1 || p[0] > 5 || r == xarm.RegTeachSens && p[0] == 0 {
			return bad
		}
		if r == xarm.RegCollisionSens {
			b.conf.collision = p[0]
		} else {
			b.conf.teach = p[0]
		}
		b.systemReset()
	case xarm.RegGravity:
		var x [3]float64
		if len(p) != 12 || xarm.ParseFloats(x[:], p) != nil || x == [3]float64{} || !xarm.Within(x[:], mostGravity) {
			return bad
		}
		b.conf.gravity = x
		b.systemReset()
	case xarm.RegTCPJerk, xarm.RegTCPMaxAcc, xarm.RegJointJerk, xarm.RegJointMaxAcc:
		return b.rates(l, r, p)
	case xarm.RegSaveConf, xarm.RegCleanConf:
		if len(p) != 0 {
			return bad
		}
		if b.saved = b.conf; r == xarm.RegCleanConf {
			b.saved = b.fresh()
			b.conf = b.saved
		}
		b.saved.lineFactor = b.fresh().lineFactor // of the session
		b.systemReset()
	default:
		return b.switches(l, r, p)
	}
	return done
}

// frames sets where the TCP is in the flange, or the base in the user's coordinates.
func (b *Box) frames(r xarm.Register, p []byte) outcome {
	var w xarm.WirePose
	if len(p) != 24 || xarm.ParseFloats(w[:], p) != nil || !xarm.PlausiblePose(w) {
		return bad
	}
	if r == xarm.RegWorldOffset {
		b.conf.world, b.conf.worldWire = w.Pose(), w
		b.observe()
		b.refresh()
		return done
	}
	b.conf.offset, b.conf.offsetWire = w.Pose(), w
	b.lastPose = b.tcp(&b.q)
	b.systemReset()
	return done
}

// rates sets jerks and greatest accelerations of planned moves.
func (b *Box) rates(l *Link, r xarm.Register, p []byte) outcome {
	var x [1]float64
	if len(p) != 4 || xarm.ParseFloats(x[:], p) != nil || x[0] <= 0 {
		return bad
	}
	c := &b.conf
	switch r {
	case xarm.RegTCPJerk:
		c.tcpJerk = math.Min(math.Max(x[0]/1000, 1e-3), xarm.TCPJerk)
	case xarm.RegTCPMaxAcc:
		c.tcpAcc = math.Min(math.Max(x[0]/1000, 1e-3), xarm.TCPAcc)
	case xarm.RegJointJerk:
		c.jointJerk = math.Min(math.Max(x[0], 1e-2), xarm.JointJerk)
	default:
		c.jointAcc = math.Min(math.Max(x[0], 1e-2), xarm.JointAcc)
	}
	l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	return done
}

// switches sets registers with one byte.
func (b *Box) switches(l *Link, r xarm.Register, p []byte) outcome {
	var to *bool
	switch r {
	case xarm.RegSelfCollision:
		to = &b.conf.selfCollision
	case xarm.RegApproximate:
		to = &b.conf.approximate
	case xarm.RegCartContinuous:
		to = &b.conf.joins
	case xarm.RegReportCurrents:
		to = &b.conf.currents
	case xarm.RegSimulation:
		to = &b.conf.simulated
	case xarm.RegReloadDynamics:
		b.systemReset()
		return done
	case xarm.RegSetDH:
		return b.setDH(l, p)
	case xarm.RegCollisionTool:
		return b.setTool(p)
	case xarm.RegSetCommonParam:
		return b.setParam(p)
	case xarm.RegFeedbackType:
		if len(p) != 1 {
			return bad
		}
		l.feedback = p[0]
		return done
	default:
		return unknown
	}
	if len(p) != 1 || p[0] > 1 {
		return bad
	}
	if *to = p[0] == 1; r == xarm.RegSimulation && p[0] == 0 {
		b.plant.State(b.q[:], b.dq[:], b.tau[:])
		b.ref = setpoint{q: b.q}
		b.systemReset()
	}
	return done
}

// setParam sets a common parameter; integers come in the order of numbers, low byte first.
func (b *Box) setParam(p []byte) outcome {
	if len(p) < 1 {
		return bad
	}
	n, float := paramForm(p[0])
	var x [2 * xarm.Joints]float64
	switch {
	case n == 0:
		return refused
	case len(p) != 1+4*n:
		return bad
	case float:
		if xarm.ParseFloats(x[:n], p[1:]) != nil {
			return bad
		}
	default:
		for i := range n {
			x[i] = float64(int32(binary.LittleEndian.Uint32(p[1+4*i:])))
		}
	}
	switch p[0] {
	case paramSpeed:
		if x[0] <= 0 || x[0] > 10 {
			return bad
		}
		b.conf.lineFactor = x[0]
	case paramPosture:
		return b.setPosture(&x)
	case 6, 13, 15, 16: // thresholds of admittance, drawing back by force, devices to watch
		if x != [2 * xarm.Joints]float64{} {
			return refused
		}
	default:
		copy(b.conf.params[p[0]][:], x[:n])
	}
	return done
}

// setPosture takes reference angles and multipliers of 1 to 10.
func (b *Box) setPosture(x *[2 * xarm.Joints]float64) outcome {
	if !xarm.Within(x[:xarm.Joints], 2*math.Pi) {
		return bad
	}
	for _, w := range x[xarm.Joints:] {
		if !(w >= 1 && w <= 10) {
			return bad
		}
	}
	copy(b.conf.posture.near[:], x[:])
	copy(b.conf.posture.weight[:], x[xarm.Joints:])
	return done
}

// param replies with a common parameter; integers have their high byte first.
func (b *Box) param(l *Link, p []byte) outcome {
	if len(p) != 1 {
		return bad
	}
	n, float := paramForm(p[0])
	if n == 0 {
		return refused
	}
	var x [2 * xarm.Joints]float64
	switch p[0] {
	case paramSpeed:
		x[0] = b.conf.lineFactor
	case paramPosture:
		copy(x[:], b.conf.posture.near[:])
		copy(x[xarm.Joints:], b.conf.posture.weight[:])
	default:
		copy(x[:], b.conf.params[p[0]][:])
	}
	if float {
		l.params = xarm.AppendFloats(l.params, x[:n])
		return done
	}
	for _, v := range x[:n] {
		l.params = binary.BigEndian.AppendUint32(l.params, uint32(int32(v)))
	}
	return done
}
