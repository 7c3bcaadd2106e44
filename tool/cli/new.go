package cli

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/internal/whole"
)

// project has a folder for each kind of project. NAME in a file stands for the project's name.
//
//go:embed project
var project embed.FS

// sinewModule is the module that programs import the runtime from.
const sinewModule = "github.com/sinew-robotics/sinew"

type newCmd struct {
	Program    newProgramCmd    `cmd:"" help:"A folder with a program, a test, a scenario and a README."`
	Robot      newRobotCmd      `cmd:"" help:"A folder with a robot's description, its limits and its controllers, to be run at once."`
	Controller newControllerCmd `cmd:"" help:"A folder with a type of controller, its tests, and a robot to try it on."`
	Driver     newDriverCmd     `cmd:"" help:"A folder with a driver for hardware, its tests, and a robot to try it on."`
}

// Help shows examples.
func (c *newCmd) Help() string {
	return "Examples:\n  sinew new program heater\n  sinew new robot arm --urdf arm.urdf\n  sinew new controller sway\n  sinew new driver motors"
}

// goProject are the arguments that projects in Go have in common.
type goProject struct {
	Name    string `arg:"" help:"Name of the project and of its folder, which must be missing or empty." placeholder:"NAME"`
	Module  string `help:"Path of its Go module. Default: the name." placeholder:"PATH"`
	Replace string `help:"Take Sinew from this source tree. Default: the tree that this command was built from, or else the published version." type:"existingdir" placeholder:"DIR"`
}

type newProgramCmd struct{ goProject }

// Help shows examples.
func (c *newProgramCmd) Help() string {
	return "Writes a project that builds, runs, records, replays and tests. With a source tree nothing is downloaded.\n\n" +
		"Examples:\n  sinew new program heater\n  sinew new program heater --module example.org/heater --replace ../sinew"
}

// Run writes the project.
func (c *newProgramCmd) Run(ctx context.Context, t *Tool) error {
	return c.write(ctx, "program", "go run . run --for 2s --fast --out r")
}

type newControllerCmd struct{ goProject }

// Help shows examples.
func (c *newControllerCmd) Help() string {
	return "Writes a type of controller that moves joints to and fro, with the tests that every controller passes, and a robot of two joints with\n" +
		"mock hardware that it runs on. With a source tree nothing is downloaded.\n\nExamples:\n  sinew new controller sway\n  sinew new controller sway --replace ../sinew"
}

// Run writes the project.
func (c *newControllerCmd) Run(ctx context.Context, t *Tool) error {
	return c.write(ctx, "controller", "go test ./... && go run . run --for 10s --fast --out r")
}

type newDriverCmd struct{ goProject }

// Help shows examples.
func (c *newDriverCmd) Help() string {
	return "Writes a driver for motors that are simulated as yet, with the tests that every driver passes, and a robot of two joints that it moves.\n" +
		"With a source tree nothing is downloaded.\n\nExamples:\n  sinew new driver motors\n  sinew new driver motors --replace ../sinew"
}

// Run writes the project.
func (c *newDriverCmd) Run(ctx context.Context, t *Tool) error {
	return c.write(ctx, "driver", "go test ./... && go run . run --for 10s --fast --out r")
}

