package aadl

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// part is what the public or the private part of a package can name.
type part struct {
	with    map[string]bool        // by syntax.Fold, as below
	aliases map[string]*Classifier // of classifiers; nil after a fault
	packs   map[string]*Package    // aliases of packages
	all     []*Package             // with public classifiers that are named like the package's own
	names   []string               // of the aliases
	open    bool                   // one of those does not exist, which has been reported
}

// declare notes the packages and property sets of a file.
func (l *linker) declare(f *syntax.File) {
	for _, y := range f.Packages {
		p := &Package{Name: y.Name.Text, File: f, Syntax: y, classifiers: map[string]*Classifier{}}
		p.public = &scope{file: f, pack: p}
		p.hidden = &scope{file: f, pack: p, private: true}
		to := Declared{f, y}
		l.refer(p.public, y.Name, to)
		l.refer(p.public, y.End, to)
		if y.Name.Text == "" {
			continue
		}
		if first := l.m.Package(p.Name); first == nil {
			l.m.packages[syntax.Fold(p.Name)] = p
		} else if !l.standard(p.public) {
			l.fault(p.public, y.Name, "aadl-twice", "package "+p.Name+" is declared a second time, first at "+position(first.File, first.Syntax.Name).String(),
				"give one of them another name")
		} else {
			continue
		}
		l.m.Packages = append(l.m.Packages, p)
		for _, section := range []*syntax.Section{y.Public, y.Private} {
			if section != nil {
				for _, c := range section.Classifiers {
					l.classify(p, c, section == y.Private)
				}
			}
		}
	}
	for _, y := range f.Sets {
		s := &PropertySet{Name: y.Name.Text, File: f, Syntax: y, declared: map[string]*entry{}}
		s.scope = &scope{file: f, set: s}
		to := Declared{f, y}
		l.refer(s.scope, y.Name, to)
		l.refer(s.scope, y.End, to)
		if y.Name.Text == "" {
			continue
		}
		if first := l.m.Set(s.Name); first == nil {
			l.m.sets[syntax.Fold(s.Name)] = s
		} else if !l.standard(s.scope) {
			l.fault(s.scope, y.Name, "aadl-twice", "property set "+s.Name+" is declared a second time, first at "+position(first.File, first.Syntax.Name).String(),
				"give one of them another name")
		} else {
			l.replaced[syntax.Fold(s.Name)] = s
			l.declareProperties(s)
			continue
		}
		l.m.Sets = append(l.m.Sets, s)
		l.declareProperties(s)
	}
}

// classify notes a classifier.
func (l *linker) classify(p *Package, y *syntax.Classifier, private bool) {
	c := &Classifier{Package: p, File: p.File, Syntax: y, Name: y.Name.Text, Private: private}
	c.scope = &scope{file: p.File, pack: p, private: private, in: c}
	if y.Form == syntax.ComponentImplementation {
		c.Name += "." + y.Impl.Text
	}
	if y.Name.Text == "" || strings.HasSuffix(c.Name, ".") {
		return
	}
	p.Classifiers = append(p.Classifiers, c)
	if first := p.classifiers[syntax.Fold(c.Name)]; first != nil {
		l.fault(c.scope, y.Name, "aadl-twice", c.Name+" is declared a second time, first at "+position(first.File, first.Syntax.Name).String(),
			"give one of them another name")
		return
	}
	p.classifiers[syntax.Fold(c.Name)] = c
}

// uses reads with and renames.
func (l *linker) uses(p *Package) {
	p.parts[0] = l.part(p.public, p.Syntax.Public, nil)
	p.parts[1] = l.part(p.hidden, p.Syntax.Private, p.parts[0])
}

// part reads with and renames in a part of a package; the private part has what the public one has too.
func (l *linker) part(s *scope, y *syntax.Section, outer *part) *part {
	if y == nil || len(y.Withs)+len(y.Renames) == 0 {
		if outer != nil {
			return outer
		}
		return &part{}
	}
	u := &part{with: map[string]bool{}, aliases: map[string]*Classifier{}, packs: map[string]*Package{}}
	if outer != nil {
		maps.Copy(u.with, outer.with)
		maps.Copy(u.aliases, outer.aliases)
		maps.Copy(u.packs, outer.packs)
		u.all, u.names, u.open = slices.Clip(outer.all), slices.Clip(outer.names), outer.open
	}
	for _, w := range y.Withs {
		l.with(s, w, u.with)
	}
	if s.private {
		s.pack.parts[1] = u
	} else {
		s.pack.parts[0] = u
	}
	for _, r := range y.Renames {
		l.rename(s, r, u)
	}
	return u
}

