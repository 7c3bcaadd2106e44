package graph

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Options choose what a diagram shows, and how wide it may be.
type Options struct {
	// Depth is how many levels of reactors inside main are opened; deeper ones are drawn as closed boxes.
	// 0 opens all of them.
	Depth int
	// Folded are reactors that are drawn as closed boxes too, by their ids.
	Folded []int
	// Types adds each reactor's type to its title.
	Types bool
	// Width is the desired greatest width of the diagram, in pixels: wider contents of a box are laid out in rows. 0 lays
	// everything out in one row.
	Width float64
	// Root is the reactor to draw, with its contents; 0 is main.
	Root int
	// Bundle draws connections between the same closed boxes as one wire, and their ports as one. Fit does so on its own if
	// the text could not be read otherwise.
	Bundle bool
	// Least is the scale that is large enough for FitFolded; 0 means Readable.
	Least float64
	// Live leaves room for what a page adds: a rate next to each output, a knob that folds a box, and the number of missed
	// deadlines, behind a reaction's deadline and at the bottom of a closed box. Main then has no title.
	Live bool
}

// Point is a place in a diagram, in pixels; x to the right, y down.
type Point struct{ X, Y float64 }

// Box is the frame of a reactor or of a mode in a diagram.
type Box struct {
	Reactor    int // None for a mode
	Mode       int // None for a reactor
	X, Y, W, H float64
	Depth      int  // 0 for main
	Closed     bool // its contents are not shown
	Enclave    bool // it runs in another enclave than its parent
	Title      Text
}

// Symbol is a reaction, timer, action, startup, shutdown or reset in a diagram; X and Y are its middle.
type Symbol struct {
	Trigger, Reaction int // one of them is None
	X, Y, W, H        float64
	Lines             []Text // below it
	Late              bool   // the last line is a deadline
}

// Pin is a port in a diagram, at the place where wires end. Open says that wires continue inside its box.
type Pin struct {
	Port  int
	X, Y  float64
	Open  bool
	Label Text
	Also  []int `json:",omitempty"` // ports that share the pin
}

// Wire is a line of a diagram.
type Wire struct {
	// ID says what it represents: "C" and a connection's id; or "t", "u" or "e" for a reaction's trigger, use or effect,
	// then the reaction's id, the kind of the Ref and its id: "t5.0.12". The pieces of a line inside and outside of a mode
	// have the same ID.
	ID       string
	Points   []Point // corner to corner; axis-parallel
	Kind     WireKind
	Label    Text     // a delay
	From, To string   // paths, for tooltips
	Arrow    bool     // ends in an arrowhead
	Class    string   // its look
	Note     string   // for the tooltip
	Fault    string   // what is wrong with it
	Also     []string `json:",omitempty"` // the IDs of further connections that it stands for
}

// WireKind is the kind of element that a wire represents.
type WireKind uint8

// The kinds of wire.
const (
	Carries  WireKind = iota // a connection
	Fires                    // a trigger of a reaction
	Uses                     // read, but not a trigger
	Sets                     // an effect of a reaction
	Switches                 // a change of mode
	Physical                 // a physical connection
)

// Drawing is a diagram after layout, with absolute places.
type Drawing struct {
	W, H    float64
	Boxes   []Box // parents before children
	Symbols []Symbol
	Pins    []Pin
	Wires   []Wire
}

// Layout places everything: reactors as nested boxes, from left to right along the flow of data (Sugiyama's
// method per box: cycles broken at delayed connections first, longest-path layers, barycentre ordering,
// places by least squares), in rows if that would be too wide, with axis-parallel wires. Equal graphs give equal drawings.
// If ids of g dangle or its tree is broken, it fails with all those faults.
func (g *Graph) Layout(o Options) (*Drawing, error) {
	l, err := g.layouter(o)
	if err != nil {
		return nil, err
	}
	return l.draw(l.narrow(o.Width)), nil
}

