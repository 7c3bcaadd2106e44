package debug

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/keyframe"
)

// How keyframes are spaced: one whenever running has cost this much since the last, so that going back costs about as
// much; up to twice as much if taking one is expensive.
const (
	frameCost   = 25 * time.Millisecond
	frameShare  = 10
	recentFrame = 32 // this many of the latest are never thinned out
	trials      = 3  // this many keyframes are verified when they are first restored
)

// frame is a keyframe with its place.
type frame struct {
	n     uint64
	tag   reactor.Tag // of the last tag run
	hash  string      // of all output so far
	cost  time.Duration
	image *keyframe.Image
}

// frames are the keyframes of a run, by place.
type frames struct {
	all    []frame
	ahead  int           // the first that the run has not passed
	spent  time.Duration // on running since the last keyframe
	tags   int           // run since then
	bytes  int
	taking time.Duration // what the last one cost
	off    bool          // keyframes have been abandoned
	tried  int           // how many have been verified
}

// due reports whether it is time for another keyframe.
func (f *frames) due(every int) bool {
	if f.off {
		return false
	}
	if every > 0 {
		return f.tags >= every
	}
	return f.spent >= min(max(frameCost, frameShare*f.taking), 2*frameCost)
}

// take adds a keyframe at the run's position, between tags.
func (f *frames) take(e *engine, o *Options) {
	begun := time.Now()
	image := e.keep.Take()
	f.taking = time.Since(begun)
	f.all = slices.Insert(f.all, f.ahead, frame{e.hist.tags, e.hist.last.tag, e.rec.Hash(), f.spent, image})
	if f.ahead++; f.ahead < len(f.all) {
		f.all[f.ahead].cost = max(0, f.all[f.ahead].cost-f.spent)
	}
	f.bytes += image.Bytes()
	f.spent, f.tags = 0, 0
	for len(f.all) > 3 && (len(f.all) > o.Frames || f.bytes > o.Memory) {
		f.thin()
	}
}

// thin removes the least useful keyframe: the one whose removal leaves the shortest distance between its neighbours.
// The first and the latest stay.
func (f *frames) thin() {
	end := len(f.all) - recentFrame
	if end < 2 {
		end = len(f.all) - 1
	}
	best := 1
	for i := 2; i < end; i++ {
		if f.all[i].cost+f.all[i+1].cost < f.all[best].cost+f.all[best+1].cost {
			best = i
		}
	}
	f.all[best+1].cost += f.all[best].cost
	f.bytes -= f.all[best].image.Bytes()
	f.all = slices.Delete(f.all, best, best+1)
	if best < f.ahead {
		f.ahead--
	}
}

// before returns the last keyframe for which ok holds, -1 for none.
func (f *frames) before(ok func(*frame) bool) int {
	for i := len(f.all) - 1; i >= 0; i-- {
		if ok(&f.all[i]) {
			return i
		}
	}
	return -1
}

// dropFrom forgets the keyframes after n tags: they belong to a history that will not happen.
func (f *frames) dropFrom(n uint64) {
	keep := f.before(func(x *frame) bool { return x.n <= n }) + 1
	for i := keep; i < len(f.all); i++ {
		f.bytes -= f.all[i].image.Bytes()
	}
	clear(f.all[keep:])
	f.all = f.all[:keep]
	f.ahead = min(f.ahead, keep)
}

// errAstray says that the run differs from the first time it passed this point.
var errAstray = errors.New("astray")

// passed is called between tags, with the cost of running. It takes a keyframe when one is due, and compares the output
// hash at existing ones.
func (f *frames) passed(e *engine, o *Options, cost time.Duration) error {
	f.spent += cost
	f.tags++
	for f.ahead < len(f.all) && f.all[f.ahead].n < e.hist.tags {
		f.ahead++
	}
	if f.ahead < len(f.all) && f.all[f.ahead].n == e.hist.tags {
		x := &f.all[f.ahead]
		f.ahead++
		f.spent, f.tags = 0, 0
		if x.hash != e.rec.Hash() {
			return errAstray
		}
		return nil
	}
	if f.due(o.Every) {
		f.take(e, o)
	}
	return nil
}

// restore restores a keyframe. The first few times it verifies that the run is then the same as before, up to the next
// one.
func (s *Session) restore(i int) error {
	if err := s.putBack(i); err != nil || s.frames.tried >= trials || i+1 == len(s.frames.all) {
		return err
	}
	s.frames.tried++
	n := s.frames.all[i].n
	for to := s.frames.all[i+1].n; s.e.hist.tags < to; {
		if err := s.tagOn(); err != nil {
			return err
		}
	}
	if s.frames.off { // it was not, and has been made again
		if err := s.remake(); err != nil {
			return err
		}
		return s.moveTo(place{n, 0})
	}
	return s.putBack(s.frames.before(func(x *frame) bool { return x.n <= n }))
}