// with reads what is used.
func (l *linker) with(s *scope, y *syntax.With, into map[string]bool) {
	for _, n := range y.Names {
		if n.Text == "" {
			continue
		}
		into[syntax.Fold(n.Text)] = true
		if p := l.m.Package(n.Text); p != nil {
			l.refer(s, n, Declared{p.File, p.Syntax})
		} else if set := l.m.Set(n.Text); set != nil {
			l.refer(s, n, Declared{set.File, set.Syntax})
		} else {
			l.fault(s, n, "aadl-unresolved", "there is no package or property set "+n.Text, l.suggest(n.Text, l.spaces))
		}
	}
}

// packs are the names of all packages.
func (l *linker) packs() (all []string) {
	for _, p := range l.m.Packages {
		all = append(all, p.Name)
	}
	return all
}

// spaces are the names of all packages and property sets.
func (l *linker) spaces() []string {
	all := l.packs()
	for _, s := range l.m.Sets {
		all = append(all, s.Name)
	}
	return all
}

// rename reads a renaming.
func (l *linker) rename(s *scope, y *syntax.Rename, u *part) {
	name := y.Name
	if y.Category == syntax.NoCategory {
		p := l.pack(s, y.Target.Name)
		if p == nil {
			u.open = true
			return
		}
		if y.All {
			u.all = append(u.all, p)
		}
		if name.Text == "" && !y.All {
			name.Text = y.Target.Name.Text[strings.LastIndexByte(y.Target.Name.Text, ':')+1:]
		}
		if name.Text != "" {
			l.refer(s, y.Name, Declared{p.File, p.Syntax})
			u.packs[syntax.Fold(name.Text)] = p
		}
		return
	}
	c := l.classifier(s, y.Target)
	if c == nil {
		if name.Text == "" {
			name.Text = bare(y.Target)
		}
		u.aliases[syntax.Fold(name.Text)] = nil
		return
	}
	if c.Syntax.Category != y.Category {
		l.fault(s, y, "aadl-category", c.Qualified()+" is "+component(c.Syntax.Category)+", not "+component(y.Category), "write "+c.Syntax.Category.String())
	}
	if name.Text == "" {
		name.Text = c.Name
	}
	l.refer(s, y.Name, Declared{c.File, c.Syntax})
	key := syntax.Fold(name.Text)
	if own := s.pack.classifiers[key]; own != nil && own != c {
		l.fault(s, y, "aadl-twice", name.Text+" is declared a second time, first at "+position(own.File, own.Syntax.Name).String(), "give one of them another name")
		return
	}
	u.aliases[key], u.names = c, append(u.names, name.Text)
}

// pack returns the package with a name, or nil after a fault.
func (l *linker) pack(s *scope, n syntax.Name) *Package {
	if n.Text == "" {
		return nil
	}
	var u *part
	if s.pack != nil {
		if u = s.pack.part(s.private); u != nil {
			if p := u.packs[syntax.Fold(n.Text)]; p != nil {
				l.refer(s, n, Declared{p.File, p.Syntax})
				return p
			}
		}
	}
	p := l.m.Package(n.Text)
	if p == nil {
		if !l.absent(s, n) && (u == nil || !u.open) {
			l.fault(s, n, "aadl-unresolved", "there is no package "+n.Text, l.suggest(n.Text, l.packs))
		}
		return nil
	}
	l.refer(s, n, Declared{p.File, p.Syntax})
	if p != s.pack {
		l.used(s, n, "package", p.Name)
	}
	return p
}

// absent reports whether with names a package or property set that does not exist, which has been reported.
func (l *linker) absent(s *scope, n syntax.Name) bool { return s.with()[syntax.Fold(n.Text)] }

// with has what is used where names are looked up.
func (s *scope) with() map[string]bool {
	if s.set != nil {
		return s.set.with
	}
	if u := s.pack.part(s.private); u != nil {
		return u.with
	}
	return nil
}

// used reports each use of a package or property set without with, so that an editor can mark all of them.
func (l *linker) used(s *scope, n syntax.Name, what, name string) {
	key := syntax.Fold(name)
	if s.with()[key] || l.standard(s) {
		return
	}
	do := "write with " + name + "; in the property set"
	if s.pack != nil {
		do = "write with " + name + "; in the public part of " + s.pack.Name
		if s.private {
			do = "write with " + name + "; in the private part of " + s.pack.Name
		}
	}
	l.fault(s, n, "aadl-with", what+" "+name+" is not among what is used here", do)
}

// standard reports whether a scope is in a predeclared text; predeclared texts may use each other.
func (l *linker) standard(s *scope) bool { return l.order[s.file] >= l.given }

// bare is a name without its package.
func bare(r syntax.Ref) string { return syntax.Ref{Name: r.Name, Impl: r.Impl}.String() }

