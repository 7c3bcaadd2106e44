package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
)

type simCmd struct {
	XArm7  simXArm7  `cmd:"" name:"xarm7" help:"An xArm 7's control box."`
	Franka simFranka `cmd:"" name:"franka" help:"A Franka robot behind its control interface."`
	ROV    simROV    `cmd:"" name:"rov" help:"An underwater robot on the other side of a network, in lock-step or on the wall clock."`

	Wheelchair elsewhereCmd `cmd:"" name:"wheelchair" passthrough:"" help:"A powered wheelchair: its Personal Mobility Kit and two laser scanners, in a room."`
	CiA402     elsewhereCmd `cmd:"" name:"cia402" passthrough:"" help:"Drives of CiA 402 on a CANopen bus."`
	Dynamixel  elsewhereCmd `cmd:"" passthrough:"" help:"Servos of ROBOTIS' X series on a serial line, behind a pseudo-terminal."`
}

func (c *simCmd) Help() string { return "Example:\n  sinew sim xarm7 --listen 127.0.0.1:5020" }

type simXArm7 struct {
	Listen   string        `help:"Address of the command port (502 on a real box, which the maker's SDKs require)." default:"127.0.0.1:502"`
	Reports  int           `help:"First of the four report ports, 30000 on a real box; 0 for any free ones, --reports=-1 for none." default:"30000" range:"-1..65532"`
	Stale    time.Duration `help:"Refresh period of the pose registers." default:"10ms" range:"0s..10s"`
	Plant    string        `help:"sinew or mujoco (a build with -tags mujoco)." default:"sinew"`
	Exposed  bool          `help:"Allow addresses beyond loopback. The protocol has no password: anyone who reaches the port can move the arm."`
	Firmware string        `help:"The firmware it says it has. From v2.0.102 on the SDKs wait for feedback, from v2.1.0 on it knows standard Modbus TCP." default:"v1.12.10" placeholder:"VERSION"`
	Serial   string        `help:"The arm's serial number. Joints 2 and 4 of XI1305 and later stop earlier." default:"XI1305"`
	Tool     string        `help:"What is at the flange: gripper, bio, vacuum, robotiq or slave (a Modbus slave of unit 1 with plain registers); nothing unless given." placeholder:"TOOL"`
	Track    bool          `help:"A linear track is on the box's RS-485 line."`
	Force    bool          `help:"A force-torque sensor is at the flange. It feels a floor at the base's height."`
	Payload  float64       `help:"Mass of what is at the flange, kg: the force-torque sensor and load identification find it." range:"0..30" placeholder:"KG"`
	Pages    bool          `help:"Answer as the maker's protocol pages say where its SDKs read something else."`
	Priority int           `help:"SCHED_FIFO priority of the threads that answer, 1 to 99; 0 for none." default:"79" env:"SINEW_PRIORITY" range:"1..99|0"`
	For      time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	Verbose  bool          `short:"v" help:"Log connections."`
	Piped    bool          `hidden:"" help:"Be the box and camera that standard input describes: the process that the demo starts alongside itself."`
}

// floorStiffness is the stiffness of the floor under a simulated force-torque sensor, N/m: a table with a rubber mat.
const floorStiffness = 2000

func (c *simXArm7) Help() string {
	return "Runs until interrupted, or for as long as --for says. The vendor's SDKs connect to it: XArmAPI('127.0.0.1').\n\nExamples:\n  sinew sim xarm7\n  sinew sim xarm7 --listen 127.0.0.1:5020 --reports 0\n  sinew sim xarm7 --firmware v2.7.1 --tool gripper --track"
}

func (c *simXArm7) Run(ctx context.Context) error {
	if c.Piped {
		return lemon.ServeBox(ctx, os.Stdin, os.Stdout)
	}
	p := lemon.DefaultParams()
	p.StalePeriod, p.Plant = c.Stale, c.Plant
	if err := p.Validate(); err != nil {
		return err
	}
	rig, err := lemon.NewRigWith(p, 1, func(b *xarmbox.Config) {
		b.Firmware, b.ArmSerial, b.Tool, b.Track, b.PageForms = c.Firmware, c.Serial, xarmbox.Tool(c.Tool), c.Track, c.Pages
		if b.Payload[0] = c.Payload; c.Force {
			b.ForceSensor, b.Floor = true, floorStiffness
		}
	})
	if err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("--listen %q: %w: write it as 127.0.0.1:502", c.Listen, err)
	}
	cfg := xarmbox.ServerConfig{Command: c.Listen, Exposed: c.Exposed}
	if port == "502" {
		cfg.Second = net.JoinHostPort(host, "503")
	}
	if c.Priority > 0 {
		defer rt.Tune(rt.Tuning{})()
		cfg.Thread = func() func() {
			_, thread := rt.Setup(rt.Options{Priority: c.Priority})
			return thread.Release
		}
	}
	if c.Reports >= 0 {
		cfg.Reports = xarmbox.ReportAddrs(host, c.Reports)
	}
	if c.Verbose {
		cfg.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	s, err := xarmbox.Listen(cfg, rig.Box)
	switch {
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%w: ports below 1024 are the administrator's: add --listen 127.0.0.1:5020", err)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%w: another box is running: add --listen 127.0.0.1:5020 --reports 0", err)
	case err != nil:
		return err
	}
	fmt.Printf("xArm 7 control box at %s\n", s.Addr())
	for k := range xarm.ReportKinds {
		if a := s.ReportAddr(xarm.ReportKind(k)); a != "" {
			fmt.Printf("reports of port %s at %s\n", strconv.Itoa(xarm.ReportKind(k).Port()), a)
		}
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	return s.Serve(ctx)
}

// thread makes the calling thread as punctual as the machine allows, and returns the error if the machine refuses; nil for
// no priority.
func thread(priority int) func() (undo func()) {
	if priority == 0 {
		return nil
	}
	return func() func() {
		report, thread := rt.Setup(rt.Options{Priority: priority, LatencyFD: true})
		for _, w := range report.Warnings() {
			fmt.Fprintln(os.Stderr, "sinew:", w)
		}
		return thread.Release
	}
}
