// Package command is `sinew link`: flags for the two ends of a link and for a bad line between them, and their
// implementation. Programs that include it provide its other schemes.
package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Link is the command.
type Link struct {
	Serve   Serve   `cmd:"" help:"The end beside the robot: run the motions that applications request."`
	Connect Connect `cmd:"" help:"The end away from the robot: run a motion through an interface, or offer FCI to any program."`
	Watch   Watch   `cmd:"" help:"Read the robot through an interface, alongside the program that moves it."`
	Impair  Impair  `cmd:"" help:"Between the two ends: delay, lose, duplicate and damage packets."`
}

// Schemes finds the schemes besides smooth by name, with how long the interface waits within the robot's cycle and what the
// application commands, 0 for the scheme's own values.
type Schemes func(name string, wait, command time.Duration) (remote.Scheme, error)

// New makes the command.
func New(other Schemes) Link {
	return Link{Serve: Serve{Both: Both{other: other}}, Connect: Connect{Both: Both{other: other}}}
}

// Help shows examples.
func (c *Link) Help() string {
	return `An interface beside a Franka, an application anywhere, and few bytes between them.

Examples:
  sinew sim franka
  sinew link serve --robot 127.0.0.1:1337 --listen 127.0.0.1:4000
  sinew link connect 127.0.0.1:4000 --motion cartesian`
}

// Both are the flags of both ends.
type Both struct {
	Scheme string `help:"Scheme of the two ends: ${enum}." enum:"sync,async1,simple,async2,async3,smooth" default:"smooth"`
	Key    string `help:"File with the pre-shared key, 16 bytes or more, as from 'openssl rand -hex 32'. Needed beyond loopback." type:"existingfile"`

	other Schemes
}

// read returns the scheme and the key.
func (c *Both) read(wait, command time.Duration) (s remote.Scheme, key []byte, err error) {
	s = remote.Smooth{}
	if c.Scheme != s.String() {
		s, err = c.other(c.Scheme, wait, command)
	}
	if err != nil || c.Key == "" {
		return s, nil, err
	}
	text, err := os.ReadFile(c.Key)
	if err != nil {
		return s, nil, err
	}
	key, err = seal.ParseKey(text)
	return s, key, err
}

// realtime returns the real-time request of a loop with this priority.
func realtime(priority int) *rt.Options {
	if priority == 0 {
		return nil
	}
	return &rt.Options{Priority: priority, LatencyFD: true}
}

// warn reports what the system refused, and the consequences.
func warn(r rt.Report) {
	for _, w := range r.Warnings() {
		fmt.Fprintln(os.Stderr, "sinew:", w)
	}
}

// warnUnguarded explains the consequences of unprotected packets.
func warnUnguarded(s remote.Scheme, crc bool, key []byte) {
	switch {
	case key != nil:
	case s.String() == "smooth" && !crc:
		fmt.Fprintln(os.Stderr, "sinew: packets without CRC and key: damage on the line passes for commands and states; the arm's limits hold, its path may not")
	case s.String() != "smooth" && s.String() != "sync":
		fmt.Fprintf(os.Stderr, "sinew: scheme %v has no CRC: without --key damage on the line passes for commands\n", s)
	}
}

// Serve runs the end beside the robot.
type Serve struct {
	Robot       string        `help:"Address of the robot." default:"127.0.0.1:1337"`
	Listen      string        `help:"Address at which applications connect." default:"127.0.0.1:4000"`
	NoKey       bool          `name:"no-key" help:"No key for a real robot if --listen is on loopback: every user of this machine can move it."`
	Application string        `help:"Application to connect to, with schemes simple and async2, in which the interface is the client." placeholder:"ADDR"`
	Protocol    uint16        `help:"FCI version to require, 3 to 10. Default: the robot's."`
	Motions     int           `help:"End after this many motions; 0 runs until interrupted." range:"0..1000000000"`
	Priority    int           `help:"SCHED_FIFO priority of the 1 kHz loop, 1 to 99; 0 for none. If it is refused, a busy machine loses cycles." default:"80" env:"SINEW_PRIORITY" range:"1..99|0"`
	Spin        time.Duration `help:"How long before each state the loop stops sleeping and polls; 0 for never. Only with a priority." default:"100us" range:"0s..1s"`
	Wait        time.Duration `help:"How long schemes sync, simple and async2 wait within the robot's cycle. Default: 1s, 300µs and 300µs." range:"0s..1m"`
	Unlimited   bool          `help:"Except with smooth: pass commands to the robot unchanged, as the programs of the student project did. The robot aborts motions that break its limits."`
	CRC         bool          `name:"crc" default:"true" negatable:"" help:"Refuse applications whose packets carry neither CRC nor MAC (smooth); --no-crc serves them."`
	Both
}

