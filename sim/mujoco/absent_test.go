//go:build !mujoco

package mujoco

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/sim"
)

func TestNewSaysHowToBuild(t *testing.T) {
	if _, err := New(xarm7(t), sim.ArmConfig{}); err == nil || !strings.Contains(err.Error(), "rebuild with -tags mujoco") {
		t.Errorf("New without the tag: %v", err)
	}
}
