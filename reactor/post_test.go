package reactor

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"
)

// crossing is a program of two enclaves: the main one sends the numbers 0, 1, 2 … at each of its tags to the other one.
type crossing struct {
	*Program
	line *lineOf[[2]int]
	from *Enclave
	to   *Enclave
	got  []arrival
	lost []uint64 // numbers that the receiver's records tell
}

// arrival is a value with the tag at which it came. Its two halves are the same.
type arrival struct {
	Tag
	n [2]int
}

// newCrossing makes one; locked has the values pass through the mailbox.
func newCrossing(tb interface {
	Helper()
	Fatal(args ...any)
}, capacity int, policy Overflow, physical, locked bool) *crossing {
	tb.Helper()
	m := NewMain("main")
	s := &struct {
		Reactor
		T   Timer
		Out Out[[2]int]
	}{}
	Init(m, "s", s)
	r := &struct {
		Reactor
		In In[[2]int]
	}{}
	Init(m, "r", r)
	r.Isolate()
	s.T.Set(0, time.Microsecond)
	x, n := &crossing{}, 0
	s.Reaction("send").On(&s.T).Sets(&s.Out).Do(func() {
		s.Out.Set([2]int{n, n})
		n++
	})
	r.Reaction("see").On(&r.In).Do(func() { x.got = append(x.got, arrival{r.Tag(), r.In.Get()}) })
	c := Connect(&s.Out, &r.In).After(time.Microsecond).Capacity(capacity).Overflow(policy)
	if physical {
		c.Physical()
	}
	p, err := Build(m, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	x.Program, x.from, x.to = p, p.Enclaves[0], p.Enclaves[1]
	for _, e := range p.Enclaves {
		e.OnStop(func(*Enclave) {}) // each is driven by itself
	}
	x.line = p.main.conns[0].base().sends.line.(*lineOf[[2]int])
	if x.line.post == nil {
		tb.Fatal("the connection has no post")
	}
	if locked {
		x.line.post, x.to.inbox.lines, x.to.inbox.further = nil, nil, nil
	}
	p.Observe(x)
	p.Start()
	return x
}

// AtTag implements Observer.
func (x *crossing) AtTag(e *Enclave, r Record) {
	for _, o := range r.Omitted {
		if e == x.to && o.Kind == Lost {
			for k := range o.N {
				x.lost = append(x.lost, o.First+k)
			}
		}
	}
}

var policies = []Overflow{DropOldest, DropNewest}

// TestPostsDoWhatMailboxesDo has the two ways do the same work, in every order in which one thread can do it, and compares what
// came, when, and what was lost.
func TestPostsDoWhatMailboxesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity, policy := rapid.IntRange(1, 6).Draw(t, "capacity"), rapid.SampledFrom(policies).Draw(t, "policy")
		physical := rapid.Bool().Draw(t, "physical")
		steps := rapid.SliceOf(rapid.IntRange(-3, 12)).Draw(t, "steps") // so many tags of the sender, or of the receiver
		var all [2]*crossing
		for i := range all {
			x := newCrossing(t, capacity, policy, physical, i == 1)
			for _, n := range append(steps, -100, 1, -100) { // at last all that can be told is told
				for ; n > 0; n-- {
					x.from.Step(nil)
				}
				for ; n < 0 && x.to.Step(nil); n++ {
				}
			}
			slices.Sort(x.lost)
			all[i] = x
		}
		if a, b := fmt.Sprint(all[0].got, all[0].lost), fmt.Sprint(all[1].got, all[1].lost); a != b {
			t.Fatalf("over a post, and what was lost: %s\nthrough a mailbox: %s", a, b)
		}
	})
}

