// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 86823a5aa566a26d.

package store

import (
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Ping has the services of ping.
//
//	gives  ping  the service Ping
type Ping struct {
	reactor.Reactor
	Ping access.Server[depot.PingRequest, depot.PingReply]

	node *Node
}

func newPing(parent reactor.Parent, name string, n *Node) *Ping {
	t := &Ping{node: n}
	reactor.Init(parent, name, t)
	t.Ping.Init(&t.Reactor, "ping", 3)
	t.Reaction("serve ping").On(&t.Ping.Up).Sets(&t.Ping.Down).Do(t.servePing)
	return t
}

// servePing answers what others ask of the service Ping.
func (t *Ping) servePing() { t.Ping.Serve(t.node.Vars().Ping.ServePing) }
