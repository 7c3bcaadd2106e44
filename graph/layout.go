package graph

import (
	"fmt"
	"math"
	"time"
)

// Options choose what a diagram shows.
type Options struct {
	// Depth is how many levels of reactors inside main are opened; deeper ones are drawn as closed boxes.
	// 0 opens all of them.
	Depth int
	// Types adds each reactor's type to its title.
	Types bool
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
	Enclave    bool // runs in another enclave than its parent
}

// Symbol is a reaction, timer, action, startup, shutdown or reset in a diagram; X and Y are its middle.
type Symbol struct {
	Trigger, Reaction int // one of them is None
	X, Y, W, H        float64
	Text              []string // lines below it
	late              bool     // the last line is a deadline
}

// Pin is a port in a diagram, at the place where wires end. Open says that wires continue inside its box.
type Pin struct {
	Port int
	X, Y float64
	Open bool
}

// Wire is a line of a diagram.
type Wire struct {
	Points   []Point // corner to corner; axis-parallel
	Kind     WireKind
	Label    string // a delay
	LabelAt  Point  // middle of the label
	From, To string // paths, for tooltips
	Arrow    bool   // ends in an arrowhead
	Class    string // its look
	Note     string // for the tooltip
	Fault    string // what is wrong with it
}

// WireKind says what a wire represents.
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

// Drawing is a laid out diagram, everything at its absolute place.
type Drawing struct {
	W, H    float64
	Boxes   []Box // parents before children
	Symbols []Symbol
	Pins    []Pin
	Wires   []Wire
}

// Layout places everything: reactors as nested boxes, from left to right along the flow of data (Sugiyama's
// method per box: cycles broken at delayed connections first, longest-path layers, barycentre ordering,
// places by least squares), with axis-parallel wires. Equal graphs give equal drawings. If ids of g dangle or its tree
// is broken it fails with all those faults.
func (g *Graph) Layout(o Options) (*Drawing, error) {
	c := checker{g: g}
	c.ids()
	if len(c.faults) == 0 {
		c.tree()
	}
	if err := c.faults.Err(); err != nil {
		return nil, err
	}
	l := layouter{g: g, o: o}
	root := l.reactor(0, 0)
	d := &Drawing{}
	root.emit(g, d, margin, margin)
	d.W, d.H = root.w+2*margin, root.h+2*margin
	return d, nil
}

const (
	margin   = 12.0 // around the whole drawing
	inset    = 10.0 // between a frame and its contents
	titleH   = 24.0
	pinPitch = 20.0
	nodeGap  = 12.0 // between things above each other
	lineGap  = 9.0  // between parallel wires
	labelH   = 16.0
)

type layouter struct {
	g *Graph
	o Options
}

// block is a laid out box, relative to its own corner.
type block struct {
	box       Box
	w, h      float64
	left      []pinAt // on the left border
	right     []pinAt
	flow      *flow // nil when closed or empty
	dx, dy    float64
	pinLabels bool
}

// pinAt is a port or mode pin on a border.
type pinAt struct {
	id int // port id, or index of the mode's pin
	y  float64
}

// reactor lays out reactor r and its contents.
func (l *layouter) reactor(r, depth int) *block {
	g := l.g
	re := g.Reactors[r]
	b := &block{box: Box{Reactor: r, Mode: None, Depth: depth}, pinLabels: true}
	b.box.Enclave = re.Parent != None && g.Reactors[re.Parent].Enclave != re.Enclave
	b.box.Closed = l.o.Depth > 0 && depth > l.o.Depth && len(re.Reactions)+len(re.Children) > 0
	in, out := l.ports(r)
	if b.box.Closed {
		b.closed(l, in, out)
		return b
	}
	root, modes := l.collect(r)
	if len(root.items)+len(root.links)+len(modes) == 0 {
		b.closed(l, in, out)
		return b
	}
	f := newFlow(g)
	f.borders(in, out, func(p int) float64 { return textWidth(g.Ports[p].Name, 10) })
	for i, m := range modes {
		mb := l.mode(r, re.Modes[i], m, depth+1)
		f.add(node{key: key{kindMode, re.Modes[i]}, w: mb.w, h: mb.h, block: mb})
	}
	for _, k := range root.items {
		f.add(l.item(k, depth))
	}
	for _, k := range root.links {
		f.link(k)
	}
	b.open(f, textWidth(l.title(r, false), 13)+2*inset)
	return b
}

