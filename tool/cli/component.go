package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/sinew-robotics/sinew/control/deploy"
)

type componentCmd struct {
	List       componentList      `cmd:"" help:"The components of a running deployment, with their states."`
	Info       componentInfo      `cmd:"" help:"A component's ports, properties, operations and figures."`
	Connect    componentJoin      `cmd:"" help:"Connect an output to an input."`
	Disconnect componentPart      `cmd:"" help:"Take a connection away."`
	Create     componentCreate    `cmd:"" help:"Create a component in room that the deployment reserves."`
	Remove     componentRemove    `cmd:"" help:"Remove a component that was created later and is PreOperational."`
	Configure  componentConfigure `cmd:"" help:"From PreOperational to Stopped."`
	Start      componentStart     `cmd:"" help:"From Stopped to Running."`
	Stop       componentStop      `cmd:"" help:"From Running or Error to Stopped."`
	Cleanup    componentCleanup   `cmd:"" help:"From Stopped to PreOperational."`
	Reset      componentReset     `cmd:"" help:"From Exception to PreOperational."`
	Set        componentSet       `cmd:"" help:"Set a property."`
	Read       componentRead      `cmd:"" help:"Print what a port holds."`
	Write      componentWrite     `cmd:"" help:"Give an input a value, such as an event."`
	Call       componentCall      `cmd:"" help:"Call an operation."`
	Update     componentUpdate    `cmd:"" help:"Put new text in the place of a script's or chart's, whose state stays."`
	Replace    componentSwap      `cmd:"" help:"Give a component another body with the same ports."`
}

func (c *componentCmd) Help() string {
	return "The program runs with a page (--web) or with its socket alone (--attach), and is found automatically. Orders go over the socket, which is\n" +
		"its user's alone, or over a page with TLS and a token (--url https://…). Each is recorded as an input, so the run can be replayed.\n\n" +
		"Examples:\n  sinew component list\n  sinew component info control --json\n  sinew component connect plant.position control.measured\n" +
		"  sinew component call control mean 1 2\n  sinew component update control control.lua"
}

// ordered is common to the commands that give orders to a running deployment.
type ordered struct {
	where
	JSON bool `name:"json" help:"Print the answer as JSON."`
}

// order gives one order and prints the answer.
func (w *ordered) order(ctx context.Context, o deploy.Order) error {
	text, err := w.answer(ctx, o)
	switch {
	case err != nil:
		return err
	case w.JSON && (text == "" || !json.Valid([]byte(text))):
		text = asText(strings.TrimSuffix(text, "\n"))
	}
	if text != "" {
		fmt.Println(strings.TrimSuffix(text, "\n"))
	}
	return nil
}

func asText(s string) string {
	b, err := json.Marshal(s)
	if err != nil { // texts do not fail
		return `""`
	}
	return string(b)
}

// answer gives one order and returns the answer.
func (w *ordered) answer(ctx context.Context, o deploy.Order) (text string, err error) {
	err = w.attached(ctx, func(ctx context.Context, a *asker) error {
		text, err = a.ask(ctx, o)
		return err
	})
	return text, err
}

type componentList struct{ ordered }

func (c *componentList) Help() string {
	return "Examples:\n  sinew component list\n  sinew component list --json"
}

func (c *componentList) Run(ctx context.Context) error {
	return c.attached(ctx, func(ctx context.Context, a *asker) error {
		all, err := a.find(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(os.Stdout).Encode(all)
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "COMPONENT\tSTATE\tKIND\tRUNS\tTHREAD\tRAN\tERRORS\tMISSED")
		for _, x := range all {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", x.Name, x.State, x.Kind, x.Runs, x.Thread, x.Ran, x.Errors, x.Missed)
		}
		return t.Flush()
	})
}

type componentInfo struct {
	Component string `arg:"" help:"Component."`
	ordered
}

func (c *componentInfo) Help() string {
	return "Examples:\n  sinew component info control\n  sinew component info control --json"
}

