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

// Link says what the names in texts mean, with the predeclared property sets and packages that the texts do not replace.
// Faults of the texts' syntax are not among its faults, which are in the order of the files, and there of the text. A name
// that a text with faults of syntax may have lost is not said to lead nowhere.
func Link(files []*syntax.File) (*Model, diag.Faults) {
	base, err := standard()
	m, faults := base.link(files)
	if err != nil {
		faults = append(faults, diag.Fault{Code: "aadl-predeclared", What: err.Error(), Do: "mend the predeclared texts"})
	}
	return m, faults
}

// standard is what is predeclared, linked once. Models share it, also those that are linked at the same time: nothing in it
// changes afterwards.
var standard = sync.OnceValues(func() (*Model, error) {
	files, err := predeclared.Files()
	m, _ := linked(nil, files, nothing())
	return m, err
})

// nothing is a model of no texts.
func nothing() *Model {
	return &Model{packages: map[string]*Package{}, sets: map[string]*PropertySet{}, spelled: map[string]*Property{},
		references: map[*syntax.File][]Reference{}, sizes: map[*syntax.Dimension]int{}, origins: map[syntax.Node]Declared{}}
}

// link links texts with a model of what is predeclared: over it, or, if they replace something in it, which other texts there
// may name, anew with its texts.
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

// linked links texts, and more that are predeclared, over a model whose names they do not declare, and which stays as it is.
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
	packages  []*Package // that are linked now, as below: not those that have been before, under them
	sets      []*PropertySet
	given     int // how many of the files are the caller's
	order     map[*syntax.File]int
	faults    []placed
	suggested int                     // names looked for, to suggest one
	replaced  map[string]*PropertySet // predeclared ones whose place one of the model has taken

	open    []*entry // of property sets, that are being read
	bounds  []bounds
	settled bool // those are read: before, numbers are not held against those of types that are read already
}

// placed is a fault and where it stands.
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
	in      *Classifier  // nil outside
	holder  named        // whose property it is; nil: the classifier's own
}

// path is where a fault stands in the model.
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

// mostSuggested bounds how many names are looked for in a model: it costs time, and shows nothing new.
const mostSuggested = 300

// suggest says which of some names was meant.
func (l *linker) suggest(name string, among func() []string) string {
	if l.suggested++; l.suggested > mostSuggested {
		return "name one that is there"
	}
	return spelling.Suggest(name, among())
}

// refer notes what a name leads to.
func (l *linker) refer(s *scope, n syntax.Name, to Declared) {
	if n.Text != "" && to.Node != nil {
		l.m.references[s.file] = append(l.m.references[s.file], Reference{n, to})
	}
}

// each calls something with every classifier that is linked now.
func (l *linker) each(do func(*linker, *Classifier)) {
	for _, p := range l.packages {
		for _, c := range p.Classifiers {
			do(l, c)
		}
	}
}

// sorted returns the faults in their order. One in a predeclared text comes of a property set that replaces another of them,
// which may lack the units that later editions have: that is a warning, once.
func (l *linker) sorted() (all diag.Faults) {
	sort.SliceStable(l.faults, func(i, j int) bool {
		a, b := &l.faults[i], &l.faults[j]
		return a.file < b.file || a.file == b.file && a.at < b.at
	})
	for _, p := range l.faults {
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

// References returns every name in a text that leads somewhere, and the names of declarations themselves, in the order of the
// text: an editor bisects them.
func (m *Model) References(f *syntax.File) []Reference {
	all := slices.Clone(m.references[f])
	sort.SliceStable(all, func(i, j int) bool {
		a, b := &all[i].Name, &all[j].Name
		return a.From < b.From || a.From == b.From && a.To < b.To
	})
	return slices.CompactFunc(all, func(a, b Reference) bool { return a.Name.Span == b.Name.Span })
}

// Origin returns the first declaration of what a declaration refines, however often, or the declaration itself. Renaming
// something means renaming every declaration that has the same origin.
func (m *Model) Origin(d Declared) Declared {
	if o, ok := m.origins[d.Node]; ok {
		return o
	}
	return d
}

// Size returns the number of elements that a dimension of an array has, also where a constant says it; 0 where it is open, or
// faulty.
func (m *Model) Size(d *syntax.Dimension) int { return m.sizes[d] }
