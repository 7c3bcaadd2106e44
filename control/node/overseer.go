package node

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
)

// Request asks for a transition of the whole system.
type Request struct {
	To string
	ID uint64 // returned with the answer
}

// Answer is the result of a request.
type Answer struct {
	ID      uint64
	Granted bool
	Reason  string // why not
	System  System // as it is after the request
}

// System is the state of the whole system.
type System struct {
	State  string
	Index  int32  // of the state in its table
	Number uint64 // of changes since the start
	Cause  string // of the last change: who requested it, or which node was lost
}

// Status is what an overseer knows about a node.
type Status struct {
	State    State
	Notice   Notice
	Restarts int  // in sequence
	GaveUp   bool // there will be no further restarts
}

// Order tells a supervisor to restart a node.
type Order struct {
	Node    string
	Attempt int
}

// Report is a notice, or a request if To is not empty, from a node outside the program. A supervisor sends a Notice with
// the state Lost when a process ends, and one with the state Unknown and the number of the new life when it starts a
// process: from then on notices of earlier lives are ignored.
type Report struct {
	Node   int32 // its index in the table
	Notice Notice
	Ask    Request
}

// Overseer tracks the nodes of its table, declares critical ones lost, runs the state machine of the system, answers
// requests and orders restarts. All its times are logical: a loss has exactly the tag at which the patience ends.
//
//	in     notices   of the nodes in the program, by their index in the table
//	in     requests  likewise
//	action heard     a door: notices and requests of nodes outside the program
//	out    system    the state of the system, at the start and at every change
//	out    answers   by the index of the node
//	out    statuses  by the index of the node, at every change
//	out    orders    restarts, by the index of the node
type Overseer struct {
	reactor.Reactor
	Notices  reactor.MultiIn[Notice]
	Requests reactor.MultiIn[Request]
	Heard    reactor.PhysicalAction[Report]
	System   reactor.Out[System]
	Answers  reactor.MultiOut[Answer]
	Statuses reactor.MultiOut[Status]
	Orders   reactor.MultiOut[Order]

	expire, revive reactor.Action[int32] // of a node's patience, and of its back-off

	table   Table
	nodes   []tracked
	system  System
	begun   bool
	illegal [][]string // prepared reasons, by the indices of both states
	unmet   [][]string // by change and guard
	barred  []string   // by change
}

// tracked is the changing data of a node.
type tracked struct {
	Status
	heard   reactor.Time   // the last notice, or the start
	alarm   reactor.Time   // the earliest pending expiry, Forever for none
	settled reactor.Time   // when it began to run
	due     bool           // a restart is due, unless the node comes back before
	born    uint64         // the life that a supervisor has begun, 0 if there is none
	causes  [states]string // prepared texts
}

// NewOverseer makes an overseer. It returns all faults of the table, and then no overseer.
func NewOverseer(parent reactor.Parent, name string, t Table) (*Overseer, error) {
	if faults := t.Check(); len(faults) > 0 {
		for i := range faults {
			faults[i].Path = name + "." + faults[i].Path
		}
		return nil, faults
	}
	o := &Overseer{table: t, nodes: make([]tracked, len(t.Nodes))}
	reactor.Init(parent, name, o)
	n := len(t.Nodes)
	o.Notices.Resize(n)
	o.Requests.Resize(n)
	o.Answers.Resize(n)
	o.Statuses.Resize(n)
	o.Orders.Resize(n)
	for i := range n {
		o.Notices.At(i).Optional()
		o.Requests.At(i).Optional()
	}
	o.prepare()
	o.Reaction("oversee").On(o.Startup(), &o.Notices, &o.Requests, &o.Heard, &o.expire, &o.revive).
		Sets(&o.System, &o.Answers, &o.Statuses, &o.Orders, &o.expire, &o.revive).Do(o.oversee)
	return o, nil
}

// Join connects a node of the same enclave, by its name in the table. The overseer's answers arrive one microstep later,
// so a node may ask and listen in any of its reactions. The overseer's order to restart then begins another life of the
// node. The two may be anywhere in the program: the reactors between them get ports that pass their messages on.
func (o *Overseer) Join(name string, b *Base) error {
	i, err := o.member(name, b)
	if err != nil {
		return err
	}
	path := strings.ReplaceAll(b.Path(), ".", "_")
	reactor.ConnectThrough(&b.Notice, o.Notices.At(i), path+"_notice")
	reactor.ConnectThrough(&b.Request, o.Requests.At(i), path+"_request")
	reactor.ConnectThrough(o.Answers.At(i), &b.Answer, path+"_answer").After(0)
	reactor.ConnectThrough(&o.System, &b.System, path+"_system").After(0)
	reactor.ConnectThrough(o.Orders.At(i), &b.Revive, path+"_revive").After(0)
	return nil
}

