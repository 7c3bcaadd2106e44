package trajectory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// chunk is the number of cases that are drawn, planned and compared at once.
const chunk = 1000

// Run plans o.N (100 000) random cases of family Full for 1, 3 and 7 joints, and a tenth of that of each other family, and
// emits: times of planning (mean, median, p99, max; they include the clock's own reading), what failed, the largest error
// of the final state and excess over a limit, both from integrating the phases anew, by how much a trajectory is longer
// than the brute-force reference on a part of the cases, and allocations. If o.Ruckig names a source tree of Ruckig, that
// plans the same cases; those of family Full are timed.
//
// A thousand cases are planned in turns: all of them by this planner, then all by Ruckig, and again. So both meet the same
// minutes of the machine, and neither benefits from having just planned a case. The time of a plan is its shortest of all
// turns, which excludes the machine's other load: a plan that is really slow is slow in each turn. The notes say how the
// times of single turns compare.
func Run(o Options, emit bench.Emit) error {
	b := &book.Book{Name: "trajectory", Title: "Trajectories of joints, planned online", Log: o.Log, Emit: emit}
	return b.Do(o.Options, o.Out, nil, book.Experiment{Name: "trajectory", Run: func() error { return measureAll(o, b) }})
}

// Options of the bench.
type Options struct {
	bench.Options
	Ruckig string // a source tree of Ruckig to build; "" for none
	Out    string // folder for report.html, trajectory.json and the times as CSV files; "" for none
}

// measureAll plans for every number of joints and writes the findings into the book.
func measureAll(o Options, b *book.Book) error {
	n := 100_000
	if o.Quick {
		n = 2000
	}
	if o.N > 0 {
		n = o.N
	}
	var peer *ruckig
	name := ""
	if o.Ruckig != "" {
		p, err := startRuckig(o.Ruckig)
		if err != nil {
			return err
		}
		defer func() { _ = p.close() }()
		peer, name = p, strings.TrimSpace("Ruckig "+version(o.Ruckig))
	}
	var runs []*run
	for _, dofs := range [3]int{1, 3, 7} {
		r := newRun(dofs, o.Options)
		if err := r.family(Full, n, peer); err != nil {
			return err
		}
		r.emitTimes(b.Figure, name)
		for f := Full + 1; f < families; f++ {
			if err := r.family(f, (n+9)/10, peer); err != nil {
				return err
			}
		}
		if peer != nil {
			r.peerDied, peer.crashed = peer.crashed, 0
		}
		r.emitFaults(b.Figure, peer)
		runs = append(runs, r)
	}
	if o.Out != "" {
		write(b, o.Options, name, runs)
	}
	return nil
}

// run is the tally for one number of joints.
type run struct {
	o       bench.Options
	dofs    int
	planner *otg.Planner
	out     *otg.Trajectory
	check   check
	search  search

	times, theirs  *clock         // the shortest of all turns
	turns, others  [turns]*clock  // each turn: ours, Ruckig's
	took           [chunk]float64 // of one turn, ns
	least, least2  [chunk]float64
	slowest        float64 // of times
	slow           string
	cases, failed  int
	broken, slower int
	braked         int
	final, excess  float64
	searched       int // cases that the reference searched
	unknown        int // of them without an answer
	longer         int // longer than the reference by more than margin
	shorter        int
	overReference  float64
	overPeer       float64
	compared       int
	longerPeer     int
	shorterPeer    int
	peerFailed     int // crashes included
	peerDied       int
	counted        int // plans whose allocations were counted
	allocs         uint64
}

func newRun(dofs int, o bench.Options) *run {
	r := &run{o: o, dofs: dofs, planner: otg.NewPlanner(dofs), out: otg.NewTrajectory(dofs, 0),
		overReference: -never, overPeer: -never, times: &clock{}, theirs: &clock{}}
	for i := range turns {
		r.turns[i], r.others[i] = &clock{}, &clock{}
	}
	return r
}

// never is longer than any trajectory, in seconds.
const never = otg.MaxDuration

// margin, in seconds, is the difference above which a trajectory is longer.
const margin = 1e-8

// turns is how often each case is planned.
const turns = 5

