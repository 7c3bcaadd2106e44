package analysis

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

const (
	netWeight   = "SEI::NetWeight"
	grossWeight = "SEI::GrossWeight"
	weightLimit = "SEI::WeightLimit"
)

// scales weigh a system. Weights do not depend on modes.
type scales struct {
	*system
	cables map[*instance.Component][]*instance.Connection // accesses to buses, by the innermost component that they are in
	totals []WeightTotal
}

// weights computes what each component weighs with its parts, as OSATE does. If the model states no weights, it reports
// nothing.
func (s *system) weights() []WeightTotal {
	w := &scales{system: s, cables: map[*instance.Component][]*instance.Connection{}}
	used := func(o instance.Object) bool { return s.first(o, "kg", netWeight, grossWeight, weightLimit) != 0 }
	some := slices.ContainsFunc(s.Components, func(c *instance.Component) bool { return used(c) })
	for _, c := range s.Instance.Connections {
		if c.Kind != syntax.BusAccess || len(c.Segments) == 0 {
			continue
		}
		some = some || used(c)
		in := c.Segments[0].Context
		for _, seg := range c.Segments {
			if depth(seg.Context) < depth(in) {
				in = seg.Context
			}
		}
		w.cables[in] = append(w.cables[in], c)
	}
	if !some {
		return nil
	}
	w.weigh(s.Root, true)
	return w.totals
}

func depth(c *instance.Component) (n int) {
	for ; c.Parent != nil; c = c.Parent {
		n++
	}
	return n
}

// weigh returns the weight of a component and its limit. The weight is needed unless what contains it states its gross
// weight.
func (w *scales) weigh(c *instance.Component, needed bool) (weight, limit float64) {
	t := WeightTotal{Component: c.Path()}
	switch c.Category {
	case syntax.SystemCategory, syntax.ProcessorCategory, syntax.MemoryCategory, syntax.BusCategory, syntax.DeviceCategory, syntax.AbstractCategory:
		t.Net, t.Gross, t.Limit = w.amount(c, netWeight, "kg"), w.amount(c, grossWeight, "kg"), w.amount(c, weightLimit, "kg")
	case syntax.ProcessCategory, syntax.VirtualBusCategory, syntax.VirtualProcessorCategory, syntax.ThreadCategory, syntax.ThreadGroupCategory:
		return 0, 0
	}
	row := len(w.totals)
	w.totals = append(w.totals, t)
	limits := 0.0
	for _, part := range c.Children {
		partWeight, partLimit := w.weigh(part, needed && (t.Gross == 0 || t.Net > 0))
		t.Weight += partWeight
		limits += partLimit
	}
	for _, cable := range w.cables[c] {
		t.Weight += w.first(cable, "kg", netWeight, grossWeight)
		limits += w.amount(cable, weightLimit, "kg")
	}
	if t.Weight > 0 || len(c.Children) > 0 || t.Gross == 0 { // for a part without parts, the gross weight is the weight
		t.Weight += t.Net
	}
	w.judge(c, &t, limits, needed)
	if t.Weight == 0 && t.Limit == 0 && row == len(w.totals)-1 {
		w.totals = w.totals[:row]
	} else {
		w.totals[row] = t
	}
	return t.Weight, t.Limit
}

// judge compares the sum with the stated weight, and returns the greater one.
func (w *scales) judge(c *instance.Component, t *WeightTotal, limits float64, needed bool) {
	const code = "aadl-weight"
	if t.Gross > 0 && t.Weight > 0 && t.Weight != t.Gross {
		if exceeds(t.Weight, t.Gross) {
			w.always(diag.Warning, code, c, fmt.Sprintf("it and its parts weigh %s kg, more than its gross weight of %s kg", figure(t.Weight), figure(t.Gross)),
				"correct the gross weight, or those of its parts")
		} else if exceeds(t.Gross, t.Weight) {
			w.always(diag.Warning, code, c, fmt.Sprintf("it and its parts weigh %s kg, less than its gross weight of %s kg, which counts",
				figure(t.Weight), figure(t.Gross)), "correct the gross weight, or those of its parts")
		}
	}
	t.Weight = max(t.Weight, t.Gross)
	switch {
	case t.Limit > 0 && exceeds(t.Weight, t.Limit):
		w.always(diag.Error, code, c, fmt.Sprintf("it weighs %s kg, more than its limit of %s kg", figure(t.Weight), figure(t.Limit)),
			"make it lighter, or raise the limit")
	case t.Limit > 0 && exceeds(limits, t.Limit):
		w.always(diag.Warning, code, c, fmt.Sprintf("the limits of its parts add up to %s kg, more than its own of %s kg", figure(limits), figure(t.Limit)),
			"lower the limits of its parts, or raise its own")
	case t.Weight == 0 && needed && t.Limit == 0 && len(c.Children) == 0:
		switch c.Category {
		case syntax.ProcessorCategory, syntax.MemoryCategory, syntax.DeviceCategory:
			w.always(diag.Warning, "aadl-budget", c, "it has no weight, others have one", "state "+netWeight+" or "+grossWeight)
		}
	}
}
