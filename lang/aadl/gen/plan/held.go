package plan

import (
	"os"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/param"
)

// Held is a data component that holds a node's parameters or variables.
type Held struct {
	Component *instance.Component // of the first such node
	Type      Type                // of a Source
	Of        *param.Type
	Doc       string
	Live      []string // parameters that may change while the node runs
}

// Start has a node's initial values, in YAML for the program to read; "" stands for the defaults.
type Start struct{ Parameters, Variables string }

func (h *Held) likeness() string {
	if h == nil {
		return ""
	}
	return " holds " + h.Type.Key() + " " + strings.Join(h.Live, ",")
}

// holds reads a data component that is declared to hold parameters or variables of a node.
func (p *Program) holds(n *Node, c *instance.Component) bool {
	what, ok := p.Word(c, "Sinew::Holds", nil)
	if c.Category != syntax.DataCategory || !ok {
		return false
	}
	values := func(do, say string) { p.fault(c, diag.Error, "gen-values", do, say) }
	h := &Held{Component: c, Doc: Of(c)}
	into, start := &n.Parameters, p.Starts[n.Component]
	text := &start.Parameters
	if what == "variables" {
		into, text = &n.Variables, &start.Variables
	}
	switch {
	case *into != nil:
		values("the node has "+what+" already: "+(*into).Component.Name, "put all of them into one type")
		return true
	case c.Classifier == nil:
		values("nothing says what "+c.Name+" is", "name its type")
		return true
	}
	k, from, described := p.described(c.Classifier)
	switch {
	case !described:
		values("no text in ASN.1 or JSON Schema describes "+c.Classifier.Name, "give it a Source_Text")
		return true
	case k == nil:
		return true // reported
	case k.Kind != param.Record:
		values(c.Classifier.Name+" is "+k.String()+", and "+what+" are a record", "name a type that is a SEQUENCE, or an object")
		return true
	}
	h.Of, h.Type = k, from.sourced(p, c.Classifier, k)
	if v, ok := p.Stated(c, "Sinew::Live", nil); ok {
		for _, e := range v.Elements {
			h.Live = append(h.Live, e.Text)
		}
		if what == "variables" {
			values("variables may all change", "leave out Sinew::Live")
		}
	}
	_, faults := k.Alive(h.Live)
	for _, f := range faults {
		values(f.What, f.Do)
	}
	*into = h
	*text = p.begins(c, k)
	p.Starts[n.Component] = start
	return true
}

// begins reads the initial values that the model names.
func (p *Program) begins(c *instance.Component, k *param.Type) string {
	v, ok := p.Stated(c, "Sinew::Start_Values", nil)
	if !ok || v.Text == "" {
		return ""
	}
	name := v.Text
	if v.File != nil {
		name = beside(v.File.Name, v.Text)
	}
	notation, known := param.NotationOf(name)
	if !known {
		p.fault(c, diag.Error, "gen-values", "the file "+v.Text+" is in no notation of values", "name one that ends in .asn1, .json or .yaml")
		return ""
	}
	text, err := os.ReadFile(name)
	if err != nil {
		p.fault(c, diag.Error, "gen-values", "its values at the start cannot be read: "+err.Error(), "name a file from the folder of the text that says so")
		return ""
	}
	value, faults := param.Read(k, notation, name, text)
	for i := range faults {
		faults[i].Path = strings.TrimSuffix(c.Parent.Path()+"."+faults[i].Path, ".")
	}
	p.faults = append(p.faults, faults...)
	if faults.Err() != nil {
		return ""
	}
	line, _ := param.FormatLine(&value, param.JSON) // has all names, and is YAML
	return line
}

// turning reports where the algorithms of a node cannot take turns, because connections for their order only lead to its own
// threads.
func (p *Program) turning(n *Node) {
	if n.Variables == nil && (n.Parameters == nil || len(n.Parameters.Live) == 0) {
		return
	}
	for _, t := range n.Threads {
		if t.Group != nil && t.Runs() {
			p.fault(t.Component, diag.Error, "gen-values", "the thread "+t.Name+" of a group shares what may change with the other threads of its node", "put it into the process itself, or leave out the variables and the live parameters")
		}
	}
}

// Turns returns the threads of a node in the order in which their algorithms run at the same tag: in the order of
// declaration, but after threads whose messages they get at that tag.
func (n *Node) Turns() (all []*Thread) {
	done := map[*Thread]bool{}
	waits := func(t *Thread) bool {
		return slices.ContainsFunc(n.Wires, func(w Wire) bool {
			k := slices.IndexFunc(n.Threads, func(o *Thread) bool { return o.Component == w.From.Component })
			return !w.Delayed && w.To.Component == t.Component && k >= 0 && n.Threads[k] != t && !done[n.Threads[k]]
		})
	}
	for {
		next := slices.IndexFunc(n.Threads, func(t *Thread) bool { return t.Runs() && !done[t] && !waits(t) })
		if next < 0 { // they wait for each other, which the program's check reports
			next = slices.IndexFunc(n.Threads, func(t *Thread) bool { return t.Runs() && !done[t] })
		}
		if next < 0 {
			return all
		}
		done[n.Threads[next]] = true
		all = append(all, n.Threads[next])
	}
}