const (
	margin   = 12.0 // around the whole drawing
	inset    = 10.0 // between a frame and its contents
	titleH   = 24.0
	pinPitch = 20.0
	nodeGap  = 12.0 // between things above each other
	lineGap  = 9.0  // between parallel wires
	labelH   = 18.0
	rateW    = 52.0 // room for a rate
	knobW    = 18.0 // room for the knob that folds
)

// layouter lays out the boxes of one graph, for several widths if asked.
type layouter struct {
	g       *Graph
	o       Options
	folded  []bool
	through []bool             // reactors with connections from their inputs to their outputs
	share   float64            // part of a box's width that boxes in it may take
	natural map[int]*block     // reactors laid out without a limit
	wrapped map[wrapKey]*block // reactors that are wider than the limit
	bundles map[int]*bundle    // pins of closed boxes, where wires run in bundles
}

// wrapKey is a reactor and the width of its layout.
type wrapKey struct {
	reactor int
	limit   float64
}

func (g *Graph) layouter(o Options) (*layouter, error) {
	c := checker{g: g}
	c.ids()
	if len(c.faults) == 0 {
		c.tree()
	}
	if err := c.faults.Err(); err != nil {
		return nil, err
	}
	if o.Root < 0 || o.Root >= len(g.Reactors) {
		return nil, fmt.Errorf("there is no reactor %d to draw", o.Root)
	}
	l := &layouter{g: g, o: o, share: 1, folded: make([]bool, len(g.Reactors)), through: make([]bool, len(g.Reactors))}
	for _, k := range g.Connections {
		if r := g.Ports[k.From].Reactor; g.Ports[k.To].Reactor == r && g.place(k) == r {
			l.through[r] = true
		}
	}
	for _, r := range o.Folded {
		if r > 0 && r < len(l.folded) {
			l.folded[r] = true
		}
	}
	l.forget()
	return l, nil
}

// forget discards the layouts of boxes, after folding.
func (l *layouter) forget() {
	l.natural, l.wrapped, l.bundles = map[int]*block{}, map[wrapKey]*block{}, map[int]*bundle{}
}

// draw puts the contents of a block at their absolute places.
func (l *layouter) draw(root *block) *Drawing {
	d := &Drawing{}
	root.emit(l, d, margin, margin)
	d.W, d.H = root.w+2*margin, root.h+2*margin
	d.place()
	return d
}

// block is the layout of a box, relative to its own corner.
type block struct {
	box   Box
	w, h  float64
	left  []pinAt // on the left border
	right []pinAt
	sheet *sheet // nil when closed or empty
	dy    float64
}

// pinAt is a port or mode pin on a border.
type pinAt struct {
	id int // port id, or index of the mode's pin
	y  float64
}

// contents are the elements to lay out in a box.
type contents struct {
	in, out []int             // pins
	label   func(int) float64 // width of a pin's label
	nodes   []node
	links   []link
}

// reactor lays out reactor r and its contents within a width.
func (l *layouter) reactor(r, depth int, limit float64) *block {
	b := l.natural[r]
	if b == nil {
		b = l.lay(r, depth, math.Inf(1))
		l.natural[r] = b
	}
	if b.w <= limit || b.sheet == nil {
		return b
	}
	k := wrapKey{r, limit}
	b = l.wrapped[k]
	if b == nil {
		b = l.lay(r, depth, limit)
		l.wrapped[k] = b
	}
	return b
}

