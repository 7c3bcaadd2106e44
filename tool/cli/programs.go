package cli

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/run"
)

// names lists the programs that are compiled in.
func (t *Tool) names() []string {
	var all []string
	for _, s := range t.Programs {
		all = append(all, s.Name())
	}
	return all
}

// find is the program with a name, nil if there is none.
func (t *Tool) find(name string) run.Spec {
	for _, s := range t.Programs {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

// Program is the program with a name or made from a file; "" is the only program.
func (t *Tool) Program(name string) (run.Spec, error) {
	if s, err := t.file(name); s != nil || err != nil {
		return s, err
	}
	if err := t.Elsewhere.Take(name); err != nil {
		return nil, err
	}
	known := "it knows " + strings.Join(t.names(), ", ")
	switch s := t.find(name); {
	case len(t.Programs) == 0:
		return nil, fmt.Errorf("%s has no program: give cli.Main one", t.name())
	case s != nil:
		return s, nil
	case name == "" && len(t.Programs) == 1:
		return t.Programs[0], nil
	case name == "":
		return nil, fmt.Errorf("which program? %s: name one of them", known)
	}
	for _, n := range t.names() {
		if spelling.Distance(n, name) <= 2 {
			known = fmt.Sprintf("did you mean %s? %s", n, known)
			break
		}
	}
	return nil, fmt.Errorf("%s has no program %q: %s", t.name(), name, known)
}

// parameters are a program's parameters with the values from files.
func parameters(spec run.Spec, files []string) (any, error) {
	params := spec.Params()
	return params, run.LoadAllParams(files, params)
}

// mocked adds the connections that mocks replace to an order, and returns a function that installs the mocks in an
// instance.
func mocked(spec run.Spec, o *run.Order, texts []string) (install func(*run.Instance) error, err error) {
	if len(texts) == 0 {
		return nil, nil
	}
	mocks, err := mock.ParseAll(texts)
	if err != nil {
		return nil, err
	}
	cuts, err := run.Cuts(spec, *o, mocks)
	o.Cut = append(o.Cut, cuts...)
	return func(i *run.Instance) error {
		again, err := mock.ParseAll(texts) // every instance has its own sources
		if err != nil {
			return err
		}
		return mock.Install(i.Program, again)
	}, err
}

// heavy names the enclaves of a program that a replay can leave out if no pictures are wanted.
func heavy(s run.Spec) []string {
	if h, ok := s.(interface{ Heavy() []string }); ok {
		return h.Heavy()
	}
	return nil
}
