package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/trace/codec"
)

type controlCmd struct {
	List       controlList       `cmd:"" help:"The controllers: what they are, and in which state."`
	Hardware   controlHardware   `cmd:"" name:"list-hardware" help:"The components of the hardware."`
	Interfaces controlInterfaces `cmd:"" name:"list-interfaces" help:"The state and command interfaces: available, claimed, and by whom."`
	Types      controlTypes      `cmd:"" name:"list-types" help:"The types of controllers that can be loaded."`
	View       controlView       `cmd:"" help:"The order of the updates, which controller gives what to which, and why one does less than it is told to."`
	Load       controlLoad       `cmd:"" help:"Load a controller."`
	Configure  controlConfigure  `cmd:"" help:"Configure a loaded controller."`
	Activate   controlActivate   `cmd:"" help:"Activate a controller, and configure it first if it is not."`
	Deactivate controlDeactivate `cmd:"" help:"Deactivate a controller."`
	Switch     controlSwitch     `cmd:"" help:"Activate controllers and deactivate others, between two cycles: all of it, or nothing."`
	Cleanup    controlCleanup    `cmd:"" help:"Make an inactive controller unconfigured, so that all its parameters can be set."`
	Unload     controlUnload     `cmd:"" help:"Remove a controller."`
	Set        controlSet        `cmd:"" help:"Set a parameter of a controller."`
	Calibrate  controlCalibrate  `cmd:"" help:"Measure the delays of drivers: a small motion of each joint."`
	State      controlState      `cmd:"" name:"set-hardware" help:"Bring a component to another state of its life cycle."`
	Stop       controlStop       `cmd:"" help:"Bring everything to rest, within its limits, and keep it there."`
	Resume     controlResume     `cmd:"" help:"Let controllers be activated again after a stop."`
}

func (c *controlCmd) Help() string {
	return "A program with a page (--web) is found automatically, as by 'sinew topic'. Every order is recorded like any input, and ends when the\n" +
		"program has taken it, or says why it does not.\n\n" +
		"Examples:\n  sinew control list\n  sinew control switch --activate servo --deactivate arm --strict\n  sinew control set arm gains/p 5\n  sinew control list-interfaces --json"
}

// managed says which program is meant, and which of its managers.
type managed struct {
	where
	Manager string `help:"Which manager, if the program has several: its path." placeholder:"PATH"`
}

// errNone says that there is nothing that could take orders.
var errNone = errors.New("the program has no manager of controllers")

// paths finds the manager's topics.
func (m *managed) paths(ctx context.Context, cl *web.Client) (order, listing string, err error) {
	l, err := cl.List(ctx)
	if err != nil {
		return "", "", err
	}
	var all []string
	for _, t := range l.Topics {
		path, is := strings.CutSuffix(t.Name, ".listing")
		if is && strings.HasSuffix(t.Type, "manager.Listing") && (m.Manager == "" || m.Manager == path) {
			all = append(all, path)
		}
	}
	switch len(all) {
	case 0:
		return "", "", errNone
	case 1:
		return all[0] + ".order", all[0] + ".listing", nil
	}
	return "", "", fmt.Errorf("the program has several managers: name one of %s with --manager", strings.Join(all, ", "))
}

// publish sends one order.
func publish(ctx context.Context, cl *web.Client, door string, o manager.Order) (reactor.Tag, error) {
	value, err := json.Marshal(o)
	if err != nil {
		return reactor.Tag{}, err
	}
	p, err := cl.Publisher(ctx)
	if err != nil {
		return reactor.Tag{}, err
	}
	defer p.Close()
	return p.Publish(ctx, door, value)
}

// order sends an order and waits until it is taken.
func (m *managed) order(ctx context.Context, o manager.Order) error {
	return m.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		door, _, err := m.paths(ctx, cl)
		if err != nil {
			return err
		}
		tag, err := publish(ctx, cl, door, o)
		if err != nil {
			return err
		}
		fmt.Printf("taken at %s\n", stampOf(tag))
		return nil
	})
}

