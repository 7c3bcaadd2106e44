package atoms

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// kindOption is the option of a driver that names its Kind.
const kindOption = "kind"

// Kind is a kind of driver that needs no separate program: a text names it, with its options, and the program that runs the
// model opens it. Values are those of the External's products or needs, in declaration order and SI units, unless Each says
// otherwise.
type Kind struct {
	Name    string
	Needs   []string // required options, one of each "a|b"
	Options []string // other options
	Both    bool     // one External may have products and needs
	Each    string   // what the option that each product and need has under its name says; "": no such options
	Example string   // example of such an option
}

// Kinds lists the drivers that a text can name.
func Kinds() []Kind {
	return []Kind{
		{Name: "csv", Needs: []string{"file"}},
		{Name: "udp", Needs: []string{"listen|send"}, Options: []string{"age"}, Both: true},
		{Name: "serial", Needs: []string{"port"}, Options: []string{"baud", "age"}, Both: true},
		{Name: "can", Needs: []string{"port"}, Options: []string{"age", "stop"}, Both: true, Each: "signal", Example: "0x181 0|16@1- (0.01,0) m/s"},
		{Name: "topic", Options: []string{"master", "host", "exposed", "age", "stop"}, Both: true, Each: "field", Example: "/cmd_vel geometry_msgs/Twist linear.x"},
	}
}

// Option returns an option of d; "" if it is missing.
func (d *Driver) Option(key string) string {
	for _, o := range d.Options {
		if o.Key == key {
			return o.Value
		}
	}
	return ""
}

// Kind is the name of one of the Kinds, or "" if the program that runs the model has the driver.
func (d *Driver) Kind() string { return d.Option(kindOption) }

// has reports whether one of the options in an entry of Needs is there.
func (d *Driver) has(need string) bool {
	return slices.ContainsFunc(strings.Split(need, "|"), func(key string) bool { return d.Option(key) != "" })
}

// kinds checks the drivers that state their kind.
func (r *reader) kinds() {
	all := Kinds()
	names := make([]string, len(all))
	for n, k := range all {
		names[n] = k.Name
	}
	for n := range r.d.Meta.Drivers {
		d := &r.d.Meta.Drivers[n]
		at := slices.IndexFunc(d.Options, func(o Setting) bool { return o.Key == kindOption })
		if at < 0 {
			continue
		}
		path, place := "drivers."+d.Name, d.Options[at].Place
		k := slices.Index(names, d.Kind())
		if k < 0 {
			r.faultAt(path, "driver", place, fmt.Sprintf("no kind of driver is called %q", d.Kind()), r.near(d.Kind(), names, "kinds"))
			continue
		}
		r.kind(path, d, &all[k])
	}
}

// kind checks the options of a driver of a kind, and the Externals bound to it.
func (r *reader) kind(path string, d *Driver, k *Kind) {
	known := []string{kindOption}
	for _, need := range k.Needs {
		known = append(known, strings.Split(need, "|")...)
		if !d.has(need) {
			r.faultAt(path, "driver", d.Place, "the driver does not say "+strings.ReplaceAll(need, "|", " or "), "add it to its options")
		}
	}
	known = append(known, k.Options...)
	r.options(path, d)
	externals := r.boundTo(d)
	if k.Each != "" {
		known = r.each(d, k, known, externals)
	}
	for _, o := range d.Options {
		if !slices.Contains(known, o.Key) {
			r.faultAt(path, "driver", o.Place, "a driver of kind "+k.Name+" has no option "+o.Key, r.near(o.Key, known[1:], "options"))
		}
	}
	for n, i := range externals {
		if n > 0 {
			r.faultAt(i.Path, "driver", i.Place, "a second instance is bound to "+d.Name, "give each a driver of its own")
		}
		needs, products := i.Has(atom.NeedRole), i.Has(atom.ProductRole)
		switch {
		case i.Constraint.Update != atom.Periodic && i.Constraint.Update != atom.Unstated:
			r.faultAt(i.Path, "driver", i.Place, "it is "+i.Constraint.Update.String()+", and a driver of kind "+k.Name+" exchanges values every cycle", "make it periodic")
		case needs && k.Each != "" && d.Option("stop") == "":
			r.faultAt(path, "driver", d.Place, i.Path+" has needs, and the driver does not say what goes out when it must stop", "add stop: zero, or stop: silent if nothing is to be sent then")
		case needs && products && !k.Both:
			r.faultAt(i.Path, "driver", i.Place, "a driver of kind "+k.Name+" has products or needs, and this has both", "use two Externals")
		case needs && k.Name == "csv" && r.shares(d):
			r.faultAt(path, "driver", d.Place, i.Path+" writes "+d.Option("file")+", and another driver has that file too", "give it a file of its own")
		case products && k.Name == "udp" && d.Option("listen") == "":
			r.faultAt(path, "driver", d.Place, i.Path+" has products, and the driver listens nowhere", "add listen, an address such as 127.0.0.1:5000")
		case needs && k.Name == "udp" && d.Option("send") == "":
			r.faultAt(path, "driver", d.Place, i.Path+" has needs, and the driver sends nowhere", "add send, an address such as 127.0.0.1:5000")
		}
	}
}

