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
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// instantiated reads texts and builds a system of them. Faults have been told, on the standard error, when ok is false.
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
	where, hint, err := importPath(c.Out)
	if err == nil && where == "" {
		err = errors.New(strings.TrimSpace(hint))
	}
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	o := gen.Options{Import: where, Origin: i.Root.Classifier.Qualified()}
	for _, name := range c.Files {
		if o.Models, err = appendRelative(o.Models, c.Out, name); err != nil {
			return fmt.Errorf("gen: %w", err)
		}
	}
	made, faults := gen.Generate(i, o)
	if err := showAADL(os.Stderr, files, faults); err != nil {
		return err
	}
	if faults.Err() != nil {
		return errFaulty
	}
	written, notes, err := gen.Write(c.Out, made, c.Force)
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

// appendRelative adds a path as it is from a folder.
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
