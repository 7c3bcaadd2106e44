// Package managed is a robot under control/manager that needs no program of its own: a description with <ros2_control>
// tags, and a YAML file with limits, controllers, and what happens when. Its hardware is a mock.
package managed
