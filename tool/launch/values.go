package launch

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/child"
)

// Values are files with initial values of a system's nodes, in addition to the model's: in YAML, JSON or ASN.1's value
// notation.
type Values struct {
	Parameters string `yaml:"parameters"` // of a system: a record with each node's by its path; of a node: its own
	Variables  string `yaml:"variables"`  // of a node
}

// from makes the files' names relative to the working directory, and reports missing files.
func (v *Values) from(dir, whose string, fault func(what, do string)) {
	for _, name := range []*string{&v.Parameters, &v.Variables} {
		if *name == "" {
			continue
		}
		if !filepath.IsAbs(*name) {
			*name = filepath.Join(dir, filepath.FromSlash(*name))
		}
		if _, err := os.Stat(*name); err != nil {
			fault(fmt.Sprintf("the values of %s cannot be read: %v", whose, err), "name a file from the folder of the launch file")
		}
	}
}

// values checks and completes the names of files with values.
func (f *File) values(dir, name string) (faults diag.Faults) {
	fault := func(what, do string) {
		faults = append(faults, diag.Fault{Code: "launch-file", Pos: diag.Pos{File: name}, What: what, Do: do})
	}
	if f.Variables != "" {
		fault("variables are a node's", "give them to a node")
	}
	f.Values.from(dir, "the system", fault)
	for k := range f.Nodes {
		n := &f.Nodes[k]
		if n.Kind != "node" && n.Values != (Values{}) {
			fault(fmt.Sprintf("%s is not generated, and has values", n.Path), "leave them out: what exists already has its own")
		}
		n.from(dir, n.Path, fault)
	}
	return faults
}

// Args are the arguments of the program's command run that load these values.
func (f *File) Args() (all []string) {
	add := func(part, file string) {
		if file != "" {
			all = append(all, "--params", part+file)
		}
	}
	add("", f.Parameters)
	for _, n := range f.Nodes {
		add(n.Path+"=", n.Parameters)
		add(n.Path+".variables=", n.Variables)
	}
	return all
}

// Ready has a built program check its initial values: it runs the program for an instant of logical time.
func (f *File) Ready(ctx context.Context, binary string, args ...string) error {
	dir, err := os.MkdirTemp("", "sinew-launch")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // a temporary folder
	cmd := exec.CommandContext(ctx, binary, append([]string{"run", "--for", "1ns", "--fast", "--quiet", "--out", filepath.Join(dir, "run")}, args...)...)
	if text, err := child.CombinedOutput(cmd); err != nil {
		return fmt.Errorf("the program is not started: %w\n%s", err, text)
	}
	return nil
}
