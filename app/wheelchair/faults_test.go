package wheelchair

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/mapfile"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
	"github.com/sinew-robotics/sinew/tool/run"
)

// ahead drives some metres straight on along the corridor.
func ahead(mode string) Params {
	p := DefaultParams()
	p.Mode, p.Map, p.Start, p.Goal = mode, "corridor", &Place{2, 1.6, 0}, &Place{5, 1.6, 0}
	if mode != "auto" {
		p.Joypad = "0.5 ly 0.7\n8 ly 0\n"
	}
	return p
}

// moved is how far a drive went from one time to another, m.
func (v *Summary) moved(from, to time.Duration) (way float64) {
	for i := int(from / (100 * time.Millisecond)); i+1 < len(v.Track) && i < int(to/(100*time.Millisecond)); i++ {
		way += v.Track[i].Dist(v.Track[i+1])
	}
	return way
}

// says tells whether a run has told of something.
func (v *Summary) says(what string) bool {
	return strings.Contains(strings.Join(append(v.Said, v.Notes...), "\n"), what)
}

// TestFaults breaks each thing while the computer or a person drives. The wheelchair touches nothing, says what is wrong, stands
// where it cannot go on, and goes on where it can.
func TestFaults(t *testing.T) {
	const from, to = 2 * time.Second, 6 * time.Second
	rows := faultRows(t)
	quick := []string{"scanners.silent", "front.silent", "wheel.slips", "kit.mute", "platform.guard.killed", "joypad.unplugged"}
	for _, x := range []struct {
		fault, mode string
		says        string
		stands      bool // from 2.5 s after the beginning of the fault to its end
		reached     bool
	}{
		{"scanners.silent", "auto", "the scanners are silent", true, true},
		{"front.silent", "auto", "not seen lately", true, true},
		{"rear.silent", "auto", "", false, true},
		{"front.frozen", "auto", "frozen", true, true},
		{"front.noisy", "auto", "", false, true},
		{"front.blinded", "auto", "", false, true},
		{"front.clock", "auto", "", false, true},
		{"wheel.slips", "auto", "odometry", false, true},
		{"wheel.stuck", "auto", "the kit reports a fault", false, true},
		{"kit.mute", "auto", "the kit is mute", true, true},
		{"kit.deaf", "auto", "the kit reports a fault", true, true},
		{"kit.garbage", "auto", "", false, true},
		{"platform.guard.killed", "auto", "the node platform.guard runs again, restart 1", false, true},
		{"platform.auto_mux.killed", "auto", "the node platform.auto_mux runs again, restart 1", false, true},
		{"navigation.odometry.killed", "auto", "the node navigation.odometry runs again, restart 1", false, true},
		{"sensing.merger.killed", "auto", "the node sensing.merger runs again, restart 1", false, true},
		{"platform.ratp_node.killed", "auto", "the node platform.ratp_node runs again, restart 1", false, true},
		{"overseer.killed", "auto", "the node overseer runs again, restart 1", false, true},
		{"platform.guard.dies", "auto", "the node platform.guard is lost: killed, and not started again", true, false},
		{"navigation.odometry.dies", "auto", "the node navigation.odometry is lost: killed, and not started again", true, false},
		{"overseer.dies", "auto", "the node overseer is lost: killed, and not started again", false, false}, // it drives until then
		{"joypad.unplugged", "assisted", "", true, false},
		{"joypad.silent", "manual", "", true, false},
		{"joypad.noisy", "assisted", "", false, false},
		{"platform.follower.killed", "assisted", "the node platform.follower runs again, restart 1", false, false},
		{"platform.follower.dies", "assisted", "a node has ended for good", true, false},
	} {
		t.Run(x.fault, func(t *testing.T) {
			if os.Getenv("SINEW_LONG") == "" && !golden.Rewrite() && !slices.Contains(quick, x.fault) {
				t.Skip("SINEW_LONG=1 breaks everything")
			}
			f := failing{what: x.fault, from: from, to: to}
			if strings.HasSuffix(x.fault, ".killed") || strings.HasSuffix(x.fault, ".dies") {
				f.to = 0
			}
			v := drive(t, f, ahead(x.mode), 1, 25*time.Second, "")
			rows.hold(t, x.fault, x.mode, v, v.moved(from+2500*time.Millisecond, to))
			if v.Collisions > 0 || v.Clearance == nil || *v.Clearance < 0.01 {
				t.Errorf("it touched %s, or nearly: %+v", v.Touched, v.Figures)
			}
			if !v.says(x.says) {
				t.Errorf("nothing says %q", x.says)
			}
			if way := v.moved(from+2500*time.Millisecond, to); x.stands && way > 0.03 {
				t.Errorf("it drove %.2f m, though it was to stand", way)
			}
			if before := v.moved(0, from); before < 0.1 {
				t.Errorf("it did not drive before: %.2f m", before)
			}
			if x.mode == "auto" && v.Reached != x.reached {
				t.Errorf("reached the goal: %t", v.Reached)
			}
		})
	}
}

// TestKilledNodesAreReplayed kills a node twice: both of its lives after that are in the replay, for any number of workers.
func TestKilledNodesAreReplayed(t *testing.T) {
	hash := ""
	for _, workers := range []int{1, 4} {
		p, dir := ahead("auto"), t.TempDir()+"/run"
		p.Workers = workers
		v := drive(t, failing{what: "sensing.merger.dies", from: time.Second, to: 1200 * time.Millisecond}, p, 1, 3*time.Second, dir)
		if !v.says("the node sensing.merger runs again, restart 2") {
			t.Error("it was not started again twice")
		}
		r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, dir)
		if err != nil || !r.Same() || hash != "" && hash != r.Hash {
			t.Errorf("the replay differs: %v, %+v, %+v", err, r, r.Diff.First)
		}
		hash = r.Hash
	}
}