// TestValuesOfTheNextRoundWait has the sender overtake the receiver between its look at the tail and its way through the ring:
// what has come a round later is not taken in the place of what it has driven out, before the values between.
func TestValuesOfTheNextRoundWait(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(1, 5).Draw(t, "capacity")
		before := rapid.IntRange(0, 3*capacity).Draw(t, "sent before the look")
		after := rapid.IntRange(0, 3*capacity).Draw(t, "sent after it")
		x := newCrossing(t, capacity, DropOldest, false, false)
		send := func(n int) {
			for range n {
				x.from.Step(nil)
			}
		}
		send(before)
		sent, tail := x.line.post.sent.Load(), x.line.post.tail.Load()
		send(after)
		x.line.gatherUpTo(sent, tail)
		for x.to.Step(nil) {
		}
		last, lost := -1, map[int]bool{}
		for _, n := range x.lost {
			if lost[int(n)] {
				t.Fatalf("value %d is told as lost twice", n)
			}
			lost[int(n)] = true
		}
		for _, a := range x.got {
			if n := a.n[0]; n <= last || lost[n] {
				t.Fatalf("value %d came after %d; told as lost: %v", n, last, x.lost)
			} else {
				last = n
			}
		}
		if len(x.got)+len(x.lost) != before+after || len(x.got) < min(capacity, after) {
			t.Fatalf("%d came and %d were lost, of %d", len(x.got), len(x.lost), before+after)
		}
	})
}

// TestPostsTakeLittleMemory: a connection that carries one value after the other has not the letters of all that it has room for.
func TestPostsTakeLittleMemory(t *testing.T) {
	x := newCrossing(t, 1024, DropOldest, false, false)
	x.from.Step(nil)
	p := x.line.post
	letters := 0
	for _, s := range p.sheets {
		if s != nil {
			letters += len(s)
		}
	}
	if size := 8*(len(p.ring)+len(p.sheets)) + letters*int(unsafe.Sizeof(letter[[2]int]{})); size > 10<<10 {
		t.Errorf("%d bytes for one value on its way", size)
	}
}

// TestPostsBetweenThreads has two threads send and receive as fast as they can, or at random paces, and counts: each value comes
// once, whole, in its order, or is told as lost.
func TestPostsBetweenThreads(t *testing.T) {
	sends := 4000
	if testing.Short() {
		sends = 400
	}
	for seed := range uint64(24) {
		capacity, policy := []int{1, 2, 3, 64}[seed%4], policies[seed/4%2]
		t.Run(fmt.Sprintf("seed %d, room for %d, %v", seed, capacity, policy), func(t *testing.T) {
			x := newCrossing(t, capacity, policy, seed%3 == 0, false)
			x.race(sends, seed)
			next, lost := 0, map[uint64]bool{}
			for _, n := range x.lost {
				if lost[n] {
					t.Fatalf("value %d is told as lost twice", n)
				}
				lost[n] = true
			}
			last := NeverTag
			for _, a := range x.got {
				for ; next < a.n[0]; next++ {
					if !lost[uint64(next)] {
						t.Fatalf("value %d is missing before %d, and nobody was told", next, a.n[0])
					}
				}
				if a.n[0] != a.n[1] || a.n[0] != next || lost[uint64(next)] || !last.Before(a.Tag) {
					t.Fatalf("value %v at %v came after %d at %v; told as lost: %v", a.n, a.Tag, next-1, last, lost[uint64(next)])
				}
				next, last = next+1, a.Tag
			}
			for ; next < sends; next++ {
				if !lost[uint64(next)] {
					t.Fatalf("value %d never came, and nobody was told", next)
				}
			}
			if n := x.line.box.in.Load(); n != 0 {
				t.Errorf("%d values seem to wait", n)
			}
			if made := x.line.post.made; int(made) > capacity+2 {
				t.Errorf("%d letters for a capacity of %d", made, capacity)
			}
		})
	}
}

