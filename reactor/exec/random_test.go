package exec

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// cell is a reactor of a random program. Its reactions mix what they see into state and pass it on while fuel lasts,
// so that feedback without time comes to an end.
type cell struct {
	reactor.Reactor
	T       reactor.Timer
	A, B    reactor.Action[int]
	P       reactor.PhysicalAction[int]
	In, Hub reactor.In[int] // Hub is set by the parent's reaction
	Ins     reactor.MultiIn[int]
	Out     reactor.Out[int]
	Outs    reactor.MultiOut[int]
	Tap     reactor.Out[int] // what children send out
	Day     reactor.Mode
	Night   reactor.Mode
	state   int
	fuel    int
	world   bool // P is scheduled
	taken   map[reactor.Wire[int]]bool
	kids    []*cell
	home    *reactor.Mode
}

const tick = 200 * time.Microsecond

// generator makes a program from a seed.
type generator struct {
	*rand.Rand
	n     int
	world bool // with physical actions and connections, and deadlines that expire: every run on the real clock is another
	cells []*cell

	load time.Duration // how long some reactions take; then timers skip and lines between enclaves are short

	isolated, modal bool // there are enclaves, reactors in modes
}

// random is a random program.
type random struct {
	*reactor.Main
	*generator
}

// every makes a timer run all its ticks, however late.
var every = reactor.CatchUp(1 << 30)

func randomProgram(seed uint64) random { return loadedProgram(seed, 0) }

func loadedProgram(seed uint64, load time.Duration) random {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 77)), load: load}
	m := reactor.NewMain("random")
	var tops []*cell
	enclaves := g.IntN(3) == 0
	g.world = g.IntN(3) != 0
	for range 1 + g.IntN(4) {
		c := g.cell(m, 2)
		if enclaves && g.IntN(2) == 0 {
			c.Isolate()
			g.isolated = true
			c.state |= 1 << 20 // marks it for wiring
		}
		tops = append(tops, c)
	}
	g.wire(tops, nil)
	if (!enclaves || g.world && tops[0].state>>20 == 0) && g.IntN(3) == 0 {
		m.Reaction("stop").On(&tops[0].Out).Do(func() {
			if tops[0].Out.Get()%5 == 0 {
				m.RequestStop()
			}
		})
	}
	return random{m, g}
}

func (g *generator) cell(p reactor.Parent, depth int) *cell {
	g.n++
	c := &cell{fuel: 20 + g.IntN(20), taken: map[reactor.Wire[int]]bool{}, state: g.IntN(1000), world: g.world && g.IntN(2) == 0}
	g.cells = append(g.cells, c)
	reactor.Init(p, fmt.Sprintf("c%d", g.n), c)
	c.Ins.Resize(g.IntN(3))
	c.Outs.Resize(g.IntN(3))
	c.T.Set(time.Duration(g.IntN(4))*tick, time.Duration(g.IntN(4))*tick)
	if c.T.OnOverrun(every); g.load > 0 {
		c.T.OnOverrun(reactor.CatchUp(g.IntN(3)))
		wait := time.Duration(g.IntN(3)) * g.load / 2
		c.Reaction("load").On(&c.T).Do(func() { (&rt.Sleeper{}).SleepUntil(rt.Now() + int64(wait)) })
	}
	c.A.MinDelay(time.Duration(g.IntN(3)) * tick)
	if g.IntN(2) == 0 {
		c.A.MinSpacing(time.Duration(g.IntN(3))*tick, reactor.Policy(g.IntN(3)))
	}
	c.Day.Initial()
	c.Reaction("main").On(&c.T, &c.In, &c.Ins).Uses(&c.A).Sets(&c.Out, &c.Outs, &c.A).Do(func() { c.work(1) })
	extra := g.IntN(3)
	act, deadline := c.Reaction("act").On(&c.A, &c.B, &c.Hub), time.Hour
	if g.world {
		act.On(&c.P)
		deadline = []time.Duration{0, tick / 4, tick, time.Hour}[g.IntN(4)]
		c.P.MinDelay(time.Duration(g.IntN(2)) * tick)
		c.P.Capacity(1 + g.IntN(4))
		if g.IntN(2) == 0 {
			c.P.MinSpacing(time.Duration(g.IntN(3))*tick/2, reactor.Policy(g.IntN(3)))
		}
		if g.IntN(4) == 0 {
			c.P.In(&c.Night)
		}
	}
	act.Sets(&c.Out, &c.B, &c.Day, &c.Night).Deadline(deadline, func() { c.late() }).Do(func() { c.act(extra) })
	if g.IntN(2) == 0 {
		c.B.In(&c.Night)
		c.Night.Reaction("night").On(&c.T, &c.B, c.Startup(), c.ResetTrigger()).Uses(&c.In, &c.Ins, &c.A).Sets(&c.A).Do(func() { c.work(3) })
	}
	c.Reaction("end").On(c.Shutdown()).Sets(&c.Out).Do(func() { c.Out.Set(c.state) })
	if depth > 0 {
		g.children(c, depth)
	}
	return c
}

// children fills a cell: they are fed from its inputs and by its reaction, and heard by another.
func (g *generator) children(c *cell, depth int) {
	for range g.IntN(3) {
		home := []*reactor.Mode{nil, nil, &c.Day, &c.Night}[g.IntN(4)]
		var parent reactor.Parent = c
		if home != nil {
			parent, g.modal = home, true
		}
		kid := g.cell(parent, depth-1)
		kid.home = home
		c.kids = append(c.kids, kid)
	}
	if len(c.kids) == 0 {
		return
	}
	first, last := c.kids[0], c.kids[len(c.kids)-1]
	c.Reaction("hub").On(&c.T).Sets(&first.Hub).Do(func() { first.Hub.Set(c.state) })
	c.Reaction("hear").On(&last.Out).Uses(&first.Outs).Sets(&c.B).Do(func() {
		c.state = mix(c.state, last.Out.Get())
		for i := range first.Outs.Width() {
			c.state = mix(c.state, first.Outs.At(i).Get())
		}
		if c.burn() {
			c.B.Schedule(c.state, time.Duration(c.state%3)*tick)
		}
	})
	g.wire(c.kids, c)
	reactor.Connect(&last.Out, &c.Tap)
}

