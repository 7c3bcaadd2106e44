// Command 08-ros1 is a vehicle in a graph of ROS 1: it takes a speed and a limit, and publishes its
// position.
package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/tf"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Vehicle drives along x at the commanded speed, until it has gone a metre.
//
//	timer cycle
//	in    speed, limit, offset
//	out   moves, stays
type Vehicle struct {
	reactor.Reactor
	Cycle        reactor.Timer
	Speed        reactor.In[stdmsgs.Float64] // m/s
	Limit        reactor.In[float64]         // m/s
	Offset       reactor.In[time.Duration]   // offset of the graph's time
	Moves, Stays reactor.Out[tf.Transforms]

	x, speed, limit float64
	offset          time.Duration
}

// NewVehicle makes a vehicle at rest.
func NewVehicle(parent reactor.Parent, name string) *Vehicle {
	v := &Vehicle{limit: 1}
	reactor.Init(parent, name, v)
	v.Cycle.Set(0, 20*time.Millisecond)
	v.Reaction("speed").On(&v.Speed).Do(func() { v.speed = v.Speed.Get().Data })
	v.Reaction("limit").On(&v.Limit).Do(func() { v.limit = v.Limit.Get() })
	v.Reaction("offset").On(&v.Offset).Do(func() { v.offset = v.Offset.Get() })
	v.Reaction("mount").On(v.Startup()).Sets(&v.Stays).Do(func() {
		v.Stays.Set(tf.Transforms{{Parent: "base", Child: "camera", Pose: spatial.Pose{P: spatial.V(0.3, 0, 0.5), R: spatial.IdentityRot()}}})
	})
	v.Reaction("drive").On(&v.Cycle).Sets(&v.Moves).Do(func() {
		v.x += min(v.speed, v.limit) * 0.02
		at := int64(v.Tag().Time) + int64(v.offset)
		v.Moves.Set(tf.Transforms{{Parent: "map", Child: "base", At: at, Pose: spatial.Pose{P: spatial.V(v.x, 0, 0), R: spatial.IdentityRot()}}})
		if v.x >= 1 {
			v.RequestStop()
		}
	})
	return v
}

// vehicle is the program: the vehicle and its connection to a graph.
type vehicle struct{}

// Name implements run.Spec.
func (vehicle) Name() string { return "vehicle" }

// Params implements run.Spec.
func (vehicle) Params() any { return &struct{}{} }

// Make implements run.Spec. Only a program on the real clock is in a graph.
func (vehicle) Make(o run.Order) (*run.Instance, error) {
	m := reactor.NewMain("vehicle")
	v, clock, sends := NewVehicle(m, "vehicle"), ros1.NewClock(m, "clock"), tf.NewBroadcaster(m, "tf")
	speed, limit := ros1.NewIn[stdmsgs.Float64](m, "speed", "/speed"), ros1.NewParameter[float64](m, "limit", "/vehicle/limit")
	reactor.Connect(&speed.Out, &v.Speed)
	reactor.Connect(&limit.Out, &v.Limit)
	reactor.Connect(&clock.Out, &v.Offset)
	reactor.Connect(&v.Moves, &sends.Moving)
	reactor.Connect(&v.Stays, &sends.Fixed)
	p, err := reactor.Build(m, reactor.Options{Replay: o.Replay, Cut: o.Cut})
	i := &run.Instance{Program: p, Describe: func() map[string]string { return run.Described("vehicle", vehicle{}.Params(), o.Seed, o.Cut) }}
	if !o.Real || o.Replay {
		return i, err
	}
	i.Clock = exec.Real
	i.Begin = func(ctx context.Context, live *run.Around) error {
		n, err := ros1.Dial(ctx, ros1.Config{Name: "vehicle", Master: os.Getenv("ROS_MASTER_URI")})
		if err != nil {
			return err
		}
		live.Keep(func() { _ = n.Close() }) // the master may be gone
		_, err = speed.Connect(n, ros1.SubOptions{})
		return errors.Join(err, limit.Connect(n), clock.Connect(n), sends.Connect(n))
	}
	return i, err
}

func main() { cli.Main(vehicle{}) }
