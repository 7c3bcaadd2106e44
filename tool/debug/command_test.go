package debug

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestParse(t *testing.T) {
	all := uint32(1<<32 - 1)
	for line, want := range map[string]command{
		"":                       {},
		"  step ":                {verb: "step", n: 1},
		"backr 12":               {verb: "backr", n: 12},
		"run":                    {verb: "run"},
		"run 1.5":                {verb: "run", at: &moment{1500 * ms, all, false}},
		"run +20ms:3":            {verb: "run", at: &moment{20 * ms, 3, true}},
		"goto 0.000000001:0":     {verb: "goto", at: &moment{1, 0, false}},
		"speed 0.5":              {verb: "speed", number: 0.5},
		"break port a.b":         {verb: "break", topic: "port", path: "a.b"},
		"break port a P.X > 0.4": {verb: "break", topic: "port", path: "a", column: "P.X", op: ">", number: 0.4},
		"break port a P.X>=-1e3": {verb: "break", topic: "port", path: "a", column: "P.X", op: ">=", number: -1000},
		"break port a != 3":      {verb: "break", topic: "port", path: "a", op: "!=", number: 3},
		"break port a changes":   {verb: "break", topic: "port", path: "a", op: "changes"},
		"break port a b changes": {verb: "break", topic: "port", path: "a", column: "b", op: "changes"},
		"break reaction a.b":     {verb: "break", topic: "reaction", path: "a.b"},
		"break miss":             {verb: "break", topic: "miss"},
		"delete 3":               {verb: "delete", n: 3},
		"delete all":             {verb: "delete"},
		"info ports a.*":         {verb: "info", topic: "ports", path: "a.*"},
		`set a.b {"x": [1, 2]}`:  {verb: "set", path: "a.b", text: `{"x": [1, 2]}`},
		"why a at 2:1 depth 3":   {verb: "why", path: "a", n: 3, at: &moment{2000 * ms, 1, false}},
		"fork runs/a b":          {verb: "fork", text: "runs/a b"},
		"help why":               {verb: "help", topic: "why"},
	} {
		got, err := parse(line)
		if d := cmp.Diff(want, got, cmp.AllowUnexported(command{}, moment{})); d != "" || err != nil {
			t.Errorf("%q: %v %s", line, err, d)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for line, want := range map[string]string{
		"stepp":                 "column 1: there is no command \"stepp\" (is step meant?)",
		"step x":                "column 6: \"x\" is no number",
		"step 1 2":              "column 8: \"2\" is too much; write: step [N]",
		"step 0":                "column 6",
		"goto":                  "column 5: a time",
		"goto 1:x":              "column 8: \"x\" is no microstep",
		"run -1":                "column 5: \"-1\" is no time",
		"speed fast":            "column 7: a speed",
		"speed NaN":             "column 7",
		"break":                 "column 6: break on what?",
		"break port":            "column 11: the path of a port",
		"break port a b":        "column 14: a condition is",
		"break port a b = 3":    "column 16: the comparisons are",
		"break port a b c > 3":  "column 14: \"b c\" is no column",
		"break port a b >  big": "column 19: \"big\" is no number",
		"break reaction":        "column 15",
		"delete":                "column 7",
		"info everything":       "column 6: info about what?",
		"set a":                 "column 6: the value belongs here",
		"why a when 3":          "column 7: \"when\" is not understood",
		"why a depth":           "column 12: how deep?",
		"print":                 "column 6",
		"fork":                  "column 5",
	} {
		_, err := parse(line)
		var se *SyntaxError
		if !errors.As(err, &se) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func TestHelpListsEveryCommand(t *testing.T) {
	all, err := help("")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range usages {
		one, err := help(u[0])
		if err != nil || !strings.Contains(one, u[2]) || !strings.Contains(all, u[0]) {
			t.Errorf("%s: %v %s", u[0], err, one)
		}
	}
	if _, err := help("hepl"); err == nil {
		t.Error("help of nothing")
	}
}

func FuzzParse(f *testing.F) {
	for _, u := range usages {
		f.Add(u[1])
	}
	for _, l := range []string{"break port a P.X>=-1e3", "set a.b {\"x\": [1, 2]}", "why a at 2:1 depth 3", "run +20ms:3", "break port a  changes"} {
		f.Add(l)
	}
	fuzz.Run(f, func(t *testing.T, line string) {
		c, err := parse(line)
		var se *SyntaxError
		switch {
		case err == nil && c.at != nil && c.at.time < 0, err == nil && c.n < 0:
			t.Fatalf("%q: %+v", line, c)
		case err != nil && (!errors.As(err, &se) || se.Column < 1 || se.Column > len(line)+1):
			t.Fatalf("%q: %v", line, err)
		}
	})
}

// FuzzCommand sends any line to a session: it must answer or refuse, and stand where a run can stand. What is no command is
// sent to one session, which refuses it and is as it was. A command that only looks or moves is sent to a session that takes 32
// such commands, and which can go back to where it was; any other gets a session of its own.
func FuzzCommand(f *testing.F) {
	for _, l := range append(moves, "break port join.sum Grams > 3", "break miss", "info ports", "print src.n", "set src.n 3", "set src.gain 2.5",
		"set join.sum {\"Grams\": 1}", "undo", "delete all", "speed 1000", "where") {
		f.Add(strings.ReplaceAll(l, "%d", "3"))
	}
	all := open(f, params{Step: 2}, Options{})
	do(f, all, "goto 0.05")
	was := all.Status()
	var shared *Session
	var sent []string // to it
	fuzz.Run(f, func(t *testing.T, line string) {
		if strings.HasPrefix(strings.TrimSpace(line), "fork") {
			return
		}
		c, err := parse(line)
		if err != nil {
			if _, err := try(all, line); err == nil {
				t.Fatal("carried out what is no command")
			}
			if d := cmp.Diff(was, all.Status()); d != "" {
				t.Fatal(d)
			}
			return
		}
		s, lasts := shared, slices.Contains([]string{"speed", "break", "delete", "set", "undo", "quit"}, c.verb)
		if lasts || s == nil {
			if s, err = Open(ground(params{Step: 2}), Options{}); err != nil {
				t.Fatal(err)
			}
		}
		fine := lasts
		if !lasts {
			shared, sent = s, append(sent, line)
		}
		defer func() { // behind a panic too
			if !fine {
				t.Logf("the session was sent %q", sent)
			}
		}()
		for _, l := range []string{"goto 0.05", line, "step", "back"} {
			_, _ = try(s, l)
		}
		if !lasts {
			do(t, s, "goto 0.05")
			if d := cmp.Diff(was, s.Status()); d != "" {
				t.Error(d)
			}
			if fine = !t.Failed(); len(sent) < 32 {
				return
			}
			shared, sent = nil, nil
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
