// Command 06-xarm-circle lets an xArm 7 draw a circle by Cartesian servo commands, 250 a second. By default it drives
// a simulated control box over a wire in memory, in lock-step; with -robot it drives a box over TCP on the real clock.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

const radius, turn, period = 0.05, 2 * time.Second, 4 * time.Millisecond // m, once around, a cycle

// Circle reads the arm and sends it the next pose, each cycle.
//
//	timer    cycle
//	sensor   pose
//	actuator servo
type Circle struct {
	reactor.Reactor
	Cycle reactor.Timer
	Pose  reactor.Sensor[spatial.Pose]
	Servo reactor.Actuator[spatial.Pose, bool]

	begin spatial.Pose
	worst float64 // m
	n     int
}

// NewCircle makes a circle around a point next to the arm's position.
func NewCircle(parent reactor.Parent, name string, r *robot) *Circle {
	c := &Circle{}
	reactor.Init(parent, name, c)
	c.Cycle.Set(100*time.Millisecond, period)
	c.Pose.Bind(r.read)
	c.Servo.Bind(r.servo())
	c.Reaction("draw").On(&c.Cycle).Do(c.draw)
	return c
}

func (c *Circle) draw() {
	now, t := c.Pose.Read(), time.Duration(c.n)*period
	if c.n == 0 {
		c.begin = now
	}
	s := t.Seconds() / turn.Seconds()
	phi := 2 * math.Pi * (s * s * s * (10 - 15*s + 6*s*s)) // from rest to rest
	goal := c.begin
	goal.P = goal.P.Add(spatial.V(radius*math.Sin(phi), radius*(1-math.Cos(phi)), 0))
	c.worst = max(c.worst, now.P.Dist(goal.P))
	if c.n%125 == 0 {
		fmt.Printf("%-5v tool at %.0f %.0f %.0f mm\n", t, mm(now.P.X), mm(now.P.Y), mm(now.P.Z))
	}
	if c.n++; t >= turn || !c.Servo.Do(goal) {
		c.RequestStop()
	}
}

func mm(x float64) float64 { return math.Round(x*1e3) + 0 } // never -0

func run(addr string) error {
	o := exec.Options{Clock: exec.Real}
	dial := xarm.DialTCP(addr, time.Second)
	if addr == "" {
		w, err := newWorld()
		if err != nil {
			return err
		}
		o.Clock, o.World, dial = exec.LockStep, w, w.dial()
	}
	m := reactor.NewMain("circle")
	r, err := newRobot(dial)
	if err != nil {
		return err
	}
	c := NewCircle(m, "circle", r)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return err
	}
	_, err = exec.Run(context.Background(), p, o)
	fmt.Printf("never farther than %.0f mm from the next command; the box says: %s\n", math.Ceil(c.worst*1e3), r.trouble())
	return err
}

func main() {
	addr := flag.String("robot", "", "address of a control box, such as 127.0.0.1:5020; empty simulates one in memory")
	flag.Parse()
	if err := run(*addr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
