package ros1

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// BagRecorder writes the messages of topics into a bag as they come.
type BagRecorder struct {
	n *Node

	mu       sync.Mutex
	w        *bag.Writer
	subs     map[string]*Subscription
	known    []*bag.Connection
	recorded uint64
	early    uint64
	err      error
	broken   chan struct{}
	told     func(recorded uint64) (more bool)
	full     bool // no more messages are wanted
}

// RecordBag makes a recorder that writes to w, which the caller must close. recorded may be nil: it is called after each
// message with the number of messages, and reports whether more are wanted.
func (n *Node) RecordBag(w *bag.Writer, recorded func(uint64) bool) *BagRecorder {
	if recorded == nil {
		recorded = func(uint64) bool { return true }
	}
	return &BagRecorder{n: n, w: w, subs: map[string]*Subscription{}, broken: make(chan struct{}), told: recorded}
}

// Topic starts recording a topic, unless it is being recorded.
func (r *BagRecorder) Topic(topic string) error {
	name, err := r.n.Resolve(topic)
	if err != nil || r.subs[name] != nil {
		return err
	}
	r.subs[name], err = r.n.subscribe(name, wire.Description{Type: "*", MD5: "*"}, SubOptions{}, func(h header) (func([]byte) error, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		c := r.connection(bag.Connection{Topic: name, Caller: h["callerid"], Latching: h["latching"] == "1",
			Description: wire.Description{Type: h["type"], MD5: h["md5sum"], Text: h["message_definition"]}})
		return func(b []byte) error { r.write(c, b); return nil }, nil
	})
	return err
}

// connection is the same for a publisher that returns; r.mu is held.
func (r *BagRecorder) connection(c bag.Connection) *bag.Connection {
	for _, k := range r.known {
		if k.Topic == c.Topic && k.Caller == c.Caller && k.Latching == c.Latching && k.Description == c.Description {
			return k
		}
	}
	k := r.w.Connect(c)
	r.known = append(r.known, k)
	return k
}

func (r *BagRecorder) write(c *bag.Connection, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.n.Now()
	switch {
	case r.err != nil || r.full:
		return
	case now == wire.Time{}:
		r.early++
		return
	}
	if r.err = r.w.Write(c, now, b); r.err != nil {
		close(r.broken)
		return
	}
	r.recorded++
	r.full = !r.told(r.recorded)
}

// Broken is closed when the bag cannot be written any more; Close says why.
func (r *BagRecorder) Broken() <-chan struct{} { return r.broken }

