package main

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

const ms = time.Millisecond

// limits are the drive's parameters.
type limits struct{ Speed float64 } // in m/s

// Validate is called at the end of Init.
func (l limits) Validate() error {
	if !(l.Speed > 0) {
		return fmt.Errorf("a speed of %v m/s is not positive", l.Speed)
	}
	return nil
}

// Drive follows commands while it runs, and fails on a command that is too fast.
//
//	in command
type Drive struct {
	node.Node[limits, node.None]
	Command reactor.In[float64]
}

// NewDrive makes a drive.
func NewDrive(parent reactor.Parent, name string, p limits) (*Drive, error) {
	d := &Drive{}
	reactor.Init(parent, name, d)
	err := d.Setup(node.Config{Critical: true, Notify: 50 * ms, Loop: 20 * ms}, p, d)
	d.Running.Reaction("follow").On(&d.Command).Do(func() {
		if v := d.Command.Get(); v > d.Params().Speed {
			d.Fail(fmt.Errorf("%v m/s is too fast", v))
		}
	})
	return d, err
}

// Recover starts afresh, whatever the fault is.
func (d *Drive) Recover(error) node.State { return node.Init }

// Pilot asks for automatic driving and commands more and more speed.
//
//	timer tick
//	out   command
type Pilot struct {
	node.Node[node.None, node.None]
	Tick    reactor.Timer
	Command reactor.Out[float64]
}

// NewPilot makes a pilot.
func NewPilot(parent reactor.Parent, name string) (*Pilot, error) {
	p := &Pilot{}
	reactor.Init(parent, name, p)
	err := p.Setup(node.Config{}, node.None{}, p)
	p.Tick.Set(100*ms, 100*ms)
	p.Running.Reaction("ask").On(&p.Tick).Sets(&p.Request, &p.Command).Do(func() {
		p.Request.Set(node.Request{To: "auto"})
		p.Command.Set(p.Elapsed().Seconds() * 5)
	})
	p.Running.Reaction("listen").On(&p.System, &p.Answer).Do(func() {
		if p.System.Present() {
			fmt.Println(p.Tag(), p.System.Get().State, "-", p.System.Get().Cause)
		} else if a := p.Answer.Get(); !a.Granted {
			fmt.Println(p.Tag(), "refused:", a.Reason)
		}
	})
	return p, err
}
