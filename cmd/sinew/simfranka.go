package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/box/desk"
	"github.com/sinew-robotics/sinew/robot/franka/box/gripper"
	"github.com/sinew-robotics/sinew/robot/franka/fcimodels"
	"github.com/sinew-robotics/sinew/tool/view/serve"
)

type simFranka struct {
	Protocol uint16        `help:"FCI version: 3 to 5 are Pandas (libfranka 0.4–0.7, 0.8, 0.9), 6 to 10 FR3s (0.10–0.13.2, 0.13.3–0.13.6, 0.14, 0.15–0.17, 0.18 on)." default:"5"`
	Listen   string        `help:"Address of the TCP port (1337 on a real robot, which libfranka requires)." default:"127.0.0.1:1337"`
	Arm      string        `help:"panda or fr3. Default: the one that has the protocol." enum:",panda,fr3" default:""`
	Bare     bool          `help:"No hand on the flange."`
	Pump     bool          `help:"The vacuum gripper on the flange instead of the hand. The arm does not know its mass until a client sets it (SetLoad)."`
	Object   float64       `help:"Width of the object between the hand's fingers, m; with --pump, anything above 0 is a part on the cup." placeholder:"WIDTH" range:"0|0.001..1"`
	Start    []float64     `help:"Initial angles of the seven joints, rad. Default: libfranka's ready pose, 0,-0.785,0,-2.356,0,1.571,0.785." placeholder:"Q,…" range:"-7..7"`
	Table    *float64      `help:"Height of a level surface that stops the end effector, m. --hands has 'table here'." placeholder:"Z" range:"-10..10"`
	Wall     []float64     `help:"Two opposite corners of the box that the end effector may not leave, m: from X,Y,Z to X,Y,Z." placeholder:"X,Y,Z,X,Y,Z" range:"-10..10"`
	Noise    float64       `help:"Sensor noise: 0 for none, 1 for the usual amount." default:"1" range:"0..100"`
	Friction float64       `help:"Dry friction of the joints: 0 for a little that never holds them, 1 for as much as was identified on a Panda." default:"0" range:"0..10"`
	Mismatch float64       `help:"By how much the links' masses differ from the controller's model: a standard deviation, 0.03 for 3 %." default:"0" range:"0..0.2"`
	Seed     uint64        `help:"Seed of the noise and of the masses." default:"1"`
	Priority int           `help:"SCHED_FIFO priority of the 1 kHz cycle, 1 to 99; 0 for none. If it is refused, the robot's time slips when the machine is busy." default:"80" env:"SINEW_PRIORITY" range:"1..99|0"`
	Patience time.Duration `help:"How much longer than its millisecond a cycle waits for a command before the command is lost; robot time slips instead. For machines that cannot keep 1 kHz." range:"0s..1h"`
	Model    string        `help:"File with a model library (libfcimodels.so of one of your robots) for programs that load one. Default: one built from the arm's description, if a C compiler is installed." type:"existingfile"`
	Page     string        `help:"Address of the robot's page: user stop, brakes, guiding by hand, recovery. It always needs a token and, from other machines, TLS. 'none' for no page." default:"127.0.0.1:0" placeholder:"ADDR"`
	Hands    bool          `help:"Take the same commands from standard input, one a line: guide, lead 4 to -0.5, release, lock, unlock, recover, stop, resume, push 0 0 -20, table here, wall, error joint_reflex, object 0.03, wait 2, state, end, help."`
	Script   string        `help:"Script in Lua that does the same by functions of those names: robot.push(0, 0, -20), robot.wait('move')." type:"existingfile" placeholder:"FILE"`
	Exposed  bool          `help:"Allow addresses beyond loopback. FCI has no password: anyone who reaches the port can move the arm."`
	For      time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	Verbose  bool          `short:"v" help:"Log connections."`
}

