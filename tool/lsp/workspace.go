package lsp

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/check"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/atoms"
)

// Limits on what is read of a workspace.
const (
	maxEntries = 200_000  // files and folders that are visited
	maxBytes   = 16 << 20 // of a file
	maxTotal   = 256 << 20
)

// workspace is what the editor has open, and the models in its folders.
type workspace struct {
	folders []string
	docs    map[string]*document // by path
	bytes   bool                 // as in text
	library atoms.Library
	shelf   string // the folder for copies of predeclared texts; "": none

	model *aadl.Model
	stale bool        // a text in AADL has changed since the model was made
	gone  []*document // that were removed and of which the editor was not told yet
	log   func(format string, args ...any)
}

// sorted are the documents in the order of their paths.
func (w *workspace) sorted() []*document {
	paths := slices.Sorted(maps.Keys(w.docs))
	all := make([]*document, len(paths))
	for i, p := range paths {
		all[i] = w.docs[p]
	}
	return all
}

// scan reads the models in folders. The error names those that could not be read.
func (w *workspace) scan(folders []string) error {
	entries, total := 0, 0
	var faults []error
	for _, root := range folders {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			switch entries++; {
			case err != nil:
				faults = append(faults, err)
				return nil
			case entries > maxEntries, total > maxTotal:
				faults = append(faults, fmt.Errorf("%s is too large: only a part of its models is read; open a folder within it", root))
				return fs.SkipAll
			case e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
				return fs.SkipDir
			case e.IsDir() || languageOf(path) != inAADL || w.docs[path] != nil && w.docs[path].open:
				return nil
			}
			n, err := w.read(path)
			total += n
			if err != nil {
				faults = append(faults, err)
			}
			return nil
		})
		if err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// read reads a text from disk; if its file is gone the text is removed.
func (w *workspace) read(path string) (int, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.forget(path)
		return 0, nil
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular() || info.Size() > maxBytes:
		return 0, fmt.Errorf("%s is not read: it is no file of at most %d MiB", path, maxBytes>>20)
	}
	s, err := os.ReadFile(path)
	if err == nil {
		w.set(path, uriOf(path), string(s), languageOf(path))
	}
	return len(s), err
}

// set changes a text's content.
func (w *workspace) set(path, uri, s string, in language) *document {
	d := w.docs[path]
	if d == nil {
		d = &document{path: path, uri: uri}
		w.docs[path] = d
	} else if d.s == s && d.starts != nil {
		return d
	}
	d.text, d.given = newText(s, w.bytes), w.shelf != "" && filepath.Dir(path) == w.shelf
	switch d.language = in; in {
	case inAADL:
		d.tree, d.faults = syntax.Parse(path, s)
		d.refs, w.stale = nil, true
	case inAtoms:
		w.check(d)
		w.checkUsers(path)
	}
	return d
}

// forget removes a text.
func (w *workspace) forget(path string) {
	if d := w.docs[path]; d != nil {
		w.stale = w.stale || d.tree != nil
		w.gone = append(w.gone, d)
		delete(w.docs, path)
	}
}

// within reports whether a path is in a folder of the workspace.
func (w *workspace) within(path string) bool {
	return slices.ContainsFunc(w.folders, func(f string) bool {
		rel, err := filepath.Rel(f, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

// trees are the texts in AADL.
func (w *workspace) trees() (files []*syntax.File) {
	for _, d := range w.sorted() {
		if d.tree != nil && !d.given {
			files = append(files, d.tree)
		}
	}
	return files
}

// link resolves the names in all texts in AADL, if one of them has changed, and checks their declarations.
func (w *workspace) link() {
	if !w.stale && w.model != nil {
		return
	}
	files := w.trees()
	model, faults := aadl.Link(files)
	w.model, w.stale = model, false
	unsure := w.unsure(files)
	for _, d := range w.docs { // order: each is changed separately
		if d.tree == nil {
			continue
		}
		d.refs, d.names = nil, nil
		if at := slices.IndexFunc(model.Files, func(f *syntax.File) bool { return d.given && f.Text == d.s }); at >= 0 {
			d.tree = model.Files[at]
		}
	}
	for _, f := range slices.Concat(faults, check.Model(model)) {
		switch d := w.docs[f.File]; {
		case d == nil:
			w.log("%v", f)
		case !unsure[f.File]:
			d.names = append(d.names, f)
		}
	}
}

// refs are the names in a text that refer to something. All names must be linked.
func (w *workspace) refs(d *document) []aadl.Reference {
	if d.refs == nil {
		d.refs = w.model.References(d.tree)
	}
	return d.refs
}

// shelved copies a predeclared text to a file that an editor can show.
func (w *workspace) shelved(f *syntax.File) (*document, error) {
	if w.shelf == "" {
		return nil, errors.New("there is no folder for predeclared texts: the user has no cache folder")
	}
	path := filepath.Join(w.shelf, filepath.Base(filepath.FromSlash(f.Name)))
	if has, err := os.ReadFile(path); err != nil || string(has) != f.Text {
		if err := errors.Join(os.MkdirAll(w.shelf, 0o755), whole.WriteFile(path, []byte(f.Text)), os.Chmod(path, 0o444)); err != nil {
			return nil, err
		}
	}
	return &document{path: path, uri: uriOf(path), text: newText(f.Text, w.bytes), tree: f, given: true}, nil
}

// unsure are the paths of the texts for which only syntax errors are reported: texts with a syntax error, and those that
// use declarations of such a text. What they seem to lack may only not have been parsed.
func (w *workspace) unsure(files []*syntax.File) map[string]bool {
	declares, users := map[string]string{}, map[string][]string{}
	for _, f := range files {
		for _, p := range f.Packages {
			declares[syntax.Fold(p.Name.Text)] = f.Name
		}
		for _, s := range f.Sets {
			declares[syntax.Fold(s.Name.Text)] = f.Name
		}
	}
	var queue []string
	unsure := map[string]bool{}
	for _, f := range files {
		for _, with := range withs(f) {
			for _, n := range with.Names {
				if to, ok := declares[syntax.Fold(n.Text)]; ok {
					users[to] = append(users[to], f.Name)
				}
			}
		}
		if len(w.docs[f.Name].faults) > 0 {
			unsure[f.Name], queue = true, append(queue, f.Name)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, user := range users[queue[0]] {
			if !unsure[user] {
				unsure[user], queue = true, append(queue, user)
			}
		}
	}
	return unsure
}

// withs are the names that a text uses in with clauses.
func withs(f *syntax.File) (all []*syntax.With) {
	for _, p := range f.Packages {
		for _, s := range []*syntax.Section{p.Public, p.Private} {
			if s != nil {
				all = append(all, s.Withs...)
			}
		}
	}
	for _, s := range f.Sets {
		all = append(all, s.Withs...)
	}
	return all
}
