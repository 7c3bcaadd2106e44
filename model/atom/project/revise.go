package project

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
)

// Revision is a re-evaluation of the plan while it runs.
type Revision struct {
	Overruns []Timing // the Atoms that took longer than stated; Max is what they reached Options.Patience times
	Changes  []Change
	Reasons  []string // of the new plan, and what of it has to wait for the next start
}

// Change is a new period of a composition. It takes effect with the cycle after the next.
type Change struct {
	Composition string
	From, To    time.Duration
	Taken       bool // the program has taken it; otherwise it is over
}

// Revise looks whether Atoms have taken longer than they stated, Options.Patience times at least. If so it plans anew
// with the times that they have reached so often (one stall of the machine is not their time), and hands the new periods
// to the compositions through a door, so that a recording has them and a replay repeats them. It returns nil when there
// is nothing to do. The error says that with these times no periods fit the target; the compositions go on as they are,
// and the next re-evaluation counts with these times too.
//
// Only periods change. What has been decided at the start stays: the order and phase of the compositions, cores and
// priorities, and above all after which delay one composition sees what another has produced: the response time of the
// plan at the start. A composition that now takes longer than that does not change what its readers see, but when: they
// wait for it, and their loops begin late. Where the new plan would have it otherwise, Reasons says so.
//
// It is to be called now and then by one thread that has no hurry, not by the compositions', and not in a replay.
func (p *Projection) Revise() (*Revision, error) {
	r := &Revision{}
	all := p.timings()
	for _, t := range all {
		over, worst, stated := t.over.Load(), t.reached(p.patience), t.stated.Load()
		if over < p.patience || worst <= stated {
			continue
		}
		p.known[t.path] = time.Duration(worst)
		r.Overruns = append(r.Overruns, Timing{Path: t.path, Loop: t.loop, Stated: time.Duration(stated), Max: time.Duration(worst), Over: over})
	}
	if len(r.Overruns) == 0 {
		return nil, nil
	}
	old := p.Plan()
	plan, faults := old.Revise(p.known) // also with what did not fit before
	for _, t := range all {
		if d, ok := p.known[t.path]; ok && int64(d) != t.stated.Load() {
			t.learn(int64(d)) // known now, whether or not it fits
		}
	}
	if len(faults) > 0 {
		return r, fmt.Errorf("the measured computation times do not fit: %w", faults)
	}
	r.Reasons = plan.Reasons
	for g := range p.groups {
		if p.punctual() {
			p.groups[g].places(plan, g)
		}
		r.Reasons = append(r.Reasons, stays(&p.start.Groups[g], &plan.Groups[g])...)
		from, to := old.Groups[g].Period, plan.Groups[g].Period
		if from == to || p.groups[g].clock == nil {
			continue
		}
		c := Change{Composition: plan.Groups[g].Name, From: from, To: to}
		c.Taken = p.groups[g].clock.Period.Schedule(to, 0)
		r.Changes = append(r.Changes, c)
	}
	p.mu.Lock()
	p.plan = plan
	p.mu.Unlock()
	return r, nil
}

// stays tells what of a new plan does not come into force while running.
func stays(start, now *atom.Group) (all []string) {
	if now.Response > start.Response {
		all = append(all, fmt.Sprintf("what %s produces is seen by others %v after its cycle, as at the start, and it may take %v now: then they wait for it, and begin late",
			now.Name, start.Response, now.Response))
	}
	if now.Core != start.Core || now.Priority != start.Priority {
		all = append(all, fmt.Sprintf("%s stays on core %d at priority %d until the next start; the plan would have it on core %d at %d",
			now.Name, start.Core, start.Priority, now.Core, now.Priority))
	}
	return all
}
