// Package check finds faults in AADL models beyond their syntax and names: Model checks the declarations by themselves,
// Instance a system built from them.
//
// A mistake is reported once, where it can be mended. Where the standard leaves something open, the package judges as the tool
// OSATE does. Matters that only robots have (topics, nodes that wait for each other) are judged by what a model states:
// silence about something is not a fault.
package check

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// Rules describes the codes of this package's faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "aadl-connection-kind", Text: "a connection of a kind that its ends cannot have, or between ends that do not go together"},
		{Code: "aadl-connection-direction", Text: "a connection against the direction of its ends"},
		{Code: "aadl-connection-type", Text: "a connection between ends with classifiers that do not match"},
		{Code: "aadl-flow-direction", Text: "a flow over a feature against its direction"},
		{Code: "aadl-flow-elements", Text: "a flow whose elements do not follow from each other"},
		{Code: "aadl-mode-unreachable", Text: "a mode that no transition leads to"},
		{Code: "aadl-detached", Text: "a port without a writer or reader, or a component without any connection"},
		{Code: "aadl-useless", Text: "a connection to a port that nothing reads, or one that is there twice"},
		{Code: "aadl-unreachable", Text: "a connection or flow that is there in no system operation mode"},
		{Code: "aadl-writers", Text: "a data port with several writers"},
		{Code: "aadl-circular", Text: "components that wait for each other"},
		{Code: "aadl-duplicate", Text: "two components that do the same"},
		{Code: "aadl-data-size", Text: "a connection between data of different sizes"},
		{Code: "aadl-unit", Text: "a connection between data in different units or representations"},
		{Code: "aadl-rate", Text: "a connection whose writer is faster or slower than its reader takes"},
		{Code: "aadl-unbound", Text: "software or hardware that is not bound, where the rest is"},
		{Code: "aadl-binding", Text: "a binding to what may not be bound to"},
		{Code: "aadl-bus", Text: "a connection over a bus that does not reach its ends"},
		{Code: "aadl-quality", Text: "a connection that needs what its bus does not provide"},
		{Code: "aadl-dispatch", Text: "a thread that its processor cannot dispatch"},
		{Code: "aadl-collocation", Text: "components that must be together are apart, or the other way round"},
		{Code: "aadl-access", Text: "a required access that nothing provides"},
		{Code: "aadl-topic", Text: "different topics with one name, or one topic with different names"},
		{Code: "aadl-topic-type", Text: "a topic with values of different types"},
	}
}

// Model checks the declarations of a model by themselves: what connections join, and in which direction; which classifiers
// match; flows and modes. Names that lead nowhere are faults of aadl.Link, and are not reported again.
func Model(m *aadl.Model) diag.Faults {
	c := &declared{model: m, members: map[*aadl.Classifier]*members{}, matches: matchesOf(m)}
	for _, p := range m.Packages {
		for _, k := range p.Classifiers {
			if strings.HasPrefix(k.File.Name, "predeclared/") {
				continue
			}
			c.specs(k)
			c.modes(k)
			c.connections(k)
			c.flows(k)
		}
	}
	c.mismatches()
	c.faults.Sort()
	return c.faults
}

// Instance checks a system built from a model.
func Instance(i *instance.Instance) diag.Faults {
	s := &system{Instance: i}
	s.prepare()
	s.duplicates() // first: they are detached, and have a further fault
	s.detached()
	s.ignored()
	s.cycles()
	s.unreachable()
	s.writers()
	s.ports()
	s.topics()
	s.accesses()
	s.bindings()
	s.connectionBindings()
	s.collocations()
	s.faults.Sort()
	return s.faults
}