// boundTo lists the Externals that are bound to a driver.
func (r *reader) boundTo(d *Driver) (all []*atom.Instance) {
	for _, i := range r.m.Instances {
		if i.Kind == atom.External && i.Driver == d.Name {
			all = append(all, i)
		}
	}
	return all
}

// options checks the options that mean the same for every kind that has them.
func (r *reader) options(path string, d *Driver) {
	for _, o := range d.Options {
		switch at := o.Place; o.Key {
		case "age":
			if v, err := period.ParseDuration(o.Value); err != nil || v <= 0 {
				r.faultAt(path, "value", at, "age is "+strconv.Quote(o.Value), "give a time above 0, such as 200 ms")
			}
		case "baud":
			if v, err := strconv.Atoi(o.Value); err != nil || v <= 0 {
				r.faultAt(path, "value", at, "baud is "+strconv.Quote(o.Value), "give a whole number above 0, such as 115200")
			}
		case "exposed":
			if o.Value != "true" && o.Value != "false" {
				r.faultAt(path, "value", at, "exposed is "+strconv.Quote(o.Value), "give true or false")
			}
		case "stop":
			if o.Value != "zero" && o.Value != "silent" {
				r.faultAt(path, "value", at, "stop is "+strconv.Quote(o.Value), "give zero, for which zeros go out, or silent, for which nothing does")
			}
		}
	}
}

// shares reports whether another driver has the file of d.
func (r *reader) shares(d *Driver) bool {
	return d.Option("file") != "" && slices.ContainsFunc(r.d.Meta.Drivers, func(o Driver) bool {
		return o.Name != d.Name && o.Kind() == d.Kind() && filepath.Clean(o.Option("file")) == filepath.Clean(d.Option("file"))
	})
}

// Unbound finds the Externals, in a text that names a vehicle, whose driver is neither, by name, one of the vehicle's program
// nor of one of the Kinds. A text without a vehicle is for a separate program with its own drivers.
func (d *Document) Unbound(known []string) (faults diag.Faults) {
	if d.Meta.Vehicle == "" {
		return nil
	}
	names := slices.Clone(known)
	for n := range d.Meta.Drivers {
		if d.Meta.Drivers[n].Kind() != "" {
			names = append(names, d.Meta.Drivers[n].Name)
		}
	}
	for _, i := range d.Model.Instances {
		if i.Kind != atom.External || i.Driver == "" || slices.Contains(names, i.Driver) {
			continue
		}
		hint := "give one of " + strings.Join(names, ", ") + ", or say under drivers of which kind it is"
		if near := spelling.Nearest(i.Driver, names); near != "" {
			hint = "did you mean " + near + "?"
		}
		faults = append(faults, diag.Fault{Code: "driver", Path: i.Path, Pos: i.Place, What: "no driver is called " + strconv.Quote(i.Driver), Do: hint})
	}
	return faults
}
