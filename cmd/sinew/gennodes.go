package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/check"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/roscpp"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// instantiated reads texts and builds a system from them. When ok is false, faults have been printed on the standard
// error.
func instantiated(names []string, system string) (i *instance.Instance, files []*syntax.File, err error) {
	files, faults := readAADL(names)
	if faults.Err() == nil {
		var more diag.Faults
		m, linked := aadl.Link(files)
		faults = append(append(faults, linked...), check.Model(m)...)
		if sound(faults) {
			i, more = instance.Instantiate(m, system)
			if faults = append(faults, more...); i != nil && more.Err() == nil {
				faults = append(faults, check.Instance(i)...)
			}
		}
	}
	faults.Sort()
	if err := showAADL(os.Stderr, files, faults); err != nil {
		return nil, nil, err
	}
	if faults.Err() != nil {
		return nil, nil, cmp.Or(errFaulty, cli.ErrSaid)
	}
	return i, files, nil
}

// nodes writes the nodes of a system in AADL.
func (c *genCmd) nodes() error {
	i, files, err := instantiated(c.Files, c.System)
	if err != nil {
		return err
	}
	origin, hint := i.Root.Classifier.Qualified(), ""
	var faults, notes diag.Faults
	var written []string
	if c.Target == "roscpp" {
		var made []roscpp.File
		if made, faults = roscpp.Generate(i, roscpp.Options{Origin: origin}); faults.Err() == nil {
			written, notes, err = roscpp.Write(c.Out, made, c.Force)
		}
	} else {
		o := gen.Options{Origin: origin}
		if o, hint, err = c.goOptions(o); err != nil {
			return fmt.Errorf("gen: %w", err)
		}
		var made []gen.File
		if made, faults = gen.Generate(i, o); faults.Err() == nil {
			written, notes, err = gen.Write(c.Out, made, c.Force)
		}
	}
	if err := showAADL(os.Stderr, files, faults); err != nil {
		return err
	}
	if faults.Err() != nil {
		return errFaulty
	}
	for _, name := range written {
		fmt.Println(name)
	}
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	if len(written) == 0 {
		fmt.Println("nothing has changed")
	}
	if err := showAADL(os.Stderr, files, notes); err != nil {
		return err
	}
	fmt.Print(hint)
	return nil
}

// goOptions says where Go source is written, and what must be done before it builds there.
func (c *genCmd) goOptions(o gen.Options) (_ gen.Options, hint string, err error) {
	o.Import, hint, err = importPath(c.Out)
	if err == nil && o.Import == "" {
		err = errors.New(strings.TrimSpace(hint))
	}
	for _, name := range c.Files {
		if err == nil {
			o.Models, err = appendRelative(o.Models, c.Out, name)
		}
	}
	return o, hint, err
}

// appendRelative appends a path relative to a folder.
func appendRelative(all []string, dir, name string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		name, err = filepath.Abs(name)
	}
	if err == nil {
		name, err = filepath.Rel(dir, name)
	}
	return append(all, filepath.ToSlash(name)), err
}
