// Command 09-bag warns when it is too warm. Temperatures come on a topic of ROS 1: from a graph, or from a
// bag.
package main

import (
	"fmt"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Alarm warns when a temperature rises above a limit, and reports when it is below the limit again.
//
//	in  celsius
//	out warning
type Alarm struct {
	reactor.Reactor
	Celsius reactor.In[stdmsgs.Float64]
	Warning reactor.Out[stdmsgs.String]

	limit float64
	warm  bool
}

// NewAlarm makes an alarm with a limit in degrees Celsius.
func NewAlarm(parent reactor.Parent, name string, limit float64) *Alarm {
	a := &Alarm{limit: limit}
	reactor.Init(parent, name, a)
	a.Reaction("judge").On(&a.Celsius).Sets(&a.Warning).Do(func() {
		x := a.Celsius.Get().Data
		switch {
		case x > a.limit && !a.warm:
			a.Warning.Set(stdmsgs.String{Data: fmt.Sprintf("too warm: %g", x)})
		case x <= a.limit && a.warm:
			a.Warning.Set(stdmsgs.String{Data: fmt.Sprintf("well again: %g", x)})
		}
		a.warm = x > a.limit
	})
	return a
}

// params are the program's parameters.
type params struct {
	Limit float64 `yaml:"limit"` // degrees Celsius
}

func main() {
	cli.Main(run.New("thermometer", params{Limit: 30}, func(main *reactor.Main, p *params) error {
		in := ros1.NewIn[stdmsgs.Float64](main, "in", "/temperature")
		alarm := NewAlarm(main, "alarm", p.Limit)
		out := ros1.NewOut[stdmsgs.String](main, "out", "/warnings")
		reactor.Connect(&in.Out, &alarm.Celsius)
		reactor.Connect(&alarm.Warning, &out.In)
		return nil
	}))
}
