package scenario

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Status is how a run ended.
type Status string

// The statuses of a run.
const (
	Open   Status = "open"   // it has not been run yet
	Passed Status = "passed" // every assertion holds
	Failed Status = "failed" // an assertion does not hold
	Broken Status = "error"  // it could not be completed
)

// Figure is a number that a run is measured by; NaN, in JSON null, if there is none.
type Figure float64

// MarshalJSON implements json.Marshaler.
func (f Figure) MarshalJSON() ([]byte, error) {
	if x := float64(f); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *Figure) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*f = Figure(math.NaN())
		return nil
	}
	return json.Unmarshal(b, (*float64)(f))
}

// Outcome is the result of a run.
type Outcome struct {
	ID      string            `json:"id"`
	Status  Status            `json:"status"`
	Hash    string            `json:"hash"` // output hash
	Figures map[string]Figure `json:"figures,omitempty"`
	Unheld  []string          `json:"unheld,omitempty"` // assertions that did not hold
	Error   string            `json:"error,omitempty"`
	Seconds float64           `json:"seconds"` // of robot time
	Wall    float64           `json:"wall"`    // s that it took
	Worker  string            `json:"worker,omitempty"`
}

// Do makes the run and runs it in lock-step time. Its inputs, and the ports to be traced, are recorded in the file
// unless that is "". If the error is not nil the run was interrupted, and there is no outcome.
func (r *Run) Do(ctx context.Context, specs []run.Spec, file string) (*Outcome, error) {
	begun := time.Now()
	o := &Outcome{ID: r.ID, Status: Broken}
	out, err := run.Do(ctx, made{r, specs}, run.Options{Order: run.Order{Seed: r.Seed}, For: r.For, File: file, Trace: r.Trace})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	o.Wall = time.Since(begun).Seconds()
	if out != nil {
		o.Hash, o.Seconds, o.Figures = out.Summary.OutputHash, out.Summary.Seconds, map[string]Figure{}
		for name, x := range out.Figures {
			o.Figures[name] = Figure(x)
		}
	}
	if err != nil {
		o.Error = spelling.Clip(err.Error())
		return o, nil
	}
	o.Status, o.Unheld = r.Judge(o.Figures)
	return o, nil
}

// made is a Spec whose instance is already set up, with its parameters, mocks, failures and sets.
type made struct {
	r     *Run
	specs []run.Spec
}

// Name implements run.Spec.
func (m made) Name() string { return m.r.Program }

// Params implements run.Spec. It returns the run's parameters.
func (m made) Params() any { return nil }

// Make implements run.Spec.
func (m made) Make(run.Order) (*run.Instance, error) {
	inst, err := Make(m.r, m.specs)
	if err != nil {
		return nil, err
	}
	describe := inst.Describe
	inst.Film, inst.Result = nil, nil // the recordings of a study are small
	inst.Describe = func() map[string]string {
		all := map[string]string{}
		if describe != nil {
			all = describe()
		}
		all[run.KeyWithout] = strings.Join(m.r.Without, "\n")
		return all
	}
	return inst, nil
}

// Judge evaluates the run's assertions.
func (r *Run) Judge(figures map[string]Figure) (Status, []string) {
	var unheld []string
	for _, text := range r.Asserts {
		e, err := ParseExpr(text)
		if err != nil {
			unheld = append(unheld, text) // it was checked before
			continue
		}
		if !e.Holds(func(name string) float64 {
			if f, ok := figures[name]; ok {
				return float64(f)
			}
			return r.number(name)
		}) {
			unheld = append(unheld, text)
		}
	}
	if len(unheld) > 0 {
		return Failed, unheld
	}
	return Passed, nil
}

// number is the value as a number, NaN if it is not a number.
func (v Value) number() float64 {
	if x, err := strconv.ParseFloat(v.Text, 64); err == nil && run.IsNumber(v.Text) {
		return x
	}
	return math.NaN()
}

// Number is the value as a number, a time in seconds. ok is false if it is neither.
func (v Value) Number() (x float64, ok bool) {
	if d, err := time.ParseDuration(v.Text); err == nil {
		return d.Seconds(), true
	}
	x = v.number()
	return x, !math.IsNaN(x)
}

func newValue(t reflect.Type) reflect.Value { return reflect.New(t) }

// asNumber returns a number of any type as a float64.
func asNumber(v reflect.Value) (float64, bool) {
	switch {
	case v.CanFloat():
		return v.Float(), true
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	}
	return 0, false
}