// JoinAcross connects a node of another enclave, physically: a node that hangs does not hold up its overseer, which
// can then find it lost.
func (o *Overseer) JoinAcross(name string, b *Base) error {
	i, err := o.member(name, b)
	if err != nil {
		return err
	}
	reactor.Connect(&b.Notice, o.Notices.At(i)).Physical()
	reactor.Connect(&b.Request, o.Requests.At(i)).Physical()
	reactor.Connect(o.Answers.At(i), &b.Answer).Physical()
	reactor.Connect(&o.System, &b.System).Physical()
	reactor.Connect(o.Orders.At(i), &b.Revive).Physical()
	return nil
}

// member finds a node in the table, whose row must agree with the node's configuration.
func (o *Overseer) member(name string, b *Base) (int, error) {
	i := o.table.node(name)
	if i < 0 {
		return i, diag.Faults{{Code: "table-name", Path: o.Path() + ".nodes." + name, What: fmt.Sprintf("there is no node %q", name), Do: "list it among the nodes"}}
	}
	if why := o.table.Nodes[i].unlike(b.config.Critical, b.config.Notify); why != "" {
		return i, diag.Faults{{Code: "table-period", Path: o.Path() + ".nodes." + name, What: why, Do: "give both the same"}}
	}
	return i, nil
}

// prepare makes the texts that are sent later, so that nothing is allocated then.
func (o *Overseer) prepare() {
	t := &o.table
	at := t.initial()
	o.system = System{State: t.States[at].Name, Index: int32(at), Cause: "start"}
	for i := range t.Nodes {
		n := &o.nodes[i]
		n.alarm = reactor.Forever
		for s := range states {
			n.causes[s] = t.Nodes[i].Name + " is " + State(s).String()
		}
	}
	for _, from := range t.States {
		row := make([]string, len(t.States))
		for i, to := range t.States {
			row[i] = "there is no change from " + from.Name + " to " + to.Name
		}
		o.illegal = append(o.illegal, row)
	}
	for _, x := range t.Changes {
		var row []string
		for _, g := range x.When {
			in := make([]string, len(g.In))
			for i, s := range g.In {
				in[i] = s.String()
			}
			row = append(row, "node "+g.Node+" is not "+strings.Join(in, " or "))
		}
		o.unmet = append(o.unmet, row)
		o.barred = append(o.barred, "only "+strings.Join(x.By, ", ")+" may ask for the change from "+x.From+" to "+x.To)
	}
}

// oversee takes everything that has come at a tag: first the news of nodes, then requests, which are judged by it.
func (o *Overseer) oversee() {
	now := o.Tag().Time
	if !o.begun {
		o.begun = true
		o.System.Set(o.system)
		for i := range o.nodes {
			o.nodes[i].heard = now
			o.arm(i, now)
		}
	}
	for i := range o.nodes {
		if p := o.Notices.At(i); p.Present() {
			o.hear(i, p.Get(), now)
		}
	}
	r := o.Heard.Get()
	outside := o.Heard.Present() && r.Node >= 0 && int(r.Node) < len(o.nodes)
	if o.Heard.Present() && !outside {
		o.Heard.Refuse("the table has no node of that number")
	}
	if outside && r.Ask.To == "" {
		if why := o.table.Nodes[r.Node].unlike(r.Notice.Critical, r.Notice.Every); why != "" && r.Notice.State != Lost && r.Notice.State != Unknown {
			o.Heard.Refuse(why)
		} else {
			o.hear(int(r.Node), r.Notice, now)
		}
	}
	if o.expire.Present() {
		o.look(int(o.expire.Get()), now)
	}
	if o.revive.Present() {
		o.restart(int(o.revive.Get()), now)
	}
	for i := range o.nodes {
		if p := o.Requests.At(i); p.Present() {
			o.Answers.At(i).Set(o.judge(i, p.Get()))
		}
	}
	if outside && r.Ask.To != "" {
		o.Answers.At(int(r.Node)).Set(o.judge(int(r.Node), r.Ask))
	}
}

// arm makes sure that too long a silence is noticed.
func (o *Overseer) arm(i int, now reactor.Time) {
	n := &o.nodes[i]
	due, ok := o.due(i)
	if ok && due < n.alarm {
		n.alarm = due
		o.expire.Schedule(int32(i), time.Duration(max(0, due-now)))
	}
}

// due returns when node i is lost unless it sends a notice before.
func (o *Overseer) due(i int) (at reactor.Time, ok bool) {
	n, w := &o.nodes[i], &o.table.Nodes[i]
	switch {
	case !w.Critical, n.State == Lost, n.State == Closed:
		return 0, false
	case n.State == Unknown:
		return n.heard.Add(w.grace()), true
	}
	return n.heard.Add(w.patience()), true
}

