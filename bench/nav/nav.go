// Package nav measures how a simulated wheelchair finds its way: numbered trips in all rooms, each from its start to its
// goal without help, compared with what is promised for navigation. A trip is the same every time it is run, so those that
// went wrong are driven once more with a recording.
//
// The shortest feasible time of a trip is that of the way which package route finds on the true map from the true start to
// the goal: each leg as fast as the limits of comfort allow, from rest to rest. The planner prefers clearance if it costs
// little time, so this is no proven optimum. It ignores people: time spent on waiting for them and on going round them
// counts as lost, though every trip has to do so.
package nav

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/app/wheelchair"
	"github.com/sinew-robotics/sinew/bench"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Options are those of the bench.
type Options struct {
	bench.Options
	Runs    int      // in each room; 0 for 100
	Maps    []string // rooms; none for all
	Workers int      // trips at a time; 0 is one per processor
	Out     string   // folder for report.html, runs.jsonl and recordings of failed trips; trips in runs.jsonl are not driven again
}

// limit is when a trip is given up, s.
const limit = 180

// trip is one drive and its result.
type trip struct {
	Map  string `json:"map"`
	Trip uint64 `json:"trip"`
	wheelchair.Figures
	Seconds float64 `json:"seconds"` // that were simulated
	Best    float64 `json:"best_s"`  // the shortest feasible time on the true map
	Fault   string  `json:"fault,omitempty"`
}

// failed reports whether a trip is not as promised.
func (t *trip) failed() bool { return t.Fault != "" || !t.Reached || t.Collisions > 0 }

// Run drives the trips and emits the figures, room by room.
func Run(o Options, emit bench.Emit) error {
	if len(o.Maps) == 0 {
		o.Maps = rooms.Names()
	}
	n := 100
	switch {
	case o.Runs > 0:
		n = o.Runs
	case o.Quick:
		n = 1
	}
	for _, name := range o.Maps {
		if !slices.Contains(rooms.Names(), name) {
			return fmt.Errorf("bench nav: there is no room %q: there are %s", name, strings.Join(rooms.Names(), ", "))
		}
	}
	b, err := open(o)
	if err != nil {
		return err
	}
	for _, name := range o.Maps {
		r, err := rooms.New(name)
		if err != nil {
			return err
		}
		trips, err := b.room(r, n)
		if err != nil {
			return errors.Join(err, b.close())
		}
		all, alone, err := b.cycle(name)
		if err != nil {
			return errors.Join(err, b.close())
		}
		for _, f := range figures(name, trips, all, alone) {
			emit(f)
			b.figures = append(b.figures, f)
		}
		b.trips = append(b.trips, trips...)
	}
	if o.Log != nil {
		b.summary(o.Log)
	}
	if o.Out != "" {
		err = b.report()
	}
	return errors.Join(err, b.close())
}

// book stores the trips driven so far.
type book struct {
	o       Options
	mu      sync.Mutex
	file    *os.File // runs.jsonl; nil without a folder
	old     []trip   // trips that it contained already
	trips   []trip
	figures []bench.Result
}

func open(o Options) (*book, error) {
	b := &book{o: o}
	if o.Out == "" {
		return b, nil
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(o.Out, "runs.jsonl")
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	whole := text[:strings.LastIndexByte(string(text), '\n')+1] // the last line may have been cut off
	lines := bufio.NewScanner(strings.NewReader(string(whole)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var t trip
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w: mend or remove it", name, len(b.old)+1, err)
		}
		b.old = append(b.old, t)
	}
	if b.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	err = b.file.Truncate(int64(len(whole)))
	if err == nil {
		_, err = b.file.Seek(0, io.SeekEnd)
	}
	return b, errors.Join(lines.Err(), err)
}

func (b *book) close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// keep stores a trip.
func (b *book) keep(t *trip) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.o.Log != nil {
		word := "reached"
		if t.failed() {
			word = "failed: " + t.Fault
		}
		fmt.Fprintf(b.o.Log, "%s %d: %s, %d collisions, %.1f s\n", t.Map, t.Trip, word, t.Collisions, t.Seconds)
	}
	if b.file == nil {
		return nil
	}
	text, err := json.Marshal(t)
	if err == nil {
		_, err = b.file.Write(append(text, '\n'))
	}
	return err
}

