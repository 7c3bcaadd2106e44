package box

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/robot/sick"
	"github.com/sinew-robotics/sinew/sim/planar"
)

var _ hw.Stater = (*sick.Driver)(nil)

// rig is a scanner on a vehicle that stands in a hall of 8 m by 8 m.
type rig struct {
	testing.TB
	w       *planar.World
	lidar   *planar.Lidar
	scanner *Scanner
}

func newRig(t testing.TB, c Config) *rig {
	t.Helper()
	g, err := nav.NewGrid(160, 160, 0.05, nav.Point{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 160 {
		for _, c := range [][2]int{{i, 0}, {i, 159}, {0, i}, {159, i}} {
			g.Set(c[0], c[1], nav.Occupied)
		}
	}
	w, err := planar.New(planar.Config{Map: g})
	if err != nil {
		t.Fatal(err)
	}
	b, err := w.Add(planar.Wheelchair(), nav.Pose{X: 3, Y: 4})
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.AddLidar(b, planar.TiM561(planar.WheelchairScanners()[0]))
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(c, l)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t, w, l, s}
}

func (r *rig) pass(d time.Duration) {
	for end := r.w.Now() + d; r.w.Now() < end; {
		r.w.Step()
		r.scanner.Advance(r.w.Now())
	}
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) client() *sick.Client {
	r.Helper()
	conn, err := r.scanner.Dial()
	r.must(err)
	return sick.NewClient(conn, 0)
}

func (r *rig) driver() *sick.Driver {
	r.Helper()
	d, err := sick.NewDriver(sick.DriverConfig{Dial: r.scanner.Dial, Mount: planar.WheelchairScanners()[0], Now: r.w.Now})
	r.must(err)
	r.must(d.Enter(hw.Inactive))
	return d
}

// What a host asks is answered as a TiM561 does.
func TestAnswers(t *testing.T) {
	r := newRig(t, Config{})
	c := r.client()
	name, version, err := c.Ident()
	r.must(err)
	if name != "TiM561" || version == "" {
		t.Errorf("%q, %q", name, version)
	}
	if s, err := c.State(); err != nil || s != sick.Ready {
		t.Errorf("state %d, %v", s, err)
	}
	k, err := c.ScanConfig()
	r.must(err)
	if k != (sick.Config{Frequency: 1500, Step: 3333, First: -450000, Last: 2250000}) {
		t.Errorf("%+v", k)
	}
	if err := c.SetScanConfig(k); !errors.Is(err, sick.Denied) {
		t.Errorf("without a login: %v", err)
	}
	if err := c.Login(1); err == nil {
		t.Error("a wrong password is taken")
	}
	r.must(c.Login(sick.DefaultPassword))
	r.must(c.SetScanConfig(k))
	k.Frequency = 2500
	if err := c.SetScanConfig(k); err == nil {
		t.Error("25 Hz are taken")
	}
	r.must(c.SetOutputRange(math.Pi/540, 0, math.Pi))
	r.must(c.Run())
	if err := c.SetOutputRange(math.Pi/540, 0, math.Pi); !errors.Is(err, sick.WriteDenied) {
		t.Errorf("after Run: %v", err)
	}
	r.pass(100 * time.Millisecond)
	r.must(c.Once())
	var s nav.Scan
	if c.Data.Scan(&s, nav.Pose{}, 0.05, 10); len(s.Ranges) != 541 || math.Abs(s.First+math.Pi/2) > 1e-6 {
		t.Errorf("%d beams from %g", len(s.Ranges), s.First)
	}
}

// Scans come at 15 Hz, are those of the lidar to the millimetre, and say when they began.
func TestStreams(t *testing.T) {
	r := newRig(t, Config{Faults: Faults{Clock: -3 * time.Second}}) // its clock wraps around
	d := r.driver()
	other := r.client()
	r.must(other.Stream(true))
	for range 100 {
		r.pass(20 * time.Millisecond)
		r.must(d.Look())
	}
	s, n, began := d.Scan()
	var want nav.Scan
	scans, start := r.lidar.Latest(&want)
	if n < 29 || n > 31 || scans != n || began-start > 21*time.Millisecond || start-began > time.Millisecond || d.Jumps() != 0 || d.Frozen() != 0 {
		t.Fatalf("%d scans of %d, began %v, not %v", n, scans, began, start)
	}
	if end := began.Seconds() + s.Turn; math.Abs(s.Time-end) > 1e-9 {
		t.Errorf("a scan that ended at %g s says %g", end, s.Time)
	}
	for i := range want.Ranges {
		if a, b := s.Ranges[i], want.Ranges[i]; math.Abs(a-b) > 1e-9 && !(math.IsInf(a, 1) && math.IsInf(b, 1)) {
			t.Fatalf("beam %d: %g, not %g", i, a, b)
		}
	}
	if s.First != want.First || s.Step != want.Step || math.Abs(s.Turn-want.Turn) > 1e-3 || s.Mount != want.Mount {
		t.Errorf("%g %g %g %v, not %g %g %g %v", s.First, s.Step, s.Turn, s.Mount, want.First, want.Step, want.Turn, want.Mount)
	}
	r.must(other.Poll())
	if other.Scans < 5 {
		t.Errorf("another host got %d scans", other.Scans)
	}
	r.must(other.Stream(false))
	before := other.Scans
	r.pass(200 * time.Millisecond)
	r.must(other.Poll())
	if other.Scans != before {
		t.Error("scans come though they were stopped")
	}
	state := make([]float64, len(d.Info().State))
	r.must(d.Info().Validate())
	r.must(d.Read(state))
	if allocs := testing.AllocsPerRun(20, func() { r.pass(70 * time.Millisecond); _ = d.Read(state) }); allocs != 0 {
		t.Errorf("%g allocations a scan", allocs)
	}
	if err := d.Enter(hw.Active); !errors.Is(err, hw.ErrState) || d.Write(nil) == nil || d.Use("x") == nil {
		t.Errorf("a scanner takes commands: %v", err)
	}
	r.must(d.Enter(hw.Finalized))
}

// A scanner that falls silent is noticed, given up, and taken again when it is back.
func TestSilence(t *testing.T) {
	r := newRig(t, Config{})
	d := r.driver()
	r.pass(100 * time.Millisecond)
	r.must(d.Look())
	r.scanner.Faults.Silent = true
	r.pass(700 * time.Millisecond)
	if err := d.Look(); !errors.Is(err, sick.ErrSilent) || d.LifeCycle() != hw.Inactive {
		t.Errorf("%v, %v", err, d.LifeCycle())
	}
	r.pass(2 * time.Second)
	if err := d.Look(); !errors.Is(err, sick.ErrSilent) || d.LifeCycle() != hw.Unconfigured {
		t.Errorf("%v, %v", err, d.LifeCycle())
	}
	if err := d.Enter(hw.Inactive); !errors.Is(err, sick.ErrTimeout) {
		t.Errorf("a scanner that does not answer: %v", err)
	}
	r.scanner.Faults.Silent = false
	r.must(d.Enter(hw.Inactive))
	r.pass(100 * time.Millisecond)
	r.must(d.Look())
}

// Scans that repeat themselves to the millimetre are counted.
func TestFrozen(t *testing.T) {
	r := newRig(t, Config{})
	d := r.driver()
	for range 20 {
		r.pass(50 * time.Millisecond)
		r.must(d.Look())
	}
	if d.Frozen() != 0 {
		t.Error("scans with noise count as frozen")
	}
	r.scanner.Faults.Frozen = true
	for range 20 {
		r.pass(50 * time.Millisecond)
		r.must(d.Look())
	}
	if d.Frozen() < 10 {
		t.Errorf("%d frozen scans", d.Frozen())
	}
}

// When the scanner's clock jumps, scans keep their age.
func TestClock(t *testing.T) {
	r := newRig(t, Config{})
	d := r.driver()
	r.pass(500 * time.Millisecond)
	r.must(d.Look())
	r.scanner.Faults.Clock = 2 * time.Second
	r.pass(200 * time.Millisecond)
	r.must(d.Look())
	_, _, began := d.Scan()
	if age := r.w.Now() - began; d.Jumps() != 1 || age < 0 || age > 200*time.Millisecond {
		t.Errorf("%d jumps, the newest scan is %v old", d.Jumps(), age)
	}
}

// Beams into the sun measure nothing, or anything; noise is as large as it is set.
func TestSunAndNoise(t *testing.T) {
	r := newRig(t, Config{Faults: Faults{Sun: []Sector{{0.5, 1.5}}, Noise: 0.3}})
	d := r.driver()
	r.pass(150 * time.Millisecond)
	r.must(d.Look())
	s, _, _ := d.Scan()
	var want nav.Scan
	r.lidar.Latest(&want)
	blind, sum, n := 0, 0.0, 0
	for i, x := range s.Ranges {
		if a := s.First + float64(i)*s.Step; a > 0.5 && a < 1.5 {
			if x != x || math.IsInf(x, 1) {
				blind++
			}
		} else if y := want.Ranges[i]; x-x == 0 && y-y == 0 {
			sum, n = sum+(x-y)*(x-y), n+1
		}
	}
	if sigma := math.Sqrt(sum / float64(n)); blind < 120 || sigma < 0.2 || sigma > 0.4 {
		t.Errorf("%d beams are blinded, the others noisy by %.3f m", blind, sigma)
	}
}

// A broken line is noticed and can be made again.
func TestBrokenLine(t *testing.T) {
	r := newRig(t, Config{})
	d := r.driver()
	r.scanner.Break()
	if err := d.Look(); !errors.Is(err, sick.ErrClosed) || d.LifeCycle() != hw.Unconfigured {
		t.Errorf("%v, %v", err, d.LifeCycle())
	}
	r.must(d.Enter(hw.Inactive))
}

// What a scanner does not know it refuses with the protocol's code.
func TestRefusals(t *testing.T) {
	r := newRig(t, Config{})
	conn, err := r.scanner.Attach()
	r.must(err)
	for request, want := range map[string]string{
		"sRN Nothing": "sFA 3", "sWN Nothing": "sFA 3", "sMN Nothing": "sFA 2", "sEN Nothing 1": "sFA F", "sXX DeviceIdent": "sFA C",
		"sEN LMDscandata": "sFA 8", "sEN LMDscandata 2": "sFA 5", "sRN": "sFA 11", "sMN SetAccessMode": "sFA 8",
		"sEN LMDscandata +1": "sEA LMDscandata 1", "sMN SetAccessMode 03 F4724744": "sAN SetAccessMode 1",
		"sWN LMPoutputRange 1 D05 FFF92230 FFFFFFFF": "sWA LMPoutputRange", "sWN LMPoutputRange 1 D05 FFF92230 7FFFFFFF": "sFA 5",
	} {
		if request[:3] == "sWN" && want != "sFA 3" {
			_, err = conn.Write(sick.Frame(nil, "sMN SetAccessMode 03 F4724744"))
			r.must(err)
			take(conn)
		}
		_, err := conn.Write(sick.Frame(nil, request))
		r.must(err)
		if got := take(conn); got != string(sick.Frame(nil, want)) {
			t.Errorf("%q is answered with %q, want %q", request, got, want)
		}
	}
	for range mostHost - 1 {
		_, err = r.scanner.Attach()
		r.must(err)
	}
	if _, err := r.scanner.Attach(); !errors.Is(err, ErrFull) {
		t.Errorf("a ninth host: %v", err)
	}
}

func take(l *Line) string {
	b := make([]byte, 1<<16)
	n, _ := l.Take(b)
	return string(b[:n])
}
