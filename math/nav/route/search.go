package route

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// search is a hybrid A*: its states are poses that the vehicle really reaches, of which it keeps the cheapest in each cell of
// place, yaw and kind of leg. From a state it continues with a swerve or a turn on the spot, or with a shot: a few parts that
// lead exactly to the goal, or exactly through a gate.
type search struct {
	nodes  []node
	parts  []part        // of all nodes; those of one node are consecutive
	best   map[key]int32 // the cheapest node of a cell
	heap   []open
	looked int
	ways   []Way      // scratch
	gates  []*gate    // gates that may lie on a good way
	narrow []*passage // passages through the narrow ones
	effort
	refused int   // parts that passed narrow gates at an angle
	near    int32 // the node nearest to the goal
}

type node struct {
	at          nav.Pose
	cost        float64 // s, with prices
	floor       float64 // m, least clearance of ways from here
	up          int32   // the previous node, or -1
	first, many int32   // its parts
	kind        Kind    // of the last part
}

type key struct {
	x, y int32
	yaw  int16
	kind Kind
}

type open struct {
	total float64 // cost plus the lower bound of the cost to the goal
	node  int32
}

const (
	cellOf   = 0.1 // m, size of the search's cells
	yaws     = 72
	narrow   = 0.12     // m, clearance below which a gate is passed straight
	standing = Turn + 1 // kind of the start
	arrived  = Turn + 2 // kind of the goal
)

func keyOf(at nav.Pose, k Kind) key {
	return key{int32(math.Floor(at.X / cellOf)), int32(math.Floor(at.Y / cellOf)), int16(math.Floor((at.Yaw+math.Pi)/(2*math.Pi)*yaws)) % yaws, k}
}

// effort says how hard to search: the weight of the cost ahead relative to that behind (a larger one makes the search quicker
// and less selective), whether ways must be straight in narrow gates, and after how many states to give up.
type effort struct {
	greed  float64
	strict bool
	states int
}

// seek searches with one effort after another. It returns the node at the goal; or none, and whether the search was exhaustive.
func (p *Planner) seek(s *search, from, to nav.Pose, floor float64) (goal int32, all bool) {
	const soon = 3000 // states after which the search is less selective
	looked := 0
	for _, e := range [...]effort{{2, true, soon}, {4, true, p.p.Work / 2}, {4, false, p.p.Work}} {
		e.states = min(e.states, p.p.Work-looked)
		if e.states <= 0 || all && (e.strict || s.refused == 0) {
			continue
		}
		goal, all = p.find(s, from, to, floor, e)
		if goal >= 0 {
			return goal, false
		}
		looked += s.looked
	}
	return -1, all
}

// find searches with an effort.
func (p *Planner) find(s *search, from, to nav.Pose, floor float64, e effort) (goal int32, all bool) {
	s.effort, s.refused = e, 0
	s.nodes, s.parts, s.heap, s.looked = s.nodes[:0], s.parts[:0], s.heap[:0], 0
	if s.best == nil {
		s.best = make(map[key]int32)
	}
	clear(s.best)
	p.add(s, node{at: from, up: -1, kind: standing, floor: floor}, nil, to)
	s.near = 0
	nearest := math.Inf(1)
	for len(s.heap) > 0 {
		top := s.pop()
		n := &s.nodes[top.node]
		if s.best[keyOf(n.at, n.kind)] != top.node {
			continue // a cheaper one replaced it
		}
		if n.kind == arrived {
			return top.node, false
		}
		if s.looked == s.states {
			return -1, false
		}
		s.looked++
		if h := p.from(n.at.Point()); h < nearest {
			s.near, nearest = top.node, h
		}
		p.expand(s, top.node, to)
	}
	return -1, true
}

