package grammar

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// level is read by itself.
type level string

func (l *level) UnmarshalText(text []byte) error {
	if string(text) == "none" {
		return errors.New("there is no such level")
	}
	*l = level(strings.ToUpper(string(text)))
	return nil
}

type both struct {
	Verbose bool   `short:"v" help:"Say more."`
	Key     string `type:"existingfile" help:"File with a key." env:"GRAMMAR_KEY"`
}

type pump struct {
	Name  []string `arg:"" optional:"" help:"Which."`
	Level level    `help:"How much."`
	both
	FreeRun  bool              `default:"true" negatable:"" help:"Run on."`
	Count    int               `short:"n" default:"3" help:"How often." placeholder:"N"`
	Ratio    *float64          `help:"Of what."`
	For      time.Duration     `help:"How long." default:"2s"`
	Tags     []string          `help:"Words."`
	Whole    []string          `sep:"none" help:"Texts."`
	Set      map[string]string `mapsep:"none" help:"Values." placeholder:"NAME=VALUE"`
	Mode     string            `enum:"slow,fast" default:"slow" help:"One of ${enum}."`
	Priority uint8             `env:"GRAMMAR_FIRST, GRAMMAR_PRIORITY" help:"Of threads."`
	Secret   bool              `hidden:""`

	tool *string
}

func (p *pump) Run(_ context.Context, tool string) error { p.tool = &tool; return nil }
func (p *pump) Help() string                             { return "Examples:\n  robot pump a b" }

func (p *pump) Validate() error {
	if p.Count == 13 {
		return errors.New("not so often")
	}
	return nil
}

type pass struct {
	Args []string `arg:"" optional:""`
}

type move struct {
	To   string `arg:"" help:"Where."`
	Via  string `arg:"" optional:"" enum:"sea,land,"`
	Fuel string `required:"" help:"What it burns." placeholder:"KIND"`
}

type top struct {
	Pump pump `cmd:"" help:"Pump water."`
	Pass pass `cmd:"" passthrough:"" help:"Hand on."`
	Arm  struct {
		Move move `cmd:"" help:"Move it."`
		Park pass `cmd:"" help:"Park it."`
	} `cmd:"" help:"An arm."`
	Old  pass `cmd:"" hidden:""`
	Talk struct {
		Say  say  `cmd:"" default:"" help:"Say it."`
		Hush pass `cmd:"" help:"Say nothing."`
	} `cmd:"" help:"Words."`
}

// parsed reads a command line.
func parsed(t testing.TB, args ...string) (*top, *Node, error) {
	t.Helper()
	x := &top{}
	g, err := New("robot", "What robots do.", x)
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Parse(args)
	return x, c, err
}

func TestValues(t *testing.T) {
	t.Setenv("GRAMMAR_PRIORITY", "7")
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	x, c, err := parsed(t, "pump", "-vn5", "a", "b", "--no-free-run", "--ratio=0.5", "--for", "3s", "--tags", `a,b\,c`, "--tags=d", "--whole=a,b",
		"--set", "x=1;2", "--set", "y=", "--level", "high", "--mode", "fast", "--key", file)
	if err != nil {
		t.Fatal(err)
	}
	half := 0.5
	want := pump{Name: []string{"a", "b"}, both: both{Verbose: true, Key: file}, Count: 5, Ratio: &half, For: 3 * time.Second, Tags: []string{"a", "b,c", "d"},
		Whole: []string{"a,b"}, Set: map[string]string{"x": "1;2", "y": ""}, Level: "HIGH", Mode: "fast", Priority: 7}
	if d := cmp.Diff(want, x.Pump, cmp.AllowUnexported(pump{}, both{})); d != "" {
		t.Error(d)
	}
	if err := Run(t.Context(), c, "the tool"); err != nil || x.Pump.tool == nil || *x.Pump.tool != "the tool" || c.FullPath() != "robot pump" {
		t.Error(c.FullPath(), err)
	}
	if x, _, err := parsed(t, "pump"); err != nil || x.Pump.Count != 3 || !x.Pump.FreeRun || x.Pump.For != 2*time.Second || x.Pump.Ratio != nil {
		t.Errorf("%+v, %v", x.Pump, err)
	}
	if x, _, err := parsed(t, "pump", "--for", "-5s", "--ratio", "-.5", "--whole", "-1,2"); err != nil || x.Pump.For != -5*time.Second || *x.Pump.Ratio != -0.5 || x.Pump.Whole[0] != "-1,2" {
		t.Errorf("negative numbers: %+v, %v", x.Pump, err)
	}
	for _, args := range [][]string{{"pass", "-x", "--help", "y"}, {"arm", "park", "--", "-x", "--help", "y"}} {
		if x, _, err := parsed(t, args...); err != nil || len(x.Pass.Args)+len(x.Arm.Park.Args) != 3 {
			t.Errorf("%q: %+v, %v", args, x, err)
		}
	}
}

