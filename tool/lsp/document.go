package lsp

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/atoms"
)

// document is a text of the workspace.
type document struct {
	path string // in faults
	uri  string // in messages of the editor
	language
	text
	open    bool
	given   bool // a predeclared text: not part of the workspace
	version int  // of an open text

	faults diag.Faults // AADL: syntax errors; Atoms: all faults
	tree   *syntax.File
	names  diag.Faults      // AADL: other faults, as of the latest linking
	refs   []aadl.Reference // nil until it is needed
	law    *atoms.Document  // for a text of Atoms

	shown []diagnostic // what the editor was told last
}

// language is the language of a text, by its file's name.
type language uint8

const (
	noLanguage language = iota
	inAADL
	inAtoms
)

func languageOf(path string) language {
	switch name := strings.ToLower(path); {
	case strings.HasSuffix(name, ".aadl"):
		return inAADL
	case strings.HasSuffix(name, ".atoms.yaml"):
		return inAtoms
	}
	return noLanguage
}

// drive matches the beginning of the path in a URI of Windows.
var drive = regexp.MustCompile(`^/[A-Za-z]:`)

// pathOf is the path of a URI. For something that is not a file, such as a new text without a name, it is the URI.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return uri
	}
	if drive.MatchString(u.Path) {
		return filepath.FromSlash(u.Path[1:])
	}
	return filepath.Clean(filepath.FromSlash(u.Path))
}

// uriOf is the URI of a path.
func uriOf(path string) string {
	if !filepath.IsAbs(path) {
		return path
	}
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// bytes are the bounds of a part of the tree; an absent part is empty.
func (d *document) bytes(s syntax.Span) (from, to int) {
	tokens := d.tree.Tokens
	if s.From < 0 || int(s.From) >= len(tokens) {
		return len(d.s), len(d.s)
	}
	from = int(tokens[s.From].Start)
	if s.To <= s.From || int(s.To) > len(tokens) {
		return from, from
	}
	return from, int(tokens[s.To-1].End)
}

// spanOf is the range of a part of the tree.
func (d *document) spanOf(s syntax.Span) span { return d.span(d.bytes(s)) }

// token is the last token that begins at or before a byte.
func (d *document) token(offset int) int {
	tokens := d.tree.Tokens
	i, found := slices.BinarySearchFunc(tokens, int32(offset), func(t syntax.Token, at int32) int { return int(t.Start - at) })
	if !found {
		i--
	}
	return max(i, 0)
}

// reference is the name in refs that contains a byte or ends there.
func (d *document) reference(refs []aadl.Reference, offset int) (r aadl.Reference) {
	for _, at := range []int{offset, offset - 1} {
		if at < 0 {
			continue
		}
		token := int32(d.token(at))
		i, _ := slices.BinarySearchFunc(refs, token, func(r aadl.Reference, token int32) int {
			if r.Name.To <= token {
				return -1
			}
			return 1
		})
		if i < len(refs) && refs[i].Name.From <= token {
			if from, to := d.bytes(refs[i].Name.Span); from <= offset && offset <= to {
				return refs[i]
			}
		}
	}
	return r
}

// mostShown is the greatest number of faults that are reported for a text.
const mostShown = 500

// diagnostics is what the editor is told about the text.
func (d *document) diagnostics() []diagnostic {
	all := slices.Concat(d.faults, d.names).First(mostShown, d.path, 0).Clipped()
	list := make([]diagnostic, 0, len(all))
	for _, f := range all {
		x := diagnostic{Range: d.faultSpan(f), Severity: 1, Code: f.Code, Source: "sinew", Message: f.What}
		if f.Do != "" {
			x.Message += "; " + f.Do
		}
		if f.Path != "" {
			x.Message = f.Path + ": " + x.Message
		}
		if f.Severity == diag.Warning {
			x.Severity = 2
		}
		list = append(list, x)
	}
	return list
}

// What is marked if a fault gives only a position: a word of Atoms, or a qualified name or path of AADL.
var (
	word      = regexp.MustCompile(`^[\pL\pN_.$-]+`)
	qualified = regexp.MustCompile(`^\w+((::|\.)\w+)*`)
)

// faultSpan is the range that a fault marks: the name or token at its position.
func (d *document) faultSpan(f diag.Fault) span {
	from := d.place(f.Pos)
	to := from + len(word.FindString(d.s[from:]))
	if d.tree != nil {
		if t := d.tree.Tokens[d.token(from)]; int(t.Start) <= from {
			to = max(from, int(t.End), from+len(qualified.FindString(d.s[from:])))
		}
		if line := strings.IndexAny(d.s[from:to], "\r\n"); line >= 0 {
			to = from + line
		}
	}
	return d.span(from, to)
}
