package aadl

import (
	"maps"
	"slices"
	"sort"
	"sync"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/aadl/predeclared"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Link resolves the names in texts, with the predeclared property sets and packages that the texts do not replace. Its
// faults, which are in the order of the files and of their texts, do not include syntax faults. A name whose declaration
// may be missing because of a syntax fault is not reported.
func Link(files []*syntax.File) (*Model, diag.Faults) {
	base, err := standard()
	m, faults := base.link(files)
	if err != nil {
		faults = append(faults, diag.Fault{Code: "aadl-predeclared", What: err.Error(), Do: "mend the predeclared texts"})
	}
	return m, faults
}

// standard is the predeclared model, linked once. Models share it, even if they are linked at the same time: it does not
// change afterwards.
var standard = sync.OnceValues(func() (*Model, error) {
	files, err := predeclared.Files()
	m, _ := linked(nil, files, nothing())
	return m, err
})

// nothing is a model without texts.
func nothing() *Model {
	return &Model{packages: map[string]*Package{}, sets: map[string]*PropertySet{}, spelled: map[string]*Property{},
		references: map[*syntax.File][]Reference{}, sizes: map[*syntax.Dimension]int{}, origins: map[syntax.Node]Declared{}}
}

// link links texts with the predeclared model: on top of it or, if they replace something in it that its other texts may
// name, anew together with its texts.
func (m *Model) link(files []*syntax.File) (*Model, diag.Faults) {
	for _, f := range files {
		if slices.ContainsFunc(f.Packages, func(p *syntax.Package) bool { return m.has(p.Name.Text) }) ||
			slices.ContainsFunc(f.Sets, func(s *syntax.PropertySet) bool { return m.has(s.Name.Text) || standardSet(s.Name.Text) }) {
			return linked(files, m.Files, nothing())
		}
	}
	return linked(files, nil, m)
}

// has reports whether a package or property set has a name.
func (m *Model) has(name string) bool { return m.Package(name) != nil || m.Set(name) != nil }

// linked links texts, and more predeclared ones, on top of a model, which stays as it is and whose names they must not
// declare.
func linked(files, more []*syntax.File, base *Model) (*Model, diag.Faults) {
	m := &Model{Files: slices.Concat(files, more), packages: maps.Clone(base.packages), sets: maps.Clone(base.sets), spelled: maps.Clone(base.spelled),
		unspaced: base.unspaced, references: maps.Clone(base.references), sizes: maps.Clone(base.sizes), origins: maps.Clone(base.origins)}
	l := &linker{m: m, given: len(files), order: map[*syntax.File]int{}, replaced: map[string]*PropertySet{}}
	for i, f := range m.Files {
		l.order[f] = i
		l.declare(f)
	}
	l.packages, l.sets = m.Packages, m.Sets
	m.Files, m.Packages, m.Sets = append(m.Files, base.Files...), slices.Concat(m.Packages, base.Packages), slices.Concat(m.Sets, base.Sets)
	for _, p := range l.packages {
		l.uses(p)
	}
	l.propertySets()
	for _, s := range l.sets {
		for _, p := range s.Properties {
			m.spelled[p.Name] = p
		}
	}
	l.each((*linker).header)
	l.each((*linker).acyclic)
	all := l.inheritance()
	for _, read := range [...]func(*linker, *Classifier){(*linker).prototypes, (*linker).members, (*linker).body} {
		for _, c := range all {
			read(l, c)
		}
	}
	l.each((*linker).clip)
	for _, p := range l.packages {
		l.associate(p)
	}
	return m, l.sorted()
}

// Rules are the codes of the faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "aadl-unresolved", Text: "a name that leads nowhere"},
		{Code: "aadl-with", Text: "a package or property set that is used without with"},
		{Code: "aadl-private", Text: "a private classifier used outside the private part of its package"},
		{Code: "aadl-twice", Text: "something is declared, or given a value, twice"},
		{Code: "aadl-cycle", Text: "a declaration that needs itself"},
		{Code: "aadl-category", Text: "a category or kind that does not fit where it is used"},
		{Code: "aadl-section", Text: "something that a component of its category cannot have"},
		{Code: "aadl-refine", Text: "a refinement of nothing, or into something else"},
		{Code: "aadl-prototype", Text: "what a prototype stands for does not fit it"},
		{Code: "aadl-mode", Text: "modes without one initial mode, or something in a mode that is none"},
		{Code: "aadl-path", Text: "a path to something that may not stand there"},
		{Code: "aadl-type", Text: "the type of a property is not sound"},
		{Code: "aadl-value", Text: "a value that is not of its property's type"},
		{Code: "aadl-applies", Text: "a property of something that it does not apply to"},
		{Code: "aadl-predeclared", Text: "something that predeclared property sets need of a set that a model replaces"},
	}
}