func (s *Session) putBack(i int) error {
	s.e.keep.Restore(s.frames.all[i].image)
	s.frames.ahead, s.frames.spent, s.frames.tags = i+1, 0, 0
	s.e.open, s.e.ran = nil, s.e.ran[:0]
	return s.e.peek()
}

// remake makes the run again, from its beginning. Keyframes refer to the old one's memory and are discarded.
func (s *Session) remake() error {
	e, err := s.make()
	if err != nil {
		return err
	}
	if s.e != nil {
		err = closeInstance(s.e)
	}
	s.e = e
	s.frames = frames{off: s.frames.off}
	if !s.frames.off {
		s.frames.take(e, &s.o)
	}
	return err
}

// astray abandons the keyframes and brings the run back to its position, from its beginning.
func (s *Session) astray(n uint64) error {
	i := s.frames.before(func(x *frame) bool { return x.n <= n })
	want := frame{}
	if i >= 0 {
		want = s.frames.all[i]
	}
	s.frames = frames{off: true}
	if err := s.remake(); err != nil {
		return err
	}
	why := "the keyframes do not hold all of the program's state: something is kept where they cannot see it, as in a variable of a closure. " +
		"Going back runs the program from its start from now on"
	for s.e.hist.tags < n {
		if err := s.tagOn(); err != nil {
			return err
		}
		if s.e.hist.tags == want.n && s.e.rec.Hash() != want.hash {
			why = "the program does not do the same twice: something in it depends on more than what comes through its doors. " +
				"What is shown after going back is another run than the one before"
		}
	}
	s.note("%s", why)
	return nil
}

// toFrame goes to the last keyframe for which ok holds, or to the beginning.
func (s *Session) toFrame(ok func(n uint64, tag reactor.Tag) bool) error {
	i := s.frames.before(func(x *frame) bool { return ok(x.n, x.tag) })
	if i < 0 {
		return s.remake()
	}
	return s.restore(i)
}

// moveTo brings the run to a place, forwards or backwards.
func (s *Session) moveTo(to place) error {
	if s.e.at() == to {
		return nil
	}
	i := s.frames.before(func(x *frame) bool { return x.n <= to.n })
	if to.before(s.e.at()) || i >= 0 && s.frames.all[i].n > s.e.hist.tags {
		if err := s.toFrame(func(n uint64, _ reactor.Tag) bool { return n <= to.n }); err != nil {
			return err
		}
	}
	for s.e.hist.tags < to.n {
		if err := s.tagOn(); err != nil {
			return err
		}
	}
	if to.r == 0 {
		return nil
	}
	if s.e.open == nil {
		if err := s.e.begin(); err != nil {
			return err
		}
	}
	for len(s.e.ran)+1 < to.r && s.e.pending() >= 0 {
		if err := s.e.react(); err != nil {
			return err
		}
	}
	return nil
}

// moveToTag brings the run to the point just after a tag, forwards or backwards.
func (s *Session) moveToTag(tag reactor.Tag) error {
	i := s.frames.before(func(x *frame) bool { return x.n == 0 || !tag.Before(x.tag) })
	if tag.Before(s.e.tag()) && s.e.at() != (place{}) || i >= 0 && s.frames.all[i].n > s.e.hist.tags {
		if err := s.toFrame(func(n uint64, at reactor.Tag) bool { return n == 0 || !tag.Before(at) }); err != nil {
			return err
		}
	}
	for s.e.open != nil || s.e.next.ok && !tag.Before(s.e.next.tag) {
		if err := s.tagOn(); err != nil {
			return err
		}
	}
	return nil
}

// tagOn runs a whole tag, takes keyframes and lets other callers in.
func (s *Session) tagOn() error {
	begun, n := time.Now(), s.e.hist.tags
	if err := s.known(n, s.e.runTag(false)); err != nil {
		return err
	}
	if err := s.afterTag(begun); err != nil {
		return err
	}
	return s.breathe()
}

// known ignores a fault at a tag if it has been reported before.
func (s *Session) known(n uint64, err error) error {
	if err == nil || errors.Is(err, errEnd) || s.faults[n] {
		if errors.Is(err, errEnd) {
			return err
		}
		return nil
	}
	s.faults[n] = true
	return err
}

// afterTag takes a keyframe or compares with one, after a tag that was begun then.
func (s *Session) afterTag(begun time.Time) error {
	err := s.frames.passed(s.e, &s.o, time.Since(begun))
	if errors.Is(err, errAstray) {
		if err = s.astray(s.e.hist.tags); err != nil {
			return fmt.Errorf("making the run anew: %w", err)
		}
	}
	return err
}
