// Package analysis computes the figures of a system in AADL before it runs: end to end latency, loads of buses, processors
// and memories, deadlines, weight and power, and reports where they do not meet the model's requirements. It only reads an
// instance.Instance; the same instance gives the same report, bit for bit.
//
// Latency, bus and resource figures are those of the reference tool OSATE 2 (github.com/osate/osate2), so that its users
// recognise their figures; a function that computes them differently says so. Package schedule computes schedulability. Every
// system operation mode is analysed separately. A fault that modes share is reported once.
package analysis

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// Kind is an analysis.
type Kind string

// The analyses.
const (
	Latency Kind = "latency"
	Buses   Kind = "bus"
	CPU     Kind = "cpu"
	Memory  Kind = "memory"
	Weight  Kind = "weight"
	Power   Kind = "power"
)

// Kinds are all analyses, in the order of a Report.
func Kinds() []Kind { return []Kind{Latency, Buses, CPU, Memory, Weight, Power} }

// Options choose what is computed, and how latencies are computed. The zero value computes everything, with latencies by
// OSATE's default method, which it calls AS-MF-DL-EQ-EQL.
type Options struct {
	Only []Kind // empty: all

	Synchronous       bool // SS, not AS: components whose clocks the model does not distinguish run in step
	PartitionEnd      bool // PE, not MF: a partition's output leaves at the end of its window, not at the next major frame
	ExecutionTime     bool // ET, not DL: the worst case of a component is its execution time even if it states a deadline
	FullQueues        bool // FQ, not EQ: queues are full in the best case too
	WithoutBusQueuing bool // DQL, not EQL: nothing waits until a bus is free
}

// Validate reports unknown analyses.
func (o Options) Validate() error {
	var faults []error
	for _, k := range o.Only {
		if !slices.Contains(Kinds(), k) {
			faults = append(faults, fmt.Errorf("there is no analysis %q: give some of %v", string(k), Kinds()))
		}
	}
	return errors.Join(faults...)
}

// Label returns the options as in OSATE's file names: AS-MF-DL-EQ-EQL.
func (o Options) Label() string {
	word := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	return strings.Join([]string{word(o.Synchronous, "SS", "AS"), word(o.PartitionEnd, "PE", "MF"), word(o.ExecutionTime, "ET", "DL"),
		word(o.FullQueues, "FQ", "EQ"), word(o.WithoutBusQueuing, "DQL", "EQL")}, "-")
}

// Report has the figures. Parts that were not requested, or do not exist, are empty.
type Report struct {
	Options    string          `json:"options"` // of latencies, as in OSATE's file names
	Latencies  []FlowLatency   `json:"latency,omitempty"`
	Buses      []BusLoad       `json:"bus,omitempty"`
	Processors []ProcessorLoad `json:"cpu,omitempty"`
	Memories   []MemoryLoad    `json:"memory,omitempty"`
	Weights    []WeightTotal   `json:"weight,omitempty"`
	Powers     []PowerBudget   `json:"power,omitempty"`
}

// Analyse computes the figures of a system in each of its operation modes, and reports where they do not meet the
// model's requirements. Faults are in the order of their places.
func Analyse(i *instance.Instance, o Options) (*Report, diag.Faults) {
	r, l := &Report{Options: o.Label()}, &ledger{found: map[diag.Fault]int{}}
	asked := func(k Kind) bool { return len(o.Only) == 0 || slices.Contains(o.Only, k) }
	modes := i.Modes
	if most := max(1, mostInModes/(len(i.Components)+len(i.Connections)+1)); len(modes) > most {
		modes = modes[:most]
	}
	for n, m := range modes {
		s := &system{Instance: i, options: o, number: n, mode: m, ledger: l}
		if n == 0 && len(modes) < len(i.Modes) {
			s.always(diag.Warning, "aadl-modes", i.Root, fmt.Sprintf("only the first %d of %d system operation modes are analysed", len(modes), len(i.Modes)),
				"analyse parts of the system by themselves, or let fewer components have modes")
		}
		if asked(Latency) {
			r.Latencies = append(r.Latencies, s.flows()...)
		}
		if asked(Buses) {
			r.Buses = append(r.Buses, s.buses()...)
		}
		if asked(CPU) {
			r.Processors = append(r.Processors, s.cpu()...)
		}
		if asked(Memory) {
			r.Memories = append(r.Memories, s.memories()...)
		}
		if asked(Weight) && n == 0 {
			r.Weights = s.weights()
		}
		if asked(Power) {
			r.Powers = append(r.Powers, s.powers()...)
		}
	}
	return r, l.all(modes)
}

// mostInModes bounds how many components and connections are analysed, each counted once per mode.
const mostInModes = 2_000_000

// Rules are the codes of this package's faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "aadl-latency", Text: "a flow takes longer, or less, than it is expected to"},
		{Code: "aadl-flow-timing", Text: "a step of a flow whose timing does not fit what is before it"},
		{Code: "aadl-bus-load", Text: "a bus, virtual bus or connection carries more than it may"},
		{Code: "aadl-cpu-load", Text: "a processor is to do more than it can"},
		{Code: "aadl-deadline", Text: "a thread may miss its deadline"},
		{Code: "aadl-priority", Text: "priorities that work against each other"},
		{Code: "aadl-partition", Text: "a partition's schedule has no room for it, or contradicts itself"},
		{Code: "aadl-memory", Text: "a memory, or a budget of memory, is too small for what is in it"},
		{Code: "aadl-weight", Text: "something weighs more than it may"},
		{Code: "aadl-power", Text: "something draws more power than there is"},
		{Code: "aadl-modes", Text: "more system operation modes than are analysed"},
		{Code: "aadl-budget", Text: "a capacity or budget is missing where others are stated"},
	}
}
