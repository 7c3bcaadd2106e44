package view

import (
	"context"

	"github.com/sinew-robotics/sinew/tool/live"
)

// Control steers a run: a debugger's session. Its methods may be called from any goroutine.
type Control interface {
	// Command takes one line of the debugger's command language, as a terminal does. It ends early when ctx does.
	Command(ctx context.Context, line string) (Answer, error)
	// Status returns the run's position and state.
	Status() Status
	// Changed delivers a value when Status has changed since the last one was taken; several changes count as one.
	Changed() <-chan struct{}
}

// Answer is a command's answer.
type Answer struct {
	Text string // for people
	Data any    // for pages: what encoding/json can write; nil for none
	// Tag is the tag that has taken an event or, in a run that is being debugged, will take it; nil for none.
	Tag *live.Stamp
}

// Status is a run's position and state.
type Status struct {
	Clock     string  `json:"clock"`     // "real", "lock-step" or "recorded"
	Running   bool    `json:"running"`   // it continues in the background
	Ended     bool    `json:"ended"`     // the last tag has been run
	Forked    bool    `json:"forked"`    // a value was set, so it is no longer the run that was opened
	Time      int64   `json:"time"`      // of the tag, ns
	Microstep uint32  `json:"microstep"` // of the tag
	Enclave   string  `json:"enclave"`   // path of the reactor whose enclave comes next
	Reaction  string  `json:"reaction"`  // path of the reaction about to run; "" between tags
	Reason    string  `json:"reason"`    // why it has stopped, for people
	Speed     float64 `json:"speed"`     // wanted speed relative to real time; 0 is as fast as possible
	From      int64   `json:"from"`      // ns: the run's first time
	To        int64   `json:"to"`        // ns: its last time, 0 if that is not known
	Breaks    []Break `json:"breaks"`
}

// Forward is a Control of a run that only goes forward, tag by tag: it cannot go back, and has no breakpoints and no
// reactions. Events reach its program with the next tag, as in a run without a Control.
type Forward interface {
	Control
	Forward()
}

// Break is a breakpoint.
type Break struct {
	ID   int    `json:"id"`
	Text string `json:"text"` // as it was requested: "port main.planner.next Pose.P.X > 0.4"
	Hits int    `json:"hits"`
}

// Order describes an event that a page may send to the program.
type Order struct {
	Path    string // of the physical action
	Label   string // for people: "retarget"; "" is the action's name
	Example string // JSON of a value; "" is the zero value
	// Kind is "stop" for what the emergency stop button sends, the example as it is; "release" for what ends such a stop,
	// offered next to the alarm; "point" for a place in the world frame; "" for a button that sends the example. On a Floor
	// also "pose" for a place with a heading, whose three fields are x, y and yaw; "choice" for one of several buttons; and
	// "stick" for something that is held and moved: its two fields are forward and to the left, -1 to 1. It is sent 20
	// times a second while it is held or a game controller is connected, whose buttons go into the field Buttons. For a
	// Board "control" is for its orders, and "move" for its moves by hand.
	Kind   string
	Fields []string // for a point: the names of its x, y and z in the value, "P.X"
	Marker string   // for a point: the marker that shows its present place; "" for none
}
