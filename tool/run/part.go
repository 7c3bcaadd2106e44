package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	between "github.com/sinew-robotics/sinew/bridge/parts"
	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
)

// Part says which part of a program a process runs, and where it finds the others and its nodes' overseer. What a Spec
// makes of an order with a part is the whole program, of which the rest runs elsewhere; New sees to that.
type Part struct {
	Name     string              // of the process
	Parts    map[string][]string // by process: the reactors that it runs, by their paths
	Dir      string              // where the processes meet
	Overseer []string            // addresses as package share has them, the nearest first; none where nobody oversees
	Life     uint64              // how often the process was started, this time included
	Wait     time.Duration       // how long it waits at the start for the others; 10 s when 0

	tied []*share.Member
}

// ReadPart reads a part from a file, in JSON.
func ReadPart(file string) (*Part, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p, err := parsePart(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

func parsePart(text []byte) (*Part, error) {
	p := &Part{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("this describes no part of a program: %w", err)
	}
	if p.Wait < 0 {
		return nil, fmt.Errorf("this describes no part of a program: it waits %v", p.Wait)
	}
	c := p.config(nil)
	return p, c.Validate()
}

// recordedPart is the part that a recording is of, nil for the whole.
func recordedPart(run map[string]string) (*Part, error) {
	text, ok := run[KeyPart]
	if !ok {
		return nil, nil
	}
	return parsePart([]byte(text))
}

// String gives the part in JSON.
func (p *Part) String() string {
	text, _ := json.Marshal(p) // strings and numbers do not fail
	return string(text)
}

func (p *Part) config(wrong func(error)) between.Config {
	return between.Config{Name: p.Name, Parts: p.Parts, Dir: p.Dir, Wrong: wrong}
}

// elsewhere lists what other processes run.
func (p *Part) elsewhere() []string {
	if p == nil {
		return nil
	}
	c := p.config(nil)
	return c.Elsewhere()
}

// Runs reports whether the order makes what is at a path of the program.
func (o *Order) Runs(path string) bool {
	return !slices.ContainsFunc(o.Part.elsewhere(), func(other string) bool { return path == other || strings.HasPrefix(path, other+".") })
}

// Join ties the nodes that the order makes to their overseer, where there is one. It is called when the nodes are made and
// the program is not yet built. Nodes that run elsewhere are left alone.
func (o *Order) Join(nodes ...*node.Base) error {
	p := o.Part
	if p == nil {
		return nil
	}
	p.tied = nil
	var errs []error
	for _, b := range nodes {
		if !o.Runs(b.Path()) {
			continue
		}
		b.Relive(p.Life)
		if len(p.Overseer) == 0 {
			continue
		}
		var line share.Line
		if !o.Replay {
			var err error
			if line, err = share.Dial(b.Path(), p.Overseer...); err != nil {
				errs = append(errs, err)
				continue
			}
		}
		p.tied = append(p.tied, share.NewMember(b.Outer(), lineName(b.Name()), b, line))
	}
	if err := errors.Join(errs...); err != nil {
		p.release()
		return err
	}
	return nil
}

// lineName is what a node's tie to its overseer is called, beside it.
func lineName(node string) string {
	return strings.NewReplacer("[", "_", "]", "").Replace(node) + "_overseen"
}

func (p *Part) release() {
	for _, m := range p.tied {
		_ = m.Close() // what it has said has gone out
	}
	p.tied = nil
}

// begin connects a part with the others, and waits until all are there.
func (p *Part) begin(ctx context.Context, i *Instance, live *Around, say func(string)) error {
	if err := p.fits(i); err != nil {
		p.release()
		return err
	}
	links, err := between.Open(i.Program, p.config(func(err error) { say(err.Error()) }))
	if err != nil {
		p.release()
		return err
	}
	live.Keep(func() {
		_ = links.Close()
		if c := links.Counts(); c.Lost+c.Missed+c.Refused > 0 {
			say(fmt.Sprintf("%s: of %d messages to other processes %d made room for newer ones; of %d from them %d were refused, and %d never came",
				p.Name, c.Sent, c.Lost, c.Received, c.Refused, c.Missed))
		}
	})
	live.Keep(p.release)
	for _, m := range p.tied {
		m.Listen()
	}
	wait := p.Wait
	if wait == 0 {
		wait = 2 * patience
	}
	soon, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := links.Await(soon); err != nil && ctx.Err() == nil {
		say(fmt.Sprintf("after %v: %v; the program begins without", wait, err))
	}
	return ctx.Err()
}

// fits checks that an instance was made as a part, and that no other process does what it does.
func (p *Part) fits(i *Instance) error {
	if i.takes != p {
		return fmt.Errorf("the program %s cannot be run in parts: it is not made by run.New", i.Program.Name)
	}
	g := i.Program.Graph()
	var lost []string
	for _, r := range g.Reactions {
		path := g.Reactors[r.Reactor].Path
		in := func(part string) bool { return path == part || strings.HasPrefix(path, part+".") }
		known := slices.ContainsFunc(p.tied, func(m *share.Member) bool { return m.Path() == path })
		for _, all := range p.Parts { // order: any will do
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
