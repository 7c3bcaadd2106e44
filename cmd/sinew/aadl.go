package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// standardInput is the name that stands for the standard input.
const standardInput = "-"

type fmtCmd struct {
	Files []string `arg:"" name:"file" help:"AADL texts, or folders with .aadl files; - lays out the standard input on the standard output." placeholder:"FILE"`
	Check bool     `help:"Write nothing: list the files that would change. The exit status is 1 if there are any."`
}

// Help shows examples.
func (c *fmtCmd) Help() string {
	return "Texts are laid out in place: the same words and signs in the same order, so their meaning is unchanged, with comments where they\n" +
		"were. Files that change are listed. If one has a syntax error, none is written and the exit status is 1.\n\nExamples:\n" +
		"  sinew fmt robot.aadl\n  sinew fmt models --check\n  sinew fmt - <robot.aadl"
}

// Validate refuses arguments that do not go together.
func (c *fmtCmd) Validate() error {
	if slices.Contains(c.Files, standardInput) && (len(c.Files) > 1 || c.Check) {
		return errors.New("- is the standard input: give it alone, and without --check")
	}
	return nil
}

// Run lays out the texts.
func (c *fmtCmd) Run() error {
	files, faults := readAADL(c.Files)
	if err := showAADL(os.Stderr, files, faults); err != nil {
		return err
	}
	if len(faults) > 0 {
		fmt.Fprintln(os.Stderr, faults.Count()+": nothing is written")
		return errFaulty
	}
	changed := false
	for _, f := range files {
		laid, err := syntax.Format(f)
		switch {
		case err != nil:
			return err
		case f.Name == standardInput:
			_, err = os.Stdout.Write(laid)
			return err
		case bytes.Equal(laid, []byte(f.Text)):
			continue
		}
		changed = true
		fmt.Println(f.Name)
		if c.Check {
			continue
		}
		if err := whole.WriteFile(f.Name, laid); err != nil {
			return err
		}
	}
	if c.Check && changed {
		return cli.ErrSaid
	}
	return nil
}

// isAADL reports whether a file's name is that of a text in AADL.
func isAADL(file string) bool { return strings.EqualFold(filepath.Ext(file), ".aadl") }

// readAADL reads texts, including those in folders.
func readAADL(names []string) (files []*syntax.File, faults diag.Faults) {
	for _, name := range names {
		var found []string
		err := error(nil)
		if name == standardInput {
			found = []string{name}
		} else {
			err = filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() && (file == name || isAADL(file)) {
					found = append(found, file)
				}
				return err
			})
		}
		if err == nil && len(found) == 0 {
			err = errors.New("there is no .aadl file in it")
		}
		if err != nil {
			faults = append(faults, unreadable(name, err))
			continue
		}
		for _, file := range found {
			text, err := readText(file)
			if err != nil {
				faults = append(faults, unreadable(file, err))
				continue
			}
			f, more := syntax.Parse(file, text)
			files, faults = append(files, f), append(faults, more...)
		}
	}
	return files, faults
}

func readText(file string) (string, error) {
	read := func() ([]byte, error) { return os.ReadFile(file) }
	if file == standardInput {
		read = func() ([]byte, error) { return io.ReadAll(os.Stdin) }
	}
	text, err := read()
	return string(text), err
}

// unreadable is the fault for a file that cannot be read.
func unreadable(file string, err error) diag.Fault {
	return diag.Fault{Code: "aadl-file", What: "this cannot be read: " + err.Error(), Do: "give the name of an .aadl file, or of a folder with some", Pos: diag.Pos{File: file}}
}

// showAADL prints faults with the lines of the texts.
func showAADL(to *os.File, files []*syntax.File, faults diag.Faults) error {
	p := cli.Printer(to)
	p.Read = func(name string) []byte {
		for _, f := range files {
			if f.Name == name {
				return []byte(f.Text)
			}
		}
		return nil
	}
	return p.Print(to, faults)
}

// ofAADL reports whether some of the files are texts in AADL or folders of them, or whether all are to be read as such.
func (c *checkCmd) ofAADL() bool {
	return c.SyntaxOnly || slices.ContainsFunc(c.Files, func(f string) bool { return isAADL(f) || isFolder(f) })
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Validate refuses arguments that cannot be checked together.
func (c *checkCmd) Validate() error {
	asked := c.System != "" || len(c.Analysis) > 0 || c.Against != ""
	if c.Library || !c.ofAADL() {
		if c.Against != "" {
			return errors.New("--against is for AADL: give .aadl files or folders")
		}
		if asked {
			return errors.New("--system and --analysis are for AADL: give .aadl files or folders")
		}
		return nil
	}
	other := slices.IndexFunc(c.Files, func(f string) bool { return !isAADL(f) && !isFolder(f) })
	switch {
	case other >= 0 && c.SyntaxOnly:
		return fmt.Errorf("%s is no .aadl file and no folder: --syntax-only is for AADL", c.Files[other])
	case other >= 0:
		return fmt.Errorf("%s is no .aadl file and no folder: check it by itself", c.Files[other])
	case c.SyntaxOnly && (len(c.Files) == 0 || c.Times != "" || c.Cores != 0 || asked):
		return errors.New("--syntax-only needs .aadl files or folders, and goes with --json and --sarif alone")
	case c.Times != "" || c.Cores != 0:
		return errors.New("--times and --cores are for models of Atoms")
	}
	return nil
}

// syntax checks the syntax of texts in AADL.
func (c *checkCmd) syntax(out *checkedAll, text bool) error {
	files, faults := readAADL(c.Files)
	out.Faults = append(out.Faults, faults.Clipped()...)
	if !text {
		return nil
	}
	if err := showAADL(os.Stdout, files, faults); err != nil || len(faults) > 0 {
		return err
	}
	for _, f := range files {
		classifiers := 0
		for _, k := range f.Packages {
			for _, s := range []*syntax.Section{k.Public, k.Private} {
				if s != nil {
					classifiers += len(s.Classifiers)
				}
			}
		}
		fmt.Printf("%s: no fault of syntax: %s, %s, %s\n", f.Name, spelling.Count(len(f.Packages), "package"), spelling.Count(classifiers, "classifier"),
			spelling.Count(len(f.Sets), "property set"))
	}
	return nil
}