// mode lays out mode m of reactor r.
func (l *layouter) mode(r, m int, s *scope, depth int) *block {
	b := &block{box: Box{Reactor: None, Mode: m, Depth: depth}}
	f := newFlow(l.g)
	in, out := make([]int, 0, len(s.pins)), make([]int, 0, len(s.pins))
	for i, p := range s.pins {
		if p.in {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	f.borders(in, out, func(int) float64 { return 0 })
	for _, k := range s.items {
		f.add(l.item(k, depth))
	}
	for _, k := range s.links {
		f.link(k)
	}
	b.open(f, textWidth(l.g.Modes[m].Name, 12)+40)
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

// title is the text at the top of reactor r; dots mark a box that hides its contents.
func (l *layouter) title(r int, closed bool) string {
	re := l.g.Reactors[r]
	s := re.Name
	if l.o.Types && re.Type != "" && re.Type != re.Name {
		s += " : " + re.Type
	}
	if closed {
		s += " ⋯"
	}
	return s
}

// closed gives b the size of a box with only a title and ports.
func (b *block) closed(l *layouter, in, out []int) {
	wide := func(ps []int) (w float64) {
		for _, p := range ps {
			w = max(w, textWidth(l.g.Ports[p].Name, 10))
		}
		return w
	}
	b.w = max(textWidth(l.title(b.box.Reactor, b.box.Closed), 13)+2*inset, wide(in)+wide(out)+44, 70)
	b.h = titleH + pinPitch*float64(max(len(in), len(out), 1)) + 6
	place := func(ps []int) (at []pinAt) {
		y := titleH + 2 + (b.h-titleH-6-pinPitch*float64(len(ps)))/2 + pinPitch/2
		for _, p := range ps {
			at = append(at, pinAt{p, y})
			y += pinPitch
		}
		return at
	}
	b.left, b.right = place(in), place(out)
}

// open lays out the flow f inside b.
func (b *block) open(f *flow, least float64) {
	f.run()
	b.flow, b.dx, b.dy = f, 0, titleH+4
	b.w, b.h = max(f.w, least), f.h+titleH+4+inset
	if extra := b.w - f.w; extra > 0 {
		f.stretch(extra)
	}
	for i := range f.nodes {
		switch n := &f.nodes[i]; n.key.kind {
		case kindIn:
			b.left = append(b.left, pinAt{n.key.id, b.dy + n.y + n.h/2})
		case kindOut:
			b.right = append(b.right, pinAt{n.key.id, b.dy + n.y + n.h/2})
		}
	}
}

// item makes the node of one thing in a box.
func (l *layouter) item(k key, depth int) node {
	switch k.kind {
	case kindBox:
		b := l.reactor(k.id, depth+1)
		return node{key: k, w: b.w, h: b.h, block: b}
	case kindReaction:
		r := l.g.Reactions[k.id]
		s := &Symbol{Trigger: None, Reaction: k.id, W: 36, H: 22}
		if r.Name != "" && r.Name != fmt.Sprint(r.Number) && r.Name != fmt.Sprint("reaction_", r.Number) {
			s.Text = append(s.Text, r.Name)
		}
		if r.HasDeadline {
			s.Text, s.late = append(s.Text, "≤ "+span(r.Deadline)), true
		}
		return symbolNode(k, s)
	}
	t := l.g.Triggers[k.id]
	s := &Symbol{Trigger: k.id, Reaction: None, W: 20, H: 20}
	switch t.Kind {
	case Timer:
		s.Text = append(s.Text, t.Name, "("+span(t.Offset)+", "+span(t.Period)+")")
	case LogicalAction, PhysicalAction:
		s.W = 22
		s.Text = append(s.Text, t.Name)
		if t.MinDelay > 0 {
			s.Text = append(s.Text, "delay "+span(t.MinDelay))
		}
		if t.MinSpacing > 0 {
			s.Text = append(s.Text, "spacing "+span(t.MinSpacing)+" "+t.Policy)
		}
	}
	return symbolNode(k, s)
}

// symbolNode sizes the node of a symbol with the lines of text below it.
func symbolNode(k key, s *Symbol) node {
	n := node{key: k, w: s.W, h: s.H, symbol: s}
	for _, t := range s.Text {
		n.w = max(n.w, textWidth(t, 10)+4)
		n.h += 12
	}
	n.side = (n.w - s.W) / 2
	return n
}

// span writes a time as short as possible: "0", "20 ms", "1.5 s".
func span(d time.Duration) string {
	switch {
	case d == 0:
		return "0"
	case d%time.Second == 0 || d > 10*time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	case d%time.Millisecond == 0 || d > 10*time.Millisecond:
		return fmt.Sprintf("%g ms", d.Seconds()*1e3)
	case d%time.Microsecond == 0 || d > 10*time.Microsecond:
		return fmt.Sprintf("%g µs", float64(d.Nanoseconds())/1e3)
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

// textWidth estimates the width of s in a common sans-serif font of the given size, and errs on the wide side.
func textWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case r == 'i' || r == 'j' || r == 'l' || r == '.' || r == ',' || r == ':' || r == '|' || r == '\'':
			w += 0.32
		case r == 'f' || r == 't' || r == 'r' || r == '(' || r == ')' || r == '[' || r == ']' || r == ' ' || r == '-':
			w += 0.42
		case r == 'm' || r == 'w' || r == 'M' || r == 'W' || r == '_':
			w += 0.9
		case r >= 'A' && r <= 'Z':
			w += 0.72
		case r > 0x2e80:
			w += 1.05
		default:
			w += 0.62
		}
	}
	return math.Ceil(w * size)
}
