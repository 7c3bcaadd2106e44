package dive

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// change values what the parameters change of a model: gains, other constants, periods. All faults are reported.
func (p *Params) change(m *atom.Model) (faults diag.Faults) {
	bad := func(what, message, hint string) {
		faults = append(faults, diag.Fault{Code: "parameter", What: "parameter " + what + ": " + message, Do: hint})
	}
	for _, k := range []struct {
		name  string
		value float64
	}{{"k1", p.K1}, {"k2", p.K2}} {
		if k.value == 0 {
			continue
		}
		ports := constants(m, k.name)
		for _, c := range ports {
			c.Owner.Values[c.Element.Name] = k.value
		}
		if len(ports) == 0 {
			bad(k.name, "the model has no constant of that name", "leave it out")
		}
	}
	for _, name := range sorted(p.Value) {
		ports := constants(m, name)
		if len(ports) == 0 {
			bad("values: "+name, "the model has no constant of that name", "give the path of a product of a Constant External, or its name where only one has it")
		}
		for _, c := range ports {
			v, err := unit.Parse(c.Element.Type, p.Value[name])
			if err != nil {
				bad("values: "+name, err.Error(), "")
				continue
			}
			c.Owner.Values[c.Element.Name] = v
		}
	}
	for _, t := range []atom.Timing{{Name: "C1", Period: p.T1}, {Name: "C2", Period: p.T2}} {
		if t.Period == 0 {
			continue
		}
		found := false
		for i := range m.Timings {
			if m.Timings[i].Name == t.Name {
				m.Timings[i].Period, found = t.Period, true
			}
		}
		if !found {
			m.Timings = append(m.Timings, t)
		}
	}
	return faults
}

// constants are the products with fixed values that a name means: a path, or the name of elements, capitals or not.
func constants(m *atom.Model, name string) (found []*atom.Port) {
	for _, i := range m.Instances {
		if i.Kind != atom.External || i.Constraint.Update != atom.Constant || i.Values == nil {
			continue
		}
		for _, p := range i.Ports {
			if _, ok := i.Values[p.Element.Name]; !ok || p.Element.Role != atom.ProductRole {
				continue
			}
			if strings.EqualFold(p.Element.Name, name) || strings.EqualFold(i.Path+"."+p.Element.Name, name) {
				found = append(found, p)
			}
		}
	}
	return found
}

// gain is the value of the only constant of a name, 0 where there is none or several that differ.
func gain(m *atom.Model, name string) float64 {
	v := 0.0
	for n, p := range constants(m, name) {
		x := p.Owner.Values[p.Element.Name]
		if n > 0 && x != v {
			return 0
		}
		v = x
	}
	return v
}

// order is something that the operator sets.
type order struct {
	instance *atom.Instance
	port     *atom.Port
	value    float64
}

// operators are the sporadic Externals that people set.
func operators(m *atom.Model) (all []*atom.Instance) {
	for _, i := range m.Instances {
		if i.Kind == atom.External && i.Constraint.Update == atom.Sporadic && (i.Driver == driverOperator || i.Driver == "") {
			all = append(all, i)
		}
	}
	return all
}

// orders reads what the operator sets; places are those of the names that the model has in its text.
func (p *Params) orders(m *atom.Model, places map[string]diag.Pos) (all []order, faults diag.Faults) {
	for _, name := range sorted(p.Set) {
		bad := func(path, message, hint string) {
			faults = append(faults, diag.Fault{Code: "parameter", Path: path, What: message, Do: hint, Pos: places[name]})
		}
		n := len(all)
		for _, i := range operators(m) {
			for _, e := range i.Ports {
				if e.Element.Role != atom.ProductRole || !strings.EqualFold(e.Element.Name, name) && !strings.EqualFold(i.Path+"."+e.Element.Name, name) {
					continue
				}
				v, err := unit.Parse(e.Element.Type, p.Set[name])
				if err != nil {
					bad(e.Path(), fmt.Sprintf("set %s=%q: %v", name, p.Set[name], err), "")
				} else if r := e.Element.Validity; (r.Min != 0 || r.Max != 0) && !(v >= r.Min && v <= r.Max) {
					bad(e.Path(), fmt.Sprintf("set %s=%q is out of its valid range", name, p.Set[name]),
						"give "+unit.Format(e.Element.Type, r.Min)+" to "+unit.Format(e.Element.Type, r.Max))
				}
				all = append(all, order{i, e, v})
			}
		}
		if len(all) == n {
			bad("", fmt.Sprintf("set %s: no operator of the model has such a product", name), "give one of "+settable(m))
		}
	}
	return all, faults
}

func settable(m *atom.Model) string {
	var names []string
	for _, i := range operators(m) {
		for _, e := range i.Ports {
			if e.Element.Role == atom.ProductRole {
				names = append(names, e.Element.Name)
			}
		}
	}
	if len(names) == 0 {
		return "none: the model has no sporadic External without a driver of its own"
	}
	return strings.Join(names, ", ")
}

// compared finds what the heading's set-point is compared with, and the set-point: the operator's first Angle, and the
// other Angle of the Atom that needs it, upstream of Separators. Both are nil where the model controls no angle.
func compared(plan *atom.Plan) (measured, wanted *atom.Port) {
	for _, w := range plan.Wires {
		if w.From.Owner.Kind != atom.External || w.From.Owner.Constraint.Update != atom.Sporadic || w.From.Element.Type != unit.TypeAngle {
			continue
		}
		for _, other := range plan.Wires {
			if other.To.Owner == w.To.Owner && other.To != w.To && other.From.Element.Type == unit.TypeAngle {
				return upstream(plan, other.From), w.From
			}
		}
	}
	return nil, nil
}

// upstream follows an Angle backwards through Separators: Atoms that take no other Angle and whose needs are sampled.
func upstream(plan *atom.Plan, p *atom.Port) *atom.Port {
	for range plan.Wires {
		var from *atom.Port
		n := 0
		for _, w := range plan.Wires {
			if w.To.Owner == p.Owner {
				n++
				if w.Periodic && w.From.Element.Type == unit.TypeAngle {
					from = w.From
				}
			}
		}
		if n != 1 || from == nil {
			return p
		}
		p = from
	}
	return p
}

// sorted are the keys of a map in their order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
