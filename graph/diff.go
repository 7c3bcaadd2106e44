package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// Change is a kind of deviation from a design.
type Change uint8

// The changes. Slower and Faster apply to timers.
const (
	Missing Change = iota
	Extra
	Mistyped
	Slower
	Faster
)

// String returns the code of the fault.
func (c Change) String() string {
	return [...]string{"missing", "extra", "mistyped", "slower", "faster"}[c]
}

// Difference is one deviation of a system from its design.
type Difference struct {
	Change Change
	Of     string // reactor, port, timer or connection
	// Path is the path in the design, or for an extra element that in the system. It begins below main. For a connection it is
	// the source's.
	Path string
	To   string // connections only: the path of the destination
	// Want and Have are types or periods, if these differ.
	Want, Have string
}

// Comparison is the result of comparing a design with a system.
type Comparison struct {
	Differences []Difference
	Reactors    []int // by reactor of want: have's, or None
	Ports       []int // by port of want: have's, or None
}

// Diff compares a design, want, with the graph of a running or recorded system, have. Elements are the same if their paths
// below main are, regardless of capitals and underscores; names maps paths in want to different ones in have, and everything
// below such a path moves with it.
//
// Want may be less detailed than have. Only elements that it names can be missing; the inside of a reactor that want shows
// without children may be anything, and so may triggers and reactions. For a connection only its ends matter, not the ports
// that it passes on the way; so ports of a reactor that want opens are compared only if it names them. A difference that
// follows from another one is not reported: nothing about a missing or extra reactor or port, and no type at the other end of
// a connection.
func Diff(want, have *Graph, names map[string]string) Comparison {
	d := &differ{want: newSide(want), have: newSide(have)}
	d.match(names)
	d.reactors()
	d.ports()
	d.timers()
	d.connections()
	return Comparison{d.found, d.reactor, d.port}
}

// differ compares two graphs.
type differ struct {
	want, have *side
	reactor    []int // have's, by want's; None if there is none
	port       []int
	isReactor  []int // want's, by have's
	isPort     []int
	found      []Difference
}

// side is a graph with indices for look-ups.
type side struct {
	*Graph
	keys  []string // of reactors: paths below main as they are compared
	leads [][]int  // ports to which connections lead from a port
	from  [][]int  // the other way round
}

func newSide(g *Graph) *side {
	s := &side{Graph: g, keys: make([]string, len(g.Reactors)), leads: make([][]int, len(g.Ports)), from: make([][]int, len(g.Ports))}
	for i, r := range g.Reactors {
		if r.Parent != None {
			s.keys[i] = below(s.keys[r.Parent], folded(r.Name))
		}
	}
	for _, c := range g.Connections {
		s.leads[c.From] = append(s.leads[c.From], c.To)
		s.from[c.To] = append(s.from[c.To], c.From)
	}
	return s
}

// path returns a reactor's path below main as spelled in the graph.
func (s *side) path(r int) string {
	if s.Reactors[r].Parent == None {
		return ""
	}
	return below(s.path(s.Reactors[r].Parent), s.Reactors[r].Name)
}

// portPath returns a port's path likewise.
func (s *side) portPath(p int) string { return below(s.path(s.Ports[p].Reactor), s.Ports[p].Name) }

// spelled makes names comparable: FrontLidar is front_lidar.
var spelled = strings.NewReplacer("_", "")

func folded(name string) string { return strings.ToLower(spelled.Replace(name)) }

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// match finds the elements that are the same.
func (d *differ) match(names map[string]string) {
	other := map[string]string{}
	for from, to := range names { // order: into another map
		other[folded(from)] = folded(to)
	}
	reactors, ports := map[string]int{}, map[string]int{}
	for i, k := range d.have.keys {
		reactors[k] = i
	}
	for i, p := range d.have.Ports {
		ports[below(d.have.keys[p.Reactor], folded(p.Name))] = i
	}
	d.reactor, d.isReactor = nones(len(d.want.Reactors)), nones(len(d.have.Reactors))
	moved := make([]string, len(d.want.Reactors)) // the key in have
	for i, r := range d.want.Reactors {
		if r.Parent != None {
			moved[i] = cmp.Or(other[d.want.keys[i]], below(moved[r.Parent], folded(r.Name)))
		}
		pair(reactors, moved[i], i, d.reactor, d.isReactor)
	}
	d.port, d.isPort = nones(len(d.want.Ports)), nones(len(d.have.Ports))
	for i, p := range d.want.Ports {
		own := below(d.want.keys[p.Reactor], folded(p.Name))
		pair(ports, cmp.Or(other[own], below(moved[p.Reactor], folded(p.Name))), i, d.port, d.isPort)
	}
}

func nones(n int) []int { return slices.Repeat([]int{None}, n) }

