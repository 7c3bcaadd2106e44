// Command 04-deadline runs on the real clock with a sensor that once takes too long. It shows the two ends of a
// deadline: the watchdog at the moment it passes, and the handler when the reaction's turn comes.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

const ms = time.Millisecond

// Sensor reads a device that hangs at its third reading.
//
//	timer  cycle
//	out    value
//	sensor device
type Sensor struct {
	reactor.Reactor
	Cycle  reactor.Timer
	Value  reactor.Out[int]
	Device reactor.Sensor[int]

	n int
}

// NewSensor makes a sensor.
func NewSensor(parent reactor.Parent, name string) *Sensor {
	s := &Sensor{}
	reactor.Init(parent, name, s)
	s.Cycle.Set(0, 300*ms)
	s.Device.Bind(func() int {
		if s.n++; s.n == 3 {
			time.Sleep(250 * ms)
		}
		return s.n
	})
	s.Reaction("read").On(&s.Cycle).Sets(&s.Value).Do(func() { s.Value.Set(s.Device.Read()) })
	return s
}

// Motor needs its command within 100 ms of the reading's tag.
//
//	in command
type Motor struct {
	reactor.Reactor
	Command reactor.In[int]
}

// NewMotor makes a motor.
func NewMotor(parent reactor.Parent, name string) *Motor {
	m := &Motor{}
	reactor.Init(parent, name, m)
	m.Reaction("move").On(&m.Command).
		Deadline(100*ms, func() { fmt.Println(m.Tag(), "command", m.Command.Get(), "is late: brake") }).
		Expired(func() { fmt.Println("watchdog: no command yet, and the sensor still hangs") }).
		Do(func() { fmt.Println(m.Tag(), "command", m.Command.Get(), "in time") })
	return m
}

func main() {
	m := reactor.NewMain("cell")
	reactor.Connect(&NewSensor(m, "sensor").Value, &NewMotor(m, "motor").Command)
	p, err := reactor.Build(m, reactor.Options{})
	if err == nil {
		var res exec.Result
		res, err = exec.Run(context.Background(), p, exec.Options{Clock: exec.Real, Timeout: 900 * ms})
		fmt.Println("deadlines missed:", res.Counters.Misses, "- noticed as they passed:", res.Expired)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
