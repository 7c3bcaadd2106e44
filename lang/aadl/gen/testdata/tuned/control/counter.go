package control

import "fmt"

// CounterState is what the algorithm of counter keeps from one call to the next. Each Init begins with the zero value.
type CounterState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *CounterState) Validate() error { return nil }

// Run is the algorithm of the thread counter, which runs after regulate at the same time and sees what that has changed.
//
//sinew:algorithm counter
func (s *CounterState) Run(in *CounterIn, _ *CounterOut) error {
	if v := in.Vars; v.Sum > 1000 || in.Params.Mode > 2 {
		return fmt.Errorf("a sum of %v", v.Sum)
	}
	return nil
}

// Tune refuses what would cost too much.
func (n *Node) Tune(p Parameters) error {
	if p.Gains.Kp > 5 && p.Wanted.DegreesCelsius() > 25 {
		return fmt.Errorf("a gain of %v and %v °C cost too much", p.Gains.Kp, p.Wanted.DegreesCelsius())
	}
	return nil
}
