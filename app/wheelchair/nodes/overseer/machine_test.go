package overseer

import (
	"testing"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
)

// TestStopWins asks for an emergency stop in each way beside each other wish, in each state: the state is halted. Without a stop
// the wish counts, and only manual on the page ends a stop.
func TestStopWins(t *testing.T) {
	const halted, last = messages.DrivingStateHalted, messages.DrivingStateHalted
	ways := map[string]func(*MachineIn){
		"none":   func(*MachineIn) {},
		"stop":   func(in *MachineIn) { in.Stop = true },
		"wish":   func(in *MachineIn) { in.Wish = state(halted) },
		"button": func(in *MachineIn) { in.Button = state(halted) },
		"kit":    func(in *MachineIn) { in.Kit = &hardware.PMKMeasured{Faults: emergency} },
	}
	for now := messages.DrivingState(0); now <= last; now++ {
		for asked := messages.DrivingState(0); asked < last; asked++ {
			for way, stop := range ways {
				for _, page := range []bool{true, false} {
					in, out := MachineIn{StateData: state(now)}, MachineOut{}
					if page {
						in.Wish = state(asked)
					} else {
						in.Button = state(asked)
					}
					stop(&in)
					want := halted
					if way == "none" && (now != halted || page && asked == messages.DrivingStateManual) {
						want = asked
					}
					if err := new(MachineState).Run(&in, &out); err != nil {
						t.Fatal(err)
					}
					got := now
					if out.SetStateData {
						got = out.StateData
					}
					if got != want || out.SetStateData != (want != now) {
						t.Errorf("%v, %v asked (page: %t), stop by %s: %v, set: %t", now, asked, page, way, got, out.SetStateData)
					}
				}
			}
		}
	}
}

// TestGuards asks for each state in each state while all nodes run, while one is down, and when one has ended for good.
func TestGuards(t *testing.T) {
	const native, manual, assisted, autonomous, halted = messages.DrivingStateNative, messages.DrivingStateManual,
		messages.DrivingStateAssisted, messages.DrivingStateAutonomous, messages.DrivingStateHalted
	order := []messages.DrivingState{native, manual, assisted, autonomous, halted}
	for _, x := range []struct {
		name   string
		health chair.Health
		leads  [5]string // by the present state, where each wish leads: the first letters, halted is h
	}{
		{"all run", chair.Health{Operating: true}, [5]string{"nmsah", "nmsah", "nmsah", "nmsah", "hmhhh"}},
		{"one is down", chair.Health{}, [5]string{"nnnnh", "nmmmh", "nmssh", "nmsah", "hhhhh"}},
		{"one has ended", chair.Health{Gone: 1}, [5]string{"nnnnh", "nhhhh", "nhhhh", "nhhhh", "nhhhh"}},
	} {
		for i, now := range order {
			for k, asked := range order {
				var s MachineState
				in, out := MachineIn{StateData: state(now), Wish: state(asked), Health: &x.health}, MachineOut{}
				if err := s.Run(&in, &out); err != nil {
					t.Fatal(err)
				}
				got := now
				if out.SetStateData {
					got = out.StateData
				}
				want := map[byte]messages.DrivingState{'n': native, 'm': manual, 's': assisted, 'a': autonomous, 'h': halted}[x.leads[i][k]]
				if got != want {
					t.Errorf("%s: %v while %v leads to %v, want %v", x.name, asked, now, got, want)
				}
			}
		}
	}
}

// state makes a pointer.
func state(s messages.DrivingState) *messages.DrivingState { return &s }
