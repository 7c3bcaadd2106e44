package exec

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Pause holds the time of a run on the Real clock and lets it go on. While it is held everything stands that goes by the
// program's time: timers, deadlines, the stamps of what comes from outside. What was due before is still done. Make one for
// each run; any goroutine may call its methods, which do nothing while there is no run.
type Pause struct {
	// Tell, unless nil, is told how the program's time passes whenever that is about to change, so that surroundings that
	// keep the same time stand when it stands. Calls come one after the other.
	Tell func(rt.Span)

	mu    sync.Mutex
	c     *coordinator // nil while there is no run
	start int64        // what rt.Now reads at time 0, later by every pause
	until int64        // where time is held next
}

// Notice is how long after it was asked for time is held, or goes on: within it the surroundings are told.
const Notice = 5 * time.Millisecond

// attach makes the Pause that of a run which begins, or of none.
func (p *Pause) attach(c *coordinator, start int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.c, p.start, p.until = c, start, rt.Forever
}

// Now is the program's time; it is 0 without a run.
func (p *Pause) Now() reactor.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.c == nil {
		return 0
	}
	return reactor.Time(p.c.clock.Now())
}

// Held says whether time stands.
func (p *Pause) Held() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.c != nil && p.c.clock.Held()
}

// follow has the program and its surroundings keep a span; mu is held.
func (p *Pause) follow(s rt.Span) {
	if p.Tell != nil {
		p.Tell(s)
	}
	p.c.follow(s)
}

// Hold holds time, and returns when it stands and what was due has been done.
func (p *Pause) Hold(ctx context.Context) error {
	p.mu.Lock()
	if p.c != nil && !p.c.clock.Held() {
		now := p.c.clock.Now()
		p.until = min(p.until, now+int64(Notice))
		p.follow(rt.Span{Start: p.start, From: now, To: p.until})
	}
	p.mu.Unlock()
	return p.Wait(ctx)
}

// Resume lets time go on from where it stands, or is about to, until a time, at which it is held again; reactor.Forever for none.
func (p *Pause) Resume(until reactor.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.c == nil || p.until == rt.Forever {
		return
	}
	now := p.c.clock.Now()
	if p.c.clock.Held() {
		p.start = rt.Now() + int64(Notice) - now
	}
	p.until = max(now, int64(until))
	p.follow(rt.Span{Start: p.start, From: now, To: p.until})
}

// Step holds time, lets it go on until the next tag has come, and returns when what is due then has been done.
func (p *Pause) Step(ctx context.Context) error {
	if err := p.Hold(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	var next reactor.Time
	if p.c != nil {
		next = p.c.upcoming()
	}
	p.mu.Unlock()
	if next == reactor.Forever {
		return errors.New("nothing comes by itself: the program waits for events from outside")
	}
	p.Resume(next.Add(1)) // an enclave may begin a tag only when no event of its time can come any more
	return p.Wait(ctx)
}

// Wait waits until time stands and what was due has been done, or there is no run.
func (p *Pause) Wait(ctx context.Context) error {
	for {
		p.mu.Lock()
		c := p.c
		p.mu.Unlock()
		if c == nil || c.clock.Held() && c.settled() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}
