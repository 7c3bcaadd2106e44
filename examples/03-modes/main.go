// Command 03-modes is a searching robot: it turns until it sees something, approaches while it sees it, and when
// it loses it continues the search where it left off.
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

// Eye sees something between 250 and 450 ms, and again from 800 ms on.
//
//	timer look
//	out   seen
type Eye struct {
	reactor.Reactor
	Look reactor.Timer
	Seen reactor.Out[bool]
}

// NewEye makes an eye.
func NewEye(parent reactor.Parent, name string) *Eye {
	e := &Eye{}
	reactor.Init(parent, name, e)
	e.Look.Set(50*ms, 100*ms)
	e.Reaction("look").On(&e.Look).Sets(&e.Seen).Do(func() {
		t := e.Elapsed()
		e.Seen.Set(t >= 250*ms && t < 450*ms || t >= 800*ms)
	})
	return e
}

// Robot has two modes. A timer in a mode counts the mode's own time, which stands still while another is active.
//
//	in    seen
//	modes search (initial), approach
type Robot struct {
	reactor.Reactor
	Seen     reactor.In[bool]
	Search   reactor.Mode
	Approach reactor.Mode
	Turn     reactor.Timer // in search
	Step     reactor.Timer // in approach

	angle, steps int
}

// NewRobot makes a robot.
func NewRobot(parent reactor.Parent, name string) *Robot {
	r := &Robot{}
	reactor.Init(parent, name, r)
	r.Search.Initial()
	r.Turn.In(&r.Search)
	r.Turn.Set(0, 100*ms)
	r.Step.In(&r.Approach)
	r.Step.Set(0, 40*ms)
	r.Search.Reaction("turn").On(&r.Turn).Do(func() {
		r.say(fmt.Sprintf("turns to %d°", r.angle))
		r.angle += 10
	})
	r.Search.Reaction("found").On(&r.Seen).Sets(&r.Approach).Do(func() {
		if r.Seen.Get() {
			r.Approach.Reset() // its timer begins anew
		}
	})
	r.Approach.Reaction("begin").On(r.Approach.ResetTrigger()).Do(func() { r.steps = 0 })
	r.Approach.Reaction("step").On(&r.Step).Do(func() {
		r.steps++
		r.say(fmt.Sprintf("step %d", r.steps))
	})
	r.Approach.Reaction("lost").On(&r.Seen).Sets(&r.Search).Do(func() {
		if !r.Seen.Get() {
			r.Search.Resume() // its timer goes on where it stood
		}
	})
	return r
}

func (r *Robot) say(what string) { fmt.Printf("%-13v %s\n", r.Tag(), what) }

func main() {
	m := reactor.NewMain("searcher")
	reactor.Connect(&NewEye(m, "eye").Seen, &NewRobot(m, "robot").Seen)
	p, err := reactor.Build(m, reactor.Options{})
	if err == nil {
		_, err = exec.Run(context.Background(), p, exec.Options{Timeout: 1000 * ms})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
