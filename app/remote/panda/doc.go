// Package panda moves a Panda over a link that delays, loses, doubles and damages packets. The program that makes the
// commands is a network of two reactors; between it and the robot are the two ends of the scheme "smooth" and whatever
// makes the link as bad as it is wanted. In memory robot, interface and link are simulated in lock-step; on the real clock
// they are processes, threads and sockets, or a robot.
package panda
