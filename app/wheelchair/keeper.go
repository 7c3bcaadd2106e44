package wheelchair

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/keeper"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/record"
)

// The states of the system: operating while all critical nodes run, otherwise safe.
const (
	operating = "operating"
	safe      = "safe"
)

// decider is the node that decides who drives: if it is gone, the keeper makes the emergency stop.
const decider = "overseer"

// restart returns how all nodes are restarted.
func restart() node.Restart {
	return node.Restart{When: node.OnFailure, Backoff: 100 * time.Millisecond, Limit: 5, Settled: time.Minute}
}

// keeping fills the seam of the keeper: the overseer of nodes, and the part that summarises its statuses.
//
//	in   statuses  of the nodes
//	in   system    operating or safe
//	out  ask       a request to be operating again
//	out  health    a summary of the nodes' states, for who may drive
//	out  halt      an emergency stop, if the overseer of driving has ended for good
type keeping struct {
	reactor.Reactor
	Statuses reactor.MultiIn[node.Status]
	System   reactor.In[node.System]
	Ask      reactor.Out[node.Request]
	Health   reactor.Out[chair.Health]
	Halt     reactor.Out[struct{}]
	beat     reactor.Timer

	seam     *keeper.Seam
	overseer *node.Overseer
	table    node.Table
	health   chair.Health
	gone     []bool // by node
}

// keep notes the seam of the keeper, because the nodes that it watches are not made yet.
func (n *stack) keep(s *keeper.Seam) error {
	n.keeper = &keeping{seam: s}
	return nil
}

// watch makes the keeper of nodes. A node that has ended without a fault, on request, is not restarted.
func (k *keeping) watch(nodes []*node.Base) (err error) {
	t := &k.table
	all := node.Change{From: safe, To: operating, By: []string{"keeper"}}
	for _, b := range nodes {
		w := b.Watched(restart())
		t.Nodes = append(t.Nodes, w)
		if w.Critical {
			all.When = append(all.When, node.Guard{Node: w.Name, In: []node.State{node.Running}})
		}
	}
	t.Nodes = append(t.Nodes, node.Watched{Name: "keeper"})
	t.States = []node.Phase{{Name: operating, Initial: true}, {Name: safe}}
	t.Changes = []node.Change{{From: operating, To: safe}, all}
	t.Losses = []node.Loss{{On: []node.State{node.Lost, node.Error, node.Closed}, To: safe}}
	if k.overseer, err = node.NewOverseer(k.seam, "overseer", *t); err != nil {
		return err
	}
	var errs []error
	for i, b := range nodes {
		errs = append(errs, k.overseer.Join(t.Nodes[i].Name, b))
	}
	k.build()
	return errors.Join(errs...)
}

// build makes the reactor next to the overseer.
func (k *keeping) build() {
	n := len(k.table.Nodes)
	reactor.Init(k.seam, "words", k)
	k.Statuses.Resize(n)
	k.gone = make([]bool, n)
	o := k.overseer
	reactor.ConnectAll(o.Statuses.Channels(), k.Statuses.Channels())
	reactor.Connect(&o.System, &k.System)
	reactor.Connect(&k.Ask, o.Requests.At(n-1)).After(0)
	reactor.Connect(&k.Health, &k.seam.Health)
	state := &k.seam.StateData
	k.seam.Reaction("halt").On(&k.Halt).Sets(&state.Write).Do(func() { state.Set(messages.DrivingStateHalted) })
	k.beat.Set(0, 100*time.Millisecond) // a driving overseer that was restarted knows nothing
	k.Reaction("tell").On(&k.Statuses, &k.System).Sets(&k.Ask, &k.Health, &k.Halt).Do(k.tell)
	k.Reaction("repeat").On(&k.beat).Sets(&k.Health).Do(func() { k.Health.Set(k.health) })
}

// tell reports the state of the nodes, and asks to be operating again when something has changed.
func (k *keeping) tell() {
	was, changed := k.health, false
	if k.System.Present() {
		k.health.Operating = k.System.Ref().State == operating
	}
	k.health.Gone = 0
	for i := range k.gone {
		w := &k.table.Nodes[i]
		if p := k.Statuses.At(i); p.Present() {
			k.gone[i], changed = w.Restart.Over(p.Ref()), true
			if k.gone[i] && w.Name == decider {
				k.Halt.Set(struct{}{})
			}
		}
		if k.gone[i] && w.Critical {
			k.health.Gone++
		}
	}
	if changed && !k.health.Operating {
		k.Ask.Set(node.Request{To: operating})
	}
	if k.health != was {
		k.Health.Set(k.health)
	}
}

// listen reports changes of nodes to people.
func (s *session) listen(rec *record.Recorder) error {
	n := len(s.stack.keeper.table.Nodes)
	s.meter.heard = make([]node.State, n)
	var errs []error
	for i := range n {
		errs = append(errs, record.Tap(rec, fmt.Sprintf("keeper.overseer.statuses[%d]", i), func(tag reactor.Tag, x *node.Status) { s.hears(tag.Time.Duration(), i, x) }))
	}
	return errors.Join(errs...)
}

// hears notes the new status of node i.
func (s *session) hears(t time.Duration, i int, x *node.Status) {
	w, last, text := &s.stack.keeper.table.Nodes[i], s.meter.heard[i], ""
	switch {
	case x.State == node.Running && x.Notice.Life > 0:
		text = fmt.Sprintf("runs again, restart %d", x.Notice.Life)
	case x.State == node.Closed && last != node.Closing: // together with the program
	case x.State == node.Lost || x.State == node.Closed || x.State == node.Error:
		text = "is " + x.State.String()
		if x.Notice.Cause != "" {
			text += ": " + x.Notice.Cause
		}
		if w.Restart.Over(x) {
			text += ", and not started again"
			s.now.ends(w)
		}
	}
	if s.meter.heard[i] = x.State; text != "" {
		s.note(fmt.Sprintf("%.2f s: the node %s %s", t.Seconds(), w.Name, text))
	}
}
