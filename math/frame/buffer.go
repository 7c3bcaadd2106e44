// Package frame stores the relative poses of coordinate frames over the last seconds, and finds the pose of any frame
// in any other at a given time: along the tree of frames, and between two samples on a straight line and about a
// constant axis. Its results are those of ROS's tf2 (wiki.ros.org/tf2). It has no clock: the length of a history
// depends on the stamps alone, so that the same transforms in the same order give the same answers.
//
// Lengths are metres, times nanoseconds of any one clock. A Pose from target to source is target_source, which takes the
// coordinates of a point in source to those in target.
package frame

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Transform is the pose of a frame in its parent.
type Transform struct {
	Parent, Child string
	At            int64        // when; ignored for a fixed transform
	Pose          spatial.Pose // Parent_Child
}

// Always is the time of fixed transforms.
const Always int64 = math.MinInt64

// Options of a Buffer. The zero value suits a robot.
type Options struct {
	History time.Duration // greatest age of a frame's samples relative to its newest; 0 means 10 s
	Samples int           // greatest number of samples of a frame, beyond which the oldest is forgotten; 0 means 16384
	Frames  int           // greatest number of frames; 0 means 4096
}

// Buffer holds a tree of frames. A parent is known once a child names it, and a frame has one parent at a time. Neither
// Set nor a successful lookup allocates once histories have reached their full length. A Buffer must not be used by
// several goroutines at once.
type Buffer struct {
	o         Options
	ids       map[string]int32
	frames    []node
	forgotten uint64
}

// node is a frame: with neither samples nor fixed it is only a parent.
type node struct {
	name  string
	fixed bool // a single sample that holds always
	samples
}

// New makes an empty buffer.
func New(o Options) *Buffer {
	if o.History <= 0 {
		o.History = 10 * time.Second
	}
	if o.Samples <= 0 {
		o.Samples = 1 << 14
	}
	if o.Frames <= 0 {
		o.Frames = 1 << 12
	}
	return &Buffer{o: o, ids: map[string]int32{}}
}

// Clear forgets everything.
func (b *Buffer) Clear() {
	clear(b.ids)
	b.frames, b.forgotten = nil, 0
}

// Forgotten counts samples that were dropped early because there were more than Options.Samples.
func (b *Buffer) Forgotten() uint64 { return b.forgotten }

// Frames lists the known frames in the order in which they became known.
func (b *Buffer) Frames() []string {
	all := make([]string, len(b.frames))
	for i := range b.frames {
		all[i] = b.frames[i].name
	}
	return all
}

// Set records the pose of a frame at a time. Samples may come out of order. The error is an *Error.
//
// As in tf2, a frame stays fixed or moving, whichever it was first: Set moves a fixed frame for all times, and SetFixed
// of a moving frame adds a sample at the transform's time.
func (b *Buffer) Set(t Transform) error { return b.set(t, false) }

// SetFixed records the pose that a frame always has.
func (b *Buffer) SetFixed(t Transform) error { return b.set(t, true) }

func (b *Buffer) set(t Transform, fixed bool) error {
	switch {
	case t.Parent == "" || t.Child == "":
		return t.fault(Nameless, 0)
	case t.Parent == t.Child:
		return t.fault(Self, 0)
	case !t.Pose.Finite():
		return t.fault(NotFinite, 0)
	}
	child, parent := b.enter(t.Child), b.enter(t.Parent)
	if child < 0 || parent < 0 {
		return t.fault(TooMany, 0)
	}
	n := &b.frames[child]
	s := sample{t.At, parent, t.Pose}
	if n.count == 0 {
		n.fixed = fixed
	}
	if n.fixed {
		n.clear()
		s.at = Always
		n.insert(s, 0, 1)
		return nil
	}
	if n.count > 0 {
		// Differences are unsigned, as two stamps can be further apart than an int64 counts.
		if newest := n.at(n.count - 1).at; newest > t.At && uint64(newest)-uint64(t.At) > uint64(b.o.History) {
			return t.fault(Stale, newest)
		}
	}
	i := n.search(t.At)
	if i < n.count && n.at(i).at == t.At {
		return t.fault(Repeated, 0)
	}
	if n.insert(s, i, b.o.Samples) {
		b.forgotten++
	}
	newest := n.at(n.count - 1).at
	for uint64(newest)-uint64(n.at(0).at) > uint64(b.o.History) {
		n.shift()
	}
	return nil
}

// enter returns a frame's number, negative if there are too many frames.
func (b *Buffer) enter(name string) int32 {
	if i, ok := b.ids[name]; ok {
		return i
	}
	if len(b.frames) >= b.o.Frames {
		return -1
	}
	i := int32(len(b.frames))
	b.ids[name] = i
	b.frames = append(b.frames, node{name: name})
	return i
}

// Lookup returns target_source at a time. The error is an *Error.
func (b *Buffer) Lookup(target, source string, at int64) (spatial.Pose, error) {
	q, err := b.ask(target, source)
	if err != nil {
		return spatial.Pose{}, err
	}
	return q.lookup(at)
}

