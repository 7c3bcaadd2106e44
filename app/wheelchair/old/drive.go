package old

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/control/nav"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// amcl is the node amcl.
type amcl struct {
	reactor.Reactor
	Scan        reactor.In[nav.Scans]
	Map         reactor.In[nav.Map]
	Tf          reactor.In[nav.Odometry]
	InitialPose reactor.Out[nav.Place]
	locate      *nav.Locate
}

func newAMCL(parent reactor.Parent, c Config) (*amcl, error) {
	n := &amcl{}
	reactor.Init(parent, "amcl", n)
	var err error
	if n.locate, err = nav.NewLocate(n, "locate", nav.LocateConfig{Grid: c.Grid, Seed: c.Seed, Start: &c.Told}); err != nil {
		return nil, err
	}
	reactor.Connect(&n.Scan, &n.locate.Scans)
	reactor.Connect(&n.Map, &n.locate.Map)
	reactor.Connect(&n.Tf, &n.locate.Odometry)
	n.Reaction("begin").On(n.Startup()).Sets(&n.InitialPose).Do(func() {
		n.InitialPose.Set(nav.Place{Pose: c.Told, State: locate.Searching, Doubt: math.Inf(1)})
	})
	n.Reaction("place").On(&n.locate.Place).Sets(&n.InitialPose).Do(func() { n.InitialPose.Set(n.locate.Place.Get()) })
	return n, nil
}

// odomPub is the node odom_pub: it integrates the speed, after amcl has said where that begins.
type odomPub struct {
	reactor.Reactor
	Speed       reactor.In[nav.Velocity]
	InitialPose reactor.In[nav.Place]
	Heartbeat   reactor.In[Heartbeat]
	Tf          reactor.Out[nav.Odometry]
	Odom        reactor.Out[Odom]
	tick        reactor.Timer

	last, speed nav.Velocity
	odom        nav.Odometry
	place       nav.Place
	begun       bool
}

func newOdomPub(parent reactor.Parent) *odomPub {
	n := &odomPub{}
	reactor.Init(parent, "odom_pub", n)
	n.tick.Set(0, period)
	n.Reaction("alive").On(&n.Heartbeat).Do(func() {})
	n.Reaction("begin").On(&n.InitialPose).Do(func() { n.place, n.begun = n.InitialPose.Get(), true })
	n.Reaction("speed").On(&n.Speed).Do(func() { n.speed = n.Speed.Get() })
	n.Reaction("integrate").On(&n.tick).Sets(&n.Tf, &n.Odom).Do(func() {
		v := &n.speed
		if !n.begun || v.Time <= n.last.Time {
			return
		}
		if n.last.Time > 0 {
			n.odom.Pose = n.odom.Mul(plane.Twist{V: v.Driven - n.last.Driven, W: v.Turned - n.last.Turned}.Over(1))
		}
		n.odom.Twist, n.odom.Time, n.last = v.Twist, v.Time, *v
		n.Tf.Set(n.odom)
		n.Odom.Set(Odom{Odometry: n.odom, Place: n.place, HasPose: true})
	})
	return n
}

// moveBase is the node move_base.
type moveBase struct {
	reactor.Reactor
	Scan   reactor.In[nav.Scans]
	Map    reactor.In[nav.Map]
	Odom   reactor.MultiIn[Odom]
	Goal   reactor.In[nav.Goal]
	CmdVel reactor.Out[nav.Velocity]
	drive  *nav.Drive
	eye    *nav.Eye
	want   plane.Twist
	v, w   plane.Shaper // what is sent to the wheels, as far as the node knows
}

func newMoveBase(parent reactor.Parent, c Config) (*moveBase, error) {
	n := &moveBase{}
	reactor.Init(parent, "move_base", n)
	n.Odom.Resize(2)
	p := platform.DefaultDrivingParameters()
	s := chair.Steer(&p)
	r := route.Params{Outline: s.Outline, Limits: s.Limits}
	var err error
	if n.drive, err = nav.NewDrive(n, "drive", nav.DriveConfig{Grid: c.Grid, Steer: s, Route: r}); err != nil {
		return nil, err
	}
	if n.eye, err = nav.NewEye(s); err != nil {
		return nil, err
	}
	plan, err := nav.NewPlan(n, "plan", c.Grid, r)
	if err != nil {
		return nil, err
	}
	d := n.drive
	d.Connect(plan)
	reactor.Connect(&n.Goal, &d.Goal)
	n.Reaction("map").On(&n.Map).Do(func() {})
	n.Reaction("odometry").On(&n.Odom).Sets(&d.Odometry, &d.Place, &d.Sent).Do(func() {
		for i := range n.Odom.Width() {
			o := n.Odom.At(i).Ref()
			switch {
			case o == nil:
			case o.HasPose:
				n.eye.Move(&o.Odometry)
				d.Odometry.Set(o.Odometry)
				d.Place.Set(o.Place)
			default: // this node does not know what was sent to the wheels, and assumes its own wishes, within the limits
				l := &s.Limits
				n.v.Toward(n.want.V, l.Accel, l.Jerk, period.Seconds())
				n.w.Toward(n.want.W, l.Alpha, l.Angular, period.Seconds())
				d.Sent.Set(nav.Velocity{Twist: plane.Twist{V: n.v.V, W: n.w.V}, Time: n.Elapsed().Seconds()})
			}
		}
	})
	n.Reaction("scan").On(&n.Scan).Sets(&d.Around).Do(func() {
		n.eye.See(n.Scan.Ref())
		d.Around.Set(n.eye.Near.Around)
	})
	n.Reaction("command").On(&d.Command).Sets(&n.CmdVel).Do(func() {
		v := d.Command.Get()
		n.want = v.Twist
		n.CmdVel.Set(v)
	})
	return n, nil
}

