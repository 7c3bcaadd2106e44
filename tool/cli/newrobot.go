package cli

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/math/kinematics"
)

type newRobotCmd struct {
	Name     string `arg:"" help:"Name of the robot's folder, which must be missing or empty." placeholder:"NAME"`
	URDF     string `name:"urdf" help:"The robot's description. It is copied, and gets a <ros2_control> tag if it has none." required:"" type:"existingfile" placeholder:"FILE"`
	Hardware string `help:"Hardware that the tag names: mock, or simulated motors on their own protocol, dynamixel or cia402. Default: mock." enum:"mock,dynamixel,cia402," default:"" placeholder:"KIND"`
}

// Help shows examples.
func (c *newRobotCmd) Help() string {
	return "Writes a folder that 'sinew run NAME' runs: the description, controllers.yaml with limits, a joint_trajectory controller and a script that\n" +
		"moves each joint a little, and a README. All hardware is simulated until the description says otherwise.\n\n" +
		"Examples:\n  sinew new robot arm --urdf arm.urdf\n  sinew new robot arm --urdf arm.urdf --hardware dynamixel"
}

// Run writes the folder.
func (c *newRobotCmd) Run() error {
	text, err := os.ReadFile(c.URDF)
	if err != nil {
		return err
	}
	desc, err := urdf.Read(c.URDF, text)
	if err := errors.Join(checkName(c.Name), err); err != nil {
		return err
	}
	r := newRobot{file: c.URDF, kind: c.Hardware}
	if err := r.take(desc); err != nil {
		return err
	}
	if len(desc.Components) == 0 {
		if text, err = r.tagged(text); err != nil {
			return err
		}
		if _, err := urdf.Read(c.URDF, text); err != nil {
			return fmt.Errorf("with the tag that was added: %w", err)
		}
	} else if c.Hardware != "" {
		return fmt.Errorf("--hardware %s: %s has a <ros2_control> tag of its own; change its <plugin>, or take it out", c.Hardware, c.URDF)
	}
	if err := (Out(c.Name)).Check(); err != nil { // nothing is replaced
		return err
	}
	files, err := projectFiles("robot", c.Name)
	if err != nil {
		return err
	}
	if err := writeAll(c.Name, append(files, file{c.Name + ".urdf", text}, file{"controllers.yaml", r.controllers(c.Name)})); err != nil {
		return err
	}
	if len(r.left) > 0 {
		fmt.Printf("not commanded: %s\n", strings.Join(r.left, ", "))
	}
	fmt.Printf("%d joints: %s\nnow: sinew run %s --for 10s --fast --out runs/%[3]s\n", len(r.joints), strings.Join(r.names(), ", "), c.Name)
	return nil
}

// newRobot is what a robot description is turned into.
type newRobot struct {
	file, kind string
	joints     []newJoint
	left       []string // the joints that are not commanded, with the reasons
}

// newJoint is a joint that is commanded by position: in rad, or in m if it is prismatic.
type newJoint struct {
	*kinematics.Joint
	velocity, start, goal float64
}

// take finds the joints to command, from base to tip.
func (r *newRobot) take(desc *urdf.Robot) error {
	var commanded func(name string) bool
	if len(desc.Components) > 0 {
		commanded = func(name string) bool {
			for _, k := range desc.Components {
				for _, j := range k.Joints {
					if j.Name == name {
						return slices.ContainsFunc(j.Commands, func(i urdf.Interface) bool { return i.Name == "position" })
					}
				}
			}
			return false
		}
	}
	var errs []error
	var below func(link string)
	below = func(link string) {
		for i := range desc.Model.Joints {
			j := &desc.Model.Joints[i]
			if j.Parent != link {
				continue
			}
			switch {
			case j.Type == kinematics.Fixed:
			case j.Mimic != "":
				r.left = append(r.left, j.Name+" (mimics "+j.Mimic+")")
			case j.Type == kinematics.Floating || j.Type == kinematics.Planar:
				r.left = append(r.left, j.Name+" ("+j.Type.String()+")")
			case commanded != nil && !commanded(j.Name):
				r.left = append(r.left, j.Name+" (no position command in <ros2_control>)")
			default:
				errs = append(errs, r.joint(j))
			}
			below(j.Child)
		}
	}
	below(desc.Model.Root())
	if len(r.joints) == 0 {
		errs = append(errs, fmt.Errorf("%s has no joint that can be commanded: give it a revolute, continuous or prismatic one", r.file))
	}
	return errors.Join(errs...)
}

// joint adds a joint. It starts at 0, or in the middle of its range if 0 is not well within that, and its goal is a small
// way towards the larger part of its range.
func (r *newRobot) joint(j *kinematics.Joint) error {
	n := newJoint{Joint: j, velocity: j.Limit.Velocity}
	if !(n.velocity > 0) || math.IsInf(n.velocity, 0) {
		n.velocity = 1
	}
	way := 0.3
	if j.Type == kinematics.Prismatic {
		n.velocity, way = min(n.velocity, 0.1), 0.05
	}
	lower, upper := j.Limit.Lower, j.Limit.Upper
	bounded := j.Type != kinematics.Continuous && !math.IsInf(lower, 0) && !math.IsInf(upper, 0)
	if bounded {
		if margin := 0.05 * (upper - lower); lower+margin > 0 || upper-margin < 0 {
			n.start = round((lower + upper) / 2)
		}
		way = min(way, 0.2*(upper-lower))
		if upper-n.start < n.start-lower {
			way = -way
		}
	}
	n.goal = round(n.start + way)
	r.joints = append(r.joints, n)
	switch {
	case r.kind != "" && r.kind != "mock" && j.Type == kinematics.Prismatic:
		return fmt.Errorf("%s: --hardware %s turns, and %s slides: leave --hardware out, and write its tag by hand", r.file, r.kind, j.Name)
	case r.kind == "cia402" && n.start != 0:
		return fmt.Errorf("%s: --hardware cia402 begins at 0, which is not within the range of %s: leave --hardware out", r.file, j.Name)
	}
	return nil
}

