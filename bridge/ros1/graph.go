package ros1

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
)

// Graph is what a master knows about its graph, sorted by name.
type Graph struct {
	Topics   []Topic   `json:"topics"`
	Services []Offered `json:"services"`
	Nodes    []string  `json:"nodes"`
}

// Topic is a topic of a graph.
type Topic struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"` // "" if no node has stated it
	Publishers  []string `json:"publishers"`
	Subscribers []string `json:"subscribers"`
}

// Offered is a service of a graph.
type Offered struct {
	Name string `json:"name"`
	Node string `json:"node"`
}

// Look asks a master for its graph. An empty URI means DefaultMaster.
func Look(ctx context.Context, master string) (*Graph, error) {
	c := xmlrpc.NewClient(cmp.Or(master, DefaultMaster), 0)
	const caller = "/sinew_look"
	state, err := c.Ask(ctx, "getSystemState", caller)
	if err != nil {
		return nil, fmt.Errorf("ros1: there is no master at %s: start one (sinew ros1 master, or roscore), or set ROS_MASTER_URI: %w", c.URL(), err)
	}
	typed, err := c.Ask(ctx, "getTopicTypes", caller)
	if err != nil {
		return nil, fmt.Errorf("ros1: %w", err)
	}
	types := map[string]string{}
	for _, x := range rows(typed) {
		if len(x) == 2 {
			name, _ := x[0].(string)
			types[name], _ = x[1].(string)
		}
	}
	lists := rows(state)
	if len(lists) != 3 {
		return nil, fmt.Errorf("ros1: %s answers getSystemState with %d lists, not 3: is it a master?", c.URL(), len(lists))
	}
	g := &Graph{}
	topics := map[string]*Topic{}
	for i, list := range lists {
		for _, row := range rows(list) {
			if len(row) != 2 {
				continue
			}
			name, _ := row[0].(string)
			nodes := texts(row[1])
			slices.Sort(nodes)
			g.Nodes = append(g.Nodes, nodes...)
			if i == 2 {
				g.Services = append(g.Services, Offered{name, strings.Join(nodes, " ")})
				continue
			}
			if topics[name] == nil {
				topics[name] = &Topic{name, types[name], []string{}, []string{}}
			}
			if i == 0 {
				topics[name].Publishers = nodes
			} else {
				topics[name].Subscribers = nodes
			}
		}
	}
	for _, t := range topics {
		g.Topics = append(g.Topics, *t)
	}
	sort.Slice(g.Topics, func(i, j int) bool { return g.Topics[i].Name < g.Topics[j].Name })
	sort.Slice(g.Services, func(i, j int) bool { return g.Services[i].Name < g.Services[j].Name })
	slices.Sort(g.Nodes)
	g.Nodes = slices.Compact(g.Nodes)
	return g, nil
}

// rows returns the arrays in an array.
func rows(v xmlrpc.Value) (all []xmlrpc.Array) {
	a, _ := v.(xmlrpc.Array)
	for _, x := range a {
		if r, ok := x.(xmlrpc.Array); ok {
			all = append(all, r)
		}
	}
	return all
}
