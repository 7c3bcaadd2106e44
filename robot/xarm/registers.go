package xarm

import (
	"fmt"
	"strings"
)

// Register is the number of a call on port 502 (vendor protocol, "register table").
type Register byte

// Registers.
const (
	RegVersion            Register = 1
	RegSerial             Register = 2
	RegVerify             Register = 3
	RegReloadDynamics     Register = 4
	RegGetCurrents        Register = 5
	RegRotationRadius     Register = 6
	RegGetApproximate     Register = 7
	RegSystemControl      Register = 10
	RegMotionEnable       Register = 11
	RegSetState           Register = 12
	RegGetState           Register = 13
	RegCommandCount       Register = 14
	RegErrWarn            Register = 15
	RegCleanError         Register = 16
	RegCleanWarn          Register = 17
	RegSetBrake           Register = 18
	RegSetMode            Register = 19
	RegMoveLine           Register = 21
	RegMoveLineB          Register = 22
	RegMoveJoint          Register = 23
	RegMoveJointB         Register = 24
	RegMoveHome           Register = 25
	RegSleep              Register = 26
	RegMoveCircle         Register = 27
	RegMoveLineTool       Register = 28
	RegServoJoint         Register = 29
	RegServoCart          Register = 30
	RegTCPJerk            Register = 31
	RegTCPMaxAcc          Register = 32
	RegJointJerk          Register = 33
	RegJointMaxAcc        Register = 34
	RegTCPOffset          Register = 35
	RegLoad               Register = 36
	RegCollisionSens      Register = 37
	RegTeachSens          Register = 38
	RegCleanConf          Register = 39
	RegSaveConf           Register = 40
	RegTCPPose            Register = 41
	RegJointPos           Register = 42
	RegIK                 Register = 43
	RegFK                 Register = 44
	RegIsJointLimit       Register = 45
	RegIsTCPLimit         Register = 46
	RegReducedSpeed       Register = 47
	RegReducedJointSpeed  Register = 48
	RegGetReduced         Register = 49
	RegSetReduced         Register = 50
	RegGravity            Register = 51
	RegFence              Register = 52
	RegReducedStates      Register = 53
	RegServoTorque        Register = 54
	RegJointTorque        Register = 55
	RegSetSafeLevel       Register = 56
	RegGetSafeLevel       Register = 57
	RegReducedRanges      Register = 58
	RegSetFence           Register = 59
	RegSetRebound         Register = 60
	RegRecord             Register = 61
	RegSaveTrajectory     Register = 62
	RegLoadTrajectory     Register = 63
	RegPlay               Register = 64
	RegTrajectoryStatus   Register = 65
	RegApproximate        Register = 66
	RegGetDH              Register = 67
	RegSetDH              Register = 68
	RegGetMovement        Register = 69
	RegReportCurrents     Register = 70
	RegSetTimer           Register = 71
	RegCancelTimer        Register = 72
	RegWorldOffset        Register = 73
	RegCounterReset       Register = 74
	RegCounterPlus        Register = 75
	RegPoseOffset         Register = 76
	RegSelfCollision      Register = 77
	RegCollisionTool      Register = 78
	RegSimulation         Register = 79
	RegCartContinuous     Register = 80
	RegJointVelocity      Register = 81
	RegCartVelocity       Register = 82
	RegMoveRelative       Register = 83
	RegTCPPoseAA          Register = 91
	RegMoveLineAA         Register = 92
	RegServoCartAA        Register = 93
	RegServoWrite16       Register = 101
	RegServoRead16        Register = 102
	RegServoWrite32       Register = 103
	RegServoRead32        Register = 104
	RegServoZero          Register = 105
	RegServoDebug         Register = 106
	RegServoError         Register = 107
	RegCalibrateTCP       Register = 111
	RegCalibrateTCPTurn   Register = 112
	RegCalibrateUserTurn  Register = 113
	RegCalibrateUserPlace Register = 114
	RegFriction           Register = 115
	RegModbusTimeout      Register = 123
	RegModbus             Register = 124
	RegToolError          Register = 125
	RegToolWrite16        Register = 127
	RegToolRead16         Register = 128
	RegToolWrite32        Register = 129
	RegToolRead32         Register = 130
	RegBoxInputs          Register = 131
	RegBoxAnalog1         Register = 132
	RegBoxAnalog2         Register = 133
	RegSetBoxOutputs      Register = 134
	RegSetBoxAnalog1      Register = 135
	RegSetBoxAnalog2      Register = 136
	RegInputFunction      Register = 137
	RegOutputFunction     Register = 138
	RegBoxIO              Register = 139
	RegPowerVersion       Register = 140
	RegHardwareTypes      Register = 141
	RegBoxOutputLater     Register = 142
	RegToolOutputLater    Register = 143
	RegBoxOutputAt        Register = 144
	RegToolOutputAt       Register = 145
	RegClearOnStop        Register = 146
	RegBoxAnalogAt        Register = 147
	RegForceDataOld       Register = 150
	RegForceData          Register = 200
	RegForceEnable        Register = 201
	RegForceMode          Register = 202
	RegForceGetMode       Register = 203
	RegIdentifyLoad       Register = 204
	RegForceLoad          Register = 205
	RegForceZero          Register = 206
	RegAdmittance         Register = 207
	RegForcePID           Register = 208
	RegForceControl       Register = 209
	RegAdmittanceMKB      Register = 210
	RegAdmittanceAxes     Register = 211
	RegForceConfig        Register = 212
	RegTrajectorySpeeding Register = 230
	RegMaxJointVelocity   Register = 231
	RegSetCommonParam     Register = 232
	RegGetCommonParam     Register = 233
	RegGetCommonInfo      Register = 234
	RegSerialTimeout      Register = 240
	RegSerialData         Register = 241
	RegFeedbackCheck      Register = 253
	RegFeedbackType       Register = 254
)

