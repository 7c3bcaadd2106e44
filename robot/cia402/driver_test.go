package cia402_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
	"github.com/sinew-robotics/sinew/robot/cia402"
	"github.com/sinew-robotics/sinew/robot/cia402/box"
)

// arm is drives on buses in memory, and a driver.
type arm struct {
	t      testing.TB
	nets   []*canopen.Net
	ports  []*canopen.Port
	drives []*box.Drive
	driver *cia402.Driver
	state  []float64
}

// newArm makes n axes, three on a bus.
func newArm(t testing.TB, n int, watchdog time.Duration) *arm {
	t.Helper()
	a := &arm{t: t}
	cfg := cia402.Config{Watchdog: watchdog}
	for i := range n {
		if i%3 == 0 {
			net, err := canopen.NewNet(1_000_000, 250*time.Microsecond)
			if err != nil {
				t.Fatal(err)
			}
			net.Pass = a.pass
			a.nets = append(a.nets, net)
			port := net.Port()
			a.ports = append(a.ports, port)
			cfg.Buses = append(cfg.Buses, func() (canopen.Bus, error) { port.Open(); return port, nil })
		}
		m := box.Usual()
		d, err := box.Attach(a.nets[i/3], uint8(i%3+1), m)
		if err != nil {
			t.Fatal(err)
		}
		a.drives = append(a.drives, d...)
		counts := m.Counts
		if i%2 == 1 {
			counts = -counts // mounted the other way round
		}
		cfg.Axes = append(cfg.Axes, cia402.Axis{Name: fmt.Sprint("joint", i+1), Bus: i / 3, Node: uint8(i%3 + 1), Counts: counts})
	}
	var err error
	if a.driver, err = cia402.NewDriver(cfg); err != nil {
		t.Fatal(err)
	}
	a.state = make([]float64, len(a.driver.Info().State))
	return a
}

func (a *arm) pass(d time.Duration) {
	for _, n := range a.nets {
		n.Advance(d)
	}
}

// up takes the driver to Active in a group.
func (a *arm) up(group string) {
	a.t.Helper()
	for _, err := range []error{a.driver.Use(group), a.driver.Enter(hw.Inactive), a.driver.Enter(hw.Active)} {
		if err != nil {
			a.t.Fatal(err)
		}
	}
}

// cycle writes, lets a period pass and reads.
func (a *arm) cycle(command []float64) error {
	if err := a.driver.Write(command); err != nil {
		return err
	}
	a.pass(time.Millisecond)
	return a.driver.Read(a.state)
}

func (a *arm) speed() (top float64) {
	for _, d := range a.drives {
		top = max(top, math.Abs(d.Speed()))
	}
	return top
}

func TestDriver(t *testing.T) {
	hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig {
		a := newArm(t, 5, 5*time.Second)
		position := func(state []float64, i int) float64 { return state[i*cia402.StateLen+cia402.StatePosition] }
		return hwtest.Rig{Driver: a.driver, Pass: a.pass, Speed: a.speed,
			Hold: func(group string, state, command []float64) {
				for i := range command {
					if command[i] = 0; group == cia402.GroupPosition {
						command[i] = position(state, i)
					}
				}
			},
			Move: func(group string, n int, state, command []float64) {
				for i := range command {
					s := float64(n) * 1e-3
					switch group {
					case cia402.GroupPosition:
						command[i] = position(state, i) + 0.5*s*s
					case cia402.GroupVelocity:
						command[i] = s
					default:
						command[i] = 5
					}
				}
			},
			Break: func() {
				for _, p := range a.ports {
					_ = p.Close()
				}
			},
		}
	})
}

// TestTwelveAxes drives a dozen axes at 1 kHz over four buses: they follow, and the buses carry it.
func TestTwelveAxes(t *testing.T) {
	a := newArm(t, 12, 0)
	a.up(cia402.GroupPosition)
	command := make([]float64, 12)
	busy := make([]time.Duration, len(a.nets))
	for i, n := range a.nets {
		busy[i] = n.Busy
	}
	const cycles = 2000
	worst := 0.0
	for n := range cycles {
		for i := range command {
			command[i] = 0.3 * (1 - math.Cos(float64(n)*1e-3*(1+0.1*float64(i))))
		}
		if err := a.cycle(command); err != nil {
			t.Fatal(n, err)
		}
		for i, d := range a.drives {
			angle := d.Angle() * float64(1-2*(i%2))
			worst = max(worst, math.Abs(command[i]-angle))
			if got := a.state[i*cia402.StateLen]; math.Abs(got-angle) > 2e-3 {
				t.Fatalf("cycle %d, axis %d: it reads %g and is at %g", n, i, got, angle)
			}
		}
	}
	if worst > 2e-3 {
		t.Errorf("an axis was %g rad from its command", worst)
	}
	for i, n := range a.nets {
		load, most := float64(n.Busy-busy[i])/float64(cycles*time.Millisecond), a.driver.Load(i)
		t.Logf("bus %d: load %.1f %%, at most %.1f %%", i, load*100, most*100)
		if load > most || load < 0.5 {
			t.Errorf("bus %d: load %g, bound %g", i, load, most)
		}
		if lost := a.ports[i].Lost; lost > 0 {
			t.Errorf("bus %d: %d frames were lost", i, lost)
		}
	}
}

