package debug

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// How much of a value is shown: in a table, and alone.
const (
	shortValue = 70
	longValue  = 1 << 16
)

// Tag is a tag as pages read it: nanoseconds and microstep.
type Tag [2]int64

func tagOf(t reactor.Tag) *Tag { return &Tag{int64(t.Time), int64(t.Microstep)} }

func (m mark) tagOf() *Tag {
	if m.n == 0 {
		return nil
	}
	return tagOf(m.tag)
}

// Item is a port, a door or a waiting event, as pages read it.
type Item struct {
	Path    string          `json:"path"`
	Kind    string          `json:"kind"`
	Type    string          `json:"type,omitempty"`
	Enclave string          `json:"enclave,omitempty"`
	Present bool            `json:"present"`       // set at the run's present tag
	Tag     *Tag            `json:"tag,omitempty"` // of a port: when it was last set; of an event: when it comes
	Value   json.RawMessage `json:"value,omitempty"`
	Source  string          `json:"source,omitempty"` // of a port: the one whose value it reads, if not its own
}

// text shows a value in about the given number of bytes; it is empty if there has been none.
func text(cd *codec.Codec, at unsafe.Pointer, size int) string {
	if cd == nil || at == nil {
		return ""
	}
	return string(cd.AppendShort(nil, at, size))
}

// raw is a value as JSON, nil if it is too large for a page.
func raw(cd *codec.Codec, at unsafe.Pointer) json.RawMessage {
	if cd == nil || at == nil || cd.Size(at) > longValue {
		return nil
	}
	return cd.AppendJSON(nil, at)
}

// port describes a port at the run's position.
func (e *engine) port(id int) (Item, mark) {
	p := e.look.ports[id]
	src := p.Source
	i := Item{Path: p.Path, Kind: "port", Type: reactor.TypeName(p.Type), Enclave: e.prog.Enclaves[p.Enclave].Name}
	if src != id {
		i.Source = e.look.ports[src].Path
	}
	m := e.hist.ports[src]
	switch {
	case e.open != nil && e.prog.Present(id):
		i.Present, m = true, mark{e.hist.tags + 1, e.open.Tag()}
	case e.open == nil:
		i.Present = slices.Contains(e.hist.now, int32(src))
	}
	i.Tag = m.tagOf()
	if m.n > 0 {
		i.Value = raw(e.look.portCd[src], p.Value)
	}
	return i, m
}

// door describes a door at the run's position.
func (e *engine) door(id int) (Item, mark) {
	d := e.look.doors[id]
	m := e.hist.doors[id]
	i := Item{Path: d.Path, Kind: d.Kind, Type: d.Type.String(), Enclave: e.prog.Enclaves[d.Enclave].Name,
		Present: e.open == nil && slices.Contains(e.hist.came, int32(id)), Tag: m.tagOf()}
	if m.n > 0 || d.Param != nil {
		i.Value = raw(e.look.doorCd[id], d.Value)
	}
	return i, m
}

// info shows everything about a topic.
func (s *Session) info(topic, pattern string) (view.Answer, error) {
	var b strings.Builder
	var data any
	switch topic {
	case "ports":
		data = s.infoPorts(&b, pattern)
	case "doors":
		data = s.infoDoors(&b, pattern)
	case "queue":
		data = s.infoQueue(&b, pattern)
	case "modes":
		data = s.infoModes(&b, pattern)
	case "breaks":
		st := s.status().Breaks
		for _, x := range st {
			fmt.Fprintf(&b, "%3d  %-50s  hit %d times\n", x.ID, x.Text, x.Hits)
		}
		data = st
	case "graph":
		data = s.infoGraph(&b, pattern)
	}
	if b.Len() == 0 {
		b.WriteString("none\n")
	}
	return view.Answer{Text: strings.TrimSuffix(b.String(), "\n"), Data: data}, nil
}

// when shows a mark, and whether it is at the run's position.
func when(m mark, present bool) string {
	switch {
	case m.n == 0:
		return "  never"
	case present:
		return "* " + stamp(m.tag)
	}
	return "  " + stamp(m.tag)
}

func (s *Session) infoPorts(b *strings.Builder, pattern string) any {
	items := []Item{}
	for id, p := range s.e.look.ports {
		if !chosen(pattern, p.Path) {
			continue
		}
		i, m := s.e.port(id)
		items = append(items, i)
		value := ""
		if m.n > 0 {
			value = text(s.e.look.portCd[p.Source], p.Value, shortValue)
		}
		if i.Source != "" {
			value = "= " + i.Source
		}
		fmt.Fprintf(b, "%-44s %-16s %s\n", p.Path, when(m, i.Present), value)
	}
	return items
}

func (s *Session) infoDoors(b *strings.Builder, pattern string) any {
	items := []Item{}
	for id, d := range s.e.look.doors {
		if !chosen(pattern, d.Path) {
			continue
		}
		i, m := s.e.door(id)
		items = append(items, i)
		value := ""
		if i.Value != nil {
			value = text(s.e.look.doorCd[id], d.Value, shortValue)
		}
		fmt.Fprintf(b, "%-34s %-19s %-16s %s\n", d.Path, d.Kind, when(m, i.Present), value)
	}
	return items
}

