package managed

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/bridge/serial"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/robot/cia402"
	canbox "github.com/sinew-robotics/sinew/robot/cia402/box"
	"github.com/sinew-robotics/sinew/robot/dynamixel"
	servobox "github.com/sinew-robotics/sinew/robot/dynamixel/box"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/sim"
)

// device is hardware that a component's plugin names: a driver and, where it is simulated in this process, what lets its
// time pass.
type device struct {
	hw.Driver
	pass  func(time.Duration)
	state []any // what a run changes of it
	last  []float64
}

// Read implements hw.Driver: simulated hardware gets on by a period before.
func (d *device) Read(state []float64) error {
	if d.pass != nil {
		d.pass(d.Info().Period)
	}
	err := d.Driver.Read(state)
	if err == nil {
		d.last = append(d.last[:0], state...)
	}
	return err
}

// Position is where a joint was at the last reading, NaN for none of its own.
func (d *device) Position(joint string) float64 {
	for i, h := range d.Info().State {
		if h.Name == joint+"/position" && i < len(d.last) {
			return d.last[i]
		}
	}
	return math.NaN()
}

// LifeCycle implements hw.Stater.
func (d *device) LifeCycle() hw.LifeCycle { return d.Driver.(hw.Stater).LifeCycle() }

// Halt implements manager.Halter, for drivers that can.
func (d *device) Halt() error {
	if h, ok := d.Driver.(interface{ EmergencyStop() error }); ok {
		return h.EmergencyStop()
	}
	return errors.New("it has no stop of its own")
}

// simulated stands for an address where hardware is simulated in this process.
const simulated = "sim"

// plugins lists those that open knows, for messages.
const plugins = "sinew/mock, mock_components/GenericSystem, sinew/xarm7, sinew/cia402 and sinew/dynamixel"

// open makes the hardware that a component's plugin names; nil for a mock.
func open(k *urdf.Component, period time.Duration) (*device, error) {
	switch k.Plugin {
	case "sinew/mock", "mock_components/GenericSystem", "fake_components/GenericSystem":
		return nil, nil
	case "sinew/xarm7":
		return openXArm(k, period)
	case "sinew/cia402":
		return openCiA402(k, period)
	case "sinew/dynamixel":
		return openDynamixel(k, period)
	}
	return nil, fmt.Errorf("its plugin is %q: this program knows %s", k.Plugin, plugins)
}

// numbers reads parameters that are numbers.
type numbers struct{ errs []error }

// get reads a parameter of a part of the description; without it, it is missing.
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
	d.Driver, err = xarm.NewDriver(cfg)
	return d, err
}

// openCiA402 reaches drives on the buses that the parameter can names: interfaces of SocketCAN with commas between them, or
// sim. A joint has the parameters node, bus (0 unless given) and counts, the increments in a turn of the joint.
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
			continue // NewDriver says so
		}
		if _, err := canbox.Attach(nets[a.Bus], a.Node, m); err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	d.state = []any{nets}
	return nil
}

// openDynamixel reaches servos at the parameter port, a serial port or sim. A joint has the parameters id, zero (2048 unless
// given), the count at which it stands at 0, and turn (1), the joint's turns for one of the servo.
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

// periodOf is the period of a rate in Hz; 0 for 0.
func periodOf(rate float64) time.Duration {
	if rate <= 0 {
		return 0
	}
	return time.Duration(math.Round(1e9 / rate))
}
