package atoms

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/robot/rov"
)

func TestRunQuick(t *testing.T) {
	out := filepath.Join(t.TempDir(), "atoms.times.yaml")
	figures := map[string]bench.Result{}
	if err := Run(Options{Options: bench.Options{Quick: true, Seed: 1}, Out: out}, func(r bench.Result) { figures[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"atoms_unit_law", "atoms_modularity_jack-like", "atoms_modularity_bluerov2-heavy", "atoms_program", "atoms_check_1000", "atoms_physics_PID"} {
		if figures[name].Value <= 0 {
			t.Errorf("%s is %+v", name, figures[name])
		}
	}
	if r, ok := figures["atoms_load"]; !ok || r.Note == "" {
		t.Error("nothing says what ran beside")
	}
	for _, name := range []string{"atoms_modularity_allocs_jack-like", "atoms_modularity_allocs_bluerov2-heavy", "atoms_program_allocs", "atoms_check_false_alarms", "atoms_check_missed"} {
		if r, ok := figures[name]; !ok || r.Value != 0 {
			t.Errorf("%s is %+v", name, r)
		}
	}
	src, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	times, faults := atoms.Times(out, src)
	if len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, src)
	}
	d, err := atom.Describe(&lib.DynamicModel{})
	if err != nil {
		t.Fatal(err)
	}
	if times[d.Identity] < time.Microsecond || !strings.Contains(string(src), "machine: ") || !strings.Contains(string(src), "99.9th") ||
		!strings.Contains(string(src), "Beside: ") || !strings.Contains(string(src), "without --quick") {
		t.Errorf("the file says\n%s", src)
	}
}

// Of a text there are the times of its Atoms and of its communication, which a check then takes.
func TestText(t *testing.T) {
	file, out := "../../examples/rov-heading/heading.atoms.yaml", filepath.Join(t.TempDir(), "heading.times.yaml")
	figures := map[string]bench.Result{}
	if err := Run(Options{Options: bench.Options{Quick: true, Seed: 1}, Out: out, File: file}, func(r bench.Result) { figures[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	if r := figures["atoms_communication_C1"]; r.Value <= 0 || !strings.Contains(r.Note, "nothing is stated") {
		t.Errorf("the communication of C1 is %+v", r)
	}
	if r := figures["atoms_program"]; r.Value <= 0 || r.PeerValue <= 0 {
		t.Errorf("the program is %+v", r)
	}
	src, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	times, faults := atoms.Times(out, src)
	if len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, src)
	}
	d, _ := atoms.Load(file, atoms.Standard())
	plan, faults := d.Check(atom.Target{Times: times})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, g := range plan.Groups {
		if between := times[atom.Between(g.Name)]; between < time.Microsecond || g.Between != between || g.Worst < between {
			t.Errorf("%s takes %v with %v of communication, and %v was measured", g.Name, g.Worst, g.Between, between)
		}
	}
	for _, path := range []string{"DynamicModel", "RobotPose.attitude"} {
		if times[path] < time.Microsecond {
			t.Errorf("%s takes %v", path, times[path])
		}
	}
	if err := Run(Options{Options: bench.Options{Quick: true}, File: "nowhere.atoms.yaml"}, func(bench.Result) {}); err == nil {
		t.Error("a text that is not there was measured")
	}
}

func TestStated(t *testing.T) {
	for _, c := range []struct {
		f    figures
		want time.Duration
	}{{figures{p999: 10}, time.Microsecond}, {figures{p999: 607}, 1300}, {figures{p999: 600}, 1200}, {figures{p999: 600, first: 61234}, 62 * time.Microsecond}} {
		if got := c.f.stated(); got != c.want {
			t.Errorf("%+v states %v, want %v", c.f, got, c.want)
		}
	}
}

// The composition and the law by hand agree to the bit for other vehicles too: sensors mounted anyhow, a centre of
// buoyancy beside that of gravity, thrusters anywhere, weak, with wide dead zones.
func TestModularityOfOddVehicles(t *testing.T) {
	x := rand.New(rand.NewPCG(21, 22))
	small := func(s float64) spatial.Vec3 {
		return spatial.V(s*x.NormFloat64(), s*x.NormFloat64(), s*x.NormFloat64())
	}
	for n := range 30 {
		v := rov.Vehicles()[n%2]
		for _, m := range []*rov.Mounting{&v.IMU.Mounting, &v.Loch.Mounting} {
			a := small(1)
			*m = rov.Mounting{Position: small(0.2), Angles: spatial.RPY{Roll: a.X, Pitch: a.Y / 2, Yaw: a.Z}}
		}
		v.Buoyant = small(0.02)
		v.Thrusters = slices.Clone(v.Thrusters)
		switch n % 5 {
		case 1:
			v.Thrusters = append(v.Thrusters, v.Thrusters...)
		case 2:
			v.Thrusters = v.Thrusters[:1]
		case 4:
			v.Thrusters = v.Thrusters[:4]
		}
		for i := range v.Thrusters {
			h := &v.Thrusters[i]
			if n%3 == 2 { // none cancels another any more
				h.Position = h.Position.Add(small(0.05))
				h.Direction, _ = h.Direction.Add(small(0.1)).Unit()
			}
			h.Forward, h.Backward, h.DeadZone = 0.5+10*x.Float64(), 0.5+10*x.Float64(), 2*x.Float64()
		}
		l, err := newLaw(v)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 300 {
			a, b := reading(x), reading(x)
			l.composed(&a, &b)
			l.byHand(&a, &b)
			if err := l.same(); err != nil {
				t.Fatalf("vehicle %d, pair %d: %v", n, k, err)
			}
		}
	}
}