// Help shows examples.
func (c *Serve) Help() string {
	return `Runs until interrupted. It prints a line when a motion begins, one about how it ended, and its traffic.
Beyond loopback, or if the robot is beyond it, both ends need the same --key; every packet then carries a MAC.

Examples:
  sinew link serve --robot 127.0.0.1:1337 --listen 127.0.0.1:4000
  sinew link serve --robot 172.16.0.2 --listen 192.168.1.10:4000 --key link.key
  sinew link serve --scheme simple --application 127.0.0.1:4001`
}

// spin returns Spin for a ServeConfig: without a priority, spinning would only use up the loop's share of the processor.
func (c *Serve) spin() time.Duration {
	if c.Priority == 0 || c.Spin == 0 {
		return -1
	}
	return c.Spin
}

// Run serves until ctx ends.
func (c *Serve) Run(ctx context.Context) error {
	scheme, key, err := c.read(c.Wait, 0)
	if err != nil {
		return err
	}
	if c.NoKey && key != nil {
		return errors.New("--key and --no-key: give one of them")
	}
	if c.Protocol != 0 {
		if err := franka.Version(c.Protocol).Check(); err != nil {
			return fmt.Errorf("--protocol %d: %w", c.Protocol, err)
		}
	}
	thread := realtime(c.Priority)
	s, err := remote.Listen(remote.ServeConfig{
		Robot: c.Robot, Version: franka.Version(c.Protocol), Listen: c.Listen, Application: c.Application, Scheme: scheme,
		Key: key, NoKey: c.NoKey, Unguarded: !c.CRC, Unlimited: c.Unlimited, Motions: c.Motions, Realtime: thread, Granted: warn, Spin: c.spin(),
		Notice: func(text string) { fmt.Fprintln(os.Stderr, text) }, Report: printReport,
	})
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%w: another interface is running: add --listen 127.0.0.1:4001", err)
	case err != nil:
		return err
	}
	warnUnguarded(scheme, c.CRC, key)
	undo := rt.Tune(rt.Tuning{})
	defer undo()
	fmt.Printf("interface for %v at %v\n", scheme, s.Addr())
	return s.Serve(ctx)
}

// printReport prints how a motion went.
func printReport(r remote.Report) {
	what := "finished"
	if r.Err != nil {
		what = "ended: " + strings.ReplaceAll(r.Err.Error(), "\n", "; ")
	}
	s := r.Stats
	fmt.Fprintf(os.Stderr, "motion %d: %v by %v after %v %s\n", r.Number, r.Generator, r.Scheme, r.Length, what)
	fmt.Fprintf(os.Stderr, "  in  %s, %d lost, %d damaged, %d stale; commands: %d coasted, %d replanned, %d limited (%d of them out of reach), %d stops\n",
		traffic(s.Received), s.Lost, s.Damaged, s.Stale, s.Coasted, s.Replans, s.Limited, s.Held, s.Stops)
	fmt.Fprintf(os.Stderr, "  out %s, %d not sent; %d robot cycles missed\n", traffic(s.Sent), s.Dropped, s.Skipped)
	fmt.Fprintf(os.Stderr, "  T1 in the robot's cycle: %v median, %v of 99 %%, %v at most; T2 beside it: %v, %v, %v\n",
		s.T1.P50, s.T1.P99, s.T1.Max, s.T2.P50, s.T2.P99, s.T2.Max)
}

func traffic(t remote.Traffic) string {
	if t.Packets == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%d packets, %.1f B each of %.0f B, %.1f %% saved", t.Packets, float64(t.Bytes)/float64(t.Packets),
		float64(t.Raw)/float64(t.Packets), 100*(1-float64(t.Bytes)/float64(t.Raw)))
}

