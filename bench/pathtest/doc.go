// Package pathtest is the second main of "Lingua Franca in Robotics" (B. Mehnert, TU Dresden 2024, section 4.1 and
// Figure 18): the network that tests the path planning without a robot. The reactors under test are the demo's own,
// Planner, Velocity and SanityChecker; PathPlanningTester replaces the robot and carries out each planned position
// immediately, so the next input is
//
//	S[i+1] = (p_la ← p_c[i], p_c ← p_n[i], p_t, v)
//
// A finished path goes to CSVPath and the next one begins: a random start, speed and target, independent of the
// previous path. Equal cases give equal bits, whatever the number of workers.
package pathtest
