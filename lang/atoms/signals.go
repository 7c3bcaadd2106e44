package atoms

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/dbc"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Signal is the place of a product or need of an External in CAN frames.
type Signal struct {
	dbc.Signal
	Unit unit.Unit // of the signal's value
}

// Field is the place of a product or need of an External in messages of a topic.
type Field struct {
	Topic, Type, Path string
	Unit              unit.Unit
}

// ReadSignal reads the option for a product or need of a driver of kind can.
func ReadSignal(p *atom.Port, text string) (s Signal, err error) {
	var symbol string
	if s.Signal, symbol, err = dbc.Parse(text); err == nil {
		s.Unit, err = unitOf(p.Element.Type, symbol)
	}
	return s, err
}

// ReadField reads the option for a product or need of a driver of kind topic. Without a unit it is the SI unit (REP 103).
func ReadField(p *atom.Port, text string) (f Field, err error) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return f, fmt.Errorf("%q is no field of a topic: write the topic, its type and the field, such as /cmd_vel geometry_msgs/Twist linear.x", text)
	}
	f = Field{Topic: words[0], Type: words[1], Path: words[2]}
	if len(words) > 3 {
		f.Unit, err = unitOf(p.Element.Type, strings.Join(words[3:], " "))
	} else if f.Unit.Factor = 1; len(p.Element.Type.Units()) > 0 {
		f.Unit = p.Element.Type.Units()[0]
	}
	return f, err
}

// unitOf finds a unit of a type.
func unitOf(t unit.Type, symbol string) (unit.Unit, error) {
	units := t.Units()
	if len(units) == 0 {
		if symbol == "" {
			return unit.Unit{Factor: 1}, nil
		}
		return unit.Unit{}, fmt.Errorf("a %v has no unit: leave out %q", t, symbol)
	}
	if _, err := unit.Parse(t, strings.TrimSpace("1 "+symbol)); err != nil {
		return unit.Unit{}, err
	}
	_, u, _ := unit.Find(symbol) // it is one of t's, written the same way
	return units[slices.IndexFunc(units, func(v unit.Unit) bool { return v.Symbol == u.Symbol })], nil
}

// each checks the options of a driver for every product and need of its Externals, and returns its known options with their
// names.
func (r *reader) each(d *Driver, k *Kind, known []string, externals []*atom.Instance) []string {
	path, names := "drivers."+d.Name, slices.Clone(known)
	if len(externals) == 0 { // nothing about its meaning is known
		for _, o := range d.Options {
			names = append(names, o.Key)
		}
	}
	var sent []Signal
	var owners []string
	for _, i := range externals {
		for _, p := range i.Ports {
			name := p.Element.Name
			if p.Element.Role != atom.ProductRole && p.Element.Role != atom.NeedRole || slices.Contains(names[len(known):], name) {
				continue
			}
			if slices.Contains(known, name) {
				r.faultAt(p.Path(), "driver", i.Place, "a driver of kind "+k.Name+" has an option of this name", "give the element another name")
				continue
			}
			names = append(names, name)
			at := slices.IndexFunc(d.Options, func(o Setting) bool { return o.Key == name })
			if at < 0 {
				r.faultAt(path, "driver", d.Place, "the driver does not say which "+k.Each+" "+p.Path()+" is", "add it, such as "+name+": "+k.Example)
				continue
			}
			s, err := Signal{}, error(nil)
			if k.Name == "can" {
				s, err = ReadSignal(p, d.Options[at].Value)
			} else {
				_, err = ReadField(p, d.Options[at].Value)
			}
			if err != nil {
				what, do, _ := strings.Cut(err.Error(), ": ")
				r.faultAt(path+"."+name, "driver", d.Options[at].Place, what, do)
			} else if p.Element.Role == atom.NeedRole && k.Name == "can" {
				r.together(d, &d.Options[at], s, sent, owners)
				sent, owners = append(sent, s), append(owners, name)
			}
		}
	}
	return names
}

// together checks that a signal can be sent along with the previous ones in its frame.
func (r *reader) together(d *Driver, o *Setting, s Signal, before []Signal, names []string) {
	what, do := "", ""
	for n, b := range before {
		switch {
		case b.ID != s.ID || what != "":
		case b.Mask()&s.Mask() != 0:
			what, do = fmt.Sprintf("the signal has bits of frame %#x that %s has too", s.ID, names[n]), "move one of them"
		case b.Length != s.Length:
			what, do = fmt.Sprintf("frame %#x has another length than %s says", s.ID, names[n]), "give both the same, as in 0x201[8]"
		}
	}
	if what != "" {
		r.faultAt("drivers."+d.Name+"."+o.Key, "driver", o.Place, what, do)
	}
}
