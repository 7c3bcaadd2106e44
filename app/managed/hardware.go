package managed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/bridge/serial"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/transmission"
	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/cia402"
	canbox "github.com/sinew-robotics/sinew/robot/cia402/box"
	"github.com/sinew-robotics/sinew/robot/dynamixel"
	servobox "github.com/sinew-robotics/sinew/robot/dynamixel/box"
	"github.com/sinew-robotics/sinew/robot/franka"
	frankadrive "github.com/sinew-robotics/sinew/robot/franka/drive"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/sim"
)

// device is hardware that a component's plugin names: a driver and, if it is simulated in this process, what advances its
// time.
type device struct {
	hw.Driver
	pass   func(time.Duration)
	state  []any    // the state that a run changes
	mu     rt.Mutex // for last: a component on a thread of its own writes it
	last   []float64
	life   hw.LifeCycle // for a driver that does not report it
	info   *hw.Info     // with the description's joint names; nil: the driver's own
	motors *device      // the device behind transmissions; nil without transmissions
	// limits are the maker's, for what is no joint of the description.
	limits map[string]safety.AxisLimit
}

// Info implements hw.Driver.
func (d *device) Info() hw.Info {
	if d.info != nil {
		return *d.info
	}
	return d.Driver.Info()
}

// name maps the joints of a maker's arm, which its driver calls joint1, joint2 and so on, to their names in the description,
// in its order.
func (d *device) name(k *urdf.Component, joints int) error {
	if len(k.Joints) != joints {
		return fmt.Errorf("it has %d joints: list the arm's %d, from base to tip", len(k.Joints), joints)
	}
	names := map[string]string{}
	for i, j := range k.Joints {
		names[fmt.Sprint("joint", i+1)] = j.Name
	}
	rename := func(list []hw.Handle) (to []hw.Handle) {
		for _, h := range list {
			if joint, what, ok := strings.Cut(h.Name, "/"); ok && names[joint] != "" {
				h.Name = names[joint] + "/" + what
			}
			to = append(to, h)
		}
		return to
	}
	in := d.Driver.Info()
	in.State = rename(in.State)
	in.Groups = slices.Clone(in.Groups)
	for i := range in.Groups {
		in.Groups[i].Command = rename(in.Groups[i].Command)
	}
	d.info = &in
	return nil
}

// Read implements hw.Driver: simulated hardware first advances by a period.
func (d *device) Read(state []float64) error {
	if d.pass != nil {
		d.pass(d.Info().Period)
	}
	err := d.Driver.Read(state)
	if err == nil {
		d.mu.Lock()
		d.last = append(d.last[:0], state...)
		d.mu.Unlock()
	}
	return err
}

// Position returns where a joint was at the last reading, NaN if it is not this device's.
func (d *device) Position(joint string) float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, h := range d.Info().State {
		if h.Name == joint+"/position" && i < len(d.last) {
			return d.last[i]
		}
	}
	return math.NaN()
}

// Enter implements hw.Driver.
func (d *device) Enter(to hw.LifeCycle) error {
	err := d.Driver.Enter(to)
	if err == nil {
		d.life = to
	}
	return err
}

// LifeCycle implements hw.Stater.
func (d *device) LifeCycle() hw.LifeCycle {
	if s, ok := d.Driver.(hw.Stater); ok {
		return s.LifeCycle()
	}
	return d.life
}

// Halt implements manager.Halter, for drivers that are one. Drivers of motors with a watchdog of their own are not: another
// thread may not use them, and the motors stop on their own once the program is silent.
func (d *device) Halt() error {
	if h, ok := d.Driver.(manager.Halter); ok {
		return h.Halt()
	}
	return errors.New("nothing but its own watchdog stops it")
}

// through puts a component's transmissions in front of its device: the device knows actuators, and the result knows joints.
func (d *device) through(list []transmission.Fitted) (*device, error) {
	if len(list) == 0 {
		return d, nil
	}
	t, err := transmission.NewDriver(d, list)
	out := &device{Driver: t, pass: d.pass, state: d.state, limits: d.limits, motors: d}
	d.pass = nil // it belongs to the outer device
	return out, err
}

// simulated replaces an address if the hardware is simulated in this process.
const simulated = "sim"

// plugins lists the plugins that open knows, for messages.
const plugins = "sinew/mock, mock_components/GenericSystem, sinew/xarm7, sinew/franka, sinew/cia402, sinew/dynamixel and sinew/rov"

// open makes the hardware that a component's plugin names, behind its transmissions; nil for a mock, which has joints.
func (s Spec) open(k *urdf.Component, period time.Duration) (*device, error) {
	k, fitted := k.Actuated()
	d, err := s.plugin(k, period)
	if err != nil || d == nil {
		return nil, err
	}
	return d.through(fitted)
}

