package lemon

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/trace/record"
)

// guide gives targets without a camera, thirty times a second.
type guide struct {
	reactor.Reactor
	Tick   reactor.Timer
	Target reactor.Out[Target]
}

func newGuide(parent reactor.Parent, at func(time.Duration) spatial.Pose) *guide {
	g := &guide{}
	reactor.Init(parent, "guide", g)
	g.Tick.Set(0, time.Second/30)
	g.Reaction("lead").On(&g.Tick).Sets(&g.Target).Do(func() {
		g.Target.Set(Target{Pose: at(g.Elapsed()), Taken: g.Tag().Time, Fresh: true})
	})
	return g
}

// bare is the planning network with the simulated box on the lock-step clock, without camera and lemon.
type bare struct {
	rig       *Rig
	net       *Network
	prog      *reactor.Program
	rec       *record.Recorder
	home      spatial.Pose
	commanded spatial.Pose             // for a test's own use
	do        map[time.Duration]func() // what happens at a cycle's time, before the robot is read
}

// watched is the robot's driver with the test between: it may act when the robot is read, and change the pose that is.
type watched struct {
	*xarm.Driver
	b      *bare
	change func(time.Duration, *spatial.Pose)
}

func (a *watched) Read(state []float64) error {
	now := a.b.rig.Box.Now()
	if do := a.b.do[now]; do != nil {
		do()
	}
	err := a.Driver.Read(state)
	if a.change != nil && err == nil {
		p := state[xarm.StatePose:xarm.StateStatus]
		pose := xarm.PoseOf(p)
		a.change(now, &pose)
		xarm.PutPose(p, &pose)
	}
	return err
}

func newBare(t *testing.T, p Params, change func(time.Duration, *spatial.Pose), at func(b *bare, t time.Duration) spatial.Pose) *bare {
	t.Helper()
	h, err1 := data()
	rig, err2 := NewRig(p, 1)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	b := &bare{rig: rig, home: h.Home, do: map[time.Duration]func(){}}
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: rig.Net.Dial, Client: xarm.ClientConfig{Timeout: p.Period}, MaxMisses: 5})
	if err != nil {
		t.Fatal(err)
	}
	arm, err := newXArm(&watched{Driver: d, b: b, change: change}, &p)
	if err != nil {
		t.Fatal(err)
	}
	n := &Network{Main: reactor.NewMain("bare")}
	n.Robot = newXArmInterface(n.Main, "robot", arm, &p)
	n.Operator = newOperator(n.Main, "operator")
	plan, err := n.planning(&p, &h)
	if err != nil {
		t.Fatal(err)
	}
	g := newGuide(n.Main, func(t time.Duration) spatial.Pose { return at(b, t) })
	reactor.Connect(&n.Operator.Command, &n.Robot.Operator)
	reactor.Connect(&n.Operator.Command, &plan.Operator)
	reactor.Connect(&n.Robot.WorldData, &plan.WorldData)
	reactor.Connect(&plan.Next, &n.Robot.NextPositionChecked)
	reactor.Connect(&plan.State, &n.Robot.Safety).After(p.Period)
	reactor.Connect(&g.Target, &plan.Target)
	b.net = n
	if b.prog, err = reactor.Build(n.Main, reactor.Options{}); err != nil {
		t.Fatal(err)
	}
	if b.rec, err = record.New(b.prog, nil, record.Options{}); err != nil {
		t.Fatal(err)
	}
	return b
}

// tap watches a port.
func tap[T any](t *testing.T, b *bare, port string, f func(time.Duration, *T)) {
	t.Helper()
	if err := record.Tap(b.rec, port, func(tag reactor.Tag, v *T) { f(tag.Time.Duration(), v) }); err != nil {
		t.Fatal(err)
	}
}

func (b *bare) run(t *testing.T, long time.Duration) {
	t.Helper()
	if _, err := exec.Run(context.Background(), b.prog, exec.Options{Clock: exec.LockStep, World: b.rig, Timeout: long, KeepAlive: true}); err != nil {
		t.Fatal(err)
	}
}

func (b *bare) error() xarm.ErrorCode {
	_, _, e, _ := b.rig.Box.State()
	return e
}
