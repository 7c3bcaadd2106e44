// Package node has what all nodes of a system have in common, so that a node's developer writes only the algorithm.
//
// A [Machine] is a life cycle in general: states, each bound to a function that runs on entry, and a list of
// transitions. It is checked before it runs, and stepped by its owner. A [Node] is a reactor with this life cycle:
//
//	Init ──► Running ──► Closing ──► Closed
//	 ▲ │      │ ▲ │        ▲
//	 │ └────┐ │ │ └────────┤      Running repeats: it is the main loop
//	 │      ▼ ▼ │          │
//	 └────── Error ────────┘      a handler decides which way
//
// Init has two steps: what every node of the program does ([Config].Common), then the node's own ([Behaviour].Prepare).
// At its end parameters and variables are validated. Callbacks are reactions of the mode Running and share the one
// timeline with the main loop, so no locks are needed. The main loop is slow on purpose: it only looks for faults that
// callbacks have reported with [Base].Fail, and for requests to end.
//
// Parameters are constant once Init has ended. A parameter that must be changed while the node runs is declared as
// [Live]. It is a door, so each change is recorded, and a change that breaks a bound is refused.
//
// An [Overseer] is a reactor that receives the nodes' notices. It declares a critical node lost when the node has been
// silent for too long, runs the state machine of the whole system, which is a [Table], answers requests for
// transitions, and orders restarts. A node does not know whether its overseer is in the same program, in another
// process, or nowhere: it sets its ports, and package bridge/share carries them where they must go.
//
// The package has no clock and starts no goroutine; all times are logical.
package node
