package gen_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/control"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/system"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tuned"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/launch"
	"github.com/sinew-robotics/sinew/tool/run"
)

const (
	tunedModel  = "testdata/tuned.aadl"
	tunedFolder = "testdata/tuned"
	tunedImport = "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned"
)

// tunedModelOf is the system whose nodes have parameters and variables, with changes to its text.
func tunedModelOf(t testing.TB, changes ...string) *instance.Instance {
	t.Helper()
	text, err := os.ReadFile(tunedModel)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, "Tuned::House.impl", map[string]string{tunedModel: strings.NewReplacer(changes...).Replace(string(text))}, tunedModel)
}

// TestTunedGolden keeps what is generated of parameters, variables and types that other texts describe.
func TestTunedGolden(t *testing.T) {
	files, notes := generate(t, tunedModelOf(t), gen.Options{Import: tunedImport, Origin: "Tuned::House.impl", Models: []string{"../tuned.aadl"}})
	for _, n := range notes {
		t.Error(n)
	}
	if golden.Rewrite() {
		if _, _, err := gen.Write(tunedFolder, files, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		if !f.Once || f.Name == "main.go" {
			golden.Check(t, filepath.Join(tunedFolder, filepath.FromSlash(f.Name)), f.Source)
		}
	}
}

// tuner changes parameters, and sends readings, while the system runs.
type tuner struct {
	t        *testing.T
	p        *reactor.Program
	wishes   []wish
	receipts []*reactor.Receipt
	heat     []string
}

// wish is something that is sent from outside at a time.
type wish struct {
	at   time.Duration
	door string
	set  func(unsafe.Pointer)
}

// AtTag implements reactor.Observer.
func (x *tuner) AtTag(_ *reactor.Enclave, rec reactor.Record) {
	for len(x.wishes) > 0 && rec.Tag.Time >= reactor.Time(x.wishes[0].at) {
		x.send(x.wishes[0])
		x.wishes = x.wishes[1:]
	}
	for _, id := range rec.Ports {
		if q := x.p.Ports()[id]; strings.HasSuffix(q.Path, "control.regulate.heat") {
			x.heat = append(x.heat, fmt.Sprint(rec.Tag.Time.Duration().Round(time.Millisecond), " ", *(*bool)(q.Value)))
		}
	}
}

func (x *tuner) send(w wish) {
	for k, d := range x.p.Doors() {
		if d.Path == w.door {
			x.receipts = append(x.receipts, x.p.Submit(k, w.set))
			return
		}
	}
	x.t.Errorf("there is no door %s", w.door)
}

// TestTunedRuns runs the system: its nodes begin with the values that the model names, a parameter that is live is changed through a
// door, one that is out of bounds or that the node refuses moves nothing, and a replay, which knows no files, is the same.
func TestTunedRuns(t *testing.T) {
	ms := time.Millisecond
	reading := func(x float64) func(unsafe.Pointer) {
		return func(at unsafe.Pointer) { (*tuned.Reading)(at).Degrees = x }
	}
	number := func(x float64) func(unsafe.Pointer) { return func(at unsafe.Pointer) { *(*float64)(at) = x } }
	const in = "upstairs.control."
	x := &tuner{t: t, wishes: []wish{{100 * ms, "attic.from_read", reading(22)}, {200 * ms, in + "wanted", number(31)}, {300 * ms, "attic.from_read", reading(22)},
		{400 * ms, in + "wanted", number(26)}, {500 * ms, "attic.from_read", reading(22)}, {600 * ms, in + "gains.kp", number(6)}, {700 * ms, "attic.from_read", reading(26.4)}}}
	var b bytes.Buffer
	spec := system.Spec(system.Drivers{})
	o := run.Options{For: time.Second, Sink: &b, Trace: []string{"*"}, Page: func(s *run.Stage) (reactor.Observer, error) {
		x.p = s.Program
		return x, nil
	}}
	if _, err := run.Do(t.Context(), spec, o); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(x.heat), "[100ms false 300ms false 500ms true 700ms true]"; got != want {
		t.Errorf("heat: %s, want %s", got, want)
	}
	var answers []string
	for _, r := range x.receipts {
		_, err, done := r.Outcome()
		answers = append(answers, fmt.Sprint(done, " ", err))
	}
	want := "[true <nil> true 31 is out of range; give a number from 5 to 30 °C true <nil> true <nil> true <nil> true a gain of 6 and 26 °C cost too much true <nil>]"
	if got := fmt.Sprint(answers); got != want {
		t.Errorf("answers: %s", got)
	}
	var constants []string
	for _, c := range x.p.Constants() {
		constants = append(constants, c.Path+" "+c.Value)
	}
	if got, want := strings.Join(constants, "; "), `downstairs.hysteresis 0.5; downstairs.rooms[0] "hall"; upstairs.control.hysteresis 0.5; upstairs.control.rooms[0] "hall"`; got != want {
		t.Errorf("constants: %s", got)
	}
	file := filepath.Join(t.TempDir(), "trace.mcap")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := run.Replay(t.Context(), []run.Spec{spec}, file); err != nil || !r.Same() {
		t.Error("the replay is not the same", r, err)
	}
}

// TestTunedDesign: parameters and what orders reactions for them make no difference between program and model.
func TestTunedDesign(t *testing.T) {
	i, err := system.Spec(system.Drivers{}).Make(run.Order{})
	if err != nil {
		t.Fatal(err)
	}
	if _, faults := launch.Compare(tunedModelOf(t), i.Program.Graph(), "house"); len(faults) > 0 {
		t.Error(faults)
	}
	if w := i.Program.Warnings(); len(w) > 0 {
		t.Error(w)
	}
}

// TestTunedFaults: what cannot be is told before anything is generated, each at its place.
func TestTunedFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes []string
		want    string
	}{
		{"no text", []string{`("tuned.asn1");
            Type`, `("none.asn1");
            Type`}, "tuned.aadl:6:5: Tuned::Parameters: its Source_Text cannot be read: open testdata/none.asn1: no such file or directory; name files from the folder of this text (gen-data)"},
		{"no such type", []string{"Control-Parameters", "Contol-Parameters"}, `Tuned::Parameters: there is no type Contol-Parameters in tuned.asn1; say its Type_Source_Name: did you mean "Control-Parameters"? (gen-data)`},
		{"a value out of bounds", []string{`Values => "tuned.upstairs.asn1"`, `Values => "tuned.bad.asn1"`}, "tuned.bad.asn1:1:10: upstairs.control.wanted: wanted is 31.5 °C; give a number from 5 to 30 °C (value-range)"},
		{"another notation", []string{`"tuned.upstairs.asn1"`, `"tuned.txt"`}, "the file tuned.txt is in no notation of values; name one that ends in .asn1, .json or .yaml (gen-values)"},
		{"no values", []string{`"tuned.upstairs.asn1"`, `"none.asn1"`}, "its values at the start cannot be read: open testdata/none.asn1"},
		{"no live parameter", []string{`"gains", `, `"gain", `}, "tuned.aadl:57:13: downstairs.parameters: gain is to change while the program runs, and there is no such parameter; name one that the type has (gen-values)"},
		{"a live list", []string{`"gains", `, `"rooms", `}, "rooms cannot change while the program runs: it may be left out, or is a list of elements"},
		{"live variables", []string{"Holds => Variables;", `Holds => Variables; Sinew::Live => ("sum");`}, "variables may all change; leave out Sinew::Live (gen-values)"},
		{"twice", []string{"Holds => Variables;", "Holds => Parameters;"}, "the node has parameters already: parameters; put all of them into one type (gen-values)"},
		{"no description", []string{"recall: data Recall {", "recall: data Base_Types::Boolean {"}, "no text in ASN.1 or JSON Schema describes Boolean; give it a Source_Text (gen-values)"},
		{"no record", []string{`("tuned.asn1");
            Type_Source_Name => "Control-Parameters"`, `("tuned.bad.module.asn1");
            Type_Source_Name => "Celsius"`}, "Parameters is a number from 5 to 30 °C, and parameters are a record; name a type that is a SEQUENCE, or an object (gen-values)"},
		{"a list alone", []string{`("tuned.asn1");
    end Reading`, `("tuned.bad.module.asn1"); Type_Source_Name => "Rows";
    end Reading`}, "Tuned::Reading: Rows is a list of no fixed length, or of such: it cannot be sent by itself; make it a member"},
		{"a damaged text", []string{`("tuned.asn1");
    end Reading`, `("tuned.broken.asn1");
    end Reading`}, "testdata/tuned.broken.asn1:2:11: NULL of ASN.1 is not supported"},
		{"a schema beyond types", []string{"tuned.schema.json", "tuned.beyond.json"}, "testdata/tuned.beyond.json:1:91: multipleOf says what no type can (schema-beyond)"},
		{"no text named", []string{`            Source_Text => ("tuned.schema.json");`, ""}, "nothing says which text describes Recall; give its Source_Text (gen-data)"},
	} {
		_, faults := gen.Generate(tunedModelOf(t, c.changes...), gen.Options{Import: tunedImport})
		var all []string
		for _, f := range faults {
			all = append(all, f.Error())
		}
		if told := strings.Join(all, "\n"); faults.Err() == nil || !strings.Contains(told, c.want) {
			t.Errorf("%s: %s\nis not told in\n%s", c.name, c.want, told)
		}
	}
}

// ticking sends a reading every 20 µs.
type ticking struct {
	reactor.Reactor
	Read reactor.Out[tuned.Reading]
	tick reactor.Timer
}

// TestTunedAllocatesNothing: that algorithms get parameters and share variables costs no memory while nothing is changed.
func TestTunedAllocatesNothing(t *testing.T) {
	main := reactor.NewMain("fed")
	s := &ticking{}
	reactor.Init(main, "source", s)
	s.tick.Set(time.Millisecond, 20*time.Microsecond)
	s.Reaction("send").On(&s.tick).Sets(&s.Read).Do(func() { s.Read.Set(tuned.Reading{Degrees: 0.001}) })
	v := system.NewParams()
	n, err := control.New(main, "control", control.Config(), v.Of("upstairs.control"), v.Of("upstairs.control.variables"))
	if err != nil {
		t.Fatal(err)
	}
	reactor.Connect(&s.Read, &n.Read)
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	for range 1000 {
		p.Step(nil)
	}
	if n.Vars().Shared.Sum < 4.5 {
		t.Error("the algorithms do not run", n.Vars())
	}
	if a := testing.AllocsPerRun(1000, func() { p.Step(nil) }); a > 0 {
		t.Errorf("a tag allocates %v times", a)
	}
}
