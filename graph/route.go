package graph

import "math"

// trunk is the upright part of the wires from one hook in one gap between layers.
type trunk struct {
	from          hook
	back          int       // the edge that comes back here, None for a trunk of forward wires
	lefts, rights []float64 // heights at which wires come from the left and leave to the right
	lo, hi        float64
	track         int
}

// channel is the gap right of a layer with its trunks side by side.
type channel struct {
	trunks     []trunk
	tracks     int
	padL, padR float64
}

// route assigns trunks to every gap and tracks to every trunk, which determines the place of every layer.
func (f *flow) route() {
	f.gaps = make([]*channel, len(f.layers)-1)
	for i := range f.gaps {
		f.gaps[i] = &channel{padL: 10, padR: 10}
	}
	for k, gap := range f.segments() {
		for _, s := range gap {
			t := f.gaps[k].trunk(s.a, None)
			t.lefts = append(t.lefts, f.yOf(s.a))
			t.rights = append(t.rights, f.yOf(s.b))
		}
	}
	for i := range f.edges {
		e := &f.edges[i]
		if !e.back {
			continue
		}
		out, in := f.backGaps(e)
		t := f.gaps[out].trunk(e.from, None)
		t.lefts = append(t.lefts, f.yOf(e.from), e.lane)
		t = f.gaps[in].trunk(e.to, i)
		t.rights = append(t.rights, f.yOf(e.to), e.lane)
	}
	f.ws, f.xs = make([]float64, len(f.layers)), make([]float64, len(f.layers))
	for k, l := range f.layers {
		for _, i := range l {
			f.ws[k] = max(f.ws[k], f.nodes[i].w)
			if b := f.nodes[i].block; f.live && b != nil && len(b.right) > 0 {
				f.gaps[k].padL = max(f.gaps[k].padL, rateW)
			}
			if n := f.nodes[i]; n.key.kind.left() {
				f.gaps[0].padL = max(f.gaps[0].padL, n.label+10)
			} else if n.key.kind.right() {
				f.gaps[k-1].padR = max(f.gaps[k-1].padR, n.label+10)
			}
		}
	}
	for k, c := range f.gaps {
		c.assign()
		wide := 0.0
		if c.tracks > 0 {
			wide = float64(c.tracks-1) * lineGap
		}
		f.xs[k+1] = f.xs[k] + f.ws[k] + c.padL + c.padR + wide
	}
	f.w = f.xs[len(f.xs)-1]
	f.settle()
}

// backGaps returns the gaps in which a backward edge turns: after its source and before its target.
func (f *flow) backGaps(e *edge) (out, in int) {
	out = min(f.nodes[e.from.node].layer, len(f.gaps)-1)
	in = max(f.nodes[e.to.node].layer-1, 0)
	return out, in
}

// stretch widens the flow for a box that must be wider than its contents.
func (f *flow) stretch(extra float64) {
	for k := 1; k < len(f.xs); k++ {
		f.xs[k] += math.Floor(extra / 2)
	}
	f.xs[len(f.xs)-1] += extra - math.Floor(extra/2)
	f.w += extra
	f.settle()
}

func (f *flow) settle() {
	for i := range f.nodes {
		n := &f.nodes[i]
		n.x = f.xs[n.layer] + math.Round((f.ws[n.layer]-n.w)/2)
	}
}

// trunk returns the trunk of a hook, making one if necessary.
func (c *channel) trunk(h hook, back int) *trunk {
	for i := range c.trunks {
		if c.trunks[i].from == h && c.trunks[i].back == back {
			return &c.trunks[i]
		}
	}
	c.trunks = append(c.trunks, trunk{from: h, back: back})
	return &c.trunks[len(c.trunks)-1]
}

// assign orders the trunks for few crossings and gives each the first track without trunks that it must not touch.
func (c *channel) assign() {
	order := make([]int, 0, len(c.trunks))
	for i := range c.trunks {
		t := &c.trunks[i]
		t.lo, t.hi = math.Inf(1), math.Inf(-1)
		for _, ys := range [...][]float64{t.lefts, t.rights} {
			for _, y := range ys {
				t.lo, t.hi = min(t.lo, y), max(t.hi, y)
			}
		}
		if t.hi-t.lo > 0.5 {
			order = append(order, i)
		}
	}
	c.improve(order)
	for k, i := range order {
		t := &c.trunks[i]
		for _, j := range order[:k] {
			if o := &c.trunks[j]; t.lo < o.hi+6 && o.lo < t.hi+6 {
				t.track = max(t.track, o.track+1)
			}
		}
		c.tracks = max(c.tracks, t.track+1)
	}
}

