// Package ros1 is a client of ROS 1 in pure Go.
package ros1
