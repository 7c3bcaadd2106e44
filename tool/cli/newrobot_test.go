package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager/urdf"
)

// described is a robot of one joint, and what else is put in.
func described(joint, rest string) string {
	return `<robot name="r"><link name="a"/><link name="b"/><joint name="j" ` + joint + `<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>` + rest + `</robot>`
}

// TestNewRobot writes robots of all kinds: what is written is read again without faults, begins within its limits, and goes
// to a goal within them; what cannot be written is said, and nothing is.
func TestNewRobot(t *testing.T) {
	const slides, turns = `type="prismatic"><limit lower="0" upper="0.2" velocity="0.5" effort="1"/>`, `type="continuous">`
	for name, c := range map[string]struct{ urdf, hardware, want, refused string }{
		"usual":      {urdf: described(`type="revolute"><limit lower="-1" upper="1" velocity="2" effort="1"/>`, ""), want: "position: [0.3]}, {time: 4s, position: [0]}"},
		"off":        {urdf: described(`type="revolute"><limit lower="1" upper="2" velocity="2" effort="1"/>`, ""), want: "position: [1.7]}, {time: 4s, position: [1.5]}"},
		"servo":      {urdf: described(`type="revolute"><limit lower="1" upper="2" velocity="2" effort="1"/>`, ""), hardware: "dynamixel", want: "period: 4ms"},
		"continuous": {urdf: described(turns, ""), hardware: "cia402", want: "max_velocity: 1,"},
		"slides":     {urdf: described(slides, ""), want: "{max_velocity: 0.1, max_acceleration: 0.4, max_jerk: 8}"},
		"slider":     {urdf: described(slides, ""), hardware: "dynamixel", refused: "--hardware dynamixel turns, and j slides"},
		"no zero":    {urdf: described(`type="revolute"><limit lower="1" upper="2" velocity="2" effort="1"/>`, ""), hardware: "cia402", refused: "begins at 0, which is not within the range of j"},
		"fixed":      {urdf: described(`type="fixed">`, ""), refused: "has no joint that can be commanded"},
		"tagged": {urdf: described(turns, `<ros2_control name="m" type="system"><hardware><plugin>p</plugin></hardware><joint name="j"><command_interface name="position"/></joint></ros2_control>`),
			want: "position: [0.3]"},
		"twice": {urdf: described(turns, `<ros2_control name="m" type="system"><hardware><plugin>p</plugin></hardware><joint name="j"><command_interface name="position"/></joint></ros2_control>`),
			hardware: "mock", refused: "has a <ros2_control> tag of its own"},
		"name":   {urdf: strings.Replace(described(turns, ""), `joint name="j"`, `joint name="a &quot;&amp;&lt; b"`, 1), want: `"a \"&< b": {max`},
		"broken": {urdf: described(`type="nothing">`, ""), refused: ".urdf:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("in.urdf", []byte(c.urdf), 0o600); err != nil {
				t.Fatal(err)
			}
			err := (&newRobotCmd{Name: "bot", URDF: "in.urdf", Hardware: c.hardware}).Run()
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("%v: want %q", err, c.refused)
				}
				if _, err := os.Stat("bot"); err == nil {
					t.Error("a folder was written all the same")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join("bot", "bot.urdf"))
			if err != nil {
				t.Fatal(err)
			}
			if r, err := urdf.Read("bot.urdf", text); err != nil || len(r.Components) != 1 {
				t.Errorf("the description is not read again: %v", err)
			}
			yaml, err := os.ReadFile(filepath.Join("bot", "controllers.yaml"))
			if err != nil || !strings.Contains(string(yaml), c.want) {
				t.Errorf("%v: no %q in\n%s", err, c.want, yaml)
			}
		})
	}
}
