//go:build browser

package serve

import (
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/model/chart/draw"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// TestCharts: the page draws the charts of a program, and lights what is active, also for whoever comes late.
func TestCharts(t *testing.T) {
	model := &chart.Model{Name: "gripper", Root: chart.State("",
		chart.Regions("work",
			chart.State("hand", chart.State("open"), chart.State("closed"), chart.Trans("initial", "open"), chart.Trans("open", "closed", "e_grip"), chart.Trans("closed", "open", "e_release")),
			chart.State("watch", chart.State("cold"), chart.State("hot"), chart.Trans("initial", "cold"), chart.Trans("cold", "hot", "e_heat"))),
		chart.State("off"), chart.Trans("initial", "work"), chart.Trans("work", "off", "e_off"), chart.Trans("off", "work", "e_on"))}
	m, err := chart.New(model, nil, chart.Config{})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := draw.SVG(model, draw.Options{Width: 600})
	if err != nil {
		t.Fatal(err)
	}
	main := reactor.NewMain("main")
	r := chart.NewReactor(main, "gripper", m, chart.Settings{Period: 4 * time.Millisecond, Picture: picture})
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bus, err := live.New(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Observe(bus)
	srv, err := Serve(Config{Hub: show.New().Hub, Program: p, Bus: bus, Clock: "lock-step", Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	p.Start()
	var event atomic.Pointer[string]
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(4 * time.Millisecond); ; {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			if e := event.Swap(nil); e != nil {
				_ = r.Machine().SendName(*e)
			}
			p.Step(nil)
		}
	}()
	t.Cleanup(func() { close(stop); <-stopped })
	b := newChrome(t, srv.URL())
	b.until("the tab", `!document.getElementById("charts-tab").hidden`)
	b.eval(`document.getElementById("charts-tab").click()`)
	lit := func(want string) {
		b.until(want, `[...document.querySelectorAll("#charts .l.on")].map((e) => e.dataset.state).join(" ") === "`+want+`"`)
	}
	lit("root.work.hand.open root.work.watch.cold")
	for _, step := range [][2]string{{"e_grip", "root.work.hand.closed root.work.watch.cold"}, {"e_heat", "root.work.hand.closed root.work.watch.hot"},
		{"e_off", "root.off"}, {"e_on", "root.work.hand.open root.work.watch.cold"}} {
		event.Store(&step[0])
		lit(step[1])
	}
	if *shots != "" {
		b.screenshot(filepath.Join(*shots, "charts.png"))
	}
}
