// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal f99e45216a7906a9.

package scanmerger

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Merging runs the algorithm of the thread merging when something comes on left or right.
//
// It puts scans together that were made at about the same time. Where one scanner is silent the other's are told
// alone.
//
//	in   left  messages.LaserScan, it triggers
//	in   right  messages.LaserScan, it triggers
//	out  merged  messages.MergedScan
type Merging struct {
	reactor.Reactor
	Left   reactor.In[nav.Scan]
	Right  reactor.In[nav.Scan]
	Merged reactor.Out[nav.Scans]
	Fault  reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   MergingIn
	out  MergingOut
}

// MergingIn is what the algorithm of merging gets. It must neither change nor keep what these point to.
type MergingIn struct {
	Now   time.Duration // since the program's start, by its own time
	Left  *nav.Scan     // what came; nil: nothing on this port
	Right *nav.Scan     // what came; nil: nothing on this port
}

// MergingOut is what the algorithm of merging gives. What is marked to be sent is sent when it returns; the values
// stay for the next time.
type MergingOut struct {
	Merged     nav.Scans
	SendMerged bool
}

func newMerging(parent reactor.Parent, name string, n *Node) *Merging {
	t := &Merging{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Left, &t.Right).Sets(&t.Fault, &t.Merged).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Merging) run() {
	t.in.Now = t.Elapsed()
	t.in.Left = t.Left.Ref()
	t.in.Right = t.Right.Ref()
	t.out.SendMerged = false
	if err := t.node.Vars().Merging.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendMerged {
		t.Merged.Set(t.out.Merged)
	}
}
