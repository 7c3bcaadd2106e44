package view

import (
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Reader reads a hub for viewers other than the page. The hub counts as watched until Close. A Reader
// belongs to one goroutine.
type Reader struct {
	h       *Hub
	links   uint64
	joints  uint64
	markers []uint64
	paths   []uint64
	image   int64
	alarm   *string
	next    uint64 // event
	words   []float64
	events  []Event
	open    bool
}

// Read opens a reader for which everything is new.
func (h *Hub) Read() *Reader {
	h.watchers.Add(1)
	return &Reader{h: h, open: true, markers: make([]uint64, len(h.markers)), paths: make([]uint64, len(h.paths)), next: h.events.newer(),
		words: make([]float64, max(1+3*maxPath, 7*len(h.program.Links), len(h.program.Joints)))}
}

// Close ends the reading.
func (r *Reader) Close() {
	if r.open {
		r.open = false
		r.h.watchers.Add(-1)
	}
}

// Program describes what is shown. It must not be changed.
func (r *Reader) Program() *Program { return &r.h.program }

// Now is the newest logical time shown.
func (r *Reader) Now() time.Duration { return time.Duration(r.h.now.Load()) }

// Links sets dst to the poses of the links in the world if they are new.
func (r *Reader) Links(dst []spatial.Pose) (fresh bool) {
	n := min(len(dst), len(r.h.program.Links))
	v, fresh := r.h.links.read(r.links, r.words[:7*n])
	if !fresh || n == 0 {
		return false
	}
	r.links = v
	for i := range n {
		dst[i] = poseOf(r.words[7*i:])
	}
	return true
}

// Joints sets dst to the joint angles, rad, when they are new.
func (r *Reader) Joints(dst []float64) (fresh bool) {
	n := min(len(dst), len(r.h.program.Joints))
	v, fresh := r.h.joints.read(r.joints, dst[:n])
	if !fresh || n == 0 {
		return false
	}
	r.joints = v
	return true
}

// Marker returns where the marker with number i is, when that is new.
func (r *Reader) Marker(i int) (p spatial.Pose, fresh bool) {
	v, fresh := r.h.markers[i].read(r.markers[i], r.words[:7])
	if fresh {
		r.markers[i], p = v, poseOf(r.words)
	}
	return p, fresh
}

// Path returns the points of the path with number i, x, y, z after one another, from its last point on, when they are
// new. They are valid until the next call.
func (r *Reader) Path(i int) (points []float64, fresh bool) {
	v, fresh := r.h.paths[i].read(r.paths[i], r.words[:1+3*maxPath])
	if !fresh {
		return nil, false
	}
	r.paths[i] = v
	n := min(max(int(r.words[0]), 0), maxPath)
	return r.words[1 : 1+3*n], true
}

// Image returns the newest JPEG with its detections, when it is new. It must not be changed.
func (r *Reader) Image() (jpeg []byte, seen Detection, fresh bool) {
	m := r.h.image.Load()
	if m == nil || m.n == r.image {
		return nil, seen, false
	}
	r.image = m.n
	return m.jpeg, m.seen, true
}

// Alarm returns the alarm when it is new; "" means that it is over.
func (r *Reader) Alarm() (text string, fresh bool) {
	s := r.h.alarm.Load()
	if s == nil || s == r.alarm {
		return "", false
	}
	r.alarm = s
	return *s, true
}

// Events returns the rows of the event table that are new, and how many more were lost. They are valid
// until the next call.
func (r *Reader) Events() (rows []Event, lost uint64) {
	r.events, r.next, lost = r.h.events.since(r.next, r.events[:0])
	return r.events, lost
}

// poseOf makes a pose of seven words: place and quaternion x, y, z, w.
func poseOf(w []float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(w[0], w[1], w[2]), R: spatial.Quat{X: w[3], Y: w[4], Z: w[5], W: w[6]}.Rot()}
}

// Now is the newest logical time shown.
func (h *Hub) Now() time.Duration { return time.Duration(h.now.Load()) }