// pair matches want's element i with have's element of a key, if there is one that is not matched already.
func pair(have map[string]int, key string, i int, to, from []int) {
	if k, ok := have[key]; ok && from[k] == None {
		to[i], from[k] = k, i
	}
}

// closed reports whether want shows nothing inside a reactor of have, or inside a reactor that contains it.
func (d *differ) closed(r int) bool {
	for ; r != None; r = d.have.Reactors[r].Parent {
		if w := d.isReactor[r]; w != None {
			return len(d.want.Reactors[w].Children) == 0
		}
	}
	return false
}

func (d *differ) add(x Difference) { d.found = append(d.found, x) }

func (d *differ) reactors() {
	for i, r := range d.want.Reactors {
		if d.reactor[i] == None && d.reactor[r.Parent] != None {
			d.add(Difference{Change: Missing, Of: "reactor", Path: d.want.path(i)})
		}
	}
	for i, r := range d.have.Reactors {
		if d.isReactor[i] == None && r.Parent != None && d.isReactor[r.Parent] != None && !d.closed(i) {
			d.add(Difference{Change: Extra, Of: "reactor", Path: d.have.path(i)})
		}
	}
}

func (d *differ) ports() {
	from := nones(len(d.want.Ports)) // where a port's values come from
	for _, c := range d.want.ends(nil) {
		from[c[1]] = c[0]
	}
	for i, p := range d.want.Ports {
		switch h := d.port[i]; {
		case d.reactor[p.Reactor] == None:
		case h == None:
			d.add(Difference{Change: Missing, Of: "port", Path: d.want.portPath(i)})
		case d.mistyped(i) && (from[i] == None || !d.mistyped(from[i])):
			d.add(Difference{Change: Mistyped, Of: "port", Path: d.want.portPath(i), Want: p.Type, Have: d.have.Ports[h].Type})
		}
	}
	for i, p := range d.have.Ports {
		if r := d.isReactor[p.Reactor]; d.isPort[i] == None && r != None && len(d.want.Reactors[r].Children) == 0 && (d.lacks(p.Reactor) || !d.leaves(i)) {
			d.add(Difference{Change: Extra, Of: "port", Path: d.have.portPath(i)})
		}
	}
}

// leaves reports whether connections join a port of the system to another reactor of the design, or to an extra one: the
// connection, or that reactor, is then the extra element.
func (d *differ) leaves(port int) bool {
	own := d.around(port)
	return slices.ContainsFunc(append(d.have.reach(port), along(d.have.from, port)...), func(p int) bool { return d.around(p) != own })
}

// mistyped reports whether a port of the design has another type in the system.
func (d *differ) mistyped(port int) bool {
	h := d.port[port]
	return h != None && !fits(d.want.Ports[port].Type, d.have.Ports[h].Type)
}

// fits compares types; one without a package fits any package's of that name, and no type fits all.
func fits(want, have string) bool {
	if want == "" || have == "" || want == have {
		return true
	}
	return !strings.Contains(want, ".") && folded(want) == folded(have[strings.LastIndex(have, ".")+1:])
}

// timers compares the only timer that the design gives a reactor with the timers in the system's reactor.
func (d *differ) timers() {
	for i, r := range d.want.Reactors {
		period, ok := d.want.period(i)
		if h := d.reactor[i]; ok && h != None {
			d.timer(below(d.want.path(i), d.want.Triggers[r.Triggers[0]].Name), period, d.have.periods(h, nil))
		}
	}
}

func (d *differ) timer(path string, want time.Duration, have []time.Duration) {
	if len(have) == 0 {
		d.add(Difference{Change: Missing, Of: "timer", Path: path, Want: want.String()})
		return
	}
	if slices.Contains(have, want) {
		return
	}
	nearest := slices.MinFunc(have, func(a, b time.Duration) int { return cmp.Compare(max(a-want, want-a), max(b-want, want-b)) })
	c := Slower
	if nearest < want {
		c = Faster
	}
	d.add(Difference{Change: c, Of: "timer", Path: path, Want: want.String(), Have: nearest.String()})
}

// period returns the period of a reactor's only timer.
func (s *side) period(r int) (p time.Duration, ok bool) {
	ts := s.Reactors[r].Triggers
	if len(ts) != 1 || s.Triggers[ts[0]].Kind != Timer || s.Triggers[ts[0]].Period <= 0 {
		return 0, false
	}
	return s.Triggers[ts[0]].Period, true
}

// periods adds the periods of the timers of a reactor and of all reactors within it.
func (s *side) periods(r int, all []time.Duration) []time.Duration {
	for _, t := range s.Reactors[r].Triggers {
		if x := s.Triggers[t]; x.Kind == Timer && x.Period > 0 {
			all = append(all, x.Period)
		}
	}
	for _, c := range s.Reactors[r].Children {
		all = s.periods(c, all)
	}
	return all
}

