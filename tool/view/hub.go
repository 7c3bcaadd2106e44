package view

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Hub takes what a program shows. Every method may be called from any goroutine; of concurrent writes to the same thing
// one wins.
type Hub struct {
	program  Program
	watchers atomic.Int32
	now      atomic.Int64 // newest time, ns
	told     atomic.Bool  // the program sets the time
	links    slot
	joints   slot
	markers  []slot
	paths    []slot
	cloud    atomic.Pointer[func() []Point]
	events   journal
	series   []*Series
	names    map[string]int // of series; only read once made
	image    atomic.Pointer[shot]
	images   atomic.Int64
	status   atomic.Pointer[string]
	alarm    atomic.Pointer[string]
	listing  atomic.Pointer[any]
	values   slot
}

type shot struct {
	n    int64
	jpeg []byte
	seen Detection
}

// ringSize is how many samples a series stores: 16 s at 250 Hz. A newly opened page gets the newer half.
const ringSize = 8192

// NewHub returns a hub for a program, or all faults of its description.
func NewHub(p Program) (*Hub, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Window == 0 {
		p.Window = 12 * time.Second
	}
	h := &Hub{program: p, names: map[string]int{}, links: newSlot(7 * len(p.Links)), joints: newSlot(len(p.Joints))}
	if p.Board != nil {
		h.values = newSlot(2 + maxValues)
	}
	for range p.Markers {
		h.markers = append(h.markers, newSlot(7))
	}
	for range p.Paths {
		h.paths = append(h.paths, newSlot(1+3*maxPath))
	}
	for _, q := range p.Plots {
		for _, s := range q.Series {
			h.names[s] = len(h.series)
			h.series = append(h.series, NewSeries())
		}
	}
	return h, nil
}

// Watched reports whether a page is open; while it is false nothing needs to be prepared.
func (h *Hub) Watched() bool { return h.watchers.Load() > 0 }

// Enter adds a watcher, Leave removes it.
func (h *Hub) Enter() { h.watchers.Add(1) }

// Leave ends an Enter.
func (h *Hub) Leave() { h.watchers.Add(-1) }

// Stand sets the time that pages show for a run that is paused or whose program does not set the time.
func (h *Hub) Stand(t time.Duration, still bool) {
	if still || !h.told.Load() {
		h.now.Store(int64(t))
	}
}

// Time sets the time that pages show. Links and Joints set it too; it goes back when a run is set back.
func (h *Hub) Time(t time.Duration) {
	if !h.told.Load() {
		h.told.Store(true)
	}
	h.now.Store(int64(t))
}

// Links sets the pose of every link in the world; poses has one entry per link of the program; excess ones are ignored.
func (h *Hub) Links(t time.Duration, poses []spatial.Pose) {
	h.Time(t)
	if !h.Watched() || !h.links.begin() {
		return
	}
	for i := range min(len(poses), len(h.links.words)/7) {
		h.links.pose(7*i, poses[i])
	}
	h.links.end()
}

// Placed reports whether it is known where the links are, if there are any.
func (h *Hub) Placed() bool { return len(h.program.Links) == 0 || h.links.version.Load() > 0 }

// Forget drops the curves, picture and events of a run that is at its beginning again; what was placed stays where it is.
// Nothing may be added meanwhile.
func (h *Hub) Forget() {
	for _, s := range h.series {
		s.start.Store(s.head.Load())
		s.last = 0
	}
	h.image.Store(nil)
	h.events.forget()
	h.now.Store(0)
}

// Joints sets the joint angles, rad.
func (h *Hub) Joints(t time.Duration, q []float64) {
	h.Time(t)
	if !h.Watched() || !h.joints.begin() {
		return
	}
	for i := range min(len(q), len(h.joints.words)) {
		h.joints.words[i].Store(math.Float64bits(q[i]))
	}
	h.joints.end()
}

// Pose moves a marker; names the program does not have are ignored.
func (h *Hub) Pose(name string, p spatial.Pose) {
	if !h.Watched() {
		return
	}
	i, ok := h.marker(name)
	if !ok || !h.markers[i].begin() {
		return
	}
	h.markers[i].pose(0, p)
	h.markers[i].end()
}