// mux is the node mux.
type mux struct {
	reactor.Reactor
	Manual, Autonomous reactor.In[nav.Velocity]
	Heartbeat          reactor.In[Heartbeat]
	CmdVel             reactor.Out[nav.Velocity]
	tick               reactor.Timer
	manual, autonomous nav.Velocity
}

func newMux(parent reactor.Parent) *mux {
	n := &mux{}
	reactor.Init(parent, "mux", n)
	n.tick.Set(0, period)
	n.Reaction("choose").On(&n.tick).Sets(&n.CmdVel).Do(func() {
		now, v := n.Elapsed().Seconds(), n.autonomous
		if n.manual.Wish && now-n.manual.Time < 0.25 {
			v = n.manual
		}
		if now-v.Time > 0.25 {
			v = nav.Velocity{}
		}
		v.Time = now
		n.CmdVel.Set(v)
	})
	n.Reaction("alive").On(&n.Heartbeat).Do(func() {})
	n.Reaction("manual").On(&n.Manual).Do(func() { n.manual = n.Manual.Get() })
	n.Reaction("autonomous").On(&n.Autonomous).Do(func() { n.autonomous = n.Autonomous.Get() })
	return n
}

// avoidance is the node obstacle_avoidance.
type avoidance struct {
	reactor.Reactor
	Scan       reactor.In[nav.Scans]
	CmdVel     reactor.In[nav.Velocity]
	Heartbeat  reactor.In[Heartbeat]
	SafeCmdVel reactor.Out[nav.Velocity]
	eye        *nav.Eye
	guard      *steer.Guard
	odom       nav.Odometry
}

func newAvoidance(parent reactor.Parent) (*avoidance, error) {
	n := &avoidance{}
	reactor.Init(parent, "obstacle_avoidance", n)
	p := platform.DefaultDrivingParameters()
	s := chair.Steer(&p)
	var err error
	if n.eye, err = nav.NewEye(s); err != nil {
		return nil, err
	}
	if n.guard, err = steer.NewGuard(s); err != nil {
		return nil, err
	}
	n.Reaction("alive").On(&n.Heartbeat).Do(func() {})
	n.Reaction("scan").On(&n.Scan).Do(func() { n.eye.See(n.Scan.Ref()) })
	n.Reaction("avoid").On(&n.CmdVel).Sets(&n.SafeCmdVel).Do(func() {
		// No odometry comes here: the commands, delayed by kit and wheels, must represent the wheelchair's motion.
		now := n.Elapsed()
		at := n.eye.At(now)
		_, sent := at.Sent.Last()
		f, was := period.Seconds()/behind, n.odom.Twist
		n.odom.Twist = plane.Twist{V: was.V + f*(sent.V-was.V), W: was.W + f*(sent.W-was.W)}
		n.odom.Pose, n.odom.Time = n.odom.Mul(n.odom.Twist.Over(period.Seconds())), now.Seconds()
		n.eye.Move(&n.odom)
		t, _ := n.guard.Check(n.CmdVel.Ref().Twist, at, n.eye.Near)
		at.Sent.Add(at.Time, t)
		n.SafeCmdVel.Set(nav.Velocity{Twist: t, Time: at.Time, Wish: n.CmdVel.Ref().Wish})
	})
	return n, nil
}

// ratp is the node ratp_node.
type ratp struct {
	reactor.Reactor
	CmdVel    reactor.In[nav.Velocity]
	Heartbeat reactor.In[Heartbeat]
	Measured  reactor.In[hardware.PMKMeasured]
	Commanded reactor.Out[hardware.PMKCommand]
	Speed     reactor.Out[nav.Velocity]
	Odom      reactor.Out[Odom]
	tick      reactor.Timer

	command nav.Velocity
	alive   time.Duration
	state   hardware.PMKMeasured
	fresh   bool
}

func newRATP(parent reactor.Parent) *ratp {
	n := &ratp{}
	reactor.Init(parent, "ratp_node", n)
	n.tick.Set(0, period)
	n.Reaction("talk").On(&n.tick).Sets(&n.Commanded, &n.Speed, &n.Odom).Do(func() {
		var c hardware.PMKCommand
		if n.Elapsed()-n.alive < 300*time.Millisecond && n.Elapsed().Seconds()-n.command.Time < 0.15 {
			c.V, c.W = n.command.V, n.command.W
		}
		n.Commanded.Set(c)
		if !n.fresh {
			return
		}
		n.fresh = false
		m := &n.state
		left, right := m.Left*chair.Radius, m.Right*chair.Radius
		n.Speed.Set(nav.Velocity{Twist: plane.Twist{V: m.V, W: m.W}, Time: m.Time, Driven: (left + right) / 2, Turned: (right - left) / chair.Track})
		n.Odom.Set(Odom{Odometry: nav.Odometry{Twist: plane.Twist{V: m.V, W: m.W}, Time: m.Time}})
	})
	n.Reaction("alive").On(&n.Heartbeat).Do(func() { n.alive = n.Elapsed() })
	n.Reaction("command").On(&n.CmdVel).Do(func() { n.command = n.CmdVel.Get() })
	n.Reaction("measured").On(&n.Measured).Do(func() { n.state, n.fresh = n.Measured.Get(), !n.Measured.Ref().Mute })
	return n
}