func (d *differ) connections() {
	for _, c := range d.want.ends(nil) {
		from, to := d.port[c[0]], d.port[c[1]]
		if from != None && to != None && !slices.Contains(d.have.reach(from), to) {
			d.add(Difference{Change: Missing, Of: "connection", Path: d.want.portPath(c[0]), To: d.want.portPath(c[1])})
		}
	}
	reads := make([]bool, len(d.have.Ports)) // by a reaction
	for _, r := range d.have.Reactions {
		for _, ref := range slices.Concat(r.Triggers, r.Uses) {
			if ref.Kind == RefPort {
				reads[ref.ID] = true
			}
		}
	}
	for _, c := range d.have.ends(reads) {
		if d.known(c[0]) && d.known(c[1]) && !d.inside(c[0], c[1]) && !d.designed(c[0], c[1]) {
			d.add(Difference{Change: Extra, Of: "connection", Path: d.have.portPath(c[0]), To: d.have.portPath(c[1])})
		}
	}
}

// ends lists the connections from the origin of values to their destination, through all ports that pass them on. A port that
// a reaction reads is an end even if a connection leads on.
func (s *side) ends(reads []bool) (all [][2]int) {
	for from := range s.Ports {
		if len(s.from[from]) > 0 || len(s.leads[from]) == 0 {
			continue
		}
		for _, to := range s.reach(from) {
			if len(s.leads[to]) == 0 || reads != nil && reads[to] {
				all = append(all, [2]int{from, to})
			}
		}
	}
	return all
}

// reach lists the ports to which connections lead from one, in the order in which they are met.
func (s *side) reach(from int) []int { return along(s.leads, from) }

// along lists the ports to which steps lead from a port.
func along(steps [][]int, from int) (all []int) {
	if len(steps[from]) == 0 {
		return nil
	}
	seen := map[int]bool{from: true}
	for next := []int{from}; len(next) > 0; next = next[1:] {
		for _, to := range steps[next[0]] {
			if !seen[to] {
				seen[to] = true
				all, next = append(all, to), append(next, to)
			}
		}
	}
	return all
}

// known reports whether the design has a port of the system, or leaves it inside a closed reactor. An unknown port of a
// reactor that lacks a port may be that port by another name, so it is not known.
func (d *differ) known(p int) bool {
	r := d.have.Ports[p].Reactor
	return d.isPort[p] != None || d.closed(r) && !d.lacks(r)
}

// lacks reports whether a reactor of the system lacks a port that the design gives it.
func (d *differ) lacks(r int) bool {
	w := d.isReactor[r]
	return w != None && slices.ContainsFunc(d.want.Reactors[w].Ports, func(p int) bool { return d.port[p] == None })
}

// inside reports whether two ports of the system are within one reactor that the design does not open.
func (d *differ) inside(a, b int) bool {
	r, q := d.around(a), d.around(b)
	return r != None && r == q && len(d.want.Reactors[r].Children) == 0 && (d.isPort[a] == None || d.isPort[b] == None)
}

// around returns the innermost reactor of the design that contains a port of the system.
func (d *differ) around(p int) int {
	for r := d.have.Ports[p].Reactor; r != None; r = d.have.Reactors[r].Parent {
		if d.isReactor[r] != None {
			return d.isReactor[r]
		}
	}
	return None
}

// designed reports whether the design has a connection between the first and the last port that it has on the way from one
// port of the system to another.
func (d *differ) designed(from, to int) bool {
	first, last := None, None
	for _, p := range append([]int{from}, d.have.reach(from)...) {
		if w := d.isPort[p]; w != None && (p == to || slices.Contains(d.have.reach(p), to)) {
			if first == None {
				first = w
			}
			last = w
		}
	}
	return first != None && slices.Contains(d.want.reach(first), last)
}

// Fault describes a difference for people, without its place in a text. An extra port is a warning, because nothing outside is
// connected to it.
func (d Difference) Fault() diag.Fault {
	f := diag.Fault{Code: d.Change.String(), Path: d.Path}
	what := d.Of
	if d.Of == "connection" {
		what = "connection to " + d.To
	}
	switch d.Change {
	case Missing:
		f.What, f.Do = "the "+what+" is in the design, but not in the system", "add it to the system, or take it out of the design"
		if d.Of == "timer" {
			f.What = fmt.Sprintf("nothing of it runs with a period of %s, as the design has it", d.Want)
		}
	case Extra:
		f.What, f.Do = "the "+what+" is in the system, but not in the design", "add it to the design, or take it out of the system"
		if d.Of == "port" {
			f.Severity = diag.Warning
		}
	case Mistyped:
		f.What, f.Do = fmt.Sprintf("the %s has type %s, not %s as in the design", d.Of, d.Have, d.Want), "let both have the same type"
	default:
		f.What, f.Do = fmt.Sprintf("it runs with a period of %s, not %s as in the design: it is %s", d.Have, d.Want, d.Change), "let both have the same period"
	}
	return f
}