func (l *layouter) lay(r, depth int, limit float64) *block {
	g := l.g
	re := g.Reactors[r]
	b := &block{box: Box{Reactor: r, Mode: None, Depth: depth}}
	b.box.Enclave = re.Parent != None && g.Reactors[re.Parent].Enclave != re.Enclave
	b.box.Closed = l.closes(r, depth)
	in, out := l.ports(r)
	if k := l.bundles[r]; k != nil {
		in, out = k.in, k.out
	}
	if b.box.Closed {
		b.closed(l, in, out)
		return b
	}
	root, modes := l.collect(r)
	if len(root.items)+len(root.links)+len(modes) == 0 {
		b.closed(l, in, out)
		return b
	}
	inner := l.inner(limit)
	c := contents{in: in, out: out, label: func(p int) float64 { return TextWidth(g.Ports[p].Name) }, links: root.links}
	for i, m := range modes {
		mb := l.mode(r, re.Modes[i], m, depth+1, inner)
		c.nodes = append(c.nodes, node{key: key{kindMode, re.Modes[i]}, w: mb.w, h: mb.h, block: mb})
	}
	for _, k := range root.items {
		c.nodes = append(c.nodes, l.item(k, depth, inner))
	}
	b.open(l, c, l.least(r), limit)
	return b
}

// closes reports whether the box of r is drawn closed at a depth although it is not empty.
func (l *layouter) closes(r, depth int) bool {
	return (l.folded[r] || l.o.Depth > 0 && depth > l.o.Depth) && l.g.holds(r)
}

// holds reports whether there is something in the box of reactor r.
func (g *Graph) holds(r int) bool {
	re := &g.Reactors[r]
	return len(re.Triggers)+len(re.Reactions)+len(re.Modes)+len(re.Children) > 0
}

// due reports whether a reaction of reactor r, or of a reactor in it, has a deadline.
func (g *Graph) due(r int) bool {
	re := &g.Reactors[r]
	return slices.ContainsFunc(re.Reactions, func(x int) bool { return g.Reactions[x].HasDeadline }) || slices.ContainsFunc(re.Children, g.due)
}

// inner returns the width of boxes inside a box of the given width.
func (l *layouter) inner(limit float64) float64 { return math.Floor((limit - 2*inset - 40) * l.share) }

// least returns the width that the title of r needs.
func (l *layouter) least(r int) float64 {
	w := titleWidth(l.title(r, true)) + 2*inset
	if l.o.Live {
		w += 2 * knobW
	}
	return w
}

// mode lays out mode m of reactor r.
func (l *layouter) mode(r, m int, s *scope, depth int, limit float64) *block {
	b := &block{box: Box{Reactor: None, Mode: m, Depth: depth}}
	c := contents{label: func(int) float64 { return 0 }, links: s.links}
	for i, p := range s.pins {
		if p.in {
			c.in = append(c.in, i)
		} else {
			c.out = append(c.out, i)
		}
	}
	for _, k := range s.items {
		c.nodes = append(c.nodes, l.item(k, depth, l.inner(limit)))
	}
	b.open(l, c, TextWidth(l.g.Modes[m].Name)+40, limit)
	return b
}

// ports lists the input and output ports of r.
func (l *layouter) ports(r int) (in, out []int) {
	for _, p := range l.g.Reactors[r].Ports {
		if l.g.Ports[p].Dir == Input {
			in = append(in, p)
		} else {
			out = append(out, p)
		}
	}
	return in, out
}

// title returns the text at the top of reactor r; dots mark a box that hides its contents.
func (l *layouter) title(r int, closed bool) string {
	re := l.g.Reactors[r]
	s := re.Name
	if l.o.Types && re.Type != "" && re.Type != re.Name {
		s += " : " + re.Type
	}
	if closed && !l.o.Live {
		s += " ⋯"
	}
	return s
}

// closed gives b the size of a box with only a title and ports.
func (b *block) closed(l *layouter, in, out []int) {
	wide := func(ps []int) (w float64) {
		for _, p := range ps {
			w = max(w, TextWidth(l.label(p)))
		}
		return w
	}
	b.w = max(l.least(b.box.Reactor), wide(in)+wide(out)+40, 70)
	foot := 6.0
	if l.o.Live && l.g.due(b.box.Reactor) {
		foot += lineH
	}
	b.h = titleH + pinPitch*float64(max(len(in), len(out), 1)) + foot
	place := func(ps []int) (at []pinAt) {
		y := titleH + 2 + (b.h-titleH-foot-pinPitch*float64(len(ps)))/2 + pinPitch/2
		for _, p := range ps {
			at = append(at, pinAt{p, y})
			y += pinPitch
		}
		return at
	}
	b.left, b.right = place(in), place(out)
}

