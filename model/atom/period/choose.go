package period

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Task is a composition from the scheduler's point of view.
type Task struct {
	Name    string
	Worst   time.Duration // worst computation time of a cycle
	Allowed Set
	Wish    time.Duration // requested: taken and verified; 0: to be chosen
	After   []int         // tasks that it reads from, by number
}

// Schedule is a choice of periods with a proof of feasibility: partitioned, rate-monotonic, preemptive.
type Schedule struct {
	Slots       []Slot    // in the order of the tasks
	Utilisation []float64 // of each core, as a fraction
	Harmonic    bool      // each period is a multiple of every smaller one
	Margin      bool      // it would hold even if every computation took a quarter longer
	Reasons     []string  // sentences, for people
}

// Slot is where and when a task runs.
type Slot struct {
	Period   time.Duration
	Offset   time.Duration // of its first cycle: after the response of the tasks that it reads from and that are not slower
	Core     int
	Priority int           // by rate: 1 is the least urgent
	Response time.Duration // worst time from a cycle's start to its end (Joseph and Pandya 1986)
}

// Unschedulable says why there is no schedule.
type Unschedulable struct{ Reasons []string }

// Error returns the reasons as one sentence.
func (e *Unschedulable) Error() string { return strings.Join(e.Reasons, "; ") }

// Choose gives every task an allowed period, a core and a priority, such that each is done before its next cycle,
// whatever the phases. Response times follow from Joseph and Pandya's recurrence over the more urgent tasks of a core.
// They are longest when all tasks start at once (Liu and Layland 1973), so they hold with the offsets too; and because a
// reader waits only for what is done within its own response time, no task blocks another. The periods are the smallest,
// slowing down by a tenth at a time, that leave a margin of a quarter of all computation times (less if nothing else is
// feasible), and harmonic if that costs no more than twice the periods. A wish is taken as it is. Equal tasks give equal
// schedules. The search is bounded: many tasks that hardly fit may be refused. The error is an *Unschedulable.
func Choose(tasks []Task, cores int) (Schedule, error) {
	c := &chooser{tasks: tasks, cores: max(cores, 1)}
	if err := c.sound(); err != nil {
		return Schedule{}, err
	}
	if len(tasks) == 0 {
		return Schedule{Utilisation: make([]float64, c.cores), Harmonic: true, Margin: true}, nil
	}
	for _, margin := range []bool{true, false} {
		c.margin, c.effort = margin, effort
		if periods, core := c.smallest(); periods != nil {
			return c.schedule(periods, core), nil
		}
	}
	return Schedule{}, c.refuse()
}

// chooser is a choice in progress.
type chooser struct {
	tasks  []Task
	cores  int
	margin bool
	effort int // remaining effort of the search: pairs of tasks examined
}

const (
	effort  = 1 << 24
	longest = Forever / 8 // longest period and time, so that sums of a few do not overflow
	rounded = 1e-9        // more than the rounding of a sum of utilisations
)

// sound finds tasks that no schedule can help.
func (c *chooser) sound() error {
	var reasons []string
	for _, t := range c.tasks {
		switch {
		case t.Worst < 0:
			reasons = append(reasons, fmt.Sprintf("%s takes %s, less than nothing", t.Name, Duration(t.Worst)))
		case t.Allowed.Empty():
			reasons = append(reasons, t.Name+" allows no period")
		case t.Wish != 0 && !t.Allowed.Contains(t.Wish):
			reasons = append(reasons, fmt.Sprintf("%s allows %v, not %s", t.Name, t.Allowed, Duration(t.Wish)))
		case max(t.Worst, t.Wish, t.Allowed.Min()) > longest:
			reasons = append(reasons, fmt.Sprintf("%s takes or waits longer than %s", t.Name, Duration(longest.Truncate(time.Hour))))
		case t.Worst > max(t.Wish, t.Allowed.Max()) || t.Wish != 0 && t.Worst > t.Wish:
			reasons = append(reasons, fmt.Sprintf("%s takes %s, longer than its period", t.Name, Duration(t.Worst)))
		}
	}
	if reasons != nil {
		return &Unschedulable{reasons}
	}
	return nil
}

