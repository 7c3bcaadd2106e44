// Package part lets a program run in several processes, each of which runs a part of it. It connects the nodes of a
// process with their overseer, and the part with the other parts. A program calls [Join] when it has made its nodes.
package part

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/parts"
	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/tool/run"
)

// wait is how long a part waits for the others.
const wait = 10 * time.Second

// joined is a part whose nodes have joined.
type joined struct {
	*run.Part
	tied []*share.Member
}

// Join connects the nodes that this process runs with their overseer, if there is one, and arranges that the part is
// connected with the others before it begins. It must be called when the nodes are made and the program is not yet built.
// It does nothing for nodes that run elsewhere, or if the order is for the whole program.
func Join(o *run.Order, nodes ...*node.Base) error {
	if o.Part == nil {
		return nil
	}
	j := &joined{Part: o.Part}
	var errs []error
	for _, b := range nodes {
		if !o.Runs(b.Path()) {
			continue
		}
		b.Relive(j.Life)
		if len(j.Overseer) == 0 {
			continue
		}
		var line share.Line
		if !o.Replay {
			var err error
			if line, err = share.Dial(b.Path(), j.Overseer...); err != nil {
				errs = append(errs, err)
				continue
			}
		}
		j.tied = append(j.tied, share.NewMember(b.Outer(), lineName(b.Name()), b, line))
	}
	if err := errors.Join(errs...); err != nil {
		for _, m := range j.tied {
			m.Listen()
		}
		j.release()
		return err
	}
	o.Part.Begin = j.begin
	return nil
}

// lineName is the name of the reactor, next to a node, that connects it with its overseer.
func lineName(node string) string {
	return strings.NewReplacer("[", "_", "]", "").Replace(node) + "_overseen"
}

func (j *joined) release() {
	for _, m := range j.tied {
		_ = m.Close() // all its notices have been sent
	}
	j.tied = nil
}

// begin connects a part with the others and waits until all are there.
func (j *joined) begin(ctx context.Context, i *run.Instance, live *run.Around, say func(string)) error {
	for _, m := range j.tied {
		m.Listen()
	}
	live.Keep(j.release)
	if err := j.fits(i); err != nil {
		return err
	}
	links, err := parts.Open(i.Program, parts.Config{Name: j.Name, Parts: j.Parts, Dir: j.Dir, Wrong: func(err error) { say(err.Error()) }})
	if err != nil {
		return err
	}
	live.Keep(func() {
		_ = links.Close()
		if c := links.Counts(); c.Lost+c.Missed+c.Refused > 0 {
			say(fmt.Sprintf("%s: of %d messages to other processes %d made room for newer ones; of %d from them %d were refused, and %d never came",
				j.Name, c.Sent, c.Lost, c.Received, c.Refused, c.Missed))
		}
	})
	patience := j.Wait
	if patience == 0 {
		patience = wait
	}
	soon, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := links.Await(soon); err != nil && ctx.Err() == nil {
		say(fmt.Sprintf("after %v: %v; the program begins without", patience, err))
	}
	return ctx.Err()
}

// fits checks that the instance leaves out what other processes run, and that each reactor runs in some process.
func (j *joined) fits(i *run.Instance) error {
	elsewhere := j.Elsewhere()
	for _, e := range i.Program.Enclaves {
		elsewhere = slices.DeleteFunc(elsewhere, func(path string) bool { return path == e.Name && e.Done() })
	}
	if len(elsewhere) > 0 {
		return fmt.Errorf("the program %s cannot be run in parts: the parts of other processes are not left out; is it made by run.New?", i.Program.Name)
	}
	g := i.Program.Graph()
	var lost []string
	for _, r := range g.Reactions {
		path := g.Reactors[r.Reactor].Path
		in := func(part string) bool { return path == part || strings.HasPrefix(path, part+".") }
		known := slices.ContainsFunc(j.tied, func(m *share.Member) bool { return m.Path() == path })
		for _, all := range j.Parts { // order: any will do
			known = known || slices.ContainsFunc(all, in)
		}
		if !known && !slices.Contains(lost, path) {
			lost = append(lost, path)
		}
	}
	if len(lost) > 0 {
		return fmt.Errorf("no process has %s, so that every process would run it: name it among the parts of one", strings.Join(lost, ", "))
	}
	return nil
}
