package coordination

import (
	"context"
	_ "embed" // the scripts
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/rfsm"
	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

//go:embed script/grasp.lua
var graspScript string

//go:embed script/rfsm.lua
var rfsmScript string

// The ways to run the chart.
const (
	goChart  = "Go"
	luaChart = "Lua"
	goCold   = "Go, one each ms"
	luaCold  = "Lua, one each ms"
)

// grasping is the chart of script/grasp.lua with functions in Go.
func grasping() *chart.Model {
	nothing := func(*chart.Call) error { return nil }
	return &chart.Model{Name: "grasping", Root: chart.State("",
		chart.State("operational",
			chart.State("grasping",
				chart.State("approach").OnEntry(nothing),
				chart.State("grasp").OnEntry(nothing),
				chart.Trans("initial", "approach"),
				chart.Trans("approach", "grasp", "e_contact").If(func(*chart.Call) (bool, error) { return true, nil }).Run(nothing),
				chart.Trans("grasp", "approach", "e_released"),
			),
			chart.Trans("initial", "grasping"),
		),
		chart.State("mem_low").OnEntry(nothing),
		chart.Trans("initial", "operational"),
		chart.Trans("operational", "mem_low", "e_mem_low"),
		chart.Trans("mem_low", "operational", "e_mem_ok"),
	)}
}

// grasp is a machine of the chart, ready to approach.
type grasp struct {
	*chart.Machine
	contact, released, memLow, memOK chart.Event
	approach, low                    chart.NodeID
}

func ready(m *chart.Machine) (g *grasp, err error) {
	g = &grasp{Machine: m, approach: m.Node("root.operational.grasping.approach"), low: m.Node("root.mem_low")}
	for name, e := range map[string]*chart.Event{"e_contact": &g.contact, "e_released": &g.released, "e_mem_low": &g.memLow, "e_mem_ok": &g.memOK} {
		var ok bool
		if *e, ok = m.Event(name); !ok {
			return nil, fmt.Errorf("the chart knows no event %s", name)
		}
	}
	m.Run()
	return g, g.in(g.approach)
}

// in reports whether the chart is in the expected state.
func (g *grasp) in(n chart.NodeID) error {
	if c := g.Counts(); c.Failures > 0 {
		return fmt.Errorf("%d functions of the chart have failed", c.Failures)
	}
	if g.Leaf() != n {
		return fmt.Errorf("the chart is in %s, not in %s", g.Path(g.Leaf()), g.Path(n))
	}
	return nil
}

// take queues an event and makes a step.
func (g *grasp) take(e chart.Event) error {
	err := g.Send(e)
	g.Step(1)
	return err
}

func graspInGo() (*grasp, error) {
	m, err := chart.New(grasping(), nil, chart.Config{})
	if err != nil {
		return nil, err
	}
	return ready(m)
}

// graspInLua makes the script's chart. low, which may be nil, is called when less than the last 30 % of its heap is
// free.
func graspInLua(globals map[string]lua.Value, low func()) (*lua.VM, *grasp, error) {
	cfg := lua.Config{Heap: heap}
	if low != nil {
		cfg.LowAt, cfg.OnLow = lowAt, func(lua.Usage) { low() }
	}
	vm, err := lua.New(cfg)
	if err != nil {
		return nil, nil, err
	}
	lib, err := rfsm.Open(vm, rfsm.Config{})
	if err != nil {
		return nil, nil, err
	}
	for name, v := range globals {
		if err := vm.SetGlobal(name, v); err != nil {
			return nil, nil, err
		}
	}
	c, err := rfsm.Load(lib, "@grasp.lua", graspScript)
	if err != nil {
		return nil, nil, err
	}
	m, err := c.Machine(chart.Config{})
	if err != nil {
		return nil, nil, err
	}
	g, err := ready(m)
	return vm, g, err
}

func plainInLua() (*grasp, error) {
	_, g, err := graspInLua(nil, nil)
	return g, err
}

// heap is the seed's memory pool, of which it used at most 70 % before it went to mem_low.
const (
	heap  = 1 << 20
	lowAt = heap * 30 / 100
)

// chart is the seed's fourth experiment.
func (x *experiments) chart() error {
	x.Part("Coordination statechart", "The time from e_contact, before it is queued, to the completed entry of grasp, over and over; the way back "+
		"is not timed. The functions that enable controllers are empty, as the seed's; the transition has a guard and an effect, grasp an entry, which in Lua "+
		"starts the collector that approach has stopped. Transitions follow each other, as the seed's, or there is one each millisecond, with cold caches. Go: the engine (model/chart) with functions in Go. Lua: the same engine with the chart in rFSM's syntax "+
		"and its functions on package lang/lua, in a heap of 1 MiB. A reading of the clock is included. rFSM: the same file on rFSM itself, at "+
		"ordinary priority because it never waits; lua5.1 has but a clock of processor time in whole microseconds. The seed's worst case is 180 µs, in 1 MiB.")
	for _, l := range x.idleAndLoaded() {
		ways, err := x.under(l, "chart", x.charts())
		if err != nil {
			return err
		}
		x.chartTable(l, ways)
		x.Plot(histogram("approach to grasp, "+l.name, ways, 0))
		x.samples("chart-"+l.name+".csv", ways, []string{""})
	}
	if err := x.chartGarbage(); err != nil {
		return err
	}
	return x.lowMemory()
}

// charts are the ways to run the chart.
func (x *experiments) charts() []*way {
	var ways []*way
	for _, w := range []struct {
		name  string
		make  func() (*grasp, error)
		burst int
		pause time.Duration
	}{
		{goChart, graspInGo, burst, rest}, {luaChart, plainInLua, burst, rest},
		{goCold, graspInGo, 1, time.Millisecond}, {luaCold, plainInLua, 1, time.Millisecond},
	} {
		ways = append(ways, &way{name: w.name, measure: func(context.Context) ([][]float64, error) {
			g, err := w.make()
			if err != nil {
				return nil, err
			}
			return x.transitions(g, w.burst, w.pause)
		}})
	}
	if x.o.RFSM == "" {
		return ways
	}
	for _, l := range []string{"lua5.1", "luajit"} {
		ways = append(ways, &way{name: "rFSM, " + l, measure: func(ctx context.Context) ([][]float64, error) { return x.rfsmItself(ctx, l) }})
	}
	return ways
}

// A thread that never waits loses its priority, so it rests after a burst of transitions.
const (
	burst = 2000
	rest  = 50 * time.Microsecond
)

// transitions times approach → grasp for a round, in bursts with pauses in between.
func (x *experiments) transitions(g *grasp, burst int, pause time.Duration) ([][]float64, error) {
	s := sampler{stride: 1, kept: make([]float64, 0, 1<<17)}
	x.warn(wakeup.OnThread(x.o.Priority, rt.MostBudget, func(*rt.Thread) {
		for end := rt.Now() + int64(x.length); ; {
			over := int64(0)
			for range burst {
				start := rt.Now()
				_ = g.take(g.contact) // errors show at the end
				over = rt.Now()
				s.add(float64(over-start) / 1000)
				_ = g.take(g.released)
			}
			if over > end {
				return
			}
			rt.Light.SleepUntil(over + int64(pause))
		}
	}).Warnings())
	return [][]float64{s.all()}, g.in(g.approach)
}

// sampler stores evenly chosen samples, as many as it has room for, and the greatest of all.
type sampler struct {
	stride, at int
	kept       []float64
	worst      float64
}

func (s *sampler) add(v float64) {
	s.worst = max(s.worst, v)
	if s.at++; s.at < s.stride {
		return
	}
	s.at = 0
	if len(s.kept) == cap(s.kept) { // every second one stays
		for i := range len(s.kept) / 2 {
			s.kept[i] = s.kept[2*i]
		}
		s.kept, s.stride = s.kept[:len(s.kept)/2], 2*s.stride
	}
	s.kept = append(s.kept, v)
}

func (s *sampler) all() []float64 { return append(s.kept, s.worst) }

// rfsmItself runs the chart on rFSM.
func (x *experiments) rfsmItself(ctx context.Context, interpreter string) ([][]float64, error) {
	path, err := exec.LookPath(interpreter)
	if err != nil {
		return nil, fmt.Errorf("%w: `make deps` installs it", err)
	}
	dir, err := os.MkdirTemp("", "sinew-rfsm-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	model, driver := filepath.Join(dir, "grasp.lua"), filepath.Join(dir, "rfsm.lua")
	if err := errors.Join(os.WriteFile(model, []byte(graspScript), 0o600), os.WriteFile(driver, []byte(rfsmScript), 0o600)); err != nil {
		return nil, err
	}
	sources, err := filepath.Glob(filepath.Join(x.o.RFSM, "*"))
	if err != nil {
		return nil, err
	}
	var places []string
	for _, s := range append(sources, x.o.RFSM) { // its own tree, or the tree that contains it
		places = append(places, s+"/src/?.lua", s+"/src/?/init.lua", s+"/lua/?.lua")
	}
	cmd := exec.CommandContext(ctx, path, driver, model, strconv.FormatFloat(x.length.Seconds(), 'f', -1, 64))
	cmd.Env = append(os.Environ(), "LUA_PATH="+strings.Join(places, ";"))
	var says strings.Builder
	cmd.Stderr = &says
	out, err := child.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("rFSM in %s: %w: %s", x.o.RFSM, err, strings.TrimSpace(says.String()))
	}
	var took []float64
	for _, w := range strings.Fields(string(out)) {
		ns, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("rFSM prints %.40q: %w", w, err)
		}
		took = append(took, ns/1000)
	}
	if len(took) == 0 {
		return nil, fmt.Errorf("rFSM printed no figures: %s", strings.TrimSpace(says.String()))
	}
	return [][]float64{took}, nil
}

