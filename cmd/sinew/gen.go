package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/sinew-robotics/sinew/lang/atoms/gen"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

type genCmd struct {
	Files   []string `arg:"" name:"file" help:"Model of Atoms, a .atoms.yaml file; or .aadl files, or folders with them." type:"path" placeholder:"FILE"`
	System  string   `help:"AADL only: the system to generate, as P::S.i. Default: the only one." placeholder:"NAME"`
	Target  string   `help:"AADL only: what to write, go (for Sinew) or roscpp (ROS 1 packages in C++)." enum:"go,roscpp" default:"go" placeholder:"LANG"`
	Out     string   `short:"o" required:"" help:"Folder in which to write the package." placeholder:"DIR"`
	Package string   `help:"Name of the package. Default: the model's name." placeholder:"NAME"`
	Force   bool     `help:"Overwrite files that were edited after they were generated."`
	Times   string   `help:"Measured computation times, as 'sinew bench atoms --out FILE' writes them." type:"existingfile" placeholder:"FILE"`
	Cores   int      `help:"Cores that the compositions may use. Default: as the model says, or 1." placeholder:"N" range:"0..1024"`
}

// Help shows examples.
func (c *genCmd) Help() string {
	return "The source is yours: readable reactors with typed ports that call the Atoms in order, and an interface for every driver. It\n" +
		"gives the same bits as 'sinew run' of the model. A file that was edited is not overwritten without --force.\n\nExamples:\n" +
		"  sinew gen examples/rov-heading/heading.atoms.yaml --out heading\n" +
		"  sinew gen law.atoms.yaml --out internal/law --package law\n\n" +
		"For a system in AADL it writes a package for each node, the messages, the program of all nodes, and launch.yaml for 'sinew launch'.\n" +
		"Files that end in _gen.go are written again each time; algorithms are written once, and are yours.\n\n" +
		"  sinew gen models --system Wheelchair::Wheelchair.pmk --out robot\n\n" +
		"With --target roscpp it writes ROS 1 packages for catkin: messages, what all nodes have in common, the nodes, and a launch file.\n\n" +
		"  sinew gen models --system Wheelchair::Wheelchair.pmk --out catkin_ws/src --target roscpp"
}

// Validate refuses arguments that do not go together.
func (c *genCmd) Validate() error {
	some := slices.ContainsFunc(c.Files, func(f string) bool { return isAADL(f) || isFolder(f) })
	switch {
	case !some && len(c.Files) > 1:
		return errors.New("a model of Atoms is one file: give one, or .aadl files or folders")
	case !some && c.Target != "go":
		return errors.New("--target is for AADL: give .aadl files or folders")
	case !some && c.System != "":
		return errors.New("--system is for AADL: give .aadl files or folders")
	case some && (c.Package != "" || c.Times != "" || c.Cores != 0):
		return errors.New("--package, --times and --cores are for models of Atoms")
	}
	for _, f := range c.Files {
		if _, err := os.Stat(f); err != nil {
			return err
		}
	}
	return nil
}

// Run writes the source.
func (c *genCmd) Run() error {
	if isAADL(c.Files[0]) || isFolder(c.Files[0]) {
		return c.nodes()
	}
	if c.Package != "" && (!token.IsIdentifier(c.Package) || c.Package == "main") {
		return fmt.Errorf("gen: --package %s: give a name of small letters, not main", c.Package)
	}
	d, plan, faults, err := readModel(c.Files[0], c.Times, c.Cores)
	if err != nil {
		return err
	}
	if err := printFaults(d, faults); err != nil {
		return err
	}
	where, hint, err := importPath(c.Out)
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	files, err := gen.Source(plan, gen.Options{Package: c.Package, Import: where, Origin: filepath.Base(c.Files[0])})
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	if err := gogen.Write(c.Out, files, c.Force); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	for _, f := range files {
		fmt.Println(filepath.Join(c.Out, f.Name))
	}
	fmt.Println(hint + "program.go has, in its first comment, a program that runs it: copy that into its own folder, and fill in the drivers")
	return nil
}

// sinewModule is the module from which generated source gets its runtime.
const sinewModule = "github.com/sinew-robotics/sinew"

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

// importPath returns the import path of a package in dir, "" if dir is in no module, and what must be done before it
// builds there.
func importPath(dir string) (where, hint string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", "", err
	}
	get := "go get " + sinewModule + "@latest, or, to use a checkout of it, go work init . /path/to/sinew\n"
	for up := dir; ; up = filepath.Dir(up) {
		text, err := os.ReadFile(filepath.Join(up, "go.mod"))
		switch {
		case err == nil:
			in, err := filepath.Rel(up, dir)
			m := moduleLine.FindSubmatch(text)
			if err != nil || m == nil {
				return "", "", fmt.Errorf("%s has no line \"module …\"", filepath.Join(up, "go.mod"))
			}
			if !bytes.Contains(text, []byte(sinewModule)) {
				hint = fmt.Sprintf("the module %s does not use sinew yet. There:\n  %s", m[1], get)
			}
			return path.Join(string(m[1]), filepath.ToSlash(in)), hint, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", "", err
		case filepath.Dir(up) == up:
			return "", "this folder is in no Go module. Above it:\n  go mod init example.org/robot\n  " + get, nil
		}
	}
}
