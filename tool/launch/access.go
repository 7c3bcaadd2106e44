package launch

import (
	"cmp"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// accesses reports services and shared data that the program asks of a component other than the one the model names.
func accesses(i *instance.Instance, g *graph.Graph) (faults diag.Faults) {
	p, wrong := plan.Read(i)
	if g == nil || wrong.Err() != nil {
		return nil
	}
	below := func(path string) string {
		_, rest, _ := strings.Cut(path, ".")
		return rest
	}
	ports, leads := map[string]int{}, make([][]int, len(g.Ports))
	for n, x := range g.Ports {
		ports[x.Path], ports[below(x.Path)] = n, n
	}
	for _, c := range g.Connections {
		leads[c.From] = append(leads[c.From], c.To)
	}
	owner := func(port int) string { return strings.TrimPrefix(g.Reactors[g.Ports[port].Reactor].Path, g.Name+".") }
	for _, x := range p.Asked() {
		suffix := "_request"
		if x.Of.Service == nil {
			suffix = "_set"
		}
		port, ok := ports[x.From+suffix]
		if !ok {
			faults = append(faults, diag.Fault{Code: graph.Missing.String(), Path: x.From, Pos: x.Pos, What: "the access is in the design, but not in the system", Do: "generate it again"})
			continue
		}
		for len(leads[port]) > 0 {
			port = leads[port][0]
		}
		has := owner(port)
		if strings.HasPrefix(x.Within+".", has+".") {
			has = "" // it is not connected
		}
		if has != x.To {
			faults = append(faults, diag.Fault{Code: graph.Missing.String(), Path: x.From, Pos: x.Pos,
				What: "in the design it asks " + cmp.Or(x.To, "nothing") + ", in the system " + cmp.Or(has, "nothing"), Do: "generate it again, or change the model"})
		}
	}
	return faults
}
