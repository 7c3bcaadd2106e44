package overseer

import (
	"testing"

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

// state makes a pointer.
func state(s messages.DrivingState) *messages.DrivingState { return &s }
