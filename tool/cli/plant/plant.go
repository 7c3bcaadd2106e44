// Package plant is a small program for tests of watching: a counter at 100 Hz, a goal and a gain.
package plant

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Plant counts, and passes on a goal times a gain.
//
//	timer     tick
//	action    goal (physical)
//	parameter gain
//	constant  size
//	out       out, got
type Plant struct {
	reactor.Reactor
	Tick reactor.Timer
	Goal reactor.PhysicalAction[struct{ X, Y float64 }]
	Gain reactor.Parameter[float64]
	Out  reactor.Out[int]
	Got  reactor.Out[float64]
	n    int
}

// Spec is the program.
func Spec() run.Spec {
	return run.New("plant", struct{}{}, func(m *reactor.Main, _ *struct{}) error {
		r := &Plant{}
		reactor.Init(m, "plant", r)
		r.Tick.Set(0, 10*time.Millisecond)
		r.Tick.OnOverrun(reactor.CatchUp(1 << 30)) // what is watched must not depend on the machine
		r.Gain.Define(1, reactor.ParamInfo{Unit: "1/s", Help: "of the loop", Min: 0, Max: 10})
		r.Constant("size", "2.5", reactor.ParamInfo{Type: "a number", Unit: "m"})
		r.Reaction("tune").On(&r.Gain).Do(func() {
			if r.Gain.Get() == 7 {
				r.Gain.Refuse("7 is not taken")
			}
		})
		r.Reaction("count").On(&r.Tick).Sets(&r.Out).Do(func() {
			r.n++
			r.Out.Set(r.n)
		})
		r.Reaction("go").On(&r.Goal).Sets(&r.Got).Do(func() { r.Got.Set(r.Goal.Get().X * r.Gain.Get()) })
		return nil
	})
}

// Serve runs the plant on the real clock until it is interrupted. It prints the address at which it can be watched.
func Serve() {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "plant:", err)
			os.Exit(1)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	inst, err := Spec().Make(run.Order{})
	fail(err)
	p := inst.Program
	b, err := live.New(p)
	fail(err)
	p.Observe(b)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fail(err)
	s := &http.Server{Handler: web.Allowed(web.Handler(ctx, b, web.About{Program: "plant", Clock: "real"})), ReadHeaderTimeout: time.Second}
	go func() { _ = s.Serve(l) }()
	remove, err := live.Announce(live.Running{Name: "plant", URL: "http://" + l.Addr().String() + "/"})
	fail(err)
	defer remove()
	_, err = exec.Run(ctx, p, exec.Options{Clock: exec.Real, Timeout: time.Minute, Started: b.Started})
	fail(err)
	_ = s.Close()
}
