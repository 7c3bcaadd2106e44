package roscpp

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Write writes files into a folder, which it creates. Files of the developer are written only if they are missing. The others are
// always written, but if one of them was edited, nothing is written unless forced. Files that were made before and are no longer needed
// are removed. Write returns warnings about what developers must check, and which files it has made or changed.
func Write(dir string, files []File, force bool) (written []string, notes diag.Faults, err error) {
	before, err := sealed(dir, head(files))
	if err != nil {
		return nil, nil, err
	}
	w := &writer{dir: dir, before: before, packages: map[string]bool{}}
	now := map[string][]byte{}
	for _, f := range files {
		if !f.Once {
			now[f.Name] = f.Source
		}
		w.packages[first(f.Name)] = true
	}
	if err := w.edited(now); err != nil && !force {
		return nil, nil, err
	}
	for name := range before { // order: names of packages
		w.packages[first(name)] = true
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		old, err := os.ReadFile(name)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return written, nil, err
		case err == nil && f.Once:
			w.lost(name, old, f)
			continue
		case err == nil && bytes.Equal(old, f.Source):
			continue
		case path.Base(f.Name) == "frames.h":
			w.frames(first(f.Name), old, f.Source)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return written, nil, err
		}
		if err := whole.WriteFile(name, f.Source); err != nil {
			return written, nil, err
		}
		written = append(written, name)
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, there := now[name]; there {
			continue
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return written, nil, err
		}
		for up := path.Dir(name); up != "."; up = path.Dir(up) {
			_ = os.Remove(filepath.Join(dir, filepath.FromSlash(up))) // it is empty, or stays
		}
	}
	w.unused(files)
	w.notes.Sort()
	return written, w.notes, nil
}

// first is the first part of a file's path, its package.
func first(name string) string {
	pkg, _, _ := strings.Cut(name, "/")
	return pkg
}

// mark begins the head of every file that is not the developer's.
var mark = []byte("Made by sinew gen from ")

// head is the mark of files, including what they are made from, because a folder may have the packages of several systems.
func head(files []File) []byte {
	for _, f := range files {
		if _, from, ok := bytes.Cut(f.Source, mark); ok && !f.Once {
			origin, _, _ := bytes.Cut(from, []byte(" and yours to edit"))
			return slices.Concat(mark, origin, []byte(" and"))
		}
	}
	return mark
}

// sealed reads the files in a folder that were made before, by their relative paths.
func sealed(dir string, mark []byte) (map[string][]byte, error) {
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if name == dir && errors.Is(err, fs.ErrNotExist) {
				return fs.SkipAll
			}
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "build", "devel", "install"}, d.Name()) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || !slices.Contains([]string{".h", ".cpp", ".msg", ".srv", ".xml", ".launch", ".txt"}, filepath.Ext(name)) {
			return nil
		}
		src, err := os.ReadFile(name)
		if head := src[:min(len(src), 200)]; err == nil && bytes.Contains(head, mark) {
			in, _ := filepath.Rel(dir, name) // it is in dir
			all[filepath.ToSlash(in)] = src
		}
		return err
	})
	return all, err
}

// writer notes what developers must check.
type writer struct {
	dir      string
	before   map[string][]byte
	packages map[string]bool
	notes    diag.Faults
}

func (w *writer) note(code string, pos diag.Pos, what, do string) {
	w.notes = append(w.notes, diag.Fault{Code: code, Pos: pos, What: what, Do: do, Severity: diag.Warning})
}

