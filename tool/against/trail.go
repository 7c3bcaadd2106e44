package against

import (
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/reactor"
)

// trail finds when values passed which ports in a run.
type trail struct {
	run   *Run
	paths []string           // topics of ports, by id
	into  []graph.Connection // the connection into each port; its From is None if there is none
}

func newTrail(r *Run) *trail {
	t := &trail{run: r, into: make([]graph.Connection, len(r.Graph.Ports))}
	for i, p := range r.Graph.Ports {
		t.paths = append(t.paths, join(path(r.Graph, p.Reactor), p.Name))
		t.into[i].From = graph.None
	}
	for _, c := range r.Graph.Connections {
		t.into[c.To] = c
	}
	return t
}

// hop is a connection of a flow in a run. left[i] is when a value left the source, arrivals[i] when it arrived.
type hop struct{ left, arrivals []reactor.Tag }

// sent is when the latest value that had arrived by a tag was sent.
func (h *hop) sent(by reactor.Tag) (reactor.Tag, bool) {
	i, found := slices.BinarySearchFunc(h.arrivals, by, reactor.Tag.Compare)
	if !found {
		i--
	}
	if i < 0 {
		return reactor.Tag{}, false
	}
	return h.left[i], true
}

// hop finds what passed a connection. If it is false, why says what is missing; why is empty if the connection is not part
// of the program or was reported missing.
func (c *comparing) hop(k *instance.Connection) (h hop, ok bool, why string) {
	from, is := c.port[k.Source.Feature]
	to, too := c.port[k.Destination.Feature]
	if !is || !too || c.match.Ports[from] == graph.None || c.match.Ports[to] == graph.None {
		return h, false, ""
	}
	delays, ok, why := c.trail.delays(c.match.Ports[from], c.match.Ports[to])
	if !ok {
		return h, false, why
	}
	topic := c.trail.recorded(c.match.Ports[from])
	if topic == "" {
		return h, false, fmt.Sprintf("the recording has no topic %s", c.trail.paths[c.match.Ports[from]])
	}
	for _, left := range c.run.topics[topic] {
		at := left
		for _, d := range delays {
			at = at.After(d)
		}
		h.left, h.arrivals = append(h.left, left), append(h.arrivals, at)
	}
	return h, true, ""
}

// delays are the delays of the connections on the way from one port to another. It is false if there is no way, or if one
// of the connections is physical.
func (t *trail) delays(from, to int) (delays []time.Duration, ok bool, why string) {
	for range len(t.into) + 1 {
		if to == from {
			return delays, true, ""
		}
		c := t.into[to]
		if c.From == graph.None {
			return nil, false, ""
		}
		if c.Physical {
			return nil, false, fmt.Sprintf("the physical connection to %s has no logical delay", t.paths[to])
		}
		if c.Delayed {
			delays = append(delays, c.Delay)
		}
		to = c.From
	}
	return nil, false, ""
}

// recorded is the topic of a port, or of the port that it gets its values from, or "" if neither was recorded.
func (t *trail) recorded(p int) string {
	for range len(t.into) + 1 {
		if _, ok := t.run.topics[t.paths[p]]; ok {
			return t.paths[p]
		}
		c := t.into[p]
		if c.From == graph.None || c.Delayed || c.Physical {
			return ""
		}
		p = c.From
	}
	return ""
}
