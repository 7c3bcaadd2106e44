package scxml

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/chart"
)

// block is executable content, in order.
type block []func(*chart.Call) error

func (b block) run(c *chart.Call) error {
	for _, act := range b {
		if err := act(c); err != nil {
			return err // the rest is left out, as SCXML requires
		}
	}
	return nil
}

// source is what a body was read from: elements of executable content or, for a guard, the transition with the
// condition.
type source struct {
	elements []*element
	in       map[*element]string // states that conditions test, by the element with the condition
}

// body makes one body of executable content, or nil if there is none. It keeps the elements unless they are nil.
func (r *reader) body(b block, text string, at diag.Pos, elements []*element) *chart.Body {
	if len(b) == 0 {
		return nil
	}
	made := &chart.Body{Text: text, Pos: at, Act: b.run}
	if elements != nil {
		made.From = source{elements, r.in}
	}
	return made
}

func raise(event string) func(*chart.Call) error {
	return func(c *chart.Call) error { return c.SendName(event) }
}

// content makes functions from the executable content in an element.
func (r *reader) content(e *element) block { return r.block(e, e.Kids) }

// block makes functions from some of an element's content.
func (r *reader) block(e *element, kids []*element) (acts block) {
	for _, c := range kids {
		switch c.Local() {
		case "raise":
			if attr(c, "event") == "" {
				r.fault("scxml-element", c.At, "a raise has no event", "give event")
				continue
			}
			acts = append(acts, raise(attr(c, "event")))
		case "send":
			acts = append(acts, r.send(c)...)
		case "log":
			acts = append(acts, r.host3(c, func(h Host) (func(*chart.Call) error, error) { return h.Log(c.At, attr(c, "label"), attr(c, "expr")) }))
		case "script":
			acts = append(acts, r.script(c, c.Text()))
		case "assign":
			acts = append(acts, r.script(c, assignment(c, "location")))
		case "foreach":
			acts = append(acts, r.foreach(c))
		case "if":
			acts = append(acts, r.choice(c))
		case "invoke":
			r.invoke(c)
		case "cancel":
			r.fault("scxml-unsupported", c.At, c.Local()+" has no counterpart", "write it within a script")
		case "transition", "onentry", "onexit":
			r.fault("scxml-element", c.At, "there is no "+c.Local()+" within executable content", "move it into the state")
		default:
			r.unknown(c, e, "raise", "send", "log", "script", "assign", "foreach", "if")
		}
	}
	return acts
}

// assignment is an assign in Lua, to what an attribute names.
func assignment(e *element, to string) string {
	value, ok := e.Attr("expr")
	if !ok {
		value = e.Word()
	}
	return attr(e, to) + " = " + value
}

// send becomes a raise if it is to the chart itself and at once.
func (r *reader) send(e *element) []func(*chart.Call) error {
	for _, name := range [...]string{"delay", "delayexpr", "target", "targetexpr", "type", "typeexpr", "eventexpr", "namelist"} {
		if attr(e, name) != "" {
			r.fault("scxml-unsupported", e.At, "a send with "+name+" has no counterpart", "let the program around the chart send it")
			return nil
		}
	}
	if attr(e, "event") == "" || len(e.Kids) > 0 {
		r.fault("scxml-unsupported", e.At, "a send without an event, or with data, has no counterpart", "give event, and no param or content")
		return nil
	}
	return []func(*chart.Call) error{raise(attr(e, "event"))}
}

var errHost = errors.New("the document was read without a host that runs its conditions and scripts")

// host3 asks the host for a function.
func (r *reader) host3(e *element, make func(Host) (func(*chart.Call) error, error)) func(*chart.Call) error {
	if r.host == nil {
		return func(*chart.Call) error { return errHost }
	}
	f, err := make(r.host)
	if err != nil {
		r.fault("scxml-code", e.At, err.Error(), "mend the text, or give the host what it names")
		return func(*chart.Call) error { return err }
	}
	return f
}

// foreach executes the content of an element for each element of an array.
func (r *reader) foreach(e *element) func(*chart.Call) error {
	acts := r.content(e)
	array, item := attr(e, "array"), attr(e, "item")
	if array == "" || item == "" {
		r.fault("scxml-element", e.At, "a foreach has no array or no item", "give both")
	}
	if r.host == nil {
		return func(*chart.Call) error { return errHost }
	}
	loops, ok := r.host.(Looper)
	if !ok {
		r.fault("scxml-unsupported", e.At, "functions in Go do not go through the arrays of a foreach", "write it within a script")
		return nil
	}
	begin, next, err := loops.Each(e.At, array, item, attr(e, "index"))
	if err != nil {
		r.fault("scxml-code", e.At, err.Error(), "mend array, item and index")
	}
	return func(c *chart.Call) error {
		if err := begin(); err != nil {
			return err
		}
		for {
			if more, err := next(); !more || err != nil {
				return err
			}
			if err := acts.run(c); err != nil {
				return err
			}
		}
	}
}