// part returns what a part of the package can name.
func (p *Package) part(private bool) *part {
	if private && p.parts[1] != nil {
		return p.parts[1]
	}
	return p.parts[0]
}

// classifier returns the classifier with a name, or nil after a fault.
func (l *linker) classifier(s *scope, r syntax.Ref) *Classifier {
	if r.Name.Text == "" {
		return nil
	}
	p := s.pack
	if r.Space.Text != "" {
		if p = l.pack(s, r.Space); p == nil {
			return nil
		}
	}
	if p == nil {
		l.fault(s, r, "aadl-unresolved", "there is no classifier "+r.String()+" without its package in a property set", "write PACKAGE::"+r.String())
		return nil
	}
	c := l.find(s, p, r)
	if c == nil {
		l.missing(s, p, r)
	}
	return c
}

// lookup returns what a name refers to in a package, and what its first part alone refers to; nil if nothing. An
// implementation may be in another package than its type, which then has an alias there.
func lookup(s *scope, p *Package, r syntax.Ref) (t, c *Classifier) {
	key := syntax.Fold(r.Name.Text)
	t = seek(s, p, key)
	if r.Impl.Text == "" {
		return t, t
	}
	impl := "." + syntax.Fold(r.Impl.Text)
	if c = seek(s, p, key+impl); c == nil && t != nil {
		c = t.Package.classifiers[syntax.Fold(t.Name)+impl]
	}
	return t, c
}

// seek returns the classifier with a folded name in a package: its own, or one that is renamed there.
func seek(s *scope, p *Package, key string) *Classifier {
	c := p.classifiers[key]
	if c != nil || p != s.pack {
		return c
	}
	u := p.part(s.private)
	if u == nil {
		return nil
	}
	if c := u.aliases[key]; c != nil {
		return c
	}
	for _, other := range u.all {
		if c := other.classifiers[key]; c != nil && !c.Private {
			return c
		}
	}
	return nil
}

// find returns the classifier with a name in a package, or nil.
func (l *linker) find(s *scope, p *Package, r syntax.Ref) *Classifier {
	t, c := lookup(s, p, r)
	if c == nil {
		return nil
	}
	if t != nil {
		l.refer(s, r.Name, Declared{t.File, t.Syntax})
	}
	if r.Impl.Text != "" {
		l.refer(s, r.Impl, Declared{c.File, c.Syntax})
	}
	if c.Private && !(s.private && s.pack == c.Package) {
		do := "move it to the public part"
		if s.pack == c.Package {
			do += ", or what uses it to the private one"
		}
		l.fault(s, r, "aadl-private", c.Qualified()+" is declared in the private part of its package", do)
	}
	return c
}

// missing reports a classifier that does not exist.
func (l *linker) missing(s *scope, p *Package, r syntax.Ref) {
	u := p.part(s.private)
	if p.File.Faulty() {
		return
	}
	if p == s.pack && u != nil {
		if c, ok := u.aliases[syntax.Fold(r.Name.Text)]; u.open || ok && c == nil {
			return
		}
	}
	do := ""
	if elsewhere := l.abroad(s, p, r); elsewhere != "" {
		do = "write " + elsewhere + ", if that is meant"
	} else {
		do = l.suggest(bare(r), func() (all []string) {
			if s.in != nil && r.Space.Text == "" && r.Impl.Text == "" {
				for _, y := range s.in.Prototypes {
					all = append(all, y.Name)
				}
			}
			for _, c := range p.Classifiers {
				if !c.Private || s.private && p == s.pack {
					all = append(all, c.Name)
				}
			}
			if p == s.pack && u != nil {
				all = append(all, u.names...)
			}
			return all
		})
	}
	l.fault(s, r, "aadl-unresolved", "there is no "+bare(r)+" in package "+p.Name, do)
}

// abroad returns the full name of a classifier that is named without its package and is in one that is used.
func (l *linker) abroad(s *scope, p *Package, r syntax.Ref) string {
	if p != s.pack || r.Space.Text != "" || l.suggested > mostSuggested {
		return ""
	}
	key := syntax.Fold(bare(r))
	for _, other := range l.m.Packages {
		if s.with()[syntax.Fold(other.Name)] {
			if c := other.classifiers[key]; c != nil && !c.Private {
				return c.Qualified()
			}
		}
	}
	return ""
}

// Classifier returns the public or private classifier with a qualified name, P::T or P::T.i, or nil.
func (m *Model) Classifier(qualified string) *Classifier {
	at := strings.LastIndex(qualified, "::")
	if at < 0 {
		return nil
	}
	if p := m.Package(qualified[:at]); p != nil {
		return p.classifiers[syntax.Fold(qualified[at+2:])]
	}
	return nil
}
