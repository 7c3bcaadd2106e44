package lemon

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/tool/run"
)

func parseParams(name string, text []byte) (Params, error) {
	p := DefaultParams()
	err := run.ReadParams(name, text, &p)
	return p, err
}

// Every fault of a file is reported at once, with line and column and what to give instead.
func TestParamsReportAllFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.yaml")
	text := "# slow\nspeed: fast\nacceleration: -1\nsped: 0.2\n\nperiod: 4\nworkspace_low: [0.1, 0]\nfrme_rate: 3\nworkers: 1.5\n" +
		"moderator: 7\nlemon: nowhere\ndistance: .nan\nstale_period: 5m\nplanner: [servo]\nzzz: 1\njerk: ~\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := DefaultParams()
	err := run.LoadParams(file, &p)
	if err == nil {
		t.Fatal("no error")
	}
	got := strings.Split(strings.ReplaceAll(err.Error(), file, "p.yaml"), "\n")
	want := []string{
		`p.yaml:2:8: speed is fast: give a number`,
		`p.yaml:3:15: acceleration is -1 m/s²: give more than 0, up to 50`,
		`p.yaml:4:1: there is no parameter "sped": did you mean "speed"?`,
		`p.yaml:6:9: period is 4: give a time with its unit such as 4ms`,
		`p.yaml:7:16: workspace_low is [0.1, 0]: give a list of 3 such as [0, 0, 0]`,
		`p.yaml:8:1: there is no parameter "frme_rate": did you mean "frame_rate"?`,
		`p.yaml:9:10: workers is 1.5: give a whole number`,
		`p.yaml:10:12: moderator is 7: give true or false`,
		`p.yaml:11:8: lemon is "nowhere": sim: no path`,
		`p.yaml:12:11: distance is NaN m: give 0.2 to 0.6`,
		`p.yaml:13:15: stale_period is 5m0s: give up to 1s`,
		`p.yaml:14:10: planner is [servo]: give a word`,
		`p.yaml:15:1: there is no parameter "zzz": take one of period,`,
		`p.yaml:16:7: jerk is null: give a number`,
	}
	for i, g := range got {
		if i >= len(want) || !strings.HasPrefix(g, want[i]) {
			t.Errorf("line %d: %s", i, g)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d faults, want %d", len(got), len(want))
	}
}

func TestParamsOfDamagedFiles(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"speed: [", "p:1"},
		{"speed: 0.3\n  period: 4ms\n", "p:"},
		{"just words\n", "p:1:1: no parameters"},
		{"- 1\n- 2\n", "p:1:1: no parameters"},
		{"speed: 0.3\n---\nspeed: 0.2\n", "p:"},
		{"speed: 0.3\nspeed: 0.4\n", "p:2:1"},
	} {
		if _, err := parseParams("p", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives %v, want %s", c.text, err, c.want)
		}
	}
}

// What is written is read again, and a file may say as little as it likes.
func TestParamsReadBack(t *testing.T) {
	p := DefaultParams()
	p.Speed, p.Period, p.Low, p.AutoResume, p.Workers, p.Planner = 0.25, 8*time.Millisecond, [3]float64{0.2, -0.3, 0.1}, true, 2, "thesis"
	b, err := yaml.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := parseParams("p", b)
	if err != nil || got != p {
		t.Fatalf("%v\n%+v\n%+v\n%s", err, got, p, b)
	}
	for _, text := range []string{"", "# nothing\n", "---\n", "{}\n", "speed: 0.5\n", "distance: 0.3 # m\njerk: 100\n", "speed: 1e-1\n"} {
		if _, err := parseParams("p", []byte(text)); err != nil {
			t.Errorf("%q gives %v", text, err)
		}
	}
}

func FuzzParams(f *testing.F) {
	for _, s := range []string{"speed: 0.5", "low: [1, 2]", "workspace_low: [0.1, 0.2, 0.3]", "period: 4ms\nplanner: servo", "{speed: 1}", "? a\n: b", "&a speed: *a", "<<: {a: b}", "\x00", "speed: !!binary aGk="} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, s string) {
		if p, err := parseParams("p", []byte(s)); err == nil {
			if err := p.Validate(); err != nil {
				t.Fatalf("%q was taken: %v", s, err)
			}
		}
	})
}

// TestFaultsOfParamsAreBounded: a list of 6 MB where a number belongs is not quoted whole.
func TestFaultsOfParamsAreBounded(t *testing.T) {
	long := "[" + strings.Repeat("1, ", 100_000) + "1]"
	for _, text := range []string{"speed: " + long, "planner: " + long, "speed: [" + long} {
		if _, err := parseParams("p.yaml", []byte(text)); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%d bytes: %.200v", len(fmt.Sprint(err)), err)
		}
	}
}
