package urdf

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// robot is a description around tags.
const robot = `<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="j1" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" velocity="3" effort="50"/>
<safety_controller soft_lower_limit="-1.5" soft_upper_limit="1.5" k_velocity="1"/></joint>
<joint name="j2" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/><limit lower="0" upper="0.1" velocity="0.2" effort="50"/><mimic joint="j1" multiplier="0.05"/></joint>
<joint name="fix" type="fixed"><parent link="c"/><child link="d"/></joint>
%s</robot>`

func TestTags(t *testing.T) {
	r, err := Read("r.urdf", []byte(fmt.Sprintf(robot, `<ros2_control name="sys" type="system" rw_rate="500" is_async="true" thread_priority="30">
<properties><async affinity="[2, 4]" scheduling_policy="detached"/></properties>
<hardware><plugin>mock_components/GenericSystem</plugin><group>g</group><param name="calculate_dynamics">true</param><param name="mock_gpio_commands">true</param></hardware>
<joint name="j1"><command_interface name="position"><param name="min">-1.8</param><param name="max">1</param></command_interface>
<command_interface name="velocity"><limits enable="false"/><param name="max">1</param><param name="min">-1</param></command_interface>
<state_interface name="position"><param name="initial_value">0.4</param></state_interface></joint>
<joint name="j2"><state_interface name="position"/></joint>
<sensor name="tool"><state_interface name="force.x"/><param name="frame_id">tool0</param></sensor>
<gpio name="io"><command_interface name="out1" data_type="bool"/><state_interface name="out1" data_type="bool"/><state_interface name="in" size="1"/></gpio>
<transmission name="t"><plugin>transmission_interface/SimpleTransmission</plugin><joint name="j1" role="joint1"><mechanical_reduction>50</mechanical_reduction><offset>0.1</offset></joint><actuator name="m1" role="actuator1"/></transmission>
</ros2_control>`)))
	if err != nil {
		t.Fatal(err)
	}
	c := r.Components[0]
	if c.Rate != 500 || !c.Async || !c.Detached || c.Priority != 30 || fmt.Sprint(c.Affinity) != "[2 4]" || c.Group != "g" ||
		c.Joints[1].Mimic != "j1" || !c.Joints[1].Sliding || c.Transmissions[0].Joints[0].Reduction != 50 {
		t.Errorf("%+v", c)
	}
	want := safety.Unlimited()
	want.Lower, want.Upper, want.Soft = -1.8, 1, [2]float64{-1.5, 1.5}
	if r.Limits["j1"] != want {
		t.Errorf("limits are %+v", r.Limits["j1"])
	}
	cfg, err := r.Config(func(c *Component) (hw.Driver, error) { return r.Mock(c) })
	if err != nil {
		t.Fatal(err)
	}
	cfg.Period = 2 * time.Millisecond
	m, err := manager.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		m.Cycle(time.Duration(i) * cfg.Period)
	}
	list := m.List()
	var names []string
	for _, i := range append(list.States, list.Commands...) {
		names = append(names, i.Name+":"+i.Kind)
	}
	if got := strings.Join(names, " "); got != "j1/position:position j2/position:position tool/force.x:analogue io/out1:digital io/in:analogue "+
		"j1/position:position j1/velocity:velocity io/out1:digital io/in:analogue" {
		t.Error(got)
	}
	if list.Hardware[0].State != "active" {
		t.Errorf("%+v", list.Hardware[0])
	}
}

