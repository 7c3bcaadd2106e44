package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/live"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// servedPlant is a small program that can be watched: a counter at 100 Hz, a goal and a gain.
type servedPlant struct {
	reactor.Reactor
	Tick reactor.Timer
	Goal reactor.PhysicalAction[struct{ X, Y float64 }]
	Gain reactor.Parameter[float64]
	Out  reactor.Out[int]
	Got  reactor.Out[float64]
	n    int
}

// servePlant is the command `plant` of the scripts: it runs the plant on the real clock until it is interrupted.
func servePlant() {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "plant:", err)
			os.Exit(1)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	m := reactor.NewMain("main")
	r := &servedPlant{}
	reactor.Init(m, "plant", r)
	r.Tick.Set(0, 10*time.Millisecond)
	r.Gain.Define(1, reactor.ParamInfo{Unit: "1/s", Help: "of the loop", Min: 0, Max: 10})
	r.Reaction("count").On(&r.Tick).Sets(&r.Out).Do(func() {
		r.n++
		r.Out.Set(r.n)
	})
	r.Reaction("go").On(&r.Goal).Sets(&r.Got).Do(func() { r.Got.Set(r.Goal.Get().X * r.Gain.Get()) })
	p, err := reactor.Build(m, reactor.Options{})
	fail(err)
	b, err := live.New(p)
	fail(err)
	p.Observe(b)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fail(err)
	s := &http.Server{Handler: live.Handler(ctx, b, live.About{Program: "plant", Clock: "real"}), ReadHeaderTimeout: time.Second}
	go func() { _ = s.Serve(l) }()
	remove, err := live.Announce("plant", "http://"+l.Addr().String()+"/", "")
	fail(err)
	defer remove()
	_, err = exec.Run(ctx, p, exec.Options{Clock: exec.Real, Timeout: time.Minute, Started: b.Started})
	fail(err)
	_ = s.Close()
}
