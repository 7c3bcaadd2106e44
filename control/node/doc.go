// Package node has what every node of a system has in common, so that its developer writes the algorithm alone.
//
// A [Machine] is a life cycle in general: states, each bound to a function that runs on entry, and a list of
// transitions, checked before it runs and stepped by its owner. A [Node] is a reactor that lives through one:
//
//	Init ──► Running ──► Closing ──► Closed
//	 ▲ │      │ ▲ │        ▲
//	 │ └────┐ │ │ └────────┤      Running repeats: it is the main loop
//	 │      ▼ ▼ │          │
//	 └────── Error ────────┘      a handler says which way
//
// Init has two steps: what every node of the program does ([Config].Common), then the node's own ([Behaviour].Prepare).
// At its end parameters and variables are validated. Callbacks are reactions of the mode Running and share the one
// timeline with the main loop, so no lock is needed anywhere. The main loop is slow on purpose: it looks for faults
// that callbacks have reported with [Base].Fail and for requests to end, and does nothing else.
//
// Parameters are constant once Init has ended. What must be changed while the node runs is declared as [Live]: a door,
// so each change is recorded, and one that breaks a bound is refused.
//
// An [Overseer] is a reactor that hears the nodes' notices. It declares a critical node lost when the node has been
// silent for too long, runs the state machine of the whole system, which is a [Table], answers requests for
// transitions, and orders restarts. A node does not know whether its overseer is in the same program, in another
// process, or nowhere: it sets its ports, and package bridge/share carries them where they must go.
//
// The package has no clock and starts no goroutine; all times are logical.
package node