type say struct {
	Loud int      `short:"l" help:"How loud."`
	Word string   `arg:"" optional:""`
	Rest []string `arg:"" optional:"" passthrough:""`
}

// A command that is meant where none is named has its flags there too.
func TestMeant(t *testing.T) {
	for line, want := range map[string]say{"talk": {}, "talk say -l 3": {Loud: 3}, "talk -l 3": {Loud: 3}, "talk --loud=2 hi": {2, "hi", nil}, "talk say hi": {Word: "hi"},
		"talk say hi -l 3 -x -- y": {Word: "hi", Rest: []string{"-l", "3", "-x", "--", "y"}}, "talk -l 3 -- hi": {Loud: 3, Word: "hi"}} {
		if x, c, err := parsed(t, strings.Fields(line)...); err != nil || !cmp.Equal(x.Talk.Say, want) || c.Name != "say" {
			t.Errorf("%s: %+v of %s, %v", line, x.Talk.Say, c.FullPath(), err)
		}
	}
	for line, want := range map[string]string{"talk hush a": "robot talk hush: <nil>", "talk -h": "robot talk: help is asked for", "talk hash": `robot talk: unexpected argument hash, did you mean "hush"?`,
		"talk -x": `robot talk say: unknown flag -x, did you mean one of "-h", "-l"?`} {
		if _, c, err := parsed(t, strings.Fields(line)...); c.FullPath()+": "+fmt.Sprint(err) != want {
			t.Errorf("%s: %s: %v, want %s", line, c.FullPath(), err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for line, want := range map[string]string{
		"":                              `robot: expected one of "pump", "pass", "arm", "talk"`,
		"pumb":                          `robot: unexpected argument pumb, did you mean "pump"?`,
		"pump --modes x":                `robot pump: unknown flag --modes, did you mean "--mode"?`,
		"pump --f":                      `robot pump: unknown flag --f, did you mean one of "-h", "-v", "--free-run", "-n", "--for"?`,
		"pump -x":                       `robot pump: unknown flag -x, did you mean one of "-h", "-v", "-n"?`,
		"pump --for":                    `robot pump: --for: expected duration value but got "EOL" (<EOL>)`,
		"pump --for -s":                 `robot pump: --for: expected duration value but got "-s" (short flag); perhaps try --for="-s"?`,
		"pump --for=soon":               `robot pump: --for: expected duration but got "soon": time: invalid duration "soon"`,
		"pump -n 1.5":                   `robot pump: --count: expected a valid 64 bit int but got "1.5"`,
		"pump --priority 256":           `robot pump: --priority: expected a valid 8 bit uint but got "256"`,
		"pump --ratio=half":             `robot pump: --ratio: expected a float but got "half" (string)`,
		"pump --free-run=perhaps":       `robot pump: --free-run: bool value must be true, 1, yes, false, 0 or no but got "perhaps"`,
		"pump --set x":                  `robot pump: --set: expected "<key>=<value>" but got "x"`,
		"pump --tags":                   `robot pump: --tags: missing value, expecting "<arg>,..."`,
		"pump --level none":             `robot pump: --level: there is no such level`,
		"pump --mode quick":             `robot pump: --mode must be one of "slow","fast" but got "quick"`,
		"pump --key /nowhere/at/all":    `robot pump: --key: stat /nowhere/at/all: no such file or directory`,
		"pump --key /":                  `robot pump: --key: "/" exists but is a directory`,
		"pump -n 13":                    `robot pump: pump: not so often`,
		"pump a --count 3 b":            `robot pump: unexpected argument b`,
		"arm":                           `robot arm: expected one of "move", "park"`,
		"arm move --fuel x":             `robot arm move: expected "<to>"`,
		"arm move here":                 `robot arm move: missing flags: --fuel=KIND`,
		"arm move here air --fuel x":    `robot arm move: [<via>] must be one of "sea","land","" but got "air"`,
		"arm move here sea x --fuel x":  `robot arm move: unexpected argument x`,
		"arm move here sea -h --fuel=x": "robot arm move: help is asked for",
	} {
		if _, c, err := parsed(t, strings.Fields(line)...); err == nil || c.FullPath()+": "+err.Error() != want {
			t.Errorf("%s\n%s: %v, want\n%s", line, c.FullPath(), err, want)
		}
	}
	t.Setenv("GRAMMAR_PRIORITY", "high")
	if _, _, err := parsed(t, "pump"); err == nil || !strings.Contains(err.Error(), `(from envar GRAMMAR_PRIORITY="high")`) {
		t.Error(err)
	}
	if _, _, err := parsed(t, "pump", "--priority=3"); err != nil {
		t.Error("what is given counts before the environment:", err)
	}
}

func TestGrammarsThatAreNone(t *testing.T) {
	for _, x := range []any{
		&struct{ F func() }{}, &struct {
			A, B bool `name:"a"`
		}{},
		&struct {
			A bool `short:"h"`
		}{},
		&struct {
			A []string `arg:""`
			B string   `arg:""`
		}{},
		&struct {
			A string `arg:"" optional:""`
			B string `arg:""`
		}{},
		&struct {
			A string `arg:""`
			B pass   `cmd:""`
		}{},
	} {
		if _, err := New("robot", "", x); err == nil {
			t.Errorf("%T is taken", x)
		}
	}
}

const pumpHelp = `Usage: robot pump [<name> ...] [flags]

Pump water.

Examples:

    robot pump a b

Arguments:
  [<name> ...]    Which.

Flags:
  -h, --help               Show context-sensitive help.

      --level=LEVEL        How much.
  -v, --verbose            Say more.
      --key=STRING         File with a key ($GRAMMAR_KEY).
      --[no-]free-run      Run on.
  -n, --count=N            How often.
      --ratio=RATIO        Of what.
      --for=2s             How long.
      --tags=TAGS,...      Words.
      --whole=WHOLE        Texts.
      --set=NAME=VALUE     Values.
      --mode="slow"        One of slow,fast.
      --priority=UINT-8    Of threads ($GRAMMAR_FIRST, $GRAMMAR_PRIORITY).
`

const topHelp = `Usage: robot <command>

What robots do.

Flags:
  -h, --help    Show context-sensitive help.

Commands:
  pump         Pump water.
  pass         Hand on.
  arm move     Move it.
  arm park     Park it.
  talk say     Say it.
  talk hush    Say nothing.

Run "robot <command> --help" for more information on a command.
`

func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	for line, want := range map[string]string{"pump --help": pumpHelp, "-h": topHelp} {
		_, c, err := parsed(t, strings.Fields(line)...)
		var b strings.Builder
		if err != ErrHelp || c.PrintHelp(&b, true) != nil {
			t.Fatal(line, err)
		}
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Error(line, d)
		}
	}
}

// TestAnyOrder: flags mean the same in any order and in both ways to write them, and no words bring the reader down.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[a-z0-9=,;\\]{1,6}`)
		flags := rapid.Permutation([]string{"--level", "--tags", "--whole", "--mode", "-n"}).Draw(t, "flags")
		values := map[string]string{"--mode": "fast", "-n": "12"}
		var args, joined []string
		for _, f := range flags {
			v, ok := values[f]
			if !ok {
				v = "x" + value.Draw(t, f)
				values[f] = v
			}
			args = append(args, f, v)
			if f == "-n" {
				joined = append(joined, f+v)
			} else {
				joined = append(joined, f+"="+v)
			}
		}
		slices.Reverse(joined)
		read := func(args []string) pump {
			x := &top{}
			g, err := New("robot", "", x)
			if err == nil {
				_, err = g.Parse(append([]string{"pump"}, args...))
			}
			if err != nil {
				t.Fatal(args, err)
			}
			return x.Pump
		}
		a, b := read(args), read(joined)
		if d := cmp.Diff(a, b, cmp.AllowUnexported(pump{}, both{})); d != "" || a.Count != 12 || a.Whole[0] != values["--whole"] {
			t.Fatal(args, joined, d)
		}
		words := rapid.SliceOf(rapid.SampledFrom([]string{"pump", "arm", "move", "-", "--", "--tags", "-n", "-nv", "--set", "--no-free-run", "--=", "-v=1", "x=y", "", "-é"})).Draw(t, "words")
		g, err := New("robot", "", &top{})
		if err != nil {
			t.Fatal(err)
		}
		if c, _ := g.Parse(words); c == nil {
			t.Fatal("no command")
		}
	})
}
