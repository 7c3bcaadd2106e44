// Package launch starts systems that were generated from models in AADL, restarts them when they fail, and compares them
// with the model. A launch file describes the parts of a system; see docs/format/launch.md.
package launch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/against"
)

// Rules are the codes of this package's faults.
func Rules() []diag.Rule {
	return []diag.Rule{{Code: "launch-file", Text: "a launch file that cannot be read, or that says too little"}}
}

// File is a launch file.
type File struct {
	System   string   `yaml:"system"`   // as in P::S.i
	Models   []string `yaml:"models"`   // the model's files, or folders with them; Read makes them relative to the working directory
	Program  string   `yaml:"program"`  // the folder of the program's main package, as above
	Mode     string   `yaml:"mode"`     // one: all nodes in one process; processes: one process for each; "" is one
	Overseer string   `yaml:"overseer"` // the file with the states of the system, as above; "" for operating and safe
	Nodes    []Node   `yaml:"nodes"`

	Values `yaml:",inline"`

	file string
}

// Node is a node of the system, or what is on the other side of one of its seams.
type Node struct {
	Path     string            `yaml:"path"` // in the model
	Type     string            `yaml:"type"`
	Kind     string            `yaml:"kind"`     // node, existing, device or data
	Package  string            `yaml:"package"`  // its folder
	Name     string            `yaml:"name"`     // its path in the program, if that differs
	Process  string            `yaml:"process"`  // the process that it runs in; if empty, one of its own with its name
	Critical bool              `yaml:"critical"` // the system is not safe without it
	Notify   time.Duration     `yaml:"notify"`   // how often it reports that it is well
	Patience time.Duration     `yaml:"patience"` // how long it may be silent; 0 is 5/4 of notify
	Grace    time.Duration     `yaml:"grace"`    // how long its first notice may take; 0 is 15 s
	Restart  *Restart          `yaml:"restart"`
	Remap    map[string]string `yaml:"remap"` // topics, by the names of ports in its code
	Values   `yaml:",inline"`
}

// InProgram is the node's path in the program.
func (n *Node) InProgram() string {
	if n.Name != "" {
		return n.Name
	}
	return n.Path
}

// Processes lists, for each process, the paths in the program that it runs. In mode one the only process is the program.
func (f *File) Processes(mode string) map[string][]string {
	all := map[string][]string{}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		process := "program"
		if mode == Many {
			process = cmp.Or(n.Process, n.InProgram())
		}
		all[process] = append(all[process], n.InProgram())
	}
	return all
}

// Seams are the paths in the program of parts that are not generated nodes: they report their state to no overseer.
func (f *File) Seams() map[string]bool {
	all := map[string]bool{}
	for i := range f.Nodes {
		if f.Nodes[i].Kind != "node" {
			all[f.Nodes[i].InProgram()] = true
		}
	}
	return all
}

// The modes of launching.
const (
	One  = "one"
	Many = "processes"
)

// Overseen reports whether an overseer is wanted: the file names its states, or says that a node is critical or is
// restarted.
func (f *File) Overseen() bool {
	return f.Overseer != "" || slices.ContainsFunc(f.Nodes, func(n Node) bool { return n.Critical || n.Restart != nil })
}

// kinds are the kinds of nodes.
var kinds = []string{"node", "existing", "device", "data"}

// Read reads a launch file. Paths in it are relative to its folder.
func Read(name string) (*File, diag.Faults) {
	fault := func(what, do string) diag.Fault {
		return diag.Fault{Code: "launch-file", Pos: diag.Pos{File: name}, What: what, Do: do}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, diag.Faults{fault("this cannot be read: "+err.Error(), "give a launch file that 'sinew gen' has written")}
	}
	f := &File{}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(f); err != nil {
		return nil, diag.Faults{fault("this is no launch file: "+strings.TrimSpace(yaml.FormatError(err, false, false)), "see docs/format/launch.md")}
	}
	var faults diag.Faults
	if f.System == "" || len(f.Models) == 0 {
		faults = append(faults, fault("nothing says which system of which models this is", "give system and models"))
	}
	if f.Program == "" {
		faults = append(faults, fault("nothing says where the program is", "give program, a folder"))
	}
	if f.file = name; f.Mode != "" && f.Mode != One && f.Mode != Many {
		faults = append(faults, fault(fmt.Sprintf("the mode is %q", f.Mode), "give one or processes"))
	}
	seen := map[string]bool{}
	for _, n := range f.Nodes {
		if n.Restart != nil && !slices.Contains([]string{"never", "failure", "always"}, n.Restart.When) {
			faults = append(faults, fault(fmt.Sprintf("node %s is started again %q", n.Path, n.Restart.When), "give never, failure or always"))
		}
		if (n.Critical || n.Notify != 0) && n.Kind != "node" {
			faults = append(faults, fault(fmt.Sprintf("node %s is of kind %s, and tells no overseer how it is", n.Path, n.Kind), "leave out critical and notify"))
		}
		if n.Path == "" || seen[n.Path] {
			faults = append(faults, fault(fmt.Sprintf("a node has no path, or that of another: %q", n.Path), "give each node its path in the model"))
		}
		if seen[n.Path] = true; !slices.Contains(kinds, n.Kind) {
			faults = append(faults, fault(fmt.Sprintf("node %s is of kind %q", n.Path, n.Kind), "give "+strings.Join(kinds, ", ")))
		}
	}
	dir := filepath.Dir(name)
	f.Program = filepath.Join(dir, filepath.FromSlash(f.Program))
	if f.Overseer != "" {
		f.Overseer = filepath.Join(dir, filepath.FromSlash(f.Overseer))
	}
	for k, m := range f.Models {
		f.Models[k] = filepath.Join(dir, filepath.FromSlash(m))
	}
	return f, append(faults, f.values(dir, name)...)
}

