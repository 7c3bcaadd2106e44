package atom

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
)

// Properties are an instance's properties other than time, which the Knowledge Association Graph adds up or passes on (the
// paper's outlook).
type Properties struct {
	Power    float64 // power drawn all the time, W
	Energy   float64 // energy of one run, J
	Critical int     // how much depends on it, from 1 on; 0: not stated, and taken from what depends on it
}

// MostCritical is the greatest criticality that can be stated.
const MostCritical = 9

// Budget limits what all instances of a model may use together.
type Budget struct {
	Power float64  // W; 0: not stated
	Data  float64  // bytes per second across the borders of loops and to and from drivers; 0: not stated
	Place diag.Pos // of the budget
}

// Draws says that an instance draws power all the time, in W, and uses energy at each of its runs, in J.
func Draws(power, energy float64) Option {
	return func(i *Instance) { i.Properties.Power, i.Properties.Energy = power, energy }
}

// Critical says how critical an instance is, from 1 to MostCritical.
func Critical(level int) Option { return func(i *Instance) { i.Properties.Critical = level } }

// wordSize is the size of a transmitted value, in bytes.
const wordSize = 8

// Totals are the properties of a plan.
type Totals struct {
	Power    float64 // W, including the runs of periodic instances
	Data     float64 // bytes per second
	Critical []int   // by Instance.ID: the instance's own, or the greatest of all that depends on it
	Groups   []GroupTotals

	draws []float64   // by Instance.ID, W
	whose []*Instance // by Instance.ID: what states the criticality, the first declared if several do; nil: nothing does
}

// GroupTotals are the properties of a composition.
type GroupTotals struct {
	Power, Data float64
	Critical    int // the most critical instance
}

// Totals adds up power and data, and passes criticality on from instances to those they depend on.
//
// Data counts the values, of 8 bytes each, that a composition's periodic instances give or take across the border of their
// loop in a cycle: to other loops and compositions, and to and from drivers. Sporadic and constant values have no rate, and
// are not counted.
func (p *Plan) Totals() *Totals {
	all := len(p.Model.Instances)
	t := &Totals{Critical: make([]int, all), Groups: make([]GroupTotals, len(p.Groups)), draws: make([]float64, all), whose: make([]*Instance, all)}
	loop := make([]int, all) // counted from 1, over all compositions
	rate := make([]float64, all)
	group := make([]int, all)
	n := 0
	for k, g := range p.Groups {
		for _, s := range g.Stages {
			n++
			for _, i := range s.Members {
				loop[i.ID], group[i.ID] = n, k
				if i.Constraint.Update == Periodic && g.Period > 0 {
					rate[i.ID] = 1 / g.Period.Seconds()
				}
			}
		}
	}
	for _, i := range p.Model.Instances {
		w := i.Properties.Power + i.Properties.Energy*rate[i.ID]
		t.draws[i.ID] = w
		t.Power += w
		data := 0.0
		if i.Kind == External {
			data = wordSize * rate[i.ID] * float64(len(i.Elements(NeedRole))+len(i.Elements(ProductRole)))
		}
		if loop[i.ID] > 0 {
			t.Groups[group[i.ID]].Power += w
			t.Groups[group[i.ID]].Data += data
		}
		t.Data += data
	}
	sent := map[[2]int]bool{} // a value goes to a loop only once
	for k := range p.Wires {
		w := &p.Wires[k]
		from, to := w.From.Owner.ID, w.To.Owner.ID
		if way := [2]int{int(w.From.number), loop[to]}; loop[from] > 0 && loop[to] > 0 && loop[from] != loop[to] && !sent[way] {
			sent[way] = true
			t.Data += wordSize * rate[from]
			t.Groups[group[from]].Data += wordSize * rate[from]
		}
	}
	t.depend(p)
	for k, g := range p.Groups {
		for _, s := range g.Stages {
			for _, i := range s.Members {
				t.Groups[k].Critical = max(t.Groups[k].Critical, t.Critical[i.ID])
			}
		}
	}
	return t
}