// family plans n cases; those of family Full are timed.
func (r *run) family(f Family, n int, peer *ruckig) error {
	random := rand.New(rand.NewPCG(r.o.Seed, uint64(r.dofs)<<8|uint64(f)))
	every := max(1, n/r.subset())
	cases, ours, theirs := make([]*Case, chunk), make([]float64, chunk), make([]float64, chunk)
	for i := range cases {
		cases[i] = newCase(r.dofs)
	}
	for done := 0; done < n; done += chunk {
		now := cases[:min(chunk, n-done)]
		for _, c := range now {
			c.draw(random, f)
		}
		var err error
		if f == Full {
			err = r.time(now, theirs, peer)
		} else if peer != nil {
			err = peer.survive(now, theirs, r.took[:])
		}
		if err != nil {
			return err
		}
		for i, c := range now {
			in := c.input()
			ours[i] = r.inspect(c, r.planner.Plan(&in, r.out))
		}
		if done == 0 {
			r.count(now)
		}
		for i, c := range now {
			if (done+i)%every == 0 {
				r.reference(c, ours[i])
			}
		}
		if peer != nil {
			r.compare(now, ours, theirs)
		}
	}
	return nil
}

// subset is the number of cases of a family that the reference searches.
func (r *run) subset() int {
	switch {
	case r.o.Quick:
		return 12 / r.dofs
	case r.dofs == 1:
		return 1000
	case r.dofs == 3:
		return 200
	}
	return 100
}

// time plans the cases in turns, and notes the times and the peer's durations.
func (r *run) time(cases []*Case, theirs []float64, peer *ruckig) error {
	for turn := range turns {
		r.plan(cases)
		r.turns[turn].keep(r.took[:len(cases)], r.least[:], turn == 0)
		if peer == nil {
			continue
		}
		if err := peer.plan(cases, theirs, r.took[:]); err != nil {
			return err
		}
		r.others[turn].keep(r.took[:len(cases)], r.least2[:], turn == 0)
	}
	for i, c := range cases {
		r.times.add(r.least[i])
		if peer != nil {
			r.theirs.add(r.least2[i])
		}
		if r.least[i] > r.slowest {
			r.slowest, r.slow = r.least[i], line(c)
		}
	}
	return nil
}

// plan times the plans of cases. As in the peer's program, nothing happens between one plan and the next.
func (r *run) plan(cases []*Case) {
	for i, c := range cases {
		in := c.input()
		start := time.Now()
		r.planner.Plan(&in, r.out)
		r.took[i] = float64(time.Since(start))
	}
}

// inspect checks the plan of case c and returns its duration, -1 if there is none.
func (r *run) inspect(c *Case, status otg.Status) float64 {
	r.cases++
	if !status.Usable() {
		r.failed++
		r.note("%v", c, status)
		return -1
	}
	r.check.run(c, r.out)
	if r.check.broken {
		r.broken++
		r.note("phases do not fit", c)
	}
	switch status {
	case otg.Slower:
		r.slower++
	case otg.Braked:
		r.braked++
	}
	if r.check.final > max(r.final, 1e-8) || r.check.excess > max(r.excess, 1e-12) {
		r.note("final error %g, excess %g", c, r.check.final, r.check.excess)
	}
	r.final, r.excess = max(r.final, r.check.final), max(r.excess, r.check.excess)
	return r.out.Duration()
}

// count notes what planning the cases once more allocates.
func (r *run) count(cases []*Case) {
	var before, after runtime.MemStats
	in := make([]otg.Input, len(cases))
	for i, c := range cases {
		in[i] = c.input()
	}
	runtime.ReadMemStats(&before)
	for i := range in {
		r.planner.Plan(&in[i], r.out)
	}
	runtime.ReadMemStats(&after)
	r.counted += len(cases)
	r.allocs += after.Mallocs - before.Mallocs
}

// note logs a case that went wrong, so that it can be planned again.
func (r *run) note(what string, c *Case, args ...any) {
	if r.o.Log != nil && r.failed+r.broken < 20 {
		fmt.Fprintf(r.o.Log, "bench: "+what+": %s\n", append(args, line(c))...)
	}
}

