// Package gogen writes Go source: it collects each file's imports, makes names valid and unique, formats everything
// like gofmt, and puts a seal in each file that shows later whether the file has been edited. The front-ends that turn
// models into source share it.
package gogen

import (
	"fmt"
	"go/format"
	"path"
	"slices"
	"strings"
)

// File is a Go source file under construction.
type File struct {
	pkg     string
	doc     []string
	imports map[string]string // names by path
	names   *Names            // of the file's imports and top level
	body    strings.Builder
}

// New starts a file of a package.
func New(pkg string) *File {
	return &File{pkg: pkg, imports: map[string]string{}, names: NewNames()}
}

// Doc adds paragraphs to the package comment.
func (f *File) Doc(paragraphs ...string) { f.doc = append(f.doc, paragraphs...) }

// Names are the names at the top level of the file; those of imports are already taken.
func (f *File) Names() *Names { return f.names }

// Import makes sure that a package is imported, and returns the name to call it by.
func (f *File) Import(importPath string) string {
	if name, ok := f.imports[importPath]; ok {
		return name
	}
	name := f.names.Local(path.Base(importPath))
	f.imports[importPath] = name
	return name
}

// P adds a formatted piece of source and a newline.
func (f *File) P(text string, args ...any) {
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	f.body.WriteString(text + "\n")
}

// Comment adds a comment, wrapped to lines of at most 118 characters. Lines of text that begin with a space stay as
// they are.
func (f *File) Comment(text string) { f.body.WriteString(Comment(text)) }

// Source returns the file as formatted by gofmt. Its error shows the line that is not valid Go.
func (f *File) Source() ([]byte, error) {
	var b strings.Builder
	for n, p := range f.doc {
		if n > 0 {
			b.WriteString("//\n")
		}
		b.WriteString(Comment(p))
	}
	fmt.Fprintf(&b, "package %s\n\n", f.pkg)
	if len(f.imports) > 0 {
		f.writeImports(&b)
	}
	b.WriteString(f.body.String())
	src, err := format.Source([]byte(b.String()))
	if err != nil {
		return nil, fmt.Errorf("gogen: package %s: %w\n%s", f.pkg, err, numbered(b.String()))
	}
	return src, nil
}

// writeImports writes the imports, those of the standard library first.
func (f *File) writeImports(b *strings.Builder) {
	paths := make([]string, 0, len(f.imports))
	for p := range f.imports {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	b.WriteString("import (\n")
	for _, standard := range []bool{true, false} {
		for _, p := range paths {
			if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") == standard {
				continue
			}
			if name := f.imports[p]; name != path.Base(p) {
				b.WriteString(name + " ")
			}
			fmt.Fprintf(b, "%q\n", p)
		}
		if standard {
			b.WriteString("\n")
		}
	}
	b.WriteString(")\n\n")
}

// numbered puts line numbers before source that gofmt refused.
func numbered(src string) string {
	var b strings.Builder
	for n, line := range strings.Split(src, "\n") {
		fmt.Fprintf(&b, "%4d  %s\n", n+1, line)
	}
	return b.String()
}

// Comment writes text as a comment, wrapped to lines of at most 118 characters. Lines that begin with a space stay as
// they are.
func Comment(text string) string {
	const most = 115
	var b strings.Builder
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFEFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	for _, line := range strings.Split(strings.Trim(strings.TrimRight(text, " \t\r\n"), "\n"), "\n") {
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			b.WriteString("//" + strings.TrimRight(line, " \t\r") + "\n")
			continue
		}
		now := ""
		for _, word := range strings.Fields(line) {
			if now != "" && len([]rune(now))+1+len([]rune(word)) > most {
				b.WriteString("// " + now + "\n")
				now = ""
			}
			if now != "" {
				now += " "
			}
			now += word
		}
		b.WriteString(strings.TrimRight("// "+now, " ") + "\n")
	}
	return b.String()
}