// round rounds to thousandths.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }

func (r *newRobot) names() (list []string) {
	for _, j := range r.joints {
		list = append(list, j.Name)
	}
	return list
}

var lastTag = regexp.MustCompile(`(?s)^(.*)(</robot\s*>.*)$`)

// tagged is the description with a <ros2_control> tag.
func (r *newRobot) tagged(text []byte) ([]byte, error) {
	m := lastTag.FindSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%s has no </robot>: write <robot …> and </robot> around what it holds", r.file)
	}
	var b bytes.Buffer
	b.Write(m[1])
	b.WriteString("  <!-- The hardware: docs/drives.md of Sinew says what the plugins need. -->\n  <ros2_control name=\"motors\" type=\"system\">\n    <hardware>\n")
	switch r.kind {
	case "dynamixel":
		b.WriteString("      <plugin>sinew/dynamixel</plugin>\n      <param name=\"port\">sim</param>\n")
	case "cia402":
		b.WriteString("      <plugin>sinew/cia402</plugin>\n      <param name=\"can\">sim</param>\n")
	default:
		b.WriteString("      <plugin>mock_components/GenericSystem</plugin>\n      <param name=\"calculate_dynamics\">true</param>\n")
	}
	b.WriteString("    </hardware>\n")
	for i, j := range r.joints {
		b.WriteString("    <joint name=\"")
		_ = xml.EscapeText(&b, []byte(j.Name)) // a buffer never fails
		b.WriteString("\">\n")
		switch r.kind {
		case "dynamixel": // 4096 counts a turn
			fmt.Fprintf(&b, "      <param name=\"id\">%d</param>\n      <param name=\"zero\">%d</param>\n", i+1, 2048-int(math.Round(j.start*4096/(2*math.Pi))))
		case "cia402":
			fmt.Fprintf(&b, "      <param name=\"node\">%d</param>\n      <param name=\"counts\">131072</param>\n", i+1)
		}
		b.WriteString("      <command_interface name=\"position\"/>\n")
		if j.start != 0 {
			fmt.Fprintf(&b, "      <state_interface name=\"position\">\n        <param name=\"initial_value\">%g</param>\n      </state_interface>\n", j.start)
		} else {
			b.WriteString("      <state_interface name=\"position\"/>\n")
		}
		b.WriteString("      <state_interface name=\"velocity\"/>\n    </joint>\n")
	}
	b.WriteString("  </ros2_control>\n")
	b.Write(m[2])
	return b.Bytes(), nil
}

// controllers is the content of controllers.yaml.
func (r *newRobot) controllers(name string) []byte {
	period := time.Millisecond
	if r.kind == "dynamixel" || r.kind == "cia402" { // the period that a serial line or a CAN bus allows
		period = 4 * time.Millisecond * time.Duration((len(r.joints)+5)/6)
	}
	var b, there, back bytes.Buffer
	longest := 2.0
	for i, j := range r.joints {
		if i > 0 {
			there.WriteString(", ")
			back.WriteString(", ")
		}
		fmt.Fprintf(&there, "%g", j.goal)
		fmt.Fprintf(&back, "%g", j.start)
		longest = max(longest, math.Ceil(math.Abs(j.goal-j.start)/(0.25*j.velocity)))
	}
	fmt.Fprintf(&b, `# Limits beyond those of %s.urdf, the controllers, and what happens when. Names are those of ros2_control where it has them.
period: %v
# Velocities are those of the description, or 1 rad/s and 0.1 m/s. Accelerations and jerks are no maker's: four times the
# velocity a second, and twenty times that. Put the maker's in before real motors move.
joint_limits:
`, name, period)
	for _, j := range r.joints {
		fmt.Fprintf(&b, "  %q: {max_velocity: %g, max_acceleration: %g, max_jerk: %g}\n", j.Name, j.velocity, 4*j.velocity, 80*j.velocity)
	}
	quoted := make([]string, len(r.joints))
	for i, j := range r.joints {
		quoted[i] = fmt.Sprintf("%q", j.Name)
	}
	fmt.Fprintf(&b, `controllers:
  - name: arm
    type: joint_trajectory
    start: active
    fallback_controllers: [hold]
    parameters: {joints: &joints [%s]}
  - name: hold # keeps the joints where they are
    type: position_group
    start: inactive
    parameters: {joints: *joints}
  - name: states
    type: joint_states
    start: active
    parameters: {joints: *joints}
# The script moves the robot as soon as it runs. Take it out before real motors move.
script:
  - at: 500ms
    goal: {controller: arm, points: [{time: %gs, position: [%s]}, {time: %gs, position: [%s]}]}
`, strings.Join(quoted, ", "), longest, &there, 2*longest, &back)
	return b.Bytes()
}