// linker links a model.
type linker struct {
	m         *Model
	packages  []*Package // that are being linked now, as below: not those of the model beneath
	sets      []*PropertySet
	given     int // number of the caller's files
	order     map[*syntax.File]int
	faults    []placed
	suggested int                     // number of names searched for suggestions
	replaced  map[string]*PropertySet // predeclared ones that one of the model has replaced

	open    []*entry // of property sets, being read
	bounds  []bounds
	settled bool // all bounds have been read; until then numbers are not checked against them
}

// placed is a fault and its place.
type placed struct {
	file  int
	at    int32
	fault diag.Fault
}

// scope is where a name is looked up.
type scope struct {
	file    *syntax.File
	pack    *Package     // nil in a property set
	set     *PropertySet // nil in a package
	private bool         // in the private part of the package
	in      *Classifier  // nil outside classifiers
	holder  named        // the holder of the property; nil: the classifier itself
}

// path is the place of a fault in the model.
func (s *scope) path() string {
	switch {
	case s.in != nil:
		return s.in.Qualified()
	case s.pack != nil:
		return s.pack.Name
	case s.set != nil:
		return s.set.Name
	}
	return ""
}

// fault notes a fault at a part of the tree.
func (l *linker) fault(s *scope, at syntax.Node, code, what, do string) {
	l.faults = append(l.faults, placed{l.order[s.file], at.Tokens().From, diag.Fault{Code: code, What: spelling.Clip(what),
		Do: spelling.Clip(do), Pos: position(s.file, at), Path: spelling.Clip(s.path())}})
}

// position is the place of a part of a tree.
func position(f *syntax.File, at syntax.Node) diag.Pos {
	i := min(int(at.Tokens().From), len(f.Tokens)-1)
	return f.Position(f.Tokens[i].Start)
}

// mostSuggested bounds how many names are searched for suggestions in a model: more cost time, and show nothing new.
const mostSuggested = 300

// suggest says which of some names may have been meant.
func (l *linker) suggest(name string, among func() []string) string {
	if l.suggested++; l.suggested > mostSuggested {
		return "name one that is there"
	}
	return spelling.Suggest(name, among())
}

// refer notes what a name refers to.
func (l *linker) refer(s *scope, n syntax.Name, to Declared) {
	if n.Text != "" && to.Node != nil {
		l.m.references[s.file] = append(l.m.references[s.file], Reference{n, to})
	}
}

// each calls a function with every classifier that is being linked.
func (l *linker) each(do func(*linker, *Classifier)) {
	for _, p := range l.packages {
		for _, c := range p.Classifiers {
			do(l, c)
		}
	}
}

// sorted returns the faults in order. A fault in a predeclared text results from a property set that replaces a predeclared
// one and may lack units of later editions: that is a warning, reported once.
func (l *linker) sorted() (all diag.Faults) {
	order := make([]*placed, len(l.faults))
	for i := range l.faults {
		order[i] = &l.faults[i]
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		return a.file < b.file || a.file == b.file && a.at < b.at
	})
	for _, p := range order {
		if p.file < l.given || len(l.replaced) == 0 {
			all = append(all, p.fault)
			continue
		}
		for _, s := range l.m.Sets {
			if l.replaced[syntax.Fold(s.Name)] != nil {
				all = append(all, diag.Fault{Code: "aadl-predeclared", What: "what is predeclared does not go with this set: " + p.fault.Error(),
					Do: "declare it as the predeclared " + s.Name + " does", Severity: diag.Warning, Pos: position(s.File, s.Syntax.Name), Path: s.Name})
				return all
			}
		}
	}
	return all
}

// References returns every name in a text that refers to something, and the names of declarations themselves, in the order of
// the text, so that an editor can bisect them.
func (m *Model) References(f *syntax.File) []Reference {
	noted := m.references[f]
	order := make([]*Reference, len(noted)) // which are quicker to move
	for i := range noted {
		order[i] = &noted[i]
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := &order[i].Name, &order[j].Name
		return a.From < b.From || a.From == b.From && a.To < b.To
	})
	all := make([]Reference, 0, len(noted))
	for _, r := range order {
		if n := len(all); n == 0 || all[n-1].Name.Span != r.Name.Span {
			all = append(all, *r)
		}
	}
	return all
}

// Origin returns the first declaration in the chain of refinements that ends with a declaration, or the declaration
// itself. To rename something, rename every declaration with the same origin.
func (m *Model) Origin(d Declared) Declared {
	if o, ok := m.origins[d.Node]; ok {
		return o
	}
	return d
}

// Size returns the number of elements in a dimension of an array, even if a constant gives it; 0 if it is open or faulty.
func (m *Model) Size(d *syntax.Dimension) int { return m.sizes[d] }
