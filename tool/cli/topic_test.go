package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
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

func buildPlant() (*reactor.Program, error) {
	m := reactor.NewMain("main")
	r := &servedPlant{}
	reactor.Init(m, "plant", r)
	r.Tick.Set(0, 10*time.Millisecond)
	r.Tick.OnOverrun(reactor.CatchUp(1 << 30)) // what is watched shall not depend on the machine
	r.Gain.Define(1, reactor.ParamInfo{Unit: "1/s", Help: "of the loop", Min: 0, Max: 10})
	r.Reaction("count").On(&r.Tick).Sets(&r.Out).Do(func() {
		r.n++
		r.Out.Set(r.n)
	})
	r.Reaction("go").On(&r.Goal).Sets(&r.Got).Do(func() { r.Got.Set(r.Goal.Get().X * r.Gain.Get()) })
	return reactor.Build(m, reactor.Options{})
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
	p, err := buildPlant()
	fail(err)
	b, err := live.New(p)
	fail(err)
	p.Observe(b)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fail(err)
	s := &http.Server{Handler: web.Allowed(web.Handler(ctx, b, web.About{Program: "plant", Clock: "real"})), ReadHeaderTimeout: time.Second}
	go func() { _ = s.Serve(l) }()
	remove, err := live.Announce("plant", "http://"+l.Addr().String()+"/", "")
	fail(err)
	defer remove()
	_, err = exec.Run(ctx, p, exec.Options{Clock: exec.Real, Timeout: time.Minute, Started: b.Started})
	fail(err)
	_ = s.Close()
}

// TestSilentPrograms: one that takes connections and says nothing is an error, and not the end of what was asked for.
func TestSilentPrograms(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := where{URL: "http://" + l.Addr().String()}
	soon := atMost{For: 100 * time.Millisecond}
	asks := map[string]func(context.Context) error{
		"echo":  (&topicEcho{Name: []string{"x"}, where: at, atMost: soon}).Run,
		"hz":    (&topicHz{stats{Name: []string{"x"}, where: at, atMost: soon, Every: time.Second}}).Run,
		"bw":    (&topicBW{stats{Name: []string{"x"}, where: at, atMost: soon, Every: time.Second}}).Run,
		"delay": (&topicDelay{stats{Name: []string{"x"}, where: at, atMost: soon, Every: time.Second}}).Run,
		"list": func(ctx context.Context) error {
			return at.ask(ctx, soon.For, func(ctx context.Context, c *web.Client) error {
				_, err := c.List(ctx)
				return err
			})
		},
	}
	for name, ask := range asks {
		if err := ask(t.Context()); err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("%s: %v", name, err)
		}
		interrupted, cancel := context.WithCancel(t.Context())
		cancel()
		if err := ask(interrupted); err != nil {
			t.Errorf("%s, interrupted: %v", name, err)
		}
	}
}
