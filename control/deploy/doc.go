// Package deploy has components in the sense of Orocos RTT and what puts them together while a program runs.
//
// A Component is a reactor with ports, properties and operations, a life cycle and an activity. What it does is its Body:
// Go, a script in Lua, or a statechart. A Deployer contains components and carries values between them, over connections
// that are made and taken away by name while the program runs. A deployment, a Plan, says which components there are at
// the start; it is written in Go, YAML or Lua. Types and kinds of components come from a Library that the program gives.
//
//	PreOperational ⇄ Stopped ⇄ Running ⇄ Error      Running and Error also lead to Exception,
//	                    ▲─────────────────┘         which a reset takes back to PreOperational
//
// # Order
//
// Components of a deployer have their turns one after the other at each of its tags, in the order of the plan, those
// created later behind. A value that is written reaches its readers at once: a component behind the writer sees it at
// the same tag, one before it when it runs next. A component that a value is to wake and whose turn is over runs at the
// next microstep. So the order is that of the plan, and the same for any number of workers. Components that shall run
// beside each other belong to several threads: each is a deployer in an enclave of its own, and connections between them
// are the reactors', made when the program is built.
//
// # Changes
//
// Whatever changes a deployment while it runs is an Order, and comes through the deployer's physical action. It is
// recorded there, and takes effect between activations; what it came to is an Answer at the same tag. A replay feeds the
// same orders. The reactors themselves do not change after Build: components that are created later take their place in
// room that the plan reserves, without ports of reactors; what they write is told on their slot's port "written".
//
// New texts of scripts and charts are compiled in a Workshop, an enclave beside the deployer's, while their component goes on with
// the old one. Both ends of that are recorded as well. They are put in place in the component's turn.
//
// Source: P. Soetens, The Orocos Component Builder's Manual, for states, flow status, ports, activities and operations;
// M. Klotzbuecher and H. Bruyninckx, "Hard real-time Control and Coordination of Robot Tasks using Lua", 2011, for the
// collector's points of slack. The package has no clock and starts no goroutine.
package deploy
