package ros1

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
)

// answer carries out a call of the slave API (wiki.ros.org/ROS/Slave_API).
func (n *Node) answer(_ context.Context, c xmlrpc.Call) (xmlrpc.Value, error) {
	misuse := func(format string, args ...any) (xmlrpc.Value, error) {
		return xmlrpc.Array{int32(xmlrpc.Misused), c.Method + ": " + fmt.Sprintf(format, args...), int32(0)}, nil
	}
	want, ok := map[string]int{"getBusStats": 1, "getBusInfo": 1, "getMasterUri": 1, "shutdown": 2, "getPid": 1, "getSubscriptions": 1, "getPublications": 1,
		"paramUpdate": 3, "publisherUpdate": 3, "requestTopic": 3}[c.Method]
	if !ok {
		return nil, fmt.Errorf("a node has no method %.100s", c.Method)
	}
	if len(c.Args) != want && !(c.Method == "shutdown" && len(c.Args) == 1) {
		return misuse("it has %d arguments: %d came", want, len(c.Args))
	}
	said := make([]string, len(c.Args))
	for i := range c.Args[:min(len(c.Args), 2)] {
		if said[i], ok = c.Args[i].(string); !ok {
			return misuse("argument %d is no text", i+1)
		}
	}
	var v xmlrpc.Value = int32(0)
	switch c.Method {
	case "getBusStats":
		v = n.busStats()
	case "getBusInfo":
		v = n.busInfo()
	case "getMasterUri":
		v = n.master.URL()
	case "getPid":
		v = pid()
	case "getSubscriptions":
		v = n.topics(false)
	case "getPublications":
		v = n.topics(true)
	case "shutdown":
		n.log.Warn("the node is shut down", "by", said[0], "why", said[len(said)-1])
		go n.stop(fmt.Errorf("%s was shut down by %s: %s", n.name, said[0], said[len(said)-1])) // after this answer
	case "paramUpdate":
		n.updated(said[1], c.Args[2])
	case "publisherUpdate":
		if _, ok := c.Args[2].(xmlrpc.Array); !ok {
			return misuse("the publishers are no list")
		}
		n.mu.Lock()
		all := slices.Clone(n.subs[said[1]])
		n.mu.Unlock()
		for _, s := range all {
			s.listed(texts(c.Args[2]))
		}
	case "requestTopic":
		return n.requestTopic(said[1], c.Args[2])
	}
	return xmlrpc.Array{int32(xmlrpc.Success), "", v}, nil
}

// requestTopic says where a topic can be read.
func (n *Node) requestTopic(topic string, protocols xmlrpc.Value) (xmlrpc.Value, error) {
	n.mu.Lock()
	p := n.pubs[topic]
	n.mu.Unlock()
	if p == nil {
		return xmlrpc.Array{int32(xmlrpc.Failure), n.name + " does not publish " + topic, int32(0)}, nil
	}
	all, _ := protocols.(xmlrpc.Array)
	for _, x := range all {
		if a, ok := x.(xmlrpc.Array); ok && len(a) > 0 && a[0] == "TCPROS" {
			return xmlrpc.Array{int32(xmlrpc.Success), "", xmlrpc.Array{"TCPROS", n.cfg.Host, int32(port(n.addr))}}, nil
		}
	}
	return xmlrpc.Array{int32(xmlrpc.Failure), "only TCPROS is spoken here", int32(0)}, nil
}

// topics lists the topics that the node publishes or subscribes to, with types.
func (n *Node) topics(published bool) xmlrpc.Value {
	types := map[string]string{}
	n.mu.Lock()
	for t, p := range n.pubs {
		if published {
			types[t] = p.desc.Type
		}
	}
	for t, all := range n.subs {
		if !published && len(all) > 0 {
			types[t] = all[0].desc.Type
		}
	}
	n.mu.Unlock()
	list := xmlrpc.Array{}
	for _, t := range slices.Sorted(maps.Keys(types)) {
		list = append(list, xmlrpc.Array{t, types[t]})
	}
	return list
}