// expand tries all continuations of a state.
func (p *Planner) expand(s *search, from int32, to nav.Pose) {
	n := s.nodes[from]
	c, _ := p.space.clear(n.at, p.p.Room)
	p.here = known{n.at, c}
	many, turns := wide, 2
	if c < 0.1 {
		many, turns = len(swerves), len(spins)
	}
	for i := range many {
		kind := Forward
		if swerves[i].length < 0 {
			kind = Backward
		}
		p.try(s, from, n.kind, to, part{kind: kind, shape: swerve, prim: uint8(i)})
	}
	for i, d := range spins {
		if i == turns {
			break
		}
		p.try(s, from, n.kind, to, part{kind: Turn, shape: spin, to: nav.Pose{Yaw: nav.Angle(n.at.Yaw + d)}})
	}
	left := p.from(n.at.Point())
	if d := n.at.Dist(to); d < 1.5 || left < 8 || s.looked%(1+int(left/8)) == 0 {
		p.shoot(s, from, to, to, nil)
	}
	for _, g := range s.gates {
		for i := range g.through {
			t := &g.through[i]
			if !t.ok || n.at.Point().Sub(t.from.Point()).Norm() > 3 {
				continue
			}
			if p.from(t.to.Point()) > left-0.3 {
				continue
			}
			along := t.mid.Inv().Apply(n.at.Point()).X
			for _, x := range [2]float64{t.begin, t.must} {
				if along < x-0.3 {
					p.shoot(s, from, t.mid.Mul(nav.Pose{X: x}), to, t)
				}
			}
			if along > t.must-0.3 && along < t.end-0.5 { // already off the line
				p.shoot(s, from, t.mid.Mul(nav.Pose{X: along + 0.4}), to, t)
			}
		}
	}
}

// shoot tries short sequences of parts from a state exactly to a pose, and through a gate if one is given.
func (p *Planner) shoot(s *search, from int32, to, goal nav.Pose, through *passage) {
	n := s.nodes[from]
	d := n.at.Dist(to)
	row := func(parts ...part) bool {
		if through != nil {
			parts = append(parts, part{kind: Forward, shape: line, to: through.to, gate: through.clear < narrow})
		}
		return p.try(s, from, n.kind, goal, parts...)
	}
	if d < 0.01 { // only a turn is missing
		if d < 1e-6 || through != nil {
			row(part{kind: Turn, shape: spin, to: to})
			return
		}
	}
	bearing := math.Atan2(to.Y-n.at.Y, to.X-n.at.X)
	off := nav.Angle(bearing - n.at.Yaw)
	// Forward curves, which begin approximately in the direction in which they end.
	if math.Abs(off) < 2 && math.Abs(nav.Angle(to.Yaw-bearing)) < 2 {
		for _, reach := range [...]float64{1, 1.5, 0.7} {
			if row(part{kind: Forward, shape: bend, to: to, reach: reach}) {
				break
			}
		}
	}
	if math.Abs(off) < 1.2 { // a curve there, and a turn
		end := nav.Angle(bearing + off)
		row(part{kind: Forward, shape: bend, to: nav.Pose{X: to.X, Y: to.Y, Yaw: end}, reach: 1.1}, part{kind: Turn, shape: spin, to: to})
	}
	row(part{kind: Turn, shape: spin, to: nav.Pose{Yaw: bearing}}, part{kind: Forward, shape: line, to: nav.Pose{X: to.X, Y: to.Y, Yaw: bearing}}, part{kind: Turn, shape: spin, to: to})
	if d < 2 {
		back := nav.Angle(bearing + math.Pi)
		if math.Abs(nav.Angle(back-n.at.Yaw)) < 1 && math.Abs(nav.Angle(to.Yaw-back)) < 1 {
			row(part{kind: Backward, shape: bend, to: to, reach: 1})
		}
		row(part{kind: Turn, shape: spin, to: nav.Pose{Yaw: back}}, part{kind: Backward, shape: line, to: nav.Pose{X: to.X, Y: to.Y, Yaw: back}}, part{kind: Turn, shape: spin, to: to})
	}
}

