package analysis

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

const (
	mipsCapacity      = "SEI::MIPSCapacity"
	processorCapacity = "Timing_Properties::Processor_Capacity"
	mipsBudget        = "SEI::MIPSBudget"
)

// work is what runs where.
type work struct {
	*system
	leads map[*instance.Component][]*instance.Component // from a component to the processors and virtual processors it uses
	roots map[*instance.Component][]*instance.Component // of each processor: what is bound to it, except as a part of something that is
	homes map[*instance.Component][]*instance.Component // of each processor: its own threads, and virtual processors that share it
}

// cpu computes the loads of processors and virtual processors, and whether threads meet their deadlines.
func (s *system) cpu() (all []ProcessorLoad) {
	w := &work{s, map[*instance.Component][]*instance.Component{}, map[*instance.Component][]*instance.Component{},
		map[*instance.Component][]*instance.Component{}}
	components := s.components()
	for _, c := range components {
		w.place(c)
	}
	over := false
	capacity := 0.0
	for _, c := range components {
		if c.Category != syntax.ProcessorCategory && !isVirtual(c) && len(w.homes[c]) == 0 {
			continue
		}
		l := ProcessorLoad{Processor: c.Path(), Kind: c.Category.String(), Mode: s.mode.Name,
			Capacity: s.first(c, "MIPS", mipsCapacity, processorCapacity)}
		if l.Capacity == 0 && isVirtual(c) {
			l.Capacity = s.amount(c, mipsBudget, "MIPS")
		}
		for _, r := range w.roots[c] {
			l.Load += w.mips(r, c)
		}
		late := w.schedule(c, &l)
		over = w.judgeLoad(c, &l, late) || over
		if c.Category == syntax.ProcessorCategory {
			capacity += l.Capacity
		}
		all = append(all, l)
	}
	if capacity > 0 {
		l := ProcessorLoad{Processor: s.Root.Path(), Kind: s.Root.Category.String(), Mode: s.mode.Name, Capacity: capacity, Load: w.mips(s.Root, nil)}
		if exceeds(l.Load, capacity) && !over {
			s.fault(diag.Error, "aadl-cpu-load", s.Root, fmt.Sprintf("all together is to run %s MIPS, more than the %s MIPS of all processors",
				figure(l.Load), figure(capacity)), "run less, or add a processor")
		}
		all = append(all, l)
	}
	return all
}

// place notes where a component runs.
func (w *work) place(c *instance.Component) {
	to := w.processors(c)
	if len(to) > 0 || isVirtual(c) {
		w.leads[c] = w.reach(c, to)
	}
	switch c.Category {
	case syntax.ThreadCategory, syntax.ThreadGroupCategory, syntax.ProcessCategory, syntax.SystemCategory:
		for _, p := range w.leads[c] {
			if c.Parent == nil || !slices.Contains(w.leads[c.Parent], p) {
				w.roots[p] = append(w.roots[p], c)
			}
		}
	}
	switch {
	case c.Category == syntax.ThreadCategory && len(to) > 0:
		w.homes[to[0]] = append(w.homes[to[0]], c)
	case isVirtual(c) && len(to) > 0:
		w.homes[to[0]] = append(w.homes[to[0]], c)
	case isVirtual(c) && c.Parent != nil && (isVirtual(c.Parent) || c.Parent.Category == syntax.ProcessorCategory):
		w.homes[c.Parent] = append(w.homes[c.Parent], c)
	}
}

// reach returns processors, and those that virtual ones among them use.
func (w *work) reach(c *instance.Component, to []*instance.Component) (all []*instance.Component) {
	if len(to) == 0 && c.Parent != nil && (isVirtual(c.Parent) || c.Parent.Category == syntax.ProcessorCategory) {
		to = []*instance.Component{c.Parent}
	}
	todo := slices.Clone(to)
	for len(todo) > 0 {
		p := todo[0]
		if todo = todo[1:]; slices.Contains(all, p) {
			continue
		}
		all = append(all, p)
		if isVirtual(p) {
			next := w.processors(p)
			if len(next) == 0 && p.Parent != nil && (isVirtual(p.Parent) || p.Parent.Category == syntax.ProcessorCategory) {
				next = []*instance.Component{p.Parent}
			}
			todo = append(todo, next...)
		}
	}
	return all
}

// mips is the demand of a component, with everything in it, on a processor, or on any: what its threads take, or its
// budget if they take nothing. Unlike OSATE, we exclude from a processor's load the parts of a component that are bound to
// another.
func (w *work) mips(c, on *instance.Component) float64 {
	if !w.is(c.Active) || on != nil && !slices.Contains(w.leads[c], on) {
		return 0
	}
	sum := 0.0
	if c.Category == syntax.ThreadCategory {
		sum = w.threadMIPS(c)
	} else {
		for _, part := range c.Children {
			sum += w.mips(part, on)
		}
	}
	budget := w.amount(c, mipsBudget, "MIPS")
	if isVirtual(c) || c.Category == syntax.ProcessorCategory {
		return sum // its budget is what it supplies
	}
	if budget > 0 && exceeds(sum, budget) {
		w.fault(diag.Error, "aadl-cpu-load", c, fmt.Sprintf("it is to run %s MIPS, more than its budget of %s MIPS", figure(sum), figure(budget)),
			"run less or less often, or give it more")
	}
	if sum == 0 {
		return budget
	}
	return sum
}

// threadMIPS is the demand of a thread: its instructions, or its execution time on its reference processor or its own.
func (w *work) threadMIPS(c *instance.Component) float64 {
	every := w.time(c, period)
	if every == 0 {
		return 0
	}
	if v, ok := w.Value(c, "SEI::InstructionsPerDispatch", w.mode); ok {
		if _, most := limits(v.Value, func(x aadl.Value) float64 { return x.In(1) }); most > 0 {
			return most / 1e6 * second / every
		}
	}
	_, most := w.times(c, executionTime)
	mips := w.referenceMIPS(c)
	if mips == 0 {
		mips = w.processorMIPS(c)
	}
	return most / every * mips
}

// judgeLoad reports a load above the capacity, unless the excessive time of threads has been reported. It returns whether there
// was any.
func (w *work) judgeLoad(c *instance.Component, l *ProcessorLoad, told bool) bool {
	switch {
	case told:
		return true
	case l.Capacity > 0 && exceeds(l.Load, l.Capacity):
		w.fault(diag.Error, "aadl-cpu-load", c, fmt.Sprintf("what is bound to it wants %s MIPS, more than its capacity of %s MIPS",
			figure(l.Load), figure(l.Capacity)), "bind some of it to another processor, or take a faster one")
		return true
	case l.Capacity == 0 && l.Load > 0 && c.Category == syntax.ProcessorCategory:
		w.fault(diag.Warning, "aadl-budget", c, fmt.Sprintf("what is bound to it wants %s MIPS, but it has no capacity", figure(l.Load)),
			"state "+mipsCapacity)
	case l.Capacity > 0 && l.Load == 0 && len(w.roots[c]) > 0 && w.has(c, mipsCapacity):
		w.fault(diag.Warning, "aadl-budget", c, "it has a capacity, but what is bound to it wants nothing",
			"state "+executionTime+" and "+period+", or "+mipsBudget)
	}
	return false
}
