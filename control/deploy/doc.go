// Package deploy has components in the sense of Orocos RTT, and assembles them while a program runs.
//
// A Component is a reactor with ports, properties and operations, a life cycle and an activity. Its Body, in Go, a script in Lua
// or a statechart, says what it does. A Deployer contains components and carries values between them, over connections that are
// made and removed by name while the program runs. A deployment, a Plan, lists the components at the start; it is written in Go,
// YAML or Lua. Types and kinds of components come from a Library that the program gives.
//
//	PreOperational ⇄ Stopped ⇄ Running ⇄ Error      Running and Error also lead to Exception,
//	                    ▲─────────────────┘         which a reset takes back to PreOperational
//
// # Order
//
// Components of a deployer have their turns one after the other at each of its tags, in the order of the plan, followed by those
// created later. A value that is written reaches its readers at once: a component after the writer sees it at the same tag, a
// component before the writer when it next runs. If a value wakes a component whose turn is over, the component runs at the next
// microstep. So the order is that of the plan for any number of workers. Components that are to run in parallel belong to several
// threads: each thread is a deployer in an enclave of its own, and connections between them are the reactors', made when the
// program is built.
//
// # Changes
//
// A deployment is changed while it runs by an Order, which comes through the deployer's physical action. It is recorded there, and
// takes effect between activations; its result is an Answer at the same tag. A replay feeds the same orders. The reactors
// themselves do not change after Build: components created later take room that the plan reserves, without reactor ports; what
// they write appears on their slot's port "written".
//
// New texts of scripts and charts are compiled in a Workshop, an enclave next to the deployer's, while their component goes on
// with the old one. The messages in both directions are recorded as well. New texts are put in place in the component's turn.
//
// Source: P. Soetens, The Orocos Component Builder's Manual, for states, flow status, ports, activities and operations;
// M. Klotzbuecher and H. Bruyninckx, "Hard real-time Control and Coordination of Robot Tasks using Lua", 2011, for the
// collector's points of slack. The package has no clock and starts no goroutine.
package deploy
