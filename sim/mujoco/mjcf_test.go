package mujoco

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/sim"
)

func xarm7(t testing.TB) *kinematics.Chain {
	t.Helper()
	data, err := os.ReadFile("../../robot/xarm/xarm7.urdf")
	if err != nil {
		t.Fatal(err)
	}
	u, err := kinematics.ParseURDF("xarm7.urdf", data)
	if err != nil {
		t.Fatal(err)
	}
	c, err := u.Chain("link_base", "link_eef")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The model is well-formed, has all joints, and none of the words that MuJoCo 2.2.2 does not know.
func TestMJCFIsWellFormed(t *testing.T) {
	text, err := MJCF(xarm7(t), sim.ArmConfig{})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := tok.(xml.StartElement); ok {
			count[s.Name.Local]++
		}
	}
	if count["joint"] != 7 || count["inertial"] != 7 || count["general"] != 7 || count["body"] != 8 {
		t.Errorf("elements: %v", count)
	}
	for _, word := range []string{"implicitfast", "actuatorfrcrange", "inheritrange", "gravcomp", "kv="} {
		if strings.Contains(text, word) {
			t.Errorf("the model says %q, which MuJoCo 2.2.2 does not know", word)
		}
	}
}

func TestMJCFRefusesWrongConfiguration(t *testing.T) {
	if _, err := MJCF(xarm7(t), sim.ArmConfig{Kp: []float64{1, 2}}); err == nil || !strings.Contains(err.Error(), "7 joints") {
		t.Errorf("two gains for seven joints: %v", err)
	}
}
