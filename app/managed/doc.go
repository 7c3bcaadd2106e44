// Package managed runs a robot under control/manager without a program of its own, from a description with
// <ros2_control> tags and a YAML file with limits, controllers, and a script of what happens when. Its hardware can be
// real, simulated or a mock.
package managed