// plugin makes the hardware itself.
func (s Spec) plugin(k *urdf.Component, period time.Duration) (*device, error) {
	if own := s.Drivers[k.Plugin]; own != nil {
		d, err := own(k, period)
		if err != nil {
			return nil, err
		}
		return &device{Driver: d}, nil
	}
	switch k.Plugin {
	case "sinew/mock", "mock_components/GenericSystem", "fake_components/GenericSystem":
		return nil, nil
	case "sinew/xarm7":
		return openXArm(k, period)
	case "sinew/franka":
		return openFranka(k, period)
	case "sinew/cia402":
		return openCiA402(k, period)
	case "sinew/dynamixel":
		return openDynamixel(k, period)
	case "sinew/rov":
		return openROV(k, period)
	}
	known := plugins
	if len(s.Drivers) > 0 {
		known += "; and its own " + strings.Join(slices.Sorted(maps.Keys(s.Drivers)), ", ")
	}
	return nil, fmt.Errorf("its plugin is %q: this program knows %s", k.Plugin, known)
}

// numbers reads parameters that are numbers.
type numbers struct{ errs []error }

// get reads a parameter of a part of the description; its default is missing.
func (n *numbers) get(where string, params map[string]string, name string, missing float64) float64 {
	text, ok := params[name]
	if !ok {
		if missing != missing {
			n.errs = append(n.errs, fmt.Errorf("%s: <param name=%q> is missing", where, name))
		}
		return missing
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || x-x != 0 {
		n.errs = append(n.errs, fmt.Errorf("%s: %s is %q, no number", where, name, text))
	}
	return x
}

// openXArm reaches an xArm 7 at the parameter address, "sim" or HOST:PORT. Its joints are joint1 to joint7.
func openXArm(k *urdf.Component, period time.Duration) (*device, error) {
	addr := k.Params["address"]
	d := &device{}
	cfg := xarm.DriverConfig{Name: k.Name, Period: period}
	switch addr {
	case "":
		return nil, errors.New(`<param name="address"> is missing: give HOST:502, or sim for a simulated box in this process`)
	case simulated:
		chain, err := xarm.Model()
		if err != nil {
			return nil, err
		}
		home := xarm.Home()
		arm, err := sim.NewArm(chain, sim.ArmConfig{})
		if err != nil {
			return nil, err
		}
		box, err := xarmbox.New(xarmbox.Config{Kinematics: xarmbox.NewKinematics(chain, xarm.Collider(chain)), Plant: arm, Start: home[:]})
		if err != nil {
			return nil, err
		}
		var now time.Duration
		d.pass = func(t time.Duration) { now += t; box.Advance(now) }
		d.state = []any{box, &now}
		cfg.Dial = xarmbox.NewMemNet(box, xarmbox.Failures{}).Dial
	default:
		cfg.Dial = xarm.DialTCP(addr, time.Second)
	}
	var err error
	if d.Driver, err = xarm.NewDriver(cfg); err != nil {
		return nil, err
	}
	return d, d.name(k, xarm.Joints)
}

// openFranka reaches an arm at the parameter address: model says panda, which is the default, or fr3, and version the
// protocol of its controller, by default the newest. Its joints are listed from base to tip, whatever their names.
func openFranka(k *urdf.Component, period time.Duration) (*device, error) {
	var n numbers
	newest, model := franka.Version5, cmp.Or(k.Params["model"], "panda")
	switch model {
	case "panda":
	case "fr3":
		newest = franka.Version10
	default:
		n.errs = append(n.errs, fmt.Errorf("model is %q: give panda or fr3", model))
	}
	number := n.get("component", k.Params, "version", float64(newest))
	addr, v := k.Params["address"], franka.Version(min(max(number, 0), 255))
	if !v.Supported() || float64(v) != number {
		n.errs = append(n.errs, fmt.Errorf("version is %g: give one from %d to %d", number, franka.Version3, franka.Version10))
	} else if _, given := k.Params["model"]; given && v.FR3() != (model == "fr3") {
		n.errs = append(n.errs, fmt.Errorf("the %s does not speak version %d: its newest is %d", model, v, newest))
	}
	if addr == "" {
		n.errs = append(n.errs, errors.New(`<param name="address"> is missing: give HOST, or HOST:1337`))
	}
	if !strings.Contains(addr, ":") {
		addr += ":1337"
	}
	d, err := frankadrive.New(frankadrive.Config{Name: k.Name, Period: period, Speed: n.get("component", k.Params, "speed", 0.5),
		Dial: func(ctx context.Context) (*franka.Client, error) {
			return franka.Dial(ctx, addr, franka.Options{Version: v})
		}})
	if err := errors.Join(append(n.errs, err)...); err != nil {
		return nil, err
	}
	f := &device{Driver: d}
	return f, f.name(k, franka.Joints)
}

// openCiA402 reaches drives on the buses that the parameter can names: SocketCAN interfaces separated by commas, or sim. A
// joint has the parameters node, bus (default 0) and counts, the increments per turn of the joint.
func openCiA402(k *urdf.Component, period time.Duration) (*device, error) {
	var n numbers
	cfg := cia402.Config{Name: k.Name, Period: period}
	buses := 1
	for _, j := range k.Joints {
		a := cia402.Axis{Name: j.Name, Node: uint8(min(max(n.get(j.Name, j.Params, "node", math.NaN()), 0), 255)), Bus: int(n.get(j.Name, j.Params, "bus", 0)),
			Counts: n.get(j.Name, j.Params, "counts", math.NaN()), Ratio: n.get(j.Name, j.Params, "gear", 1)}
		cfg.Axes = append(cfg.Axes, a)
		buses = max(buses, a.Bus+1)
	}
	if k.Params["can"] == "" {
		n.errs = append(n.errs, errors.New(`<param name="can"> is missing: give interfaces such as can0, or sim for simulated drives in this process`))
	}
	if err := errors.Join(n.errs...); err != nil {
		return nil, err
	}
	d := &device{}
	if k.Params["can"] == simulated {
		if buses > 16 {
			return nil, fmt.Errorf("there are %d simulated buses: at most 16", buses)
		}
		if err := d.simulateCAN(&cfg, buses); err != nil {
			return nil, err
		}
	} else {
		for name := range strings.SplitSeq(k.Params["can"], ",") {
			cfg.Buses = append(cfg.Buses, func() (canopen.Bus, error) { return canopen.Open(strings.TrimSpace(name)) })
		}
	}
	var err error
	d.Driver, err = cia402.NewDriver(cfg)
	return d, err
}

// simulateCAN makes buses in memory with a drive for every axis.
func (d *device) simulateCAN(cfg *cia402.Config, buses int) error {
	nets := make([]*canopen.Net, buses)
	d.pass = func(t time.Duration) {
		for _, n := range nets {
			n.Advance(t)
		}
	}
	for i := range nets {
		n, err := canopen.NewNet(1_000_000, 250*time.Microsecond)
		if err != nil {
			return err
		}
		n.Pass = d.pass
		nets[i] = n
		port := n.Port()
		cfg.Buses = append(cfg.Buses, func() (canopen.Bus, error) { port.Open(); return port, nil })
	}
	for _, a := range cfg.Axes {
		m := canbox.Usual()
		m.Counts = math.Abs(a.Counts)
		if a.Bus < 0 {
			continue // NewDriver reports it
		}
		if _, err := canbox.Attach(nets[a.Bus], a.Node, m); err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	d.state = []any{nets}
	return nil
}

// openDynamixel reaches servos at the parameter port, a serial port or sim. A joint has the parameters id; zero (default
// 2048), the count at position 0; and turn (default 1), the joint's turns per turn of the servo.
func openDynamixel(k *urdf.Component, period time.Duration) (*device, error) {
	var n numbers
	cfg := dynamixel.Config{Name: k.Name, Period: period, Baud: int(n.get("component", k.Params, "baud", 1_000_000))}
	var ids []uint8
	for _, j := range k.Joints {
		s := dynamixel.Servo{Name: j.Name, ID: uint8(min(max(n.get(j.Name, j.Params, "id", math.NaN()), 0), 255)), Zero: int(n.get(j.Name, j.Params, "zero", 2048)),
			Turn: n.get(j.Name, j.Params, "turn", 1)}
		cfg.Servos = append(cfg.Servos, s)
		ids = append(ids, s.ID)
	}
	port := k.Params["port"]
	if port == "" {
		n.errs = append(n.errs, errors.New(`<param name="port"> is missing: give one such as /dev/ttyUSB0, or sim for simulated servos in this process`))
	}
	if err := errors.Join(n.errs...); err != nil {
		return nil, err
	}
	d := &device{}
	if port == simulated {
		l, err := servobox.NewLine(cfg.Baud, ids...)
		if err != nil {
			return nil, err
		}
		cfg.Dial, d.pass, d.state = l.Dial, l.Advance, []any{l}
	} else {
		cfg.Dial = func() (dynamixel.Conn, error) { return serial.Open(port, cfg.Baud) }
	}
	var err error
	d.Driver, err = dynamixel.NewDriver(cfg)
	return d, err
}
