package steer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// stream is what a bad driver does with a stick: holds it somewhere for a while, jerks it elsewhere, likes full speed.
type stream struct {
	rng   *rand.Rand
	until float64
	want  nav.Twist
}

func (s *stream) at(t float64) nav.Twist {
	if t < s.until {
		return s.want
	}
	s.until = t + 0.1 + 3*s.rng.Float64()*s.rng.Float64()
	l := nav.Comfort()
	switch s.rng.IntN(8) {
	case 0:
		s.want = nav.Twist{}
	case 1, 2, 3:
		s.want = nav.Twist{V: l.V, W: 0.2 * s.rng.NormFloat64()}
	case 4:
		s.want = nav.Twist{V: -l.Back, W: 0.5 * s.rng.NormFloat64()}
	case 5:
		s.want = nav.Twist{W: l.W * (2*s.rng.Float64() - 1)}
	default:
		s.want = nav.Twist{V: l.V * (1.3*s.rng.Float64() - 0.3), W: l.W * (2*s.rng.Float64() - 1)}
	}
	return s.want
}

// assisted lets somebody drive for so many ticks.
func assisted(t testing.TB, r *rig, ticks int, stick func(at float64) nav.Twist, each func(stick nav.Twist, c Command)) {
	t.Helper()
	assist, err := NewAssist(params())
	if err != nil {
		t.Fatal(err)
	}
	want := Command{}
	for range ticks {
		var told nav.Twist
		r.tick(t, func(s *State) nav.Twist {
			told = stick(s.Time)
			if n := r.ticks; n%5 == 0 || n%5 == 2 {
				want = assist.Step(told, s, &r.near.Near)
				if each != nil {
					each(told, want)
				}
			}
			return want.Twist
		})
	}
}

// Bad drivers touch nothing, in any room, and feel no more than the limits. STREAMS=0-1000 drives so many, SINEW_LONG=1 a
// thousand, HARD=1 tells of each emergency stop.
func TestStreams(t *testing.T) {
	lo, hi := 0, 5
	if os.Getenv("SINEW_LONG") != "" {
		hi = 1000
	}
	if s := os.Getenv("STREAMS"); s != "" {
		if _, err := fmt.Sscanf(s, "%d-%d", &lo, &hi); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex // of the sums, since as many streams run at a time as there are processors
	hard, moved := 0, 0.0
	var accel, jerk float64
	t.Run("streams", func(t *testing.T) {
		for n := lo; n < hi; n++ {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				r := badDriver(t, n)
				mu.Lock()
				defer mu.Unlock()
				hard, moved = hard+r.hard, moved+r.moved
				accel, jerk = max(accel, r.seat.accel), max(jerk, r.seat.jerk)
			})
		}
	})
	t.Logf("%d streams, %.0f m: %d emergency stops, at the seat %.2f m/s² and %.2f m/s³", hi-lo, moved, hard, accel, jerk)
}

