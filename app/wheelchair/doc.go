// Package wheelchair is the program of an autonomous wheelchair: the nodes that are generated from the model in
// examples/wheelchair/new (in folder nodes, which also has their algorithms), reactors of control/nav instead of ROS's
// navigation, and around them the Personal Mobility Kit, two laser scanners, a joypad and people's orders. All devices are
// simulated on their makers' protocols in this process, or reached over TCP.
package wheelchair