func (c *simFranka) Help() string {
	return `Runs until interrupted, or for as long as --for says. libfranka programs of the protocol's releases connect to it: robot address 127.0.0.1. The hand is at port 1338, with
--pump the vacuum gripper at 1339; where the arm is not at 1337, at ports that are free.
One line on standard error says that a motion has started, and one says how it ended.

A joint that is more than 0.01 rad beyond its limits must be guided back by hand, or the brakes closed and opened, as on
a real robot: use the page, or --hands.

Examples:
  sinew sim franka
  sinew sim franka --protocol 3 --noise 0 --priority 0
  sinew sim franka --protocol 7 --listen 127.0.0.1:2337
  sinew sim franka --object 0.03
  sinew sim franka --table 0.4 --wall 0.2,-0.5,0.3,0.8,0.5,1
  echo 'guide
  lead 4 to -0.5' | sinew sim franka --hands
  echo 'wait move
  wait 1.5
  push 0 0 -60
  state' | sinew sim franka --hands`
}

func (c *simFranka) Run(ctx context.Context) error {
	robot, err := c.robot()
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	server := box.ServerConfig{
		Listen: c.Listen, Exposed: c.Exposed, Patience: c.Patience, Thread: thread(c.Priority),
		Report: func(line string) { fmt.Fprintln(os.Stderr, line) },
	}
	if server.Library, err = c.library(ctx, robot); err != nil {
		return err
	}
	if c.Verbose {
		server.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	s, err := box.Listen(server, robot)
	if err != nil {
		return taken(err)
	}
	d := desk.New(s)
	grip, err := c.gripper(server)
	if err != nil {
		s.Close()
		return taken(err)
	}
	if grip != nil {
		d.Grip = grip
		over := make(chan struct{})
		go func() { defer close(over); grip.Serve(ctx) }()
		defer func() { end(); <-over }()
	}
	page, err := c.page(d)
	if err != nil {
		s.Close()
		return fmt.Errorf("--page: %w", err)
	}
	defer page.Close()
	fmt.Printf("%v with protocol %d at %s\n", robot.Config().Arm, c.Protocol, s.Addr())
	if grip != nil {
		fmt.Printf("%v at %s\n", c.device().Kind(), grip.Addr())
	}
	if page.URL() != "" {
		fmt.Printf("stop, brakes and guiding: %s\n", page.URL())
	}
	if c.Hands {
		go func() {
			switch err := d.Lines(os.Stdin, os.Stdout); {
			case errors.Is(err, desk.ErrEnd):
				end()
			case err != nil:
				fmt.Fprintln(os.Stderr, "sinew: standard input:", err)
			}
		}()
	}
	if err := c.script(ctx, d, end); err != nil {
		s.Close()
		return err
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	return s.Serve(ctx)
}

// script starts the script, if there is one.
func (c *simFranka) script(ctx context.Context, d *desk.Desk, end func()) error {
	if c.Script == "" {
		return nil
	}
	text, err := os.ReadFile(c.Script)
	if err != nil {
		return fmt.Errorf("--script: %w", err)
	}
	go func() {
		switch err := d.Script(ctx, filepath.Base(c.Script), string(text), os.Stdout); {
		case errors.Is(err, desk.ErrEnd):
			end()
		case err != nil && ctx.Err() == nil:
			fmt.Fprintln(os.Stderr, "sinew: --script:", err)
		}
	}()
	return nil
}

// taken says what to do when a port is in use.
func taken(err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w: another robot is running: add --listen 127.0.0.1:2337", err)
	}
	return err
}

// device is the gripper on the flange; nil for none.
func (c *simFranka) device() gripper.Device {
	switch {
	case c.Pump:
		return gripper.NewCup()
	case c.Bare:
		return nil
	}
	return gripper.NewHand()
}

// gripper opens the port of the gripper: the maker's if the arm has the maker's port, otherwise a free one.
func (c *simFranka) gripper(arm box.ServerConfig) (*gripper.Server, error) {
	d := c.device()
	if d == nil {
		return nil, nil
	}
	if err := d.Scene().Object(c.Object); err != nil {
		return nil, fmt.Errorf("--object %g: %w", c.Object, err)
	}
	host, port, err := net.SplitHostPort(arm.Listen)
	if err != nil {
		return nil, err
	}
	at := 0
	if port == strconv.Itoa(franka.DefaultPort) {
		at = d.Kind().Port()
	}
	return gripper.Listen(gripper.Config{
		Listen: net.JoinHostPort(host, strconv.Itoa(at)), Exposed: arm.Exposed, Report: arm.Report, Log: arm.Log,
	}, d)
}

// robot makes the robot that the flags describe.
func (c *simFranka) robot() (*box.Robot, error) {
	cfg := box.Config{
		Version: franka.Version(c.Protocol), Bare: c.Bare || c.Pump, Noise: box.DefaultNoise().Scale(c.Noise), Seed: c.Seed,
		Friction: c.Friction, Mismatch: c.Mismatch, Table: c.Table,
		Arm: map[string]box.Arm{"panda": box.Panda, "fr3": box.FR3}[c.Arm],
	}
	if err := cfg.Version.Check(); err != nil {
		return nil, fmt.Errorf("--protocol %d: %w", c.Protocol, err)
	}
	if c.Bare && c.Pump {
		return nil, errors.New("--bare and --pump: a vacuum gripper is on the flange or nothing is, give one of them")
	}
	if c.Bare && c.Object > 0 {
		return nil, errors.New("--bare and --object: nothing is on the flange that could hold an object, give one of them")
	}
	switch {
	case len(c.Start) == franka.Joints:
		cfg.Q0 = [franka.Joints]float64(c.Start)
	case len(c.Start) > 0:
		return nil, fmt.Errorf("--start: %d angles: give seven, with commas between", len(c.Start))
	}
	robot, err := box.New(cfg)
	if err != nil || len(c.Wall) == 0 {
		return robot, err
	}
	if len(c.Wall) != 6 {
		return nil, fmt.Errorf("--wall: %d numbers: give two corners, X,Y,Z,X,Y,Z", len(c.Wall))
	}
	if !robot.Wall(box.Between([3]float64(c.Wall[:3]), [3]float64(c.Wall[3:]))) {
		return nil, fmt.Errorf("--wall %g: the second corner has the greater numbers, and neither is farther than 10 m from the base", c.Wall)
	}
	return robot, nil
}

// library returns the model library for programs that load one. If there is none it says so and returns nil.
func (c *simFranka) library(ctx context.Context, r *box.Robot) (func(franka.Library) ([]byte, error), error) {
	if c.Model != "" {
		object, err := os.ReadFile(c.Model)
		if err != nil {
			return nil, fmt.Errorf("--model: %w", err)
		}
		return fcimodels.Stored(object), nil
	}
	compiler, err := fcimodels.Compiler()
	if err != nil {
		fmt.Printf("no model library for programs that load one: %v\n", err)
		return nil, nil
	}
	return fcimodels.Prepare(ctx, r.Bare(), compiler)
}

// deskPage is the page of a robot's desk; the zero value means that there is none.
type deskPage struct{ server *serve.Server }

// page serves the robot's page. Its users can move the arm, so it asks for a token on this machine too.
func (c *simFranka) page(d *desk.Desk) (p deskPage, err error) {
	if c.Page == "none" {
		return p, nil
	}
	p.server, err = serve.Serve(serve.Config{Addr: c.Page, Token: rand.Text(), Handlers: d.Handlers()})
	return p, err
}

// URL is the address to open, with the token.
func (p deskPage) URL() string {
	if p.server == nil {
		return ""
	}
	return p.server.URL()
}

// Close closes the page.
func (p deskPage) Close() {
	if p.server != nil {
		_ = p.server.Close() // its browsers are gone: nobody to tell
	}
}
