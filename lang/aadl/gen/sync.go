package gen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

const alignPath = "github.com/sinew-robotics/sinew/control/align"

// synchrony says how a thread takes messages of several ports together.
type synchrony struct {
	tolerance time.Duration
	stamped   bool // all messages say when they were made
}

// synchrony reads it from the model; nil for none.
func (p *program) synchrony(t *thread) *synchrony {
	kind, ok := p.Word(t.component, "Sinew::Synchronisation", nil)
	if !ok {
		return nil
	}
	s := &synchrony{stamped: true}
	wrong := func(what, do string) {
		p.fault(t.component, diag.Error, "gen-thread", "the thread "+t.name+" "+what, do)
	}
	s.tolerance, ok = p.Duration(t.component, "Sinew::Synchronisation_Tolerance", nil)
	switch {
	case kind == "approximate" && (!ok || s.tolerance <= 0):
		wrong("takes messages of about the same time, and nothing says what that is", "say Sinew::Synchronisation_Tolerance, or that it is exact")
	case kind == "exact":
		s.tolerance = 0
	}
	if t.period > 0 || len(t.events()) < 2 || slices.ContainsFunc(t.events(), func(q *port) bool { return q.signal }) {
		wrong("is to take messages together, which is for sporadic threads with several in event data ports", "make it one, or leave out Sinew::Synchronisation")
	}
	for _, q := range t.events() {
		s.stamped = s.stamped && stamped(q.typ)
	}
	return s
}

// stamped reports whether messages of a type say when they were made.
func stamped(t goType) bool {
	if t.in == nil {
		return false
	}
	k := slices.IndexFunc(t.in.types, func(d *dataType) bool { return d.name == t.name })
	return slices.ContainsFunc(t.in.types[k].members, func(m member) bool {
		return m.field == "Stamp" && (m.typ == goType{name: "int64"} || m.typ == goType{name: "uint64"})
	})
}

// emitAligned writes the fields of a thread that takes messages together.
func (p *program) emitAligned(f *gogen.File, t *thread) {
	a := f.Import(alignPath)
	f.P("align %s.Aligner\nslots [%d]int\nmore %s.Action[bool] // another set may be there", a, len(t.events()), f.Import(reactorPath))
	for _, q := range t.events() {
		f.P("waiting%s [%s.Depth]%s", q.field, a, p.write(f, nil, q.typ))
	}
}

// emitAlign writes how a thread takes what has come, and the next set of messages, one in each tag.
func (p *program) emitAlign(f *gogen.File, t *thread) {
	for k, q := range t.events() {
		at := "t.Elapsed()"
		if t.sync.stamped {
			at = f.Import("time") + ".Duration(v.Stamp)"
		}
		f.P("if v := t.%s.Ref(); v != nil {\nif slot, ok := t.align.Add(%d, %s); ok {\nt.waiting%s[slot] = *v\n}\n}", q.field, k, at, q.field)
	}
	f.P("if !t.align.Next(t.slots[:]) {\nreturn\n}\nt.more.Schedule(true, 0)")
	f.P("t.in.Dropped = t.align.Dropped()")
	for k, q := range t.events() {
		f.P("t.in.%s = &t.waiting%s[t.slots[%d]]", q.field, q.field, k)
	}
}

// together says when a thread runs that takes messages together.
func (t *thread) together() string {
	var names []string
	for _, q := range t.events() {
		names = append(names, q.feature.Name)
	}
	text := "when there are messages of " + strings.Join(names, " and ")
	if t.sync.tolerance == 0 {
		return text + " that were made at the same time"
	}
	return text + fmt.Sprintf(" that were made within %v", t.sync.tolerance)
}
