package remote

import "github.com/sinew-robotics/sinew/robot/franka"

// part copies the subscribed members of a state. The robot's loop hands a state to another processor in each cycle;
// a whole state of 3 kB would take as long as all its other work.
type part []func(s *franka.State) []float64

// newPart selects members by libfranka's names. Single numbers and flags are always copied.
func newPart(names []string) (p part) {
	all := vectors()
	for _, n := range names {
		if f := all[n]; f != nil {
			p = append(p, f)
		}
	}
	return p
}

// copy copies the part of src to dst.
func (p part) copy(dst, src *franka.State) {
	dst.ID, dst.Mode, dst.MotionGenerator, dst.Controller = src.ID, src.Mode, src.MotionGenerator, src.Controller
	dst.CurrentErrors, dst.LastErrors, dst.SuccessRate = src.CurrentErrors, src.LastErrors, src.SuccessRate
	dst.MEE, dst.MLoad, dst.MTotal = src.MEE, src.MLoad, src.MTotal
	for _, f := range p {
		copy(f(dst), f(src))
	}
}

// vectors are the members with several numbers by libfranka's names.
func vectors() map[string]func(s *franka.State) []float64 {
	return map[string]func(s *franka.State) []float64{
		"O_T_EE":               func(s *franka.State) []float64 { return s.OTEE[:] },
		"O_T_EE_d":             func(s *franka.State) []float64 { return s.OTEEd[:] },
		"F_T_EE":               func(s *franka.State) []float64 { return s.FTEE[:] },
		"F_T_NE":               func(s *franka.State) []float64 { return s.FTNE[:] },
		"NE_T_EE":              func(s *franka.State) []float64 { return s.NETEE[:] },
		"EE_T_K":               func(s *franka.State) []float64 { return s.EETK[:] },
		"I_ee":                 func(s *franka.State) []float64 { return s.IEE[:] },
		"F_x_Cee":              func(s *franka.State) []float64 { return s.FxCee[:] },
		"I_load":               func(s *franka.State) []float64 { return s.ILoad[:] },
		"F_x_Cload":            func(s *franka.State) []float64 { return s.FxCload[:] },
		"I_total":              func(s *franka.State) []float64 { return s.ITotal[:] },
		"F_x_Ctotal":           func(s *franka.State) []float64 { return s.FxCtotal[:] },
		"elbow":                func(s *franka.State) []float64 { return s.Elbow[:] },
		"elbow_d":              func(s *franka.State) []float64 { return s.ElbowD[:] },
		"elbow_c":              func(s *franka.State) []float64 { return s.ElbowC[:] },
		"delbow_c":             func(s *franka.State) []float64 { return s.DelbowC[:] },
		"ddelbow_c":            func(s *franka.State) []float64 { return s.DDelbowC[:] },
		"tau_J":                func(s *franka.State) []float64 { return s.TauJ[:] },
		"tau_J_d":              func(s *franka.State) []float64 { return s.TauJd[:] },
		"dtau_J":               func(s *franka.State) []float64 { return s.DTauJ[:] },
		"q":                    func(s *franka.State) []float64 { return s.Q[:] },
		"q_d":                  func(s *franka.State) []float64 { return s.Qd[:] },
		"dq":                   func(s *franka.State) []float64 { return s.DQ[:] },
		"dq_d":                 func(s *franka.State) []float64 { return s.DQd[:] },
		"ddq_d":                func(s *franka.State) []float64 { return s.DDQd[:] },
		"joint_contact":        func(s *franka.State) []float64 { return s.JointContact[:] },
		"cartesian_contact":    func(s *franka.State) []float64 { return s.CartesianContact[:] },
		"joint_collision":      func(s *franka.State) []float64 { return s.JointCollision[:] },
		"cartesian_collision":  func(s *franka.State) []float64 { return s.CartesianCollision[:] },
		"tau_ext_hat_filtered": func(s *franka.State) []float64 { return s.TauExtHatFiltered[:] },
		"O_F_ext_hat_K":        func(s *franka.State) []float64 { return s.OFExtHatK[:] },
		"K_F_ext_hat_K":        func(s *franka.State) []float64 { return s.KFExtHatK[:] },
		"O_dP_EE_d":            func(s *franka.State) []float64 { return s.ODPEEd[:] },
		"O_ddP_O":              func(s *franka.State) []float64 { return s.ODDPO[:] },
		"O_T_EE_c":             func(s *franka.State) []float64 { return s.OTEEc[:] },
		"O_dP_EE_c":            func(s *franka.State) []float64 { return s.ODPEEc[:] },
		"O_ddP_EE_c":           func(s *franka.State) []float64 { return s.ODDPEEc[:] },
		"theta":                func(s *franka.State) []float64 { return s.Theta[:] },
		"dtheta":               func(s *franka.State) []float64 { return s.DTheta[:] },
	}
}

// take copies the members of a command that generator g uses.
func take(g franka.MotionGenerator, dst, src *franka.Command) {
	dst.Finished = src.Finished
	switch g {
	case franka.GenerateJointPosition:
		dst.QC = src.QC
	case franka.GenerateJointVelocity:
		dst.DQC = src.DQC
	case franka.GenerateCartesianVelocity:
		dst.ODPEEc, dst.ElbowC, dst.ValidElbow = src.ODPEEc, src.ElbowC, src.ValidElbow
	default:
		dst.OTEEc, dst.ElbowC, dst.ValidElbow = src.OTEEc, src.ElbowC, src.ValidElbow
	}
}
