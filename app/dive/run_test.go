package dive

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov/box"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is a simulator in this process, behind UDP on loopback.
func peer(t *testing.T, mode hil.Mode, p Params, seed uint64) string {
	t.Helper()
	p.Vehicle = "jack-like"
	w, err := p.world(seed)
	if err != nil {
		t.Fatal(err)
	}
	s, err := box.Listen(box.ServerConfig{Listen: "127.0.0.1:0", Mode: mode, World: w})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { _ = s.Serve(ctx) })
	t.Cleanup(func() { cancel(); wg.Wait() })
	return s.Addr().String()
}

func replayed(t *testing.T, dir, hash string) {
	t.Helper()
	r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Same() || r.Hash != hash {
		t.Errorf("the replay's hash is %s, the run's %s; first difference %+v", r.Hash, hash, r.Diff)
	}
}

// The same law on the same vehicle gives the same bits in memory, in memory with a recording, over UDP in lock-step, and
// when replayed.
func TestLockStepIsTheSameToTheBitHoweverTheVehicleIsReached(t *testing.T) {
	p := DefaultParams()
	const seed, long = 7, 4 * time.Second
	v, points, err := Virtual(t.Context(), Case{Params: p, Seed: seed, For: long})
	if err != nil {
		t.Fatal(err)
	}
	if len(points) < 160 {
		t.Fatalf("%d points", len(points))
	}
	mem, udp := t.TempDir(), t.TempDir()
	a, err := flown(t, Spec{}, p, seed, long, mem)
	if err != nil {
		t.Fatal(err)
	}
	b, err := flown(t, Spec{HIL: peer(t, hil.LockStep, p, seed), Compare: mem}, p, seed, long, udp)
	if err != nil {
		t.Fatal(err)
	}
	if v.OutputHash != a.OutputHash || a.OutputHash != b.OutputHash {
		t.Errorf("output hashes: %s in memory, %s recorded, %s over UDP", v.OutputHash, a.OutputHash, b.OutputHash)
	}
	for _, name := range []string{"heading.csv"} {
		x, err1 := os.ReadFile(filepath.Join(mem, name))
		y, err2 := os.ReadFile(filepath.Join(udp, name))
		if err1 != nil || err2 != nil || string(x) != string(y) {
			t.Errorf("%s differs (%v, %v)", name, err1, err2)
		}
	}
	replayed(t, mem, a.OutputHash)
	replayed(t, udp, b.OutputHash)
	page, err := os.ReadFile(filepath.Join(udp, "report.html"))
	if err != nil || !strings.Contains(string(page), "differs by at most 0.00°") {
		t.Errorf("the report does not compare (%v)", err)
	}
}

