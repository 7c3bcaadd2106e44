package coordination

import (
	"context"
	_ "embed" // the script and the peer
	"fmt"
	"math"
	"runtime"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

//go:embed script/tracker.lua
var trackerScript string

//go:embed peer/tracker.cc
var trackerSource []byte

// The ways to track.
const (
	kdl         = "C++ with KDL"
	goTracks    = "Go"
	luaTracks   = "Lua, fitted step"
	luaDue      = "Lua, step as due"
	luaDefault  = "Lua, default step"
	luaStepless = "Lua, no step"
)

// updates is the interval of the updates.
const updates = time.Millisecond

// poses is the number of different inputs.
const poses = 1000

// pose is an input; k is the number of the update.
func pose(k int, phase float64) spatial.Pose {
	a := 0.01*float64(k%poses) + phase
	return spatial.Pose{R: spatial.RPY{Roll: 0.5 * math.Sin(a), Pitch: 0.4 * math.Cos(0.7*a), Yaw: math.Sin(0.3 * a)}.Rot(),
		P: spatial.V(0.3+0.1*math.Sin(a), 0.2*math.Cos(1.3*a), 0.5)}
}

// law is the controller's update of the output port from the values of its input ports.
type law func(measured, desired *spatial.Pose) (spatial.Twist, error)

var gains = [6]float64{1.5, 2.5, 3.5, 0.5, 0.25, 0.125}

func inGo(measured, desired *spatial.Pose) (spatial.Twist, error) {
	return scaled(spatial.Delta(*measured, *desired)), nil
}

func scaled(v spatial.Twist) spatial.Twist {
	v.Lin.X *= gains[0]
	v.Lin.Y *= gains[1]
	v.Lin.Z *= gains[2]
	v.Ang.X *= gains[3]
	v.Ang.Y *= gains[4]
	v.Ang.Z *= gains[5]
	return v
}

// inLua runs a function of the script.
func inLua(function string) (law, error) {
	vm, err := lua.New(lua.Config{})
	if err != nil {
		return nil, err
	}
	pose, err := lua.Describe[spatial.Pose](vm, "Pose")
	if err != nil {
		return nil, err
	}
	twist, err := lua.Describe[spatial.Twist](vm, "Twist")
	if err != nil {
		return nil, err
	}
	var now struct { // what the ports hold
		measured, desired *spatial.Pose
		velocity          spatial.Twist
	}
	for name, f := range map[string]lua.Function{
		"measured": func(vm *lua.VM, _ int) int {
			pose.Set(vm.Arg(0), *now.measured)
			return 0
		},
		"desired": func(vm *lua.VM, _ int) int {
			pose.Set(vm.Arg(0), *now.desired)
			return 0
		},
		"diff": func(vm *lua.VM, _ int) int {
			from, ok1 := pose.Get(vm.Arg(0))
			to, ok2 := pose.Get(vm.Arg(1))
			if !ok1 || !ok2 || !twist.Set(vm.Arg(2), spatial.Delta(from, to)) {
				vm.Fail("diff takes two poses and a twist")
			}
			return 0
		},
		"velocity": func(vm *lua.VM, _ int) int {
			now.velocity, _ = twist.Get(vm.Arg(0))
			return 0
		},
	} {
		if err := vm.SetFunction(name, f); err != nil {
			return nil, err
		}
	}
	if err := vm.Do("@tracker.lua", trackerScript); err != nil {
		return nil, err
	}
	update := vm.Global(function)
	return func(measured, desired *spatial.Pose) (spatial.Twist, error) {
		now.measured, now.desired = measured, desired
		_, err := vm.Call(update)
		return now.velocity, err
	}, nil
}

// tracker is the seed's third experiment.
func (x *experiments) tracker() error {
	x.Part("Cartesian position tracker", "The duration of a controller's update: it reads two poses, takes their difference as a twist, multiplies "+
		"it by six gains and writes it. C++: KDL's diff. Go: spatial.Delta, in a reaction of a program on the real clock, ports included. Lua: "+
		"a script in that reaction which calls spatial.Delta with typed userdata, without a step of the collector, with one when it is due, as the controlled collector of a component does it (none is, "+
		"because an update makes no garbage), with the least one there is in each update, and with a default one, of 1000 cells. Both C++ and Go "+
		"sleep twice, until 100 µs before and then the rest, compute the poses after they have woken, and put them into the ports before the "+
		"first reading of the clock. At 1 kHz, as the seed did it, "+
		"caches are cold and two readings of the clock are included, and that is what the bars are about; back to back they are warm.")
	p, err := bench.BuildPeer("tracker.cc", trackerSource, "pkg:orocos-kdl")
	built := err == nil
	if built {
		defer p.Remove()
		err = x.agree(p)
	}
	if err != nil {
		x.Text("Without C++: %v.", err)
		x.Say("%v", err)
	}
	for _, l := range x.idleAndLoaded() {
		ways, err := x.under(l, "tracker", x.trackers(p, built, updates))
		if err != nil {
			return err
		}
		x.trackTable(l.name, "at 1 kHz, "+l.name+" ("+l.says+")", ways)
		x.Plot(histogram("duration of the update at 1 kHz, "+l.name, ways, 0))
		x.samples("tracker-"+l.name+".csv", ways, []string{""})
	}
	warm, err := x.turns("tracker back to back", x.trackers(p, built, 0))
	if err != nil {
		return err
	}
	x.trackTable("warm", "back to back", warm)
	x.Table(seedTracker())
	return x.noGarbage()
}

// agree compares the answers of the ways.
func (x *experiments) agree(p bench.Peer) error {
	theirs, err := p.Numbers(x.o.Until(), "check", strconv.Itoa(poses))
	if err != nil {
		return err
	}
	scripted, err := inLua("without")
	if err != nil {
		return err
	}
	worst := 0.0
	for _, update := range []law{inGo, scripted} {
		for k := range poses {
			from, to := pose(k, 0), pose(k, 0.3)
			v, err := update(&from, &to)
			if err != nil {
				return err
			}
			for i, c := range []float64{v.Lin.X, v.Lin.Y, v.Lin.Z, v.Ang.X, v.Ang.Y, v.Ang.Z} {
				worst = max(worst, math.Abs(c-theirs[6*k+i]))
			}
		}
	}
	x.Figure(bench.Result{Name: "coordination/tracker/agreement", Value: worst, Unit: "m/s, rad/s", Note: "greatest difference of a velocity from KDL's"})
	if !(worst < 1e-12) {
		return fmt.Errorf("the velocities differ from KDL's by %g", worst)
	}
	return nil
}

// trackers are the ways to track; a period of 0 is back to back.
func (x *experiments) trackers(p bench.Peer, built bool, period time.Duration) (ways []*way) {
	n := max(int(x.length/updates), 10)
	if period == 0 {
		n = max(n/40, 10) // of 1000 updates each
	}
	if built {
		ways = append(ways, &way{name: kdl, measure: func(ctx context.Context) ([][]float64, error) {
			ns, err := p.Numbers(ctx, strconv.FormatInt(period.Microseconds(), 10), strconv.Itoa(n), strconv.Itoa(x.o.Priority),
				strconv.FormatInt(rt.Light.Light.Microseconds(), 10))
			for i := range ns {
				ns[i] /= 1000
			}
			return [][]float64{ns}, err
		}})
	}
	for _, w := range []struct{ name, function string }{{goTracks, ""}, {luaStepless, "without"}, {luaDue, "due"}, {luaTracks, "fitted"}, {luaDefault, "default"}} {
		ways = append(ways, &way{name: w.name, measure: func(ctx context.Context) ([][]float64, error) {
			var script law
			if w.function != "" {
				var err error
				if script, err = inLua(w.function); err != nil {
					return nil, err
				}
			}
			switch {
			case period != 0:
				return x.updates(ctx, script, n)
			case script == nil:
				return x.warm(inGo, n)
			}
			return x.warm(script, n)
		}})
	}
	return ways
}

// warm makes updates back to back.
func (x *experiments) warm(update law, n int) (_ [][]float64, err error) {
	var from, to [poses]spatial.Pose
	for k := range from {
		from[k], to[k] = pose(k, 0), pose(k, 0.3)
	}
	took, last := make([]float64, n), spatial.Twist{}
	x.warn(wakeup.OnThread(x.o.Priority, 0, func(*rt.Thread) {
		for i := range took {
			start := rt.Now()
			for k := range from {
				var e error
				if last, e = update(&from[k], &to[k]); e != nil {
					err = e
				}
			}
			took[i] = float64(rt.Now()-start) / (1000 * poses)
			rt.Deep.SleepUntil(rt.Now() + int64(100*time.Microsecond)) // a thread that never waits loses its priority
		}
	}).Warnings())
	runtime.KeepAlive(last)
	return [][]float64{took}, err
}

// source outputs the poses of every update.
//
// out Measured, Desired
type source struct {
	reactor.Reactor
	Cycle             reactor.Timer
	Measured, Desired reactor.Out[spatial.Pose]
	k                 int
}

// tracked is the controller as a reactor.
//
// in Measured, Desired; out Velocity
type tracked struct {
	reactor.Reactor
	Measured, Desired reactor.In[spatial.Pose]
	Velocity          reactor.Out[spatial.Twist]

	script law // nil for the law in Go
	took   []float64
	fault  error
}

// drive receives the velocity.
//
// in Velocity
type drive struct {
	reactor.Reactor
	Velocity reactor.In[spatial.Twist]
	last     spatial.Twist
}

func newTracked(main *reactor.Main, script law, n int) *tracked {
	s, c, d := &source{}, &tracked{script: script, took: make([]float64, 0, n)}, &drive{}
	reactor.Init(main, "source", s)
	reactor.Init(main, "tracker", c)
	reactor.Init(main, "drive", d)
	s.Cycle.Set(updates, updates)
	s.Reaction("sample").On(&s.Cycle).Sets(&s.Measured, &s.Desired).Do(func() {
		s.Measured.Set(pose(s.k, 0))
		s.Desired.Set(pose(s.k, 0.3))
		s.k++
	})
	c.Reaction("update").On(&c.Measured, &c.Desired).Sets(&c.Velocity).Do(c.update)
	d.Reaction("take").On(&d.Velocity).Do(func() { d.last = d.Velocity.Get() })
	reactor.Connect(&s.Measured, &c.Measured)
	reactor.Connect(&s.Desired, &c.Desired)
	reactor.Connect(&c.Velocity, &d.Velocity)
	return c
}

func (c *tracked) update() {
	start := rt.Now()
	if c.script == nil {
		c.Velocity.Set(scaled(spatial.Delta(c.Measured.Get(), c.Desired.Get())))
	} else if v, err := c.script(c.Measured.Ref(), c.Desired.Ref()); err != nil {
		c.fault = err
	} else {
		c.Velocity.Set(v)
	}
	if took := rt.Now() - start; len(c.took) < cap(c.took) {
		c.took = append(c.took, float64(took)/1000)
	}
}

// updates runs the controller in a program at 1 kHz.
func (x *experiments) updates(ctx context.Context, script law, n int) ([][]float64, error) {
	main := reactor.NewMain("tracking")
	c := newTracked(main, script, n)
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := x.realTime(ctx, p, rt.Light, 0, time.Duration(n)*updates); err != nil {
		return nil, err
	}
	return [][]float64{c.took}, c.fault
}

// trackTable writes a table like the seed's, with figures and bars.
func (x *experiments) trackTable(name, caption string, ways []*way) {
	t := book.Table{Name: "tracker_" + name, Caption: "Duration of the update in µs, " + caption,
		Columns: []string{"way", "average", "p50", "p99", "worst", "average / C++", "p99 / C++", "worst / C++"}}
	base := named(ways, kdl)
	for _, w := range ways {
		s := w.stats(0)
		r := bench.Result{Name: "coordination/tracker/" + name + "/" + slug(w.name), Value: s.avg, Unit: "µs",
			Note: fmt.Sprintf("average; p50 %.3g, p99 %.3g, worst %.4g", s.p50, s.p99, s.worst)}
		ratios := []any{"–", "–", "–"}
		var b stats
		if base != nil && base != w {
			b = base.stats(0)
			r = r.Against(kdl, b.avg)
			ratios = []any{ratio(s.avg, b.avg), ratio(s.p99, b.p99), ratio(s.worst, b.worst)}
		}
		switch what := "tracker " + name + ": " + w.name + " / " + kdl + ", average"; { // back to back is not part of the experiment
		case name == "warm":
		case w.name == goTracks:
			x.bar("tracker/"+name+"/go-ratio", what, quotient(s.avg, b.avg), 1, "×")
		case w.name == luaDue:
			x.bar("tracker/"+name+"/lua-due-ratio", what, quotient(s.avg, b.avg), 5, "×")
		case w.name == luaTracks:
			x.bar("tracker/"+name+"/lua-ratio", what, quotient(s.avg, b.avg), 5, "×")
		}
		t.Add(report.Neutral, append([]any{w.name, s.avg, s.p50, s.p99, s.worst}, ratios...)...)
		x.Figure(r)
	}
	x.Table(t)
}

// noGarbage counts what an update allocates of Go's memory.
func (x *experiments) noGarbage() error {
	scripted, err := inLua("fitted")
	if err != nil {
		return err
	}
	for _, w := range []struct {
		name string
		law  law
	}{{goTracks, inGo}, {luaTracks, scripted}} {
		from, to := pose(0, 0), pose(0, 0.3)
		n, err := allocations(1000, func() error {
			_, err := w.law(&from, &to)
			return err
		})
		if err != nil {
			return err
		}
		x.bar("tracker/"+slug(w.name)+"/allocations", "tracker: allocations of Go's in 1000 updates, "+w.name, n, 0, "")
	}
	return nil
}

// allocations counts the allocations of n calls.
func allocations(n int, f func() error) (float64, error) {
	var before, after runtime.MemStats
	least := math.Inf(1)
	for range 3 { // another goroutine may allocate meanwhile
		runtime.ReadMemStats(&before)
		for range n {
			if err := f(); err != nil {
				return 0, err
			}
		}
		runtime.ReadMemStats(&after)
		least = min(least, float64(after.Mallocs-before.Mallocs))
	}
	return least, nil
}
