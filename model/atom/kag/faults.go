package kag

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
)

// sorted holds the faults of a model by the part that they belong to.
type sorted struct {
	instances []string    // by Instance.ID
	links     []string    // by the index in Model.Links
	ports     []faultyPin // without boxes
	other     []string    // about nothing that can be drawn
}

func (s *sorted) at(id int) string { return s.instances[id] }

// sortFaults finds the part that each fault belongs to: a link by its ends or its place, a port or an instance by its
// path.
func sortFaults(m *atom.Model, fs diag.Faults) *sorted {
	s := &sorted{instances: make([]string, len(m.Instances)), links: make([]string, len(m.Links))}
	paths := map[string]*atom.Instance{}
	ports := map[string]*atom.Port{}
	for _, i := range m.Instances[1:] {
		paths[i.Path] = i
		for _, p := range i.Ports {
			ports[portPath(p)] = p
		}
	}
	for _, p := range m.Root.Ports {
		ports[portPath(p)] = p
	}
	for _, f := range fs {
		text := f.Text()
		if s.onLink(m, f, text) {
			continue
		}
		switch p, i := ports[f.Path], paths[f.Path]; {
		case p != nil:
			s.ports = append(s.ports, faultyPin{port: p, text: text})
		case i != nil:
			s.instances[i.ID] = strings.Join(lines(s.instances[i.ID], text), "\n")
		default:
			s.other = append(s.other, f.Error())
		}
	}
	return s
}

// onLink marks the links that f is about.
func (s *sorted) onLink(m *atom.Model, f diag.Fault, text string) (found bool) {
	from, to := "", f.Path
	for _, arrow := range []string{" -> ", " → "} {
		if a, b, ok := strings.Cut(f.Path, arrow); ok {
			from, to = a, b
		}
	}
	ofLink := func(l atom.Link) bool {
		if l.From == nil || l.To == nil {
			return false
		}
		if f.Column > 0 && f.Pos == l.Place && (portPath(l.To) == to || portPath(l.From) == to) {
			return true
		}
		return portPath(l.To) == to && (from == "" || portPath(l.From) == from)
	}
	for n, l := range m.Links {
		if ofLink(l) {
			s.links[n], found = strings.Join(lines(s.links[n], text), "\n"), true
		}
	}
	return found
}