// The paper's experiment, in lock-step.
func TestTheHeadingSettles(t *testing.T) {
	for _, noise := range []string{"none", "paper"} {
		p := DefaultParams()
		p.Noise = noise
		r, _, err := Virtual(t.Context(), Case{Params: p, Seed: 1, For: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		s := r.Heading
		if s == nil || s.Settling < 0 || s.Settling > 1.15*s.Ideal {
			t.Fatalf("noise %s: the step %+v", noise, s)
		}
		if s.Overshoot > 5 || math.Abs(s.Steady) > 1 || s.Basis != truth {
			t.Errorf("noise %s: the step %+v", noise, s)
		}
	}
}

func TestARunOnTheRealClock(t *testing.T) {
	p := DefaultParams()
	p.At = 100 * time.Millisecond
	dir := t.TempDir()
	r, err := flown(t, Spec{HIL: peer(t, hil.Free, p, 1)}, p, 1, 1500*time.Millisecond, dir)
	if err != nil {
		t.Fatal(err)
	}
	replayed(t, dir, r.OutputHash)
	text, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Hash  string `json:"output_hash"`
		Loops []map[string]any
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range got.Loops {
		for _, key := range []string{"name", "composition", "average_delay_ms", "period_ms", "error_percent"} {
			if _, ok := l[key]; !ok {
				t.Errorf("a row of Table I without %s: %v", key, l)
			}
		}
		names = append(names, l["composition"].(string)+"."+l["name"].(string))
	}
	if want := "C1.Sensors C1.Navigation C1.MDynamic C1.Actuators C2.Control C2.Frameshift"; strings.Join(names, " ") != want {
		t.Errorf("Table I has %v", names)
	}
	for _, name := range []string{"report.html", "trace.mcap", "heading.csv", "loop-C1-Sensors.csv", "loop-C2-Control.csv"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A model with faults starts nothing, and says all of them.
func TestAFaultyModelDoesNotStart(t *testing.T) {
	p := DefaultParams()
	p.Value = Words{"no_such": "1 Hz", "r_des": "3 m"}
	p.Set = Words{"psi_dex": "1 deg", "psi_des": "1e300 deg"}
	r, err := flown(t, Spec{}, p, 0, time.Second, filepath.Join(t.TempDir(), "none"))
	if r != nil || err == nil {
		t.Fatalf("it ran: %v", err)
	}
	for _, want := range []string{"no_such", "r_des", "psi_dex", "is out of its valid range; give -360"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

// What the model's text has the operator set holds where the parameters say nothing, and its faults have their places.
func TestTheOperatorIsAsTheModelSays(t *testing.T) {
	file, err := Find("../../examples/rov-heading")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	model := func(options string) Params {
		head, _, ok := strings.Cut(string(text), "\ndrivers:")
		if !ok {
			t.Fatal("the model has no options of drivers")
		}
		p := DefaultParams()
		p.File, p.Model = file, head+"\n"+options
		return p
	}
	for _, c := range []struct {
		options string
		set     Words
		at      time.Duration
		want    string
		wantAt  time.Duration
	}{
		{"drivers:\n  operator: {psi_des: 30 deg, at: 2 s}\n", nil, 0, "30 deg", 2 * time.Second},
		{"drivers:\n  operator: {psi_des: 30 deg, at: 2 s}\n", Words{"psi_des": "10 deg"}, time.Second, "10 deg", time.Second},
		{"drivers:\n  operator: {at: 3 s}\n", nil, 0, "75 deg", 3 * time.Second},
		{"", nil, 0, "75 deg", time.Second},
	} {
		s := session{p: model(c.options)}
		s.p.Set, s.p.At = c.set, c.at
		if err := s.check(); err != nil {
			t.Errorf("%q: %v", c.options, err)
		} else if s.p.Set["psi_des"] != c.want || s.p.At != c.wantAt || len(s.orders) != 1 {
			t.Errorf("%q: %v at %v, %d orders", c.options, s.p.Set, s.p.At, len(s.orders))
		}
		if err := s.check(); err != nil || s.p.Set["psi_des"] != c.want { // as in a replay
			t.Errorf("%q again: %v, %v", c.options, s.p.Set, err)
		}
	}
	for options, want := range map[string]string{
		"drivers:\n  operator: {psi_des: 30 m}\n":     "\"m\" is no unit of Angle",
		"drivers:\n  operator: {psi_dex: 30 deg}\n":   "no operator of the model has such a product; give one of psi_des",
		"drivers:\n  operator: {psi_des: 9000 deg}\n": "out of its valid range",
		"drivers:\n  operator: {at: soon}\n":          "give a time above 0",
		"drivers:\n  rov.imu: {rate: 5 Hz}\n":         "has no option rate",
		"drivers:\n  oparator: {psi_des: 30 deg}\n":   "did you mean \"operator\"",
	} {
		s := session{p: model(options)}
		err := s.check()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "heading.atoms.yaml:") {
			t.Errorf("%q: %v", options, err)
		}
	}
}

func TestParamsAndConfigNameAllFaults(t *testing.T) {
	p := DefaultParams()
	p.At, p.K1, p.Vehicle, p.Noise, p.Dropouts, p.T1 = -1, -1, "jak", "loud", 2, time.Hour
	err := p.Validate()
	p.Thrust = 0 // which would be taken for 1
	if err := p.Validate(); !strings.Contains(err.Error(), "thrust_factor is 0: give 0.01 to 2") {
		t.Error(err)
	}
	if n := len(strings.Split(err.Error(), "\n")); n != 6 {
		t.Errorf("%d faults: %v", n, err)
	}
	_, err = run.Do(t.Context(), Spec{HIL: "x"}, run.Options{Order: run.Order{Priority: 100}, For: -1, Speed: -1})
	if n := len(strings.Split(err.Error(), "\n")); n != 4 {
		t.Errorf("%d faults: %v", n, err)
	}
	if _, err := run.Do(t.Context(), Spec{}, run.Options{Order: run.Order{Real: true}}); err == nil || !strings.Contains(err.Error(), "no vehicle") {
		t.Errorf("no vehicle: %v", err)
	}
}

func TestGainsAndPeriodsAreParameters(t *testing.T) {
	p := DefaultParams()
	p.Noise, p.K1, p.K2, p.T1, p.T2 = "none", 4, 3, 20*time.Millisecond, 40*time.Millisecond
	r, _, err := Virtual(t.Context(), Case{Params: p, For: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if r.Groups[0].Period != 20 || r.Groups[1].Period != 40 {
		t.Errorf("periods %g and %g", r.Groups[0].Period, r.Groups[1].Period)
	}
	if want := idealSettling(75*math.Pi/180, 1.5*math.Pi/180, 4, 3); math.Abs(r.Heading.Ideal-want) > 0.1 {
		t.Errorf("ideal settling %g, want %g", r.Heading.Ideal, want)
	}
	p.T2 = time.Second // beyond T_phy of the law
	if _, _, err := Virtual(t.Context(), Case{Params: p, For: time.Second}); err == nil {
		t.Error("a period that the law does not allow is taken")
	}
}

// Every fault of the surroundings leads to rest or to a heading that is kept, never to an absurd force, and is reported.
func TestFaultsOfTheSurroundings(t *testing.T) {
	inst, err := Spec{}.Make(run.Order{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range inst.Failures {
		names = append(names, f.Name)
	}
	t.Log(names)
	for _, name := range []string{"imu.nan", "imu.dropout", "imu.frozen", "imu.range", "peer.gone"} {
		s := &session{p: DefaultParams(), seed: 1}
		if err := s.prepare(); err != nil {
			t.Fatal(err)
		}
		var worst float64
		if err := s.fly(t, 14*time.Second, name, 4*time.Second, 8*time.Second, func(at time.Duration) {
			for i, f := range s.thrust.limits.Last {
				limit := s.vehicle.Thrusters[i]
				if math.IsNaN(f) || f > limit.Forward || f < -limit.Backward {
					t.Errorf("%s: %v: thruster %d gets %g N", name, at, i, f)
				}
				if at > 7*time.Second && at < 8*time.Second {
					worst = max(worst, math.Abs(f))
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		if worst != 0 && name != "imu.range" {
			t.Errorf("%s: three seconds later a thruster still gets %g N", name, worst)
		}
		if len(s.proj.Events()) == 0 {
			t.Errorf("%s: nothing is reported", name)
		}
		if h := s.in.world.Truth().RPY().Yaw; math.Abs(h-75*math.Pi/180) > 0.1 {
			t.Errorf("%s: six seconds after it is mended the heading is %g°", name, h*180/math.Pi)
		}
	}
}

// Nothing in a cycle allocates: doors, drivers, taps and the page's curves included.
func TestACycleDoesNotAllocate(t *testing.T) {
	s := &session{p: DefaultParams(), seed: 1}
	for _, step := range []func() error{s.check, s.simulate, func() error { return s.build(project.Options{Now: rt.Now}) }} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	rec, err := record.New(s.prog, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.flight = newFlight(0, 0, len(s.vehicle.Thrusters))
	hub, err := view.NewHub(s.scene())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.show(rec, hub); err != nil {
		t.Fatal(err)
	}
	i := &run.Instance{World: s.in}
	i.Script(s.events()...)
	s.prog.Start()
	step := func() {
		e, at := s.prog.Earliest()
		if err := i.World.AdvanceTo(at.Time); err != nil {
			t.Fatal(err)
		}
		e.Step(nil)
		s.prog.FinishTag()
	}
	for range 300 { // beyond the order
		step()
	}
	if n := testing.AllocsPerRun(1000, step); n != 0 {
		t.Errorf("%g allocations a tag", n)
	}
}

// What the page's buttons send reaches a physical action.
func TestButtonsLeadSomewhere(t *testing.T) {
	inst, err := Spec{}.Make(run.Order{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(inst.Orders) == 0 {
		t.Fatal("no buttons")
	}
	for _, o := range inst.Orders {
		var v project.Sample
		if o.Path == estopPressed {
			v.OK = 1
			if o.Example != "true" && o.Example != "false" {
				t.Errorf("the emergency stop takes %s", o.Example)
			}
		} else if err := json.Unmarshal([]byte(o.Example), &v); err != nil || v.OK != 1 {
			t.Errorf("%s: %v", o.Example, err)
		}
		if !slices.ContainsFunc(inst.Program.Doors(), func(d reactor.Door) bool { return d.Path == o.Path && d.Kind == "physical action" }) {
			t.Errorf("no physical action %s", o.Path)
		}
	}
}

// debugged opens the debugger on a run, and gives what carries a command out to its end.
func debugged(t *testing.T, m debug.Maker) (say func(line string) string) {
	t.Helper()
	s, err := debug.Open(m, debug.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return func(line string) string {
		a, err := s.Command(t.Context(), line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for s.Status().Running {
			<-s.Changed()
		}
		return a.Text
	}
}

// A run that is set back goes on as it did: all that changes is in keyframes.
func TestBackInTime(t *testing.T) {
	say := debugged(t, debug.Simulated(Spec{}, run.Order{Seed: 3}, reactor.Tag{Time: reactor.Time(3 * time.Second)}, nil))
	say("run")
	first := say("print C1.Actuators.Actuators")
	say("goto 1.2")
	say("goto 2.1")
	say("goto 0.5")
	say("run")
	if again := say("print C1.Actuators.Actuators"); again != first {
		t.Errorf("first\n%s\nthen\n%s", first, again)
	}
}

// A replay shows the thrusts of the run, though no driver is asked.
func TestAReplayKnowsTheThrusts(t *testing.T) {
	dir := t.TempDir()
	p := DefaultParams()
	if _, err := flown(t, Spec{}, p, 1, 2*time.Second, dir); err != nil {
		t.Fatal(err)
	}
	r, err := run.Open([]run.Spec{Spec{}}, dir)
	if err != nil {
		t.Fatal(err)
	}
	inst, err := r.Make()
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(inst.Program, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := inst.Watch(rec, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), inst.Program, exec.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, x := range inst.State {
		f, ok := x.(*flight)
		if !ok {
			continue
		}
		table, err := os.ReadFile(filepath.Join(dir, "heading.csv"))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := f.writeCSV(&b); err != nil {
			t.Fatal(err)
		}
		was, now := strings.Split(string(table), "\n"), strings.Split(b.String(), "\n")
		for i, line := range was {
			a, c := strings.Split(line, ","), strings.Split(now[i], ",")
			if i > 0 && len(a) > 4 && (len(c) != len(a) || !slices.Equal(a[4:], c[4:])) {
				t.Fatalf("line %d: %s\nin the replay: %s", i, line, now[i])
			}
		}
		return
	}
	t.Error("no flight")
}

// TestTurnToTheBack orders headings on either side of ±180°: the errors at rest are those of the vehicle.
func TestTurnToTheBack(t *testing.T) {
	for _, order := range []string{"179 deg", "181 deg", "-181 deg", "-359 deg"} {
		p := DefaultParams()
		p.Set = Words{"psi_des": order}
		r, _, err := Virtual(t.Context(), Case{Params: p, Seed: 1, For: 12 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Heading; s == nil || math.Abs(s.Steady) > 0.5 || s.RMS > 2 || s.Settling < 0 || math.Abs(s.To-s.From) > 190 {
			t.Errorf("%s: %+v", order, s)
		}
	}
}

// fly runs a session in lock-step with a fault of the surroundings from one time to another; look is called every cycle.
func (s *session) fly(t *testing.T, long time.Duration, fault string, from, to time.Duration, look func(at time.Duration), more ...run.Event) error {
	t.Helper()
	rec, err := record.New(s.prog, nil, record.Options{})
	if err != nil {
		return err
	}
	s.flight = newFlight(long, s.period(), len(s.vehicle.Thrusters))
	if err := s.tap(rec); err != nil {
		return err
	}
	events := append(s.events(), more...)
	for _, f := range s.failures() {
		if f.Name == fault {
			events = append(events, run.Event{At: from, Do: f.Begin}, run.Event{At: to, Do: f.End})
		}
	}
	s.prog.Observe(lookout(look))
	i := &run.Instance{World: s.in}
	i.Script(events...)
	_, err = exec.Run(t.Context(), s.prog, exec.Options{Clock: exec.LockStep, World: i.World, Timeout: long, KeepAlive: true})
	return err
}

// lookout is called at every tag of the first composition.
type lookout func(at time.Duration)

func (l lookout) AtTag(e *reactor.Enclave, _ reactor.Record) {
	if e.ID == 0 {
		l(e.Tag().Time.Duration())
	}
}

// flown runs the program; dir is the run folder, "" for none.
func flown(t *testing.T, c Spec, p Params, seed uint64, long time.Duration, dir string) (*Result, error) {
	t.Helper()
	out, err := run.Do(t.Context(), c, run.Options{Order: run.Order{Params: &p, Seed: seed, Real: c.HIL != ""}, For: long,
		Out: folder.Place{Dir: dir}, Trace: []string{"*"}})
	if out == nil {
		return nil, err
	}
	return out.Value.(*Result), err
}

// TestBeVehicle is the process that a run on the real clock has beside itself; in the tests' own it has nothing to do.
func TestBeVehicle(t *testing.T) {
	if os.Getenv(vehicleRole) != "" {
		if err := ServeVehicle(context.Background(), os.Stdin, os.Stdout); err != nil {
			t.Fatal(err)
		}
	}
}

// vehicleRole, in the environment, makes the test binary that process.
const vehicleRole = "SINEW_TEST_VEHICLE"

// TestBesideAVehicleProcess: the vehicle on the real clock is the one that the parameters describe. This one's thrusters give
// next to nothing.
func TestBesideAVehicleProcess(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(vehicleRole, "1")
	p := DefaultParams()
	p.At, p.Thrust = 50*time.Millisecond, 0.01
	dir := filepath.Join(t.TempDir(), "run")
	out, err := run.Do(t.Context(), Spec{Simulate: []string{self, "-test.run=^TestBeVehicle$"}}, run.Options{
		Order: run.Order{Params: &p, Seed: 3, Real: true}, For: 1500 * time.Millisecond, Out: folder.Place{Dir: dir}, Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	r := out.Value.(*Result)
	points := r.flight.points
	if len(points) == 0 || !strings.Contains(r.Link, "a process of its own") {
		t.Fatalf("%d cycles over %s", len(points), r.Link)
	}
	if way := math.Abs(points[len(points)-1].Truth - points[0].Truth); !(way < 0.3) || r.Thrusters.Greatest == 0 {
		t.Errorf("it turned by %g rad, commanded %g N", way, r.Thrusters.Greatest)
	}
	replayed(t, dir, r.OutputHash)
}

func FuzzOtherHeading(f *testing.F) {
	f.Add([]byte("time_s,measured_deg,true_deg,set_point_deg\n0.0,1,2,\n0.025,1,,75\n"))
	f.Add([]byte("a\n\"b"))
	f.Add([]byte("t,m,t,s\nNaN,Inf,1e400,x\n"))
	fuzz.Run(f, func(t *testing.T, table []byte) {
		s, err := headings(bytes.NewReader(table))
		if err == nil && len(s.X) != len(s.Y) {
			t.Errorf("%d times, %d headings", len(s.X), len(s.Y))
		}
		if _, d := compare(s, s); d < 0 || math.IsNaN(d) {
			t.Errorf("it differs from itself by %g", d)
		}
	})
}
