package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/cli/plant"
	"github.com/sinew-robotics/sinew/tool/run"
)

// other is a command that replaces one of this package, and one that does not.
type other struct {
	Run  otherCmd `cmd:"" help:"Another run."`
	Wave otherCmd `cmd:"" help:"Something else."`
}

type otherCmd struct{ done *bool }

func (c *otherCmd) Run(t *Tool) error {
	*c.done = t.name() == "robot"
	return nil
}

func TestAToolsOwnCommands(t *testing.T) {
	for _, verb := range []string{"run", "wave"} {
		var done bool
		o := &other{otherCmd{&done}, otherCmd{&done}}
		if code := (Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}, Commands: []any{o}}).Run([]string{verb}); code != 0 || !done {
			t.Errorf("%s: exit status %d, done %v", verb, code, done)
		}
	}
}

func TestProgramsAreFoundByName(t *testing.T) {
	none, one := &Tool{Name: "robot"}, &Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}}
	two := &Tool{Name: "robot", Programs: []run.Spec{plant.Spec(), run.New("heater", struct{}{}, nil)}}
	for _, c := range []struct {
		t          *Tool
		name, want string
	}{
		{none, "", "robot has no program"}, {one, "", ""}, {one, "plant", ""}, {two, "plant", ""},
		{two, "", "which program? it knows plant, heater"}, {two, "hater", "did you mean heater?"}, {one, "boat", `robot has no program "boat": it knows plant`},
	} {
		if _, err := c.t.Program(c.name); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q among %v: %v, want %q", c.name, c.t.names(), err, c.want)
		}
	}
	if code := (Tool{Name: "robot", Programs: []run.Spec{plant.Spec(), plant.Spec()}}).Run([]string{"-h"}); code != 2 {
		t.Errorf("two programs of one name: exit status %d", code)
	}
}

func TestTheHelpSpeaksOfTheTool(t *testing.T) {
	tool := &Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}}
	g, err := tool.Grammar()
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, n := range g.Children {
		all += n.Detail + "\n"
	}
	if !strings.Contains(all, "robot debug plant") || strings.Contains(all, "sinew ") || strings.Contains(all, "PROGRAM") {
		t.Error(all)
	}
}

// TestAFailedReplaySaysWhy: a recording whose program cannot be made again is not one that holds nothing.
func TestAFailedReplaySaysWhy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.mcap")
	if _, err := run.Do(t.Context(), plant.Spec(), run.Options{For: time.Second, File: file}); err != nil {
		t.Fatal(err)
	}
	changed := run.New("plant", struct{}{}, func(*reactor.Main, *struct{}) error { return errors.New("the tank leaks") })
	if code, said := told(t, Tool{Name: "robot", Programs: []run.Spec{changed}}, "trace", "replay", file); code != 1 || said != "robot: the tank leaks\n" {
		t.Errorf("exit status %d, %q", code, said)
	}
	if code, said := told(t, Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}}, "trace", "replay", file); code != 0 || said != "" {
		t.Errorf("of the same program: exit status %d, %q", code, said)
	}
}

// told is the exit status of a command line, and what it writes on its standard error.
func told(t *testing.T, tool Tool, args ...string) (code int, said string) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	was := os.Stderr
	os.Stderr = f
	code = tool.Run(args)
	os.Stderr = was
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, string(b)
}

// TestWhatHasBeenSaidIsNotSaidAgain: what is joined with it is.
func TestWhatHasBeenSaidIsNotSaidAgain(t *testing.T) {
	broken := errors.New("the disk is full")
	wrapped := fmt.Errorf("there are faults: %w", ErrSaid)
	for _, c := range []struct {
		err  error
		want string
	}{
		{ErrSaid, ""}, {wrapped, ""}, {broken, "robot: the disk is full\n"}, {errors.Join(ErrSaid, broken), "robot: the disk is full\n"},
		{errors.Join(errors.Join(broken, wrapped), ErrSaid), "robot: the disk is full\n"}, {errors.Join(ErrSaid, wrapped), ""},
	} {
		if code, said := told(t, Tool{Name: "robot", Commands: []any{&failing{Fail: failCmd{c.err}}}}, "fail"); code != 1 || said != c.want {
			t.Errorf("%v: exit status %d, %q", c.err, code, said)
		}
	}
}

// failing is a command that fails.
type failing struct {
	Fail failCmd `cmd:"" help:"Fail."`
}

type failCmd struct{ err error }

func (c *failCmd) Run() error { return c.err }