// depend passes criticality on, against the direction of links and conditions. Instances outside depend on an instance and on
// everything that contains it.
func (t *Totals) depend(p *Plan) {
	raise := func(i, by *Instance) (raised bool) {
		if by == nil || by.Properties.Critical < max(t.Critical[i.ID], 1) ||
			by.Properties.Critical == t.Critical[i.ID] && by.ID >= t.whose[i.ID].ID {
			return false
		}
		t.Critical[i.ID], t.whose[i.ID] = by.Properties.Critical, by
		return true
	}
	for _, i := range p.Model.Instances {
		for around := i; around != nil; around = around.Parent {
			raise(i, around)
		}
	}
	for changed := true; changed; {
		changed = false
		grow := func(from, to *Instance) {
			for i := from; i != nil && i != to && !to.in(i); i = i.Parent {
				changed = raise(i, t.whose[to.ID]) || changed
			}
		}
		for k := len(p.Wires) - 1; k >= 0; k-- {
			grow(p.Wires[k].From.Owner, p.Wires[k].To.Owner)
		}
		for _, i := range p.Model.Instances {
			if i.Condition != nil {
				grow(i.Condition.Owner, i)
			}
		}
	}
}

// stated checks the properties that instances state, and the budget.
func (c *checker) stated() (some bool) {
	b := &c.m.Budget
	if b.Power < 0 || b.Data < 0 || b.Power != b.Power || b.Data != b.Data {
		c.fault("budget", c.m.Name, b.Place, "a budget below 0", "give more, or leave it out")
	}
	some = b.Power > 0 || b.Data > 0
	for n, i := range c.m.Instances {
		if n == 0 || !c.about[n].weighed {
			continue
		}
		q := &i.Properties
		if some = true; !(q.Power >= 0) || !(q.Energy >= 0) {
			c.fault("budget", i.Path, i.Place, "it takes less than no power or energy", "give what it takes, or leave it out")
		}
		if q.Critical < 0 || q.Critical > MostCritical {
			c.fault("criticality", i.Path, i.Place, fmt.Sprintf("a criticality of %d", q.Critical), fmt.Sprintf("give one from 1 to %d, or leave it out", MostCritical))
		}
		switch {
		case q.Energy == 0:
		case i.Kind == Molecule || i.Kind == Alternative:
			c.fault("budget", i.Path, i.Place, "it says what a run takes, and only what is in it runs", "say it of what is in it, or give its power")
		case c.about[i.ID].update != Periodic:
			c.fault("budget", i.Path, i.Place, "it says what a run takes, and nobody knows how often it runs", "make it periodic, or give its power")
		}
	}
	return some
}

// totals checks a plan against the properties of instances and against the budget.
func (c *checker) totals(p *Plan) {
	t := p.Totals()
	for _, i := range c.m.Instances {
		if s := i.Properties.Critical; s > 0 && s < t.Critical[i.ID] {
			c.fault("criticality", i.Path, i.Place, fmt.Sprintf("its criticality is %d, and %s of criticality %d depends on it", s,
				t.whose[i.ID].Path, t.Critical[i.ID]), fmt.Sprintf("make it %d, or make what depends on it do without", t.Critical[i.ID]))
		}
	}
	b := &c.m.Budget
	if b.Power > 0 && t.Power > b.Power {
		c.fault("budget", c.m.Name, b.Place, fmt.Sprintf("all together draw %s, and the budget is %s: %s", unit.Format(unit.TypePower, t.Power),
			unit.Format(unit.TypePower, b.Power), t.greatest(p)), "draw less, run less often, or allow more")
	}
	if b.Data > 0 && t.Data > b.Data {
		var each []string
		for k, g := range t.Groups {
			each = append(each, fmt.Sprintf("%s %.4g B/s", p.Groups[k].Name, g.Data))
		}
		c.fault("budget", c.m.Name, b.Place, fmt.Sprintf("%.4g bytes a second cross the borders of loops, and the budget is %.4g: %s", t.Data, b.Data,
			strings.Join(each, ", ")), "run less often, put what talks much into one loop, or allow more")
	}
}

// greatest lists the instances that draw most, up to three.
func (t *Totals) greatest(p *Plan) string {
	all := slices.Clone(p.Model.Instances)
	slices.SortStableFunc(all, func(a, b *Instance) int { return cmp.Compare(t.draws[b.ID], t.draws[a.ID]) })
	var words []string
	for _, i := range all[:min(3, len(all))] {
		if w := t.draws[i.ID]; w > 0 {
			words = append(words, i.Path+" "+unit.Format(unit.TypePower, w))
		}
	}
	return strings.Join(words, ", ")
}
