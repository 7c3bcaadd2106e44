package mock

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
)

func two(c Config) Config {
	c.Name = "mock"
	for _, n := range []string{"joint1", "joint10"} {
		c.Joints = append(c.Joints, Joint{Name: n, Commands: []string{"position", "velocity"}, States: []string{"position", "velocity"}})
	}
	return c
}

func TestDriver(t *testing.T) {
	hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig {
		d, err := New(two(Config{Dynamics: true}))
		if err != nil {
			t.Fatal(err)
		}
		return hwtest.Rig{Driver: d,
			Pass:  func(time.Duration) {}, // it does with readings
			Speed: func() float64 { return math.Abs(d.joints[0].v) + math.Abs(d.joints[1].v) },
			Hold:  func(_ string, state, command []float64) { copy(command, []float64{state[0], 0, state[2], 0}) },
			Move: func(_ string, i int, state, command []float64) {
				copy(command, []float64{state[0] + 1e-4, 0, state[2], 0})
			},
			Break: func() { d.Fail(Broken) },
		}
	})
}

// active is mock hardware that takes commands.
func active(t *testing.T, c Config) *Driver {
	t.Helper()
	d, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{d.Enter(hw.Inactive), d.Use("all"), d.Enter(hw.Active)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func cycle(t *testing.T, d *Driver, command ...float64) []float64 {
	t.Helper()
	if err := d.Write(command); err != nil {
		t.Fatal(err)
	}
	state := make([]float64, len(d.info.State))
	if err := d.Read(state); err != nil {
		t.Fatal(err)
	}
	return state
}

func near(t *testing.T, got []float64, want ...float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("%v, want %v", got, want)
			return
		}
	}
}

func TestOptions(t *testing.T) {
	near(t, cycle(t, active(t, two(Config{})), 1, 2, 3, 4), 1, 2, 3, 4)             // states are copies
	near(t, cycle(t, active(t, two(Config{Disabled: true})), 1, 2, 3, 4), 0, 0)     // commands are ignored
	near(t, cycle(t, active(t, two(Config{Offset: 0.5})), 1, 2, 3, 4), 1.5, 2, 3.5) // joint1 is not joint10
	d := active(t, two(Config{Dynamics: true}))
	near(t, cycle(t, d, 1e-3, 9, 2e-3, 9), 1e-3, 1, 2e-3, 2) // velocities are differences
	if done, err := d.Modes([]string{"joint10/velocity"}, nil); !done || err != nil {
		t.Fatal(done, err)
	}
	near(t, cycle(t, d, 1e-3, 9, 0, 3), 1e-3, 0, 5e-3, 3) // the other integrates
	c := two(Config{SensorCommands: true})
	c.Pins = []Pin{{Name: "io/in", Unit: "bool", State: true}}
	near(t, cycle(t, active(t, c), 1, 2, 3, 4, 1), 1, 2, 3, 4, 1)
	c = two(Config{})
	c.Joints = append(c.Joints, Joint{Name: "finger", States: []string{"position"}, Mimic: "joint1", Factor: -2, Shift: 0.1})
	near(t, cycle(t, active(t, c), 1, 2, 3, 4), 1, 2, 3, 4, -1.9)
	c.Joints[2].Mimic = "joint"
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), `finger mimics "joint"`) {
		t.Errorf("error %v", err)
	}
}

func TestInfiniteCommandsAreRefused(t *testing.T) {
	d := active(t, two(Config{}))
	if err := d.Write([]float64{math.Inf(1), 0, 0, 0}); err == nil || !strings.Contains(err.Error(), "joint1/position is commanded +Inf") {
		t.Errorf("error %v", err)
	}
}
