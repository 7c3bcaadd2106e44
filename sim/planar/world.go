// Package planar simulates a world seen from above: walls, boxes, walking people, wheeled vehicles with differential
// drives, and their laser scanners. Its caller steps its time; it starts no goroutine, reads no clock and draws all random
// numbers from one seed, so equal worlds that are driven equally are equal to the bit. A step does not allocate.
//
// Frames and units are those of package math/nav: MAP and BASE, m, rad, m/s, rad/s. Masses are kg and forces N.
package planar

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Config describes a world.
type Config struct {
	// Map has the true walls: cells from nav.Wall on. It is read once: later changes have no effect.
	Map   *nav.Grid
	Seed  uint64
	Step  time.Duration // 0 for 5 ms; 0.1 to 10 ms
	Boxes []Box
	Walks []Walk // one per person
}

// Box is an obstacle with straight sides, such as furniture, at any angle.
type Box struct {
	At            nav.Pose // its middle
	Length, Width float64  // along its x and its y
	Gone          bool     // it is not there at present
}

// World is a planar world.
type World struct {
	step    time.Duration
	now     time.Duration
	walls   walls
	boxes   []solid
	people  []person
	bodies  []*Body
	lidars  []*Lidar
	seed    uint64
	streams uint64 // generators made so far
}

// solid is a convex polygon in MAP with a circle around it.
type solid struct {
	corners []nav.Point
	middle  nav.Point
	radius  float64
	gone    bool
}

// New makes a world, or reports everything that is wrong with its description.
func New(c Config) (*World, error) {
	if c.Step == 0 {
		c.Step = 5 * time.Millisecond
	}
	var faults []error
	fault := func(format string, a ...any) { faults = append(faults, fmt.Errorf("planar: "+format, a...)) }
	if c.Step < 100*time.Microsecond || c.Step > 10*time.Millisecond {
		fault("steps of %v: give 0.1 to 10 ms", c.Step)
	}
	if c.Map == nil || len(c.Map.Cells) != c.Map.Width*c.Map.Height || len(c.Map.Cells) == 0 {
		fault("there is no map, or its cells are not as many as its width times its height: make it by nav.NewGrid")
		return nil, errors.Join(faults...)
	}
	w := &World{step: c.Step, seed: c.Seed, walls: newWalls(c.Map)}
	for i, b := range c.Boxes {
		if !b.At.Finite() || !(b.Length > 0 && b.Width > 0) || b.Length+b.Width > 1e4 {
			fault("box %d is %g m by %g m at %v: give finite numbers, sizes above 0", i, b.Length, b.Width, b.At)
			continue
		}
		w.AddBox(b)
	}
	for i, k := range c.Walks {
		p, err := newPerson(k)
		if err != nil {
			fault("person %d %v", i, err)
			continue
		}
		w.people = append(w.people, p)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return w, nil
}

// chance makes a separate generator for one part of the world, so that adding another part does not change its numbers.
func (w *World) chance() source {
	w.streams++
	pcg := rand.NewPCG(w.seed, w.streams*0x9e3779b97f4a7c15)
	return source{pcg, rand.New(pcg)}
}

// source is a generator with an accessible state.
type source struct {
	pcg *rand.PCG
	*rand.Rand
}

// AddBox puts a box into the world and returns its number.
func (w *World) AddBox(b Box) int {
	x, y := b.Length/2, b.Width/2
	s := solid{middle: b.At.Point(), radius: math.Hypot(x, y), gone: b.Gone}
	for _, p := range [4]nav.Point{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: y}, {X: -x, Y: y}} {
		s.corners = append(s.corners, b.At.Apply(p))
	}
	w.boxes = append(w.boxes, s)
	return len(w.boxes) - 1
}

// ShowBox makes box i appear or disappear. A vehicle at the place where it appears is in contact with it.
func (w *World) ShowBox(i int, there bool) { w.boxes[i].gone = !there }

// Box returns the corners of box i, and whether it is there.
func (w *World) Box(i int) (corners []nav.Point, there bool) {
	return w.boxes[i].corners, !w.boxes[i].gone
}

// Boxes returns the number of boxes, including those that have disappeared.
func (w *World) Boxes() int { return len(w.boxes) }

// Now returns the time of the world.
func (w *World) Now() time.Duration { return w.now }

// StepSize returns the duration of a Step.
func (w *World) StepSize() time.Duration { return w.step }

// Bodies returns the vehicles, in the order in which they were added.
func (w *World) Bodies() []*Body { return w.bodies }

// Step advances the world by one step.
func (w *World) Step() {
	dt := w.step.Seconds()
	for i := range w.people {
		w.walk(i, dt)
	}
	for _, b := range w.bodies {
		b.step(w, dt)
	}
	end := w.now + w.step
	for _, l := range w.lidars {
		l.sweep(w, end)
	}
	w.now = end
}

// AdvanceTo makes whole steps until the next one would go beyond t.
func (w *World) AdvanceTo(t time.Duration) {
	for w.now+w.step <= t {
		w.Step()
	}
}

// Hash returns a hash of everything that changes in the world: worlds that were equal and were driven equally have the
// same hash.
func (w *World) Hash() uint64 {
	h := hasher(0xcbf29ce484222325)
	h.add(uint64(w.now))
	for i := range w.boxes {
		h.flag(w.boxes[i].gone)
	}
	for i := range w.people {
		w.people[i].hash(&h)
	}
	for _, b := range w.bodies {
		b.hash(&h)
	}
	for _, l := range w.lidars {
		l.hash(&h)
	}
	return uint64(h)
}

// hasher combines numbers into one (the finaliser of SplitMix64 over each).
type hasher uint64

func (h *hasher) add(x uint64) {
	z := uint64(*h) ^ x
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	*h = hasher(z ^ z>>31 + 0x9e3779b97f4a7c15)
}

func (h *hasher) floats(xs ...float64) {
	for _, x := range xs {
		h.add(math.Float64bits(x))
	}
}

func (h *hasher) flag(b bool) {
	if b {
		h.add(1)
	} else {
		h.add(0)
	}
}

func (h *hasher) source(s *source) {
	var room [32]byte
	b, err := s.pcg.AppendBinary(room[:0])
	if err != nil {
		panic(err) // it has none
	}
	for _, x := range b {
		h.add(uint64(x))
	}
}
