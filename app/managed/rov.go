package managed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// pool is a vehicle in simulated water, for its driver.
type pool struct{ *rov.World }

// Latest implements rov.Link.
func (p pool) Latest(r *rov.Readings) (age time.Duration, ok bool) {
	*r = *p.Readings()
	return p.Now() - r.Time, true
}

// openROV simulates the vehicle that the parameter vehicle names. Its thrusters are <gpio name="thruster1"> and so on with
// the command interface effort, N; without a controller they exert no force. Its sensors are states, such as imu/yaw.
func openROV(k *urdf.Component, period time.Duration) (*device, error) {
	if at := k.Params["address"]; at != simulated {
		return nil, fmt.Errorf(`<param name="address"> is %q: give sim; a vehicle in the loop runs under 'sinew run' with a model of Atoms`, at)
	}
	v, err := rov.Named(k.Params["vehicle"])
	if err != nil {
		return nil, fmt.Errorf(`<param name="vehicle">: %w`, err)
	}
	for i := range v.Thrusters {
		name := fmt.Sprint("thruster", i+1)
		at := slices.IndexFunc(k.Pins, func(p urdf.Part) bool { return p.Name == name })
		if at < 0 || !slices.ContainsFunc(k.Pins[at].Commands, func(c urdf.Interface) bool { return c.Name == "effort" }) {
			return nil, fmt.Errorf("the vehicle has %d thrusters: list <gpio name=%q> with <command_interface name=\"effort\"/>", len(v.Thrusters), name)
		}
	}
	w, err := rov.NewWorld(rov.WorldConfig{Vehicle: v})
	if err != nil {
		return nil, err
	}
	d := &device{Driver: rov.NewDriver(&v, pool{w}), state: []any{w}, limits: map[string]safety.AxisLimit{}}
	for i, x := range v.Thrusters {
		l := safety.Unlimited()
		l.Effort = min(x.Forward, x.Backward)
		d.limits[fmt.Sprint("thruster", i+1)] = l
	}
	var now time.Duration
	d.pass = func(t time.Duration) {
		now += t
		_ = w.AdvanceTo(reactor.Time(now)) // after an error the world stands still
	}
	d.state = append(d.state, &now)
	in := d.Driver.Info()
	in.Name, in.Period = k.Name, period
	in.Groups = slices.Clone(in.Groups)
	g := &in.Groups[0]
	g.Command = slices.Clone(g.Command)
	for i := range g.Command {
		g.Command[i].Name = strings.Replace(g.Command[i].Name, "/force", "/effort", 1)
	}
	d.info = &in
	return d, nil
}