// open lays out the contents inside b.
func (b *block) open(l *layouter, c contents, least, limit float64) {
	s := l.arrange(c, least, limit)
	b.sheet, b.dy = s, titleH+4
	if l.o.Live && b.box.Reactor == 0 {
		b.dy = inset // a page shows the program's name elsewhere
	}
	b.w, b.h = s.w, s.h+b.dy+inset
	for _, p := range s.left {
		b.left = append(b.left, pinAt{p.id, b.dy + p.y})
	}
	for _, p := range s.right {
		b.right = append(b.right, pinAt{p.id, b.dy + p.y})
	}
}

// item makes the node of an element in a box.
func (l *layouter) item(k key, depth int, limit float64) node {
	switch k.kind {
	case kindBox:
		b := l.reactor(k.id, depth+1, limit)
		return node{key: k, w: b.w, h: b.h, block: b}
	case kindReaction:
		r := l.g.Reactions[k.id]
		s := &Symbol{Trigger: None, Reaction: k.id, W: 36, H: 22, Late: r.HasDeadline}
		var lines []string
		if r.Name != "" && r.Name != fmt.Sprint(r.Number) && r.Name != fmt.Sprint("reaction_", r.Number) {
			lines = append(lines, r.Name)
		}
		if r.HasDeadline {
			lines = append(lines, "≤ "+span(r.Deadline))
		}
		n := symbolNode(k, s, lines)
		if l.o.Live && r.HasDeadline {
			n.widen(TextWidth(lines[len(lines)-1] + missed))
		}
		return n
	}
	t := l.g.Triggers[k.id]
	s := &Symbol{Trigger: k.id, Reaction: None, W: 20, H: 20}
	var lines []string
	switch t.Kind {
	case Timer:
		lines = append(lines, t.Name, "("+span(t.Offset)+", "+span(t.Period)+")")
	case LogicalAction, PhysicalAction:
		s.W = 22
		lines = append(lines, t.Name)
		if t.MinDelay > 0 {
			lines = append(lines, "delay "+span(t.MinDelay))
		}
		if t.MinSpacing > 0 {
			lines = append(lines, "spacing "+span(t.MinSpacing)+" "+t.Policy)
		}
	}
	return symbolNode(k, s, lines)
}

// symbolNode sizes the node of a symbol with the lines of text below it.
func symbolNode(k key, s *Symbol, lines []string) node {
	n := node{key: k, w: s.W, h: s.H, symbol: s}
	for i, t := range lines {
		s.Lines = append(s.Lines, Text{Y: s.H/2 + 12 + lineH*float64(i), S: t, Anchor: Middle})
		n.w = max(n.w, TextWidth(t)+4)
		n.h += lineH
	}
	if lines != nil {
		n.h += 2
	}
	n.side = (n.w - s.W) / 2
	return n
}

// missed is as long as the text that a page adds to a deadline.
const missed = ", 9999 late"

// widen makes room for a line of text.
func (n *node) widen(w float64) {
	n.w = max(n.w, w+4)
	n.side = (n.w - n.symbol.W) / 2
}

// span formats a time as briefly as possible: "0", "20 ms", "1.5 s".
func span(d time.Duration) string {
	switch {
	case d == 0:
		return "0"
	case d%time.Second == 0 || d > 10*time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	case d >= time.Millisecond && d%time.Microsecond == 0 || d > 10*time.Millisecond:
		return fmt.Sprintf("%g ms", float64(d.Nanoseconds())/1e6)
	case d%time.Microsecond == 0 || d > 10*time.Microsecond:
		return fmt.Sprintf("%g µs", float64(d.Nanoseconds())/1e3)
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}
