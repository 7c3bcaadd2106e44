package lemon

import (
	"math"
	"strings"
	"testing"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
)

// TestWhatTheOperatorIsRefused: the operator is told why an order is not carried out.
func TestWhatTheOperatorIsRefused(t *testing.T) {
	m := reactor.NewMain("main")
	newOperator(m, "operator")
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	door := map[string]int{}
	for id, d := range p.Doors() {
		door[d.Path] = id
	}
	e := p.Enclaves[0]
	done := func(r *reactor.Receipt) error {
		for {
			if _, err, done := r.Outcome(); done {
				return err
			}
			e.Step(nil)
		}
	}
	order := func(c OperatorCommand) error {
		return done(p.Submit(door["operator.order"], func(v unsafe.Pointer) { *(*OperatorCommand)(v) = c }))
	}
	place := func(r Retarget) error {
		return done(p.Submit(door["operator.retarget"], func(v unsafe.Pointer) { *(*Retarget)(v) = r }))
	}
	for i, x := range []struct {
		err  error
		want string
	}{
		{place(Retarget{On: true, X: 0.4}), ""},
		{place(Retarget{On: true, X: math.NaN()}), "finite"},
		{order(OperatorStop), ""},
		{place(Retarget{On: true, X: 0.4}), "emergency stop is held"},
		{place(Retarget{}), ""},
		{order(7), "two orders"},
		{order(OperatorReset), ""},
		{place(Retarget{On: true, X: 0.4}), ""},
	} {
		if (x.err == nil) != (x.want == "") || x.err != nil && !strings.Contains(x.err.Error(), x.want) {
			t.Errorf("%d: %v, want %q", i, x.err, x.want)
		}
	}
}