// need returns the computation time to plan for.
func (c *chooser) need(i int) time.Duration {
	w := c.tasks[i].Worst
	if c.margin {
		w += (w + 3) / 4
	}
	return w
}

// smallest finds the smallest periods that can be scheduled: all tasks slow down together, by the same factor as far as
// they allow it.
func (c *chooser) smallest() (periods []time.Duration, core []int) {
	const steps = 128
	last := []time.Duration(nil)
	for step := range steps {
		low := c.lowest(step)
		if slices.Equal(low, last) {
			continue
		}
		last = low
		if c.effort < 0 {
			return nil, nil
		}
		if c.load(low) > float64(c.cores)+rounded {
			continue
		}
		best := cost(low, low)
		for _, p := range c.harmonic(low) {
			if cost(p, low) <= 2*best {
				if core = c.place(p); core != nil {
					return p, core
				}
			}
		}
		if core = c.place(low); core != nil {
			return low, core
		}
	}
	return nil, nil
}

// load returns how much of a core the tasks need at these periods.
func (c *chooser) load(periods []time.Duration) (sum float64) {
	for i, p := range periods {
		sum += float64(c.need(i)) / float64(p)
	}
	return sum
}

// lowest returns for every task the smallest period it allows that is slowed down by the factor of the step: 1.1 each.
func (c *chooser) lowest(step int) []time.Duration {
	low := make([]time.Duration, len(c.tasks))
	for i, t := range c.tasks {
		if t.Wish != 0 {
			low[i] = t.Wish
			continue
		}
		p, _ := t.Allowed.Next(max(t.Allowed.Min(), c.need(i), 1))
		if p == 0 {
			p = t.Allowed.Max()
		}
		stated := p == t.Allowed.Min()
		for range step {
			if p += p/10 + 1; p > Forever/4 {
				break
			}
		}
		if step > 0 || !stated {
			p = twoDigits(p)
		}
		q, ok := t.Allowed.Next(p)
		if !ok {
			q = t.Allowed.Max()
		}
		low[i] = q
	}
	return low
}

// twoDigits rounds up to two decimal digits.
func twoDigits(p time.Duration) time.Duration {
	unit := time.Duration(1)
	for p/unit >= 100 {
		unit *= 10
	}
	return (p + unit - 1) / unit * unit
}

// harmonic returns choices in which each period is a multiple of every smaller one, cheapest first.
func (c *chooser) harmonic(low []time.Duration) (choices [][]time.Duration) {
	order := make([]int, len(low))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(low[a], low[b]) })
	var bases []time.Duration
	for _, i := range order {
		for k := time.Duration(1); k <= 8; k++ {
			if b := low[i] / k; b >= low[order[0]] && low[i]%k == 0 {
				bases = append(bases, b)
			}
		}
	}
	slices.Sort(bases)
	bases = slices.Compact(bases)
	bases = bases[:min(len(bases), 64)]
	c.effort -= len(bases) * len(low)
	for _, b := range bases {
		if p := c.chain(order, low, b); p != nil {
			choices = append(choices, p)
		}
	}
	slices.SortStableFunc(choices, func(a, b []time.Duration) int {
		if x, y := cost(a, low), cost(b, low); x < y {
			return -1
		} else if x > y {
			return 1
		}
		return 0
	})
	return choices
}

// chain gives the fastest task at least the period b, and each further task a multiple of the one before.
func (c *chooser) chain(order []int, low []time.Duration, b time.Duration) []time.Duration {
	periods := make([]time.Duration, len(low))
	for _, i := range order {
		k := (low[i] - 1) / b
		if k >= Forever/b/2 {
			return nil
		}
		allowed := Set{{low[i], Forever}}.Intersect(c.tasks[i].Allowed)
		if c.tasks[i].Wish != 0 {
			allowed = Set{{low[i], low[i]}}
		}
		p, ok := allowed.Multiple(b)
		if !ok {
			return nil
		}
		periods[i], b = p, p
	}
	return periods
}

// cost returns the sum of the ratios between the periods and the lowest ones.
func cost(p, low []time.Duration) (sum float64) {
	for i := range p {
		sum += float64(p[i]) / float64(low[i])
	}
	return sum
}

func compare(a, b time.Duration) int {
	if a < b {
		return -1
	} else if a > b {
		return 1
	}
	return 0
}