// reference compares a duration with the result of brute force.
func (r *run) reference(c *Case, ours float64) {
	for i := range c.DOFs {
		if q := c.joint(i); !q.startsInside() {
			return
		}
	}
	var best float64
	if q := c.joint(0); c.DOFs == 1 {
		best = r.search.shortest(&q, 32)
	} else {
		best = r.search.together(c, 20)
	}
	r.searched++
	switch {
	case math.IsInf(best, 1):
		r.unknown++
		return
	case ours < 0:
		return // counted as failed
	case ours > best+margin:
		r.longer++
		r.note("%g s longer than the reference's %.9g s", c, ours-best, best)
	case ours < best-margin:
		r.shorter++
	}
	r.overReference = max(r.overReference, ours-best)
}

// compare compares durations with Ruckig's.
func (r *run) compare(cases []*Case, ours, theirs []float64) {
	for i, c := range cases {
		switch {
		case theirs[i] < 0:
			r.peerFailed++
			continue
		case ours[i] < 0:
			continue // counted as failed
		case ours[i] > theirs[i]+margin:
			r.longerPeer++
			r.note("%g s longer than Ruckig's %.9g s", c, ours[i]-theirs[i], theirs[i])
		case ours[i] < theirs[i]-margin:
			r.shorterPeer++
		}
		r.compared++
		r.overPeer = max(r.overPeer, ours[i]-theirs[i])
	}
}

func (r *run) name(what string) string { return "trajectory_" + strconv.Itoa(r.dofs) + "_" + what }

// emitTimes emits the times, and those of a peer unless that is "".
func (r *run) emitTimes(emit bench.Emit, peer string) {
	for _, m := range measures() {
		f := bench.Result{Name: r.name(m.name), Value: m.of(r.times), Unit: "us"}
		single := r.singles(m)
		f.Note = fmt.Sprintf("shortest of %d turns; single turns %.3g (%.3g to %.3g)", turns, single[turns/2], single[0], single[turns-1])
		if peer != "" {
			f = f.Against(peer, m.of(r.theirs))
			f.Note += " of Ruckig's"
		}
		emit(f)
	}
	if r.o.Log != nil {
		fmt.Fprintf(r.o.Log, "bench: seed %d, slowest plan in each of %d turns %.1f us: %s\n", r.o.Seed, turns, r.slowest/1e3, r.slow)
	}
}

func (r *run) emitFaults(emit bench.Emit, peer *ruckig) {
	count := func(n int) string { return fmt.Sprintf("of %d", n) }
	emit(bench.Result{Name: r.name("failed"), Value: float64(r.failed + r.broken), Unit: "cases", Note: count(r.cases)})
	emit(bench.Result{Name: r.name("slower"), Value: float64(r.slower), Unit: "cases",
		Note: fmt.Sprintf("status slower, of %d; %d began with braking", r.cases, r.braked)})
	emit(bench.Result{Name: r.name("final_error"), Value: r.final, Unit: "SI", Note: "largest, of position, velocity, acceleration, steps between phases added"})
	emit(bench.Result{Name: r.name("limit_excess"), Value: r.excess, Unit: "relative", Note: "largest, of velocity, acceleration, jerk"})
	emit(bench.Result{Name: r.name("over_reference"), Value: r.overReference, Unit: "s",
		Note: fmt.Sprintf("largest of %d cases, %d longer by 1e-8, %d shorter, %d unknown to it", r.searched, r.longer, r.shorter, r.unknown)})
	if peer != nil {
		emit(bench.Result{Name: r.name("over_ruckig"), Value: r.overPeer, Unit: "s",
			Note: fmt.Sprintf("largest of %d cases, %d longer by 1e-8, %d shorter; Ruckig failed %d, and died of %d", r.compared, r.longerPeer, r.shorterPeer, r.peerFailed-r.peerDied, r.peerDied)})
	}
	emit(bench.Result{Name: r.name("allocs"), Value: float64(r.allocs / uint64(r.counted)), Unit: "allocs",
		Note: fmt.Sprintf("a plan; %d in %d plans by the whole program", r.allocs, r.counted)})
}
