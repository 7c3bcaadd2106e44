package launch

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/diag"
)

// Restart says when a node is restarted. In launch files the names are in lower case.
type Restart struct {
	When    string        `yaml:"when"`    // never, failure or always
	Limit   int           `yaml:"limit"`   // consecutive restarts; 0 is 5
	Backoff time.Duration `yaml:"backoff"` // before the first restart; it doubles; 0 is 100 ms
	Most    time.Duration `yaml:"most"`    // 0 is 10 s
	Settled time.Duration `yaml:"settled"` // how long a node must run for its restarts to be forgotten; 0 is a minute
}

// policies are the policies by their words.
var policies = map[string]node.Policy{"never": node.Never, "failure": node.OnFailure, "always": node.Always}

// Policy is a restart policy in the form that overseers use. An unknown word means never.
func (r Restart) Policy() node.Restart {
	when := policies[r.When]
	if when == node.Never {
		return node.Restart{}
	}
	return node.Restart{When: when, Limit: cmp.Or(r.Limit, 5), Backoff: cmp.Or(r.Backoff, 100*time.Millisecond),
		Most: max(cmp.Or(r.Most, 10*time.Second), r.Backoff), Settled: cmp.Or(r.Settled, time.Minute)}
}

// states is the content of a file with a system's states.
type states struct {
	States []struct {
		Name    string `yaml:"name"`
		Initial bool   `yaml:"initial"`
		Final   bool   `yaml:"final"`
	} `yaml:"states"`
	Changes []struct {
		From string              `yaml:"from"`
		To   string              `yaml:"to"`
		By   []string            `yaml:"by"`
		When map[string][]string `yaml:"when"`
	} `yaml:"changes"`
	Losses []struct {
		Node string   `yaml:"node"`
		From string   `yaml:"from"`
		On   []string `yaml:"on"`
		To   string   `yaml:"to"`
	} `yaml:"losses"`
}

// grace is how long a node may take until it is first heard: its process has to start and to wait for the others.
const grace = 15 * time.Second

// Table is the overseer's table of a launch file's system: its nodes, and the states from its overseer's file. Nodes for
// which the file has no policy are restarted according to other.
func (f *File) Table(other Restart) (*node.Table, diag.Faults) {
	t := &node.Table{}
	for _, n := range f.Nodes {
		policy := other
		if n.Restart != nil {
			policy = *n.Restart
		}
		t.Nodes = append(t.Nodes, node.Watched{Name: n.InProgram(), Critical: n.Critical, Every: n.Notify, Patience: n.Patience,
			Grace: cmp.Or(n.Grace, grace), Restart: policy.Policy()})
	}
	places := map[string]diag.Pos{}
	var faults diag.Faults
	if f.Overseer == "" {
		t.States = []node.Phase{{Name: "operating", Initial: true}, {Name: "safe", Final: true}}
		t.Losses = []node.Loss{{On: []node.State{node.Lost, node.Error, node.Closed}, To: "safe"}}
		t.Changes = []node.Change{{From: "operating", To: "safe"}}
	} else {
		faults = readStates(t, f.Overseer, places)
	}
	if len(faults) == 0 {
		for _, x := range t.Check() {
			x.Pos = places[x.Path]
			x.Pos.File = cmp.Or(x.Pos.File, f.Overseer, f.file)
			faults = append(faults, x)
		}
	}
	return t, faults
}

// readStates reads the states of a system into a table, and notes where each begins.
func readStates(t *node.Table, file string, places map[string]diag.Pos) (faults diag.Faults) {
	fault := func(at diag.Pos, what, do string) {
		faults = append(faults, diag.Fault{Code: "launch-file", Pos: at, What: what, Do: do})
	}
	here := diag.Pos{File: file}
	text, err := os.ReadFile(file)
	if err != nil {
		fault(here, "the states of the system cannot be read: "+err.Error(), "name a file that is there, or leave out overseer")
		return faults
	}
	var s states
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&s); err != nil {
		fault(here, "these are no states of a system: "+strings.TrimSpace(yaml.FormatError(err, false, false)), "see docs/format/launch.md")
		return faults
	}
	at := elements(file, text)
	for i, x := range s.States {
		places["states."+x.Name] = at("states", i)
		t.States = append(t.States, node.Phase{Name: x.Name, Initial: x.Initial, Final: x.Final})
	}
	in := func(pos diag.Pos, words []string) (all []node.State) {
		for _, w := range words {
			k := slices.IndexFunc(nodeStates, func(s node.State) bool { return s.String() == w })
			if k < 0 {
				fault(pos, fmt.Sprintf("a node is never %q", w), "give unknown, init, running, error, closing, closed or lost")
				continue
			}
			all = append(all, nodeStates[k])
		}
		return all
	}
	for i, x := range s.Changes {
		pos := at("changes", i)
		places["changes."+x.From+"-"+x.To] = pos
		c := node.Change{From: x.From, To: x.To, By: x.By}
		for _, name := range slices.Sorted(maps.Keys(x.When)) {
			c.When = append(c.When, node.Guard{Node: name, In: in(pos, x.When[name])})
		}
		t.Changes = append(t.Changes, c)
	}
	for i, x := range s.Losses {
		pos := at("losses", i)
		places["losses."+x.To] = pos
		t.Losses = append(t.Losses, node.Loss{Node: x.Node, From: x.From, On: in(pos, x.On), To: x.To})
	}
	return faults
}

var nodeStates = []node.State{node.Unknown, node.Init, node.Running, node.Error, node.Closing, node.Closed, node.Lost}

// elements finds the beginnings of the elements of the lists in a YAML mapping.
func elements(file string, text []byte) func(list string, i int) diag.Pos {
	found := map[string][]diag.Pos{}
	if tree, err := parser.ParseBytes(text, 0); err == nil && len(tree.Docs) > 0 {
		if m, ok := tree.Docs[0].Body.(*ast.MappingNode); ok {
			for _, v := range m.Values {
				if s, ok := v.Value.(*ast.SequenceNode); ok {
					for _, e := range s.Values {
						p := e.GetToken().Position
						found[v.Key.String()] = append(found[v.Key.String()], diag.Pos{File: file, Line: p.Line, Column: p.Column})
					}
				}
			}
		}
	}
	return func(list string, i int) diag.Pos {
		if i < len(found[list]) {
			return found[list][i]
		}
		return diag.Pos{File: file}
	}
}
