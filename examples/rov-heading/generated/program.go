// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal 63ddd09764faf9d8.

// Package rovheading is the control law rov_heading on the runtime: C1 every 25 ms and C2 every 50 ms.
//
// A composition is a reactor, a real-time loop in it is one too, and its Atoms are fields of that, run in a fixed
// order by its cycle. Values go from loop to loop at the same tag, and from composition to composition after the
// response time of the one that produces them; there the last one that arrived holds. What leaves an Atom or a driver
// and is not valid does not go on: see package loop.
//
// Why these periods:
//   - t_comp_max(C1) = 5.1 ms, the sum over 15 Atoms and the communication, of which nothing is stated
//   - T_exe(C1) = [5.1 ms, 50 ms]
//   - t_comp_max(C2) = 700 µs, the sum over 7 Atoms and the communication, of which nothing is stated
//   - T_exe(C2) = [10 ms, 60 ms]
//   - C1 runs every 25 ms: as asked, of [5.1 ms, 50 ms]
//   - C2 runs every 50 ms: as asked, of [10 ms, 60 ms]
//   - core 0 is used to 21.8 %: C1 answers in 5.1 ms of 25 ms, C2 answers in 5.8 ms of 50 ms
//   - all of them would still be in time if every computation took a quarter longer
//
// A program that runs it on the real clock, with drivers to be filled in:
//
//	package main
//
//	import (
//		"context"
//		"log"
//		"os"
//		"os/signal"
//		"time"
//
//		law "github.com/sinew-robotics/sinew/examples/rov-heading/generated"
//		"github.com/sinew-robotics/sinew/model/atom/loop"
//		"github.com/sinew-robotics/sinew/reactor"
//		"github.com/sinew-robotics/sinew/reactor/exec"
//	)
//
//	type myIMU struct{}
//
//	func (myIMU) Read(reactor.Tag) (s law.IMUSample) { return s } // ask the sensor here
//
//	type myLoch struct{}
//
//	func (myLoch) Read(reactor.Tag) (s law.LochSample) { return s } // ask the sensor here
//
//	type myDepth struct{}
//
//	func (myDepth) Read(reactor.Tag) (s law.DepthSample) { return s } // ask the sensor here
//
//	type myActuators struct{}
//
//	func (myActuators) Command(_ reactor.Tag, c law.ActuatorsCommand) {} // drive the actuators here; NaN: come to rest
//
//	func (myActuators) Limits() string { return "…" } // what keeps the commands within bounds, as a hw.Commander does
//
//	func main() {
//		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
//		defer stop()
//		main := reactor.NewMain("rov_heading")
//		l := law.New(main, law.Drivers{IMU: myIMU{}, Loch: myLoch{}, Depth: myDepth{}, Actuators: myActuators{}}, law.Known(), loop.Options{
//			Hold: 500 * time.Millisecond, Alarm: func(e loop.Event) { log.Printf("%+v", e) },
//		})
//		_ = l
//		// l.C2.Operator.Offer(law.OperatorSample{}) when there is news, from any thread
//		program, err := reactor.Build(main, reactor.Options{})
//		if err == nil {
//			_, err = exec.Run(ctx, program, exec.Options{Clock: exec.Real})
//		}
//		if err != nil {
//			log.Fatal(err)
//		}
//	}
package rovheading

import (
	"time"

	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// The times of the plan.
const (
	C1Period   = 25 * time.Millisecond   // allowed: [5.1 ms, 50 ms]; worst computation time: 5.1 ms
	C1Offset   = time.Duration(0)        // of its first cycle
	C1Response = 5100 * time.Microsecond // from a cycle's start until its products are there
	C2Period   = 50 * time.Millisecond   // allowed: [10 ms, 60 ms]; worst computation time: 700 µs
	C2Offset   = 5100 * time.Microsecond // of its first cycle
	C2Response = 5800 * time.Microsecond // from a cycle's start until its products are there
)

// RovHeading is the whole control law.
type RovHeading struct {
	C1 *C1
	C2 *C2
}

// New makes the control law in a program. The drivers may be left out for a replay.
func New(parent reactor.Parent, d Drivers, k *Knowledge, o loop.Options) *RovHeading {
	p := &RovHeading{
		C1: NewC1(parent, d, k, o),
		C2: NewC2(parent, d, k, o),
	}
	reactor.Connect(&p.C2.FrameShiftControlXOut, &p.C1.FrameShiftControlXOut).After(C2Response)
	reactor.Connect(&p.C2.FrameShiftControlYOut, &p.C1.FrameShiftControlYOut).After(C2Response)
	reactor.Connect(&p.C2.FrameShiftControlZOut, &p.C1.FrameShiftControlZOut).After(C2Response)
	reactor.Connect(&p.C2.Halt, &p.C1.HaltC2).After(C2Response)
	reactor.Connect(&p.C1.RobotPoseAttitudePsi, &p.C2.RobotPoseAttitudePsi).After(C1Response)
	reactor.Connect(&p.C1.RobotSpeedsWorldSpeedsR, &p.C2.RobotSpeedsWorldSpeedsR).After(C1Response)
	reactor.Connect(&p.C1.RobotPoseAttitudePhi, &p.C2.RobotPoseAttitudePhi).After(C1Response)
	reactor.Connect(&p.C1.RobotPoseAttitudeTheta, &p.C2.RobotPoseAttitudeTheta).After(C1Response)
	return p
}