// Connection is a connection between this node and another.
type Connection struct {
	ID        int
	Topic     string
	Peer      string // the other node's name, if it is known, or its address
	Out       bool   // this node publishes
	Connected bool
	Messages  uint64 // sent or received
	Bytes     uint64
	Dropped   uint64 // because a queue was full, or the connection ended before they were sent
	Bad       uint64 // that could not be decoded
	Line      string // both ends, as rosnode shows them
}

// Connections lists all connections of topics, by topic.
func (n *Node) Connections() (all []Connection) {
	n.mu.Lock()
	pubs, subs := slices.Collect(maps.Values(n.pubs)), slices.Concat(slices.Collect(maps.Values(n.subs))...)
	n.mu.Unlock()
	for _, p := range pubs {
		p.mu.Lock()
		for _, l := range p.links {
			all = append(all, Connection{l.id, p.topic, l.peer, true, true, l.sent, l.bytes, l.dropped, 0, line(l.conn)})
		}
		p.mu.Unlock()
	}
	for _, s := range subs {
		s.mu.Lock()
		for _, x := range s.peers {
			name := x.name
			if name == "" {
				name = x.api
			}
			all = append(all, Connection{x.id, s.topic, name, false, x.connected, x.received, x.bytes, x.dropped, x.bad, x.line})
		}
		s.mu.Unlock()
	}
	sort.Slice(all, func(i, j int) bool {
		return all[i].Topic < all[j].Topic || all[i].Topic == all[j].Topic && all[i].ID < all[j].ID
	})
	return all
}

// line describes a connection in roscpp's words.
func line(c net.Conn) string {
	_, port, _ := net.SplitHostPort(c.LocalAddr().String()) // as package net writes it
	return fmt.Sprintf("TCPROS connection on port %s to [%s]", port, c.RemoteAddr())
}

// Traffic is the traffic of a publisher since its start.
type Traffic struct{ Messages, Bytes, Dropped uint64 }

// Traffic sums over all past and present connections.
func (p *Publisher) Traffic() Traffic {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := Traffic{p.gone.sent, p.gone.bytes, p.gone.dropped}
	for _, l := range p.links {
		t.Messages, t.Bytes, t.Dropped = t.Messages+l.sent, t.Bytes+l.bytes, t.Dropped+l.dropped
	}
	return t
}

func (n *Node) busInfo() xmlrpc.Value {
	list := xmlrpc.Array{}
	for _, c := range n.Connections() {
		direction := "i"
		if c.Out {
			direction = "o"
		}
		list = append(list, xmlrpc.Array{int32(c.ID), c.Peer, direction, "TCPROS", c.Topic, c.Connected, c.Line})
	}
	return list
}

// clipped is a count limited to XML-RPC's 32 bits.
func clipped(x uint64) xmlrpc.Value { return int32(min(x, 1<<31-1)) }

func (n *Node) busStats() xmlrpc.Value {
	type stats struct {
		bytes uint64
		list  xmlrpc.Array
	}
	sums := [2]map[string]*stats{{}, {}}
	for _, c := range n.Connections() {
		i := 1
		x := xmlrpc.Array{int32(c.ID), clipped(c.Bytes), clipped(c.Messages), clipped(c.Dropped), c.Connected}
		if c.Out {
			i, x = 0, xmlrpc.Array{int32(c.ID), clipped(c.Bytes), clipped(c.Messages), c.Connected}
		}
		if sums[i][c.Topic] == nil {
			sums[i][c.Topic] = &stats{}
		}
		s := sums[i][c.Topic]
		s.bytes, s.list = s.bytes+c.Bytes, append(s.list, x)
	}
	lists := [2]xmlrpc.Array{{}, {}}
	for i, m := range sums {
		for _, t := range slices.Sorted(maps.Keys(m)) {
			if i == 0 {
				lists[i] = append(lists[i], xmlrpc.Array{t, clipped(m[t].bytes), m[t].list})
			} else {
				lists[i] = append(lists[i], xmlrpc.Array{t, m[t].list})
			}
		}
	}
	var calls, in, out uint64
	n.mu.Lock()
	for _, s := range n.serves {
		calls, in, out = calls+s.calls.Load(), in+s.in.Load(), out+s.out.Load()
	}
	n.mu.Unlock()
	return xmlrpc.Array{lists[0], lists[1], xmlrpc.Array{clipped(calls), clipped(in), clipped(out)}}
}