// Connect runs the end away from the robot.
type Connect struct {
	Interface   string        `arg:"" optional:"" help:"Address of the interface; none with schemes simple and async2, in which the interface connects."`
	FCI         string        `name:"fci" help:"Run no motion of Sinew's: offer the robot's own protocol at this address, so that any program of libfranka uses the link." placeholder:"ADDR"`
	Motion      string        `help:"cartesian, joint, velocity (of joints) or cartesian-velocity, as in libfranka's examples." enum:"cartesian,joint,velocity,joint-velocity,cartesian-velocity" default:"cartesian"`
	Listen      string        `help:"Address at which the interface connects, with schemes simple and async2." placeholder:"ADDR"`
	Protocol    uint16        `help:"FCI version of the robot." default:"5"`
	Subscribe   []string      `help:"Members of the state to receive, by libfranka's names (sync and smooth)." placeholder:"O_T_EE_c,time,q"`
	Compression string        `help:"none, rle, xor, delta or zstd (smooth)." default:"delta"`
	CRC         bool          `name:"crc" default:"true" negatable:"" help:"Packets carry a CRC-32 (smooth). --no-crc saves its 4 bytes: without a key what the line damages passes for a command or a state then, and the interface must be started with --no-crc too."`
	Redundancy  int           `help:"Commands in each packet, with the previous ones repeated (smooth)." default:"3" range:"0..8"`
	Depth       int           `help:"Cycles for which commands are held back against jitter (smooth); 0 adapts to the jitter." default:"0" range:"0..200"`
	StopAfter   int           `help:"Cycles without a packet after which the arm stops (smooth)." default:"20" range:"0..1000"`
	Priority    int           `help:"SCHED_FIFO priority, 1 to 99; 0 for none. If it is refused, a busy machine loses commands. Scheme async1, which polls without a pause, has none." default:"70" env:"SINEW_PRIORITY" range:"1..99|0"`
	CommandTime time.Duration `help:"Duration of the motion that async3 commands." default:"8s" range:"0s..8760h"`
	Acknowledge bool          `help:"Acknowledge the end of the last motion and continue."`
	Rejoin      bool          `help:"If the interface is gone, wait until it is back and start the motion anew from where the arm is. Implies --acknowledge then."`
	Resume      bool          `help:"Acknowledge stops during the motion automatically (smooth)."`
	Both
}

// Help shows examples.
func (c *Connect) Help() string {
	return `Examples:
  sinew link connect 127.0.0.1:4000
  sinew link connect 127.0.0.1:4000 --motion joint --subscribe q,dq,tau_J,time
  sinew link connect 127.0.0.1:4000 --fci 127.0.0.1:1337
  sinew link connect --scheme simple --listen 127.0.0.1:4001`
}

// Run runs a motion.
func (c *Connect) Run(ctx context.Context) error {
	scheme, key, err := c.read(0, c.CommandTime)
	if err != nil {
		return err
	}
	motion, generator, err := remote.NewMotion(c.Motion)
	if err != nil {
		return err
	}
	compression, err := link.ParseCompression(c.Compression)
	if err != nil {
		return err
	}
	thread := realtime(c.Priority)
	if c.Scheme == "async1" {
		thread = nil
	}
	cfg := remote.Config{
		Scheme: scheme, Version: franka.Version(c.Protocol), Generator: generator, Subscribe: c.Subscribe,
		Compression: compression, NoCRC: !c.CRC, Redundancy: c.Redundancy, Depth: c.Depth, StopAfter: c.StopAfter,
		Resume: c.Resume, Secrets: remote.Secrets{Key: key},
	}
	warnUnguarded(scheme, c.CRC, key)
	undo := rt.Tune(rt.Tuning{})
	defer undo()
	if c.FCI != "" {
		return c.offer(ctx, cfg, thread)
	}
	again := func(err error) remote.Motion {
		fmt.Fprintf(os.Stderr, "sinew: %v: waiting until it is back\n", err)
		motion, _, _ := remote.NewMotion(c.Motion) // which it had been before
		return motion
	}
	if !c.Rejoin {
		again = nil
	}
	stats, err := remote.Connect(ctx, remote.ConnectConfig{
		Config: cfg, Motion: motion, Interface: c.Interface, Listen: c.Listen, Acknowledge: c.Acknowledge, Realtime: thread, Granted: warn, Again: again,
	})
	fmt.Printf("commands: %s\nstates:   %s, %d lost\n", traffic(stats.Sent), traffic(stats.Received), stats.Lost)
	return err
}
