// Package control measures control/manager: the cost of its cycle, the effect of random switches on a program on the real
// clock, and a dozen CANopen drives in a loop of 1 kHz. The figures include the share of the mock hardware.
package control

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/safety"
)

// Run emits the costs, then the switches.
func Run(o bench.Options, emit bench.Emit) error {
	for _, n := range [][2]int{{7, 5}, {100, 20}} {
		if err := cost(n[0], n[1], emit); err != nil {
			return err
		}
	}
	if err := switches(o, emit); err != nil {
		return err
	}
	return drives(o, emit)
}

// wave moves joints to and fro around their initial positions.
type wave struct {
	joints       []string
	speed, phase float64
	start        []float64
}

func (w *wave) Parameters() []manager.Parameter { return nil }

func (w *wave) Configure(*manager.Setup) (manager.Description, error) {
	w.start = make([]float64, len(w.joints))
	return manager.Description{States: append(manager.Needs("position", w.joints...), manager.Needs("velocity", w.joints...)...),
		Commands: manager.Needs("position", w.joints...)}, nil
}

func (w *wave) Activate(io *manager.IO) error {
	w.phase = 0
	for i := range w.start {
		w.start[i] = io.Command(i)
	}
	return nil
}

func (w *wave) Update(io *manager.IO) error {
	w.phase += float64(w.speed * io.Dt)
	x := 0.3 * (1 - math.Cos(w.phase))
	for i := range w.start {
		io.SetCommand(i, w.start[i]+x)
	}
	return nil
}

func (w *wave) Deactivate(*manager.IO) {}

// robot is mock hardware with joints that have three interfaces in each direction.
func robot(joints int) (*mock.Driver, []string, manager.Config, error) {
	c := mock.Config{Name: "arm", Dynamics: true}
	limits := map[string]safety.AxisLimit{}
	var names []string
	three := []string{"position", "velocity", "effort"}
	for i := range joints {
		name := fmt.Sprintf("j%d", i)
		names = append(names, name)
		c.Joints = append(c.Joints, mock.Joint{Name: name, Commands: three, States: three})
		limits[name] = limit(name)
	}
	d, err := mock.New(c)
	return d, names, manager.Config{Components: []manager.Component{{Driver: d, Start: hw.Active}}, Limits: limits}, err
}

func limit(string) safety.AxisLimit {
	l := safety.Unlimited()
	l.Lower, l.Upper, l.V, l.A, l.D, l.J, l.Effort = -2.5, 2.5, 2, 10, 10, 500, 50
	return l
}

// add adds a controller of some joints.
func add(c *manager.Config, name string, joints []string, speed float64, start manager.State) {
	c.Types = append(c.Types, manager.Type{Name: name, New: func() manager.Controller { return &wave{joints: joints, speed: speed} }})
	c.Controllers = append(c.Controllers, manager.Entry{Name: name, Type: name, Start: start})
}

// cost measures read, update, limits and write.
func cost(joints, controllers int, emit bench.Emit) error {
	_, names, c, err := robot(joints)
	if err != nil {
		return err
	}
	for k := range controllers {
		add(&c, fmt.Sprintf("c%d", k), names[k*joints/controllers:(k+1)*joints/controllers], 0.5, manager.Active)
	}
	m, err := manager.New(c)
	if err != nil {
		return err
	}
	now := time.Duration(0)
	cycle := func() {
		m.Cycle(now)
		now += time.Millisecond
	}
	for range 20 {
		cycle()
	}
	if l := m.List(); l.Commands[0].Claimed == "" {
		return fmt.Errorf("the controllers are not active: %+v", l.Controllers[0])
	}
	r := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			cycle()
		}
	})
	name := fmt.Sprintf("%d joints, %d controllers: ", joints, controllers)
	note := "3 interfaces each way, all controllers move their joints; the mock's own share included"
	emit(bench.Result{Name: name + "read, update, limits, write", Value: float64(r.T.Nanoseconds()) / float64(r.N) / 1e3, Unit: "µs", Note: note})
	cpu, err := processorTime(cycle, 50_000)
	if err != nil {
		return err
	}
	emit(bench.Result{Name: name + "the same, processor time", Value: cpu, Unit: "µs", Note: "of the process, which does nothing else: what a busy machine does not add to, but for caches"})
	emit(bench.Result{Name: name + "allocations", Value: testing.AllocsPerRun(1000, cycle), Unit: "per cycle"})
	return nil
}

// processorTime is how long the process computes for each of n cycles, µs.
func processorTime(cycle func(), n int) (float64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var a, b unix.Rusage
	err := unix.Getrusage(unix.RUSAGE_SELF, &a)
	for range n {
		cycle()
	}
	if err == nil {
		err = unix.Getrusage(unix.RUSAGE_SELF, &b)
	}
	us := func(t unix.Timeval) float64 { return float64(t.Nano()) / 1e3 }
	return (us(b.Utime) + us(b.Stime) - us(a.Utime) - us(a.Stime)) / float64(n), err
}