// try checks a sequence of parts from a node, and adds the node at its end if that is the cheapest in its cell.
func (p *Planner) try(s *search, from int32, kind Kind, goal nav.Pose, parts ...part) bool {
	n := s.nodes[from]
	at, cost, floor := n.at, n.cost, n.floor
	end := at
	for i := range parts {
		end = p.ends(end, &parts[i])
	}
	next := node{at: end, up: from, kind: parts[len(parts)-1].kind}
	if end == goal {
		next.kind = arrived
	}
	k := keyOf(end, next.kind)
	other, taken := s.best[k]
	if taken && s.nodes[other].cost <= cost+p.atLeast(&n, parts) {
		return false
	}
	if p.from(end.Point()) == math.Inf(1) {
		return false
	}
	for i := range parts {
		q := &parts[i]
		if q.shape == spin && math.Abs(nav.Angle(q.to.Yaw-at.Yaw)) < 1e-9 {
			continue
		}
		if (q.shape == swerve || q.shape == bend) && (!s.strict || len(s.narrow) == 0) {
			to := p.ends(at, q)
			if p.end.at != to {
				c, _ := p.space.clear(to, p.p.Room)
				p.end = known{to, c}
			}
			if p.end.clear < floor { // often: then the way there need not be laid
				return false
			}
		}
		s.ways = p.lay(s.ways[:0], at, q)
		if len(s.ways) == 0 {
			return false
		}
		if s.strict && !q.gate && p.aslant(s.ways[1:], max(min(len(s.ways)-2, 8), 1)) && !p.aslant(s.ways[:1], 1) {
			s.refused++
			return false
		}
		time, price, ok := p.check(q.kind, s.ways, floor)
		if !ok {
			return false
		}
		if q.kind != kind {
			cost += p.begin(q.kind)
			kind = q.kind
		}
		if !q.gate {
			price *= 2
		}
		cost += time + price
		at = p.ends(at, q)
		if floor < p.floor() {
			c, _ := p.space.clear(at, p.floor())
			floor = max(floor, min(c, p.floor()))
		}
	}
	if taken && s.nodes[other].cost <= cost {
		return false
	}
	next.cost, next.floor = cost, floor
	p.add(s, next, parts, goal)
	return true
}

// atLeast returns a lower bound of the time of parts.
func (p *Planner) atLeast(n *node, parts []part) float64 {
	time, kind, at := 0.0, n.kind, n.at
	for i := range parts {
		q := &parts[i]
		end := p.ends(at, q)
		if q.shape == spin {
			d := math.Abs(nav.Angle(end.Yaw - at.Yaw))
			if d < 1e-9 {
				continue
			}
			time += d * p.pace(Turn, 0)
		} else {
			time += at.Dist(end) * p.pace(q.kind, 0)
		}
		if kind != q.kind {
			time += p.begin(q.kind)
			kind = q.kind
		}
		at = end
	}
	return time
}

// add adds a node.
func (p *Planner) add(s *search, n node, parts []part, goal nav.Pose) {
	n.first, n.many = int32(len(s.parts)), int32(len(parts))
	s.parts = append(s.parts, parts...)
	id := int32(len(s.nodes))
	s.nodes = append(s.nodes, n)
	s.best[keyOf(n.at, n.kind)] = id
	s.push(open{n.cost + s.greed*p.left(n.at, n.kind, goal), id})
}

// row returns the sequence of parts that leads to a node.
func (s *search) row(id int32) []part {
	var back []int32
	for ; id >= 0; id = s.nodes[id].up {
		back = append(back, id)
	}
	var parts []part
	for i := len(back) - 1; i >= 0; i-- {
		n := &s.nodes[back[i]]
		parts = append(parts, s.parts[n.first:n.first+n.many]...)
	}
	return parts
}

// before reports whether a comes before b; of equals the older one comes first.
func (a open) before(b open) bool {
	return a.total < b.total || a.total == b.total && a.node < b.node
}

func (s *search) push(n open) {
	h := append(s.heap, n)
	i := len(h) - 1
	for i > 0 && n.before(h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = n
	s.heap = h
}

func (s *search) pop() open {
	h := s.heap
	top, n := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for 2*i+1 < len(h) {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1].before(h[c]) {
			c++
		}
		if !h[c].before(n) {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = n
	}
	s.heap = h
	return top
}
