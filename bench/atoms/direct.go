package atoms

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Direct runs a plan by calling each Physics in turn, with needs that point at products. Compared with a hand-written
// law this shows the cost of modularity alone, without reactors, recording or checks of values. Periodic links between
// compositions are sampled: others see a composition's products from their next cycle on. It supports neither
// Alternatives nor Sporadic Atoms that compute.
type Direct struct {
	cycles [][]atom.Physics
	held   [][]sample // by the composition that reads
	dt     []unit.Time
}

// sample copies a value over a periodic link when the reading composition starts.
type sample struct{ from, held *float64 }

// NewDirect wires the model of a plan.
func NewDirect(p *atom.Plan) (*Direct, error) {
	d := &Direct{held: make([][]sample, len(p.Groups))}
	group := map[*atom.Instance]int{}
	for n, g := range p.Groups {
		var calls []atom.Physics
		for _, s := range g.Stages {
			for _, i := range s.Members {
				group[i] = n
				switch {
				case i.Kind == atom.External:
				case i.Kind == atom.Simple && i.Constraint.Update == atom.Periodic:
					calls = append(calls, i.Body.(atom.Physics))
				default:
					return nil, fmt.Errorf("bench: %s cannot be called directly", i.Path)
				}
			}
		}
		d.cycles = append(d.cycles, calls)
		d.dt = append(d.dt, unit.Time(g.Period.Seconds()))
	}
	for _, w := range p.Wires {
		from, reads := group[w.From.Owner]
		to, ok := group[w.To.Owner]
		if reads && ok && from != to {
			held := new(float64)
			*held = w.From.Initial()
			w.To.PointAt(held)
			d.held[to] = append(d.held[to], sample{w.From.At(), held})
			continue
		}
		w.To.PointAt(w.From.At())
	}
	for _, i := range p.Constants {
		for _, q := range i.Ports {
			if v, ok := i.Values[q.Element.Name]; ok {
				*q.At() = v
			}
		}
		if f, ok := i.Body.(atom.Physics); ok {
			f.Physics(0)
		}
	}
	return d, nil
}

// Sample copies what composition n reads from others. Compositions that start together all sample before any of them
// runs.
func (d *Direct) Sample(n int) {
	for _, s := range d.held[n] {
		*s.held = *s.from
	}
}

// Cycle runs composition n once.
func (d *Direct) Cycle(n int) {
	dt := d.dt[n]
	for _, f := range d.cycles[n] {
		f.Physics(dt)
	}
}
