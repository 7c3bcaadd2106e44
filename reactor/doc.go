// Package reactor is the deterministic core: programs made of reactors that exchange time-stamped values
// through ports, with the execution rules of Lingua Franca (superdense time, levels, logical and physical
// actions, `after` delays, modes, deadlines).
//
// A program is described in Go, checked and flattened once by Build, and then stepped tag by tag. The package
// has no clock and starts no goroutine: package exec owns clocks, threads and deadlines, and drives an
// Enclave through Next, Begin, RunLevels and End.
//
//	type Planner struct {
//		reactor.Reactor
//		Current reactor.In[spatial.Pose]
//		Next    reactor.Out[spatial.Pose]
//	}
//
//	func NewPlanner(parent reactor.Parent, name string) *Planner {
//		p := &Planner{}
//		reactor.Init(parent, name, p)
//		p.Reaction("plan").On(&p.Current).Sets(&p.Next).Do(p.plan)
//		return p
//	}
//
//	func (p *Planner) plan() { p.Next.Set(p.Current.Get()) }
//
// # Order
//
// Reactions run by level, the longest path from a root of the dependency graph: a reaction comes after every
// earlier reaction of its reactor and after every reaction that may write a port it reads at the same tag.
// Reactions of equal level touch nothing in common and may run in parallel. Ids are small integers in
// declaration order; no order comes from pointers, maps or select.
//
// # The door
//
// Whatever is not determined by the program enters through physical actions, physical connections, sensors,
// actuators' answers and deadline misses. All of these inputs are reported to the Observer at the tag where
// the program saw them, and can be injected again at that tag.
package reactor
