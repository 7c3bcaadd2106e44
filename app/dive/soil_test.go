package dive

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/rov"
)

// law is a run of examples/rov-sonar, with a change to its text, and failures of the vehicle.
func law(t *testing.T, name string, seed uint64, length time.Duration, change func(string) string, failures ...rov.Failure) *Result {
	t.Helper()
	p := DefaultParams()
	p.File = "../../examples/rov-sonar/" + name + ".atoms.yaml"
	text, err := os.ReadFile(p.File)
	if err != nil {
		t.Fatal(err)
	}
	if p.Model = string(text); change != nil {
		p.Model = change(p.Model)
	}
	c := Case{Params: p, Seed: seed, For: length}
	if len(failures) > 0 {
		s := session{p: p, seed: seed}
		if err := s.check(); err != nil {
			t.Fatal(err)
		}
		w, err := s.p.world(seed)
		if err != nil {
			t.Fatal(err)
		}
		w.Failures = failures
		c.World = &w
	}
	r, _, err := Virtual(t.Context(), c)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if r.Ground == nil {
		t.Fatal("the run says nothing of the ground")
	}
	return r
}

// The law of Figure 3 keeps its height above bottoms that it does not know.
func TestTheHeightAboveTheBottomIsKept(t *testing.T) {
	for seed := range uint64(6) {
		g := law(t, "bottom", seed, 40*time.Second, nil).Ground
		t.Logf("seed %d: %v", seed, g)
		if g.Touches > 0 || g.Clearance < 0.5 || *g.Mean < 1.85 || *g.Mean > 2.15 || *g.RMS > 0.35 || g.Way < 8 {
			t.Errorf("seed %d: %v", seed, g)
		}
	}
}

// With a sonar the vehicle passes between pillars that it runs into without.
func TestObstaclesAreAvoided(t *testing.T) {
	blind := func(text string) string {
		return strings.NewReplacer("swing = -60 deg/s", "swing = -0 deg/s", "(free - 1 m) / 2 m, -0.6, 1)", "(free - 1 m) / 2 m, 1, 1)").Replace(text)
	}
	const seeds = 12
	hit := 0
	for seed := range uint64(seeds) {
		if law(t, "obstacles", seed, 60*time.Second, blind).Ground.Touches > 0 {
			hit++
		}
		g := law(t, "obstacles", seed, 60*time.Second, nil).Ground
		t.Logf("seed %d: %v", seed, g)
		if g.Touches > 0 || g.North < 8 {
			t.Errorf("seed %d: %v", seed, g)
		}
	}
	t.Logf("without the sonar %d of %d runs touch a pillar", hit, seeds)
	if hit < 2 {
		t.Errorf("only %d of %d worlds have an obstacle in the way: they show nothing", hit, seeds)
	}
}

// A silent sensor and a stuck one stop the thrusters; a noisy one does not drive the vehicle into the ground.
func TestFaultsOfTheProximeterAndTheSonar(t *testing.T) {
	at := 15 * time.Second
	for _, c := range []struct {
		law   string
		fault rov.Failure
		stops bool
		event string
	}{
		{"bottom", rov.Failure{Part: rov.ProximeterPart, Kind: rov.Dropout, From: at}, true, "Proximeter.range is missing"},
		{"bottom", rov.Failure{Part: rov.ProximeterPart, Kind: rov.Frozen, From: at}, true, "Proximeter.range is frozen"},
		{"bottom", rov.Failure{Part: rov.ProximeterPart, Kind: rov.NotANumber, From: at}, true, "Proximeter.range is no number"},
		{"bottom", rov.Failure{Part: rov.ProximeterPart, Kind: rov.Noisy, From: at, Value: 0.3}, false, ""},
		{"obstacles", rov.Failure{Part: rov.SonarPart, Kind: rov.Dropout, From: at}, true, "Sonar.range[0] is missing"},
		{"obstacles", rov.Failure{Part: rov.SonarPart, Kind: rov.Noisy, From: at, Value: 0.5}, false, ""},
	} {
		r := law(t, c.law, 1, 30*time.Second, nil, c.fault)
		t.Logf("%s, %v %v: %d stops, %v, events %v", c.law, c.fault.Part, c.fault.Kind, r.Thrusters.Stops, r.Ground, r.Events)
		if (r.Thrusters.Stops > 0) != c.stops || r.Ground.Touches > 0 {
			t.Errorf("%s, %v %v: %d stops, %v", c.law, c.fault.Part, c.fault.Kind, r.Thrusters.Stops, r.Ground)
		}
		seen := c.event == ""
		for _, e := range r.Events {
			seen = seen || strings.Contains(e.Text, c.event)
		}
		if !seen {
			t.Errorf("%s, %v %v: no event says %q: %v", c.law, c.fault.Part, c.fault.Kind, c.event, r.Events)
		}
	}
}

// What a model says of its surroundings is checked where it stands, and a sensor that a vehicle lacks is a fault.
func TestSurroundingsThatMakeNoSense(t *testing.T) {
	p := DefaultParams()
	text, err := os.ReadFile("../../examples/rov-sonar/obstacles.atoms.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"bottom: 8 m", "bottom: 8 s", "rov.world.bottom is 8 s"},
		{"bottom: 8 m", "botom: 8 m", "rov.world has bottom, relief and obstacles"},
		{"obstacles: 20", "obstacles: 2000", "give 0 to 64"},
		{"bottom: 8 m", "bottom: 1 m", "Relief is 0.5 m: give 0 to 0.2 m"},
		{"- Sonar, ExpertiseSonar -> FrameShiftSonar", "- Sonar -> FrameShiftSonar", "yaw"},
		{`"range[8]": Length SONAR xy in 0 m .. 20 m`, `"range[9]": Length SONAR xy in 0 m .. 20 m`, `has no value "range[8]"`},
	} {
		p.Model = strings.Replace(string(text), c.old, c.new, 1)
		p.File = "obstacles.atoms.yaml"
		_, _, err := Virtual(t.Context(), Case{Params: p, Seed: 1, For: time.Second})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.new, err)
		}
	}
}
