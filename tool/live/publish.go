package live

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
)

// Param is a parameter of the program with its present value.
type Param struct {
	Path  string          `json:"path"`
	Type  string          `json:"type"` // in words, or the Go type
	Value json.RawMessage `json:"value"`
	Unit  string          `json:"unit,omitempty"`
	Help  string          `json:"help,omitempty"`
	Min   float64         `json:"min,omitempty"` // both 0: no range
	Max   float64         `json:"max,omitempty"`
	Start json.RawMessage `json:"start"` // the value at the start

	Constant bool `json:"constant,omitempty"` // it does not change while the program runs
}

// described is a parameter as its description has it.
func described(path, typ string, i *reactor.ParamInfo, value, start json.RawMessage) Param {
	if i.Type != "" {
		typ = i.Type
	}
	return Param{path, typ, value, i.Unit, i.Help, i.Min, i.Max, start, false}
}

// Constants lists the parameters that do not change while the program runs.
func (b *Bus) Constants() (all []Param) {
	p, _ := b.program()
	for _, c := range p.Constants() {
		value := json.RawMessage(c.Value)
		x := described(c.Path, "", &c.ParamInfo, value, value)
		x.Constant = true
		all = append(all, x)
	}
	return all
}

// Order is a physical action that takes values from outside.
type Order struct {
	Path    string          `json:"path"`
	Type    string          `json:"type"`
	Example json.RawMessage `json:"example"` // the zero value
}

// param keeps the value of a parameter for readers. The enclave's thread writes it.
type param struct {
	now   latest
	text  json.RawMessage // under the bus's lock
	start json.RawMessage
}

// openParams finds the parameters and notes their first values.
func (b *Bus) openParams() {
	for k, d := range b.doors {
		if d.Param == nil {
			continue
		}
		if b.params == nil {
			b.params = make([]*param, len(b.doors))
		}
		text := b.topics[b.index[b.ports+k]].Codec.AppendJSON(nil, d.Value)
		x := &param{text: text, start: text}
		x.now.init()
		b.params[k] = x
	}
}

// noteParams keeps the values of parameters that came through at this tag; called by the enclave's thread.
func (b *Bus) noteParams(en *enclave, rec reactor.Record) {
	for _, k := range rec.Doors {
		if x := b.params[k]; x != nil && !b.doors[k].Refused() {
			if data, ok := b.encode(en, b.ports+int(k)); ok {
				x.now.put(stamp{time: int64(rec.Tag.Time)}, data)
			}
		}
	}
}

// Params lists the program's parameters with their present values.
func (b *Bus) Params() []Param {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Param
	for k, x := range b.params {
		if x == nil {
			continue
		}
		d, c := b.doors[k], b.topics[b.index[b.ports+k]].Codec
		if h := x.now.take(); h != nil {
			v := reflect.New(d.Type)
			if err := c.Decode(h.data, v.UnsafePointer()); err == nil {
				x.text = c.AppendJSON(nil, v.UnsafePointer())
			}
		}
		all = append(all, described(d.Path, d.Type.String(), d.Param, x.text, x.start))
	}
	return all
}

// Orders lists the physical actions that values can be sent to.
func (b *Bus) Orders() []Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Order
	for k, d := range b.doors {
		if d.Kind == "physical action" {
			zero := reflect.New(d.Type)
			all = append(all, Order{d.Path, d.Type.String(), b.topics[b.index[b.ports+k]].Codec.AppendJSON(nil, zero.UnsafePointer())})
		}
	}
	return all
}

// takes reports whether values may be published to a door.
func takes(d reactor.Door) bool { return d.Kind == "physical action" || d.Kind == "parameter" }

// program returns the program with its doors; they change when the bus is bound to another instance.
func (b *Bus) program() (*reactor.Program, []reactor.Door) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.p, b.doors
}

// door finds the door with a name, or the only one that matches a pattern.
func (b *Bus) door(doors []reactor.Door, name string) (int, error) {
	name = strings.TrimPrefix(strings.TrimSpace(name), doorPrefix)
	var found []int
	var open []string
	for k, d := range doors {
		if !takes(d) {
			if d.Path == name {
				return 0, fmt.Errorf("publish to %s: its kind is %s; only physical actions and parameters take values", d.Path, d.Kind)
			}
			continue
		}
		if d.Path == name {
			return k, nil
		}
		open = append(open, d.Path)
		if trace.Match([]string{name}, d.Path) {
			found = append(found, k)
		}
	}
	switch {
	case len(found) == 1 && name != "":
		return found[0], nil
	case slices.ContainsFunc(b.Program().Constants(), func(c reactor.Constant) bool { return c.Path == name }):
		return 0, fmt.Errorf("publish to %s: it is constant while the program runs: give its value at the start", name)
	case len(open) == 0:
		return 0, fmt.Errorf("publish to %s: the program has no physical action or parameter that takes values", name)
	case len(found) == 0 && len(b.Find(name)) > 0 && b.topics[b.index[b.Find(name)[0]]].Kind == KindPort:
		return 0, fmt.Errorf("publish to %s: a port gets its values from reactions; those that take values are %s", name, strings.Join(open, ", "))
	case len(found) > 1:
		return 0, fmt.Errorf("publish to %s: that is more than one; choose among %s", name, strings.Join(open, ", "))
	}
	return 0, fmt.Errorf("publish to %s: there is none; those that take values are %s", name, strings.Join(open, ", "))
}