// TestTooManyAxes: what a bus cannot carry is refused before anything is sent.
func TestTooManyAxes(t *testing.T) {
	cfg := cia402.Config{Buses: []func() (canopen.Bus, error){nil}}
	for i := range 12 {
		cfg.Axes = append(cfg.Axes, cia402.Axis{Name: fmt.Sprint("joint", i), Node: uint8(i + 1), Counts: 1000})
	}
	if _, err := cia402.NewDriver(cfg); err == nil || !strings.Contains(err.Error(), "more buses") {
		t.Error(err)
	}
	cfg.Axes = append(cfg.Axes[:1], cia402.Axis{Name: "a", Bus: 1, Node: 3, Counts: 1}, cia402.Axis{Name: "b", Node: 127, Counts: 1},
		cia402.Axis{Name: "c", Node: 1, Counts: 1}, cia402.Axis{Name: "d", Node: 2})
	_, err := cia402.NewDriver(cfg)
	for _, want := range []string{"axis a: there is no bus 1", "axis b: node 127", "axis c: node 1 of bus 0 is axis joint0 already", "axis d: 0 counts"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said: %v", want, err)
		}
	}
}

// TestFailures: whatever happens to one axis, all come to rest, and the cause is told in a line.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		fail func(a *arm)
		want string
		at   hw.LifeCycle
	}{
		"over-current":    {func(a *arm) { a.drives[1].Fail(0x2310) }, "joint2 is fault reaction active: error 2310: continuous over-current", hw.Inactive},
		"blocked":         {func(a *arm) { a.drives[2].Jam(true) }, "joint3 is fault: error 8611: following error", hw.Inactive},
		"cable of one":    {func(a *arm) { a.drives[0].Mute(true) }, "axis joint1, node 1 of bus 0, says nothing any more", hw.Unconfigured},
		"bus":             {func(a *arm) { _ = a.ports[1].Close() }, "the bus is closed", hw.Unconfigured},
		"reset by itself": {func(a *arm) { a.drives[3].Node.Boot() }, "says nothing any more", hw.Unconfigured},
	} {
		t.Run(name, func(t *testing.T) {
			a := newArm(t, 6, 0)
			a.up(cia402.GroupVelocity)
			command := []float64{1, 1, 1, 1, 1, 1}
			if name == "blocked" {
				a = newArm(t, 6, 0)
				a.up(cia402.GroupPosition)
			}
			var err error
			for n := 0; n < 1000 && err == nil; n++ {
				if name == "blocked" {
					for i := range command {
						command[i] = float64(n) * 1e-3
					}
				}
				if n == 300 {
					c.fail(a)
				}
				err = a.cycle(command)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v", err)
			}
			if a.driver.LifeCycle() != c.at {
				t.Errorf("the driver is %v", a.driver.LifeCycle())
			}
			a.pass(500 * time.Millisecond)
			if v := a.speed(); v > 1e-3 {
				t.Errorf("an axis moves at %g rad/s after half a second", v)
			}
		})
	}
}

// TestSilentMaster: drives whose master says nothing stop by themselves, and can be driven again.
func TestSilentMaster(t *testing.T) {
	a := newArm(t, 4, 0)
	a.up(cia402.GroupVelocity)
	command := []float64{1, 1, 1, 1}
	for range 300 {
		if err := a.cycle(command); err != nil {
			t.Fatal(err)
		}
	}
	a.pass(200 * time.Millisecond)
	if v := a.speed(); v > 1e-3 {
		t.Errorf("an axis moves at %g rad/s", v)
	}
	if err := a.cycle(command); err == nil || !strings.Contains(err.Error(), "8130") {
		t.Error(err)
	}
	if err := a.driver.Enter(hw.Active); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if err := a.cycle(command); err != nil {
			t.Fatal(err)
		}
	}
	if v := a.speed(); v < 0.9 {
		t.Errorf("it moves at %g rad/s", v)
	}
}

// TestOtherDevice: a node that is no drive is named.
func TestOtherDevice(t *testing.T) {
	net, err := canopen.NewNet(500_000, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var port *canopen.Port
	node, err := canopen.NewNode(5, 401, nil, func(f *canopen.Frame) { _ = port.Send(f) })
	if err != nil {
		t.Fatal(err)
	}
	port = net.Attach(still{node})
	end := net.Port()
	d, err := cia402.NewDriver(cia402.Config{Axes: []cia402.Axis{{Name: "x", Node: 5, Counts: 1}, {Name: "y", Node: 6, Counts: 1}},
		Buses: []func() (canopen.Bus, error){func() (canopen.Bus, error) { return end, nil }}})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Enter(hw.Inactive)
	for _, want := range []string{"axis x: node 5 is a device of profile 401", "axis y: node 6 does not boot: canopen: no answer"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said: %v", want, err)
		}
	}
	if d.LifeCycle() != hw.Unconfigured {
		t.Error(d.LifeCycle())
	}
}

// still is a node without a life of its own.
type still struct{ *canopen.Node }

func (s still) Tick(d time.Duration) { s.Node.Tick(d) }
