package project

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
)

// Revision is a re-evaluation of the plan while it runs.
type Revision struct {
	Overruns []Timing // Atoms that took longer than stated; Max is the time that they reached Options.Patience times
	Changes  []Change
	Reasons  []string // of the new plan, and which parts of it have to wait for the next start
}

// Change is a new period of a composition. It takes effect with the cycle after the next.
type Change struct {
	Composition string
	From, To    time.Duration
	Taken       bool // the program has taken it; false if the program is over
}

// Revise checks whether Atoms have taken longer than stated at least Options.Patience times. If so, it makes a new plan
// with the times that they have reached that often (so that a single stall of the machine does not count), and hands the
// new periods to the compositions through a door, so that a recording has them and a replay repeats them. It returns nil
// if there is nothing to do. The error says that with these times no periods fit the target; the compositions then go on
// unchanged, and the next re-evaluation uses these times too.
//
// Only periods change. Other decisions from the start stay: the order and phase of the compositions, cores and
// priorities, and in particular the delay after which one composition sees another's products, which is the response
// time of the plan at the start. If a composition now takes longer, its readers see the same values, but later: they
// wait for it, and their loops begin late. Where the new plan differs, Reasons says so.
//
// Call it now and then from one thread that is not in a hurry, not from the compositions' threads, and not in a replay.
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
	plan, faults := old.Revise(p.known) // including times that did not fit before
	for _, t := range all {
		if d, ok := p.known[t.path]; ok && int64(d) != t.stated.Load() {
			t.learn(int64(d)) // in use from now on, whether or not they fit
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

// stays lists the parts of a new plan that do not take effect while running.
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