// registers are the vendor's names by number.
const registers = `
1 get_version
2 get_robot_sn
3 check_verification
4 reload_dynamics
5 get_report_tau_or_i
6 get_tcp_rotation_radius
7 get_allow_approx_motion
10 system_control
11 motion_enable
12 set_state
13 get_state
14 get_cmdnum
15 get_err_warn
16 clean_error
17 clean_warn
18 set_brake
19 set_mode
21 move_line
22 move_lineb
23 move_joint
24 move_jointb
25 move_gohome
26 sleep_instruction
27 move_circle
28 move_line_tool
29 move_servoj
30 move_servo_cart
31 set_tcp_jerk
32 set_tcp_maxacc
33 set_joint_jerk
34 set_joint_maxacc
35 set_tcp_offset
36 set_tcp_load
37 set_collision_sensitivity
38 set_teach_sensitivity
39 clean_conf
40 save_conf
41 get_tcp_pose
42 get_joint_states
43 get_ik
44 get_fk
45 is_joint_limit
46 is_tcp_limit
47 set_reduced_linespeed
48 set_reduced_jointspeed
49 get_reduced_mode
50 set_reduced_mode
51 set_gravity_direction
52 set_xyz_limits
53 get_reduced_states
54 set_servot
55 get_joint_torque
56 set_safe_level
57 get_safe_level
58 set_reduced_jrange
59 set_fence_on
60 set_collision_rebound
61 set_record_traj
62 save_traj
63 load_traj
64 playback_traj
65 get_traj_rw_status
66 set_allow_approx_motion
67 get_dh_params
68 set_dh_params
69 get_movement
70 set_report_tau_or_i
71 set_timer
72 cancel_timer
73 set_world_offset
74 counter_reset
75 counter_plus
76 get_pose_offset
77 set_self_collision
78 set_collision_tool
79 set_simulation_robot
80 set_cartesian_continuous
81 vc_set_jointv
82 vc_set_cartv
83 move_relative
91 get_tcp_pose_aa
92 move_line_aa
93 move_servo_cart_aa
101 servo_w16
102 servo_r16
103 servo_w32
104 servo_r32
105 servo_zero
106 servo_debug
107 servo_error
111 cali_tcp_pose
112 cali_tcp_orient
113 cali_user_orient
114 cali_user_pos
115 iden_joint_friction
123 tool_modbus_timeout
124 modbus_rtu
125 tool_error
127 tool_w16
128 tool_r16
129 tool_w32
130 tool_r32
131 get_digital
132 get_analog1
133 get_analog2
134 set_digital
135 set_analog1
136 set_analog2
137 set_input_function
138 set_output_function
139 get_io_state
140 get_power_version
141 get_hardware_types
142 delayed_digital
143 delayed_tool_digital
144 position_digital
145 position_tool_digital
146 set_io_stop_reset
147 position_analog
150 ft_data_old
200 ft_data
201 ft_enable
202 ft_set_mode
203 ft_get_mode
204 iden_load
205 ft_set_load
206 ft_set_zero
207 set_admittance
208 set_force_pid
209 set_force_control
210 set_admittance_mkb
211 set_admittance_axes
212 ft_config
230 get_traj_speeding
231 get_max_joint_velocity
232 set_common_param
233 get_common_param
234 get_common_info
240 serial_timeout
241 serial_data
253 check_feedback
254 set_feedback_type
`

// name returns the vendor's name, for messages; it searches a text.
func (r Register) name() string {
	mark := fmt.Sprintf("\n%d ", byte(r))
	_, rest, ok := strings.Cut(registers, mark)
	if !ok {
		return "register"
	}
	name, _, _ := strings.Cut(rest, "\n")
	return name
}

// String names the register and gives its number.
func (r Register) String() string { return fmt.Sprintf("%s (%d)", r.name(), byte(r)) }
