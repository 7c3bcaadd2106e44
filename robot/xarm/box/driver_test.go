package box

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

var _ hw.Stater = (*xarm.Driver)(nil)

// openRig makes a driver on a box in memory.
func openRig(f Failures) func(t testing.TB) hwtest.Rig {
	return func(t testing.TB) hwtest.Rig {
		r := newRig(t, nil, Failures{})
		lossy := f.Drop+f.Duplicate+f.Reorder+f.Delay+f.Corrupt > 0
		r.net.SetFailures(f)
		d, err := xarm.NewDriver(xarm.DriverConfig{Dial: r.net.Dial, Client: xarm.ClientConfig{Retries: 2}})
		if err != nil {
			t.Fatal(err)
		}
		return hwtest.Rig{
			Driver: d, Pass: r.pass, Speed: r.speed, Lossy: lossy, Break: r.net.Break,
			Hold: func(group string, state, command []float64) { holdOrMove(group, 0, state, command) },
			Move: holdOrMove,
		}
	}
}

// holdOrMove commands 0.5 mrad or 0.4 mm a cycle, or a velocity, after cycle 0.
func holdOrMove(group string, i int, state, command []float64) {
	clear(command)
	k := float64(i)
	switch group {
	case xarm.GroupJointPosition:
		copy(command, state[xarm.StateQ:xarm.StateDQ])
		command[0] += 5e-4 * k
	case xarm.GroupTCPPose:
		copy(command, state[xarm.StatePose:xarm.StateStatus])
		command[1] += 4e-4 * k
	case xarm.GroupJointVelocity:
		command[0] = min(k, 1) * 0.2
	case xarm.GroupTCPVelocity:
		command[1] = min(k, 1) * 0.05
	}
}

func TestDriverConforms(t *testing.T) { hwtest.TestDriver(t, openRig(Failures{})) }

func TestDriverConformsOnABadWire(t *testing.T) {
	for name, f := range map[string]Failures{
		"1 % lost":      {Seed: 1, Drop: 0.01},
		"20 % lost":     {Seed: 2, Drop: 0.2},
		"duplicated":    {Seed: 3, Duplicate: 0.5},
		"reordered":     {Seed: 4, Reorder: 0.3, Delay: 0.1},
		"all of it":     {Seed: 5, Drop: 0.05, Duplicate: 0.2, Reorder: 0.1, Delay: 0.05, DelayFrames: 3},
		"bits too":      {Seed: 6, Corrupt: 0.02},
		"late by three": {Seed: 7, Delay: 0.2, DelayFrames: 3},
	} {
		t.Run(name, func(t *testing.T) { hwtest.TestDriver(t, openRig(f)) })
	}
}

func TestDriverTellsTheBoxesError(t *testing.T) {
	r := newRig(t, nil, Failures{})
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: r.net.Dial})
	r.must(err)
	r.must(d.Use(xarm.GroupTCPPose))
	r.must(d.Enter(hw.Inactive))
	r.must(d.Enter(hw.Active))
	r.box.EmergencyStop()
	r.pass(20 * time.Millisecond)
	state := make([]float64, xarm.StateLen)
	r.must(d.Read(state))
	if xarm.ErrorCode(state[xarm.StateError]) != xarm.ErrorEmergencyStop || xarm.Status(state[xarm.StateStatus])&xarm.StatusError == 0 {
		t.Errorf("error %g, status %#x", state[xarm.StateError], int(state[xarm.StateStatus]))
	}
	r.must(d.Enter(hw.Inactive))
	if err := d.Enter(hw.Active); err != xarm.ErrorEmergencyStop {
		t.Errorf("active with the button pressed: %v", err)
	}
	r.box.ReleaseEmergencyStop()
	r.must(d.Enter(hw.Active))
}
