// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal 0c5c2530728cd3f7.

// Package switched is the control law switched on the runtime: C1 every 20 ms and C2 every 30 ms.
//
// A composition is a reactor, a real-time loop in it is one too, and its Atoms are fields of that, run in a fixed
// order by its cycle. Values go from loop to loop at the same tag, and from composition to composition after the
// response time of the one that produces them; there the last one that arrived holds. What leaves an Atom or a driver
// and is not valid does not go on: see package loop.
//
// Why these periods:
//   - t_comp_max(C1) = 40 µs, the sum over 4 Atoms and the communication, of which nothing is stated
//   - T_exe(C1) = [5 ms, 100 ms]
//   - t_comp_max(C2) = 80 µs, the sum over 9 Atoms and the communication, of which nothing is stated
//   - T_exe(C2) = [5 ms, 100 ms]
//   - C1 runs every 20 ms: as asked, of [5 ms, 100 ms]
//   - C2 runs every 30 ms: as asked, of [5 ms, 100 ms]
//   - core 0 is used to 0.5 %: C1 answers in 40 µs of 20 ms, C2 answers in 120 µs of 30 ms
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
//		law "github.com/sinew-robotics/sinew/lang/atoms/gen/testdata/switched"
//		"github.com/sinew-robotics/sinew/model/atom/loop"
//		"github.com/sinew-robotics/sinew/reactor"
//		"github.com/sinew-robotics/sinew/reactor/exec"
//	)
//
//	type myDepth struct{}
//
//	func (myDepth) Read(reactor.Tag) (s law.DepthSample) { return s } // ask the sensor here
//
//	type myMotors struct{}
//
//	func (myMotors) Command(_ reactor.Tag, c law.MotorsCommand) (s law.MotorsSample) { return s } // drive the actuators here; NaN: come to rest
//
//	func (myMotors) Limits() string { return "…" } // what keeps the commands within bounds, as a hw.Commander does
//
//	type myWatch struct{}
//
//	func (myWatch) Command(_ reactor.Tag, c law.WatchCommand) {} // drive the actuators here; NaN: come to rest
//
//	func (myWatch) Limits() string { return "…" } // what keeps the commands within bounds, as a hw.Commander does
//
//	func main() {
//		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
//		defer stop()
//		main := reactor.NewMain("switched")
//		l := law.New(main, law.Drivers{Depth: myDepth{}, Motors: myMotors{}, Watch: myWatch{}}, law.Known(), loop.Options{
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
package switched

import (
	"time"

	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// The times of the plan.
const (
	C1Period   = 20 * time.Millisecond  // allowed: [5 ms, 100 ms]; worst computation time: 40 µs
	C1Offset   = time.Duration(0)       // of its first cycle
	C1Response = 40 * time.Microsecond  // from a cycle's start until its products are there
	C2Period   = 30 * time.Millisecond  // allowed: [5 ms, 100 ms]; worst computation time: 80 µs
	C2Offset   = time.Duration(0)       // of its first cycle
	C2Response = 120 * time.Microsecond // from a cycle's start until its products are there
)

// Switched is the whole control law.
type Switched struct {
	C1 *C1
	C2 *C2
}

// New makes the control law in a program. The drivers may be left out for a replay.
func New(parent reactor.Parent, d Drivers, k *Knowledge, o loop.Options) *Switched {
	p := &Switched{
		C1: NewC1(parent, d, k, o),
		C2: NewC2(parent, d, k, o),
	}
	reactor.Connect(&p.C2.ChoiceU, &p.C1.ChoiceU).After(C2Response)
	reactor.Connect(&p.C2.Halt, &p.C1.HaltC2).After(C2Response)
	reactor.Connect(&p.C1.DepthZ, &p.C2.DepthZ).After(C1Response)
	return p
}