// Close ends recording. early is the number of messages that came before the graph's time began; they are not in the bag,
// which cannot have time 0.
func (r *BagRecorder) Close() (recorded, early uint64, err error) {
	for _, s := range r.subs {
		err = errors.Join(err, s.Close())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	err = errors.Join(r.err, err)
	if r.err == nil {
		r.err = ErrClosed // for messages in transit
	}
	return r.recorded, r.early, err
}

// PlayOptions say how a bag is played to a graph.
type PlayOptions struct {
	bag.Selection
	Rate  float64       // speed relative to the recording; 0 is 1
	Await bool          // begin when each topic has a subscriber
	Hold  time.Duration // for further subscribers before playing begins
	Clock bool          // publish the time of the bag on /clock, at each message and 100 times a second
	Queue int           // messages that wait for a connection; 0 is 1024. If there are more, the oldest is dropped and counted
}

// PlayBag publishes the messages of a bag at the intervals at which they were recorded. Each topic has one publisher, which
// is latching if one in the bag was. dropped is the number of messages that subscribers did not take in time.
func (n *Node) PlayBag(ctx context.Context, r *bag.Reader, o PlayOptions) (played, dropped uint64, err error) {
	if o.Rate == 0 {
		o.Rate = 1
	}
	if o.Rate < 0 || math.IsNaN(o.Rate) {
		return 0, 0, fmt.Errorf("a rate of %v: give one above 0", o.Rate)
	}
	if o.Queue == 0 {
		o.Queue = 1024
	}
	pubs, err := n.publishers(r, o)
	defer func() {
		for _, x := range pubs {
			dropped += x.Traffic().Dropped
			err = errors.Join(err, x.Close())
		}
	}()
	if err != nil {
		return 0, 0, err
	}
	p := &pacer{ctx: ctx, n: n, rate: o.Rate, clock: pubs[clockTopic], timer: time.NewTimer(0)}
	defer p.timer.Stop()
	if err := p.pause(o.Hold); err != nil {
		return 0, 0, err
	}
	if o.Await {
		if err := p.until(pubs, func(p *Publisher) bool { return p.Subscribers() > 0 }); err != nil {
			return 0, 0, err
		}
	}
	for m := r.Messages(o.Selection); ; played++ {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if played == 0 {
			p.begun, p.first = time.Now(), x.Time.Nanoseconds()
		}
		if err == nil {
			err = p.reach(x.Time.Nanoseconds())
		}
		if err == nil {
			err = pubs[x.Topic].Publish(body{x})
		}
		if err != nil {
			return played, 0, err
		}
	}
	return played, 0, p.until(pubs, (*Publisher).idle)
}

// pacer waits between the messages of a bag.
type pacer struct {
	ctx   context.Context
	n     *Node
	timer *time.Timer
	clock *Publisher // may be nil
	rate  float64
	begun time.Time // when the message with time first was due
	first int64
}

// tick is the interval at which /clock is published.
const tick = 10 * time.Millisecond

// reach waits until a time of the bag has come.
func (p *pacer) reach(ns int64) error {
	due := p.begun.Add(time.Duration(float64(ns-p.first) / p.rate))
	for p.clock != nil && time.Until(due) > tick {
		now := p.first + int64(float64(time.Since(p.begun))*p.rate)
		if err := errors.Join(p.clock.Publish(&rosgraphmsgs.Clock{Clock: wire.TimeOf(now)}), p.pause(tick)); err != nil {
			return err
		}
	}
	if err := p.pause(time.Until(due)); err != nil || p.clock == nil {
		return err
	}
	return p.clock.Publish(&rosgraphmsgs.Clock{Clock: wire.TimeOf(ns)})
}

// pause waits for a duration.
func (p *pacer) pause(d time.Duration) error {
	if d > 0 {
		p.timer.Reset(d)
		select {
		case <-p.timer.C:
		case <-p.ctx.Done():
		case <-p.n.Done():
			return p.n.Err()
		}
	}
	return context.Cause(p.ctx)
}

// until waits until a condition holds for all publishers.
func (p *pacer) until(all map[string]*Publisher, so func(*Publisher) bool) error {
	for _, x := range all {
		for !so(x) {
			if err := p.pause(time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}

// publishers advertises the topics that are played. If a topic changes its type in the bag, only one type can be published.
func (n *Node) publishers(r *bag.Reader, o PlayOptions) (pubs map[string]*Publisher, err error) {
	pubs = map[string]*Publisher{}
	latch := map[string]bool{}
	for _, c := range r.Connections() {
		latch[c.Topic] = latch[c.Topic] || c.Latching
	}
	for _, c := range r.Connections() {
		if !o.Wants(c.Topic) {
			continue
		}
		if p := pubs[c.Topic]; p != nil {
			if p.desc.Type != c.Type || p.desc.MD5 != c.MD5 {
				return pubs, fmt.Errorf("%s is of %s and of %s in the bag, and a publisher has one type: leave the topic out", c.Topic, p.desc.Type, c.Type)
			}
			continue
		}
		p, err := n.advertise(c.Topic, c.Description, PubOptions{Queue: o.Queue, Latch: latch[c.Topic]})
		if err != nil {
			return pubs, err
		}
		pubs[c.Topic] = p
	}
	if len(pubs) == 0 {
		return pubs, errors.New("no topic of the bag is played")
	}
	if !o.Clock {
		return pubs, nil
	}
	if pubs[clockTopic] != nil {
		return pubs, fmt.Errorf("the bag has %s: leave it out, or let it say the time", clockTopic)
	}
	pubs[clockTopic], err = n.Advertise(clockTopic, &rosgraphmsgs.Clock{}, PubOptions{Queue: o.Queue})
	return pubs, err
}

// clockTopic carries the time of a graph with the parameter /use_sim_time.
const clockTopic = "/clock"

// body is a message as it is in a bag.
type body struct{ bag.Message }

// Append implements wire.Message.
func (b body) Append(to []byte) []byte { return append(to, b.Data...) }

// Decode implements wire.Message; it must not be called.
func (b body) Decode([]byte) error { return errors.ErrUnsupported }

// Describe implements wire.Message.
func (b body) Describe() wire.Description { return b.Description }

// idle reports whether everything that was published has been written or dropped.
func (p *Publisher) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.links {
		if l.count > 0 || l.out[0] != nil {
			return false
		}
	}
	return true
}
