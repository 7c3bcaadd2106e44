// Command 07-nodes runs two nodes and their overseer. The drive fails and recovers, and the system becomes safe.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// table is the overseer's table: the nodes, and what the system may do.
func table() node.Table {
	return node.Table{
		Nodes:  []node.Watched{{Name: "drive", Critical: true, Every: 50 * ms}, {Name: "pilot"}},
		States: []node.Phase{{Name: "manual", Initial: true}, {Name: "auto"}, {Name: "safe"}},
		Changes: []node.Change{
			{From: "manual", To: "auto", When: []node.Guard{{Node: "drive", In: []node.State{node.Running}}}},
			{From: "safe", To: "auto", By: []string{"drive"}},
		},
		Losses: []node.Loss{{Node: "drive", On: []node.State{node.Lost, node.Error, node.Closed}, To: "safe"}},
	}
}

func run() error {
	m := reactor.NewMain("rover")
	drive, err1 := NewDrive(m, "drive", limits{Speed: 1.2})
	pilot, err2 := NewPilot(m, "pilot")
	reactor.Connect(&pilot.Command, &drive.Command)
	over, err3 := node.NewOverseer(m, "overseer", table())
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	if err := errors.Join(over.Join("drive", &drive.Base), over.Join("pilot", &pilot.Base)); err != nil {
		return err
	}
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return err
	}
	_, err = exec.Run(context.Background(), p, exec.Options{Timeout: 450 * ms})
	return err
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
