package node

import (
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// Table is an overseer's data: the nodes of a system, and the state machine of the whole.
type Table struct {
	Nodes   []Watched
	States  []Phase
	Changes []Change
	Losses  []Loss
}

// Watched is a node that an overseer tracks.
type Watched struct {
	Name     string
	Critical bool
	// Every is the notification period of a critical node.
	Every time.Duration
	// Patience is the time after its last notice at which a critical node is declared lost: at most 3/2 of Every. 5/4
	// when 0, which leaves a quarter of a period for the way to the safe state.
	Patience time.Duration
	// Grace is how long the first notice may take, after the start and after a restart; one second when 0.
	Grace   time.Duration
	Restart Restart
}

// Policy says when a node is restarted.
type Policy uint8

// The policies. A failure is a loss, or a node that closes because of a fault; Always includes nodes that close without
// one.
const (
	Never Policy = iota
	OnFailure
	Always
)

// String returns the policy's name.
func (p Policy) String() string { return [...]string{"never", "on failure", "always"}[min(p, Always)] }

// Restart says when and how often a node is restarted.
type Restart struct {
	When Policy
	// Backoff is the delay of the first restart; it doubles with each further one, up to Most. 0: no delay.
	Backoff, Most time.Duration
	// Limit is the greatest number of restarts in sequence; 0 only for Always, where it means no limit.
	Limit int
	// Settled is how long a node must have been running for its restarts to be forgotten; 0: never.
	Settled time.Duration
}

// Phase is a state of the whole system.
type Phase struct {
	Name    string
	Initial bool // exactly one is the initial one
	Final   bool
}

// Change is a transition that may be requested.
type Change struct {
	From, To string
	When     []Guard  // all must hold
	By       []string // the nodes that may request it; none means all
}

// Guard is a condition on a node's state.
type Guard struct {
	Node string
	In   []State
}

// Loss says where the system goes when a node is lost, at once and regardless of guards. The first row that fits
// applies.
type Loss struct {
	Node string  // "" for every critical node
	From string  // the state of the system, "" for any
	On   []State // the states that are a loss: Lost when empty; Error and Closed may be named as well
	To   string
}

func (l *Loss) on(s State) bool {
	if len(l.On) == 0 {
		return s == Lost
	}
	return slices.Contains(l.On, s)
}

// Check returns all that is wrong with a table: names that do not exist or exist twice, impossible periods, states of
// the system that cannot be reached or left, and critical nodes whose loss leads nowhere.
func (t *Table) Check() diag.Faults {
	c := tableCheck{t: t}
	c.nodes()
	c.phases()
	c.changes()
	c.losses()
	return c.faults
}

type tableCheck struct {
	t      *Table
	faults diag.Faults
}

func (c *tableCheck) fault(code, path, do, format string, args ...any) {
	c.faults = append(c.faults, diag.Fault{Code: code, Path: path, What: fmt.Sprintf(format, args...), Do: do})
}

func (c *tableCheck) nodes() {
	for i := range c.t.Nodes {
		n := &c.t.Nodes[i]
		path := "nodes." + n.Name
		if n.Name == "" || c.t.node(n.Name) != i {
			c.fault("table-name", path, "give each node a name of its own", "the node has no name, or that of another")
		}
		if n.Critical && n.Every <= 0 {
			c.fault("table-period", path, "give the period that the node is configured with", "a critical node has no notification period")
		}
		if n.Patience < 0 || n.Critical && n.Patience > n.Every+n.Every/2 {
			c.fault("table-period", path, "give at most one and a half periods", "the patience of %v does not fit a notification period of %v", n.Patience, n.Every)
		}
		if n.Critical && n.Patience != 0 && n.Patience <= n.Every {
			c.fault("table-period", path, "give more than one period", "with a patience of %v every notice would come too late", n.Patience)
		}
		if n.Grace < 0 {
			c.fault("table-period", path, "give a positive time, or 0 for a second", "the grace is negative")
		}
		c.restart(path, &n.Restart)
	}
}

func (c *tableCheck) restart(path string, r *Restart) {
	switch {
	case r.When > Always:
		c.fault("table-restart", path, "give never, on failure or always", "there is no policy %d", r.When)
	case r.When == OnFailure && r.Limit < 1:
		c.fault("table-restart", path, "give a limit of 1 or more", "restarts on failure have no limit")
	case r.Limit < 0 || r.Backoff < 0 || r.Settled < 0:
		c.fault("table-restart", path, "give times and a number that are not negative", "limit, back-off or settling time is negative")
	case r.Most != 0 && r.Most < r.Backoff:
		c.fault("table-restart", path, "give a longest back-off that is not below the first", "the longest back-off is %v, the first %v", r.Most, r.Backoff)
	}
}

// phases checks the states of the system as a machine, in which a loss is a transition like any other.
func (c *tableCheck) phases() {
	var stages []Stage[string]
	for _, p := range c.t.States {
		stages = append(stages, Stage[string]{State: p.Name, Initial: p.Initial, Final: p.Final})
	}
	var ways []Transition[string]
	add := func(from, to string) {
		if w := (Transition[string]{from, to}); c.t.phase(from) >= 0 && c.t.phase(to) >= 0 && !slices.Contains(ways, w) && !c.t.States[c.t.phase(from)].Final {
			ways = append(ways, w)
		}
	}
	for _, x := range c.t.Changes {
		add(x.From, x.To)
	}
	for _, l := range c.t.Losses {
		for _, p := range c.t.States {
			if l.From == "" && l.To != p.Name || l.From == p.Name {
				add(p.Name, l.To)
			}
		}
	}
	_, err := NewMachine(stages, ways)
	faults, _ := diag.Of(err)
	for _, f := range faults {
		f.Path = "states." + f.Path
		c.faults = append(c.faults, f)
	}
}

func (c *tableCheck) changes() {
	for i, x := range c.t.Changes {
		path := "changes." + x.From + "-" + x.To
		c.names(path, x.From, x.To)
		if c.t.change(x.From, x.To) != i {
			c.fault("table-name", path, "list each change once", "the change is listed twice")
		}
		if f := c.t.phase(x.From); f >= 0 && c.t.States[f].Final {
			c.fault("machine-final", path, "leave it out, or do not mark the state as final", "a change begins at a final state")
		}
		for _, by := range x.By {
			c.named(path, by)
		}
		for _, g := range x.When {
			c.named(path, g.Node)
			if len(g.In) == 0 {
				c.fault("table-guard", path, "name states that the node may be in", "the guard on %s can never hold", g.Node)
			}
			c.known(path, g.In)
		}
	}
}

func (c *tableCheck) losses() {
	for _, l := range c.t.Losses {
		path := "losses." + l.To
		if l.Node != "" {
			c.named(path, l.Node)
		}
		c.names(path, l.To)
		if l.From != "" {
			c.names(path, l.From)
		}
		c.known(path, l.On)
	}
	for _, n := range c.t.Nodes {
		for _, p := range c.t.States {
			if n.Critical && !p.Final && c.t.lossOf(n.Name, p.Name, Lost) < 0 {
				c.fault("table-loss", "nodes."+n.Name, "add a row to the losses, with the safe state as its target", "the node is critical, and nothing says where the system goes from %s when it is lost", p.Name)
			}
		}
	}
}

// names reports names that are not states of the system.
func (c *tableCheck) names(path string, phases ...string) {
	for _, p := range phases {
		if c.t.phase(p) < 0 {
			c.fault("table-name", path, "list it among the states", "there is no state %q of the system", p)
		}
	}
}

// named reports a name that is not a node's.
func (c *tableCheck) named(path, node string) {
	if c.t.node(node) < 0 {
		c.fault("table-name", path, "list it among the nodes", "there is no node %q", node)
	}
}

func (c *tableCheck) known(path string, in []State) {
	for _, s := range in {
		if !s.Valid() {
			c.fault("table-guard", path, "give a state of a node", "there is no %v", s)
		}
	}
}

func (t *Table) node(name string) int {
	return slices.IndexFunc(t.Nodes, func(n Watched) bool { return n.Name == name })
}

func (t *Table) phase(name string) int {
	return slices.IndexFunc(t.States, func(p Phase) bool { return p.Name == name })
}

// initial returns the index of the initial state of a table without faults.
func (t *Table) initial() int {
	return slices.IndexFunc(t.States, func(p Phase) bool { return p.Initial })
}

func (t *Table) change(from, to string) int {
	for i := range t.Changes {
		if x := &t.Changes[i]; x.From == from && x.To == to {
			return i
		}
	}
	return -1
}

// lossOf finds the row that applies when a node enters a state, -1 for none.
func (t *Table) lossOf(name, phase string, s State) int {
	for i := range t.Losses {
		l := &t.Losses[i]
		if (l.From == "" || l.From == phase) && l.on(s) && (l.Node == name || l.Node == "" && t.Nodes[t.node(name)].Critical) {
			return i
		}
	}
	return -1
}

// patience returns the time after its last notice at which a node is declared lost, 0 for never.
func (n *Watched) patience() time.Duration {
	switch {
	case !n.Critical:
		return 0
	case n.Patience > 0:
		return n.Patience
	}
	return n.Every + n.Every/4
}

func (n *Watched) grace() time.Duration {
	if n.Grace > 0 {
		return n.Grace
	}
	return time.Second
}

// Delay returns how long the i-th restart in sequence is delayed, from 1: twice as long as the one before, at most Most.
func (r *Restart) Delay(i int) time.Duration {
	d := r.Backoff
	for ; i > 1 && d < time.Hour && (r.Most == 0 || d < r.Most); i-- {
		d *= 2
	}
	if r.Most > 0 {
		d = min(d, r.Most)
	}
	return d
}

// again reports whether a node with a status has ended in such a way that it is to be restarted.
func (r *Restart) again(s *Status) bool {
	failed := s.State == Lost || s.State == Closed && s.Notice.Cause != ""
	return r.When == Always && s.State == Closed || r.When != Never && failed
}

// Over reports whether a node with a status has ended and will not be restarted.
func (r *Restart) Over(s *Status) bool {
	return (s.State == Lost || s.State == Closed) && (!r.again(s) || s.GaveUp)
}

// unlike returns how the node's configuration differs from the table's row.
func (n *Watched) unlike(critical bool, every time.Duration) string {
	switch {
	case critical != n.Critical:
		return "node and table disagree whether it is critical"
	case critical && every != n.Every:
		return "node and table have different notification periods"
	}
	return ""
}
