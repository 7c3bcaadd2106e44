package mock

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
)

// Kinds of doors, as reactor names them.
const (
	kindMock      = "mock"
	kindParameter = "parameter"
	kindSensor    = "sensor"
	kindActuator  = "actuator"
)

// Cuts lists the ports whose connections must be cut for the mocks, for reactor.Options.Cut. p is the program built without
// them. The error is diag.Faults: the patterns that match nothing and, if there are any, all faults of the sources, too.
func Cuts(p *reactor.Program, mocks []Mock) ([]string, error) {
	var all []string
	var faults diag.Faults
	for _, m := range mocks {
		if len(m.doors(p)) > 0 {
			continue
		}
		ports := m.ports(p.Graph())
		if len(ports) == 0 {
			faults = append(faults, m.nothing(p))
		}
		for _, path := range ports {
			if !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	if len(faults) > 0 { // Install will not be called: report its faults, too
		faults = append(faults, check(p, mocks)...)
	}
	return all, faults.Err()
}

// doors lists the ids of the doors that the mock means. Doors that exist only because of a cut are left out.
func (m *Mock) doors(p *reactor.Program) (ids []int) {
	wild := strings.ContainsAny(m.Pattern, "*?")
	for id, d := range p.Doors() {
		if d.Kind != kindMock && !(wild && d.Kind == kindParameter) && trace.Match([]string{m.Pattern}, d.Path) {
			ids = append(ids, id)
		}
	}
	return ids
}

// ports lists the ports that the mock feeds: matching ports with an incoming connection, or, if there are none, the ports
// to which connections from matching ports lead.
func (m *Mock) ports(g *graph.Graph) (paths []string) {
	match := func(port int) bool { return trace.Match([]string{m.Pattern}, g.Ports[port].Path) }
	for _, c := range g.Connections {
		if match(c.To) {
			paths = append(paths, g.Ports[c.To].Path)
		}
	}
	if len(paths) == 0 {
		for _, c := range g.Connections {
			if match(c.From) {
				paths = append(paths, g.Ports[c.To].Path)
			}
		}
	}
	return paths
}

// targets lists the doors that the mock feeds in a program built with the cuts.
func (m *Mock) targets(p *reactor.Program) []int {
	if ids := m.doors(p); len(ids) > 0 {
		return ids
	}
	var ids []int
	ports := m.ports(p.Graph())
	for id, d := range p.Doors() {
		if d.Kind == kindMock && slices.Contains(ports, d.Path) {
			ids = append(ids, id)
		}
	}
	return ids
}

// nothing is the fault of a pattern that matches nothing, with the nearest names.
func (m *Mock) nothing(p *reactor.Program) diag.Fault {
	names := map[string]bool{}
	for _, d := range p.Doors() {
		names[d.Path] = true
	}
	g := p.Graph()
	for _, c := range g.Connections {
		names[g.Ports[c.To].Path], names[g.Ports[c.From].Path] = true, true
	}
	var all []string
	for n := range names {
		all = append(all, n)
	}
	f := m.fault(codeName, "`sinew graph --ports` lists them", "the program has no such door or connected port")
	if near := nearest(m.Pattern, all); near != "" {
		f.Do = "is " + near + " meant? " + f.Do
	}
	f.Pos = m.At
	return f
}

// nearest lists up to three of the names that differ least from what was written, "" if none is similar.
func nearest(written string, names []string) string {
	written = strings.ToLower(strings.Trim(written, "*."))
	most := max(2, len(written)/3)
	least := most + 1
	distances := map[string]int{}
	for _, n := range names {
		far := spelling.Distance(written, strings.ToLower(n))
		for i := range n { // the front may be left out
			if n[i] == '.' || n[i] == '/' {
				far = min(far, spelling.Distance(written, strings.ToLower(n[i+1:])))
			}
		}
		distances[n], least = far, min(least, far)
	}
	names = slices.Sorted(maps.Keys(distances))
	var list []string
	for far := least; far <= min(least+1, most); far++ {
		for _, n := range names {
			if distances[n] == far && len(list) < 3 {
				list = append(list, n)
			}
		}
	}
	return strings.Join(list, " or ")
}