// hear takes a notice. A node that is lost or about to be restarted comes back only by its Init or in another life; later
// notices of the old life are ignored.
func (o *Overseer) hear(i int, x Notice, now reactor.Time) {
	n := &o.nodes[i]
	if x.State == Unknown && x.Life > n.born {
		n.born, n.due = x.Life, false
		n.Status = Status{Notice: Notice{Life: x.Life}, Restarts: n.Restarts, GaveUp: n.GaveUp}
		n.heard = now
		o.Statuses.At(i).Set(n.Status)
		o.arm(i, now)
		return
	}
	gone := n.State == Lost || n.State == Unknown && n.Notice.Number > 0
	if gone && x.State != Init && x.Life == n.Notice.Life || !x.State.Valid() || x.State == Unknown || x.Life < n.born && x.State != Lost {
		return
	}
	if x.State == Lost {
		o.ended(i, x, now)
		return
	}
	n.heard, n.Notice = now, x
	if x.State != n.State {
		o.enter(i, x.State, now)
	}
	o.arm(i, now)
}

// ended takes a report that a process has ended, from a supervisor, or from a hub that does not know which life it was.
// The end of a closed node's process is no loss unless it ended with an error; the end of a node that is about to be
// restarted has been reported already.
func (o *Overseer) ended(i int, x Notice, now reactor.Time) {
	n := &o.nodes[i]
	switch {
	case n.State == Lost, n.State == Unknown && x.Life == 0 && n.Notice != (Notice{}), x.Life > 0 && x.Life < n.born:
	case n.State != Closed:
		n.Notice.Cause = x.Cause
		o.enter(i, Lost, now)
	case x.Cause != "" && n.Notice.Cause == "":
		n.Notice.Cause = x.Cause
		o.enter(i, Lost, now)
	}
}

// look declares node i lost if its time is up.
func (o *Overseer) look(i int, now reactor.Time) {
	n := &o.nodes[i]
	if n.alarm > now {
		return // an earlier alarm has replaced this one
	}
	n.alarm = reactor.Forever
	if due, ok := o.due(i); ok && now >= due {
		o.enter(i, Lost, now)
	}
	o.arm(i, now)
}

// enter notes a node's new state and acts on it.
func (o *Overseer) enter(i int, s State, now reactor.Time) {
	n := &o.nodes[i]
	from := n.State
	n.State = s
	r := &o.table.Nodes[i].Restart
	if from == Running && s != Running && r.Settled > 0 && now >= n.settled.Add(r.Settled) {
		n.Restarts = 0
	}
	n.due = n.due && (s == Lost || s == Closed)
	if s == Running {
		n.settled, n.GaveUp = now, false
	}
	if l := o.table.lossOf(o.table.Nodes[i].Name, o.system.State, s); l >= 0 && !o.table.States[o.system.Index].Final {
		if to := o.table.phase(o.table.Losses[l].To); to != int(o.system.Index) {
			o.change(to, n.causes[s])
		}
	}
	if r.again(&n.Status) {
		if n.GaveUp = r.Limit > 0 && n.Restarts >= r.Limit; !n.GaveUp {
			n.Restarts++
			n.due = true
			o.revive.Schedule(int32(i), r.Delay(n.Restarts))
		}
	}
	o.Statuses.At(i).Set(n.Status)
}

// restart orders the restart of a node, unless it has come back on its own.
func (o *Overseer) restart(i int, now reactor.Time) {
	n := &o.nodes[i]
	if !n.due {
		return
	}
	n.due = false
	o.Orders.At(i).Set(Order{Node: o.table.Nodes[i].Name, Attempt: n.Restarts})
	n.State, n.heard = Unknown, now
	o.Statuses.At(i).Set(n.Status)
	o.arm(i, now)
}

// judge grants a request or returns why not.
func (o *Overseer) judge(i int, r Request) Answer {
	a := Answer{ID: r.ID, System: o.system}
	to := o.table.phase(r.To)
	if to < 0 {
		a.Reason = "the system has no such state"
		return a
	}
	x := o.table.change(o.system.State, r.To)
	if x < 0 {
		a.Reason = o.illegal[o.system.Index][to]
		return a
	}
	c := &o.table.Changes[x]
	may := len(c.By) == 0
	for _, by := range c.By {
		may = may || by == o.table.Nodes[i].Name
	}
	if !may {
		a.Reason = o.barred[x]
		return a
	}
	for k := range c.When {
		if !o.holds(&c.When[k]) {
			a.Reason = o.unmet[x][k]
			return a
		}
	}
	o.change(to, o.table.Nodes[i].Name)
	a.Granted, a.System = true, o.system
	return a
}

func (o *Overseer) holds(g *Guard) bool {
	s := o.nodes[o.table.node(g.Node)].State
	for _, in := range g.In {
		if s == in {
			return true
		}
	}
	return false
}

// change moves the system to a state of its table.
func (o *Overseer) change(to int, cause string) {
	o.system = System{o.table.States[to].Name, int32(to), o.system.Number + 1, cause}
	o.System.Set(o.system)
}
