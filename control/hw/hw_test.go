package hw

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func info(name string) Info {
	return Info{
		Name: name, Period: time.Millisecond, State: []Handle{{"joint1/position", "rad", 0}},
		Groups: []Group{
			{"position", []Handle{{"joint1/position", "rad", 0}, {"joint2/position", "rad", 1}}},
			{"velocity", []Handle{{"joint1/velocity", "rad/s", 0}, {"joint2/velocity", "rad/s", 1}}},
		},
	}
}

func TestValidateReportsEveryFault(t *testing.T) {
	bad := info("")
	bad.Period = 0
	bad.State = append(bad.State, Handle{"joint1/position", "rad", 1}, Handle{"x", "", 2}, Handle{"y", "m", 7})
	bad.Groups = append(bad.Groups, Group{Name: "position"})
	err := bad.Validate()
	for _, want := range []string{"no name", "period", `"joint1/position" is there twice`, `"x" has no unit`, `"y" has index 7, want 3`, `group "position"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
	if err := info("a").Validate(); err != nil {
		t.Error(err)
	}
}

func TestClaimsNameBothClaimants(t *testing.T) {
	c, err := NewClaims(info("left"), info("right"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Claim("planner", "left/joint1/position"); err != nil {
		t.Fatal(err)
	}
	err = c.Claim("teleop", "right/joint1/position", "left/joint1/position", "left/joint2/velocity", "left/joint9/position")
	if !errors.Is(err, ErrConflict) {
		t.Fatal(err)
	}
	for _, want := range []string{
		"teleop wants left/joint1/position, planner holds left/joint1/position",
		"teleop wants left/joint2/velocity, planner holds left/joint1/position",
		"left/joint9/position, which no driver has",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
	if o := c.Owner("right/joint1/position"); o != "" {
		t.Errorf("a failed claim left right/joint1/position with %q", o)
	}
	if err := c.Claim("teleop", "left/joint2/position"); err != nil { // another joint of the same group
		t.Error(err)
	}
	c.Release("planner")
	if c.Owner("left/joint1/position") != "" || c.Owner("left/joint2/position") != "teleop" {
		t.Error("release gave up the wrong handles")
	}
	if _, err := NewClaims(info("a"), info("a")); err == nil {
		t.Error("two drivers of one name")
	}
}

func TestNoHandleHasTwoOwners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := NewClaims(info("a"), info("b"))
		names := []string{"a/joint1/position", "a/joint2/position", "a/joint1/velocity", "b/joint1/position", "b/joint2/velocity"}
		held := map[string]string{}
		for range 30 {
			who := rapid.SampledFrom([]string{"x", "y", "z"}).Draw(t, "who")
			if rapid.Bool().Draw(t, "release") {
				c.Release(who)
				for h, o := range held {
					if o == who {
						delete(held, h)
					}
				}
				continue
			}
			want := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 3, rapid.ID).Draw(t, "handles")
			if c.Claim(who, want...) == nil {
				for _, h := range want {
					if o := held[h]; o != "" && o != who {
						t.Fatalf("%s taken from %s by %s", h, o, who)
					}
					held[h] = who
				}
			}
			for _, h := range names {
				if c.Owner(h) != held[h] {
					t.Fatalf("%s: owner %q, want %q", h, c.Owner(h), held[h])
				}
			}
		}
	})
}

func TestLifeCycleSteps(t *testing.T) {
	want := map[[2]LifeCycle]bool{
		{Unconfigured, Inactive}: true, {Unconfigured, Active}: false, {Inactive, Active}: true, {Active, Inactive}: true,
		{Active, Unconfigured}: true, {Active, Finalized}: true, {Finalized, Unconfigured}: false, {Finalized, Finalized}: true,
		{Unconfigured, 9}: false,
	}
	for p, ok := range want {
		if p[0].Next(p[1]) != ok {
			t.Errorf("%v to %v: want %v", p[0], p[1], ok)
		}
	}
	if err := Unconfigured.Step("arm", Active); !errors.Is(err, ErrState) || !strings.Contains(err.Error(), "unconfigured to active") {
		t.Error(err)
	}
}
