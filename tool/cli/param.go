package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace"
)

type paramCmd struct {
	List     paramList     `cmd:"" help:"The parameters with their values."`
	Get      paramGet      `cmd:"" help:"Print a parameter's value."`
	Set      paramSet      `cmd:"" help:"Change a parameter; of a running program the change is recorded like any input."`
	Dump     paramDump     `cmd:"" help:"Write all values, to be loaded again."`
	Load     paramLoad     `cmd:"" help:"Set the parameters that a file gives, after all of them have been checked."`
	Describe paramDescribe `cmd:"" help:"Type, bounds, unit, value at the start and purpose of parameters."`
}

func (c *paramCmd) Help() string {
	return "A program with a page (--web) is found automatically, as by 'sinew topic'. With --of the parameters are those in a file of values,\n" +
		"in ASN.1's value notation, JSON or YAML, whose type is in a module of ASN.1 or in a JSON Schema.\n\n" +
		"Examples:\n  sinew param list\n  sinew param set velocity.cap 0.2\n  sinew param dump --out tuned.yaml\n  sinew param list --of drive.yaml --type drive.asn1:Parameters"
}

// whose says whose parameters are meant: a running program's, or those in a file.
type whose struct {
	where
	Of   string   `help:"File of values, instead of a running program." type:"existingfile" placeholder:"FILE"`
	Type []string `help:"What the file has values of: a module of ASN.1 with the name of a type, FILE.asn1:TYPE, or a JSON Schema. Repeat it for modules that are imported." placeholder:"FILE"`
}

// params calls do with the running program's parameters.
func (w *whose) params(ctx context.Context, do func(context.Context, *web.Client, []live.Param) error) error {
	if len(w.Type) > 0 {
		return fmt.Errorf("--type is for a file of values: name it with --of, or leave --type out")
	}
	return w.ask(ctx, 0, func(ctx context.Context, c *web.Client) error {
		l, err := c.List(ctx)
		if err != nil {
			return err
		}
		all := slices.Concat(l.Params, l.Constants)
		if len(all) == 0 {
			return fmt.Errorf("%s has no parameters that can be seen or changed while it runs", l.Program)
		}
		return do(ctx, c, all)
	})
}

// matching returns the parameters that a name or pattern means.
func matching(params []live.Param, name string) (some []live.Param, err error) {
	var all []string
	for _, p := range params {
		all = append(all, p.Path)
		if p.Path == name {
			return []live.Param{p}, nil
		}
		if name == "" || trace.Match([]string{name}, p.Path) {
			some = append(some, p)
		}
	}
	if len(some) == 0 {
		return nil, fmt.Errorf("there is no parameter %s: %s", name, spelling.Suggest(name, all))
	}
	return some, nil
}

// one returns the parameter that a name means.
func one(params []live.Param, name string) (live.Param, error) {
	some, err := matching(params, name)
	if err != nil {
		return live.Param{}, err
	}
	if len(some) > 1 {
		var all []string
		for _, p := range some {
			all = append(all, p.Path)
		}
		return live.Param{}, fmt.Errorf("%s is more than one parameter: name one of %s", name, strings.Join(all, ", "))
	}
	return some[0], nil
}

// span is the range of a parameter in words, "" if it has none.
func span(p *live.Param) string {
	s := ""
	if p.Min != p.Max {
		s = fmt.Sprintf("%v to %v", p.Min, p.Max)
	}
	return strings.TrimSpace(s + " " + p.Unit)
}

type paramList struct {
	Pattern string `arg:"" optional:"" help:"Parameters to list, a name or pattern. Default: all."`
	whose
	JSON bool `name:"json" help:"Everything as JSON."`
}

func (c *paramList) Help() string {
	return "Examples:\n  sinew param list\n  sinew param list 'velocity.*'\n  sinew param list --of drive.yaml --type drive.asn1:Parameters"
}

func (c *paramList) Run(ctx context.Context) error {
	if c.Of != "" {
		return c.listFile(os.Stdout, c.Pattern, c.JSON)
	}
	return c.params(ctx, func(_ context.Context, _ *web.Client, params []live.Param) error {
		some, err := matching(params, c.Pattern)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(os.Stdout).Encode(some)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 1, 2, ' ', 0)
		for i := range some {
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%s\t%s\t%s%s", some[i].Path, some[i].Value, some[i].Unit, map[bool]string{true: "\tconstant"}[some[i].Constant]), "\t"))
		}
		return w.Flush()
	})
}

type paramGet struct {
	Name string `arg:"" help:"Parameter."`
	whose
}

func (c *paramGet) Help() string {
	return "Examples:\n  sinew param get velocity.cap\n  sinew param get gains.kp --of drive.yaml --type drive.asn1:Parameters"
}

