// Package tf carries coordinate frames between a program and a graph of ROS 1, as tf2 does: /tf, sent repeatedly, for what
// moves, and /tf_static, latched, for what does not (wiki.ros.org/tf2). What comes in is an event of a physical action,
// and so recorded. The tree of frames itself is a frame.Buffer.
package tf

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/tf2msgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/math/frame"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// The topics.
const (
	Moving = "/tf"
	Fixed  = "/tf_static"
)

// unit is how far the square of a quaternion's length may be from one, as in tf2.
const unit = 1e-2

// Message returns transforms as a ROS message, to be published on Moving or, with the option Latch, on Fixed. A time
// before ROS's epoch, such as frame.Always, becomes zero.
func Message(all ...frame.Transform) tf2msgs.TFMessage {
	m := tf2msgs.TFMessage{Transforms: make([]geometrymsgs.TransformStamped, len(all))}
	for i, x := range all {
		t := &m.Transforms[i]
		t.Header.Stamp, t.Header.FrameId, t.ChildFrameId = wire.TimeOf(x.At), x.Parent, x.Child
		p, q := x.Pose.P, x.Pose.R.Quat()
		t.Transform.Translation = geometrymsgs.Vector3{X: p.X, Y: p.Y, Z: p.Z}
		t.Transform.Rotation = geometrymsgs.Quaternion{X: q.X, Y: q.Y, Z: q.Z, W: q.W}
	}
	return m
}

// Transform decodes one transform of a message. It drops leading slashes of names, which old nodes write, and refuses a
// quaternion that is not of unit length, as tf2 does.
func Transform(m *geometrymsgs.TransformStamped) (frame.Transform, error) {
	p, q := m.Transform.Translation, m.Transform.Rotation
	t := frame.Transform{Parent: strings.TrimLeft(m.Header.FrameId, "/"), Child: strings.TrimLeft(m.ChildFrameId, "/"), At: m.Header.Stamp.Nanoseconds()}
	if n := q.X*q.X + q.Y*q.Y + q.Z*q.Z + q.W*q.W; !(math.Abs(n-1) <= unit) {
		return t, fmt.Errorf("the transform from %q to %q: its quaternion has the length %g, not 1", t.Child, t.Parent, math.Sqrt(n))
	}
	t.Pose = spatial.Pose{P: spatial.V(p.X, p.Y, p.Z), R: spatial.Quat{W: q.W, X: q.X, Y: q.Y, Z: q.Z}.Rot()}
	return t, nil
}

// Transforms are transforms that are sent together.
type Transforms []frame.Transform

// Clone copies them.
func (t Transforms) Clone() Transforms { return slices.Clone(t) }

// News are the transforms that came at a tag.
type News struct{ Moving, Fixed Transforms }

// Clone copies them.
func (n *News) Clone() News { return News{n.Moving.Clone(), n.Fixed.Clone()} }

// Into adds them to a buffer, and counts those that the buffer refuses: duplicates, and those that come too late.
func (n *News) Into(b *frame.Buffer) (refused int) {
	for _, t := range n.Fixed {
		if b.SetFixed(t) != nil {
			refused++
		}
	}
	for _, t := range n.Moving {
		if b.Set(t) != nil {
			refused++
		}
	}
	return refused
}

// Listener brings the transforms of a graph into a program. Each reactor that looks up frames has its own frame.Buffer, to
// which it adds the News; Finder does that for a single pair of frames.
//
//	Ports: Out, what came.
//	Doors: moving.message, fixed.message.
type Listener struct {
	reactor.Reactor
	Out           reactor.Out[News]
	moving, fixed *ros1.In[tf2msgs.TFMessage]
	gather        *gather
}

// NewListener makes the reactor for received transforms.
func NewListener(parent reactor.Parent, name string) *Listener {
	l := &Listener{}
	reactor.Init(parent, name, l)
	l.moving, l.fixed = ros1.NewIn[tf2msgs.TFMessage](l, "moving", Moving), ros1.NewIn[tf2msgs.TFMessage](l, "fixed", Fixed)
	l.gather = &gather{}
	reactor.Init(l, "gather", l.gather)
	l.gather.Reaction("gather").On(&l.gather.Moving, &l.gather.Fixed).Sets(&l.gather.Out).Do(l.gather.run)
	reactor.Connect(&l.moving.Out, &l.gather.Moving)
	reactor.Connect(&l.fixed.Out, &l.gather.Fixed)
	reactor.Connect(&l.gather.Out, &l.Out)
	return l
}

// Connect subscribes to both topics when the program is built.
func (l *Listener) Connect(n *ros1.Node, o ros1.SubOptions) error {
	if _, err := l.moving.Connect(n, o); err != nil {
		return err
	}
	_, err := l.fixed.Connect(n, o)
	return err
}