// edited reports edited files that would be written again or removed, and files that were not made from this system.
func (w *writer) edited(now map[string][]byte) error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(w.before)) {
		if gogen.Edited(w.before[name]) {
			faults = append(faults, fmt.Errorf("%s was edited since it was made: move it away, choose another folder, or give --force to lose the edits", filepath.Join(w.dir, name)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if w.before[name] != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(w.dir, name)); err == nil {
			faults = append(faults, fmt.Errorf("%s was not made from this system: move it away, choose another folder, or give --force to lose it", filepath.Join(w.dir, name)))
		}
	}
	return errors.Join(faults...)
}

// lost reports a file of the developer that lacks its algorithm.
func (w *writer) lost(name string, src []byte, f File) {
	if f.State != "" && !regexp.MustCompile(`\b(struct|class) `+f.State+`\b`).Match(src) {
		w.note("gen-lost", diag.Pos{File: name}, f.State+" is not in it", "declare it there: what is generated uses it")
	}
}

// own are the developer's files in the packages.
func (w *writer) own(pkg string) (all []string) {
	_ = filepath.WalkDir(filepath.Join(w.dir, pkg), func(name string, d fs.DirEntry, err error) error { // a package may be gone
		in, _ := filepath.Rel(w.dir, name)
		if ext := filepath.Ext(name); err == nil && d.Type().IsRegular() && (ext == ".h" || ext == ".cpp") && w.before[filepath.ToSlash(in)] == nil {
			all = append(all, name)
		}
		return nil
	})
	return all
}

// unused reports algorithms that no thread calls.
func (w *writer) unused(files []File) {
	wanted := map[string]bool{}
	for _, f := range files {
		for _, a := range f.Algorithms {
			wanted[first(f.Name)+"/"+a] = true
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(w.packages)) {
		for _, name := range w.own(pkg) {
			w.each(name, func(pos diag.Pos, line string) {
				thread, ok := strings.CutPrefix(strings.TrimSpace(line), directive)
				if ok && !wanted[pkg+"/"+thread] {
					w.note("gen-unused", pos, "the model has no "+thread+" in "+pkg+" any more: nothing calls this algorithm", "take from it what is of use, and remove it")
				}
			})
		}
	}
}

// each calls a function for each line of a file.
func (w *writer) each(name string, do func(diag.Pos, string)) {
	src, err := os.ReadFile(name)
	if err != nil {
		return
	}
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		do(diag.Pos{File: name, Line: n, Column: len(line) - len(strings.TrimLeft(line, " \t")) + 1}, line)
	}
}

// frames reports changes in the inputs and outputs of algorithms, with the places where they are used.
func (w *writer) frames(pkg string, old, src []byte) {
	before, after := members(old), members(src)
	for _, key := range slices.Sorted(maps.Keys(before)) {
		frame, member, _ := strings.Cut(key, ".")
		if after[frame+"."] == "" || member == "" || before[key] == after[key] {
			continue
		}
		what := key + " is not there any more: it was " + before[key]
		if after[key] != "" {
			what = key + " is " + after[key] + " now: it was " + before[key]
		}
		uses, found := regexp.MustCompile(`\b(in|out)\.`+member+`\b`), false
		for _, name := range w.own(pkg) {
			if src, err := os.ReadFile(name); err != nil || !bytes.Contains(src, []byte(frame)) {
				continue
			}
			w.each(name, func(pos diag.Pos, line string) {
				if at := uses.FindStringIndex(line); at != nil {
					pos.Column, found = at[0]+1, true
					w.note("gen-changed", pos, what, "change the algorithm")
				}
			})
		}
		if !found {
			w.note("gen-changed", diag.Pos{File: filepath.Join(w.dir, pkg)}, what, "no algorithm uses it: nothing is to be done")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(after)) {
		if frame, member, _ := strings.Cut(key, "."); before[frame+"."] != "" && member != "" && before[key] == "" {
			w.note("gen-changed", diag.Pos{File: filepath.Join(w.dir, pkg)}, key+" is new: "+after[key], "let the algorithm use it, if it is of use")
		}
	}
}

var (
	frameLine  = regexp.MustCompile(`^struct (\w+) \{`)
	memberLine = regexp.MustCompile(`^  (.+?) (\w+)( = false)?;`)
)

// members are the members of frames, with their types: frame.member, and frame. alone.
func members(src []byte) map[string]string {
	all, frame := map[string]string{}, ""
	for line := range strings.Lines(string(src)) {
		if m := frameLine.FindStringSubmatch(line); m != nil {
			frame = m[1]
			all[frame+"."] = "struct"
		} else if m := memberLine.FindStringSubmatch(line); m != nil && frame != "" {
			all[frame+"."+m[2]] = m[1]
		}
	}
	return all
}
