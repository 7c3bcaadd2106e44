package atoms

import (
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
)

// group is a composition in a text: its period, the time of its communication, and its loops with what runs in them.
type group struct {
	name    text
	period  time.Duration
	between time.Duration
	at      diag.Pos // of the period
	loops   []loop
}

type loop struct {
	name    text
	members []text
}

// groups reads "compositions".
func (r *reader) groups(f *source, n ast.Node) (list []group) {
	for _, e := range r.fields(f, n, "compositions") {
		g := group{name: e.name}
		r.mapping(f, e.value, "a composition", []key{
			{"period", func(n ast.Node) {
				t := r.scalar(f, n)
				g.period, g.at = r.duration(t), t.at
			}},
			{"communication", func(n ast.Node) {
				t := r.scalar(f, n)
				if g.between = r.duration(t); g.period == 0 {
					g.at = t.at
				}
			}},
			{"loops", func(n ast.Node) {
				if _, ok := n.(*ast.SequenceNode); ok {
					for _, t := range r.words(f, n) {
						g.loops = append(g.loops, loop{name: t})
					}
					return
				}
				for _, e := range r.fields(f, n, "loops") {
					g.loops = append(g.loops, loop{e.name, r.words(f, e.value)})
				}
			}},
		})
		list = append(list, g)
	}
	return list
}

// compositions puts loops and periods into the model, and instances into loops.
func (r *reader) compositions(groups []group) {
	r.path = append(r.path, "compositions")
	defer func() { r.path = r.path[:len(r.path)-1] }()
	put := map[*atom.Instance]text{}
	w := &wiring{r: r, scope: r.m.Root, children: map[string]*atom.Instance{}}
	names := map[string]bool{} // of loops
	for _, c := range r.m.Root.Children {
		if w.children[c.Name] == nil {
			w.children[c.Name] = c
		}
	}
	if len(w.children) == 0 {
		return // already reported
	}
	for _, g := range groups {
		if g.period != 0 || g.between != 0 {
			r.m.Timings = append(r.m.Timings, atom.Timing{Name: g.name.s, Period: g.period, Communication: g.between, Place: g.at})
		}
		for _, l := range g.loops {
			if r.many() {
				return
			}
			if names[l.name.s] {
				r.fault("duplicate", l.name.at, fmt.Sprintf("there is a loop %s already", l.name.s), "give each its own name")
				continue
			}
			names[l.name.s] = true
			r.m.Loops = append(r.m.Loops, atom.Loop{Name: l.name.s, Composition: g.name.s, Place: l.name.at})
			for _, t := range l.members {
				w.member(t, l.name.s, put)
			}
		}
	}
	used := map[string]bool{}
	for _, i := range r.m.Instances[1:] {
		used[i.Loop] = true
	}
	for _, l := range r.m.Loops {
		if !used[l.Name] && len(r.faults) == 0 {
			r.fault("loop", l.Place, fmt.Sprintf("nothing runs in the loop %s", l.Name), "say which instances do, or leave the loop out")
		}
	}
	for _, i := range r.m.Instances[1:] { // what is inside a Molecule runs where the Molecule does
		if i.Loop == "" {
			i.Loop = i.Parent.Loop
		}
	}
}

// member puts an instance into a loop.
func (w *wiring) member(t text, loop string, put map[*atom.Instance]text) {
	r, i := w.r, w.scope
	for _, name := range strings.Split(t.s, ".") {
		next := w.child(i, name)
		if next == nil && i == r.m.Root && r.lost[name] {
			return
		}
		if next == nil {
			hint := ""
			if strings.Contains(name, " ") {
				hint = "several are a list, with commas: [IMU, Loch]"
			} else {
				hint = r.near(name, w.names(i), "instances")
			}
			r.fault("name", t.at, fmt.Sprintf("there is no instance %s", t.s), hint)
			return
		}
		i = next
	}
	if first, ok := put[i]; ok {
		r.fault("loop", t.at, fmt.Sprintf("%s is in a loop already, at line %d", t.s, first.at.Line), "an Atom runs in one loop")
		return
	}
	put[i] = t
	if i.Loop != "" && i.Loop != loop {
		r.fault("loop", t.at, fmt.Sprintf("%s says that it is in the loop %s", t.s, i.Loop), "say it in one place")
		return
	}
	i.Loop = loop
}
