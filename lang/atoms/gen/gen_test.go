package gen_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	rovheading "github.com/sinew-robotics/sinew/examples/rov-heading/generated"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/lang/atoms/gen"
	"github.com/sinew-robotics/sinew/lang/atoms/gen/testdata/switched"
	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/atomtest"
	"github.com/sinew-robotics/sinew/model/atom/expr"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

var (
	rewrite = flag.Bool("rewrite", false, "write the generated example anew")
	seed    = flag.Uint64("seed", 1, "of the random inputs")
)

// The models, and where their source is kept: the seed's example, and one with everything that it does not have.
const (
	headingFile, headingFolder   = "../../../examples/rov-heading/heading.atoms.yaml", "../../../examples/rov-heading/generated"
	switchedFile, switchedFolder = "testdata/switched.atoms.yaml", "testdata/switched"
)

// example is the plan of a model.
func example(t testing.TB, file string) *atom.Plan {
	t.Helper()
	d, faults := atoms.Load(file, atoms.Standard())
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	plan, faults := d.Check(atom.Target{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return plan
}

// TestGolden keeps the generated examples what the generator writes.
func TestGolden(t *testing.T) {
	const module = "github.com/sinew-robotics/sinew/"
	for _, c := range []struct{ file, folder, path string }{{headingFile, headingFolder, module + "examples/rov-heading/generated"},
		{switchedFile, switchedFolder, module + "lang/atoms/gen/testdata/switched"}} {
		o := gen.Options{Origin: filepath.Base(c.file), Import: c.path}
		files, err := gen.Source(example(t, c.file), o)
		if err != nil {
			t.Fatal(err)
		}
		if *rewrite {
			if err := gogen.Write(c.folder, files, true); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range files {
			old, err := os.ReadFile(filepath.Join(c.folder, f.Name))
			if err != nil || !bytes.Equal(old, f.Source) {
				t.Errorf("%s/%s is not what is written of the model any more (%v): go test ./lang/atoms/gen -rewrite, and look at the difference", c.folder, f.Name, err)
			}
		}
		again, err := gen.Source(example(t, c.file), o)
		if err != nil || len(again) != len(files) {
			t.Fatal(err)
		}
		for n := range files {
			if !bytes.Equal(files[n].Source, again[n].Source) {
				t.Errorf("%s differs from run to run", files[n].Name)
			}
		}
	}
}

// inputs are random sensor values, some of them missing, out of range or frozen.
type inputs struct {
	r    *rand.Rand
	n    int
	last []float64
	stay int
}

func newInputs(sensor uint64, n int) *inputs {
	return &inputs{r: rand.New(rand.NewPCG(*seed, sensor)), last: make([]float64, n)}
}

// next gives the next sample. It may be kept.
func (i *inputs) next() []float64 {
	if i.stay > 0 {
		i.stay--
		return i.last
	}
	i.n++
	v := make([]float64, len(i.last))
	for k := range v {
		v[k] = i.r.Float64() - 0.5
		switch i.r.IntN(150) {
		case 0:
			v[k] = math.NaN()
		case 1:
			v[k] = 1e3
		case 2:
			v[k] = math.Inf(1)
		}
	}
	switch {
	case i.n == 300:
		i.stay = 140 // frozen for longer than may be
	case i.n >= 500 && i.n < 510:
		v[0] = math.NaN()
	}
	i.last = v
	return v
}

// log hashes what the actuators were told.
type log struct {
	n, stops int
	sum      []byte
}

func (l *log) add(at reactor.Tag, forces []float64) {
	h := sha256.New()
	h.Write(l.sum)
	fmt.Fprint(h, at)
	for _, f := range forces {
		if math.IsNaN(f) {
			f = math.NaN()
		}
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(f)))
	}
	if math.IsNaN(forces[0]) {
		l.stops++
	}
	l.sum = h.Sum(nil)
	l.n++
}

// operator offers set points.
type operator struct {
	at    []time.Duration
	next  int
	offer func(n int)
}

func (o *operator) NextEvent() reactor.Time {
	if o.next < len(o.at) {
		return reactor.Time(o.at[o.next])
	}
	return reactor.Forever
}

func (o *operator) AdvanceTo(to reactor.Time) error {
	for o.next < len(o.at) && reactor.Time(o.at[o.next]) <= to {
		o.offer(o.next)
		o.next++
	}
	return nil
}

func run(t testing.TB, main *reactor.Main, workers int, offer func(n int)) {
	t.Helper()
	p, err := reactor.Build(main, reactor.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	ms := time.Millisecond
	w := &operator{at: []time.Duration{0, 1000 * ms, 1001 * ms, 3000 * ms, 3100 * ms, 7025 * ms, 9999 * ms, 20 * time.Second}, offer: offer}
	if _, err := exec.Run(t.Context(), p, exec.Options{Clock: exec.LockStep, World: w, Timeout: 25*time.Second - ms}); err != nil {
		t.Fatal(err)
	}
}

var setPoints = []float64{0.1, 75 * math.Pi / 180, -2, math.NaN(), 3, 1e9, 0.2, 1}

// driver is a project.Driver of random inputs, or of the actuators.
type driver struct {
	in  *inputs
	log *log
}

func (driver) Limits() string { return "none: a test" }

func (d driver) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	if d.log != nil {
		d.log.add(tag, in)
		return
	}
	for k, v := range d.in.next() {
		out.Set(k, v)
	}
}

// projected runs the model as model/atom/project does.
func projected(t testing.TB, hold time.Duration) *log {
	l, main := &log{}, reactor.NewMain("rov")
	p, err := project.Project(main, example(t, headingFile), project.Options{Hold: hold, Drivers: map[string]project.Driver{
		heading.DriverIMU: driver{in: newInputs(1, 6)}, heading.DriverLoch: driver{in: newInputs(2, 3)},
		heading.DriverDepth: driver{in: newInputs(3, 1)}, heading.DriverThrusters: driver{log: l}}})
	if err != nil {
		t.Fatal(err)
	}
	run(t, main, 1, func(n int) { p.Inlet("Operator").Offer(setPoints[n]) })
	return l
}

// The drivers of the generated source.
type (
	imu     struct{ in *inputs }
	loch    struct{ in *inputs }
	depth   struct{ in *inputs }
	motors  struct{ log *log }
	command = rovheading.ActuatorsCommand
)

func (d imu) Read(reactor.Tag) rovheading.IMUSample {
	v := d.in.next()
	return rovheading.IMUSample{Roll: unit.Angle(v[0]), Pitch: unit.Angle(v[1]), Yaw: unit.Angle(v[2]),
		Wx: unit.AngularSpeed(v[3]), Wy: unit.AngularSpeed(v[4]), Wz: unit.AngularSpeed(v[5])}
}

func (d loch) Read(reactor.Tag) rovheading.LochSample {
	v := d.in.next()
	return rovheading.LochSample{Vx: unit.Speed(v[0]), Vy: unit.Speed(v[1]), Vz: unit.Speed(v[2])}
}

func (d depth) Read(reactor.Tag) rovheading.DepthSample {
	return rovheading.DepthSample{Z: unit.Length(d.in.next()[0])}
}

func (motors) Limits() string { return "none: it only logs" }
func (pushes) Limits() string { return "none: it only logs" }
func (watch) Limits() string  { return "none: it only logs" }

func (d motors) Command(tag reactor.Tag, c command) {
	forces := make([]float64, len(c.F))
	for k, f := range c.F {
		forces[k] = float64(f)
	}
	d.log.add(tag, forces)
}

// generated runs the generated source.
func generated(t testing.TB, hold time.Duration, workers int) *log {
	l, main := &log{}, reactor.NewMain("rov")
	p := rovheading.New(main, rovheading.Drivers{IMU: imu{newInputs(1, 6)}, Loch: loch{newInputs(2, 3)}, Depth: depth{newInputs(3, 1)},
		Actuators: motors{l}}, rovheading.Known(), loop.Options{Hold: hold})
	run(t, main, workers, func(n int) { p.C2.Operator.Offer(rovheading.OperatorSample{PsiDes: unit.Angle(setPoints[n])}) })
	return l
}

// The drivers of the second model. Motors answer as well.
type (
	deep   struct{ in *inputs }
	pushes struct {
		log *log
		in  *inputs
	}
	watch struct{ log *log }
)

func (d deep) Read(reactor.Tag) switched.DepthSample {
	v := d.in.next()
	return switched.DepthSample{Z: unit.Length(v[0]), W: unit.Speed(v[1])}
}

func (d pushes) Command(tag reactor.Tag, c switched.MotorsCommand) switched.MotorsSample {
	d.log.add(tag, []float64{float64(c.U), float64(c.W)})
	return switched.MotorsSample{Current: unit.Current(d.in.next()[0])}
}

func (d watch) Command(tag reactor.Tag, c switched.WatchCommand) {
	d.log.add(tag, []float64{float64(c.Current)})
}

// exchange is a project.Driver as a function.
type exchange func(tag reactor.Tag, in []float64, out *project.Sample)

func (exchange) Limits() string { return "none: a test" }

func (e exchange) Exchange(tag reactor.Tag, in []float64, out *project.Sample) { e(tag, in, out) }

var modes = []float64{0, 2, 0, 1, 7, math.NaN(), 2, 1}

// projectedSwitched runs the second model as model/atom/project does.
func projectedSwitched(t testing.TB, hold time.Duration) *log {
	l, main, in := &log{}, reactor.NewMain("rov"), newInputs(2, 1)
	p, err := project.Project(main, example(t, switchedFile), project.Options{Hold: hold, Drivers: map[string]project.Driver{
		"depth": driver{in: newInputs(1, 2)},
		"motors": exchange(func(tag reactor.Tag, needs []float64, out *project.Sample) {
			l.add(tag, needs)
			out.Set(0, in.next()[0])
		}),
		"watch": driver{log: l}}})
	if err != nil {
		t.Fatal(err)
	}
	run(t, main, 1, func(n int) { p.Inlet("Operator").Offer(setPoints[n], modes[n]) })
	return l
}

// generatedSwitched runs its generated source.
func generatedSwitched(t testing.TB, hold time.Duration, workers int) *log {
	l, main := &log{}, reactor.NewMain("rov")
	p := switched.New(main, switched.Drivers{Depth: deep{newInputs(1, 2)}, Motors: pushes{l, newInputs(2, 1)}, Watch: watch{l}}, switched.Known(), loop.Options{Hold: hold})
	run(t, main, workers, func(n int) {
		p.C2.Operator.Offer(switched.OperatorSample{ZDes: unit.Length(setPoints[n]), Mode: unit.Unsigned(modes[n])})
	})
	return l
}

// TestSameBits runs models and the source that was generated of them on the same inputs, 1000 cycles and more: what the
// actuators are told is the same to the bit, faulty sensors included.
func TestSameBits(t *testing.T) {
	t.Logf("-seed %d", *seed)
	for name, c := range map[string]struct { // order: they do not depend on each other
		model  func(testing.TB, time.Duration) *log
		source func(testing.TB, time.Duration, int) *log
	}{"heading": {projected, generated}, "switched": {projectedSwitched, generatedSwitched}} {
		for _, hold := range []time.Duration{0, 60 * time.Millisecond, 500 * time.Millisecond, -1} {
			want := c.model(t, hold)
			workers := 1
			if hold == 60*time.Millisecond {
				workers = 2
			}
			got := c.source(t, hold, workers)
			if want.n != got.n || want.stops != got.stops || !bytes.Equal(want.sum, got.sum) {
				t.Errorf("%s, hold %v, %d workers: %d commands with %d stops, hash %x; the model gives %d with %d, hash %x", name, hold, workers,
					got.n, got.stops, got.sum[:8], want.n, want.stops, want.sum[:8])
			}
			t.Logf("%s, hold %v: %d commands, %d stops, hash %x", name, hold, want.n, want.stops, want.sum[:8])
			if want.n < 1000 || want.stops == want.n || hold == 0 && want.stops < 10 {
				t.Errorf("%s, hold %v: %d commands with %d stops test nothing", name, hold, want.n, want.stops)
			}
		}
	}
}

// TestPlain keeps the source what a person would own: no table of the model in it.
func TestPlain(t *testing.T) {
	files, err := gen.Source(example(t, headingFile), gen.Options{Package: "mine", Origin: "x.atoms.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !bytes.Contains(f.Source, []byte("\npackage mine\n")) {
			t.Errorf("%s is not of package mine", f.Name)
		}
		for _, word := range []string{"reflect", "lang/atoms", "model/atom/project", "atom.Model", "map["} {
			if bytes.Contains(f.Source, []byte(word)) {
				t.Errorf("%s uses %s", f.Name, word)
			}
		}
		if n := bytes.Count(f.Source, []byte("\n")); n > 500 {
			t.Errorf("%s has %d lines", f.Name, n)
		}
	}
	if !slices.ContainsFunc(files, func(f gogen.Written) bool { return strings.Contains(string(f.Source), "DynamicAngleControl") }) {
		t.Error("the Atoms' names are gone")
	}
}

// random is a valid model whose Atoms give zeros.
func random(t *testing.T, seed uint64, size int) *atom.Plan {
	t.Helper()
	m := atomtest.Valid(seed, size)
	for _, i := range m.Instances {
		if i.Kind != atom.Simple {
			continue
		}
		physics := ""
		for _, e := range i.Def.Elements {
			switch {
			case e.Role == atom.ProductRole && e.Type == unit.TypeBoolean:
				physics += e.Name + " = false\n"
			case e.Role == atom.ProductRole:
				physics += e.Name + " = 0\n"
			}
		}
		if physics == "" {
			continue
		}
		x, err := expr.Compile(i.Def, physics)
		if err != nil {
			t.Fatal(err)
		}
		i.Def.Physics, i.Body = physics, x.Bind(i.Ports)
	}
	plan, faults := m.Check(atom.Target{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return plan
}

// TestRandom: of any valid model there is source that gofmt takes, or an answer why not.
func TestRandom(t *testing.T) {
	written := 0
	for n := range uint64(12) {
		files, err := gen.Source(random(t, n, 10+int(n)*3), gen.Options{Package: "random"})
		var refused diag.Faults
		switch {
		case err == nil && len(files) > 0:
			written++
		case !errors.As(err, &refused):
			t.Errorf("seed %d: %v", n, err)
		}
		for _, f := range refused {
			if f.Path == "" || f.What == "" {
				t.Errorf("seed %d: %v does not say what is wrong where", n, f)
			}
			t.Logf("seed %d: %v", n, f)
		}
	}
	t.Logf("%d of 12 written", written)
	if written < 6 {
		t.Error("so few test nothing")
	}
}