var (
	programName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)
	modulePath  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~/-]*$`)
)

// write writes a project of a kind and prints what to do next.
func (c *goProject) write(ctx context.Context, kind, next string) error {
	module := c.Module
	if module == "" {
		module = c.Name
	}
	var errs []error
	if err := checkName(c.Name); err != nil {
		errs = append(errs, err)
	}
	if !modulePath.MatchString(module) {
		errs = append(errs, fmt.Errorf("--module %q: give a path such as example.org/heater", module))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if tree := sourceTree(); c.Replace == "" && tree != "" {
		c.Replace = tree
		fmt.Printf("Sinew is taken from %s, which this command was built from; --replace names another tree\n", tree)
	}
	mod, sum, err := c.requirements(module)
	if err != nil {
		return err
	}
	if err := (Out(c.Name)).Check(); err != nil { // nothing is replaced
		return err
	}
	files, err := projectFiles(kind, c.Name)
	if err != nil {
		return err
	}
	files = append(files, file{"go.mod", mod})
	if sum != nil {
		files = append(files, file{"go.sum", sum})
	}
	if err := writeAll(c.Name, files); err != nil {
		return err
	}
	if sum == nil {
		if err := tidy(ctx, c.Name); err != nil {
			return err
		}
	}
	fmt.Printf("now: cd %s && %s\n", c.Name, next)
	return nil
}

// checkName reports a name that a project cannot have.
func checkName(name string) error {
	if !programName.MatchString(name) {
		return fmt.Errorf("the name %q: give small letters, digits, - and _, beginning with a letter", name)
	}
	return nil
}

// writeAll writes files into a folder, and lists them.
func writeAll(dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		if err := whole.WriteFile(path, f.text); err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// file is a file to be written.
type file struct {
	name string
	text []byte
}

// projectFiles are the files of a project of a kind and a name.
func projectFiles(kind, name string) (all []file, err error) {
	entries, err := project.ReadDir("project/" + kind)
	for _, e := range entries {
		var text []byte
		if text, err = project.ReadFile("project/" + kind + "/" + e.Name()); err != nil {
			break
		}
		all = append(all, file{strings.TrimSuffix(e.Name(), ".txt"), bytes.ReplaceAll(text, []byte("NAME"), []byte(name))})
	}
	return all, err
}

// requirements are go.mod and, if it is known, go.sum. A program that uses a source tree gets the tree's requirements,
// with which it is known to build; any other requires the version of this command.
func (c *goProject) requirements(module string) (mod, sum []byte, err error) {
	head := fmt.Sprintf("module %s\n\ngo 1.26.0\n", module)
	if c.Replace == "" {
		if v := version(); v != "" {
			head += fmt.Sprintf("\nrequire %s %s\n", sinewModule, v)
		}
		return []byte(head), nil, nil
	}
	dir, err := filepath.EvalSymlinks(c.Replace)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return nil, nil, err
	}
	theirs, err := goMod(dir)
	if err == nil {
		sum, err = os.ReadFile(filepath.Join(dir, "go.sum"))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--replace %s is no source tree of Sinew: %w", c.Replace, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nrequire %s v0.0.0-00010101000000-000000000000\n\nreplace %[2]s => %s\n\nrequire (\n", head, sinewModule, quoted(dir))
	for _, r := range requirement.FindAllSubmatch(theirs, -1) {
		fmt.Fprintf(&b, "\t%s %s // indirect\n", r[1], r[2])
	}
	b.WriteString(")\n")
	return []byte(b.String()), sum, nil
}

// goMod reads the go.mod of a source tree of Sinew.
func goMod(dir string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err == nil && !bytes.HasPrefix(text, []byte("module "+sinewModule+"\n")) {
		err = fmt.Errorf("it holds the go.mod of another module than %s", sinewModule)
	}
	return text, err
}

// sourceTree is the source tree of Sinew that this command was built from, "" if there was none or it is gone.
func sourceTree() string {
	_, file, _, _ := runtime.Caller(0)
	trees := []string{filepath.Join(filepath.Dir(file), "..", "..")}
	if self, err := os.Executable(); err == nil {
		trees = append(trees, filepath.Dir(self), filepath.Dir(filepath.Dir(self)))
	}
	for _, dir := range trees {
		if _, err := goMod(dir); err == nil && filepath.IsAbs(dir) && !strings.Contains(dir, "@v") { // not in the module cache
			return filepath.Clean(dir)
		}
	}
	return ""
}

// requirement matches a required module in a go.mod.
var requirement = regexp.MustCompile(`(?m)^(?:require)?[ \t]+([^ \t(]+\.[^ \t]+) (v[^ \t\n]+)`)

// quoted is a path in go.mod's syntax.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t'`\"()[]{},") {
		return fmt.Sprintf("%q", path)
	}
	return path
}

// version is the version of Sinew in this command, "" if it was built from a source tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == sinewModule && m.Replace == nil && strings.HasPrefix(m.Version, "v") && !strings.Contains(m.Version, "+dirty") {
			return m.Version
		}
	}
	return ""
}

// tidy has the go command add what else the project needs.
func tidy(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "mod", "tidy")
	cmd.Dir = dir
	if out, err := child.CombinedOutput(cmd); err != nil {
		return fmt.Errorf("the project is written, and Sinew itself could not be fetched (go mod tidy: %w)\n%s"+
			"run `go mod tidy` in %s where the network is, or remove the folder and take Sinew from a source tree: --replace DIR", err, out, dir)
	}
	return nil
}
