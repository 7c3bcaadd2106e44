package period

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// place finds a core for every task such that all are in time; nil if it finds none. The largest tasks come first, each
// on the core with the least load; if that fails the search backtracks, within a bound.
func (c *chooser) place(periods []time.Duration) []int {
	for i, p := range periods {
		if c.need(i) > p {
			return nil
		}
	}
	if c.load(periods) > float64(c.cores)+rounded {
		return nil
	}
	order := make([]int, len(periods))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		ua, ub := float64(c.need(a))/float64(periods[a]), float64(c.need(b))/float64(periods[b])
		if ua > ub {
			return -1
		} else if ua < ub {
			return 1
		}
		return 0
	})
	p := &placement{c: c, periods: periods, rank: c.ranks(periods), core: make([]int, len(periods)),
		load: make([]float64, c.cores), product: slices.Repeat([]float64{1}, c.cores), members: make([][]int, c.cores)}
	c.effort -= 8 * len(periods)
	if p.put(order) {
		return p.core
	}
	return nil
}

// placement is an assignment of tasks to cores in progress.
type placement struct {
	c       *chooser
	periods []time.Duration
	rank    []int
	core    []int
	load    []float64 // per core: the sum of its tasks' utilisations, and the product of each plus one
	product []float64
	members [][]int
}

func (p *placement) put(order []int) bool {
	if len(order) == 0 {
		return true
	}
	i, cores := order[0], make([]int, p.c.cores)
	for k := range cores {
		cores[k] = k
	}
	slices.SortStableFunc(cores, func(a, b int) int {
		if p.load[a] < p.load[b] {
			return -1
		} else if p.load[a] > p.load[b] {
			return 1
		}
		return 0
	})
	u := float64(p.c.need(i)) / float64(p.periods[i])
	empty := false
	for _, k := range cores {
		if p.c.effort -= p.c.cores; p.c.effort < 0 {
			return false
		}
		if len(p.members[k]) == 0 {
			if empty { // cores are alike
				continue
			}
			empty = true
		}
		load, product := p.load[k], p.product[k]
		p.members[k], p.load[k], p.product[k], p.core[i] = append(p.members[k], i), load+u, product*(1+u), k
		if p.fits(k) && p.put(order[1:]) {
			return true
		}
		p.members[k], p.load[k], p.product[k] = p.members[k][:len(p.members[k])-1], load, product
	}
	return false
}

// fits reports whether all tasks of core k are done before their next cycle: certainly if the product of their
// utilisations plus one is at most 2 (Bini, Buttazzo and Buttazzo 2003), otherwise if their response times are short
// enough.
func (p *placement) fits(k int) bool {
	if p.load[k] > 1+rounded {
		return false
	}
	if p.product[k] < 2-rounded {
		return true
	}
	p.c.effort -= len(p.members[k]) * len(p.members[k])
	for _, i := range p.members[k] {
		if _, ok := response(i, p.members[k], p.rank, p.periods, p.c.need); !ok {
			return false
		}
	}
	return true
}

// response is Joseph and Pandya's recurrence: the smallest R with R = C_i + Σ ⌈R/T_j⌉ C_j over the tasks j that are more
// urgent. ok is false if it grows beyond the period.
func response(i int, members, rank []int, periods []time.Duration, need func(int) time.Duration) (r time.Duration, ok bool) {
	r = need(i)
	for {
		next := need(i)
		for _, j := range members {
			if rank[j] >= rank[i] || need(j) == 0 {
				continue
			}
			times := max((r-1)/periods[j]+1, 1)
			if times > (periods[i]-next)/need(j) {
				return 0, false
			}
			next += times * need(j)
		}
		if next > periods[i] {
			return 0, false
		}
		if next <= r {
			return r, true
		}
		r = next
	}
}

// ranks orders the tasks by rate, the fastest first; among equally fast tasks, one that is read from comes before its
// readers, then by number.
func (c *chooser) ranks(periods []time.Duration) []int {
	order := make([]int, len(periods))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(periods[a], periods[b]) })
	rank, waits := make([]int, len(periods)), make([]bool, len(periods))
	for at := 0; at < len(order); {
		end := at
		for end < len(order) && periods[order[end]] == periods[order[at]] {
			end++
		}
		c.readersLast(order[at:end], waits)
		for ; at < end; at++ {
			rank[order[at]] = at
		}
	}
	return rank
}

