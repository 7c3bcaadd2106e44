package box

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
)

// rateCutoff is the cut-off frequency for dtau_J, Hz, which is a difference of noisy torques.
const rateCutoff = 100

// show fills in the state for the cycle that begins, except what feel and touch fill in.
func (r *Robot) show() {
	s := &r.state
	r.showModes(s)
	r.showTool(s)
	r.showSensors(s)
	c := &r.conf
	s.FTEE, s.EETK = c.fTee, c.eeTk
	if r.cfg.Version >= franka.Version4 {
		s.FTNE, s.NETEE = c.ftne, c.neTee
	}
	if r.cfg.Version >= franka.Version5 {
		s.ODDPO = [3]float64{0, 0, -9.81}
	}
	if r.cfg.Version >= franka.Version10 {
		r.showBoards(s)
	}
	s.MEE, s.IEE, s.FxCee = c.mee, c.iee, c.fxcee
	s.MLoad, s.ILoad, s.FxCload = c.load.Mass, c.load.Inertia, c.load.FxCload
	s.Total()
}

func (r *Robot) showModes(s *franka.State) {
	s.Mode, s.CurrentErrors, s.LastErrors, s.SuccessRate = r.mode, r.errors, r.reason, r.successRate()
	s.MotionGenerator, s.Controller = franka.GenerateIdle, franka.OtherController
	if r.mode == franka.ModeMove {
		s.MotionGenerator, s.Controller = r.run.Generator, r.run.Controller
	}
}

// showTool fills in the desired and commanded values.
func (r *Robot) showTool(s *franka.State) {
	s.Qd, s.DQd, s.DDQd = r.set.q, r.set.v, r.set.a
	s.OTEEd, s.ODPEEd = franka.PoseOf(r.set.pose), franka.TwistOf(r.set.twist)
	s.ElbowD = franka.ElbowOf(&r.set.q)
	t := &r.tool
	s.OTEEc, s.ODPEEc, s.ODDPEEc = franka.PoseOf(t.pose), franka.TwistOf(t.twist), franka.TwistOf(t.acc)
	s.ElbowC, s.DelbowC, s.DDelbowC = [2]float64{t.elbow, t.sign}, [2]float64{t.delbow, 0}, [2]float64{t.ddelbow, 0}
	s.TauJd = r.plant.wish
}

// showSensors fills in the measured values, with noise.
func (r *Robot) showSensors(s *franka.State) {
	p, n := &r.plant, &r.cfg.Noise
	s.Q, s.DQ, s.TauJ = p.q, p.dq, p.link
	if *n != (Noise{}) {
		for i := range s.Q {
			s.Q[i] += float64(n.Position * r.rng.NormFloat64())
			s.DQ[i] += float64(n.Velocity * r.rng.NormFloat64())
			s.TauJ[i] += float64(n.Torque * r.rng.NormFloat64())
		}
	}
	const g = dt / (dt + 1/(2*math.Pi*rateCutoff))
	for i, t := range s.TauJ {
		if r.seen != ([joints]float64{}) {
			r.rate[i] += float64(g * ((t-r.seen[i])/dt - r.rate[i]))
		}
		s.DTauJ[i] = r.rate[i]
		s.Theta[i] = s.Q[i] + t/gear(i)
		s.DTheta[i] = s.DQ[i] + r.rate[i]/gear(i)
	}
	r.seen = s.TauJ
	at := p.pose
	if n.Position > 0 {
		at = r.measured(s)
	}
	s.OTEE, s.Elbow = franka.PoseOf(at), franka.ElbowOf(&s.Q)
}

// measured returns the end effector by the noisy joints: to first order from the true one.
func (r *Robot) measured(s *franka.State) spatial.Pose {
	var d [joints]float64
	for i := range d {
		d[i] = s.Q[i] - r.plant.q[i]
	}
	e := twistThrough(&r.plant.jac, &d)
	p := r.plant.pose
	return spatial.Pose{P: p.P.Add(e.Lin), R: spatial.Exp(e.Ang).Mul(p.R)}
}

// since returns how long the robot has been on.
func (r *Robot) since() time.Duration {
	return time.Duration(r.state.ID-r.cfg.Start) * time.Millisecond
}

// finiteArm panics with sim.NotFinite if the arm's state is not finite.
func (r *Robot) finiteArm() {
	p, at := &r.plant, r.since()
	sim.Finite("q, rad,", at, p.q[:])
	sim.Finite("dq, rad/s,", at, p.dq[:])
	sim.Finite("ddq, rad/s²,", at, p.ddq[:])
	sim.Finite("q_d, rad,", at, r.set.q[:])
}

// finiteState does the same for the numbers of the state.
func (r *Robot) finiteState() {
	s, at := &r.state, r.since()
	for _, row := range [...]struct {
		what string
		xs   []float64
	}{
		{"O_T_EE", s.OTEE[:]}, {"O_T_EE_d", s.OTEEd[:]}, {"O_T_EE_c", s.OTEEc[:]}, {"F_T_EE", s.FTEE[:]}, {"EE_T_K", s.EETK[:]},
		{"F_T_NE", s.FTNE[:]}, {"NE_T_EE", s.NETEE[:]}, {"I_total", s.ITotal[:]}, {"F_x_Ctotal", s.FxCtotal[:]},
		{"elbow", s.Elbow[:]}, {"elbow_d", s.ElbowD[:]}, {"elbow_c", s.ElbowC[:]}, {"delbow_c", s.DelbowC[:]}, {"ddelbow_c", s.DDelbowC[:]},
		{"tau_J", s.TauJ[:]}, {"tau_J_d", s.TauJd[:]}, {"dtau_J", s.DTauJ[:]}, {"q", s.Q[:]}, {"q_d", s.Qd[:]}, {"dq", s.DQ[:]},
		{"dq_d", s.DQd[:]}, {"ddq_d", s.DDQd[:]}, {"tau_ext_hat_filtered", s.TauExtHatFiltered[:]},
		{"O_F_ext_hat_K", s.OFExtHatK[:]}, {"K_F_ext_hat_K", s.KFExtHatK[:]}, {"O_dP_EE_d", s.ODPEEd[:]},
		{"O_dP_EE_c", s.ODPEEc[:]}, {"O_ddP_EE_c", s.ODDPEEc[:]}, {"theta", s.Theta[:]}, {"dtheta", s.DTheta[:]},
	} {
		sim.Finite(row.what, at, row.xs)
	}
}
