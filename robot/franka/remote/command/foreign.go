package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/fcimodels"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/shadow"
)

// offer puts FCI at this end of the link until ctx ends.
func (c *Connect) offer(ctx context.Context, cfg remote.Config, thread *rt.Options) error {
	if cfg.Scheme.String() != (remote.Smooth{}).String() {
		return fmt.Errorf("--fci with --scheme %v: only smooth carries what programs of libfranka command", cfg.Scheme)
	}
	if c.Interface == "" {
		return errors.New("--fci: give the address of the interface")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tell := func(text string) { fmt.Fprintln(os.Stderr, text) }
	cfg.Share = 0.9 // commands of a planner that keeps the robot's limits must not be held back
	robot, err := shadow.New(ctx, shadow.Config{
		Interface: c.Interface, Link: cfg, Realtime: thread, Notice: tell,
	})
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- robot.Run(ctx); cancel() }()
	library, err := model(ctx, cfg.Version)
	if err != nil {
		tell(fmt.Sprintf("no model library for programs that load one: %v", err))
	}
	fci, err := box.ListenFor(box.ServerConfig{Listen: c.FCI, Period: robot.Period, Report: tell, Library: library}, cfg.Version, robot)
	if err == nil {
		fmt.Printf("FCI, protocol %d, at %s; torques are refused, and what is measured is as old as the line makes it\n", cfg.Version, fci.Addr())
		err = fci.Serve(ctx)
	}
	cancel()
	if why := <-ended; err == nil && !errors.Is(why, context.Canceled) {
		err = why
	}
	return err
}

// model returns the arm's model for programs that load one: made here, not fetched from the robot.
func model(ctx context.Context, v franka.Version) (func(franka.Library) ([]byte, error), error) {
	arm, err := franka.ModelOf(v)
	if err != nil {
		return nil, err
	}
	compiler, err := fcimodels.Compiler()
	if err != nil {
		return nil, err
	}
	return fcimodels.Prepare(ctx, arm, compiler)
}

// Watch reads the robot.
type Watch struct {
	Interface   string        `arg:"" help:"Address of the interface."`
	Protocol    uint16        `help:"FCI version of the robot." default:"5"`
	Subscribe   []string      `help:"Members of the state, by libfranka's names." default:"q,O_T_EE,robot_mode"`
	Compression string        `help:"none, rle, xor, delta or zstd." default:"delta"`
	Key         string        `help:"File with the pre-shared key." type:"existingfile"`
	Every       time.Duration `help:"Time between two lines." default:"1s" range:"1ms..1h"`
	For         time.Duration `help:"End after this long; 0 runs until interrupted." default:"0s" range:"0s..8760h"`
	JSON        bool          `name:"json" help:"Print each line as JSON."`
}

// Help shows examples.
func (c *Watch) Help() string {
	return `Up to eight programs read a robot at the same time, at rest and while another one moves it. When the interface has been
started again, they go on.

Examples:
  sinew link watch 127.0.0.1:4000
  sinew link watch 127.0.0.1:4000 --subscribe q,tau_J --every 100ms --json`
}

// Run prints states until ctx ends.
func (c *Watch) Run(ctx context.Context) error {
	_, key, err := (&Both{Scheme: remote.Smooth{}.String(), Key: c.Key}).read(0, 0)
	if err != nil {
		return err
	}
	compression, err := link.ParseCompression(c.Compression)
	if err != nil {
		return err
	}
	v := franka.Version(c.Protocol)
	if err := v.Check(); err != nil {
		return fmt.Errorf("--protocol %d: %w", c.Protocol, err)
	}
	chosen, err := franka.Layout(v).Select(c.Subscribe...)
	if err != nil {
		return fmt.Errorf("--subscribe: %w", err)
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	tell := func(text string) { fmt.Fprintln(os.Stderr, "sinew:", text) }
	var (
		mu     sync.Mutex
		newest franka.State
		states int
	)
	r, err := remote.NewReader(ctx, remote.ReadConfig{
		Interface: c.Interface, Version: v, Subscribe: c.Subscribe, Compression: compression, Key: key,
		Take: func(s *franka.State) { mu.Lock(); defer mu.Unlock(); newest = *s; states++ },
		Lost: func(err error) { tell(err.Error()) }, Back: func() { tell("the interface is back") },
	})
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- r.Read(ctx) }()
	tick := time.NewTicker(c.Every)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if ctx.Err() != nil {
				err = nil
			}
			return err
		case <-tick.C:
			mu.Lock()
			s, n := newest, states
			states = 0
			mu.Unlock()
			if n > 0 {
				if err := c.line(v, chosen, &s, n); err != nil {
					return err
				}
			}
		}
	}
}

// line prints a state.
func (c *Watch) line(v franka.Version, chosen link.Selection, s *franka.State, n int) error {
	image := franka.AppendMembers(nil, v, s)
	l := chosen.Of()
	values := map[string]any{"time": s.ID, "states": n}
	text := fmt.Sprintf("%d ms, %d states", s.ID, n)
	for _, i := range chosen.Members() {
		x := l.Numbers(i, image)
		values[l[i].Name] = x
		text += fmt.Sprintf("  %s %.4g", l[i].Name, x)
	}
	if !c.JSON {
		fmt.Println(text)
		return nil
	}
	b, err := json.Marshal(values)
	fmt.Println(string(b))
	return err
}
