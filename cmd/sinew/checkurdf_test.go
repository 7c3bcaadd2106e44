package main

import (
	"os"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
)

func TestCheckOfDescriptions(t *testing.T) {
	data, err := os.ReadFile("../../examples/control-arm/arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	r, faults := robotOf("arm.urdf", data)
	if len(faults) > 0 || r == nil || len(r.Components) != 1 || len(r.Limits) != 6 || *r.Limits[0].Acceleration != 8 {
		t.Fatalf("%+v, %v", r, faults)
	}
	if r, faults = robotOf("bad.urdf", []byte(strings.ReplaceAll(string(data), `<joint name="wrist_3">`, `<joint name="wrist_4">`))); r != nil ||
		!strings.Contains(faults.Error(), `bad.urdf:172:5: the robot has no joint "wrist_4"`) {
		t.Fatal(faults)
	}
	_, faults = robotOf("bare.urdf", []byte(`<robot name="r"><link name="a"/></robot>`))
	if faults.Err() != nil || len(faults) != 1 || faults[0].Severity != diag.Warning {
		t.Fatal(faults)
	}
}