func (c *paramGet) Run(ctx context.Context) error {
	if c.Of != "" {
		return c.getFile(os.Stdout, c.Name)
	}
	return c.params(ctx, func(_ context.Context, _ *web.Client, params []live.Param) error {
		p, err := one(params, c.Name)
		if err == nil {
			_, err = fmt.Printf("%s\n", p.Value)
		}
		return err
	})
}

type paramSet struct {
	Name  string `arg:"" help:"Parameter."`
	Value string `arg:"" help:"Value as JSON, or in the notation of the file; put -- before one that begins with a minus."`
	whose
}

func (c *paramSet) Help() string {
	return "Ends when the program has taken the value, and prints the time of the tag that took it, or why none did. A file is written anew,\n" +
		"without its comments, if all of it is as its type wants it.\n\n" +
		"Examples:\n  sinew param set velocity.cap 0.2\n  sinew param set gains.kp 1.5 --of drive.yaml --type drive.asn1:Parameters"
}

func (c *paramSet) Run(ctx context.Context) error {
	if c.Of != "" {
		return c.setFile(c.Name, c.Value)
	}
	return c.params(ctx, func(ctx context.Context, cl *web.Client, params []live.Param) error {
		p, err := one(params, c.Name)
		if err != nil {
			return err
		}
		if p.Constant {
			return fmt.Errorf("%s is constant while the program runs: give its value at the start", p.Path)
		}
		return send(ctx, cl, []wanted{{path: p.Path, value: []byte(c.Value)}})
	})
}

// wanted is a value that a parameter is to have.
type wanted struct {
	path  string
	value []byte // JSON
	at    diag.Pos
}

// send sets parameters one after another, each through its door, and prints the tags that took them. A refusal is
// reported at its place and does not hold up the others.
func send(ctx context.Context, cl *web.Client, all []wanted) error {
	p, err := cl.Publisher(ctx)
	if err != nil {
		return err
	}
	defer p.Close()
	var faults diag.Faults
	for _, w := range all {
		tag, err := p.Publish(ctx, w.path, w.value)
		switch {
		case err != nil && w.at.Line == 0 || ctx.Err() != nil:
			return err
		case err != nil:
			faults = append(faults, diag.Fault{Code: run.ParamValue, Pos: w.at, What: err.Error()})
		default:
			fmt.Printf("%s: taken at %s\n", w.path, stampOf(tag))
		}
	}
	return faults.Err()
}

type paramDump struct {
	whose
	Out string `short:"o" help:"File to write. Default: standard output." placeholder:"FILE"`
	As  string `help:"Notation: yaml, json, or asn1 for a file's values. Default: by the name of --out, or yaml." enum:"yaml,json,asn1," default:"" placeholder:"NOTATION"`
}

func (c *paramDump) Help() string {
	return "Of a file everything is written, with the defaults of what it leaves out.\n\n" +
		"Examples:\n  sinew param dump --out tuned.yaml\n  sinew param dump --of drive.yaml --type drive.asn1:Parameters --as asn1"
}

func (c *paramDump) Run(ctx context.Context) error {
	notation := param.YAML
	if n, ok := param.NotationOf(c.Out); ok {
		notation = n
	}
	if n, ok := param.ParseNotation(c.As); ok {
		notation = n
	}
	if c.Of != "" {
		text, err := c.dumpFile(notation)
		if err != nil {
			return err
		}
		return c.write(text)
	}
	if notation == param.ASN1 {
		return fmt.Errorf("the parameters of a running program have no types in ASN.1: give --as yaml or json")
	}
	return c.params(ctx, func(_ context.Context, _ *web.Client, params []live.Param) error {
		var b bytes.Buffer
		for i, p := range params {
			name, err := json.Marshal(p.Path)
			if err != nil {
				return err
			}
			if notation == param.YAML { // its flow style is JSON
				fmt.Fprintf(&b, "%s: %s\n", name, p.Value)
				continue
			}
			fmt.Fprintf(&b, "%s%s: %s", [...]string{"{\n  ", ",\n  "}[min(i, 1)], name, p.Value)
		}
		if notation == param.JSON {
			b.WriteString("\n}\n")
		}
		return c.write(b.Bytes())
	})
}

func (c *paramDump) write(text []byte) error {
	if c.Out == "" {
		_, err := os.Stdout.Write(text)
		return err
	}
	return whole.WriteFile(c.Out, text)
}

type paramLoad struct {
	File string `arg:"" help:"File of values: YAML or JSON as 'sinew param dump' writes it; with --of of the same type as that file." type:"existingfile"`
	whose
}

func (c *paramLoad) Help() string {
	return "Nothing is set if anything in the file is wrong. Each change of a running program is recorded.\n\n" +
		"Examples:\n  sinew param load tuned.yaml\n  sinew param load tuned.asn1 --of drive.yaml --type drive.asn1:Parameters"
}

