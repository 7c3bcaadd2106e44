package lsp

import (
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// where is the context of a place in a text, found from its tokens, because a statement that is being typed is not in a
// tree yet.
type where struct {
	from    int      // the start of the word that is being typed
	unit    string   // "package", "set", or "" outside both
	name    string   // of the unit
	part    string   // "public", "private", or ""
	header  []lexeme // of the open classifier
	section string   // of the classifier: "features", "internal features", …; "" before the first
	frames  []frame
}

// lexeme is a token with its text; keywords are in lower case.
type lexeme struct {
	kind syntax.Kind
	text string
}

// frame is an open bracket, or the text itself, and the statement in it that contains the place.
type frame struct {
	open      string
	statement []lexeme
}

// statement is the statement in the innermost frame.
func (w *where) statement() []lexeme { return w.frames[len(w.frames)-1].statement }

// whereabouts scans a text up to a byte. It is false in comments, strings and annexes.
func (d *document) whereabouts(offset int) (*where, bool) {
	w := &where{from: offset, frames: []frame{{}}}
	for _, t := range d.tree.Tokens {
		from, to := int(t.Start), int(t.End)
		if from >= offset {
			break
		}
		text := d.s[from:to]
		switch {
		case t.Kind == syntax.Comment:
			if offset <= to {
				return nil, false
			}
			continue
		case isLiteral(t.Kind):
			if offset < to || offset == to && t.Kind == syntax.StringLiteral && (len(text) < 2 || text[0] != text[len(text)-1]) {
				return nil, false
			}
		case t.Kind != syntax.Identifier && !t.Kind.Keyword():
			text = t.Kind.String()
		case offset <= to:
			w.from = from
			return w, true
		case t.Kind.Keyword():
			text = t.Kind.String()
		}
		w.take(lexeme{t.Kind, text})
	}
	return w, true
}

func isLiteral(k syntax.Kind) bool {
	switch k {
	case syntax.IntegerLiteral, syntax.RealLiteral, syntax.StringLiteral, syntax.AnnexText:
		return true
	}
	return false
}

// take goes past a token.
func (w *where) take(l lexeme) {
	top := &w.frames[len(w.frames)-1]
	switch l.text {
	case "(", "[", "{":
		top.statement = append(top.statement, l)
		w.frames = append(w.frames, frame{open: l.text})
		return
	case ")", "]", "}":
		if len(w.frames) > 1 {
			w.frames = w.frames[:len(w.frames)-1]
			top = &w.frames[len(w.frames)-1]
		}
		top.statement = append(top.statement, l)
		return
	case ";":
		for len(w.frames) > 1 && w.frames[len(w.frames)-1].open != "{" { // its closing bracket is missing
			w.frames = w.frames[:len(w.frames)-1]
		}
		top = &w.frames[len(w.frames)-1]
		if top.open == "" {
			w.finish(top.statement)
		}
		top.statement = nil
		return
	}
	if len(w.frames) == 1 && w.opens(l) {
		top.statement = nil
		return
	}
	top.statement = append(top.statement, l)
}

// finish goes past the end of a statement: after "end X" the declaration of X is closed.
func (w *where) finish(statement []lexeme) {
	if len(statement) == 0 || statement[0].text != "end" {
		return
	}
	if w.header != nil {
		w.header, w.section = nil, ""
	} else {
		w.unit, w.name, w.part = "", "", ""
	}
}

// categoryWords begin the declaration of a classifier.
const categoryWords = " abstract data subprogram thread process processor virtual memory bus device system feature "

// opens goes past a word that opens or continues the head of a unit, of a part of one, of a classifier or of a section.
func (w *where) opens(l lexeme) bool {
	statement := w.statement()
	first := len(statement) == 0
	switch {
	case w.unit == "" && len(statement) == 1 && statement[0].text == "package" && l.kind == syntax.Identifier:
		w.unit, w.name = "package", l.text
	case w.unit == "package" && w.part == "" && (l.text == "::" || l.kind == syntax.Identifier):
		w.name += l.text
	case w.unit == "" && len(statement) == 2 && statement[1].text == "set" && l.kind == syntax.Identifier:
		w.unit, w.name = "set", l.text
	case w.unit == "set" && first && l.text == "is":
	case w.unit == "package" && first && (l.text == "public" || l.text == "private"):
		w.part, w.header, w.section = l.text, nil, ""
	case w.unit == "package" && w.part != "" && w.header == nil && first && strings.Contains(categoryWords, " "+l.text+" ") && l.kind.Keyword():
		w.header = []lexeme{l}
	case w.header != nil && l.kind.Keyword() && strings.Contains(sectionWords, " "+l.text+" ") && (l.text != "modes" || first || len(statement) == 1):
		w.section = w.lead() + l.text
	case w.header != nil && w.section == "" && l.text != "end" && (first || statement[0].text != "end") && l.text != "annex":
		w.header = append(w.header, l)
	default:
		return false
	}
	return true
}

// sectionWords begin a section of a classifier. No statement contains such a word, except for "in modes": if one does,
// the end of the statement is missing.
const sectionWords = " prototypes features subcomponents calls connections flows modes properties "

// lead is the preceding word that belongs to a section's name: internal features, requires modes.
func (w *where) lead() string {
	before := w.statement()
	if len(before) == 0 && len(w.header) > 2 {
		before = w.header
	}
	if len(before) > 0 {
		switch last := before[len(before)-1].text; last {
		case "internal", "processor", "requires":
			return last + " "
		}
	}
	return ""
}