// improve moves trunks within the order as long as that saves crossings, with a limit if there are many.
func (c *channel) improve(order []int) {
	n := len(c.trunks)
	if n > 2000 {
		return
	}
	costs := make([]int32, n*n)
	for _, a := range order {
		for _, b := range order {
			if a != b {
				costs[a*n+b] = int32(c.cost(a, b))
			}
		}
	}
	cost := func(a, b int) int { return int(costs[a*n+b]) }
	for range min(len(order), 24, 1+500_000/(1+len(order)*len(order))) {
		moved := false
		for k := range order {
			best, at, delta := 0, k, 0
			for m := k - 1; m >= 0; m-- {
				delta += cost(order[k], order[m]) - cost(order[m], order[k])
				if delta < best {
					best, at = delta, m
				}
			}
			delta = 0
			for m := k + 1; m < len(order); m++ {
				delta += cost(order[m], order[k]) - cost(order[k], order[m])
				if delta < best {
					best, at = delta, m
				}
			}
			if at != k {
				i := order[k]
				if at > k {
					copy(order[k:at], order[k+1:at+1])
				} else {
					copy(order[at+1:k+1], order[at:k])
				}
				order[at] = i
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// cost counts the crossings if trunk a is left of trunk b; overlapping wires cost more.
func (c *channel) cost(a, b int) (n int) {
	s, t := &c.trunks[a], &c.trunks[b]
	for _, y := range s.rights {
		if y > t.lo && y < t.hi {
			n++
		}
		for _, z := range t.lefts {
			if math.Abs(y-z) < 3 {
				n += 50
			}
		}
	}
	for _, y := range t.lefts {
		if y > s.lo && y < s.hi {
			n++
		}
	}
	return n
}

// x returns the place of a hook's trunk in gap k.
func (f *flow) x(k int, h hook, back int) float64 {
	c := f.gaps[k]
	return f.xs[k] + f.ws[k] + c.padL + float64(c.trunk(h, back).track)*lineGap
}

// edgeX returns the x at which wires leave (right) or enter a node.
func (f *flow) edgeX(h hook, right bool) float64 {
	n := f.nodes[h.node]
	in, out := n.side, n.side
	if s := n.symbol; s != nil && s.Reaction != None {
		in += chevron
	} else if s != nil && n.key.kind == kindTrigger {
		if k := f.g.Triggers[s.Trigger].Kind; k == LogicalAction || k == PhysicalAction {
			in, out = in+s.W/4, out+s.W/4
		}
	}
	if right {
		return n.x + n.w - out
	}
	return n.x + in
}

// chevron is the depth of a reaction's notch and point.
const chevron = 8.0

// wire returns the corners of an edge, relative to the flow.
func (f *flow) wire(i int) (ps []Point, label Point) {
	e := &f.edges[i]
	add := func(x, y float64) {
		if n := len(ps); n > 1 && ps[n-1].Y == y && ps[n-2].Y == y {
			ps[n-1].X = x
			return
		}
		ps = append(ps, Point{x, y})
	}
	if e.back {
		out, in := f.backGaps(e)
		a, b := f.x(out, e.from, None), f.x(in, e.to, i)
		ya, yb := f.yOf(e.from), f.yOf(e.to)
		for _, p := range [...]Point{{f.edgeX(e.from, true), ya}, {a, ya}, {a, e.lane}, {b, e.lane}, {b, yb}, {f.edgeX(e.to, false), yb}} {
			add(p.X, p.Y)
		}
		return ps, Point{(a + b) / 2, e.lane}
	}
	hs := e.hooks()
	add(f.edgeX(e.from, true), f.yOf(e.from))
	for k := 1; k < len(hs); k++ {
		a, b := hs[k-1], hs[k]
		ya, yb := f.yOf(a), f.yOf(b)
		if ya != yb {
			x := f.x(f.nodes[a.node].layer, a, None)
			add(x, ya)
			add(x, yb)
		}
		if n := f.nodes[b.node]; n.key.kind == kindLabel {
			label = Point{n.x + n.w/2, yb}
		}
	}
	add(f.edgeX(e.to, false), f.yOf(e.to))
	return ps, label
}
