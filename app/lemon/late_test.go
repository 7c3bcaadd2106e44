package lemon

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/sim"
)

// TestLateFrames: frames that are old when they are used are led on by their age, for every way that the lemon moves. The
// bounds are the tool's distance from where it should be for the true lemon, rms and greatest.
func TestLateFrames(t *testing.T) {
	for _, lemon := range sim.PathNames() {
		for _, c := range []struct {
			age       time.Duration
			rms, most float64 // mm
		}{{20 * ms, 2.2, 6}, {50 * ms, 2.5, 8}, {100 * ms, 4, 10}, {200 * ms, 9, 22}} {
			t.Run(fmt.Sprintf("%s %v", lemon, c.age), func(t *testing.T) {
				t.Parallel()
				p := DefaultParams()
				p.Lemon, p.CameraLatency = lemon, c.age
				sum, _, err := ran(t.Context(), options{Params: p, Fast: true, For: 5 * time.Second, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%.2f mm rms, %.1f mm at most, %d frames late", *sum.TrackingRMS, *sum.TrackingMax, sum.FramesLate)
				if *sum.TrackingRMS > c.rms || *sum.TrackingMax > c.most {
					t.Errorf("%.2f mm rms and %.1f mm at most, want %g and %g", *sum.TrackingRMS, *sum.TrackingMax, c.rms, c.most)
				}
				if sum.Violations != 0 || sum.FramesOld != 0 || sum.FramesLate > 0 != (c.age >= late) {
					t.Errorf("%d limit violations, %d frames late, %d too old", sum.Violations, sum.FramesLate, sum.FramesOld)
				}
			})
		}
	}
}

// post keeps frames back, each for a time of its own.
type post struct {
	s     *session
	delay func(seq uint64) time.Duration
	held  []Frame
	due   []time.Duration
}

// by makes a trial's frames come by post.
func (o *post) by(r *trial) {
	r.p.FrameRate, r.p.CameraLatency = 30, 0
	r.hooks.ready = func(s *session) { o.s = s }
	r.hooks.film = func(f *Frame) bool {
		f.Exposed = reactor.Time(f.Shot.Time)
		if d := o.delay(f.Seq); d > 0 {
			o.held, o.due = append(o.held, *f), append(o.due, f.Shot.Time+d)
			return false
		}
		return true
	}
	for at := ms; at < r.length; at += ms {
		r.at(at, func(*session) {
			for i := 0; i < len(o.held); i++ {
				if o.due[i] <= at {
					o.s.net.Camera.Frame.Schedule(o.held[i], 0)
					o.held, o.due = slices.Delete(o.held, i, i+1), slices.Delete(o.due, i, i+1)
					i--
				}
			}
		})
	}
}

// TestFramesOnTheWay: frames that take 20 to 180 ms, overtake each other, and say when they were taken, do what frames do
// that come in order; those that are older than 300 ms are not used.
func TestFramesOnTheWay(t *testing.T) {
	for name, c := range map[string]struct {
		delay     func(seq uint64) time.Duration
		most      float64 // mm, after a second
		late, old bool
	}{
		"overtaking": {func(seq uint64) time.Duration { return 20*ms + time.Duration(seq*seq*7919%160)*ms }, 10, true, false},
		"a stall of 250 ms every second": {func(seq uint64) time.Duration {
			return 20*ms + max(0, 8-time.Duration(seq%30))*time.Second/30
		}, 10, false, false}, // the newest of those that come together is used
		"each fifth one far too old": {func(seq uint64) time.Duration {
			if seq%5 == 0 {
				return 335 * ms
			}
			return 20 * ms
		}, 10, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newTrial(5 * time.Second)
			o := post{delay: c.delay}
			o.by(r)
			r.safe(t)
			t.Logf("%.2f mm rms, %.1f mm at most; %d late, %d too old", *r.sum.TrackingRMS, *r.sum.TrackingMax, r.sum.FramesLate, r.sum.FramesOld)
			if *r.sum.TrackingMax > c.most {
				t.Errorf("up to %.1f mm off, want %g", *r.sum.TrackingMax, c.most)
			}
			if r.sum.FramesLate > 0 != c.late || r.sum.FramesOld > 0 != c.old || r.sum.FramesRefused > 0 {
				t.Errorf("%d frames late, %d too old, %d refused", r.sum.FramesLate, r.sum.FramesOld, r.sum.FramesRefused)
			}
		})
	}
}

// TestVisionHoldsNothingUp: whatever the camera's enclave sends to control goes over physical connections, which nobody
// waits for; so no picture, however long it takes, is ahead of a cycle in logical time.
func TestVisionHoldsNothingUp(t *testing.T) {
	prog, err := Build(DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	g := prog.Graph()
	enclave := func(port int) int { return g.Reactors[g.Ports[port].Reactor].Enclave }
	out := 0
	for _, c := range g.Connections {
		if enclave(c.From) != 0 && enclave(c.To) == 0 {
			if out++; !c.Physical {
				t.Errorf("%s to %s is waited for", g.Ports[c.From].Path, g.Ports[c.To].Path)
			}
		}
	}
	if out == 0 {
		t.Error("nothing comes from the camera's enclave")
	}
}