// wire connects siblings forwards without delay, in any direction with one, and to their parent's inputs.
func (g *generator) wire(cs []*cell, parent *cell) {
	for range 2 * len(cs) {
		i, j := g.IntN(len(cs)), g.IntN(len(cs))
		var from, to reactor.Wire[int] = &cs[i].Out, &cs[j].In
		if w := cs[i].Outs.Width(); w > 0 && g.IntN(2) == 0 {
			from = cs[i].Outs.At(g.IntN(w))
		}
		if w := cs[j].Ins.Width(); w > 0 && g.IntN(2) == 0 {
			to = cs[j].Ins.At(g.IntN(w))
		}
		border := (cs[i].state|cs[j].state)>>20 != 0
		direct := i < j && !border && g.IntN(2) == 0
		if parent != nil && g.IntN(4) == 0 {
			from, direct = &parent.In, g.IntN(2) == 0
		}
		if cs[j].taken[to] || !g.sameMode(cs[i], cs[j], from, parent) {
			continue
		}
		cs[j].taken[to] = true
		c := reactor.Connect(from, to)
		if !direct {
			c.After(time.Duration(g.IntN(4)) * tick)
			if border && g.load > 0 {
				c.Capacity(1 + g.IntN(2)).Overflow([]reactor.Overflow{reactor.DropOldest, reactor.DropNewest}[g.IntN(2)])
			}
		}
		if g.world && !direct && g.IntN(3) == 0 {
			c.Physical()
		}
	}
}

// sameMode keeps connections between reactors of different modes away.
func (g *generator) sameMode(a, b *cell, from reactor.Wire[int], parent *cell) bool {
	if parent == nil || from == reactor.Wire[int](&parent.In) {
		return true
	}
	return a.home == nil || b.home == nil || a.home == b.home
}

func mix(a, b int) int { return (a*31 + b + 7) % 100003 }

func (c *cell) burn() bool { c.fuel--; return c.fuel > 0 }

func (c *cell) work(salt int) {
	x := mix(c.state&0xfffff, salt+c.In.Get())
	for i := range c.Ins.Width() {
		x = mix(x, c.Ins.At(i).Get())
	}
	x = mix(x, c.A.Get())
	c.state = x
	if !c.burn() {
		return
	}
	if salt == 1 {
		if x%3 != 0 {
			c.Out.Set(x)
		}
		for i := range c.Outs.Width() {
			if x%(i+2) == 0 {
				c.Outs.At(i).Set(x + i)
			}
		}
	}
	if x%2 == 0 {
		c.A.Schedule(x, time.Duration(x%4)*tick/2)
	}
	if c.world && x%3 == 0 {
		c.P.Schedule(x, time.Duration(x%2)*tick/2)
	}
}

// late runs instead of act.
func (c *cell) late() {
	c.state = mix(c.state&0xfffff, 17)
	c.Out.Set(c.state)
	if c.burn() && c.state%3 == 0 {
		c.Night.Reset()
	}
}

func (c *cell) act(extra int) {
	c.state = mix(c.state&0xfffff, c.A.Get()+c.B.Get()+c.Hub.Get())
	if c.world {
		c.state = mix(c.state, c.P.Get())
	}
	if !c.burn() {
		return
	}
	if c.state%2 == 0 {
		c.Out.Set(c.state)
	}
	if c.state%3 == 0 {
		c.B.Schedule(c.state, time.Duration(extra)*tick)
	}
	m := []*reactor.Mode{&c.Day, &c.Night}[c.state%2]
	switch c.state % 7 {
	case 0, 1:
		m.Reset()
	case 2, 3:
		m.Resume()
	}
}

// history hashes what every enclave's ports carry, tag by tag.
type history struct {
	mu    sync.Mutex
	ports []reactor.PortInfo
	sum   map[int]uint64
	sets  int
	log   map[int][]string // kept when verbose
	all   bool
}

func observe(p *reactor.Program, verbose bool) *history {
	h := &history{ports: p.Ports(), sum: map[int]uint64{}, log: map[int][]string{}, all: verbose}
	p.Observe(h)
	return h
}

func (h *history) AtTag(e *reactor.Enclave, r reactor.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := fnv.New64a()
	put := func(v uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		_, _ = f.Write(b[:])
	}
	put(h.sum[e.ID])
	put(uint64(r.Tag.Time))
	put(uint64(r.Tag.Microstep))
	slices.Sort(r.Ports)
	line := r.Tag.String()
	for _, id := range r.Ports {
		v := *(*int)(h.ports[id].Value)
		put(uint64(id))
		put(uint64(v))
		h.sets++
		if h.all {
			line += fmt.Sprintf(" %s=%d", h.ports[id].Path, v)
		}
	}
	h.sum[e.ID] = f.Sum64()
	if h.all {
		h.log[e.ID] = append(h.log[e.ID], line)
	}
}

// digest joins the enclaves' hashes.
func (h *history) digest() string {
	s := ""
	for id := range len(h.sum) {
		s += fmt.Sprintf("%016x ", h.sum[id])
	}
	return s
}
