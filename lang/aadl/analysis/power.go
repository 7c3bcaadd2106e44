package analysis

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

const (
	powerBudget = "SEI::PowerBudget"
	powerSupply = "SEI::PowerSupply"
)

// powers compares what is drawn from each source of power with what it can give, as OSATE does: the PowerBudget of
// features connected to it with its PowerCapacity, and with the PowerSupply that it gets, if any.
func (s *system) powers() (all []PowerBudget) {
	ends := map[*instance.Component][]*instance.Connection{} // that begin or end at it or its features
	for _, c := range s.Instance.Connections {
		if !s.is(c.Active) {
			continue
		}
		a, b := component(c.Source), component(c.Destination)
		if a != nil {
			ends[a] = append(ends[a], c)
		}
		if b != nil && b != a {
			ends[b] = append(ends[b], c)
		}
	}
	for _, c := range s.components() {
		switch c.Category {
		case syntax.BusCategory, syntax.SystemCategory, syntax.DeviceCategory, syntax.AbstractCategory:
		default:
			continue
		}
		b := PowerBudget{Source: c.Path(), Mode: s.mode.Name, Capacity: s.amount(c, "SEI::PowerCapacity", "W")}
		if b.Capacity == 0 {
			continue
		}
		s.own(c, &b)
		for _, conn := range ends[c] {
			s.exchange(c, conn, &b)
		}
		s.judgePower(c, b)
		all = append(all, b)
	}
	return all
}

// own adds what a source itself draws through its connected features: its supply.
func (s *system) own(c *instance.Component, b *PowerBudget) {
	for _, f := range c.Features {
		if len(f.Incoming) > 0 || len(f.Outgoing) > 0 {
			b.supply(f.Path(), s.amount(f, powerBudget, "W"))
		}
	}
}

// exchange adds the power over a connection. A component connected to a feature supplies it or draws from it; one with
// access to the source itself, a bus, may do either.
func (s *system) exchange(c *instance.Component, conn *instance.Connection, b *PowerBudget) {
	here, other, gives := conn.Source, conn.Destination, false
	if component(here) != c {
		here, other, gives = other, here, true
	}
	if other.Feature == nil {
		return
	}
	if here.Feature == nil || gives {
		b.supply(other.Feature.Path(), s.amount(other.Feature, powerSupply, "W"))
	}
	if here.Feature == nil || !gives {
		b.draw(other.Feature.Path(), s.amount(other.Feature, powerBudget, "W"))
	}
}

func (b *PowerBudget) supply(from string, power float64) {
	if power > 0 {
		b.Supply += power
		b.Supplies = append(b.Supplies, PowerFlow{from, power})
	}
}

func (b *PowerBudget) draw(to string, power float64) {
	if power > 0 {
		b.Budget += power
		b.Draws = append(b.Draws, PowerFlow{to, power})
	}
}

func (s *system) judgePower(c *instance.Component, b PowerBudget) {
	do := "draw less from it, or connect some to another source"
	switch {
	case exceeds(b.Budget, b.Capacity):
		s.fault(diag.Error, "aadl-power", c, fmt.Sprintf("%s W are drawn from it, more than its capacity of %s W", figure(b.Budget), figure(b.Capacity)), do)
	case b.Supply > 0 && exceeds(b.Budget, b.Supply):
		s.fault(diag.Error, "aadl-power", c, fmt.Sprintf("%s W are drawn from it, more than the %s W that it gets", figure(b.Budget), figure(b.Supply)), do)
	}
}