// Refused counts messages that found no room in their queue, and invalid transforms.
func (l *Listener) Refused() (messages, transforms uint64) {
	return l.moving.Message.Refused() + l.fixed.Message.Refused(), l.gather.bad.Load()
}

// gather decodes what came at a tag.
type gather struct {
	reactor.Reactor
	Moving, Fixed reactor.In[tf2msgs.TFMessage]
	Out           reactor.Out[News]
	bad           atomic.Uint64
}

func (g *gather) run() {
	n := News{}
	for _, x := range []struct {
		in *reactor.In[tf2msgs.TFMessage]
		to *Transforms
	}{{&g.Moving, &n.Moving}, {&g.Fixed, &n.Fixed}} {
		if !x.in.Present() {
			continue
		}
		m := x.in.Get()
		for i := range m.Transforms {
			t, err := Transform(&m.Transforms[i])
			if err != nil {
				g.bad.Add(1)
				continue
			}
			*x.to = append(*x.to, t)
		}
	}
	g.Out.Set(n)
}

// Found is where a frame was at the newest known time. Why says why that is not known.
type Found struct {
	At   int64 // frame.Always if nothing in between moves
	Pose spatial.Pose
	Why  string
}

// Finder looks up a frame whenever there is news.
//
//	Ports: In, news of a Listener; Out, where source is in target.
type Finder struct {
	reactor.Reactor
	In     reactor.In[News]
	Out    reactor.Out[Found]
	buffer *frame.Buffer
}

// NewFinder makes a reactor that finds target_source.
func NewFinder(parent reactor.Parent, name, target, source string, o frame.Options) *Finder {
	f := &Finder{buffer: frame.New(o)}
	reactor.Init(parent, name, f)
	f.Reaction("find").On(&f.In).Sets(&f.Out).Do(func() {
		news := f.In.Get()
		news.Into(f.buffer)
		pose, at, err := f.buffer.Newest(target, source)
		found := Found{At: at, Pose: pose}
		if err != nil {
			found = Found{Why: err.Error()}
		}
		f.Out.Set(found)
	})
	return f
}

// Broadcaster publishes transforms that a program sends. Later subscribers get all fixed frames, because each change is
// sent with all that were sent before.
//
//	Ports: Moving and Fixed, transforms.
type Broadcaster struct {
	reactor.Reactor
	Moving, Fixed reactor.In[Transforms]
	moves, stays  *ros1.Out[tf2msgs.TFMessage]
}

// NewBroadcaster makes the reactor that publishes transforms.
func NewBroadcaster(parent reactor.Parent, name string) *Broadcaster {
	b := &Broadcaster{}
	reactor.Init(parent, name, b)
	b.Moving.Optional()
	b.Fixed.Optional()
	b.moves, b.stays = ros1.NewOut[tf2msgs.TFMessage](b, "moves", Moving), ros1.NewOut[tf2msgs.TFMessage](b, "stays", Fixed)
	pack := &pack{}
	reactor.Init(b, "pack", pack)
	pack.Reaction("moving").On(&pack.Moving).Sets(&pack.Moves).Do(func() { pack.Moves.Set(Message(pack.Moving.Get()...)) })
	pack.Reaction("fixed").On(&pack.Fixed).Sets(&pack.Stays).Do(pack.keep)
	reactor.Connect(&b.Moving, &pack.Moving)
	reactor.Connect(&b.Fixed, &pack.Fixed)
	reactor.Connect(&pack.Moves, &b.moves.In)
	reactor.Connect(&pack.Stays, &b.stays.In)
	return b
}

// Connect advertises both topics. A queue holds 100 messages for each connection.
func (b *Broadcaster) Connect(n *ros1.Node) error {
	if _, err := b.moves.Connect(n, ros1.PubOptions{Queue: 100}); err != nil {
		return err
	}
	_, err := b.stays.Connect(n, ros1.PubOptions{Queue: 100, Latch: true})
	return err
}

// pack makes messages from transforms.
type pack struct {
	reactor.Reactor
	Moving, Fixed reactor.In[Transforms]
	Moves, Stays  reactor.Out[tf2msgs.TFMessage]
	fixed         Transforms // one frame in each
}

func (p *pack) keep() {
	for _, t := range p.Fixed.Get() {
		i := slices.IndexFunc(p.fixed, func(o frame.Transform) bool { return o.Child == t.Child })
		if i < 0 {
			p.fixed = append(p.fixed, t)
			continue
		}
		p.fixed[i] = t
	}
	p.Stays.Set(Message(p.fixed...))
}
