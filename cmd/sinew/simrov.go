package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov"
	rovbox "github.com/sinew-robotics/sinew/robot/rov/box"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

type simROV struct {
	UDP       string        `name:"udp" help:"Address to listen on; port 0 for any free one." default:"127.0.0.1:4810" placeholder:"ADDR"`
	Mode      string        `help:"lockstep: the controller's time drives the vehicle. free: the vehicle follows the wall clock." default:"lockstep" enum:"lockstep,free"`
	Vehicle   string        `help:"jack (jack-like) or bluerov2-heavy." default:"jack"`
	Seed      uint64        `help:"Seed of all noise, biases, drop-outs and of the current." default:"1"`
	Noise     string        `help:"Sensor noise: none, typical, or paper (0.1 rad of heading, 0.05 rad/s of yaw rate)." default:"paper"`
	Current   []float64     `help:"The water's speed to the north, east and down, in m/s, and, fourth, the standard deviation of its variation." placeholder:"0.2,0,0" range:"-5..5"`
	Bottom    float64       `help:"Depth of the sea bottom, m; 0: open water." range:"0..12000"`
	Relief    float64       `help:"Standard deviation of the bottom's depth, m, drawn from the seed." range:"0..2400"`
	Obstacles int           `help:"Pillars from the bottom to the surface, drawn from the seed." range:"0..64"`
	Dropouts  []string      `help:"Fraction of the time in which a sensor (imu, loch, depth, proximeter, sonar) gives no readings, and the mean length of a drop-out." placeholder:"imu=2%,loch=10%:3s"`
	Fault     []string      `help:"What goes wrong and when: imu, loch, depth, proximeter or sonar with dropout, nan, frozen, range or noisy, thruster0 and on with dead or stuck." placeholder:"imu=nan@5s-7s"`
	Watchdog  time.Duration `help:"Time without a valid command after which the thrusters are set to zero." default:"200ms" range:"1ms..1h"`
	Key       string        `help:"File with the pre-shared key, 16 bytes or more, as from 'openssl rand -hex 32'. Needed beyond loopback." type:"existingfile"`
	For       time.Duration `help:"End after this time; 0 runs until interrupted." range:"0s..8760h"`
	Priority  int           `help:"SCHED_FIFO priority of the simulator's thread, 1 to 99; 0 for none." default:"60" env:"SINEW_PRIORITY" range:"1..99|0"`
	JSON      bool          `name:"json" help:"Print its address as JSON."`
	Piped     bool          `hidden:"" help:"Be the vehicle that standard input describes: the process that a run starts alongside itself."`
}

func (c *simROV) Help() string {
	return `Runs until interrupted and prints one line with its address. Lines on standard error say when a controller comes or goes,
and when the watchdog sets the thrusters to zero. The bytes are described in docs/format/hil.md.

Examples:
  sinew sim rov --udp 127.0.0.1:4810 --mode lockstep
  sinew sim rov --udp 127.0.0.1:4810 --mode free --current 0.2,0.1,0 --dropouts loch=10%:3s
  sinew sim rov --udp 127.0.0.1:4810 --mode free --bottom 7 --relief 0.5 --obstacles 20 --fault proximeter=noisy:0.3@10s-20s
  sinew sim rov --udp 192.168.1.10:4810 --mode free --vehicle bluerov2-heavy --key hil.key`
}

func (c *simROV) Run(ctx context.Context) error {
	if c.Piped {
		return dive.ServeVehicle(ctx, os.Stdin, os.Stdout)
	}
	cfg, err := c.config()
	if err != nil {
		return err
	}
	s, err := rovbox.Listen(cfg)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%w: another simulator is running: add --udp 127.0.0.1:0", err)
	case err != nil:
		return err
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	undo := rt.Tune(rt.Tuning{})
	defer undo()
	v := &cfg.World.Vehicle
	if c.JSON {
		_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
			"address": s.Addr().String(), "mode": c.Mode, "vehicle": v.Name, "thrusters": len(v.Thrusters), "seed": c.Seed,
		})
	} else {
		fmt.Printf("%s, %s, at %v\n", v.Title, c.Mode, s.Addr())
	}
	return s.Serve(ctx)
}

// Check reports the errors of config.
func (c *simROV) Check() error {
	_, err := c.config()
	return err
}

