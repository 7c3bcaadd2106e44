package hw

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor"
)

// recorder is a driver that notes what happens to it.
type recorder struct {
	info  Info
	at    LifeCycle
	rests float64 // where it rests
	group string
	sent  [][]float64
}

func (r *recorder) Info() Info { return r.info }
func (r *recorder) Enter(to LifeCycle) error {
	if err := r.at.Step(r.info.Name, to); err != nil {
		return err
	}
	r.at = to
	return nil
}
func (r *recorder) Use(group string) error { r.group = group; return nil }
func (r *recorder) Read(state []float64) error {
	state[0] = r.rests
	return nil
}
func (r *recorder) Write(command []float64) error {
	if r.at != Active {
		return ErrState
	}
	r.sent = append(r.sent, slices.Clone(command))
	return nil
}

// leash keeps the first number within 1 of where it began.
type leash struct{ at float64 }

func (l *leash) Begin(state []float64) error {
	if l.at = state[0]; l.at > 100 {
		return errors.New("too far out")
	}
	return nil
}

func (l *leash) Limit(c []float64) safety.Verdict {
	if x := max(l.at-1, min(l.at+1, c[0])); x != c[0] {
		c[0] = x
		return safety.Limited
	}
	return safety.Pass
}

func (l *leash) String() string { return "a leash of 1" }

func TestOnlyWhatTheLimitsLetOutIsSent(t *testing.T) {
	d := &recorder{info: info("arm"), rests: 5}
	claims, err := NewClaims(d.Info())
	if err != nil {
		t.Fatal(err)
	}
	c, err := claims.Command("planner", d, "position", &leash{})
	if err != nil || d.group != "position" {
		t.Fatal(d.group, err)
	}
	if err := c.Enter(Inactive); err != nil {
		t.Fatal(err)
	}
	if err := c.Write([]float64{5, 0}); !errors.Is(err, ErrState) || len(d.sent) > 0 {
		t.Fatal("before it is active:", err, d.sent)
	}
	if err := c.Enter(Active); err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{5.5, 9, -9} {
		if err := c.Write([]float64{x, x}); err != nil {
			t.Fatal(err)
		}
	}
	want := [][]float64{{5.5, 5.5}, {6, 9}, {4, -9}}
	if !slices.EqualFunc(d.sent, want, slices.Equal) || c.Count[safety.Limited] != 2 || c.Count[safety.Pass] != 1 {
		t.Errorf("sent %v, counted %v", d.sent, c.Count)
	}
	if err := c.Write([]float64{1}); !errors.Is(err, ErrCommand) {
		t.Error("a short command:", err)
	}
	if err := c.Use("velocity"); !errors.Is(err, ErrConflict) {
		t.Error("another group:", err)
	}
	if err := c.Release(); err != nil || d.at != Inactive || claims.Owner("arm/joint1/position") != "" {
		t.Error("released:", err, d.at)
	}
	if err := c.Write([]float64{5, 5}); !errors.Is(err, ErrCommand) || len(d.sent) != 3 {
		t.Error("after the release:", err, d.sent)
	}
}

func TestACommanderNeedsClaimLimitsAndAPlaceToBegin(t *testing.T) {
	d := &recorder{info: info("arm"), rests: 101}
	claims, _ := NewClaims(d.Info())
	if _, err := claims.Command("planner", d, "position", nil); err == nil || !strings.Contains(err.Error(), "without limits") {
		t.Error("no limits:", err)
	}
	if _, err := claims.Command("planner", d, "torque", &leash{}); err == nil || !strings.Contains(err.Error(), `"torque"`) {
		t.Error("no group:", err)
	}
	c, err := claims.Command("planner", d, "position", &leash{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := claims.Command("teleop", d, "velocity", &leash{}); !errors.Is(err, ErrConflict) {
		t.Error("claimed:", err)
	}
	if err := c.Enter(Inactive); err != nil {
		t.Fatal(err)
	}
	if err := c.Enter(Active); err == nil || d.at != Inactive {
		t.Error("active where the limits do not begin:", d.at, err)
	}
}

var _ reactor.Driven[int, bool] = (*Drive[int, bool])(nil)

func TestADriveAllocatesNothing(t *testing.T) {
	d := &recorder{info: info("arm")}
	claims, _ := NewClaims(d.Info())
	c, err := claims.Command("planner", d, "position", &leash{})
	if err != nil || c.Enter(Inactive) != nil {
		t.Fatal(err)
	}
	drive := NewDrive(c, func(x *float64, to []float64) { to[0], to[1] = *x, 0 }, func(err error) bool { return err == nil })
	if n := testing.AllocsPerRun(100, func() { drive.Command(3) }); n != 0 { // inactive: the recorder keeps nothing
		t.Errorf("%v allocations", n)
	}
	if l := drive.Limits(); !strings.Contains(l, "a leash of 1") || !strings.Contains(l, "claimed by planner") {
		t.Error(l)
	}
	if s := Still("switches a lamp", func(bool) int { return 3 }); s.Limits() != "switches a lamp" || s.Command(true) != 3 {
		t.Error(s.Limits())
	}
}
