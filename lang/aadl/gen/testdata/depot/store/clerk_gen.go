// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal c99d0f8caf179930.

package store

import (
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Clerk has the services of clerk.
//
// It answers, and says so to nobody.
//
//	gives  fetch  the service Fetch
type Clerk struct {
	reactor.Reactor
	Fetch access.Server[depot.FetchRequest, depot.FetchReply]

	node *Node
}

func newClerk(parent reactor.Parent, name string, n *Node) *Clerk {
	t := &Clerk{node: n}
	reactor.Init(parent, name, t)
	t.Fetch.Init(&t.Reactor, "fetch", 3)
	t.Reaction("serve fetch").On(&t.Fetch.Up).Sets(&t.Fetch.Down).Do(t.serveFetch)
	return t
}

// serveFetch answers what others ask of the service Fetch.
func (t *Clerk) serveFetch() { t.Fetch.Serve(t.node.Vars().Clerk.ServeFetch) }