// race runs both enclaves, each on a thread of its own.
func (x *crossing) race(sends int, seed uint64) {
	pause := func(r *rand.Rand) {
		switch k := r.IntN(int(8 + seed)); {
		case k == 0:
			runtime.Gosched()
		case k < 4:
			for range r.IntN(300) {
				_ = x.to.inbox.mail.Load()
			}
		}
	}
	var wg sync.WaitGroup
	done := make(chan struct{})
	wg.Go(func() {
		defer close(done)
		r := rand.New(rand.NewPCG(seed, 1))
		for range sends {
			x.from.Step(nil)
			pause(r)
		}
	})
	wg.Go(func() {
		r := rand.New(rand.NewPCG(seed, 2))
		for over := false; ; {
			if !x.to.Step(nil) {
				if over {
					return
				}
				select {
				case <-done:
					over = true
				default:
					runtime.Gosched()
				}
			}
			pause(r)
		}
	})
	wg.Wait()
	x.from.Step(nil) // what comes after the last one that was counted has the record of what was lost before
	for x.to.Step(nil) {
	}
	x.got = slices.DeleteFunc(x.got, func(a arrival) bool { return a.n[0] >= sends })
}

// TestAPostThatMustNotOverflowEndsTheProgram as a mailbox does.
func TestAPostThatMustNotOverflowEndsTheProgram(t *testing.T) {
	x := newCrossing(t, 2, StopOnOverflow, false, false)
	for range 3 {
		x.from.Step(nil)
	}
	defer func() {
		if e, ok := recover().(OverflowError); !ok || e.Path != "r.in" || e.Capacity != 2 {
			t.Fatal(e)
		}
	}()
	x.to.Step(nil)
	t.Fatal("the third of two values has room")
}

// TestQuietWaitsForSenders: nobody may believe that nothing earlier than now can come while a sender has read the clock.
func TestQuietWaitsForSenders(t *testing.T) {
	x := newCrossing(t, 2, DropOldest, true, false)
	stamps, asking := 0, false
	x.SetClock(func(*Enclave) Time {
		if asking { // the clock is read by Quiet
			return 7
		}
		stamps++
		asking = true
		if at, quiet := x.to.Quiet(); quiet {
			t.Errorf("nothing earlier than %v can come, while a sender has the stamp 7", at)
		}
		asking = false
		return 7
	})
	x.from.Step(nil)
	if stamps != 1 {
		t.Fatalf("%d values were stamped", stamps)
	}
	asking = true
	if _, quiet := x.to.Quiet(); quiet {
		t.Error("a value waits, and the enclave is quiet")
	}
	for x.to.Step(nil) {
	}
	if at, quiet := x.to.Quiet(); !quiet || at != 7 {
		t.Errorf("quiet: %v at %v", quiet, at)
	}
}

// TestPostsDoNotAllocate once as many values have waited as ever do.
func TestPostsDoNotAllocate(t *testing.T) {
	x := newCrossing(t, 4, DropOldest, true, false)
	x.Program.Enclaves[1].observer = nil
	x.got = make([]arrival, 0, 1<<14)
	one := func() {
		for range 3 {
			x.from.Step(nil)
		}
		for x.to.Step(nil) {
		}
	}
	one()
	if n := testing.AllocsPerRun(1000, one); n != 0 {
		t.Fatalf("%g allocations", n)
	}
}

// BenchmarkBetweenEnclaves is what a value costs the sender, with a receiver that takes what comes on another thread: over
// a post, and through a mailbox under the lock.
func BenchmarkBetweenEnclaves(b *testing.B) {
	for _, locked := range []bool{false, true} {
		b.Run(map[bool]string{false: "post", true: "lock"}[locked], func(b *testing.B) {
			x := newCrossing(b, 1024, DropOldest, true, locked)
			x.to.observer = nil
			var wg sync.WaitGroup
			done := make(chan struct{})
			wg.Go(func() {
				for {
					if x.got = x.got[:0]; !x.to.Step(nil) {
						select {
						case <-done:
							return
						default:
							runtime.Gosched()
						}
					}
				}
			})
			b.ResetTimer()
			for range b.N {
				x.from.Step(nil)
			}
			b.StopTimer()
			close(done)
			wg.Wait()
		})
	}
}
