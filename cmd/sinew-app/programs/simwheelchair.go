package programs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/robot/sick"
	sickbox "github.com/sinew-robotics/sinew/robot/sick/box"
	pmk "github.com/sinew-robotics/sinew/robot/wheelchair"
	kitbox "github.com/sinew-robotics/sinew/robot/wheelchair/box"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

type simWheelchair struct {
	Map     string        `help:"Surroundings: corridor, doors, clutter, people or flat." default:"doors"`
	Listen  []string      `help:"Addresses of the kit, the front scanner and the rear scanner; port 0 for any free one." default:"127.0.0.1:2110,127.0.0.1:2112,127.0.0.1:2113" placeholder:"ADDR"`
	Seed    uint64        `help:"Number of the trip, which determines start, goal and people, and seed of all noise." default:"1"`
	At      []float64     `help:"Start pose instead of the trip's: x and y in m, yaw in rad." placeholder:"X,Y,YAW" range:"-1000..1000"`
	Native  bool          `help:"Begin in the mode in which the onboard stick drives."`
	Stick   []float64     `help:"Position of the onboard stick: forward and to the left, -1 to 1." placeholder:"X,Y" range:"-1..1"`
	Exposed bool          `help:"Allow addresses beyond loopback. Neither protocol has a password that protects: anyone who reaches the kit's port can drive."`
	For     time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	JSON    bool          `name:"json" help:"Print the addresses, start and goal as JSON."`
	Verbose bool          `short:"v" help:"Say who connects."`
}

func (c *simWheelchair) Help() string {
	return `Runs on the wall clock until interrupted, or for as long as --for says. The kit speaks the protocol of
docs/format/pmk.md, the scanners are TiM561 that speak CoLa A (docs/format/cola.md). Lines on standard error say what the
wheelchair runs into.

Examples:
  sinew sim wheelchair
  sinew sim wheelchair --map people --seed 7 --listen 127.0.0.1:0,127.0.0.1:0,127.0.0.1:0`
}

// chairRig is a simulated wheelchair on a trip.
type chairRig struct {
	*wheelchair.Rig
	from, to nav.Pose
}

func (c *simWheelchair) rig() (*chairRig, error) {
	room, err := rooms.New(c.Map)
	if err != nil {
		return nil, fmt.Errorf("--map: %w", err)
	}
	r := &chairRig{}
	r.from, r.to = room.Trip(c.Seed)
	if len(c.At) > 0 {
		if len(c.At) != 3 {
			return nil, fmt.Errorf("--at has %d numbers: give x, y and yaw", len(c.At))
		}
		r.from = nav.Pose{X: c.At[0], Y: c.At[1], Yaw: c.At[2]}
	}
	world, err := room.World(c.Seed)
	if err == nil {
		r.Rig, err = wheelchair.NewRig(world, r.from, c.Seed)
	}
	return r, err
}

// hosts opens the three ports.
func (c *simWheelchair) hosts(r *chairRig) (hosts []*sock.Host, err error) {
	if len(c.Listen) != 3 {
		return nil, fmt.Errorf("--listen has %d addresses: give those of the kit, the front and the rear scanner", len(c.Listen))
	}
	attach := []func() (sock.End, error){
		func() (sock.End, error) { return end(r.Kit.Attach()) },
		func() (sock.End, error) { return end(r.Scanners[0].Attach()) },
		func() (sock.End, error) { return end(r.Scanners[1].Attach()) },
	}
	var errs []error
	for i, what := range [3]string{"kit", "front scanner", "rear scanner"} {
		report := func(line string) {
			if c.Verbose {
				fmt.Fprintf(os.Stderr, "%s: %s\n", what, line)
			}
		}
		h, err := sock.Serve(c.Listen[i], c.Exposed, attach[i], report)
		switch {
		case errors.Is(err, syscall.EADDRINUSE):
			err = fmt.Errorf("%w: another simulator is running: add --listen 127.0.0.1:0,127.0.0.1:0,127.0.0.1:0", err)
			fallthrough
		case err != nil:
			errs = append(errs, fmt.Errorf("--listen: %s: %w", what, err))
		default:
			hosts = append(hosts, h)
		}
	}
	if err := errors.Join(errs...); err != nil {
		for _, h := range hosts {
			h.Close()
		}
		return nil, err
	}
	return hosts, nil
}

// end turns a line, or none, into an interface.
func end[L sock.End](l L, err error) (sock.End, error) {
	if err != nil {
		return nil, err
	}
	return l, nil
}

func (c *simWheelchair) Run(ctx context.Context) error {
	r, err := c.rig()
	if err != nil {
		return err
	}
	if len(c.Stick) > 0 {
		if len(c.Stick) != 2 {
			return fmt.Errorf("--stick has %d numbers: give how far forward and how far to the left", len(c.Stick))
		}
		r.Kit.Stick(c.Stick[0], c.Stick[1], 0)
	}
	if c.Native {
		r.Kit.SwitchTo(pmk.Native)
	}
	hosts, err := c.hosts(r)
	if err != nil {
		return err
	}
	defer func() {
		for _, h := range hosts {
			h.Close()
		}
	}()
	if err := c.show(r, hosts); err != nil {
		return err
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	return r.serve(ctx, hosts)
}

// show prints the addresses, and the poses of start and goal.
func (c *simWheelchair) show(r *chairRig, hosts []*sock.Host) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{
			"map": c.Map, "kit": hosts[0].Addr(), "front": hosts[1].Addr(), "rear": hosts[2].Addr(),
			"start": [3]float64{r.from.X, r.from.Y, r.from.Yaw}, "goal": [3]float64{r.to.X, r.to.Y, r.to.Yaw},
		})
	}
	pose := func(p nav.Pose) string { return fmt.Sprintf("%.2f,%.2f,%.3f", p.X, p.Y, p.Yaw) }
	_, err := fmt.Print(strings.Join([]string{
		"wheelchair in the map " + c.Map + " at " + pose(r.from) + ", a goal would be " + pose(r.to),
		"kit at " + hosts[0].Addr(),
		"front scanner at " + hosts[1].Addr(),
		"rear scanner at " + hosts[2].Addr(),
	}, "\n") + "\n")
	return err
}

// lagging is how far simulated time may fall behind before the lag is skipped.
const lagging = time.Second

// serve lets simulated time follow the wall clock until ctx ends.
func (r *chairRig) serve(ctx context.Context, hosts []*sock.Host) error {
	begin, contacts := time.Now(), 0
	tick := time.NewTicker(r.World.StepSize())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		now := time.Since(begin)
		if late := now - r.World.Now(); late > lagging {
			begin = begin.Add(late)
			fmt.Fprintf(os.Stderr, "sinew: the machine stood still: %v of simulated time is skipped\n", late.Round(time.Millisecond))
			continue
		}
		for _, h := range hosts {
			h.Pump()
		}
		r.Advance(now, nil)
		for _, h := range hosts {
			h.Pump()
		}
		if n, last := r.Body.Contacts(); n != contacts {
			contacts = n
			fmt.Fprintf(os.Stderr, "the wheelchair ran into %v at %.2f, %.2f\n", last.Kind, last.Where.X, last.Where.Y)
		}
	}
}

var (
	_ sock.End  = (*kitbox.Line)(nil)
	_ sock.End  = (*sickbox.Line)(nil)
	_ pmk.Conn  = (*sock.Stream)(nil)
	_ sick.Conn = (*sock.Stream)(nil)
)
