package ros1

import (
	"fmt"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/reactor"
)

// In brings the messages of a topic into a program. Each is an event of a physical action, and so recorded: a replay
// needs no node. T must be a generated message.
//
//	Ports: Out, the message.
//	Doors: Message.
type In[T any] struct {
	reactor.Reactor
	Message reactor.PhysicalAction[T]
	Out     reactor.Out[T]
	topic   string
}

// NewIn makes the reactor for the messages of a topic.
func NewIn[T any](parent reactor.Parent, name, topic string) *In[T] {
	in := &In[T]{topic: topic}
	reactor.Init(parent, name, in)
	in.Reaction("pass").On(&in.Message).Sets(&in.Out).Do(func() { in.Out.Set(in.Message.Get()) })
	return in
}

// message checks that *T is a message.
func message[T any](what string) error {
	if _, ok := any(new(T)).(wire.Message); !ok {
		return fmt.Errorf("%s: %T is no message of ROS: take a type that package rosmsg has generated", what, *new(T))
	}
	return nil
}

// Connect subscribes to the topic when the program is built. Messages that do not fit into the queue of Message are
// refused and counted there.
func (in *In[T]) Connect(n *Node, o SubOptions) (*Subscription, error) {
	if err := message[T](in.topic); err != nil {
		return nil, err
	}
	return n.subscribe(in.topic, any(new(T)).(wire.Message).Describe(), o, func(header) (func([]byte) error, error) {
		m := new(T)
		return func(b []byte) error {
			if err := any(m).(wire.Message).Decode(b); err != nil {
				return err
			}
			if !in.Message.Schedule(*m, 0) {
				return errFull
			}
			return nil
		}, nil
	})
}

// Out publishes what a program sends, at the tag at which it is sent. In a replay it is not connected and publishes
// nothing.
//
//	Ports: In, the message.
type Out[T any] struct {
	reactor.Reactor
	In    reactor.In[T]
	topic string
	pub   atomic.Pointer[Publisher]
	lost  atomic.Uint64
	value T
}

// NewOut makes the reactor that publishes on a topic.
func NewOut[T any](parent reactor.Parent, name, topic string) *Out[T] {
	out := &Out[T]{topic: topic}
	reactor.Init(parent, name, out)
	out.Reaction("publish").On(&out.In).Do(out.publish)
	return out
}

func (out *Out[T]) publish() {
	p := out.pub.Load()
	if p == nil {
		return
	}
	out.value = out.In.Get()
	if m, ok := any(&out.value).(wire.Message); !ok || p.Publish(m) != nil {
		out.lost.Add(1)
	}
}

// Lost counts messages that were sent after the node had ended.
func (out *Out[T]) Lost() uint64 { return out.lost.Load() }

// Connect advertises the topic. It refuses the policy Wait, which would make the program wait for the network.
func (out *Out[T]) Connect(n *Node, o PubOptions) (*Publisher, error) {
	if o.Overflow == Wait {
		return nil, fmt.Errorf("%s: a program does not wait for the network: take DropOldest and a longer Queue", out.topic)
	}
	if err := message[T](out.topic); err != nil {
		return nil, err
	}
	p, err := n.Advertise(out.topic, any(new(T)).(wire.Message), o)
	out.pub.Store(p)
	return p, err
}