func (c *componentInfo) Run(ctx context.Context) error {
	text, err := c.answer(ctx, deploy.Order{Do: "info", On: c.Component})
	if err != nil {
		return err
	}
	if c.JSON {
		fmt.Println(text)
		return nil
	}
	var d deploy.Detail
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return fmt.Errorf("the answer is not understood: %w", err)
	}
	tellComponent(&d)
	return nil
}

// tellComponent prints a component for people.
func tellComponent(d *deploy.Detail) {
	fmt.Printf("%s: %s, %s, runs %s in %s; ran %d times, %d errors, %d missed\n", d.Name, d.Kind, d.State, d.Runs, d.Thread, d.Ran, d.Errors, d.Missed)
	if d.Fault != "" {
		fmt.Printf("  fault: %s\n", d.Fault)
	}
	ports := func(what, arrow string, all []deploy.ShownPort) {
		for _, p := range all {
			fmt.Printf("  %s %s: %s", what, p.Name, p.Type)
			for _, x := range []struct {
				say   string
				value string
			}{{" in ", p.Unit}, {", frame ", p.Frame}, {" ", map[bool]string{true: "(event)"}[p.Event]}, {" " + arrow + " ", strings.Join(p.Connected, ", ")}} {
				if x.value != "" {
					fmt.Print(x.say, x.value)
				}
			}
			if p.Lost > 0 {
				fmt.Printf("; %d lost", p.Lost)
			}
			fmt.Println()
		}
	}
	ports("in ", "<-", d.Inputs)
	ports("out", "->", d.Outputs)
	for _, p := range d.Properties {
		fmt.Printf("  property %s = %s %s", p.Name, p.Value, p.Unit)
		if p.Range != "" {
			fmt.Printf(" (%s)", p.Range)
		}
		fmt.Println()
	}
	for _, o := range d.Operations {
		fmt.Printf("  operation %s\n", o)
	}
	if m := d.Machine; m != nil {
		fmt.Printf("  heap: %d of %d bytes in use, at most %d so far; %d instructions last, %d at most; the collector's longest step %d cells\n",
			m.Used, m.Size, m.High, m.Spent, m.Most, m.Longest)
	}
}

// twoPorts is an order about an output and an input.
type twoPorts struct {
	From string `arg:"" help:"Output, as component.port."`
	To   string `arg:"" help:"Input."`
	ordered
}

func (c *twoPorts) do(ctx context.Context, verb string) error {
	return c.order(ctx, deploy.Order{Do: verb, On: c.From, To: c.To})
}

type (
	componentJoin struct{ twoPorts }
	componentPart struct{ twoPorts }
)

func (c *componentJoin) Help() string {
	return "Types, units and frames must agree. Connections between threads are those of the deployment.\n\nExamples:\n  sinew component connect plant.position control.measured"
}

func (c *componentPart) Help() string {
	return "Examples:\n  sinew component disconnect plant.position control.measured"
}

func (c *componentJoin) Run(ctx context.Context) error { return c.do(ctx, "connect") }
func (c *componentPart) Run(ctx context.Context) error { return c.do(ctx, "disconnect") }

// newBody is an order that gives a body to a new or existing component.
type newBody struct {
	Component string `arg:"" help:"Name of the component."`
	Kind      string `arg:"" help:"Kind of the program's, or the file of a script (.lua) or chart (.scxml)."`
	ordered
}

func (c *newBody) do(ctx context.Context, verb string) error {
	o := deploy.Order{Do: verb, On: c.Component, To: c.Kind}
	if ext := filepath.Ext(c.Kind); ext == ".lua" || ext == ".scxml" {
		b, err := os.ReadFile(c.Kind)
		if err != nil {
			return err
		}
		o.To, o.Text = filepath.Base(c.Kind), string(b)
	}
	return c.order(ctx, o)
}

type (
	componentCreate struct{ newBody }
	componentSwap   struct{ newBody }
)

func (c *componentCreate) Help() string {
	return "It is configured and started. The deployment reserves the room: room: 4.\n\nExamples:\n  sinew component create tap tap.lua"
}

func (c *componentSwap) Help() string {
	return "The old body is stopped and cleaned up, the new one configured and started. If that fails the old one goes on.\n\nExamples:\n  sinew component replace control other.lua"
}

