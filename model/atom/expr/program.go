package expr

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// code is an operation's code.
type code uint8

const (
	opMove code = iota
	opAdd
	opSub
	opMul
	opDiv
	opNeg
	opEqual
	opUnequal
	opLess
	opLessEqual
	opAnd
	opOr
	opNot
	opIf
	opPower // with a whole exponent
	opMin
	opMax
	opClamp
	opOne // a function of one number
	opTwo // a function of two numbers
)

// operation is what a step computes: frequent operations by a code, the rest by a function.
type operation struct {
	code code
	one  func(x float64) float64
	two  func(x, y float64) float64
}

func one(f func(x float64) float64) operation    { return operation{code: opOne, one: f} }
func two(f func(x, y float64) float64) operation { return operation{code: opTwo, two: f} }

// step is one operation: registers in, a register out.
type step struct {
	operation
	dst, a, b, c uint16
}

// slot connects an interface element with a register.
type slot struct {
	element int
	reg     uint16
}

// Program is a block that has been checked and compiled for a definition. Running does not change it.
type Program struct {
	def    *atom.Definition
	block  []statement
	names  map[string]*name
	track  bool
	first  []float64 // the registers before the first run: numbers where needed
	loads  []slot    // needs and storages to read
	stores []slot    // products and storages to write
	steps  []step
	dt     uint16
}

// Compile checks a block as the Physics of def and compiles it. The error is diag.Faults,
// with lines and columns of the source.
func Compile(def *atom.Definition, source string) (*Program, error) {
	return compile(def, source, false)
}

// CompileTrack does the same for what an Atom does while another law of an Alternative is in command (atom.Tracker): the
// products can be read and have the other law's values, and storages are assigned.
func CompileTrack(def *atom.Definition, source string) (*Program, error) {
	return compile(def, source, true)
}

func compile(def *atom.Definition, source string, track bool) (*Program, error) {
	if len(source) > maxSource {
		return nil, diag.Faults{{Pos: diag.Pos{Line: 1, Column: 1}, What: fmt.Sprintf("%d bytes are too long for a block", len(source)), Do: fmt.Sprintf("at most %d", maxSource)}}
	}
	c := newChecker(def, source, track)
	s := &scanner{src: source, fault: c.fault}
	c.tokens = s.scan()
	block := c.block()
	if len(block) == 0 && len(c.faults) == 0 {
		c.fault(0, "there is nothing to compute", `write "product = …"`)
	} else {
		c.statements(block)
	}
	if len(c.faults) > 0 {
		c.faults.Sort()
		return nil, c.faults
	}
	p := &Program{def: def, block: block, names: c.names, track: track}
	p.compile(c)
	return p, nil
}

// reg allocates a register.
func (p *Program) reg(v float64) uint16 {
	p.first = append(p.first, v)
	return uint16(len(p.first) - 1)
}

func (p *Program) compile(c *checker) {
	p.dt = p.reg(0)
	for _, s := range p.block {
		p.emit(s.expr, c)
		n := c.names[s.name]
		n.reg, n.loaded = s.expr.reg, true
		if n.element != nil {
			p.stores = append(p.stores, slot{n.index, n.reg})
		}
	}
}

// emit compiles a node and all nodes below it; its value is then in its register.
func (p *Program) emit(n *node, c *checker) {
	for _, a := range n.args {
		p.emit(a, c)
	}
	switch {
	case n.op == "number":
		n.reg = p.reg(n.value)
		return
	case n.op == "name" && n.name == "dt":
		n.reg = p.dt
		return
	case n.op == "name":
		s := c.names[n.name]
		if !s.loaded {
			s.reg, s.loaded = p.reg(0), true
			p.loads = append(p.loads, slot{s.index, s.reg})
		}
		n.reg = s.reg
		return
	case n.op == "pos", n.op == "call" && n.name == "number":
		n.reg = n.args[0].reg
		return
	case n.op == "call" && c.funcs[n.name].args < 0:
		from := n.args[0].reg
		for _, a := range n.args[1:] {
			n.reg = p.reg(0)
			p.steps = append(p.steps, step{operation: c.funcs[n.name].operation, dst: n.reg, a: from, b: a.reg})
			from = n.reg
		}
		return
	case n.op == "^":
		s := step{operation: raise(n), a: n.args[0].reg, b: n.args[1].reg}
		if s.code == opPower {
			s.b = p.reg(n.args[1].value)
		}
		n.reg = p.reg(0)
		s.dst = n.reg
		p.steps = append(p.steps, s)
		return
	}
	s := step{operation: operationOf(n, c.funcs)}
	for i, to := range []*uint16{&s.a, &s.b, &s.c} {
		if i < len(n.args) {
			*to = n.args[i].reg
		}
	}
	if n.op == ">" || n.op == ">=" { // the same with the operands exchanged
		s.a, s.b = s.b, s.a
	}
	n.reg = p.reg(0)
	s.dst = n.reg
	p.steps = append(p.steps, s)
}