// rows are the table of what each fault led to, in the tutorial.
type rows struct {
	text  string
	lines []string
}

// tutorial has the table, whose rows are those that begin with a fault's name.
const tutorial = "../../docs/tutorial-wheelchair.md"

// faultRows reads the table. With -rewrite it is written anew when the test ends.
func faultRows(t *testing.T) *rows {
	b, err := os.ReadFile(tutorial)
	if err != nil {
		t.Fatal(err)
	}
	r := &rows{text: string(b)}
	t.Cleanup(func() {
		if !golden.Rewrite() || len(r.lines) == 0 {
			return
		}
		head, rest, ok := strings.Cut(r.text, tableHead)
		if !ok {
			t.Errorf("%s has no table that begins with %q", tutorial, tableHead)
			return
		}
		for strings.HasPrefix(rest, "|") {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		if err := os.WriteFile(tutorial, []byte(head+tableHead+strings.Join(r.lines, "")+rest), 0o644); err != nil {
			t.Error(err)
		}
	})
	return r
}

// tableHead begins the table.
const tableHead = "| what breaks | mode | driven while broken | least clearance | at the goal after |\n|---|---|---|---|---|\n"

// hold holds what a fault led to against its row, or keeps it to be written.
func (r *rows) hold(t *testing.T, fault, mode string, v *Summary, driven float64) {
	t.Helper()
	clearance, after := "", "never"
	if v.Clearance != nil {
		clearance = fmt.Sprintf("%.2f m", *v.Clearance)
	}
	if v.Reached {
		after = fmt.Sprintf("%.1f s", *v.Time)
	} else if mode != "auto" {
		after = ""
	}
	line := fmt.Sprintf("| `%s` | %s | %.2f m | %s | %s |\n", fault, mode, driven, clearance, after)
	r.lines = append(r.lines, line)
	if !golden.Rewrite() && !strings.Contains(r.text, line) {
		t.Errorf("%s has another row than this; -rewrite writes the table anew:\n%s", tutorial, line)
	}
}

// TestNoWay gives goals to which there is no way: it says so, and stands.
func TestNoWay(t *testing.T) {
	for name, goal := range map[string]Place{"in a wall": {9, 5, 0}, "too tight": {2, 0.95, 0}} {
		t.Run(name, func(t *testing.T) {
			p := ahead("auto")
			p.Goal = &goal
			v := drive(t, Spec{}, p, 1, 6*time.Second, "")
			if !v.says("no way") || v.Path > 0.05 || v.Collisions > 0 {
				t.Errorf("%+v", v.Figures)
			}
		})
	}
}

// TestWrongMap drives with a map in which a wall is that the world lacks, and one that lacks a box which nearly bars the way.
func TestWrongMap(t *testing.T) {
	room, err := rooms.New("corridor")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("missing wall", func(t *testing.T) {
		g := *room.Grid
		g.Cells = append([]int8(nil), g.Cells...)
		for y := 0.6; y < 1.0; y += g.Cell {
			x, k := g.CellOf(nav.Point{X: 3.6, Y: y})
			g.Set(x, k, nav.Occupied)
			g.Set(x+1, k, nav.Occupied)
		}
		dir := t.TempDir()
		pgm, text, err := mapfile.Encode(&g, "map.pgm", mapfile.Trinary)
		for name, b := range map[string][]byte{"map.pgm": pgm, "map.yaml": text} {
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		p := ahead("auto")
		p.Map, p.True = filepath.Join(dir, "map.yaml"), "corridor"
		if v := drive(t, Spec{}, p, 1, 30*time.Second, ""); !v.Reached || v.Collisions > 0 {
			t.Errorf("%+v", v.Figures)
		}
	})
	t.Run("new box", func(t *testing.T) {
		p := ahead("auto")
		p.Goal = &Place{7, 1.6, 0}
		p.Boxes = [][]float64{{4.6, 2.1, 0, 0.4, 1.0}}
		if v := drive(t, Spec{}, p, 1, 40*time.Second, ""); !v.Reached || v.Collisions > 0 {
			t.Errorf("%+v", v.Figures)
		}
	})
	t.Run("new wall", func(t *testing.T) {
		p := ahead("auto")
		p.Goal = &Place{7, 1.6, 0}
		p.Boxes = [][]float64{{4.6, 1.6, 0, 0.2, 2.0}}
		if v := drive(t, Spec{}, p, 1, 20*time.Second, ""); v.Reached || v.Collisions > 0 || !v.says("no way") && !v.says("something is in the way") {
			t.Errorf("%+v", v.Figures)
		}
	})
}

// TestSuddenBox lets a box appear right before the wheelchair: the stop begins within a cycle of 50 ms after the scan that shows
// it.
func TestSuddenBox(t *testing.T) {
	p := ahead("auto")
	p.Boxes = [][]float64{{6.2, 1.3, 0, 0.2, 0.6}}
	p.Goal = &Place{9, 1.6, 0}
	v := drive(t, failing{what: "box0.gone", from: 0, to: 4 * time.Second}, p, 1, 8*time.Second, "")
	if v.Collisions > 0 || !v.says("in the way") {
		t.Errorf("%+v", v.Figures)
	}
	worst := 0.0
	for _, l := range v.Latency {
		worst = math.Max(worst, l)
	}
	t.Logf("%.0f ms at the worst from a scan to the command made knowing it", 1e3*worst)
	if worst > 0.05 {
		t.Errorf("from a scan to the command that was made knowing it took %.3f s", worst)
	}
}
