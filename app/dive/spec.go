package dive

import (
	"errors"
	"fmt"
	"math"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Spec is a model of Atoms on an underwater robot as debugger, scenarios and pages know it.
type Spec struct{}

// Name implements program.Spec.
func (Spec) Name() string { return Program }

// Params implements program.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Make implements program.Spec: the vehicle in the same process, or no surroundings for a replay.
func (Spec) Make(o run.Order) (*run.Instance, error) {
	s := &session{p: DefaultParams(), seed: o.Seed}
	if o.Params != nil {
		given, ok := o.Params.(*Params)
		if !ok {
			return nil, fmt.Errorf("the program %s takes *dive.Params, not %T", Program, o.Params)
		}
		s.p = *given
	}
	from := simulated
	if o.Replay {
		from = recorded
	}
	if err := s.build(from, project.Options{}, o.Cut); err != nil {
		return nil, err
	}
	s.flight = newFlight(0, 0, len(s.vehicle.Thrusters))
	i := &run.Instance{Program: s.prog, Scene: s.scene(), Orders: s.buttons(), Watch: s.show, Measure: s.measure}
	if about, err := s.describe(o.Seed, lockStep); err == nil {
		i.Describe = func() map[string]string { return about }
	}
	i.State = append(s.proj.State(), &s.watch.wanted, s.flight, &s.truth)
	for _, path := range sorted(s.drivers) {
		i.State = append(i.State, s.drivers[path])
	}
	if s.thrust != nil {
		i.State = append(i.State, s.thrust)
	}
	if s.in != nil {
		scripted := run.NewScripted(s.in, s.events())
		i.World, i.Faults = scripted, s.faults()
		i.State = append(i.State, scripted, s.in)
	}
	return i, nil
}

// events are the orders of the parameters, at their time.
func (s *session) events() (all []run.Event) {
	for _, o := range s.orders {
		all = append(all, run.Event{At: s.p.At, Do: func() error { return s.give(o) }})
	}
	return all
}

// show sets the taps, and shows the run on a hub where there is one.
func (s *session) show(rec *record.Recorder, hub *view.Hub) error {
	if hub != nil {
		s.watch.on(hub, s)
	}
	return s.tap(rec)
}

// measure returns the figures of the run so far, by the names of run.json.
func (s *session) measure() map[string]float64 {
	nan := math.NaN()
	m := map[string]float64{"cycles": float64(s.flight.cycles), "settling_s": nan, "overshoot_percent": nan, "steady_error_deg": nan,
		"steady_rms_deg": nan, "flags": float64(len(s.proj.Events())), "flagged": float64(len(s.proj.Flags()))}
	if t := s.thrust; t != nil {
		m["commands"], m["limited"], m["rejected"] = float64(t.count.Commands), float64(t.count.Limited), float64(t.count.Rejected)
		m["stops"], m["greatest_n"] = float64(t.count.Stops), t.count.Greatest
	}
	step, ok := Figures(s.flight.points, s.noise(), gain(s.model, "k1"), gain(s.model, "k2"))
	if !ok {
		return m
	}
	if step.Settling >= 0 {
		m["settling_s"] = step.Settling
	}
	m["overshoot_percent"], m["steady_error_deg"], m["steady_rms_deg"] = step.Overshoot, step.Steady, step.RMS
	return m
}

// describe is what a replay needs to make the same program again: the model's text with it.
func (s *session) describe(seed uint64, clock string) (map[string]string, error) {
	params, err := yaml.Marshal(s.p)
	if err != nil {
		return nil, fmt.Errorf("the parameters cannot be written: %w", err)
	}
	return map[string]string{run.KeyProgram: Program, run.KeyParams: string(params), run.KeySeed: fmt.Sprint(seed),
		run.KeyTrace: "*", run.KeyCut: "", run.KeyClock: clock}, nil
}

// faults lists what can go wrong in the simulated surroundings.
func (s *session) faults() (all []run.Fault) {
	w := s.in
	for _, p := range []rov.Part{rov.IMUPart, rov.LochPart, rov.DepthPart} {
		for _, k := range []rov.FailureKind{rov.Dropout, rov.NotANumber, rov.Frozen, rov.OutOfRange} {
			all = append(all, w.fault(fmt.Sprintf("%v.%v", p, k), helpOf(p, k), rov.Failure{Part: p, Kind: k}))
		}
	}
	for i, t := range s.vehicle.Thrusters {
		for _, k := range []rov.FailureKind{rov.Dead, rov.Stuck} {
			all = append(all, w.fault(fmt.Sprintf("thruster%d.%v", i+1, k), helpOf(rov.ThrusterPart, k)+", "+t.Name,
				rov.Failure{Part: rov.ThrusterPart, Index: i, Kind: k}))
		}
	}
	return append(all, run.Fault{Name: "peer.gone", Help: "the vehicle does not answer any more; its watchdog stops the thrusters",
		Begin: func() error { w.leave(true); return nil }, End: func() error { w.leave(false); return nil }})
}

// helpOf says what a fault does.
func helpOf(p rov.Part, k rov.FailureKind) string {
	switch k {
	case rov.Dropout:
		return fmt.Sprintf("the %v gives no samples", p)
	case rov.NotANumber:
		return fmt.Sprintf("the %v gives values that are no numbers", p)
	case rov.Frozen:
		return fmt.Sprintf("the %v repeats its last sample", p)
	case rov.OutOfRange:
		return fmt.Sprintf("the %v gives absurd values", p)
	case rov.Dead:
		return "the thruster gives no force"
	}
	return "the thruster's force stays as it is"
}

// fault is one that the simulated vehicle can have and lose again.
func (w *within) fault(name, help string, f rov.Failure) run.Fault {
	return run.Fault{Name: name, Help: help, Begin: func() error {
		f.From = w.world.Now()
		return w.world.Inject(f)
	}, End: func() error {
		if !w.world.Mend(f.Part, f.Index, f.Kind) {
			return errors.New("the fault has not begun")
		}
		return nil
	}}
}
