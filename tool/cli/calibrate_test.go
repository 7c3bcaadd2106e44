package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
)

// TestCalibrateTakesAndGivesBack: what commands the joints is deactivated in the switch, and named to be activated again.
func TestCalibrateTakesAndGivesBack(t *testing.T) {
	l := manager.Listing{Types: []manager.TypeListing{{Name: measures}},
		Commands: []manager.InterfaceListing{{Name: "a/position", Available: true, Claimed: "arm"}, {Name: "a/velocity", Available: true}, {Name: "b/position", Available: true, Claimed: "arm"}, {Name: "c/position"}},
		States:   []manager.InterfaceListing{{Name: "a/position"}, {Name: "b/position"}, {Name: "c/position"}}}
	c := controlCalibrate{Name: "calibration", Repeats: 3}
	orders, back, err := c.plan(&l)
	var verbs []string
	for _, o := range orders {
		verbs = append(verbs, o.Verb+" "+o.Value)
	}
	if got := fmt.Sprint(strings.Join(verbs, ","), back, err); got != "load ,set a, b,set 3,configure ,switch [arm] <nil>" {
		t.Error(got)
	}
	if o := orders[len(orders)-1]; fmt.Sprint(o.Activate, o.Deactivate, o.Strict) != "[calibration] [arm] true" {
		t.Errorf("%+v", o)
	}
	for state, want := range map[string]string{"inactive": "cleanup", "unconfigured": "set", "active": "is measuring already"} {
		l.Controllers = []manager.ControllerListing{{Name: "calibration", Type: measures, State: state}}
		orders, _, err := (&controlCalibrate{Name: "calibration", Repeats: 3}).plan(&l)
		if err == nil && orders[0].Verb != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", state, orders, err)
		}
	}
	l.Types = nil
	if _, _, err := c.plan(&l); err == nil || !strings.Contains(err.Error(), "no controllers of the type") {
		t.Error(err)
	}
}
