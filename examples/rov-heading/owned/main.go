// Command owned runs the heading law in the form of the Go source that 'sinew gen' wrote, against a simulated
// vehicle: in lock-step or on the real clock, whichever the simulator uses. Copy it together with the law to own
// both.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	law "github.com/sinew-robotics/sinew/examples/rov-heading/generated"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// The drivers of the law, one for each sensor. Each returns the latest sample, or NaN if there is no usable one.
type (
	imu       struct{ robot *hil.Client }
	loch      struct{ robot *hil.Client }
	depth     struct{ robot *hil.Client }
	thrusters struct {
		out    *hw.Commander
		limits *rov.ThrustLimits
		before reactor.Time
	}
)

func (d imu) Read(reactor.Tag) law.IMUSample {
	var r rov.Readings
	if _, ok := d.robot.Latest(&r); !ok || r.IMU.N == 0 {
		r.IMU.Roll, r.IMU.Pitch, r.IMU.Yaw = math.NaN(), math.NaN(), math.NaN()
		r.IMU.P, r.IMU.Q, r.IMU.R = math.NaN(), math.NaN(), math.NaN()
	}
	return law.IMUSample{Roll: unit.Radians(r.IMU.Roll), Pitch: unit.Radians(r.IMU.Pitch), Yaw: unit.Radians(r.IMU.Yaw),
		Wx: unit.RadiansPerSecond(r.IMU.P), Wy: unit.RadiansPerSecond(r.IMU.Q), Wz: unit.RadiansPerSecond(r.IMU.R)}
}

func (d loch) Read(reactor.Tag) law.LochSample {
	var r rov.Readings
	if _, ok := d.robot.Latest(&r); !ok || r.Loch.N == 0 {
		r.Loch.U, r.Loch.V, r.Loch.W = math.NaN(), math.NaN(), math.NaN()
	}
	return law.LochSample{Vx: unit.MetresPerSecond(r.Loch.U), Vy: unit.MetresPerSecond(r.Loch.V), Vz: unit.MetresPerSecond(r.Loch.W)}
}

func (d depth) Read(reactor.Tag) law.DepthSample {
	var r rov.Readings
	if _, ok := d.robot.Latest(&r); !ok || r.Depth.N == 0 {
		r.Depth.Z = math.NaN()
	}
	return law.DepthSample{Z: unit.Metres(r.Depth.Z)}
}

// claim takes the thrusters for this program, behind the vehicle's own limits.
func claim(robot *hil.Client) (*thrusters, error) {
	v := rov.JackLike()
	d, limits := rov.NewDriver(&v, robot), rov.NewThrustLimits(&v)
	claims, err := hw.NewClaims(d.Info())
	if err != nil {
		return nil, err
	}
	out, err := claims.Command("owned", d, rov.GroupThrust, limits)
	if err != nil {
		return nil, err
	}
	return &thrusters{out: out, limits: limits}, errors.Join(out.Enter(hw.Inactive), out.Enter(hw.Active))
}

// Command passes on the forces within the limits; NaN, which means rest, is no force.
func (d *thrusters) Command(tag reactor.Tag, c law.ActuatorsCommand) {
	var forces [len(c.F)]float64
	for i, f := range c.F {
		forces[i] = f.Newtons()
	}
	d.limits.After((tag.Time - d.before).Duration())
	d.before = tag.Time
	_ = d.out.Write(forces[:]) // the sensors show if the vehicle does not answer
}

// Limits says what keeps the commands within bounds.
func (d *thrusters) Limits() string { return d.out.String() }

// operator sets the heading once, after a second.
type operator struct {
	reactor.Reactor
	Tick reactor.Timer
}

// run runs the law for a time, and returns the heading at the end.
func run(addr string, heading unit.Angle, length time.Duration) (end unit.Angle, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	robot, err := hil.Dial(ctx, hil.ClientConfig{Addr: addr, Vehicle: rov.JackLike().Name, Fresh: true})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, robot.Close()) }()
	drive, err := claim(robot)
	if err != nil {
		return 0, err
	}
	main := reactor.NewMain("rov_heading")
	l := law.New(main, law.Drivers{IMU: imu{robot}, Loch: loch{robot}, Depth: depth{robot}, Actuators: drive}, law.Known(),
		loop.Options{Hold: 500 * time.Millisecond, Alarm: func(e loop.Event) { fmt.Printf("%v %s %s %t\n", e.At, e.Path, e.Why, e.Raised) }})
	o := &operator{}
	reactor.Init(main, "set_point", o)
	o.Tick.Set(time.Second, 0)
	o.Reaction("set").On(&o.Tick).Do(func() { l.C2.Operator.Offer(law.OperatorSample{PsiDes: heading}) })
	program, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		return 0, err
	}
	how := exec.Options{Clock: exec.Real, Timeout: length}
	if robot.Mode() == hil.LockStep {
		how.Clock, how.World = exec.LockStep, robot
	}
	_, err = exec.Run(ctx, program, how)
	var truth rov.State
	robot.Truth(&truth, nil)
	return unit.Radians(truth.RPY().Yaw), err
}

func main() {
	addr := flag.String("hil", hil.DefaultAddr, "the simulator, 'sinew sim rov'")
	heading := flag.Float64("heading", 75, "degrees")
	length := flag.Duration("for", 12*time.Second, "how long")
	flag.Parse()
	if !(math.Abs(*heading) <= 360) || *length <= 0 {
		fmt.Fprintf(os.Stderr, "owned: -heading %v -for %v: give -360 to 360 degrees and a time above 0\n", *heading, *length)
		os.Exit(2)
	}
	end, err := run(*addr, unit.Degrees(*heading), *length)
	if err != nil {
		fmt.Fprintln(os.Stderr, "owned:", err)
		os.Exit(1)
	}
	fmt.Printf("heading %.1f° of %.1f°\n", end.Degrees(), *heading)
}
