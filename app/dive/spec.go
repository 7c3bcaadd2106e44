package dive

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Program is the name under which recordings of these runs are known.
const Program = "rov"

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Make implements run.Spec: a vehicle in the same process, one that is reached over UDP, or none for a replay.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	p, err := run.Params[Params](c, o)
	if err != nil {
		return nil, err
	}
	s := &session{Spec: c, order: o, p: p, seed: o.Seed}
	if err := s.prepare(); err != nil {
		_ = s.close() // never fails
		return nil, err
	}
	s.flight = newFlight(o.Length, s.period(), len(s.vehicle.Thrusters))
	i := &run.Instance{Program: s.prog, Clock: s.clock, Scene: s.scene(), Orders: s.buttons(), Watch: s.show, Measure: s.measure, Close: s.close,
		Describe: func() map[string]string { return run.Described(Program, &s.p, s.seed, o.Cut) },
		Exec:     s.exec, Begin: s.begin, Film: s.film, Status: s.status, Result: s.finish}
	i.State = append(s.proj.State(), &s.watch.wanted, s.flight, &s.truth)
	for _, path := range sorted(s.drivers) {
		i.State = append(i.State, s.drivers[path])
	}
	if s.thrust != nil {
		i.State = append(i.State, s.thrust)
	}
	switch {
	case s.in != nil:
		scripted := run.NewScripted(s.in, s.events())
		i.World, i.Failures = scripted, s.failures()
		i.State = append(i.State, scripted, s.in)
	case s.client != nil && s.clock != exec.Real:
		i.World = run.NewScripted(s.client, s.events())
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

// failures lists what can be made to fail in the simulated surroundings.
func (s *session) failures() (all []run.Failure) {
	w := s.in
	for _, p := range []rov.Part{rov.IMUPart, rov.LochPart, rov.DepthPart} {
		for _, k := range []rov.FailureKind{rov.Dropout, rov.NotANumber, rov.Frozen, rov.OutOfRange} {
			all = append(all, w.failure(fmt.Sprintf("%v.%v", p, k), helpOf(p, k), rov.Failure{Part: p, Kind: k}))
		}
	}
	for i, t := range s.vehicle.Thrusters {
		for _, k := range []rov.FailureKind{rov.Dead, rov.Stuck} {
			all = append(all, w.failure(fmt.Sprintf("thruster%d.%v", i+1, k), helpOf(rov.ThrusterPart, k)+", "+t.Name,
				rov.Failure{Part: rov.ThrusterPart, Index: i, Kind: k}))
		}
	}
	return append(all, run.Failure{Name: "peer.gone", Help: "the vehicle does not answer any more; its watchdog stops the thrusters",
		Begin: func() error { w.leave(true); return nil }, End: func() error { w.leave(false); return nil }})
}

// helpOf says what a failure does.
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

// failure is one that the simulated vehicle can have and lose again.
func (w *within) failure(name, help string, f rov.Failure) run.Failure {
	return run.Failure{Name: name, Help: help, Begin: func() error {
		f.From = w.world.Now()
		return w.world.Inject(f)
	}, End: func() error {
		if !w.world.Mend(f.Part, f.Index, f.Kind) {
			return errors.New("the fault has not begun")
		}
		return nil
	}}
}
