package run

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/param/paramtest"
	"github.com/sinew-robotics/sinew/reactor"
)

func pair() Values {
	speed := &param.Type{Kind: param.Real, Unit: "m/s", Reals: &param.RealRange{Min: 0, Max: 3}}
	drive := &param.Type{Kind: param.Record, Members: []param.Member{{Name: "max-speed", Type: speed, Default: &param.Value{Kind: param.Real, Real: 1.5}}, {Name: "frame", Type: &param.Type{Kind: param.String}}}}
	return NewValues(Group{Name: "base.drive", Type: drive}, Group{Name: "mux", Type: &param.Type{Kind: param.Record, Members: []param.Member{{Name: "speed", Type: speed}}}, Start: "speed: 0.25"})
}

// TestValues: values come from files of all parts and of one, in any notation; all that is wrong is told at its place, and
// nothing of it is taken.
func TestValues(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"all.yaml": "base.drive: {frame: a}\nmux:\n  speed: 2\n", "bad.yaml": "base.drive: {frame: 3, max-speed: 4}\nmxu: {}\nmux: {}\n",
		"one.asn1": "{ max-speed 0.5, frame \"b\" }", "bad.asn1": "{ max-speed 5,\n  fame \"b\" }", "list.json": "[1]"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ files, want, told string }{
		{"", "", "base.drive.frame: frame is missing; give a text of characters, in a file: --params base.drive=FILE (value-missing)"},
		{"all.yaml", `"base.drive": {"max-speed": 1.5, "frame": "a"}` + "\n" + `"mux": {"speed": 2}` + "\n", ""},
		{"all.yaml base.drive=one.asn1", `"base.drive": {"max-speed": 0.5, "frame": "b"}` + "\n" + `"mux": {"speed": 2}` + "\n", ""},
		{"base.drive=one.asn1", `"base.drive": {"max-speed": 0.5, "frame": "b"}` + "\n" + `"mux": {"speed": 0.25}` + "\n", ""},
		{"bad.yaml base.drive=bad.asn1 nosuch=one.asn1 list.json gone.yaml", "", strings.TrimSpace(`
bad.asn1:1:1: base.drive.frame: frame is missing; give a text of characters (value-missing)
bad.asn1:1:13: base.drive.max-speed: max-speed is 5 m/s; give a number from 0 to 3 m/s (value-range)
bad.asn1:2:3: base.drive.fame: there is no "fame" here; did you mean "frame"? (value-name)
bad.yaml:1:21: base.drive.frame: frame is 3; give a text of characters (value-type)
bad.yaml:1:35: base.drive.max-speed: max-speed is 4 m/s; give a number from 0 to 3 m/s (value-range)
bad.yaml:2:1: there is no part "mxu" that has parameters; did you mean "mux"? (param-name)
bad.yaml:3:6: mux.speed: speed is missing; give a number from 0 to 3 m/s (value-missing)
gone.yaml: parameters: open gone.yaml: no such file or directory (param-file)
list.json:1:1: these are no parameters of parts; give a record of base.drive, mux; or name a part: --params NAME=FILE (param-syntax)
one.asn1: there is no part "nosuch" that has parameters; take one of base.drive, mux (param-name)`)},
	} {
		v := pair()
		var files []string
		for _, f := range strings.Fields(c.files) {
			name, file, ok := strings.Cut(f, "=")
			if f = filepath.Join(dir, f); ok {
				f = name + "=" + filepath.Join(dir, file)
			}
			files = append(files, f)
		}
		err := LoadAllParams(files, &v)
		text, _ := yaml.Marshal(&v)
		if err == nil {
			if d := cmp.Diff(c.want, string(text)); d != "" || c.told != "" {
				t.Error(c.files, d)
			}
			continue
		}
		faults, _ := diag.Of(err)
		var lines []string
		for _, f := range faults {
			lines = append(lines, strings.ReplaceAll(f.Error(), dir+"/", ""))
		}
		was := pair()
		if before, _ := yaml.Marshal(&was); string(before) != string(text) {
			t.Errorf("%s: something was taken: %s", c.files, text)
		}
		if d := cmp.Diff(c.told, strings.Join(lines, "\n")); d != "" {
			t.Error(c.files, d)
		}
	}
}

// TestValuesAreRecorded: what a run was given a replay is given, to the last digit, whatever files say by then.
func TestValuesAreRecorded(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		k := paramtest.Record(r, 3)
		is := paramtest.Value(r, k)
		text, err := param.Format(&is, param.YAML)
		if err != nil {
			t.Fatal(err)
		}
		var seen []param.Value
		spec := New("valued", NewValues(Group{Name: "a.b", Type: k}), func(m *reactor.Main, v *Values) error {
			x := &struct {
				reactor.Reactor
				tick reactor.Timer
			}{}
			reactor.Init(m, "x", x)
			x.Reaction("tick").On(&x.tick).Do(func() { seen = append(seen, v.Of("a.b")) })
			return nil
		})
		p := spec.Params().(*Values)
		if faults := p.ReadValues("a.b", "x.yaml", text); faults.Err() != nil {
			t.Fatal(faults, string(text))
		}
		var b bytes.Buffer
		if _, err := Do(t.Context(), spec, Options{Order: Order{Params: p}, For: time.Millisecond, Sink: &b}); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "trace.mcap")
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		rec, err := Open([]Spec{spec}, file)
		if err != nil {
			t.Fatal(err)
		}
		again, err := spec.Make(rec.Order)
		if err != nil {
			t.Fatal(err)
		}
		again.Program.Run(reactor.Tag{Time: 1})
		if len(seen) != 2 || !seen[0].Equal(&seen[1]) || !seen[0].Equal(&is) {
			t.Fatal(errors.New("other values"), seen, string(text))
		}
	})
}