// Newest returns target_source at the latest time that all samples on the way between the two frames reach, and this
// time, which is Always if no frame on the way moves.
func (b *Buffer) Newest(target, source string) (spatial.Pose, int64, error) {
	q, err := b.ask(target, source)
	if err != nil {
		return spatial.Pose{}, 0, err
	}
	at, err := q.newest()
	if err != nil {
		return spatial.Pose{}, 0, err
	}
	pose, err := q.lookup(at)
	return pose, at, err
}

// Across returns target_source with target at one time and source at another, related through a frame that did not move
// in between.
func (b *Buffer) Across(target string, at int64, source string, then int64, fixed string) (spatial.Pose, error) {
	for _, name := range [...]string{target, source, fixed} {
		if _, ok := b.ids[name]; !ok {
			return spatial.Pose{}, b.unknown(target, source, name)
		}
	}
	fixed_source, err := b.Lookup(fixed, source, then)
	if err != nil {
		return spatial.Pose{}, err
	}
	target_fixed, err := b.Lookup(target, fixed, at)
	return target_fixed.Mul(fixed_source), err
}

// query is a lookup in a buffer.
type query struct {
	b              *Buffer
	target, source int32
}

func (b *Buffer) ask(target, source string) (query, error) {
	t, ok := b.ids[target]
	if !ok {
		return query{}, b.unknown(target, source, target)
	}
	s, ok := b.ids[source]
	if !ok {
		return query{}, b.unknown(target, source, source)
	}
	return query{b, t, s}, nil
}

// fault is an error of this query.
func (q query) fault(k Kind, of int32, at, limit int64) error {
	return &Error{k, q.b.frames[q.target].name, q.b.frames[q.source].name, q.b.frames[of].name, at, limit}
}

// lookup walks from the source to the top of its tree, and then from the target until it meets that. Samples above the
// frame where the two ways meet need not reach the time.
func (q query) lookup(at int64) (spatial.Pose, error) {
	if q.target == q.source {
		return spatial.Identity(), nil
	}
	top, up := q.source, spatial.Identity() // top_source
	reached := true
	for steps := 0; ; steps++ {
		n := &q.b.frames[top]
		if n.count == 0 {
			break
		}
		parent, pose, ok := n.sample(at)
		if !ok {
			reached = false
			break
		}
		if top == q.target {
			return up, nil
		}
		if steps >= len(q.b.frames) {
			return spatial.Pose{}, q.fault(Loop, top, at, 0)
		}
		top, up = parent, pose.Mul(up)
	}
	frame, down := q.target, spatial.Identity() // frame_target
	for steps := 0; frame != top; steps++ {
		n := &q.b.frames[frame]
		if n.count == 0 {
			if !reached {
				return spatial.Pose{}, q.beyond(top, at)
			}
			return spatial.Pose{}, q.fault(Unconnected, frame, at, 0)
		}
		parent, pose, ok := n.sample(at)
		switch {
		case !ok:
			return spatial.Pose{}, q.beyond(frame, at)
		case frame == q.source:
			return down.Inv(), nil
		case steps >= len(q.b.frames):
			return spatial.Pose{}, q.fault(Loop, frame, at, 0)
		}
		frame, down = parent, pose.Mul(down)
	}
	return down.Inv().Mul(up), nil
}

// beyond returns the error for a time that a frame's samples do not reach.
func (q query) beyond(frame int32, at int64) error {
	n := &q.b.frames[frame]
	if oldest := n.at(0).at; at < oldest {
		return q.fault(Past, frame, at, oldest)
	}
	return q.fault(Future, frame, at, n.at(n.count-1).at)
}

// newest finds the latest time that all samples between the two frames reach.
func (q query) newest() (int64, error) {
	const open = math.MaxInt64
	limit := func(t int64, n *node) int64 {
		if n.count == 0 || n.fixed {
			return t
		}
		return min(t, n.at(n.count-1).at)
	}
	settled := func(t int64) (int64, error) {
		if t == open {
			return Always, nil
		}
		return t, nil
	}
	if q.target == q.source {
		return settled(limit(open, &q.b.frames[q.source]))
	}
	at, frame, t := int64(0), q.source, int64(open)
	for steps := 0; q.b.frames[frame].count > 0; steps++ {
		n := &q.b.frames[frame]
		t, frame = limit(t, n), n.at(n.count-1).parent
		switch {
		case frame == q.target:
			return settled(t)
		case steps > len(q.b.frames):
			return 0, q.fault(Loop, frame, at, 0)
		}
	}
	t, frame = open, q.target
	for steps := 0; q.b.frames[frame].count > 0; steps++ {
		n := &q.b.frames[frame]
		t, frame = limit(t, n), n.at(n.count-1).parent
		switch {
		case frame == q.source:
			return settled(t)
		case steps > len(q.b.frames):
			return 0, q.fault(Loop, frame, at, 0)
		}
		if up, ok := q.upTo(frame); ok {
			return settled(min(t, up))
		}
	}
	return 0, q.fault(Unconnected, frame, at, 0)
}

// upTo returns the latest time that all samples on the way from the source up to a frame reach, if there is such a way.
func (q query) upTo(frame int32) (t int64, ok bool) {
	t = math.MaxInt64
	for at := q.source; q.b.frames[at].count > 0; {
		n := &q.b.frames[at]
		if !n.fixed {
			t = min(t, n.at(n.count-1).at)
		}
		if at = n.at(n.count - 1).parent; at == frame {
			return t, true
		}
	}
	return 0, false
}