// listing asks the program for a listing.
func (m *managed) listing(ctx context.Context, do func(*manager.Listing) error) error {
	return m.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		door, topic, err := m.paths(ctx, cl)
		if err != nil {
			return err
		}
		decode, err := codec.For(reflect.TypeFor[*manager.Listing](), topic)
		if err != nil {
			return err
		}
		bounded, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		asked := make(chan error, 1)
		err = cl.Echo(bounded, []string{topic}, func([]web.Listed) error {
			go func() { // the answer comes while the conversation below is going on
				_, err := publish(bounded, cl, door, manager.Order{Verb: "list"})
				if asked <- err; err != nil {
					cancel()
				}
			}()
			return nil
		}, func(batch []live.Message, _ uint64) error {
			var list *manager.Listing
			if err := decode.Decode(batch[len(batch)-1].Data, unsafe.Pointer(&list)); err != nil || list == nil {
				return errors.Join(err, errors.New("the listing is not understood: is the program of another version?"))
			}
			if err := do(list); err != nil {
				return err
			}
			return errEnough
		})
		select {
		case why := <-asked:
			if why != nil {
				return why
			}
		default:
		}
		if bounded.Err() != nil && ctx.Err() == nil {
			return errors.New("the program took the question and gives no listing: is its manager's timer running?")
		}
		return err
	})
}

// show prints a part of a listing, as JSON or as lines.
func (m *managed) show(ctx context.Context, asJSON bool, part func(*manager.Listing) any, lines func(io.Writer, *manager.Listing)) error {
	return m.listing(ctx, func(l *manager.Listing) error {
		if asJSON {
			return json.NewEncoder(os.Stdout).Encode(part(l))
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 1, 2, ' ', 0)
		lines(w, l)
		return w.Flush()
	})
}

type controlList struct {
	managed
	JSON bool `name:"json" help:"Everything as a JSON array."`
}

func (c *controlList) Help() string {
	return "Examples:\n  sinew control list\n  sinew control list --json"
}

func (c *controlList) Run(ctx context.Context) error {
	return c.show(ctx, c.JSON, func(l *manager.Listing) any { return l.Controllers }, func(w io.Writer, l *manager.Listing) {
		for _, k := range l.Controllers {
			fmt.Fprintf(w, "%s\t%s\t%s\t%v\t%s\n", k.Name, k.Type, k.State, k.Period, k.Fault)
		}
		if l.Pending != "" {
			fmt.Fprintf(w, "waiting for the hardware: %s\n", l.Pending)
		}
		if l.Halted {
			fmt.Fprintln(w, "stopped: 'control resume' lets controllers be activated again")
		}
	})
}

type controlHardware struct {
	managed
	JSON bool `name:"json" help:"Everything as a JSON array."`
}

