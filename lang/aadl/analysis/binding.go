package analysis

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// runs are the categories that may be bound to a processor.
var runs = []syntax.Category{syntax.AbstractCategory, syntax.ThreadCategory, syntax.ThreadGroupCategory, syntax.ProcessCategory,
	syntax.SystemCategory, syntax.VirtualProcessorCategory, syntax.DeviceCategory}

// processors returns what a component is bound to, including virtual processors.
func (s *system) processors(c *instance.Component) []*instance.Component {
	if !slices.Contains(runs, c.Category) {
		return nil
	}
	return s.bound(c, processorBinding)
}

// processor is the hardware that a component runs on: what it is bound to, or what its virtual processor is bound to or
// inside.
func (s *system) processor(c *instance.Component) *instance.Component {
	for range len(s.Components) { // limit of a chain of virtual processors
		to := s.processors(c)
		if n := slices.IndexFunc(to, isPhysical); n >= 0 {
			return to[n]
		}
		n := slices.IndexFunc(to, isVirtual)
		if n < 0 {
			if isVirtual(c) {
				return enclosing(c)
			}
			return nil
		}
		c = to[n]
	}
	return nil
}

func isPhysical(c *instance.Component) bool {
	return c.Category == syntax.ProcessorCategory || c.Category == syntax.SystemCategory || c.Category == syntax.AbstractCategory
}

func isVirtual(c *instance.Component) bool { return c.Category == syntax.VirtualProcessorCategory }

// enclosing is the processor that contains a component.
func enclosing(c *instance.Component) *instance.Component {
	for c != nil && c.Category != syntax.ProcessorCategory {
		c = c.Parent
	}
	return c
}

// hardware is where a component is: itself, or the processor that it runs on.
func (s *system) hardware(c *instance.Component) *instance.Component {
	switch c.Category {
	case syntax.DeviceCategory, syntax.ProcessorCategory, syntax.BusCategory, syntax.MemoryCategory:
		return c
	}
	return s.processor(c)
}

// partition is the virtual processor that a component is bound to, the first of several.
func (s *system) partition(c *instance.Component) *instance.Component {
	to := s.processors(c)
	if n := slices.IndexFunc(to, isVirtual); n >= 0 {
		return to[n]
	}
	return nil
}

// module is what a partition is bound to, or inside, unless that is also a virtual processor.
func (s *system) module(partition *instance.Component) *instance.Component {
	m := partition.Parent
	if to := s.processors(partition); len(to) > 0 {
		m = to[0]
	}
	if m == nil || isVirtual(m) {
		return nil
	}
	return m
}

// window is a time in a module's major frame in which a partition runs.
type window struct {
	partition     *instance.Component
	start, length float64
}

// windows are the ARINC 653 schedule of a module.
func (s *system) windows(module *instance.Component) []window {
	v, ok := s.Value(module, "ARINC653::Module_Schedule", s.mode)
	if !ok {
		return nil
	}
	var all []window
	at := 0.0
	for _, e := range v.Elements {
		w := window{start: at}
		if part, ok := field(e, "Partition"); ok { // without one the time is unassigned
			w.partition = follow(v.Object, part.Path)
		}
		if d, ok := field(e, "Duration"); ok {
			w.length = max(0, span(d))
		}
		all = append(all, w)
		at += w.length
	}
	return all
}

// slot is when a partition runs, according to its module's schedule or its own properties.
type slot struct {
	frame     float64 // how often it runs: the major frame, or a period
	length    float64 // of its window; 0: not known
	offset    float64 // of its window in the frame
	scheduled bool    // there is a schedule
	in        bool    // it is in it
	module    *instance.Component
}

// slot: as in OSATE, an Execution_Time of the partition is the length of its window if its module has no schedule. Unlike in
// OSATE, unassigned windows count in the offsets of those after them.
func (s *system) slot(partition *instance.Component) slot {
	p := slot{module: s.module(partition), in: true}
	if p.module != nil {
		p.frame = s.time(p.module, "ARINC653::Module_Major_Frame")
		windows := s.windows(p.module)
		p.scheduled = slices.ContainsFunc(windows, func(w window) bool { return w.partition != nil })
		p.in = !p.scheduled
		for _, w := range windows {
			if w.partition == partition {
				p.in, p.length, p.offset = true, w.length, w.start
				break
			}
		}
	}
	if p.frame == 0 {
		p.frame = s.time(partition, period)
	}
	if p.frame == 0 {
		p.frame = s.time(partition, "ARINC653::Module_Major_Frame")
	}
	if !p.scheduled {
		p.length = s.time(partition, "Timing_Properties::Execution_Time")
	}
	return p
}