// raise returns the operation of a power: multiplication if the exponent is a small whole number.
func raise(n *node) operation {
	e := n.args[1]
	if e.op == "number" && e.value == float64(int(e.value)) && e.value >= -16 && e.value <= 16 {
		return operation{code: opPower}
	}
	return two(math.Pow)
}

// operationOf returns the operation of a node.
func operationOf(n *node, funcs map[string]function) operation {
	op := n.op
	switch op {
	case "call":
		return funcs[n.name].operation
	case ">", ">=": // with the operands exchanged
		op = "<" + op[1:]
	}
	operators := [...]string{opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opNeg: "neg", opEqual: "==", opUnequal: "!=", opLess: "<",
		opLessEqual: "<=", opAnd: "&&", opOr: "||", opNot: "!", opIf: "if"}
	return operation{code: code(max(0, slices.Index(operators[:], op)))} // opMove for others
}

// apply computes one operation.
func apply(o operation, x, y, z float64) float64 {
	r := []float64{x, y, z, 0}
	run([]step{{o, 3, 0, 1, 2}}, r)
	return r[3]
}

// run runs steps over registers.
func run(steps []step, r []float64) {
	for i := range steps {
		s := &steps[i]
		a := r[s.a]
		var v float64
		switch s.code {
		case opMove:
			v = a
		case opAdd:
			v = a + r[s.b]
		case opSub:
			v = a - r[s.b]
		case opMul:
			v = float64(a * r[s.b])
		case opDiv:
			v = a / r[s.b]
		case opNeg:
			v = -a
		case opEqual:
			v = Number(a == r[s.b])
		case opUnequal:
			v = Number(a != r[s.b])
		case opLess:
			v = Number(a < r[s.b])
		case opLessEqual:
			v = Number(a <= r[s.b])
		case opAnd:
			v = Number(a != 0 && r[s.b] != 0)
		case opOr:
			v = Number(a != 0 || r[s.b] != 0)
		case opNot:
			v = Number(a == 0)
		case opIf:
			v = If(a != 0, r[s.b], r[s.c])
		case opMin:
			v = min(a, r[s.b])
		case opMax:
			v = max(a, r[s.b])
		case opClamp:
			v = Clamp(a, r[s.b], r[s.c])
		case opPower:
			v = Power(a, int(r[s.b]))
		case opOne:
			v = s.one(a)
		case opTwo:
			v = s.two(a, r[s.b])
		}
		r[s.dst] = v
	}
}

// Law is a program bound to an instance: its Physics.
type Law struct {
	program *Program
	ports   []*atom.Port
	regs    []float64
}

// Bind returns the Physics of an instance of the definition for which the program was compiled. ports are the
// instance's.
func (p *Program) Bind(ports []*atom.Port) *Law {
	return &Law{program: p, ports: ports, regs: slices.Clone(p.first)}
}

// Physics computes the products and storages.
func (l *Law) Physics(dt unit.Time) {
	p, r := l.program, l.regs
	r[p.dt] = float64(dt)
	for _, s := range p.loads {
		r[s.reg] = *l.ports[s.element].At()
	}
	run(p.steps, r)
	for _, s := range p.stores {
		*l.ports[s.element].At() = r[s.reg]
	}
}

// Program returns the program that the law runs.
func (l *Law) Program() *Program { return l.program }

// Tracking is a Law that tracks: it is an atom.Physics and an atom.Tracker.
type Tracking struct {
	*Law
	track *Law
}

// Tracking returns the Physics of an instance that also tracks, by a program of CompileTrack.
func (p *Program) Tracking(ports []*atom.Port, track *Program) *Tracking {
	return &Tracking{p.Bind(ports), track.Bind(ports)}
}

// Tracker returns the program that tracks.
func (t *Tracking) Tracker() *Program { return t.track.program }

// Track computes the storages while another law is in command.
func (t *Tracking) Track(dt unit.Time) { t.track.Physics(dt) }