func (c *controlHardware) Run(ctx context.Context) error {
	return c.show(ctx, c.JSON, func(l *manager.Listing) any { return l.Hardware }, func(w io.Writer, l *manager.Listing) {
		for _, h := range l.Hardware {
			own := ""
			if h.Apart {
				own = fmt.Sprintf("; own thread, the last %v old", h.Age)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%v\t%s\t%d readings, %d failed%s\t%s\n", h.Name, h.Type, h.State, h.Period, h.Commands, h.Reads, h.Misses, own, h.Fault)
		}
	})
}

type controlInterfaces struct {
	managed
	JSON bool `name:"json" help:"Everything as a JSON object."`
}

func (c *controlInterfaces) Run(ctx context.Context) error {
	both := func(l *manager.Listing) any {
		return map[string][]manager.InterfaceListing{"commands": l.Commands, "states": l.States}
	}
	return c.show(ctx, c.JSON, both, func(w io.Writer, l *manager.Listing) {
		for _, part := range []struct {
			name string
			list []manager.InterfaceListing
		}{{"command", l.Commands}, {"state", l.States}} {
			for _, i := range part.list {
				note := "unavailable"
				switch {
				case i.Claimed != "":
					note = "claimed by " + i.Claimed
				case i.Available:
					note = "available"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", part.name, i.Name, i.Kind, i.Unit, i.Of, note)
			}
		}
	})
}

type controlTypes struct {
	managed
	JSON bool `name:"json" help:"Everything as a JSON array."`
}

func (c *controlTypes) Run(ctx context.Context) error {
	return c.show(ctx, c.JSON, func(l *manager.Listing) any { return l.Types }, func(w io.Writer, l *manager.Listing) {
		for _, t := range l.Types {
			fmt.Fprintf(w, "%s\t%s\n", t.Name, t.Help)
		}
	})
}

type controlView struct {
	managed
	JSON bool `name:"json" help:"The whole listing as JSON."`
}

func (c *controlView) Run(ctx context.Context) error {
	return c.show(ctx, c.JSON, func(l *manager.Listing) any { return l }, func(w io.Writer, l *manager.Listing) {
		by := map[string]*manager.ControllerListing{}
		for i := range l.Controllers {
			by[l.Controllers[i].Name] = &l.Controllers[i]
		}
		fmt.Fprintf(w, "A cycle of %v: read, then update in this order, then limit and write.\n", l.Period)
		for i, name := range l.Order {
			k := by[name]
			fmt.Fprintf(w, "%d\t%s\t%s\t%v", i+1, name, k.State, k.Period)
			if len(k.Before) > 0 {
				fmt.Fprintf(w, "\t→ %s", strings.Join(k.Before, ", "))
			}
			if len(k.Fallbacks) > 0 {
				fmt.Fprintf(w, "\tif it fails: %s", strings.Join(k.Fallbacks, ", "))
			}
			fmt.Fprintln(w)
		}
		for _, name := range l.Order {
			if k := by[name]; k.Restraint != "" {
				fmt.Fprintf(w, "%s: %s\n", name, k.Restraint)
			}
		}
	})
}

type controlLoad struct {
	Name string `arg:"" help:"What it is called."`
	Type string `help:"Its type, as list-types names them. Default: that of the program's entry of this name." placeholder:"TYPE"`
	managed
}

func (c *controlLoad) Run(ctx context.Context) error {
	return c.order(ctx, manager.Order{Verb: "load", Name: c.Name, Type: c.Type})
}

// oneController is a command about one controller.
type oneController struct {
	Name string `arg:"" help:"The controller."`
	managed
}

type (
	controlConfigure  struct{ oneController }
	controlActivate   struct{ oneController }
	controlDeactivate struct{ oneController }
	controlCleanup    struct{ oneController }
	controlUnload     struct{ oneController }
)

func (c *oneController) do(ctx context.Context, verb string) error {
	return c.order(ctx, manager.Order{Verb: verb, Name: c.Name})
}

func (c *controlConfigure) Run(ctx context.Context) error  { return c.do(ctx, "configure") }
func (c *controlActivate) Run(ctx context.Context) error   { return c.do(ctx, "activate") }
func (c *controlDeactivate) Run(ctx context.Context) error { return c.do(ctx, "deactivate") }
func (c *controlCleanup) Run(ctx context.Context) error    { return c.do(ctx, "cleanup") }
func (c *controlUnload) Run(ctx context.Context) error     { return c.do(ctx, "unload") }

type controlSwitch struct {
	Activate   []string      `help:"Controllers, or a group of them, to activate." placeholder:"NAME"`
	Deactivate []string      `help:"Controllers, or a group of them, to deactivate." placeholder:"NAME"`
	Strict     bool          `help:"Refuse the switch if any part of it is impossible; otherwise that part is left out."`
	Timeout    time.Duration `help:"How long the hardware may take to change its modes, in logical time." default:"1s" range:"1ms..1h"`
	managed
}

func (c *controlSwitch) Help() string {
	return "Examples:\n  sinew control switch --activate servo --deactivate arm --strict"
}

func (c *controlSwitch) Run(ctx context.Context) error {
	if len(c.Activate)+len(c.Deactivate) == 0 {
		return errors.New("nothing to switch: give --activate or --deactivate")
	}
	return c.order(ctx, manager.Order{Verb: "switch", Activate: c.Activate, Deactivate: c.Deactivate, Strict: c.Strict, Timeout: c.Timeout})
}

type controlSet struct {
	Name      string `arg:"" help:"The controller."`
	Parameter string `arg:"" help:"The parameter."`
	Value     string `arg:"" help:"Its value: 0.5, true, 3ms, or a list: 'joint1, joint2'. Put -- before one that begins with a minus."`
	managed
}

func (c *controlSet) Run(ctx context.Context) error {
	return c.order(ctx, manager.Order{Verb: "set", Name: c.Name, Parameter: c.Parameter, Value: c.Value})
}

type controlState struct {
	Name string `arg:"" help:"The component."`
	To   string `arg:"" help:"unconfigured, inactive, active or finalized."`
	managed
}

func (c *controlState) Run(ctx context.Context) error {
	return c.order(ctx, manager.Order{Verb: "hardware", Name: c.Name, State: c.To})
}

type (
	controlStop   struct{ managed }
	controlResume struct{ managed }
)

func (c *controlStop) Run(ctx context.Context) error {
	return c.order(ctx, manager.Order{Verb: "stop"})
}

func (c *controlResume) Run(ctx context.Context) error {
	return c.order(ctx, manager.Order{Verb: "resume"})
}