func (c *componentCreate) Run(ctx context.Context) error { return c.do(ctx, "create") }
func (c *componentSwap) Run(ctx context.Context) error   { return c.do(ctx, "replace") }

// oneComponent is an order about one component, without further arguments.
type oneComponent struct {
	Component string `arg:"" help:"Component."`
	ordered
}

func (c *oneComponent) Help() string {
	return "'sinew component list' says which there are, and in which state.\n\nExamples:\n  sinew component stop control"
}

func (c *oneComponent) do(ctx context.Context, verb string) error {
	return c.order(ctx, deploy.Order{Do: verb, On: c.Component})
}

type (
	componentRemove    struct{ oneComponent }
	componentConfigure struct{ oneComponent }
	componentStart     struct{ oneComponent }
	componentStop      struct{ oneComponent }
	componentCleanup   struct{ oneComponent }
	componentReset     struct{ oneComponent }
)

func (c *componentRemove) Run(ctx context.Context) error    { return c.do(ctx, "remove") }
func (c *componentConfigure) Run(ctx context.Context) error { return c.do(ctx, "configure") }
func (c *componentStart) Run(ctx context.Context) error     { return c.do(ctx, "start") }
func (c *componentStop) Run(ctx context.Context) error      { return c.do(ctx, "stop") }
func (c *componentCleanup) Run(ctx context.Context) error   { return c.do(ctx, "cleanup") }
func (c *componentReset) Run(ctx context.Context) error     { return c.do(ctx, "reset") }

type componentSet struct {
	Property string   `arg:"" help:"Property, as component.property."`
	Value    []string `arg:"" passthrough:"" help:"Value as JSON; a word without quotes is a text."`
	ordered
}

func (c *componentSet) Help() string {
	return "Examples:\n  sinew component set control.gain 4"
}

func (c *componentSet) Run(ctx context.Context) error {
	return c.order(ctx, deploy.Order{Do: "set", On: c.Property, Text: asValue(strings.Join(c.Value, " "))})
}

// asValue is a word of the command line in JSON.
func asValue(s string) string {
	if json.Valid([]byte(s)) {
		return s
	}
	return asText(s)
}

type componentRead struct {
	Port string `arg:"" help:"Port, as component.port."`
	ordered
}

func (c *componentRead) Help() string { return "Examples:\n  sinew component read plant.position" }

func (c *componentRead) Run(ctx context.Context) error {
	return c.order(ctx, deploy.Order{Do: "read", On: c.Port})
}

type componentWrite struct {
	Port  string   `arg:"" help:"Input, as component.port."`
	Value []string `arg:"" passthrough:"" help:"Value as JSON; a word without quotes is a text."`
	ordered
}

func (c *componentWrite) Help() string {
	return "Examples:\n  sinew component write chart.events e_contact"
}

func (c *componentWrite) Run(ctx context.Context) error {
	return c.order(ctx, deploy.Order{Do: "write", On: c.Port, Text: asValue(strings.Join(c.Value, " "))})
}

type componentCall struct {
	Component string   `arg:"" help:"Component."`
	Operation string   `arg:"" help:"Operation."`
	Args      []string `arg:"" optional:"" passthrough:"" help:"Arguments, each as JSON; a word without quotes is a text."`
	ordered
}

func (c *componentCall) Help() string {
	return "Examples:\n  sinew component call plant place 0.5"
}

func (c *componentCall) Run(ctx context.Context) error {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = asValue(a)
	}
	return c.order(ctx, deploy.Order{Do: "call", On: c.Component, To: c.Operation, Text: "[" + strings.Join(args, ",") + "]"})
}

type componentUpdate struct {
	Component string `arg:"" help:"Component."`
	File      string `arg:"" help:"New text." type:"existingfile" placeholder:"FILE"`
	ordered
}

func (c *componentUpdate) Help() string {
	return "A text that does not compile, fails, or is refused by its checkHook changes nothing.\n\nExamples:\n  sinew component update control control.lua"
}

func (c *componentUpdate) Run(ctx context.Context) error {
	b, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	return c.order(ctx, deploy.Order{Do: "update", On: c.Component, Text: string(b)})
}
