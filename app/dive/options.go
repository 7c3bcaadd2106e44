package dive

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// What the operator of the paper's experiment sets, and when, where neither the model nor the parameters say it.
const (
	defaultOrder = "psi_des"
	defaultValue = "75 deg"
	defaultAt    = time.Second
)

// optionAt is the option of the operator's driver that says when he sets the others.
const optionAt = "at"

// operator fills in what the operator sets, and when: what the parameters leave open is as the model's options of drivers
// say, or as in the paper's experiment. It gives the places of the model's options, by name.
func (p *Params) operator(m *atom.Model, drivers []atoms.Driver) (places map[string]diag.Pos, faults diag.Faults) {
	set, at := Words{}, time.Duration(0)
	places = map[string]diag.Pos{}
	bad := func(o atoms.Setting, message, hint string) {
		faults = append(faults, diag.Fault{Code: "driver", What: message, Do: hint, Path: "drivers", Pos: o.Place})
	}
	for _, d := range drivers {
		if !slices.Contains(driverNames(), d.Name) {
			bad(atoms.Setting{Place: d.Place}, "no driver is called \""+d.Name+"\"", nearDriver(d.Name))
			continue
		}
		for _, o := range d.Options {
			var err error
			switch {
			case d.Name != driverOperator:
				bad(o, "the driver "+d.Name+" has no option "+o.Key, "leave it out: only "+driverOperator+" has options")
			case o.Key == optionAt:
				if at, err = period.ParseDuration(o.Value); err != nil || at <= 0 || at >= latest {
					bad(o, driverOperator+"."+optionAt+" is "+o.Value, "give a time above 0, such as 1 s")
				}
			default:
				set[o.Key], places[o.Key] = o.Value, o.Place
			}
		}
	}
	if len(set)+len(p.Set) == 0 && hasOperator(m, defaultOrder) {
		set[defaultOrder] = defaultValue
	}
	for name := range p.Set { // the parameters go before the model
		maps.DeleteFunc(set, func(k, _ string) bool { return strings.EqualFold(k, name) })
		delete(places, name)
	}
	maps.Copy(set, p.Set)
	p.Set, p.At = set, cmp.Or(p.At, at, defaultAt)
	return places, faults
}

// hasOperator tells whether people can set a product of this name.
func hasOperator(m *atom.Model, name string) bool {
	return slices.ContainsFunc(operators(m), func(i *atom.Instance) bool {
		return slices.ContainsFunc(i.Ports, func(e *atom.Port) bool { return e.Element.Role == atom.ProductRole && e.Element.Name == name })
	})
}