// room drives the trips of a room that have not been driven yet.
func (b *book) room(r *rooms.Room, n int) ([]trip, error) {
	p, err := route.New(r.Grid, route.Params{Outline: planar.Wheelchair().Outline, Limits: plane.Comfort()})
	if err != nil {
		return nil, err
	}
	trips := make([]trip, n)
	var todo []int
	for i := range trips {
		number := b.o.Seed + uint64(i)
		k := slices.IndexFunc(b.old, func(t trip) bool { return t.Map == r.Name && t.Trip == number })
		if k >= 0 {
			trips[i] = b.old[k]
			continue
		}
		trips[i] = trip{Map: r.Name, Trip: number}
		from, to := r.Trip(number)
		way, err := p.Plan(from, to, nil)
		if err != nil {
			return nil, fmt.Errorf("%s, trip %d: %w", r.Name, number, err)
		}
		trips[i].Best = way.Time
		todo = append(todo, i)
	}
	workers := b.o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	errs := make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := range next {
				if errs[w] == nil {
					errs[w] = errors.Join(b.drive(&trips[i], ""), b.o.Stopped())
				}
				if errs[w] == nil {
					errs[w] = b.keep(&trips[i])
				}
			}
		})
	}
	for _, i := range todo {
		next <- i
	}
	close(next)
	all.Wait()
	return trips, errors.Join(errs...)
}

// order is the program's order for a trip. In the flat the start is not given.
func order(name string, number uint64) run.Order {
	p := wheelchair.DefaultParams()
	p.Map, p.Trip, p.Known = name, number, name != "flat"
	return run.Order{Params: &p, Seed: number}
}

// drive drives a trip, recorded into a folder if there is one.
func (b *book) drive(t *trip, dir string) error {
	o := run.Options{Order: order(t.Map, t.Trip), For: limit * time.Second, Out: folder.Place{Dir: dir}}
	if dir == "" {
		o.Sink = io.Discard
	}
	out, err := run.Do(b.o.Until(), wheelchair.Spec{}, o)
	if err := b.o.Stopped(); err != nil {
		return err
	}
	if err != nil {
		t.Fault = err.Error()
		return nil
	}
	v, ok := out.Value.(*wheelchair.Summary)
	if !ok {
		return errors.New("the run has no figures")
	}
	t.Figures, t.Seconds = v.Figures, v.Seconds
	if !v.Reached {
		t.Fault = fmt.Sprintf("not at the goal after %.0f s", v.Seconds)
		if n := len(v.Said); n > 0 {
			t.Fault += "; at last: " + v.Said[n-1]
		}
	}
	return nil
}

// pilot is the reaction that turns a way into commands.
const pilot = "navigation.move_base.drive.step"

// controllers are the reactions that make commands.
func controllers(path string) bool {
	return strings.HasPrefix(path, "navigation.move_base.drive.") || strings.HasPrefix(path, "platform.guard.") || strings.HasPrefix(path, "platform.follower.")
}