// Build builds the program of a launch file without debugging information, which would make linking take three times as
// long. It copies the executable that `go run` keeps in the build cache, so that the same program is linked only once.
func (f *File) Build(out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	cmd := child.Tree("go", "run", "-ldflags=-s -w", "-exec=cp", ".", out)
	cmd.Dir = f.Program
	text, err := child.CombinedOutput(cmd)
	if err != nil {
		return fmt.Errorf("the program in %s does not build: %w\n%s", f.Program, err, text)
	}
	return nil
}

// Check compares the graph of a built program with the model. It runs the program for 1 ms of logical time, without
// drivers. What every node has in addition to the model is not reported.
func (f *File) Check(ctx context.Context, binary string, i *instance.Instance) (*against.Report, diag.Faults, error) {
	dir, err := os.MkdirTemp("", "sinew-launch")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir) // a temporary folder
	out := filepath.Join(dir, "run")
	cmd := exec.CommandContext(ctx, binary, append([]string{"run", "--for", "1ms", "--fast", "--quiet", "--out", out}, f.Args()...)...)
	if text, err := child.CombinedOutput(cmd); err != nil {
		return nil, nil, fmt.Errorf("the program does not run: %w\n%s", err, text)
	}
	r, err := against.Open(out)
	if err != nil {
		return nil, nil, err
	}
	report, faults := Compare(i, r.Graph, f.Program)
	return report, faults, nil
}

// Compare compares a program's graph with a model.
func Compare(i *instance.Instance, g *graph.Graph, name string) (*against.Report, diag.Faults) {
	report, faults := against.Compare(i, &against.Run{Name: name, Graph: g}, nil)
	own := framework(i, g)
	elsewhere := map[string]bool{} // existing nodes have timers elsewhere
	for _, c := range i.Components {
		if c.Classifier != nil && c.Classifier.Syntax.Form != syntax.ComponentImplementation {
			elsewhere[c.Path()+".Period"] = true
		}
	}
	return report, append(slices.DeleteFunc(faults, func(f diag.Fault) bool {
		return f.Code == graph.Extra.String() && own[f.Path] || f.Code == graph.Missing.String() && elsewhere[f.Path]
	}), accesses(i, g)...)
}

// framework notes parts of a program that belong to the framework or have no reactor as their counterpart in a model: ports
// of nodes and accesses, shared data, reactors that only serve, and the surroundings of the whole system.
func framework(i *instance.Instance, g *graph.Graph) map[string]bool {
	own := map[string]bool{}
	if g == nil {
		return own
	}
	note := func(path string) {
		_, below, _ := strings.Cut(path, ".")
		own[path], own[below] = true, true
	}
	for _, p := range g.Ports {
		if strings.HasPrefix(p.Type, "node.") || strings.HasPrefix(p.Type, "access.") {
			note(p.Path)
		}
	}
	for _, r := range g.Reactors {
		if len(r.Ports) > 0 && !slices.ContainsFunc(r.Ports, func(p int) bool { return !strings.HasPrefix(g.Ports[p].Type, "access.") }) {
			note(r.Path)
		}
	}
	for _, c := range i.Components {
		if c.Category == syntax.DataCategory {
			own[c.Path()] = true
		}
	}
	own["outside"] = own["outside"] || len(i.Root.Features) > 0
	return own
}

// Process starts the program with arguments of its command run, and returns a function that waits for its end. When the
// context ends the program is interrupted, and killed if that does not end it.
func Process(binary string, args ...string) func(ctx context.Context) (wait func() error, err error) {
	return func(ctx context.Context) (func() error, error) {
		cmd := exec.CommandContext(ctx, binary, append([]string{"run"}, args...)...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		cmd.WaitDelay = 5 * time.Second
		return child.Start(cmd)
	}
}

// Supervisor restarts something when it ends, according to a restart policy.
type Supervisor struct {
	Restart node.Restart
	Start   func(ctx context.Context) (wait func() error, err error)
	Now     func() time.Time                           // time.Now
	Sleep   func(ctx context.Context, d time.Duration) // waits until d has passed or the context ends
	Say     func(line string)
}

// ErrGaveUp says that something has failed more often than its policy allows.
var ErrGaveUp = errors.New("it has failed too often")

// Run starts it, and returns when it has ended for good: with the error of its last end, or nil if the context has ended.
func (s *Supervisor) Run(ctx context.Context) error {
	for row := 0; ; {
		began := s.Now()
		wait, err := s.Start(ctx)
		if err == nil {
			err = wait()
		}
		p := s.Restart
		switch {
		case ctx.Err() != nil:
			return nil
		case p.When == node.Never, p.When == node.OnFailure && err == nil:
			return err
		}
		if p.Settled > 0 && s.Now().Sub(began) >= p.Settled {
			row = 0
		}
		if row++; p.Limit > 0 && row > p.Limit {
			return errors.Join(ErrGaveUp, err)
		}
		d := p.Delay(row)
		why := "it ended"
		if err != nil {
			why = err.Error()
		}
		s.Say(fmt.Sprintf("%s: started again in %v, restart %d", why, d, row))
		if s.Sleep(ctx, d); ctx.Err() != nil {
			return nil
		}
	}
}