// badDriver lets stream n drive in one of the rooms.
func badDriver(t *testing.T, n int) *rig {
	names := rooms.Names()
	room, err := rooms.New(names[n%len(names)])
	if err != nil {
		t.Fatal(err)
	}
	world, err := room.World(uint64(n))
	if err != nil {
		t.Fatal(err)
	}
	from, _ := room.Trip(uint64(n))
	r := newRig(t, world, from, uint64(n))
	r.still(t, 20)
	s := stream{rng: newRand(uint64(n))}
	assisted(t, r, 50*20, s.at, nil)
	if c, last := r.body.Contacts(); c > 0 {
		t.Errorf("stream %d in %s: %d contacts, the last with %v at %v, %.2f", n, room.Name, c, last.Kind, last.At, last.Where)
	}
	if r.seat.accel > 1 || r.seat.jerk > 2 {
		t.Errorf("stream %d in %s is not comfortable: %.2f m/s² and %.2f m/s³ at the seat, %d emergency stops", n, room.Name, r.seat.accel, r.seat.jerk, r.hard)
	}
	return r
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// Where nothing is near, a command passes as it is.
func TestAssistPasses(t *testing.T) {
	room, err := rooms.New("people")
	if err != nil {
		t.Fatal(err)
	}
	world, err := planar.New(planar.Config{Map: room.Grid, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, world, nav.Pose{X: 6, Y: 6.1}, 1)
	r.still(t, 20)
	s := stream{rng: newRand(1)}
	same, all := 0, 0
	assisted(t, r, 50*60, func(at float64) nav.Twist {
		w := s.at(at)
		if p := r.body.Pose(); math.Hypot(p.X-8, p.Y-6) > 1.2 { // towards the middle
			w = nav.Twist{V: 0.3, W: min(max(nav.Angle(math.Atan2(6-p.Y, 8-p.X)-p.Yaw), -0.5), 0.5)}
		}
		return w
	}, func(stick nav.Twist, c Command) {
		if d, _ := world.Clearance(r.body); d > 0.9 && math.Abs(stick.V) < 0.5 {
			all++
			if math.Abs(c.V-stick.V) <= 0.01*math.Abs(stick.V)+1e-9 && math.Abs(c.W-stick.W) <= 0.01*math.Abs(stick.W)+1e-9 {
				same++
			}
		}
	})
	t.Logf("%d of %d the same; %v", same, all, r.told)
	if all < 100 || same < all {
		t.Error("commands were changed where nothing is near")
	}
}

// A person with a coarse stick, eight directions and two speeds, gets through all doors.
func TestAssistDoors(t *testing.T) {
	room, err := rooms.New("doors")
	if err != nil {
		t.Fatal(err)
	}
	passed, contacts := 0, 0
	const n = 4
	for k := range n {
		world, err := planar.New(planar.Config{Map: room.Grid, Seed: uint64(k)})
		if err != nil {
			t.Fatal(err)
		}
		rng := newRand(uint64(k))
		off := 0.3 * (2*rng.Float64() - 1)
		r := newRig(t, world, nav.Pose{X: 2.6, Y: 3.475 + off, Yaw: 0.15 * (2*rng.Float64() - 1)}, uint64(k))
		r.still(t, 20)
		var look nav.Twist
		done, moved := 0.0, 0
		assisted(t, r, 50*60, func(at float64) nav.Twist {
			// Somebody aims at a place behind the door, three times a second, as coarsely as a stick with eight notches has it.
			// Who does not get on for two seconds backs off a little.
			if math.Abs(r.body.Twist().V) > 0.02 || math.Abs(r.body.Twist().W) > 0.05 {
				moved = r.ticks
			}
			if p := r.body.Pose(); done == 0 && r.ticks-moved > 100 {
				moved = r.ticks + 75
				look = nav.Twist{V: -0.3}
			} else if r.ticks%16 == 0 && done == 0 && moved <= r.ticks {
				aim := nav.Angle(math.Atan2(3.475-p.Y, 7.0-p.X) - p.Yaw)
				switch {
				case math.Abs(aim) < 0.12:
					look = nav.Twist{V: 0.5}
				case math.Abs(aim) < 0.5:
					look = nav.Twist{V: 0.5, W: math.Copysign(0.3, aim)}
				default:
					look = nav.Twist{W: math.Copysign(0.5, aim)}
				}
			}
			if r.body.Pose().X > 6 && done == 0 {
				done = at
				look = nav.Twist{}
			}
			return look
		}, nil)
		c, last := r.body.Contacts()
		contacts += c
		if done > 0 {
			passed++
		}
		t.Logf("door %d: off %.2f done %.1f s contacts %d %v hard %d closest %.3f at %.2f", k, off, done, c, last.Kind, r.hard, r.body.Closest(), r.body.Pose())
	}
	if passed < n || contacts > 0 {
		t.Errorf("%d of %d passed, %d contacts", passed, n, contacts)
	}
}
