package gen_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/launch"
)

const wheelchair = "../../../examples/wheelchair/new"

// read builds a system from texts.
func read(t testing.TB, system string, texts map[string]string, order ...string) *instance.Instance {
	t.Helper()
	var files []*syntax.File
	for _, name := range order {
		f, faults := syntax.Parse(name, texts[name])
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		files = append(files, f)
	}
	m, faults := aadl.Link(files)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	i, faults := instance.Instantiate(m, system)
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	return i
}

// folder reads a folder of texts.
func folder(t testing.TB, dir, system string) *instance.Instance {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.aadl"))
	if err != nil || len(names) == 0 {
		t.Fatal("no texts in "+dir, err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return read(t, system, texts, names...)
}

// generate makes files, and expects no error.
func generate(t testing.TB, i *instance.Instance, o gen.Options) ([]gen.File, diag.Faults) {
	t.Helper()
	files, faults := gen.Generate(i, o)
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	return files, faults
}

// module makes a Go module that takes this one from its source tree. The compiler spends no time on making the generated code fast: most is
// compiled to be run once.
func module(t testing.TB, dir, name string) {
	t.Helper()
	t.Setenv("GOFLAGS", fmt.Sprintf("%s '-gcflags=%s/...=-N -l -dwarf=false'", os.Getenv("GOFLAGS"), name))
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/sinew-robotics/sinew\n", "module "+name+"\n", 1) +
		"\nrequire github.com/sinew-robotics/sinew v0.0.0\n\nreplace github.com/sinew-robotics/sinew => " + root + "\n"
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{"go.mod": text, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// tool runs the go command, or what it has built.
func tool(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off", "SINEW_PRIORITY=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestWheelchair generates the wheelchair into a module of its own: it is built, vetted and checked, is what the model says, runs for 2 s,
// is recorded, and replayed with the same result. What nothing says of its connection is told. Launched, its critical nodes are watched; the
// keeper, which watches them within one program, exists already.
func TestWheelchair(t *testing.T) {
	i := folder(t, wheelchair, "Wheelchair::Wheelchair.pmk")
	dir := t.TempDir()
	module(t, dir, "example.org/robot")
	files, notes := generate(t, i, gen.Options{Import: "example.org/robot", Origin: "Wheelchair::Wheelchair.pmk", Models: []string{"model"}})
	for _, n := range notes {
		if n.Code != "gen-access" && n.Code != "gen-outside" {
			t.Error(n)
		}
	}
	if _, _, err := gen.Write(dir, files, false); err != nil {
		t.Fatal(err)
	}
	lint := filepath.Join(t.TempDir(), "lint") // what go vet and staticcheck say
	if out, err := exec.Command("go", "build", "-o", lint, "../../../internal/lint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tool(t, dir, lint, "./...")
	f, faults := launch.Read(filepath.Join(dir, gen.LaunchFile))
	if len(faults) > 0 || len(f.Nodes) != 21 || f.System != "Wheelchair::Wheelchair.pmk" {
		t.Fatal(f, faults)
	}
	if table, faults := f.Table(launch.Restart{}); len(faults) > 0 || !f.Overseen() || len(table.States) != 2 || len(table.Changes[1].When) != 8 {
		t.Error("the overseer of the launched system does not watch the 8 critical nodes:", table, faults)
	}
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	robot := filepath.Join(dir, "robot")
	if err := f.Build(robot); err != nil {
		t.Fatal(err)
	}
	if report, faults, err := f.Check(t.Context(), robot, i); err != nil || len(faults) > 0 || report.Connections != 34 {
		t.Error(report, faults, err)
	}
	tool(t, dir, "./robot", "graph", "--out", "g.svg")
	tool(t, dir, "./robot", "run", "--for", "2s", "--fast", "--quiet", "--out", "r")
	if out := tool(t, dir, "./robot", "trace", "replay", "r/trace.mcap"); !strings.Contains(out, "identical") {
		t.Errorf("the replay is not the same: %s", out)
	}
}

const (
	relayModel  = "testdata/relay.aadl"
	relayImport = "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay"
)

// small is the small system, with changes to its text.
func small(t testing.TB, changes ...string) *instance.Instance {
	t.Helper()
	text, err := os.ReadFile(relayModel)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(changes...).Replace(string(text))
	if len(changes) > 0 && changed == string(text) {
		t.Fatalf("%q changes nothing", changes)
	}
	return read(t, "Relay::House.impl", map[string]string{"relay.aadl": changed}, "relay.aadl")
}

func relayOptions() gen.Options {
	return gen.Options{Import: relayImport, Origin: "Relay::House.impl", Models: []string{"../relay.aadl"}}
}

// TestGolden keeps the small systems what the generator writes of them, but for the algorithms that their developer has written.
func TestGolden(t *testing.T) {
	for name, x := range map[string]struct {
		system  *instance.Instance
		again   *instance.Instance
		options gen.Options
		own     []string
	}{
		"relay": {small(t), small(t), relayOptions(), []string{"guard/watch.go", "guard/reply.go"}},
		"depot": {site(t), site(t), siteOptions(), []string{"cart/drive.go", "cart/look.go", "store/clerk.go", "store/ping.go", "store/shiftfill.go", "store/shiftcount.go"}},
	} {
		dir := filepath.Join("testdata", name)
		files, notes := generate(t, x.system, x.options)
		for _, n := range notes {
			t.Error(n)
		}
		if golden.Rewrite() {
			if _, _, err := gen.Write(dir, files, true); err != nil {
				t.Fatal(err)
			}
		}
		again, _ := generate(t, x.again, x.options)
		for k, f := range files {
			if string(f.Source) != string(again[k].Source) {
				t.Errorf("%s: %s differs from run to run", name, f.Name)
			}
			if !slices.Contains(x.own, f.Name) {
				golden.Check(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Source)
			}
		}
	}
}
