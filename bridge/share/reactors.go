package share

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Center ties an overseer to nodes of other processes.
//
//	in system    the state of the system
//	in answers   the overseer's answers, by node
//	in statuses  what it knows of the nodes, by node
type Center struct {
	reactor.Reactor
	System   reactor.In[node.System]
	Answers  reactor.MultiIn[node.Answer]
	Statuses reactor.MultiIn[node.Status]

	hub    Hub
	over   *node.Overseer
	lost   atomic.Uint64
	ended  chan struct{}
	refuse func(error)
}

// NewCenter makes a center next to an overseer. remote are the indices of the nodes in other processes, in the
// overseer's table. In a replay hub is nil. wrong is called with errors of sending and receiving, on several threads; it
// may be nil, because Lost counts them.
func NewCenter(parent reactor.Parent, name string, o *node.Overseer, hub Hub, remote []int, wrong func(error)) *Center {
	c := &Center{hub: hub, over: o, ended: make(chan struct{}), refuse: wrong}
	reactor.Init(parent, name, c)
	c.Answers.Resize(len(remote))
	c.Statuses.Resize(len(remote))
	reactor.Connect(&o.System, &c.System)
	for k, i := range remote {
		reactor.Connect(o.Answers.At(i), c.Answers.At(k))
		reactor.Connect(o.Statuses.At(i), c.Statuses.At(k))
	}
	c.Reaction("tell").On(&c.System, &c.Answers, &c.Statuses).Do(func() {
		if c.hub == nil {
			return
		}
		for k, i := range remote {
			if p := c.Statuses.At(k); p.Present() {
				c.check(c.hub.Status(i, p.Get()))
			}
		}
		if c.System.Present() {
			c.check(c.hub.Publish(c.System.Get()))
		}
		for k, i := range remote {
			if p := c.Answers.At(k); p.Present() {
				c.check(c.hub.Answer(i, p.Get()))
			}
		}
	})
	return c
}

func (c *Center) check(err error) {
	if err == nil || errors.Is(err, ErrClosed) {
		return
	}
	c.lost.Add(1)
	if c.refuse != nil {
		c.refuse(fmt.Errorf("%s: %w", c.Path(), err))
	}
}

// Lost counts messages that could not be sent, received or understood.
func (c *Center) Lost() uint64 { return c.lost.Load() }

// Listen starts receiving from the nodes. It must be called once, when the program is about to run.
func (c *Center) Listen() {
	if c.hub == nil {
		close(c.ended)
		return
	}
	go func() {
		defer close(c.ended)
		for {
			r, err := c.hub.Receive()
			if errors.Is(err, ErrClosed) {
				return
			}
			c.check(err)
			if errors.Is(err, ErrCut) {
				return // the overseer receives nothing more, and draws its conclusions
			}
			if err == nil {
				c.over.Heard.Schedule(r, 0) // the door counts what finds no room
			}
		}
	}()
}

// Close closes the hub and waits until receiving has ended.
func (c *Center) Close() error {
	if c.hub == nil {
		return nil
	}
	err := c.hub.Close()
	<-c.ended
	return err
}

// Member ties a node to an overseer in another process. The node itself does not notice the difference.
//
//	in     notice, request  of the node
//	out    answer, system   to the node
//	action heard            a door: messages of the overseer
type Member struct {
	reactor.Reactor
	Notice  reactor.In[node.Notice]
	Request reactor.In[node.Request]
	Answer  reactor.Out[node.Answer]
	System  reactor.Out[node.System]
	Heard   reactor.PhysicalAction[Message]

	line   Line
	report node.Report // the message that is being sent, kept here so that sending does not allocate
	lost   atomic.Uint64
	ended  chan struct{}
}

// NewMember makes a member next to a node. In a replay line is nil.
func NewMember(parent reactor.Parent, name string, b *node.Base, line Line) *Member {
	m := &Member{line: line, ended: make(chan struct{})}
	reactor.Init(parent, name, m)
	m.Reaction("hear").On(&m.Heard).Sets(&m.Answer, &m.System).Do(func() {
		if x := m.Heard.Get(); x.Changed {
			m.System.Set(x.Answer.System)
		} else {
			m.Answer.Set(x.Answer)
		}
	})
	m.Reaction("tell").On(&m.Notice, &m.Request).Do(m.tell)
	reactor.Connect(&b.Notice, &m.Notice)
	reactor.Connect(&b.Request, &m.Request)
	reactor.Connect(&m.Answer, &b.Answer)
	reactor.Connect(&m.System, &b.System)
	return m
}

func (m *Member) tell() {
	if m.line == nil {
		return
	}
	if m.Notice.Present() {
		m.report = node.Report{Notice: m.Notice.Get()}
		m.count(m.line.Send(&m.report))
	}
	if !m.Request.Present() {
		return
	}
	m.report = node.Report{Ask: m.Request.Get()}
	if err := m.line.Send(&m.report); err != nil { // no answer will come
		m.count(err)
		m.Heard.Schedule(Message{Answer: node.Answer{ID: m.report.Ask.ID, Reason: err.Error()}}, 0)
	}
}

func (m *Member) count(err error) {
	if err != nil {
		m.lost.Add(1)
	}
}

// Lost counts messages that could not be sent, received or understood.
func (m *Member) Lost() uint64 { return m.lost.Load() }

// Listen starts receiving from the overseer. It must be called once, when the program is about to run. When the overseer
// ends, the node receives a system without a state, with the cause.
func (m *Member) Listen() {
	if m.line == nil {
		close(m.ended)
		return
	}
	go func() {
		defer close(m.ended)
		for {
			x, err := m.line.Receive()
			switch {
			case errors.Is(err, ErrClosed):
				return
			case errors.Is(err, ErrGone), errors.Is(err, ErrCut):
				x = Message{Changed: true, Answer: node.Answer{System: node.System{Index: -1, Cause: err.Error()}}}
				m.Heard.Schedule(x, 0)
				return
			case err != nil || !m.Heard.Schedule(x, 0):
				m.lost.Add(1)
			}
		}
	}()
}

// Close closes the line and waits until receiving has ended.
func (m *Member) Close() error {
	if m.line == nil {
		return nil
	}
	err := m.line.Close()
	<-m.ended
	return err
}
