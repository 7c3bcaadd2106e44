package atom

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
)

// Settle sets all constant values: products and storages to their initial values, constant Externals to theirs, and the
// products of constant Atoms to what their Physics computes from these, once. late are the constants that a driver gives
// at the start, and those computed from them. The faults are invalid values.
//
// The values are in the model's own memory, so it must be called before the plan is run or written out.
func (p *Plan) Settle() (late []*Instance, faults diag.Faults) {
	for _, i := range p.Model.Instances {
		for _, q := range i.Ports {
			if q.role != NeedRole {
				*q.At() = q.Initial()
			}
		}
	}
	constant := map[*Instance]bool{}
	for _, i := range p.Constants {
		constant[i] = i.Kind != External || i.valued()
		for n := range p.Wires {
			if w := &p.Wires[n]; w.To.Owner == i && slices.Contains(late, w.From.Owner) {
				constant[i] = false
			}
		}
		if !constant[i] {
			late = append(late, i)
		}
	}
	for n := range p.Wires {
		if w := &p.Wires[n]; constant[w.From.Owner] && w.To.role == NeedRole {
			w.To.PointAt(w.From.At())
		}
	}
	for _, i := range p.Constants {
		if constant[i] {
			faults = append(faults, i.settle()...)
		}
	}
	for n := range p.Wires {
		w := &p.Wires[n]
		if v := *w.From.At(); constant[w.From.Owner] && !w.Narrow().Holds(v) {
			faults = append(faults, diag.Fault{Code: "range", Path: w.To.Path(), Pos: p.Model.place(w), Do: "change the value or the range",
				What: fmt.Sprintf("the constant %s is %v, which is not within %s", w.From.Path(), v, w.Narrow().text(w.To.Element.Type))})
		}
	}
	return late, faults
}

// valued reports whether a constant External has all its values and needs none from a driver.
func (i *Instance) valued() bool {
	for _, p := range i.Ports {
		if _, ok := i.Values[p.Element.Name]; !ok && p.role != StorageRole {
			return false
		}
	}
	return true
}

// settle computes the products of a constant.
func (i *Instance) settle() (faults diag.Faults) {
	if physics, ok := i.Body.(Physics); ok && i.Kind == Simple {
		physics.Physics(0)
	}
	for _, p := range i.Ports {
		if v := *p.At(); p.role == ProductRole && (!p.Element.Validity.Holds(v) || math.IsInf(v, 0)) {
			faults = append(faults, diag.Fault{Code: "range", Path: i.Path, Pos: i.Place, Do: "give a value within what the interface says",
				What: fmt.Sprintf("the constant %s is %v", p.Element.Name, v)})
		}
	}
	return faults
}
