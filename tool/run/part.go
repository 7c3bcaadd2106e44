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

// Part says which part of a program a process runs, and where it finds the other parts and its nodes' overseer. For an
// order with a part a Spec makes the whole program, with the rest left out: New does that, and package part connects the
// parts.
type Part struct {
	Name     string              // of the process
	Parts    map[string][]string // by process: the paths of the reactors that it runs
	Dir      string              // where the processes meet
	Overseer []string            // its addresses, as package share has them, the preferred one first; empty without an overseer
	Life     uint64              // how often the process was started, this time included
	Wait     time.Duration       // how long it waits for the others at the start; 0 is 10 s

	// Begin connects the part with the others. Package part sets it when the program's nodes join; a program whose nodes
	// do not join cannot be run in parts.
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

// recordedPart is the part that a recording is of, nil for the whole program.
func recordedPart(run map[string]string) (*Part, error) {
	text, ok := run[KeyPart]
	if !ok {
		return nil, nil
	}
	return parsePart([]byte(text))
}

// String returns the part in JSON.
func (p *Part) String() string {
	text, _ := json.Marshal(p) // strings and numbers cannot fail
	return string(text)
}

// Elsewhere lists the reactors that other processes run; nil for the whole program.
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

// Runs reports whether the instance runs what is at a path of the program.
func (o *Order) Runs(path string) bool {
	return !slices.ContainsFunc(o.Part.Elsewhere(), func(other string) bool { return path == other || strings.HasPrefix(path, other+".") })
}

// begin connects this part with those that run elsewhere.
func (p *Part) begin(ctx context.Context, i *Instance, live *Around, say func(string)) error {
	if p.Begin == nil {
		return fmt.Errorf("the program %s cannot be run in parts: its nodes do not join, as those that `sinew gen` writes do", i.Program.Name)
	}
	return p.Begin(ctx, i, live, say)
}