// way is a branch of an if: what is done if its condition holds. An else has none.
type way struct {
	test func(*chart.Call) (bool, error)
	do   block
}

// choice executes the branch of an if after the first condition that holds; elseif and else divide its content.
func (r *reader) choice(e *element) func(*chart.Call) error {
	var ways []way
	head, first := e, 0
	for i := range len(e.Kids) + 1 {
		if i < len(e.Kids) && e.Kids[i].Local() != "elseif" && e.Kids[i].Local() != "else" {
			continue
		}
		ways = append(ways, r.way(head, r.block(e, e.Kids[first:i])))
		if i == len(e.Kids) {
			break
		}
		if head.Local() == "else" {
			r.fault("scxml-element", e.Kids[i].At, "an "+e.Kids[i].Local()+" stands behind else", "move it before the else, or remove it")
		}
		if len(e.Kids[i].Kids) > 0 {
			r.fault("scxml-element", e.Kids[i].At, "an "+e.Kids[i].Local()+" has something in it", "end it at once: what follows it belongs to it")
		}
		head, first = e.Kids[i], i+1
	}
	return func(c *chart.Call) error {
		for _, w := range ways {
			if yes, err := w.test(c); err != nil {
				c.Fail(err) // and it is treated as false, as SCXML requires
			} else if yes {
				return w.do.run(c)
			}
		}
		return nil
	}
}

// way is the branch of an if that begins with an element: the if itself, an elseif or an else.
func (r *reader) way(head *element, do block) way {
	cond := strings.TrimSpace(attr(head, "cond"))
	switch {
	case head.Local() == "else" && cond == "":
		return way{func(*chart.Call) (bool, error) { return true, nil }, do}
	case head.Local() == "else":
		r.fault("scxml-element", head.At, "an else has a condition", "write elseif")
	case cond == "":
		r.fault("scxml-element", head.At, "an "+head.Local()+" has no condition", "give cond")
	default:
		return way{r.cond(head, cond), do}
	}
	return way{do: do}
}

func (r *reader) script(e *element, text string) func(*chart.Call) error {
	if attr(e, "src") != "" {
		r.fault("scxml-unsupported", e.At, "a script in another file is not read", "put it into the document")
	}
	return r.host3(e, func(h Host) (func(*chart.Call) error, error) {
		return h.Script(e.At, strings.TrimRight(text, " \t\r\n"))
	})
}

// asked finds the state that a condition tests: In('id') in Lua, and In(id) in the null data model.
var asked = regexp.MustCompile(`^In\s*\(\s*(?:'([^'\s\\]+)'|"([^"\s\\]+)"|([^'"\s()]+))\s*\)$`)

// cond makes a condition. In('id') alone needs no host.
func (r *reader) cond(e *element, text string) func(*chart.Call) (bool, error) {
	if m := asked.FindStringSubmatch(text); m != nil && (m[3] == "" || r.null) {
		if path := r.target(e, m[1]+m[2]+m[3]); path != "" {
			r.in[e] = path
			return func(c *chart.Call) (bool, error) { return c.Machine.Mode(c.Node(path)) != chart.Inactive, nil }
		}
	}
	if r.host == nil {
		return func(*chart.Call) (bool, error) { return false, errHost }
	}
	f, err := r.host.Cond(e.At, text)
	if err != nil {
		r.fault("scxml-code", e.At, err.Error(), "mend the condition, or give the host what it names")
		return func(*chart.Call) (bool, error) { return false, err }
	}
	return f
}

// initialData makes the data's initial values and the document's scripts what the root does on entry.
func (r *reader) initialData(m *chart.Model) {
	var acts block
	for _, e := range r.data {
		switch e.Local() {
		case "data":
			if attr(e, "src") != "" {
				r.fault("scxml-unsupported", e.At, "data in another file are not read", "put them into the document")
				continue
			}
			if text := assignment(e, "id"); !strings.HasSuffix(text, "= ") {
				acts = append(acts, r.script(e, text))
			}
		case "script":
			acts = append(acts, r.script(e, e.Text()))
		default:
			r.fault("scxml-element", e.At, fmt.Sprintf("SCXML has no %s in a data model", e.Local()), "give data")
		}
	}
	kept := r.data
	if m.Root.Entry != nil {
		acts, kept = append(acts, m.Root.Entry.Act), nil
	}
	m.Root.Entry = r.body(acts, "data", m.Root.Pos, kept)
}