// cycle drives the first trip once more, reaction by reaction, and returns the processor time of the controllers, in s:
// from one step of the pilot to the next, because guard and follower step at other tags, two or three times in between; and
// of the pilot's step alone.
func (b *book) cycle(name string) (all, alone []float64, err error) {
	i, err := wheelchair.Spec{}.Make(order(name, b.o.Seed))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, i.Close()) }()
	long := 20 * time.Second
	if b.o.Quick {
		long = 5 * time.Second
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := exec.NewStepper(i.Program, i.World, reactor.Tag{Time: reactor.Time(long)})
	var sum time.Duration
	for {
		e, tag, ok, err := s.Next()
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			break
		}
		before, stepped := sum, false
		err = s.Guard(e, func() {
			e.Begin(tag)
			for {
				at, ok := e.Pop()
				if !ok {
					break
				}
				path := i.Program.ReactionPath(e.Reaction(at))
				begin := processor()
				e.Invoke(0, at)
				if took := processor() - begin; controllers(path) {
					sum += took
					stepped = stepped || path == pilot
				}
			}
			e.End()
			i.Program.FinishTag()
		})
		if err != nil {
			return nil, nil, err
		}
		if stepped {
			all, alone = append(all, sum.Seconds()), append(alone, (sum-before).Seconds())
			sum = 0
		}
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("%s: the pilot never stepped", name)
	}
	return all, alone, nil
}

// processor is the processor time of this thread.
func processor() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

func quantile(x []float64, q float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	x = slices.Clone(x)
	slices.Sort(x)
	return x[min(int(q*float64(len(x))), len(x)-1)]
}

// figures sums up a room.
func figures(name string, trips []trip, cycles, alone []float64) (all []bench.Result) {
	note := fmt.Sprintf("%d trips", len(trips))
	add := func(what string, value float64, unit, note string) {
		all = append(all, bench.Result{Name: "nav_" + name + "_" + what, Value: value, Unit: unit, Note: note})
	}
	var reached, collisions, hard float64
	var rmse, yaw, ratio, sway, clear []float64
	accel, jerk := 0.0, 0.0
	for i := range trips {
		t := &trips[i]
		collisions += float64(t.Collisions)
		hard += float64(t.Hard)
		if t.Reached {
			reached++
			if t.Time != nil && t.Best > 0 {
				ratio = append(ratio, *t.Time/t.Best)
			}
		}
		for _, x := range []struct {
			from *float64
			to   *[]float64
		}{{t.RMSE, &rmse}, {t.YawRMSE, &yaw}, {t.Clearance, &clear}, {&t.Sway, &sway}} {
			if x.from != nil {
				*x.to = append(*x.to, *x.from)
			}
		}
		accel, jerk = max(accel, t.Accel), max(jerk, t.Jerk)
	}
	rms := func(x []float64) float64 {
		sum := 0.0
		for _, v := range x {
			sum += v * v
		}
		return math.Sqrt(sum / float64(len(x)))
	}
	add("reached", 100*reached/float64(len(trips)), "%", note+"; within 0.10 m and 0.1 rad, at rest")
	add("collisions", collisions, "collisions", note)
	if len(rmse) > 0 {
		add("localisation_rmse", rms(rmse), "m", fmt.Sprintf("once converged, over %d trips; the worst trip %.3f m", len(rmse), slices.Max(rmse)))
		add("localisation_rmse_yaw", rms(yaw), "deg", fmt.Sprintf("the worst trip %.2f deg", slices.Max(yaw)))
	}
	if len(ratio) > 0 {
		add("time_ratio", quantile(ratio, 0.5), "", fmt.Sprintf("median of the time to the goal over the shortest feasible on the true map, by trips that arrived; 90 %% below %.2f, the worst %.2f", quantile(ratio, 0.9), slices.Max(ratio)))
	}
	if len(clear) > 0 {
		add("clearance", slices.Min(clear), "m", "the least of all trips")
	}
	add("accel", accel, "m/s²", "the most at the seat, but in emergency stops")
	add("jerk", jerk, "m/s³", "the most at the seat, but in emergency stops")
	add("emergency_stops", hard, "stops", note)
	add("sway", slices.Max(sway), "per m", fmt.Sprintf("sign changes of the angular velocity, the most of all trips; median %.2f", quantile(sway, 0.5)))
	add("cycle_p99", 1e3*quantile(cycles, 0.99), "ms", fmt.Sprintf("of the processor for all reactions that make commands, from one step of the pilot to the next, over %d of them in one trip; the pilot's step alone: %.2f ms", len(cycles), 1e3*quantile(alone, 0.99)))
	return all
}
