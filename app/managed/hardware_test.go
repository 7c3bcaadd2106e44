package managed

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// homemade is a chain of n joints that plugins drive, with parameters for each joint.
func homemade(n int, plugin, component string, joint func(i int) string) string {
	var b strings.Builder
	b.WriteString(`<robot name="homemade"><link name="link_0"/>`)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `<joint name="joint%d" type="revolute"><parent link="link_%d"/><child link="link_%d"/><origin xyz="0 0 0.1"/><axis xyz="0 %d %d"/>
<limit lower="-3" upper="3" velocity="2" effort="20"/></joint><link name="link_%d"><inertial><mass value="0.2"/><inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>`,
			i, i-1, i, i%2, 1-i%2, i)
	}
	fmt.Fprintf(&b, `<ros2_control name="motors" type="system"><hardware><plugin>%s</plugin>%s</hardware>`, plugin, component)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `<joint name="joint%d">%s<command_interface name="position"/><state_interface name="position"/><state_interface name="velocity"/></joint>`, i, joint(i))
	}
	b.WriteString(`</ros2_control></robot>`)
	return b.String()
}

// moved is a YAML file that moves all joints to 0.4 rad and back.
func moved(n int, period string) string {
	names, there, back, limits := []string{}, []string{}, []string{}, ""
	for i := 1; i <= n; i++ {
		names, there, back = append(names, fmt.Sprint("joint", i)), append(there, "0.4"), append(back, "0.1")
		limits += fmt.Sprintf("  joint%d: {max_velocity: 1.5, max_acceleration: 6, max_jerk: 120}\n", i)
	}
	return fmt.Sprintf(`period: %s
joint_limits:
%scontrollers:
  - {name: arm, type: joint_trajectory, start: active, parameters: {joints: [%s]}}
script:
  - {at: 200ms, goal: {controller: arm, points: [{time: 2s, position: [%s]}, {time: 4s, position: [%s]}]}}
`, period, limits, strings.Join(names, ", "), strings.Join(there, ", "), strings.Join(back, ", "))
}

// TestRealProtocols drives simulated motors on their own protocols by a description: the goal is reached, and the recording
// replays to the bit without them.
func TestRealProtocols(t *testing.T) {
	for name, p := range map[string]Params{
		"dynamixel": {URDF: homemade(6, "sinew/dynamixel", `<param name="port">sim</param>`, func(i int) string { return fmt.Sprintf(`<param name="id">%d</param>`, i) }), Text: moved(6, "4ms")},
		"cia402": {URDF: homemade(6, "sinew/cia402", `<param name="can">sim</param>`, func(i int) string {
			return fmt.Sprintf(`<param name="node">%d</param><param name="bus">%d</param><param name="counts">%d</param>`, i, (i-1)/3, 131072*(1-2*(i%2)))
		}), Text: moved(6, "1ms")},
	} {
		t.Run(name, func(t *testing.T) {
			p.File, p.Name = name+".urdf", name+".yaml"
			v := drive(t, p, 1)
			if v.GivenUp != 0 || len(v.GoalsFailed) > 0 || v.MissedCycles != 0 || v.GoalError == nil || *v.GoalError > 0.02 {
				t.Errorf("%+v", v)
			} else {
				t.Logf("goals reached within %.2g rad", *v.GoalError)
			}
		})
	}
}

// TestHardwareIsNamed: what a plugin needs and does not get is said, with its line.
func TestHardwareIsNamed(t *testing.T) {
	for _, c := range []struct{ plugin, component, want string }{
		{"maker/Strange", "", `its plugin is "maker/Strange": this program knows sinew/mock`},
		{"sinew/dynamixel", "", `joint1: <param name="id"> is missing`},
		{"sinew/dynamixel", "", `<param name="port"> is missing`},
		{"sinew/cia402", `<param name="can">sim</param>`, `joint2: <param name="counts"> is missing`},
		{"sinew/franka", `<param name="address">h</param><param name="model">fr4</param>`, `model is "fr4": give panda or fr3`},
		{"sinew/franka", `<param name="address">h</param><param name="model">fr3</param><param name="version">5</param>`, `the fr3 does not speak version 5: its newest is 10`},
		{"sinew/franka", `<param name="address">h</param><param name="version">2.5</param>`, `version is 2.5: give one from 3 to 10`},
		{"sinew/xarm7", "", `<param name="address"> is missing`},
	} {
		p := Params{URDF: homemade(2, c.plugin, c.component, func(int) string { return "" }), Text: moved(2, "4ms"), File: "a.urdf", Name: "a.yaml"}
		_, err := Spec{}.Make(run.Order{Params: &p})
		if err == nil || !strings.Contains(err.Error(), c.want) || !regexp.MustCompile(`a\.urdf:\d+:\d+`).MatchString(err.Error()) {
			t.Errorf("%s: %v", c.plugin, err)
		}
	}
}