// marker finds a marker; there are few.
func (h *Hub) marker(name string) (int, bool) {
	for i := range h.program.Markers {
		if h.program.Markers[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// PoseOf returns a marker's last pose; ok is false if it has none or does not exist.
func (h *Hub) PoseOf(name string) (p spatial.Pose, ok bool) {
	i, ok := h.marker(name)
	if !ok {
		return p, false
	}
	var w [7]float64
	if _, ok = h.markers[i].read(0, w[:]); !ok {
		return p, false
	}
	return spatial.Pose{P: spatial.V(w[0], w[1], w[2]), R: spatial.Quat{X: w[3], Y: w[4], Z: w[5], W: w[6]}.Rot()}, true
}

// Image shows a JPEG with its detections. The hub keeps the slice, which must not be changed afterwards.
func (h *Hub) Image(jpeg []byte, seen Detection) {
	if h.Watched() {
		h.image.Store(&shot{h.images.Add(1), jpeg, seen})
	}
}

// Status sets the line below the page.
func (h *Hub) Status(line string) { h.status.Store(&line) }

// Alarm prominently shows why the robot does not do its work; an empty line ends it.
func (h *Hub) Alarm(line string) {
	if old := h.alarm.Load(); old == nil && line != "" || old != nil && *old != line {
		h.alarm.Store(&line)
	}
}

// Series returns the series of that name, nil when the program has none; a nil Series takes samples and
// forgets them.
func (h *Hub) Series(name string) *Series {
	if i, ok := h.names[name]; ok {
		return h.series[i]
	}
	return nil
}

// Point adds a sample to a series by name; names the program does not have are ignored. If speed matters, use Series to
// avoid the look-up.
func (h *Hub) Point(series string, t time.Duration, v float64) {
	h.Series(series).Add(t, v)
}

// Series is one curve of a plot. Samples come from one goroutine at a time.
type Series struct {
	head  atomic.Uint64 // samples ever written
	start atomic.Uint64 // number of the first sample since the run was set back
	last  time.Duration // of the newest sample
	ring  []sample
}

// NewSeries makes a series that belongs to no hub.
func NewSeries() *Series { return &Series{ring: make([]sample, ringSize)} }

type sample struct{ t, v atomic.Uint64 }

// Add appends the sample v at time t, even while nobody watches, so that a page opened later shows the past. A t before the
// last one's means that the run was set back: stored samples are dropped.
func (s *Series) Add(t time.Duration, v float64) {
	if s == nil {
		return
	}
	k := s.head.Load()
	if t < s.last {
		s.start.Store(k)
	}
	s.last = t
	p := &s.ring[k%ringSize]
	p.t.Store(uint64(t))
	p.v.Store(math.Float64bits(v))
	s.head.Store(k + 1)
}

// since calls f with the samples from number from on, and returns the next number. Samples that were
// overwritten before or while being read are left out.
func (s *Series) since(from uint64, f func(t time.Duration, v float64)) uint64 {
	head := s.head.Load()
	from = max(from, min(s.start.Load(), head))
	if head > ringSize/2 && from < head-ringSize/2 {
		from = head - ringSize/2 // keep clear of the writer
	}
	for ; from < head; from++ {
		p := &s.ring[from%ringSize]
		t, v := p.t.Load(), p.v.Load()
		if s.head.Load() < from+ringSize {
			f(time.Duration(t), math.Float64frombits(v))
		}
	}
	return head
}

// slot holds the newest value of one thing as words. Writers mark it odd while they write; a reader that saw
// it odd or changed tries again, so a writer never waits.
type slot struct {
	version *atomic.Uint64
	words   []atomic.Uint64
}

func newSlot(n int) slot { return slot{new(atomic.Uint64), make([]atomic.Uint64, n)} }

// begin claims the slot for writing; false when another writer has it.
func (s *slot) begin() bool {
	v := s.version.Load()
	return v&1 == 0 && s.version.CompareAndSwap(v, v+1)
}

func (s *slot) end() { s.version.Add(1) }

// pose writes seven words from k on: place and quaternion x, y, z, w.
func (s *slot) pose(k int, p spatial.Pose) {
	q := p.R.Quat()
	for i, v := range [...]float64{p.P.X, p.P.Y, p.P.Z, q.X, q.Y, q.Z, q.W} {
		s.words[k+i].Store(math.Float64bits(v))
	}
}

// read copies the value into dst when it is newer than version seen, and returns its version; it gives up if writers
// are too quick.
func (s *slot) read(seen uint64, dst []float64) (version uint64, fresh bool) {
	for range 8 {
		v := s.version.Load()
		if v == seen || v&1 == 1 {
			continue
		}
		for i := range dst {
			dst[i] = math.Float64frombits(s.words[i].Load())
		}
		if s.version.Load() == v {
			return v, true
		}
	}
	return seen, false
}