func (s *Session) infoQueue(b *strings.Builder, pattern string) any {
	items := []Item{}
	for _, q := range s.e.prog.Queue() {
		if !chosen(pattern, q.Path) {
			continue
		}
		i := Item{Path: q.Path, Kind: q.Kind, Enclave: s.e.prog.Enclaves[q.Enclave].Name, Tag: tagOf(q.Tag)}
		value := ""
		if q.Type != nil {
			i.Type = q.Type.String()
			if cd, err := codec.For(q.Type, ""); err == nil {
				value, i.Value = text(cd, q.Value, shortValue), raw(cd, q.Value)
			}
		}
		items = append(items, i)
		fmt.Fprintf(b, "%-14s %-16s %-40s %s\n", stamp(q.Tag), q.Kind, q.Path, value)
	}
	return items
}

func (s *Session) infoModes(b *strings.Builder, pattern string) any {
	type mode struct {
		Reactor string `json:"reactor"`
		Mode    string `json:"mode"`
		Active  bool   `json:"active"`
	}
	items := []mode{}
	for _, m := range s.e.prog.Modes() {
		if !chosen(pattern, m.Reactor+"."+m.Mode) {
			continue
		}
		items = append(items, mode{m.Reactor, m.Mode, m.Active})
		mark := " "
		if m.Active {
			mark = "*"
		}
		fmt.Fprintf(b, "%s %s.%s\n", mark, m.Reactor, m.Mode)
	}
	return items
}

// infoGraph shows the reactors with their triggers and reactions, as a tree.
func (s *Session) infoGraph(b *strings.Builder, pattern string) any {
	g := s.e.look.graph
	depth := make([]int, len(g.Reactors))
	for id, r := range g.Reactors {
		if r.Parent != graph.None {
			depth[id] = depth[r.Parent] + 1
		}
		if !chosen(pattern, r.Path) {
			continue
		}
		pad := strings.Repeat("  ", depth[id])
		fmt.Fprintf(b, "%s%s %s\n", pad, r.Name, r.Type)
		for _, t := range r.Triggers {
			fmt.Fprintf(b, "%s  %s %s\n", pad, g.Triggers[t].Kind, g.Triggers[t].Name)
		}
		for _, x := range r.Reactions {
			rx := &g.Reactions[x]
			fmt.Fprintf(b, "%s  reaction %s(%s) -> %s\n", pad, rx.Name, refs(g, rx.Triggers), refs(g, rx.Effects))
		}
	}
	return g
}

// refs names what a reaction refers to.
func refs(g *graph.Graph, rs []graph.Ref) string {
	var all []string
	for _, r := range rs {
		switch r.Kind {
		case graph.RefPort:
			all = append(all, g.Ports[r.ID].Path)
		case graph.RefTrigger:
			all = append(all, g.Triggers[r.ID].Name)
		case graph.RefMode:
			all = append(all, g.Modes[r.ID].Name)
		}
	}
	return strings.Join(all, ", ")
}

// print shows all of a port, a door or a reaction.
func (s *Session) print(path string) (view.Answer, error) {
	e := s.e
	f, err := e.look.find(path, ports|doors|reactions)
	if err != nil {
		return view.Answer{}, err
	}
	switch {
	case f.port >= 0:
		i, m := e.port(f.port)
		src := e.look.ports[f.port].Source
		return view.Answer{Text: shown(i, m, text(e.look.portCd[src], e.look.ports[src].Value, longValue)), Data: i}, nil
	case f.door >= 0:
		i, m := e.door(f.door)
		d := e.look.doors[f.door]
		t := shown(i, m, text(e.look.doorCd[f.door], d.Value, longValue))
		if cd := e.look.cmdCd[f.door]; cd != nil && m.n > 0 {
			t += "\nsent: " + text(cd, d.Sent, longValue)
		}
		return view.Answer{Text: t, Data: i}, nil
	}
	g := e.look.graph
	rx := &g.Reactions[f.rx]
	t := fmt.Sprintf("%s (reaction %d of %s, level %d)\n  on   %s\n  uses %s\n  sets %s", rx.Path, rx.Number,
		g.Reactors[rx.Reactor].Path, rx.Level, refs(g, rx.Triggers), refs(g, rx.Uses), refs(g, rx.Effects))
	if rx.HasDeadline {
		t += fmt.Sprintf("\n  deadline %v", rx.Deadline)
	}
	return view.Answer{Text: t, Data: rx}, nil
}

// shown is a port or door with its value.
func shown(i Item, m mark, value string) string {
	head := fmt.Sprintf("%s (%s of %s)", i.Path, i.Kind, i.Type)
	if i.Source != "" {
		head += " = " + i.Source
	}
	switch {
	case m.n == 0 && i.Value == nil:
		return head + ": nothing so far"
	case m.n == 0:
		return head + "\n" + value
	case i.Present:
		return fmt.Sprintf("%s, now\n%s", head, value)
	}
	return fmt.Sprintf("%s, last at %s\n%s", head, stamp(m.tag), value)
}