// config reads the flags and reports all that is wrong with them.
func (c *simROV) config() (cfg rovbox.ServerConfig, err error) {
	var errs []error
	check := func(err error) { errs = append(errs, err) }
	cfg = rovbox.ServerConfig{
		Listen: c.UDP, World: rov.WorldConfig{Seed: c.Seed}, Watchdog: c.Watchdog,
		Report: func(line string) { fmt.Fprintln(os.Stderr, line) },
	}
	cfg.Mode, err = hil.ParseMode(c.Mode)
	check(err)
	v, err := rov.Named(c.Vehicle)
	check(err)
	if err == nil {
		v, err = v.WithNoise(c.Noise)
		check(err)
	}
	check(readDropouts(&v, c.Dropouts))
	cfg.World.Vehicle = v
	if n := len(c.Current); n != 0 && n != 3 && n != 4 {
		check(fmt.Errorf("--current has %d numbers: give three, to the north, east and down, and if you like a deviation", n))
	} else if n != 0 {
		cfg.World.Current.Mean = spatial.V(c.Current[0], c.Current[1], c.Current[2])
		if n == 4 {
			cfg.World.Current.Sigma = c.Current[3]
		}
	}
	cfg.World.Ground = rov.Ground{Depth: c.Bottom, Relief: c.Relief, Pillars: rov.Scatter(c.Obstacles, c.Seed)}
	for _, s := range c.Fault {
		f, err := readFault(s)
		check(err)
		cfg.World.Failures = append(cfg.World.Failures, f)
	}
	if c.Key != "" {
		text, err := os.ReadFile(c.Key)
		check(err)
		cfg.Key, err = seal.ParseKey(text)
		check(err)
	}
	cfg.Thread = thread(c.Priority)
	return cfg, errors.Join(errs...)
}

// readDropouts reads imu=2% or loch=10%:3s.
func readDropouts(v *rov.Vehicle, list []string) error {
	var errs []error
	for _, s := range list {
		name, rest, _ := strings.Cut(s, "=")
		share, mean, long := strings.Cut(rest, ":")
		at := map[string]*rov.Dropouts{"imu": &v.IMU.Dropouts, "loch": &v.Loch.Dropouts, "depth": &v.Depth.Dropouts,
			"proximeter": &v.Proximeter.Dropouts, "sonar": &v.Sonar.Dropouts}[name]
		d := rov.Dropouts{}
		var err error
		if d.Share, err = impair.ParseShare(share); err == nil && long {
			d.Mean, err = time.ParseDuration(mean)
		}
		if at == nil || err != nil {
			errs = append(errs, fmt.Errorf("--dropouts %q: write it as imu=2%% or loch=10%%:3s; the sensors are imu, loch, depth, proximeter and sonar", s))
			continue
		}
		*at = d
	}
	return errors.Join(errs...)
}

// readFault reads imu=nan@5s-7s, or depth=range:50@5s, which lasts.
func readFault(s string) (f rov.Failure, err error) {
	wrong := fmt.Errorf("--fault %q: write it as imu=nan@5s-7s, depth=range:50@5s or thruster2=dead@3s; without an end it stays", s)
	part, rest, _ := strings.Cut(s, "=")
	what, when, timed := strings.Cut(rest, "@")
	kind, value, valued := strings.Cut(what, ":")
	if n, ok := strings.CutPrefix(part, "thruster"); ok {
		f.Part = rov.ThrusterPart
		f.Index, err = strconv.Atoi(n)
	} else if k := slices.Index([]string{"imu", "loch", "depth", "proximeter", "sonar"}, part); k >= 0 {
		f.Part = rov.Part(k)
	} else {
		err = wrong
	}
	k := slices.Index([]string{"dropout", "nan", "frozen", "range", "noisy", "dead", "stuck"}, kind)
	if k < 0 || err != nil || !timed {
		return f, wrong
	}
	f.Kind = rov.FailureKind(k)
	if valued {
		if f.Value, err = strconv.ParseFloat(value, 64); err != nil {
			return f, wrong
		}
	}
	from, to, ends := strings.Cut(when, "-")
	if f.From, err = time.ParseDuration(from); err == nil && ends {
		f.To, err = time.ParseDuration(to)
	}
	if err != nil {
		return f, wrong
	}
	return f, nil
}
