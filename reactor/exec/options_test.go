package exec

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

func TestAllFaultsOfOptionsAreReportedAtOnce(t *testing.T) {
	p := build(t, twoEnclaves(), 1)
	_, err := Run(context.Background(), p, Options{Speed: math.NaN(), Timeout: -1, Grace: -1, World: &still{}, Pause: &Pause{},
		Threads: map[string]rt.Options{"vison": {Priority: 100}, "a": {Background: true, Priority: 1, CPU: rt.OnCPU(-2)}}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"Speed is NaN", "Timeout is -1ns", "Grace is -1ns", "drives no World", "on the fast clock", "Options.Pause is given on the fast clock",
		`names "vison"`, "it has enclaves, a, b", "Priority is 100", "does not go with Priority 1", "CPU is -2"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing of %q in:\n%v", want, err)
		}
	}
	if p.Started() {
		t.Error("the program was started all the same")
	}
	mustRun(t, p, Options{Timeout: 3 * ms})
}

func TestAProgramRunsOnce(t *testing.T) {
	for _, clock := range []Clock{Fast, Real} {
		p := build(t, twoEnclaves(), 1)
		mustRun(t, p, Options{Timeout: 3 * ms})
		if _, err := Run(context.Background(), p, Options{Clock: clock}); err == nil || !strings.Contains(err.Error(), "run already") {
			t.Errorf("%v: %v", clock, err)
		}
	}
}

// The wait for the pace of a lock-step run ends with the context.
func TestCancelEndsAPacedRun(t *testing.T) {
	m := reactor.NewMain("paced")
	r := newNode(m, "r")
	ctx, cancel := context.WithCancel(context.Background())
	r.T.Set(0, time.Hour)
	r.Reaction("tick").On(&r.T).Do(func() { time.AfterFunc(20*ms, cancel) })
	begun := time.Now()
	_, err := Run(ctx, build(t, m, 1), Options{Clock: LockStep, World: &still{}, Speed: 1})
	if took := time.Since(begun); err != nil || took > time.Minute {
		t.Fatalf("%v after %v", err, took)
	}
}