// TestXArm puts the maker's arm under the manager: its box is reached by its own protocol, in memory.
func TestXArm(t *testing.T) {
	text, err := os.ReadFile("../../robot/xarm/xarm7.urdf")
	if err != nil {
		t.Fatal(err)
	}
	joints := ""
	for i := range 7 {
		joints += fmt.Sprintf(`<joint name="joint%d"><command_interface name="position"/><state_interface name="position"/></joint>`, i+1)
	}
	tag := `<ros2_control name="xarm" type="system"><hardware><plugin>sinew/xarm7</plugin><param name="address">sim</param></hardware>` + joints + `</ros2_control></robot>`
	p := Params{File: "xarm.urdf", Name: "xarm.yaml", URDF: strings.Replace(string(text), "</robot>", tag, 1)}
	p.Text = strings.NewReplacer("[0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4]", "[0.1, -0.6, 0.1, 0.9, 0, 1.3, 0.1]", "[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]", "[0, -0.5, 0, 0.8, 0, 1.2, 0]").Replace(moved(7, "4ms"))
	v := drive(t, p, 1)
	if v.GivenUp != 0 || len(v.GoalsFailed) > 0 || v.MissedCycles != 0 || v.GoalError == nil || *v.GoalError > 2e-3 {
		t.Errorf("%+v", v)
	} else {
		t.Logf("goals reached within %.2g rad", *v.GoalError)
	}
}

// TestFranka puts a Panda and an FR3 under the manager, on the real clock, as their interface demands: the simulated robot waits
// for each command, however late the machine is.
func TestFranka(t *testing.T) {
	panda, err := os.ReadFile("../../robot/franka/panda.urdf")
	if err != nil {
		t.Fatal(err)
	}
	for model, c := range map[string]struct {
		version franka.Version
		urdf    []byte
	}{"panda": {franka.Version5, panda}, "fr3": {franka.Version10, franka.FR3URDF()}} {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			v := driveFranka(t, model, c.version, string(c.urdf))
			if len(v.GoalsFailed) > 0 || v.GoalError == nil || *v.GoalError > 5e-3 {
				t.Errorf("%+v", v)
			} else {
				t.Logf("goals reached within %.2g rad", *v.GoalError)
			}
		})
	}
}

func driveFranka(t *testing.T, model string, version franka.Version, text string) *Summary {
	b, err := box.New(box.Config{Version: version})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := box.NewServer(box.ServerConfig{Patience: time.Minute}, b, l)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx) }()
	defer func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}()
	joints, names := "", []string{}
	for _, j := range regexp.MustCompile(`<joint name="([a-z0-9_]*joint[1-7])"`).FindAllStringSubmatch(text, -1) {
		names = append(names, j[1])
		joints += fmt.Sprintf(`<joint name="%s"><command_interface name="position"/><state_interface name="position"/></joint>`, j[1])
	}
	tag := fmt.Sprintf(`<ros2_control name="arm" type="system"><hardware><plugin>sinew/franka</plugin><param name="address">%s</param><param name="model">%s</param></hardware>%s</ros2_control></robot>`, l.Addr(), model, joints)
	p := Params{File: "panda.urdf", Name: "panda.yaml", URDF: strings.Replace(text, "</robot>", tag, 1)}
	p.Text = moved(7, "4ms")
	for i, n := range names {
		p.Text = strings.ReplaceAll(p.Text, fmt.Sprint("joint", i+1), n)
	}
	p.Text = strings.NewReplacer("[0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4]", "[0.1, -0.7, 0.1, -2.2, 0.1, 1.6, 0.8]", "[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]", "[0, -0.8, 0, -2.3, 0, 1.5, 0.8]").Replace(p.Text)
	out, err := run.Do(t.Context(), Spec{}, run.Options{Order: run.Order{Params: &p, Seed: 1, Real: true}, For: 5 * time.Second, Out: folder.Place{Dir: filepath.Join(t.TempDir(), "run")}})
	if err != nil {
		t.Fatal(err)
	}
	return out.Value.(*Summary)
}
