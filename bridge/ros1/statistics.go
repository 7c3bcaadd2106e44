package ros1

import (
	"encoding/binary"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// statistics publishes on /statistics what comes over each connection, while the parameter /enable_statistics is true
// (wiki.ros.org/Topics, Topic statistics).
type statistics struct {
	on   atomic.Bool
	once sync.Once
	pub  atomic.Pointer[Publisher] // set when it is first enabled
	pace
}

// pace determines the lengths of a connection's windows: a second at first, then twice as long after fewer than least
// messages, at most longest seconds, and half as long after more than most, at least shortest.
type pace struct{ least, most, shortest, longest atomic.Int64 }

// begin watches the parameter.
func (s *statistics) begin(n *Node) error {
	return n.WatchParam("/enable_statistics", func(v xmlrpc.Value) {
		if s.on.Store(v == true); v == true {
			s.once.Do(func() { n.spawn(func() { s.enable(n) }) })
		}
	})
}

func (s *statistics) enable(n *Node) {
	for _, p := range []struct {
		key   string
		value *atomic.Int64
		usual int64
	}{{"min_elements", &s.least, 10}, {"max_elements", &s.most, 100}, {"min_size", &s.shortest, 4}, {"max_size", &s.longest, 64}} {
		v, _ := n.Param(n.ctx, "/statistics_window_"+p.key) // without an answer it is the default
		if x, ok := v.(int32); ok {
			p.value.Store(int64(x))
		} else {
			p.value.Store(p.usual)
		}
	}
	p, err := n.Advertise("/statistics", &rosgraphmsgs.TopicStatistics{}, PubOptions{})
	if err != nil {
		n.log.Warn("no statistics are published", "error", err)
		return
	}
	s.pub.Store(p)
}

// spread accumulates durations in ns.
type spread struct {
	n              int
	mean, m2, most float64
}

func (s *spread) add(ns int64) {
	x := float64(ns)
	s.n++
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.m2 += d * (x - s.mean)
	s.most = max(s.most, x)
}

// durations returns the mean, the standard deviation and the maximum; zero if there were none.
func (s *spread) durations() (mean, deviation, most wire.Duration) {
	if s.n == 0 {
		return
	}
	of := func(x float64) wire.Duration { return wire.DurationOf(time.Duration(math.Round(x))) }
	return of(s.mean), of(math.Sqrt(s.m2 / float64(s.n))), of(s.most)
}

// window accumulates what came over a connection since the last report.
type window struct {
	known, headed bool    // whether the messages begin with a header
	length        float64 // in s
	start, last   int64   // in ns
	came, lost    int32
	bytes         int
	period, age   spread
}

// add notes a message that came at a time, and reports whether the window is over.
func (w *window) add(now int64, body []byte, lost bool) bool {
	if w.length == 0 {
		w.length, w.start = 1, now
	}
	if w.came > 0 {
		w.period.add(now - w.last)
	}
	w.last, w.bytes = now, w.bytes+len(body)
	w.came++
	if lost {
		w.lost++
	}
	if w.headed && len(body) >= 12 {
		stamp := wire.Time{Sec: binary.LittleEndian.Uint32(body[4:]), Nsec: binary.LittleEndian.Uint32(body[8:])}
		if stamp != (wire.Time{}) {
			w.age.add(now - stamp.Nanoseconds())
		}
	}
	return float64(now-w.start) > 1e9*w.length
}

// report turns the window into a message and clears it.
func (w *window) report(p *pace) *rosgraphmsgs.TopicStatistics {
	m := &rosgraphmsgs.TopicStatistics{WindowStart: wire.TimeOf(w.start), WindowStop: wire.TimeOf(w.last),
		DeliveredMsgs: w.came, DroppedMsgs: w.lost, Traffic: int32(min(w.bytes, math.MaxInt32))}
	m.PeriodMean, m.PeriodStddev, m.PeriodMax = w.period.durations()
	m.StampAgeMean, m.StampAgeStddev, m.StampAgeMax = w.age.durations()
	length := w.length
	switch n := int64(w.came); {
	case n > p.most.Load() && length/2 >= float64(p.shortest.Load()):
		length /= 2
	case n < p.least.Load() && 2*length <= float64(p.longest.Load()):
		length *= 2
	}
	*w = window{known: w.known, headed: w.headed, length: length, start: w.last}
	return m
}

// told is the publisher for statistics of the subscription, or nil.
func (s *Subscription) told() *Publisher {
	if !s.n.stats.on.Load() || s.topic == "/statistics" || s.topic == "/clock" {
		return nil
	}
	return s.n.stats.pub.Load()
}

// measure notes a message that came from a publisher at a time, and publishes the window when it is over.
func (s *Subscription) measure(told *Publisher, p *peer, h header, now int64, body []byte, lost bool) {
	w := &p.window
	if !w.known {
		m, faults := rosmsg.Full(h["type"], h["message_definition"])
		w.known, w.headed = true, faults.Err() == nil && len(m.Fields) > 0 && m.Fields[0].Type() == "std_msgs/Header"
	}
	if !w.add(now, body, lost) {
		return
	}
	m := w.report(&s.n.stats.pace)
	m.Topic, m.NodePub, m.NodeSub = s.topic, h["callerid"], s.n.name
	if err := told.Publish(m); err != nil {
		s.n.log.Debug("statistics are lost", "error", err)
	}
}
