package programs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

type wheelchairCmd struct {
	Mode     string    `help:"Who drives at first: native (the onboard joystick, bypassing the computer), manual or mediated (a person), assisted (a person, but kept away from obstacles), auto (the computer, to a goal)." enum:"native,manual,mediated,assisted,auto" default:"auto"`
	Map      string    `help:"Surroundings: corridor, doors, clutter, people, flat, or a YAML file as for map_server." default:"doors" placeholder:"NAME|FILE"`
	Goal     []float64 `help:"Goal: x and y in m, yaw in rad. Default: from the trip that the seed draws." placeholder:"X,Y,YAW" range:"-10000..10000"`
	Start    []float64 `help:"Start pose. Default: from the trip that the seed draws." placeholder:"X,Y,YAW" range:"-10000..10000"`
	Lost     bool      `help:"It does not know where it begins and has to find out."`
	Joypad   string    `help:"Script that plays a joypad or, in mode native, the onboard joystick." type:"existingfile" placeholder:"FILE"`
	Pad      bool      `help:"With --hil: the first game controller of this machine drives."`
	Stay     bool      `help:"Keep running at the goal."`
	Params   string    `help:"YAML file that overrides parameters." type:"existingfile" placeholder:"FILE"`
	HIL      string    `name:"hil" help:"Devices in the loop: the addresses of the kit, the front and the rear scanner, as 'sinew sim wheelchair' prints them. Default: simulated in this process, in lock-step." placeholder:"ADDR,ADDR,ADDR"`
	Priority int       `help:"With --hil: SCHED_FIFO priority of the threads, 1 to 97; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..97|0"`
	common
}

// Help shows examples.
func (c *wheelchairCmd) Help() string {
	return "Without --hil it is simulated in this process, in lock-step and as fast as possible. It ends at the goal, or after 180 s.\n\nExamples:\n" +
		"  sinew run examples/wheelchair --mode auto --map doors --out runs/door\n  sinew run examples/wheelchair --mode assisted --map people --web"
}

// place converts a pose; nil for none.
func place(flag string, v []float64) (*wheelchair.Place, error) {
	switch len(v) {
	case 0:
		return nil, nil
	case 3:
		return &wheelchair.Place{v[0], v[1], v[2]}, nil
	}
	return nil, fmt.Errorf("--%s has %d numbers: give x, y and yaw, such as --%s 2,3,1.57", flag, len(v), flag)
}

// config reads the flags.
func (c *wheelchairCmd) config() (spec wheelchair.Spec, o run.Options, err error) {
	p := wheelchair.DefaultParams()
	if err := run.LoadParams(c.Params, &p); err != nil {
		return spec, o, err
	}
	var err1, err2 error
	p.Mode, p.Map, p.Pad, p.Stay = c.Mode, c.Map, c.Pad, c.Stay || p.Stay
	p.Known = p.Known && !c.Lost && c.Map != "flat"
	var at, to *wheelchair.Place
	at, err1 = place("start", c.Start)
	to, err2 = place("goal", c.Goal)
	if at != nil {
		p.Start = at
	}
	if to != nil {
		p.Goal = to
	}
	if err = errors.Join(err1, err2); err != nil {
		return spec, o, err
	}
	if c.Joypad != "" {
		text, err := os.ReadFile(c.Joypad)
		if err != nil {
			return spec, o, err
		}
		p.Joypad = string(text)
	}
	if c.HIL != "" {
		addrs := strings.Split(c.HIL, ",")
		if len(addrs) != len(spec.HIL) {
			return spec, o, fmt.Errorf("--hil has %d addresses: give those of the kit, the front and the rear scanner, as 'sinew sim wheelchair' tells them", len(addrs))
		}
		copy(spec.HIL[:], addrs)
	}
	o = run.Options{Order: run.Order{Params: &p, Seed: c.Seed, Real: c.HIL != ""}, Speed: c.Speed, For: given(c.For, 180*time.Second), Out: cli.Out(c.Out), Trace: c.Trace}
	if o.Real {
		o.Priority, o.Pausable = c.Priority, "without --hil"
	}
	if c.Web && o.Speed == 0 && !o.Real {
		o.Speed = 1
	}
	return spec, o, run.CheckParams(&p, nil, diag.Pos{}).Err()
}

// Run runs the wheelchair.
func (c *wheelchairCmd) Run(ctx context.Context, t *cli.Tool) error {
	spec, o, err := c.config()
	if err != nil {
		return err
	}
	_, err = t.Do(ctx, spec, o, c.PageFlags.If(c.Web), c.Quiet)
	return err
}
