package codec

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Thesis is the vector of the thesis's table 2.3.3: O_T_EE_c with two numbers in it, 128 bytes.
func Thesis() []byte {
	var b []byte
	for _, v := range [16]float64{11: -0.999023, 13: -0.00810967} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// version is the protocol of the states here: 2373 bytes on the robot's own wire.
const version = 5

// Standard deviations of the sensors' noise: encoders, velocities derived from them, torque sensors, estimated wrench.
const (
	noiseQ   = 1e-5 // rad
	noiseDQ  = 1e-3 // rad/s
	noiseTau = 0.05 // Nm
	noiseF   = 0.2  // N
)

// arm makes states of a Panda that follows libfranka's generate_cartesian_pose_motion, with its rotation also swaying
// by up to 0.2 rad, while the joints swing in a second, independent motion: so members change as much as they can.
type arm struct {
	c *kinematics.Chain
	d *kinematics.Data
	r *rand.Rand
}

func newArm(seed uint64) (*arm, error) {
	c, err := franka.Model()
	if err != nil {
		return nil, err
	}
	return &arm{c: c, d: kinematics.NewData(c), r: rand.New(rand.NewPCG(seed, 4))}, nil
}

// pose is the commanded pose at t s.
func pose(t float64) franka.Pose {
	const radius = 0.3
	angle := math.Pi / 4 * (1 - math.Cos(math.Pi/5*t))
	return matrix(spatial.Pose{
		R: spatial.RotX(math.Pi).Mul(spatial.RotY(0.2 * math.Sin(angle))),
		P: spatial.V(0.306891+radius*math.Sin(angle), 0, 0.59028+radius*(math.Cos(angle)-1)),
	})
}

func matrix(p spatial.Pose) (m franka.Pose) {
	for i := range 3 {
		for j := range 3 {
			m[4*j+i] = p.R[3*i+j]
		}
	}
	m[12], m[13], m[14], m[15] = p.P.X, p.P.Y, p.P.Z, 1
	return m
}

// joints are positions, velocities and accelerations of the joints' motion at t s.
func joints(t float64) (q, dq, ddq [7]float64) {
	start := [7]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	for i := range q {
		w := 0.5 + 0.15*float64(i)
		s, c := math.Sincos(w * t)
		q[i], dq[i], ddq[i] = start[i]+0.3*(1-c), 0.3*w*s, 0.3*w*w*c
	}
	return q, dq, ddq
}

// state fills s with the state at k ms after the start.
func (a *arm) state(s *franka.State, k int) {
	t := float64(k) / 1000
	noise := func(sigma float64, x []float64) {
		for i := range x {
			x[i] += sigma * a.r.NormFloat64()
		}
	}
	*s = franka.State{ID: uint64(3_600_000 + k), MotionGenerator: franka.GenerateCartesianPose,
		Controller: franka.JointImpedance, Mode: franka.ModeMove, SuccessRate: 1, ODDPO: [3]float64{0, 0, -9.81}}
	unit := matrix(spatial.Pose{R: spatial.IdentityRot()})
	s.EETK, s.NETEE = unit, unit
	s.FTNE = matrix(spatial.Pose{R: spatial.RotZ(-math.Pi / 4), P: spatial.V(0, 0, 0.1034)})
	s.FTEE = s.FTNE
	s.MEE, s.IEE, s.FxCee = 0.73, [9]float64{0.001, 0, 0, 0, 0.0025, 0, 0, 0, 0.0017}, [3]float64{-0.01, 0, 0.03}
	s.MTotal, s.ITotal, s.FxCtotal = s.MEE, s.IEE, s.FxCee

	s.Qd, s.DQd, s.DDQd = joints(t)
	s.Q, s.Theta, s.DQ, s.DTheta = s.Qd, s.Qd, s.DQd, s.DQd
	noise(noiseQ, s.Q[:])
	noise(noiseQ, s.Theta[:])
	noise(noiseDQ, s.DQ[:])
	noise(noiseDQ, s.DTheta[:])
	var tau [7]float64
	a.c.RNEA(a.d, s.Qd[:], s.DQd[:], s.DDQd[:], tau[:])
	s.TauJ, s.TauJd = tau, tau
	noise(noiseTau, s.TauJ[:])
	noise(noiseTau, s.TauExtHatFiltered[:])
	noise(noiseTau*300, s.DTauJ[:])
	noise(noiseF, s.OFExtHatK[:])
	s.KFExtHatK = s.OFExtHatK
	s.OTEE = matrix(a.c.FK(a.d, s.Q[:]))
	s.OTEEd = matrix(a.c.FK(a.d, s.Qd[:]))
	s.Elbow, s.ElbowD, s.ElbowC = [2]float64{s.Q[2], -1}, [2]float64{s.Qd[2], -1}, [2]float64{s.Qd[2], -1}
	s.DelbowC, s.DDelbowC = [2]float64{s.DQd[2], 0}, [2]float64{s.DDQd[2], 0}
	s.OTEEc = pose(t)
	before, after := pose(t-1e-3), pose(t+1e-3)
	for i := range 3 {
		s.ODPEEc[i] = (after[12+i] - before[12+i]) / 2e-3
		s.ODDPEEc[i] = (after[12+i] - 2*s.OTEEc[12+i] + before[12+i]) / 1e-6
	}
	s.ODPEEd = s.ODPEEc
}

// command is the application's answer at that time.
func command(c *franka.Command, k int) {
	t := float64(k) / 1000
	*c = franka.Command{OTEEc: pose(t)}
	c.QC, _, _ = joints(t)
}
