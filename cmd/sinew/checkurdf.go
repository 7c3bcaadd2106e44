package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// checkedRobot is the JSON form of a description without faults.
type checkedRobot struct {
	File       string             `json:"file"`
	Name       string             `json:"name"`
	Joints     int                `json:"joints"`
	Components []checkedComponent `json:"components"`
	Limits     []checkedLimit     `json:"limits"`
}

type checkedComponent struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Plugin   string   `json:"plugin"`
	Commands []string `json:"commands"`
	States   []string `json:"states"`
}

// checkedLimit has null for a limit that is missing.
type checkedLimit struct {
	Joint        string   `json:"joint"`
	Lower        *float64 `json:"lower"`
	Upper        *float64 `json:"upper"`
	Velocity     *float64 `json:"velocity"`
	Acceleration *float64 `json:"acceleration"`
	Jerk         *float64 `json:"jerk"`
	Effort       *float64 `json:"effort"`
}

// ofURDF reports whether the files are descriptions of robots.
func (c *checkCmd) ofURDF() bool {
	return len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(f string) bool { return filepath.Ext(f) != ".urdf" })
}

// robots checks descriptions, with the <ros2_control> tags in them.
func (c *checkCmd) robots(out *checkedAll, text bool) error {
	for _, file := range c.Files {
		data, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, "sinew:", err)
			return cli.ErrUnusable
		}
		r, faults := robotOf(file, data)
		out.Faults = append(out.Faults, faults.Clipped()...)
		if text {
			if err := cli.Printer(os.Stdout).Print(os.Stdout, faults); err != nil {
				return err
			}
		}
		if r == nil {
			continue
		}
		out.Robots = append(out.Robots, *r)
		if text {
			r.print()
		}
	}
	return nil
}

// robotOf reads a description, and makes a manager for it with mock hardware.
func robotOf(file string, data []byte) (*checkedRobot, diag.Faults) {
	name := filepath.ToSlash(file)
	desc, err := urdf.Read(name, data)
	if err != nil {
		faults, _ := diag.Of(err)
		return nil, faults
	}
	c, err := desc.Config(func(k *urdf.Component) (hw.Driver, error) { return desc.Mock(k) })
	if err == nil {
		_, err = manager.New(c)
	}
	if err != nil {
		faults, others := diag.Of(err)
		for _, o := range others {
			faults = append(faults, diag.Fault{What: o.Error()})
		}
		for i := range faults {
			if faults[i].File == "" {
				faults[i].File = name
			}
		}
		return nil, faults
	}
	r := &checkedRobot{File: name, Name: desc.Model.Name, Joints: len(desc.Model.Joints), Components: []checkedComponent{}}
	for _, k := range desc.Components {
		one := checkedComponent{Name: k.Name, Type: k.Type.String(), Plugin: k.Plugin}
		for _, p := range slices.Concat(k.Joints, k.Sensors, k.Pins) {
			for _, i := range p.Commands {
				one.Commands = append(one.Commands, p.Name+"/"+i.Name)
			}
			for _, i := range p.States {
				one.States = append(one.States, p.Name+"/"+i.Name)
			}
			if len(p.Commands) > 0 && slices.ContainsFunc(k.Joints, func(j urdf.Part) bool { return j.Name == p.Name }) {
				r.Limits = append(r.Limits, limitOf(p.Name, c))
			}
		}
		r.Components = append(r.Components, one)
	}
	var faults diag.Faults
	if len(r.Components) == 0 {
		faults = append(faults, diag.Fault{Pos: diag.Pos{File: name, Line: 1, Column: 1}, Severity: diag.Warning,
			What: "the robot has no hardware", Do: "add a <ros2_control> tag to run controllers on it"})
	}
	for _, l := range r.Limits {
		if l.Velocity == nil || l.Acceleration == nil {
			faults = append(faults, diag.Fault{Pos: diag.Pos{File: name, Line: 1, Column: 1}, Severity: diag.Warning, Path: l.Joint,
				What: "it has no limit of velocity or none of acceleration, so it may be commanded to start and stop at once",
				Do:   "give limits: in <limit>, as min and max of command interfaces, or under joint_limits of controllers.yaml"})
		}
	}
	return r, faults
}

func limitOf(joint string, c manager.Config) checkedLimit {
	l := manager.LimitOf(&c, joint)
	some := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return checkedLimit{joint, some(max(l.Lower, l.Soft[0])), some(min(l.Upper, l.Soft[1])), some(l.V), some(min(l.A, l.D)), some(l.J), some(l.Effort)}
}

func (r *checkedRobot) print() {
	fmt.Printf("%s: %s, %d joints\n", r.File, r.Name, r.Joints)
	for _, k := range r.Components {
		fmt.Printf("  %s, a %s by %s\n    commands %s\n    states   %s\n", k.Name, k.Type, k.Plugin, orNothing(k.Commands), orNothing(k.States))
	}
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}
