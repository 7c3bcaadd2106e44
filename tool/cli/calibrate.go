package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/latency"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// measures is the type of controllers that measure delays.
const measures = "calibration"

type controlCalibrate struct {
	Joints  []string      `help:"Joints to measure. Default: all whose position can be commanded and is read." placeholder:"NAME"`
	Repeats int           `help:"Measurements of each joint." default:"5" range:"1..100"`
	Name    string        `help:"What the controller is called that measures." default:"calibration" placeholder:"NAME"`
	Timeout time.Duration `help:"How long to wait for the end." default:"10m" range:"1s..24h"`
	JSON    bool          `name:"json" help:"What was measured as a JSON object."`
	managed
}

func (c *controlCalibrate) Help() string {
	return "Measures how long the hardware takes from a command to the reading that shows it: each joint is moved by 0.02 rad or m at most, within its\n" +
		"limits, by a controller of the type " + measures + ". What commands the joints meanwhile is deactivated, in the same switch, and activated again\n" +
		"at the end. Everything is recorded, and the program's events tell the same.\n\n" +
		"Examples:\n  sinew control calibrate\n  sinew control calibrate --joints elbow,wrist --repeats 10\n  sinew control calibrate --json"
}

// Run lists the controllers and interfaces, then measures.
func (c *controlCalibrate) Run(ctx context.Context) error {
	var list *manager.Listing
	if err := c.listing(ctx, func(l *manager.Listing) error { list = l; return nil }); err != nil {
		return err
	}
	orders, back, err := c.plan(list)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("%s has not ended within %v: see 'control list', and deactivate it", c.Name, c.Timeout))
	defer cancel()
	told, begun, err := c.measure(ctx, orders)
	if len(back) > 0 && begun {
		err = errors.Join(err, c.send(context.WithoutCancel(ctx), manager.Order{Verb: "switch", Activate: back, Strict: true}))
	}
	if err != nil {
		return err
	}
	lines := strings.Split(told, latency.Between)
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"controller": c.Name, "repeats": c.Repeats, "measured": lines, "deactivated": back})
	}
	fmt.Println(strings.Join(lines, "\n"))
	return nil
}

// plan returns the orders that measuring takes, and which controllers are to be activated again afterwards.
func (c *controlCalibrate) plan(l *manager.Listing) (orders []manager.Order, back []string, err error) {
	if !slices.ContainsFunc(l.Types, func(t manager.TypeListing) bool { return t.Name == measures }) {
		return nil, nil, fmt.Errorf("the program has no controllers of the type %s: give it latency.NewLoose under this name", measures)
	}
	if len(c.Joints) == 0 {
		for _, i := range l.Commands {
			joint, is := strings.CutSuffix(i.Name, "/position")
			if is && i.Available && slices.ContainsFunc(l.States, func(s manager.InterfaceListing) bool { return s.Name == i.Name }) {
				c.Joints = append(c.Joints, joint)
			}
		}
	}
	if len(c.Joints) == 0 {
		return nil, nil, errors.New("there is no joint whose position can be commanded and is read: is the hardware active?")
	}
	for _, i := range l.Commands {
		joint, _, _ := strings.Cut(i.Name, "/")
		if slices.Contains(c.Joints, joint) && i.Claimed != "" && !slices.Contains(back, i.Claimed) {
			back = append(back, i.Claimed)
		}
	}
	i := slices.IndexFunc(l.Controllers, func(k manager.ControllerListing) bool { return k.Name == c.Name })
	switch {
	case i < 0:
		orders = append(orders, manager.Order{Verb: "load", Name: c.Name, Type: measures})
	case l.Controllers[i].Type != measures:
		return nil, nil, fmt.Errorf("%s is a %s: choose another --name", c.Name, l.Controllers[i].Type)
	case l.Controllers[i].State == manager.Active.String():
		return nil, nil, fmt.Errorf("%s is measuring already: wait for its end, or deactivate it", c.Name)
	case l.Controllers[i].State == manager.Inactive.String():
		orders = append(orders, manager.Order{Verb: "cleanup", Name: c.Name})
	}
	return append(orders,
		manager.Order{Verb: "set", Name: c.Name, Parameter: "joints", Value: strings.Join(c.Joints, ", ")},
		manager.Order{Verb: "set", Name: c.Name, Parameter: "repeats", Value: fmt.Sprint(c.Repeats)},
		manager.Order{Verb: "configure", Name: c.Name},
		manager.Order{Verb: "switch", Activate: []string{c.Name}, Deactivate: back, Strict: true}), back, nil
}

// send gives an order without printing anything.
func (c *controlCalibrate) send(ctx context.Context, o manager.Order) error {
	return c.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		door, _, err := c.paths(ctx, cl)
		if err == nil {
			_, err = publish(ctx, cl, door, o)
		}
		return err
	})
}

// measure gives the orders and waits for the event that reports what was measured. begun is true if all orders were
// taken.
func (c *controlCalibrate) measure(ctx context.Context, orders []manager.Order) (told string, begun bool, err error) {
	var taken atomic.Bool
	err = c.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		door, _, err := c.paths(ctx, cl)
		if err != nil {
			return err
		}
		topic := strings.TrimSuffix(door, ".order") + ".event"
		decode, err := codec.For(reflect.TypeFor[manager.Events](), topic)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		err = cl.Echo(ctx, []string{topic}, func([]web.Listed) error {
			go func() { // the answers come while the conversation below is going on
				for _, o := range orders {
					if _, err := publish(ctx, cl, door, o); err != nil {
						cancel(err)
						return
					}
				}
				taken.Store(true)
			}()
			return nil
		}, func(batch []live.Message, _ uint64) error {
			for _, m := range batch {
				var events manager.Events
				if err := decode.Decode(m.Data, unsafe.Pointer(&events)); err != nil {
					return err
				}
				for _, e := range events {
					if e.Kind == manager.Refused {
						return errors.New(e.Text)
					}
					if e.Kind != manager.ControllerOut || e.Name != c.Name {
						continue
					}
					var finished bool
					if told, finished = strings.CutPrefix(e.Text, c.Name+" has finished: "); !finished {
						return errors.New(e.Text)
					}
					return errEnough
				}
			}
			return nil
		})
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	})
	return told, taken.Load(), err
}
