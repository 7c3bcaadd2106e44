package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// Part says which part of a program a process runs, and where it finds the others and its nodes' overseer. What a Spec
// makes of an order with a part is the whole program, of which the rest runs elsewhere: New sees to that, and package
// part to the connections.
type Part struct {
	Name     string              // of the process
	Parts    map[string][]string // by process: the reactors that it runs, by their paths
	Dir      string              // where the processes meet
	Overseer []string            // addresses as package share has them, the nearest first; none where nobody oversees
	Life     uint64              // how often the process was started, this time included
	Wait     time.Duration       // how long it waits at the start for the others; 10 s when 0

	// Begin connects the part with the others. Package part sets it when the program's nodes join; a program whose nodes
	// never do cannot be run in parts.
	Begin func(ctx context.Context, i *Instance, live *Around, say func(string)) error `json:"-"`
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
	var errs []error
	if p.Wait < 0 {
		errs = append(errs, fmt.Errorf("it waits %v: give a positive time", p.Wait))
	}
	if _, ok := p.Parts[p.Name]; !ok {
		errs = append(errs, fmt.Errorf("there is no process %q among %s", p.Name, strings.Join(slices.Sorted(maps.Keys(p.Parts)), ", ")))
	}
	return p, errors.Join(errs...)
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

// Elsewhere lists the reactors that other processes run; none of a whole program, nil.
func (p *Part) Elsewhere() (all []string) {
	if p == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(p.Parts)) {
		if name != p.Name {
			all = append(all, p.Parts[name]...)
		}
	}
	return all
}

// Runs reports whether the order makes what is at a path of the program.
func (o *Order) Runs(path string) bool {
	return !slices.ContainsFunc(o.Part.Elsewhere(), func(other string) bool { return path == other || strings.HasPrefix(path, other+".") })
}

// begin connects what is run with what runs elsewhere.
func (p *Part) begin(ctx context.Context, i *Instance, live *Around, say func(string)) error {
	if p.Begin == nil {
		return fmt.Errorf("the program %s cannot be run in parts: its nodes do not join, as those that `sinew gen` writes do", i.Program.Name)
	}
	return p.Begin(ctx, i, live, say)
}
