package exec

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Pause holds the time of a run on the Real clock and lets it go on. While it is held, everything that follows the program's time
// stands: timers, deadlines, the stamps of events from outside. Work that was due before is still done. Make one for each run;
// any goroutine may call its methods, which do nothing while there is no run.
type Pause struct {
	// Tell, unless nil, is called whenever the way the program's time passes is about to change, so that surroundings on the same
	// time can stand with it. Calls are never concurrent.
	Tell func(rt.Span)

	mu    sync.Mutex
	c     *coordinator // nil while there is no run
	start int64        // the reading of rt.Now at time 0; every pause moves it
	until int64        // the time at which it is held next
}

// Notice is the delay between a request and the moment time is held or goes on; it leaves time to tell the surroundings.
const Notice = 5 * time.Millisecond

// attach makes p the Pause of a run that begins, or of none.
func (p *Pause) attach(c *coordinator, start int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.c, p.start, p.until = c, start, rt.Forever
}

// Now returns the program's time, 0 without a run.
func (p *Pause) Now() reactor.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.c == nil {
		return 0
	}
	return reactor.Time(p.c.clock.Now())
}

// Held reports whether time stands.
func (p *Pause) Held() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.c != nil && p.c.clock.Held()
}

// follow makes the time of the program and its surroundings pass as a span says; mu is held.
func (p *Pause) follow(s rt.Span) {
	if p.Tell != nil {
		p.Tell(s)
	}
	p.c.follow(s)
}

// Hold holds time, and returns when it stands and all due work has been done.
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

// Resume lets time go on from where it stands, or is about to stand, and holds it again at until, which may be reactor.Forever.
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

// Step holds time, lets it go on to the next tag, and returns when all work due then has been done.
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
	p.Resume(next.Add(1)) // an enclave may begin a tag only when no more events of its time can come
	return p.Wait(ctx)
}

// Wait waits until time stands and all due work has been done, or there is no run.
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
