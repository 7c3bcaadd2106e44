package master

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/ros1/names"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
)

// methods are the API, by name.
func methods() map[string]method {
	topic, typed := []string{"topic", "api"}, []string{"topic", "type", "api"}
	return map[string]method{
		"registerPublisher":    {args: typed, do: (*Master).registerPublisher},
		"registerSubscriber":   {args: typed, do: (*Master).registerSubscriber},
		"unregisterPublisher":  {args: topic, do: (*Master).unregisterPublisher},
		"unregisterSubscriber": {args: topic, do: (*Master).unregisterSubscriber},
		"registerService":      {args: []string{"service", "uri", "api"}, do: (*Master).registerService},
		"unregisterService":    {args: []string{"service", "uri"}, do: (*Master).unregisterService},
		"lookupService":        {args: []string{"service"}, do: (*Master).lookupService},
		"lookupNode":           {args: []string{"node"}, do: (*Master).lookupNode},
		"getPublishedTopics":   {args: []string{"subgraph"}, do: (*Master).getPublishedTopics},
		"getTopicTypes":        {do: (*Master).getTopicTypes},
		"getSystemState":       {do: (*Master).getSystemState},
		"getUri":               {do: func(m *Master, _ string, _ []string, _ xmlrpc.Value) (xmlrpc.Value, error) { return m.uri, nil }},
		"getPid":               {do: func(*Master, string, []string, xmlrpc.Value) (xmlrpc.Value, error) { return pid(), nil }},
		"shutdown":             {args: []string{"reason"}, do: (*Master).shutdown},
		"setParam":             {args: []string{"key", "value"}, any: true, do: (*Master).setParam},
		"getParam":             {args: []string{"key"}, do: (*Master).getParam},
		"deleteParam":          {args: []string{"key"}, do: (*Master).deleteParam},
		"hasParam":             {args: []string{"key"}, do: (*Master).hasParam},
		"searchParam":          {args: []string{"key"}, do: (*Master).searchParam},
		"getParamNames":        {do: (*Master).getParamNames},
		"subscribeParam":       {args: []string{"api", "key"}, do: (*Master).subscribeParam},
		"unsubscribeParam":     {args: []string{"api", "key"}, do: (*Master).unsubscribeParam},
	}
}

func (m *Master) registerPublisher(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[2]}
	m.enter(n)
	join(m.pubs, a[0], n)
	if a[1] != "*" || m.topics[a[0]] == "" {
		m.topics[a[0]] = a[1]
	}
	m.publishers(a[0])
	return apis(m.subs[a[0]]), nil
}

func (m *Master) registerSubscriber(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[2]}
	m.enter(n)
	join(m.subs, a[0], n)
	if a[1] != "*" && m.topics[a[0]] == "" {
		m.topics[a[0]] = a[1]
	}
	return apis(m.pubs[a[0]]), nil
}

// count is 1 if something was registered.
func count(did bool) xmlrpc.Value {
	if did {
		return int32(1)
	}
	return int32(0)
}

func (m *Master) unregisterPublisher(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[1]}
	did := m.leave(m.pubs, a[0], n)
	if did {
		m.publishers(a[0])
		m.forget(n)
	}
	return count(did), nil
}

func (m *Master) unregisterSubscriber(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[1]}
	did := m.leave(m.subs, a[0], n)
	m.forget(n)
	return count(did), nil
}

func (m *Master) registerService(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[2]}
	m.enter(n)
	m.services[a[0]] = service{n, a[1]}
	return int32(1), nil
}

func (m *Master) unregisterService(_ string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	s, ok := m.services[a[0]]
	if did := ok && s.uri == a[1]; did {
		delete(m.services, a[0])
		m.forget(s.node)
		return count(did), nil
	}
	return count(false), nil
}

func (m *Master) lookupService(_ string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	if s, ok := m.services[a[0]]; ok {
		return s.uri, nil
	}
	return nil, misused("no provider of %s", a[0])
}