// An actuator may have the name of another joint.
func TestActuatorsThatAreCalledAsJoints(t *testing.T) {
	gear := func(joint, actuator string) string {
		return `<transmission name="of_` + joint + `"><plugin>transmission_interface/SimpleTransmission</plugin><joint name="` + joint + `"/><actuator name="` + actuator + `"/></transmission>`
	}
	r, err := Read("r.urdf", []byte(fmt.Sprintf(robot, `<ros2_control name="sys" type="system"><hardware><plugin>p</plugin></hardware>
<joint name="j1"><state_interface name="position"/></joint><joint name="j2"><state_interface name="velocity"/></joint>`+gear("j1", "j2")+gear("j2", "j1")+`</ros2_control>`)))
	if err != nil {
		t.Fatal(err)
	}
	c, _ := r.Components[0].Actuated()
	if a, b := c.Joints[0], c.Joints[1]; a.Name != "j2" || a.States[0].Name != "position" || b.Name != "j1" || b.States[0].Name != "velocity" {
		t.Errorf("the motors are %+v", c.Joints)
	}
}

func TestFaultsOfTags(t *testing.T) {
	_, err := Read("r.urdf", []byte(fmt.Sprintf(robot, `<ros2_control name="s" type="sytem" rw_rate="fast" thread_priority="120">
<joint name="j9"><command_interface name="position"/></joint>
<joint name="fix"/>
<joint name="j2"><command_interface name="position"/></joint>
<joint name="j1"><comand_interface name="position"/>
<command_interface name="velocity" data_type="real"><param name="max">${v}</param></command_interface>
<command_interface name="effort" size="0"/><command_interface name="effort"/>
<state_interface/><limits enable="maybe"/></joint>
<joint name="j1"/>
<transmission name="t"><plugin>Simple</plugin><joint name="jx"><mechanical_reduction>0</mechanical_reduction></joint></transmission>
</ros2_control>
<ros2_control name="s" type="sensor"><hardware/><sensor name="f"><command_interface name="x"/></sensor></ros2_control>
<ros2_control name="act" type="actuator"><hardware><plugin>p</plugin><param name="a"/><param name="a"/></hardware><joint name="j2" mimic="true"/></ros2_control>`)))
	var list diag.Faults
	if !errors.As(err, &list) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{
		"r.urdf:6:1: type=\"sytem\" is no type of component", "rw_rate=\"fast\"", "thread_priority is 120", "component s has no <hardware>",
		"r.urdf:7:1: the robot has no joint \"j9\"", "r.urdf:8:1: the joint fix is fixed", "r.urdf:9:18: j2 follows j1 and has a command",
		"r.urdf:10:18: <comand_interface> is nothing that <joint> holds; write <command_interface>", "data_type=\"real\"", "the parameter max of velocity is \"${v}\"",
		"size is 0", "r.urdf:12:44: <joint> has two of <command_interface name=\"effort\">", "r.urdf:13:1: <state_interface> has no name",
		"enable=\"maybe\"", "s has two <joint name=\"j1\">", "has the plugin \"Simple\"", "moves jx", "the reduction of jx is 0",
		"there are two components called s", "names no plugin", "<command_interface> is nothing that <sensor> holds", "the parameter a is there twice",
		"j2 mimics j1, which this component does not have",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing says %q", want)
		}
	}
	for _, f := range list {
		if f.Line == 0 || f.Do == "" {
			t.Errorf("no place or nothing to do: %v", f)
		}
	}
	if t.Failed() {
		t.Log("\n" + err.Error())
	}
}

func TestExample(t *testing.T) {
	data, err := os.ReadFile("../../../examples/control-arm/arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read("arm.urdf", data); err != nil {
		t.Fatal(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(fmt.Sprintf(robot, `<ros2_control name="s" type="system"><hardware><plugin>p</plugin></hardware><joint name="j1"><command_interface name="position"/></joint></ros2_control>`)))
	f.Add([]byte(fmt.Sprintf(robot, `<ros2_control><properties/><transmission/></ros2_control>`)))
	fuzz.Run(f, func(t *testing.T, data []byte) {
		r, err := Read("f.urdf", data)
		if err == nil {
			for i := range r.Components {
				_, _ = r.Components[i].Actuated()
			}
			_, _ = r.Config(func(c *Component) (hw.Driver, error) { return r.Mock(c) })
		}
	})
}
