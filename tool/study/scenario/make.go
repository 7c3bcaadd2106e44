package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// part says from which kind of line of a scenario something comes.
type part uint8

const (
	ofProgram part = iota
	ofMock
	ofFault
	ofSet
	ofWithout
)

// partError is the fault of one line.
type partError struct {
	part  part
	index int
	err   error
}

// fault is a fault without a position, which the caller knows.
func fault(code, format string, args ...any) diag.Fault {
	return diag.Fault{Code: code, What: fmt.Sprintf(format, args...)}
}

// fill returns a program's parameters with the given settings. It calls bad for each setting that is invalid.
func fill(spec run.Spec, set []Setting, bad func(name, code, text string)) any {
	params := spec.Params()
	fields := run.FieldsOf(params)
	for _, s := range set {
		if !fields.Has(s.Name) {
			bad(s.Name, run.ParamName, fmt.Sprintf("the program %s has no parameter %q: %s", spec.Name(), s.Name, spelling.Suggest(s.Name, fields.Names)))
			continue
		}
		want := fields.Set(s.Name, s.Value.Text, s.Value.Word, func(into any) error { return run.Decode([]byte(s.Value.Text), into) })
		if list, ok := strings.CutPrefix(want, "a list of "); ok { // a plain list would be a list of alternatives
			n, example, _ := strings.Cut(list, " such as ")
			want = fmt.Sprintf("a list of %s within a list, such as [%s]", n, example)
		}
		if want != "" {
			bad(s.Name, run.ParamType, fmt.Sprintf("%s is %s: give %s", s.Name, s.Value.Text, want))
		}
	}
	return params
}

// Make makes the run's instance, with its parameters, seed and mocks, and with its faults and sets scheduled in the
// instance's world. The instance has not run yet.
func Make(r *Run, specs []run.Spec) (*run.Instance, error) {
	spec := find(specs, r.Program)
	if spec == nil {
		return nil, fmt.Errorf("there is no program %q: %s", r.Program, spelling.Suggest(r.Program, programNames(specs)))
	}
	inst, faults := assemble(r, spec, &Scenario{})
	var errs []error
	for _, f := range faults {
		errs = append(errs, f.err)
	}
	return inst, errors.Join(errs...)
}

// assemble makes an instance, or returns faults and no instance. from is the scenario of the run, or an empty one.
func assemble(r *Run, spec run.Spec, from *Scenario) (inst *run.Instance, faults []partError) {
	fail := func(p part, i int, err error) {
		if err != nil {
			faults = append(faults, partError{p, i, err})
		}
	}
	params := fill(spec, r.Params, func(_, code, text string) { fail(ofProgram, 0, diag.Fault{Code: code, What: text}) })
	fail(ofProgram, 0, run.CheckParams(params, nil, diag.Pos{}).Err())
	if len(faults) > 0 {
		return nil, faults
	}
	order := run.Order{Params: params, Seed: r.Seed}
	inst = makeMocked(r, spec, order, from, fail)
	if inst == nil {
		return nil, faults
	}
	for i, e := range r.Without {
		if err := inst.Program.Without(e); err != nil {
			fail(ofWithout, i, fault(codeName, "%v", err))
		}
	}
	events := slices.Concat(faultEvents(r, inst, fail), setEvents(r, inst.Program, fail))
	if len(faults) > 0 {
		fail(ofProgram, 0, shut(inst))
		return nil, faults
	}
	inst.Script(events...)
	return inst, nil
}

// faultEvents are the events that begin and end the run's faults.
func faultEvents(r *Run, inst *run.Instance, fail func(part, int, error)) (events []run.Event) {
	var names []string
	for _, f := range inst.Failures {
		names = append(names, f.Name)
	}
	for i, f := range r.Faults {
		if f.Do == "" {
			continue // it could not be resolved
		}
		k := slices.Index(names, f.Do)
		if k < 0 {
			fail(ofFault, i, fault(codeName, "the program %s has no fault %q: %s", r.Program, f.Do, spelling.Suggest(f.Do, names)))
			continue
		}
		events = append(events, run.Event{At: f.At, Do: inst.Failures[k].Begin})
		switch {
		case f.For == 0:
		case inst.Failures[k].End == nil:
			fail(ofFault, i, fault(codeValue, "nothing puts %s right again: leave out for", f.Do))
		default:
			events = append(events, run.Event{At: f.At + f.For, Do: inst.Failures[k].End})
		}
	}
	return events
}

// setEvents are the values that come through doors.
func setEvents(r *Run, p *reactor.Program, fail func(part, int, error)) (events []run.Event) {
	doors := p.Doors()
	for i, s := range r.Sets {
		if s.Door == "" || s.Value == nil {
			continue // it could not be resolved
		}
		var names []string
		id := -1
		for k, d := range doors {
			if d.Kind == "physical action" || d.Kind == "parameter" {
				names = append(names, d.Path)
			}
			if d.Path == s.Door {
				id = k
			}
		}
		if id < 0 || !slices.Contains(names, s.Door) {
			fail(ofSet, i, fault(codeName, "%s is no physical action or parameter: %s", s.Door, spelling.Suggest(s.Door, names)))
			continue
		}
		do, err := setting(p, id, doors[id], s)
		fail(ofSet, i, err)
		events = append(events, run.Event{At: s.At, Do: do})
	}
	return events
}

// setting checks a value and returns what sends it through its door.
func setting(p *reactor.Program, id int, d reactor.Door, s Set) (func() error, error) {
	cd, err := codec.For(d.Type, "")
	if err != nil {
		return nil, fault(codeValue, "%s: %v", s.Door, err)
	}
	check := newValue(d.Type)
	if err := cd.DecodeJSON(s.Value, check.UnsafePointer()); err != nil {
		faults, _ := diag.Of(err)
		for i, f := range faults.Unplaced() { // it need not have been written as JSON
			faults[i] = fault(codeValue, "%s: %v", s.Door, f)
		}
		return nil, faults
	}
	if x, ok := asNumber(check.Elem()); ok && d.Param != nil && d.Param.Min != d.Param.Max && !(x >= d.Param.Min && x <= d.Param.Max) {
		return nil, fault(codeValue, "%s is %g: give %g to %g %s", s.Door, x, d.Param.Min, d.Param.Max, d.Param.Unit)
	}
	return func() error {
		var err error
		if !p.Offer(id, func(v unsafe.Pointer) { err = cd.DecodeJSON(s.Value, v) }) {
			return fmt.Errorf("%s takes no value now", s.Door)
		}
		return err
	}, nil
}