func (m *Master) lookupNode(_ string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	if api, ok := m.nodes[names.Join("/", a[0])]; ok {
		return api, nil
	}
	return nil, misused("unknown node [%s]", a[0])
}

// typed lists topics with their types.
func (m *Master) typed(topics []string) xmlrpc.Value {
	all := xmlrpc.Array{}
	slices.Sort(topics)
	for _, t := range topics {
		all = append(all, xmlrpc.Array{t, m.topics[t]})
	}
	return all
}

func (m *Master) getPublishedTopics(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	var topics []string
	below := strings.TrimSuffix(names.Resolve(caller, a[0]), "/") + "/"
	for t := range m.pubs {
		if a[0] == "" || strings.HasPrefix(t, below) {
			topics = append(topics, t)
		}
	}
	return m.typed(topics), nil
}

func (m *Master) getTopicTypes(string, []string, xmlrpc.Value) (xmlrpc.Value, error) {
	return m.typed(slices.Collect(maps.Keys(m.topics))), nil
}

func (m *Master) getSystemState(string, []string, xmlrpc.Value) (xmlrpc.Value, error) {
	state := func(of map[string][]node) xmlrpc.Value {
		all := xmlrpc.Array{}
		for _, name := range slices.Sorted(maps.Keys(of)) {
			nodes := xmlrpc.Array{}
			for _, n := range of[name] {
				nodes = append(nodes, n.name)
			}
			all = append(all, xmlrpc.Array{name, nodes})
		}
		return all
	}
	services := map[string][]node{}
	for name, s := range m.services {
		services[name] = []node{s.node}
	}
	return xmlrpc.Array{state(m.pubs), state(m.subs), state(services)}, nil
}

func (m *Master) shutdown(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	m.log.Warn("asked to shut down", "by", caller, "reason", a[0])
	m.end()
	return int32(0), nil
}

func (m *Master) setParam(caller string, a []string, v xmlrpc.Value) (xmlrpc.Value, error) {
	if !m.params.set(a[0], v) {
		return nil, misused("the root of the parameters is a struct")
	}
	m.watched(caller, a[0], clone(nested(v)))
	return int32(0), nil
}

func (m *Master) getParam(_ string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	if v, ok := m.params.get(a[0]); ok {
		return v, nil
	}
	return nil, misused("Parameter [%s] is not set", a[0])
}

func (m *Master) deleteParam(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	if !m.params.remove(a[0]) {
		return nil, misused("parameter [%s] is not set", a[0])
	}
	m.watched("", a[0], xmlrpc.Struct{})
	return int32(0), nil
}

func (m *Master) hasParam(_ string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	_, ok := m.params.get(a[0])
	return ok, nil
}

func (m *Master) searchParam(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	if a[0] == "" || strings.HasPrefix(a[0], "~") {
		return nil, misused("%q cannot be searched: write a global or relative name", a[0])
	}
	if key, ok := m.params.search(caller, a[0]); ok {
		return key, nil
	}
	return nil, misused("Cannot find parameter [%s] in an upwards search", a[0])
}

func (m *Master) getParamNames(string, []string, xmlrpc.Value) (xmlrpc.Value, error) {
	return m.params.keys(), nil
}

func (m *Master) subscribeParam(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[0]}
	m.enter(n)
	join(m.watches, strings.TrimSuffix(a[1], "/")+"/", n)
	if v, ok := m.params.get(a[1]); ok {
		return v, nil
	}
	return xmlrpc.Struct{}, nil
}

func (m *Master) unsubscribeParam(caller string, a []string, _ xmlrpc.Value) (xmlrpc.Value, error) {
	n := node{caller, a[0]}
	did := m.leave(m.watches, strings.TrimSuffix(a[1], "/")+"/", n)
	m.forget(n)
	return count(did), nil
}
