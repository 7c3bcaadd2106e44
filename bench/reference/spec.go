package reference

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Program is the name of the systems' program in recordings.
const Program = "reference-system"

// Params select a system.
type Params struct {
	Model string `yaml:"model"` // autoware, sierra-nevada or mont-blanc
	Limit uint64 `yaml:"limit"` // for autoware: the work of a node is to count the primes up to it; 0 for none
}

// Spec is one of the systems for run.Do and replays.
type Spec struct{}

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (Spec) Params() any { return &Params{Model: "autoware", Limit: 4096} }

// Make implements run.Spec.
func (s Spec) Make(o run.Order) (*run.Instance, error) {
	p, err := run.Params[Params](s, o)
	if err != nil {
		return nil, err
	}
	i, err := Load(p.Model)
	if err != nil {
		return nil, err
	}
	sys, err := newSystem(i, p, o)
	if err != nil {
		return nil, fmt.Errorf("the model %s: %w", p.Model, err)
	}
	return sys.instance, nil
}

// system is a system that is ready to run.
type system struct {
	instance *run.Instance
	orders   []*order
	autoware *autoware // or nil
	robot    *robot    // or nil

	start atomic.Int64 // of a run on the real clock
}

// newSystem builds a system.
func newSystem(i *instance.Instance, p Params, o run.Order) (*system, error) {
	s := &system{}
	var now func() time.Duration
	if o.Real {
		now = func() time.Duration { return time.Duration(rt.Now() - s.start.Load()) }
	}
	main := reactor.NewMain(p.Model)
	var urgent map[string]int
	if p.Model == "autoware" {
		s.autoware = &autoware{limit: p.Limit, now: now, figures: newHotPath()}
		b := builder[Message]{inst: i, thread: s.autoware.thread}
		if err := b.build(main); err != nil {
			return nil, err
		}
		s.orders, urgent = b.orders, b.urgent
	} else {
		s.robot = &robot{now: now}
		b := builder[Payload]{inst: i, thread: s.robot.thread}
		if err := b.build(main); err != nil {
			return nil, err
		}
		s.orders, urgent = b.orders, b.urgent
	}
	prog, err := reactor.Build(main, reactor.Options{Replay: o.Replay, Cut: o.Cut})
	if err != nil {
		return nil, err
	}
	s.instance = &run.Instance{Program: prog, Measure: s.measure,
		Describe: func() map[string]string { return run.Described(Program, &p, o.Seed, o.Cut) },
		Exec: func(e *exec.Options) {
			e.Started = s.start.Store
			e.Threads, e.Approach = threads(prog, urgent, o.Priority), approach()
		}}
	if o.Real {
		s.instance.Clock = exec.Real
	}
	return s, nil
}

// approach is how threads wait for their timers: they spin for the usual lateness of a sleep.
func approach() rt.Approach {
	return rt.Approach{Light: 200 * time.Microsecond, Spin: 100 * time.Microsecond}
}

// threads requests a priority for the thread of each enclave: the most critical one gets the given priority, each less
// critical one a lower one.
func threads(p *reactor.Program, urgent map[string]int, priority int) map[string]rt.Options {
	if priority == 0 {
		return nil
	}
	ranks := slices.Compact(slices.Sorted(maps.Values(urgent)))
	all := map[string]rt.Options{}
	for _, e := range p.Enclaves {
		below := 0
		if u, ok := urgent[e.Name]; ok {
			below = len(ranks) - 1 - slices.Index(ranks, u)
		}
		all[e.Name] = rt.Options{Priority: max(priority-below, 1), Budget: rt.MostBudget, Lock: true, LatencyFD: true}
	}
	return all
}

// measure returns the figures by name.
func (s *system) measure() map[string]float64 {
	if s.autoware != nil {
		h := s.autoware.figures
		l, p, worked, without := &h.Latency, &h.Period, uint64(0), 0.0
		for _, n := range s.autoware.nodes {
			worked += n.worked
			if front := n.work.find(&h.front); n.label == h.end && front != nil { // it has arrived at the latest estimate
				without = float64(front.Sequence+1) - float64(n.sent[0])
			}
		}
		return map[string]float64{"hot_path_min_ms": l.Min, "hot_path_avg_ms": l.Mean(), "hot_path_max_ms": l.Max, "hot_path_sd_ms": l.Deviation(),
			"hot_path_samples": float64(l.N), "hot_path_drops": float64(h.Dropped), "crunches": float64(worked),
			"front_without_estimate": without, "planner_period_ms": p.Mean(), "planner_period_sd_ms": p.Deviation()}
	}
	d := s.robot.all()
	share := func(n uint64) float64 { return 100 * float64(n) / float64(d.Messages) }
	return map[string]float64{"messages": float64(d.Messages), "late_percent": share(d.Late), "too_late_percent": share(d.TooLate), "lost": float64(d.Lost),
		"latency_avg_ms": d.Latency.Mean(), "latency_max_ms": d.Latency.Max}
}
