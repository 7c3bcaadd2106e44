package gen

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// OverseerFile is the name of the file with the states of the system; the file is the developer's.
const OverseerFile = "overseer.yaml"

// watch is what the model says about watching a node, and about when it is restarted.
type watch struct {
	critical bool
	notify   time.Duration
	restart  string // as in launch files, "" if the model says nothing
	limit    int
	backoff  time.Duration
}

// component is the component of a part.
func (p *program) component(x *plan.Part) *instance.Component {
	for c, y := range p.At { // order: one has it
		if y == x {
			return c
		}
	}
	return nil
}

// watchOf is what the model says about a node.
func (p *program) watchOf(x *plan.Part) (w watch) {
	c := p.component(x)
	if c == nil {
		return w
	}
	v, ok := p.Value(c, "Sinew::Critical", nil)
	w.critical = ok && v.Kind == aadl.Boolean && v.Bool
	length := func(property string) time.Duration {
		us, _ := p.Number(c, property, "us", nil)
		return time.Duration(us * float64(time.Microsecond))
	}
	w.notify, w.backoff = length("Sinew::Notification_Period"), length("Sinew::Restart_Backoff")
	word, _ := p.Word(c, "Sinew::Restart", nil)
	w.restart = map[string]string{"never": "never", "on_failure": "failure", "always": "always"}[word]
	limit, _ := p.Number(c, "Sinew::Restart_Limit", "", nil)
	w.limit = int(limit)
	return w
}

// nodes calls f with every node in a group, in the order of the model.
func nodes(g *plan.Group, f func(x *plan.Part)) {
	for _, x := range g.Parts {
		if x.Node != nil {
			f(x)
		} else if x.Group != nil {
			nodes(x.Group, f)
		}
	}
}

// overseen reports whether the model says how to watch any node.
func (p *program) overseen(g *plan.Group) (some bool) {
	nodes(g, func(x *plan.Part) { some = some || p.watchOf(x) != watch{} })
	return some
}

// watchFaults finds nodes that cannot be watched as stated.
func (p *program) watchFaults(g *plan.Group) (faults diag.Faults) {
	nodes(g, func(x *plan.Part) {
		c, w := p.component(x), p.watchOf(x)
		fault := func(what, do string) {
			faults = append(faults, diag.Fault{Code: "gen-watch", Pos: plan.Place(c.Declared()), Path: c.Path(), What: what, Do: do})
		}
		if w.critical && w.notify <= 0 {
			fault("a critical node has no notification period, so its loss could not be noticed", "give Sinew::Notification_Period")
		}
		if w.notify < 0 || w.backoff < 0 || w.limit < 0 {
			fault("its notification period, back-off or limit of restarts is negative", "give none, or positive ones")
		}
	})
	return faults
}

// inProgram is the path of a part in the program.
func (p *program) inProgram(x *plan.Part) string {
	path := x.Name
	for c := x.Parent; p.At[c] != nil; c = p.At[c].Parent {
		path = p.At[c].Name + "." + path
	}
	return path
}

// bases are the nodes of a group, as an overseer needs them.
func (p *program) bases(g *plan.Group, in string) (all []string) {
	nodes(g, func(x *plan.Part) { all = append(all, "&"+in+"."+p.fieldPath(x)+".Base") })
	return all
}

// emitWatched writes the code that makes a node report its state, if the model asks for that.
func (p *program) emitWatched(f *gogen.File) {
	some := false
	nodes(p.Top, func(x *plan.Part) { some = some || p.watchOf(x).notify > 0 })
	if !some {
		return
	}
	nd := f.Import(nodePath)
	f.Comment("watched makes a node tell its overseer every so often that it is well.")
	f.P("func watched(c %s.Config, critical bool, every %s.Duration) %s.Config {\nc.Critical, c.Notify = critical, every\nreturn c\n}\n", nd, f.Import("time"), nd)
}

// launchWatch writes a node's name in the program if that differs from its path, and how it is watched.
func (p *program) launchWatch(b *strings.Builder, c *instance.Component, x *plan.Part) {
	if name := p.inProgram(x); name != c.Path() {
		fmt.Fprintf(b, "    name: %s\n", name)
	}
	if x.Node == nil {
		return
	}
	w := p.watchOf(x)
	if w.critical {
		b.WriteString("    critical: true\n")
	}
	if w.notify > 0 {
		fmt.Fprintf(b, "    notify: %v\n", w.notify)
	}
	if w.restart == "" {
		return
	}
	fmt.Fprintf(b, "    restart:\n      when: %s\n", w.restart)
	if w.limit > 0 {
		fmt.Fprintf(b, "      limit: %d\n", w.limit)
	}
	if w.backoff > 0 {
		fmt.Fprintf(b, "      backoff: %v\n", w.backoff)
	}
}

// overseerText writes the initial states of a system: it runs until a critical node is lost.
func (p *program) overseerText() []byte {
	var well []string
	nodes(p.Top, func(x *plan.Part) {
		if p.watchOf(x).critical {
			well = append(well, p.inProgram(x)+": [running]")
		}
	})
	when, losses := "", " []"
	if len(well) > 0 {
		when, losses = ", when: {"+strings.Join(well, ", ")+"}", "\n  - {on: [lost, error, closed], to: safe}"
	}
	return []byte(`# The states of the system ` + p.Root.Classifier.Qualified() + `: yours to edit. docs/format/launch.md of Sinew describes it.
states:
  - name: operating
    initial: true
  - name: safe
changes:
  - {from: operating, to: safe}
  - {from: safe, to: operating` + when + `}
losses:` + losses + "\n")
}
