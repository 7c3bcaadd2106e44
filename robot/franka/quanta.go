package franka

import "github.com/sinew-robotics/sinew/bridge/link"

// grain is a list of members with a common quantum.
type grain struct {
	quantum link.Quantum
	names   []string
}

// stateQuanta are the quanta of a state's members. Measured values: poses are accurate to 1 µm and 1 µrad, joint positions
// to 0.5 µrad, velocities to 5 µrad/s, torques to 0.5 mNm. Commanded and desired values are as fine as commands, because
// motions begin there; without noise this costs no more. Members not named here, masses among them, are transmitted to the
// bit.
func stateQuanta() []grain {
	return []grain{
		{link.Quantum{Step: 1e-6, Angle: 1e-6}, []string{"O_T_EE", "F_T_EE", "F_T_NE", "NE_T_EE", "EE_T_K"}},
		{link.Quantum{Step: 5e-9, Angle: 1e-8}, []string{"O_T_EE_d", "O_T_EE_c"}},
		{link.Quantum{Step: 1e-6}, []string{"q", "theta", "elbow"}},
		{link.Quantum{Step: 1e-9}, []string{"q_d"}},
		{link.Quantum{Step: 5e-9}, []string{"elbow_d", "elbow_c"}},
		{link.Quantum{Step: 1e-5}, []string{"dq", "dtheta"}},
		{link.Quantum{Step: 1e-7}, []string{"dq_d", "O_dP_EE_d", "O_dP_EE_c", "delbow_c"}},
		{link.Quantum{Step: 1e-5}, []string{"ddq_d", "O_ddP_EE_c", "ddelbow_c"}},
		{link.Quantum{Step: 1e-4}, []string{"O_ddP_O", "control_command_success_rate"}},
		{link.Quantum{Step: 1e-3}, []string{"tau_J", "tau_J_d", "tau_ext_hat_filtered", "O_F_ext_hat_K", "K_F_ext_hat_K",
			"joint_contact", "joint_collision", "cartesian_contact", "cartesian_collision"}},
		{link.Quantum{Step: 1e-2}, []string{"dtau_J", "accelerometer_top", "accelerometer_bottom"}},
	}
}

// commandQuanta are the quanta of a command's members, chosen so fine that rounding adds less than 1 % of the arm's limits
// of jerk (the robot takes third differences over 1 ms). Each number is off by half a step s at most, third differences by
// 4 s, those of a pose's translation by 4√3 s and of its rotation by 8 Angle: 35 m/s³ and 80 rad/s³ here, where the FR3
// allows 4500 and 8500, the Panda 6500 and 12500; 4 rad/s³ for joints, of 3750 at least. Velocities and torques alike from
// second and first differences.
func commandQuanta() []grain {
	return []grain{
		{link.Quantum{Step: 5e-9, Angle: 1e-8}, []string{"O_T_EE_c"}},
		{link.Quantum{Step: 1e-9}, []string{"q_c"}},
		{link.Quantum{Step: 5e-9}, []string{"elbow_c"}},
		{link.Quantum{Step: 1e-7}, []string{"dq_c", "O_dP_EE_c"}},
		{link.Quantum{Step: 1e-4}, []string{"tau_J_d"}},
	}
}
