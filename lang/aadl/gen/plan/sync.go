package plan

import (
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// Synchrony says how a thread takes messages from several ports together.
type Synchrony struct {
	Tolerance time.Duration
	Stamped   bool // all messages have a time stamp
}

// synchrony reads a thread's Synchrony from the model; nil for none.
func (p *Program) synchrony(t *Thread) *Synchrony {
	kind, ok := p.Word(t.Component, "Sinew::Synchronisation", nil)
	if !ok {
		return nil
	}
	s := &Synchrony{Stamped: true}
	wrong := func(what, do string) {
		p.fault(t.Component, diag.Error, "gen-thread", "the thread "+t.Name+" "+what, do)
	}
	s.Tolerance, ok = p.Duration(t.Component, "Sinew::Synchronisation_Tolerance", nil)
	switch {
	case kind == "approximate" && (!ok || s.Tolerance <= 0):
		wrong("takes messages of about the same time, and nothing says what that is", "say Sinew::Synchronisation_Tolerance, or that it is exact")
	case kind == "exact":
		s.Tolerance = 0
	}
	if t.Period > 0 || len(t.Events()) < 2 || slices.ContainsFunc(t.Events(), func(q *Port) bool { return q.Signal }) {
		wrong("is to take messages together, which is for sporadic threads with several in event data ports", "make it one, or leave out Sinew::Synchronisation")
	}
	for _, q := range t.Events() {
		s.Stamped = s.Stamped && stamped(q.Type)
	}
	return s
}

// stamped reports whether messages of a type have a time stamp.
func stamped(t Type) bool {
	if t.In == nil {
		return false
	}
	k := slices.IndexFunc(t.In.Types, func(d *DataType) bool { return d.Name == t.Name })
	return slices.ContainsFunc(t.In.Types[k].Members, func(m Member) bool {
		return m.Field == "Stamp" && (m.Type == Type{Name: "int64"} || m.Type == Type{Name: "uint64"})
	})
}
