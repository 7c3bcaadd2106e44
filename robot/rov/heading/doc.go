// Package heading is the example of "Atoms based control of mobile robots with Hardware-In-the-Loop validation" (IROS
// 2015, section V, Figures 7 to 10): the control of the heading of an underwater robot, as a composition of Atoms (Model)
// and as one function written by hand (ByHand), which gives the same bits.
//
// Sensors to actuators is composition C1: IMU, Loch and Depth are read (loop Sensors); FrameShiftIMU, FrameShiftLoch and
// the Molecules RobotSpeedsBody, RobotSpeedsWorld and RobotPose reconstruct the robot's state (Navigation); DynamicModel
// turns desired accelerations into a wrench and ThrusterAllocation into forces (MDynamic); Actuators take them. C2 is the
// control, seven Atoms behind Separators: SeparatorYaw, SeparatorYawRate, YawSubtractor, AngularSpeedSubtractor and
// DynamicAngleControl (Control), SeparatorAttitude and FrameShiftControl (Frameshift).
//
// Frames: WORLD is north, east, down; ROBOT forward, starboard, down, at the centre of gravity; IMU and LOCH are turned
// relative to ROBOT as they are mounted; THRUSTERS is each thruster's own direction.
package heading