// chartTable writes a table, with figures and bars.
func (x *experiments) chartTable(l load, ways []*way) {
	t := book.Table{Name: "chart_" + l.name, Caption: "e_contact to completed entry of grasp in µs, " + l.name + " (" + l.says + ")",
		Columns: []string{"way", "average", "p50", "p99", "p99.9", "worst", "rFSM / it, average"}}
	base := named(ways, "rFSM, lua5.1")
	for _, w := range ways {
		s := w.stats(0)
		r := bench.Result{Name: "coordination/chart/" + l.name + "/" + slug(w.name), Value: s.avg, Unit: "µs",
			Note: fmt.Sprintf("average; p50 %.3g, p99 %.3g, p99.9 %.3g, worst %.4g; the seed's worst 180", s.p50, s.p99, s.p999, s.worst)}
		faster := "–"
		if base != nil && base != w {
			r = r.Against(base.name, base.stats(0).avg)
			faster = ratio(base.stats(0).avg, s.avg)
		}
		t.Add(report.Neutral, w.name, s.avg, s.p50, s.p99, s.p999, s.worst, faster)
		x.Figure(r)
		switch id, what := "chart/"+l.name+"/"+slug(w.name), "approach to grasp "+l.name+": "+w.name; w.name {
		case goChart:
			x.bar(id+"/average", what+", average", s.avg, 0.3, "µs")
		case luaChart:
			x.bar(id+"/average", what+", average", s.avg, 2, "µs")
			x.bar(id+"/p99.9", what+", p99.9", s.p999, 10, "µs")
		}
	}
	t.Add(report.Neutral, "the seed's, loaded", "–", "–", "–", "–", 180.0, "–")
	x.Table(t)
}

// chartGarbage counts what transitions allocate of Go's memory.
func (x *experiments) chartGarbage() error {
	inGo, err := graspInGo()
	if err != nil {
		return err
	}
	scripted, err := plainInLua()
	if err != nil {
		return err
	}
	for _, w := range []struct {
		name string
		g    *grasp
	}{{goChart, inGo}, {luaChart, scripted}} {
		n, err := allocations(1000, func() error { return errors.Join(w.g.take(w.g.contact), w.g.take(w.g.released)) })
		if err != nil {
			return err
		}
		x.bar("chart/"+slug(w.name)+"/allocations", "chart: allocations of Go's in 2000 transitions, "+w.name, n, 0, "")
	}
	return nil
}