// readersLast puts tasks behind those they read from, unless they read from each other in a circle. waits is scratch,
// all false.
func (c *chooser) readersLast(tasks []int, waits []bool) {
	for _, i := range tasks {
		waits[i] = true
	}
	for at := range tasks {
		for k := at; k < len(tasks); k++ {
			free := !slices.ContainsFunc(c.tasks[tasks[k]].After, func(j int) bool {
				return j != tasks[k] && 0 <= j && j < len(waits) && waits[j]
			})
			if free {
				i := tasks[k]
				copy(tasks[at+1:k+1], tasks[at:k])
				tasks[at] = i
				break
			}
		}
		waits[tasks[at]] = false
	}
}

// schedule records the choice.
func (c *chooser) schedule(periods []time.Duration, core []int) Schedule {
	s := Schedule{Slots: make([]Slot, len(periods)), Utilisation: make([]float64, c.cores), Harmonic: true, Margin: c.margin}
	rank := c.ranks(periods)
	members := make([][]int, c.cores)
	for i, k := range core {
		members[k] = append(members[k], i)
		s.Utilisation[k] += float64(c.tasks[i].Worst) / float64(periods[i])
	}
	byRank := make([]int, len(rank))
	for i, r := range rank {
		byRank[r] = i
	}
	for n, i := range byRank {
		r, _ := response(i, members[core[i]], rank, periods, func(j int) time.Duration { return c.tasks[j].Worst })
		s.Slots[i] = Slot{Period: periods[i], Core: core[i], Priority: len(rank) - n, Response: r}
		for _, j := range c.tasks[i].After {
			if 0 <= j && j < len(rank) && rank[j] < n && periods[i]%periods[j] == 0 {
				s.Slots[i].Offset = max(s.Slots[i].Offset, (s.Slots[j].Offset+s.Slots[j].Response)%periods[i])
			}
		}
		if n > 0 && periods[i]%periods[byRank[n-1]] != 0 {
			s.Harmonic = false
		}
	}
	s.Reasons = c.reasons(s, byRank)
	return s
}

// reasons explains why these periods were chosen and that they hold.
func (c *chooser) reasons(s Schedule, byRank []int) (reasons []string) {
	for n, i := range byRank {
		t, p := c.tasks[i], s.Slots[i].Period
		why := "the first that fits, slowing down by a tenth at a time"
		switch {
		case t.Wish != 0:
			why = "as asked"
		case s.Harmonic && n > 0 && p != t.Allowed.Min():
			before := byRank[n-1]
			why = fmt.Sprintf("a multiple of %s's %s", c.tasks[before].Name, Duration(s.Slots[before].Period))
			if q, _ := t.Allowed.Multiple(s.Slots[before].Period); q == p {
				why = "the smallest that is " + why
			}
		case p == t.Allowed.Min():
			why = "the smallest it allows"
		}
		reasons = append(reasons, fmt.Sprintf("%s runs every %s: %s, of %v", t.Name, Duration(p), why, t.Allowed))
	}
	for k, u := range s.Utilisation {
		var parts []string
		for _, i := range byRank {
			if s.Slots[i].Core == k {
				parts = append(parts, fmt.Sprintf("%s answers in %s of %s", c.tasks[i].Name,
					Duration(s.Slots[i].Response), Duration(s.Slots[i].Period)))
			}
		}
		if parts != nil {
			reasons = append(reasons, fmt.Sprintf("core %d is used to %.1f %%: %s", k, 100*u, strings.Join(parts, ", ")))
		}
	}
	if s.Margin {
		return append(reasons, "all of them would still be in time if every computation took a quarter longer")
	}
	return append(reasons, "there is no margin of a quarter on the computation times")
}

// refuse explains why nothing fits: with the longest periods, the load of the cores and the tasks that are late.
func (c *chooser) refuse() error {
	periods, total := make([]time.Duration, len(c.tasks)), 0.0
	for i, t := range c.tasks {
		if periods[i] = t.Allowed.Max(); t.Wish != 0 {
			periods[i] = t.Wish
		}
		total += float64(t.Worst) / float64(periods[i])
	}
	reasons := []string{fmt.Sprintf("with the longest periods allowed or asked for, %d core(s) would be used to %.1f %%",
		c.cores, 100*total/float64(c.cores))}
	rank, members := c.ranks(periods), make([]int, len(periods))
	for i := range members {
		members[i] = i
	}
	for i, t := range c.tasks[:min(len(c.tasks), 100)] {
		r, ok := response(i, members, rank, periods, func(j int) time.Duration { return c.tasks[j].Worst })
		answer := "answers in " + Duration(r)
		if !ok {
			answer = "is late"
		}
		reasons = append(reasons, fmt.Sprintf("%s takes %s, %s of %s on one core with all others", t.Name,
			Duration(t.Worst), answer, Duration(periods[i])))
	}
	if c.effort < 0 {
		reasons = append(reasons, "not all choices were looked at: there are too many")
	}
	return &Unschedulable{reasons}
}
