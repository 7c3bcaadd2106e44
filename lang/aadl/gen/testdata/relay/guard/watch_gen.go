// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 91723a8fb81c14a3.

package guard

import (
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/reactor"
)

// Watch runs the algorithm of the thread watch every 10ms.
//
// It looks at what is kept, and reports.
//
// A report is due each time.
//
//	in   warmth  relay.Warmth, the latest is kept
//	in   limit  relay.Warmth, the latest is kept until the thread runs
//	out  report  relay.Report
//	out  heat  relay.Warmth
//	out  alarm  struct{}
type Watch struct {
	reactor.Reactor
	Warmth reactor.In[relay.Warmth]
	Limit  reactor.In[relay.Warmth]
	Report reactor.Out[relay.Report]
	Heat   reactor.Out[relay.Warmth]
	Alarm  reactor.Out[struct{}]
	Fault  reactor.Out[node.Notice] // what the algorithm returns

	node       *Node
	in         WatchIn
	out        WatchOut
	period     reactor.Timer
	lastWarmth relay.Warmth
	hasWarmth  bool
	lastLimit  relay.Warmth
	hasLimit   bool
}

// WatchIn is what the algorithm of watch gets. It must neither change nor keep what these point to.
type WatchIn struct {
	Now    time.Duration // since the program's start, by its own time
	Warmth *relay.Warmth // the latest; nil: there is none yet
	Limit  *relay.Warmth // what came last since the thread ran; nil: nothing
}

// WatchOut is what the algorithm of watch gives. What is marked to be sent is sent when it returns; the values stay
// for the next time.
type WatchOut struct {
	Report     relay.Report
	SendReport bool
	Heat       relay.Warmth
	SendHeat   bool
	SendAlarm  bool
}

func newWatch(parent reactor.Parent, name string, n *Node) *Watch {
	t := &Watch{node: n}
	reactor.Init(parent, name, t)
	t.period.Set(2*time.Millisecond, 10*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasWarmth, t.hasLimit = false, false })
	t.Reaction("keep warmth").On(&t.Warmth).Do(func() { t.lastWarmth, t.hasWarmth = *t.Warmth.Ref(), true })
	t.Reaction("keep limit").On(&t.Limit).Do(func() { t.lastLimit, t.hasLimit = *t.Limit.Ref(), true })
	t.Reaction("run").On(&t.period).Sets(&t.Fault, &t.Report, &t.Heat, &t.Alarm).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Watch) run() {
	t.in.Now = t.Elapsed()
	t.in.Warmth = nil
	if t.hasWarmth {
		t.in.Warmth = &t.lastWarmth
	}
	t.in.Limit = nil
	if t.hasLimit {
		t.in.Limit = &t.lastLimit
	}
	t.hasLimit = false
	t.out.SendReport = false
	t.out.SendHeat = false
	t.out.SendAlarm = false
	if err := t.node.Vars().Watch.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendReport {
		t.Report.Set(t.out.Report)
	}
	if t.out.SendHeat {
		t.Heat.Set(t.out.Heat)
	}
	if t.out.SendAlarm {
		t.Alarm.Set(struct{}{})
	}
}