func (c *paramLoad) Run(ctx context.Context) error {
	if c.Of != "" {
		return c.loadFile(c.File)
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	notation, ok := param.NotationOf(c.File)
	if !ok || notation == param.ASN1 {
		return fmt.Errorf("%s: parameters of a running program are loaded from a .yaml or .json file", local(c.File))
	}
	n, faults := param.Parse(notation, c.File, text)
	if faults.Err() != nil {
		return faults.Err()
	}
	return c.params(ctx, func(ctx context.Context, cl *web.Client, params []live.Param) error {
		all, faults := wishes(n, params)
		if faults.Err() != nil {
			return faults.Err()
		}
		return send(ctx, cl, all)
	})
}

// wishes checks the names and the ranges of numbers in a file of parameters. The program checks the rest.
func wishes(n *param.Node, params []live.Param) (all []wanted, faults diag.Faults) {
	if n.Shape != param.Object {
		return nil, diag.Faults{{Code: run.ParamSyntax, Pos: n.Pos, What: "there are no parameters in the file", Do: `write lines such as "velocity.cap: 0.2"`}}
	}
	var names []string
	for _, p := range params {
		names = append(names, p.Path)
	}
	for _, part := range n.Parts {
		i := slices.Index(names, part.Name)
		if i < 0 {
			faults = append(faults, diag.Fault{Code: run.ParamName, Pos: part.At, What: fmt.Sprintf("there is no parameter %q", part.Name), Do: spelling.Suggest(part.Name, names)})
			continue
		}
		p := params[i]
		if p.Constant {
			if !same(asJSON(part.Node), p.Value) {
				faults = append(faults, diag.Fault{Code: run.ParamValue, Pos: part.Node.Pos, Path: p.Path, What: fmt.Sprintf("it is constant while the program runs, and is %s", p.Value), Do: "give its value at the start"})
			}
			continue
		}
		if x, err := strconv.ParseFloat(part.Node.Text, 64); err == nil && part.Node.Shape == param.Plain && p.Min != p.Max && !(x >= p.Min && x <= p.Max) {
			faults = append(faults, diag.Fault{Code: run.ParamValue, Pos: part.Node.Pos, Path: p.Path, What: part.Node.Text + " is out of range", Do: "give a number from " + span(&p)})
			continue
		}
		all = append(all, wanted{p.Path, asJSON(part.Node), part.Node.Pos})
	}
	return all, faults
}

// same reports whether two texts are the same JSON value.
func same(x, y []byte) bool {
	var a, b any
	return json.Unmarshal(x, &a) == nil && json.Unmarshal(y, &b) == nil && reflect.DeepEqual(a, b)
}

// asJSON is a value of a file in the form that the program takes.
func asJSON(n *param.Node) []byte {
	var b bytes.Buffer
	text := func(v any) {
		if j, err := json.Marshal(v); err == nil {
			b.Write(j)
		}
	}
	switch n.Shape {
	case param.Object, param.Array:
		open, shut := "{", "}"
		if n.Shape == param.Array {
			open, shut = "[", "]"
		}
		for i, p := range n.Parts {
			if b.WriteString([...]string{open, ","}[min(i, 1)]); n.Shape == param.Object {
				text(p.Name)
				b.WriteByte(':')
			}
			b.Write(asJSON(p.Node))
		}
		if len(n.Parts) == 0 {
			b.WriteString(open)
		}
		b.WriteString(shut)
	case param.Quoted:
		text(n.Text)
	default:
		x, err := strconv.ParseFloat(n.Text, 64)
		switch {
		case json.Valid([]byte(n.Text)):
			b.WriteString(n.Text)
		case err == nil && !math.IsInf(x, 0) && !math.IsNaN(x):
			text(x)
		default:
			text(n.Text)
		}
	}
	return b.Bytes()
}

type paramDescribe struct {
	Name string `arg:"" optional:"" help:"Parameter, or pattern. Default: all."`
	whose
}

func (c *paramDescribe) Help() string {
	return "Of a type no file of values is needed.\n\nExamples:\n  sinew param describe velocity.cap\n  sinew param describe --type drive.asn1:Parameters"
}

func (c *paramDescribe) Run(ctx context.Context) error {
	if c.Of != "" || len(c.Type) > 0 {
		return c.describeType(os.Stdout, c.Name)
	}
	return c.params(ctx, func(_ context.Context, _ *web.Client, params []live.Param) error {
		some, err := matching(params, c.Name)
		for i := range some {
			tell(os.Stdout, &some[i])
		}
		return err
	})
}

// tell describes a parameter of a running program.
func tell(w io.Writer, p *live.Param) {
	fmt.Fprintf(w, "%s\n  type: %s%s\n", p.Path, map[bool]string{true: "constant, "}[p.Constant], p.Type)
	for _, x := range []struct{ what, is string }{{"help", p.Help}, {"unit", p.Unit}, {"range", map[bool]string{true: span(p)}[p.Min != p.Max]},
		{"value", string(p.Value)}, {"at the start", string(p.Start)}} {
		if x.is != "" {
			fmt.Fprintf(w, "  %s: %s\n", x.what, x.is)
		}
	}
}
