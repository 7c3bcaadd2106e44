package analysis

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// contents is a kind of memory content, with the properties that say how much there is: for each of uses, the first one
// stated.
type contents struct {
	name     string
	capacity string
	uses     [][]string
	actual   []string // if no uses are stated
	budgets  []string
}

// kinds of contents: in writable memory, in read-only memory, and in any.
func kinds() []contents {
	sized := func(what string) []string {
		return []string{"Memory_Properties::" + what, "Memory_Properties::Source_" + what}
	}
	data, heap, stack, code := sized("Data_Size"), sized("Heap_Size"), sized("Stack_Size"), sized("Code_Size")
	return []contents{
		{"memory", "Memory_Properties::Memory_Size", [][]string{data, heap, stack, code},
			[]string{"SEI::RAMActual", "SEI::ROMActual"}, []string{"SEI::RAMBudget", "SEI::ROMBudget"}},
		{"RAM", "SEI::RAMCapacity", [][]string{data, heap, stack}, []string{"SEI::RAMActual"}, []string{"SEI::RAMBudget"}},
		{"ROM", "SEI::ROMCapacity", [][]string{code}, []string{"SEI::ROMActual"}, []string{"SEI::ROMBudget"}},
	}
}

// storage is what is stored where.
type storage struct {
	*system
	to    map[*instance.Component][]*instance.Component
	roots map[*instance.Component][]*instance.Component // of each memory: what is bound to it, except as a part of something that is
}

// memories computes how full memories are. A part of a component bound to a memory counts there unless it is bound to
// another; OSATE counts only the sizes of the whole component.
func (s *system) memories() (all []MemoryLoad) {
	st := &storage{s, map[*instance.Component][]*instance.Component{}, map[*instance.Component][]*instance.Component{}}
	var holders []*instance.Component
	for _, c := range s.components() {
		switch c.Category {
		case syntax.MemoryCategory, syntax.SystemCategory, syntax.ProcessorCategory, syntax.VirtualProcessorCategory, syntax.AbstractCategory:
			holders = append(holders, c)
		}
		switch c.Category {
		case syntax.MemoryCategory, syntax.BusCategory, syntax.VirtualBusCategory:
			continue
		}
		st.to[c] = s.bound(c, memoryBinding)
		for _, m := range st.to[c] {
			if c.Parent == nil || !slices.Contains(st.to[c.Parent], m) {
				st.roots[m] = append(st.roots[m], c)
			}
		}
	}
	for _, k := range kinds() {
		if k.name != "memory" { // the sum of the others
			for _, c := range s.components() {
				st.judge(c, k)
			}
		}
		capacity, over := 0.0, false
		for _, m := range holders {
			l := MemoryLoad{Memory: m.Path(), Kind: k.name, Mode: s.mode.Name, Capacity: s.amount(m, k.capacity, "KByte")}
			if l.Capacity == 0 {
				continue
			}
			for _, c := range st.roots[m] {
				u := MemoryUser{Component: c.Path(), Used: st.use(c, m, k), Actual: st.taken(c, m, k)}
				l.Used += u.Used
				l.Holds = append(l.Holds, u)
			}
			if m.Category == syntax.MemoryCategory {
				capacity += l.Capacity
			}
			if exceeds(l.Used, l.Capacity) {
				over = true
				s.fault(diag.Error, "aadl-memory", m, fmt.Sprintf("what is bound to it takes %s KByte of %s, more than the %s KByte there are",
					figure(l.Used), k.name, figure(l.Capacity)), "bind some of it to another memory, or take a larger one")
			}
			all = append(all, l)
		}
		if capacity > 0 {
			l := MemoryLoad{Memory: s.Root.Path(), Kind: k.name, Mode: s.mode.Name, Capacity: capacity, Used: st.use(s.Root, nil, k)}
			if exceeds(l.Used, capacity) && !over {
				s.fault(diag.Error, "aadl-memory", s.Root, fmt.Sprintf("all together takes %s KByte of %s, more than the %s KByte of all memories",
					figure(l.Used), k.name, figure(capacity)), "keep less, or add a memory")
			}
			all = append(all, l)
		}
	}
	return all
}

// taken is the known size, in kilobytes, of a component with all its parts in a memory, or in any.
func (st *storage) taken(c, on *instance.Component, k contents) (sum float64) {
	if !st.is(c.Active) || on != nil && !slices.Contains(st.to[c], on) {
		return 0
	}
	switch c.Category {
	case syntax.MemoryCategory, syntax.BusCategory, syntax.VirtualBusCategory:
		return 0
	}
	for _, p := range k.uses {
		sum += st.first(c, "KByte", p...)
	}
	if sum == 0 {
		for _, p := range k.actual {
			sum += st.amount(c, p, "KByte")
		}
	}
	for _, part := range c.Children {
		sum += st.taken(part, on, k)
	}
	return sum
}

// use is the size of a component; parts without a size yet count with their budgets.
func (st *storage) use(c, on *instance.Component, k contents) float64 {
	if !st.is(c.Active) || on != nil && !slices.Contains(st.to[c], on) {
		return 0
	}
	parts := 0.0
	for _, part := range c.Children {
		parts += st.use(part, on, k)
	}
	if most := max(st.taken(c, on, k), parts); most > 0 {
		return most
	}
	return st.budget(c, k)
}

func (st *storage) budget(c *instance.Component, k contents) (sum float64) {
	for _, p := range k.budgets {
		sum += st.amount(c, p, "KByte")
	}
	return sum
}

// judge reports components that take more than their budget, or whose parts' budgets are more.
func (st *storage) judge(c *instance.Component, k contents) {
	budget, used := st.budget(c, k), st.taken(c, nil, k)
	if budget == 0 {
		return
	}
	parts := 0.0
	for _, part := range c.Children {
		parts += st.use(part, nil, k)
	}
	if used = max(used, parts); exceeds(used, budget) {
		st.fault(diag.Error, "aadl-memory", c, fmt.Sprintf("it takes %s KByte of %s, more than its budget of %s KByte",
			figure(used), k.name, figure(budget)), "keep less, or give it more")
	}
}
