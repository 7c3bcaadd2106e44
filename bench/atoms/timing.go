package atoms

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// margin is the factor on the 99.9th percentile that gives the stated worst time.
const margin = 2

// spoiler is memory that is read between runs to evict an Atom's memory from the nearest caches.
type spoiler struct {
	memory []uint64
	sum    uint64
}

func (s *spoiler) read() {
	for i := 0; i < len(s.memory); i += 8 {
		s.sum += s.memory[i]
	}
}

// figures are the times of an Atom, in ns.
type figures struct {
	median, p99, p999, max, first float64
}

// stated is the worst time as written into a file: two digits, rounded up.
func (f figures) stated() time.Duration {
	ns := max(margin*f.p999, f.first, 1000)
	step := 1.0
	for ns/step >= 100 {
		step *= 10
	}
	whole := int64(ns / step)
	if float64(whole)*step < ns {
		whole++
	}
	return time.Duration(whole * int64(step))
}

// measure times single runs of a Physics. Interrupted runs are included, because they occur at run time, too.
func measure(e lib.Entry, s *spoiler, runs int, empty float64, seed uint64) figures {
	x := rand.New(rand.NewPCG(seed, 1))
	fresh := func() (*atom.Instance, atom.Physics) {
		m := atom.New("bench")
		body := e.New().(atom.Physics)
		i := atom.Add(m.Root, "it", body)
		draw(i, x)
		return i, body
	}
	var first []float64
	for range 11 {
		_, body := fresh()
		first = append(first, timed(body, empty))
	}
	i, body := fresh()
	body.Physics(0.025)
	f := runsOf(i, body, s, runs, empty, x)
	f.first = bench.Median(first)
	return f
}

// runsOf times single runs of the Physics of an instance, on random values of its needs that are not constant.
func runsOf(i *atom.Instance, body atom.Physics, s *spoiler, runs int, empty float64, x *rand.Rand) figures {
	ns := make([]float64, runs)
	for k := range ns {
		for _, p := range i.Ports {
			if p.Element.Role == atom.NeedRole && p.Update.Update != atom.Constant {
				*p.At() = x.NormFloat64()
			}
		}
		s.read()
		ns[k] = timed(body, empty)
	}
	return figuresOf(ns)
}

// figuresOf sums up times in ns, which it sorts.
func figuresOf(ns []float64) figures {
	return figures{median: bench.Median(ns), p99: bench.Quantile(ns, 0.99), p999: bench.Quantile(ns, 0.999), max: bench.Quantile(ns, 1)}
}

// result is what is reported for an Atom.
func (f figures) result(name string) bench.Result {
	return bench.Result{Name: "atoms_physics_" + name, Value: f.median, Unit: "ns",
		Note: fmt.Sprintf("p99 %.0f, p99.9 %.0f, max %.0f, first %.0f; stated %v", f.p99, f.p999, f.max, f.first, f.stated())}
}

// draw gives every need a random value.
func draw(i *atom.Instance, x *rand.Rand) {
	for _, p := range i.Ports {
		if p.Element.Role == atom.NeedRole {
			*p.At() = x.NormFloat64()
		}
	}
}

func timed(p atom.Physics, empty float64) float64 {
	start := rt.Now()
	p.Physics(unit.Time(0.025))
	return max(0, float64(rt.Now()-start)-empty)
}

// nothing is an Atom that does nothing; it shows the cost of the clock.
type nothing struct{}

func (*nothing) Physics(unit.Time) {}

// physics times every Atom of the library and writes the file.
func physics(o Options, beside string, emit bench.Emit) error {
	s := &spoiler{memory: make([]uint64, 512<<10/8)}
	empty := clock(emit)
	times := map[string]time.Duration{}
	all := library()
	for n, e := range all {
		if _, ok := e.New().(atom.Physics); !ok {
			continue
		}
		d, err := atom.Describe(e.New())
		if err != nil {
			return err
		}
		f := measure(e, s, o.runs(), empty, o.Seed)
		times[d.Identity] = f.stated()
		emit(f.result(e.Name))
		progress(o.Log, n, len(all), "Atoms timed")
	}
	return o.keep("the library's Atoms", beside, times)
}

// clock measures what reading the clock costs, in ns.
func clock(emit bench.Emit) float64 {
	ns := make([]float64, 2001)
	for k := range ns {
		ns[k] = timed(new(nothing), 0)
	}
	empty := bench.Median(ns)
	emit(bench.Result{Name: "atoms_clock", Value: empty, Unit: "ns", Note: "of reading the clock: taken off"})
	return empty
}

// runs is how often each Atom is measured.
func (o Options) runs() int {
	if o.Quick {
		return 20
	}
	return 4000
}

// keep writes the file of times if one is requested.
func (o Options) keep(of, beside string, times map[string]time.Duration) error {
	if o.Out == "" {
		return nil
	}
	if err := whole.WriteFile(o.Out, write(of, machine(), beside, o.runs(), times)); err != nil {
		return err
	}
	if o.Log != nil {
		fmt.Fprintf(o.Log, "%d times in %s\n", len(times), o.Out)
	}
	return nil
}

// library lists the Atoms that are timed; those with banks for vehicles with 4 to 8 thrusters.
func library() (all []lib.Entry) {
	for _, e := range lib.All() {
		if len(e.Lengths()) == 0 {
			all = append(all, e)
			continue
		}
		for n := 4; n <= 8; n++ {
			all = append(all, lib.Entry{Name: fmt.Sprint(e.Name, n), New: func(...int) any { return e.New(n) }})
		}
	}
	return all
}

// progress writes the progress to w now and then.
func progress(w io.Writer, n, of int, what string) {
	if w != nil && (n+1)%max(1, of/5) == 0 {
		fmt.Fprintf(w, "%d of %d %s\n", n+1, of, what)
	}
}

// load is the number of programs that ran or waited in the last minute, -1 if the system does not say.
func load() (busy float64, says string) {
	busy = -1
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		if n, err := fmt.Sscan(string(b), &busy); n != 1 || err != nil {
			busy = -1
		}
	}
	if busy < 0 {
		return busy, "how busy the machine is, its system does not say"
	}
	return busy, fmt.Sprintf("%.2g programs ran or waited on %d cores in the minute before", busy, runtime.NumCPU())
}

// machine describes the measuring machine, without a name or a date.
func machine() string {
	name := "unknown processor"
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			if key, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s/%s, %s", name, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}
