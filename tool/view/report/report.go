// Package report writes the report of a run: one self-contained HTML file (no script, no outside file), mostly of
// pictures. It has the run's facts, plots, paths in space, pictures and the program's diagram, follows the reader's
// light or dark setting and prints well. Equal input gives equal bytes.
package report

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/view/plot"
)

// Verdict says whether a fact is good.
type Verdict uint8

// The verdicts on a fact.
const (
	Neutral Verdict = iota
	Good
	Bad
)

// Fact is one line of the table of facts, "tracking error, rms", "1.4 mm".
type Fact struct {
	Name, Value string
	Verdict     Verdict
	Link        string // address that the name leads to, relative to the report; "" for none
}

// Picture is an image with a line below it. Bytes are a whole JPEG, PNG, GIF, WebP or SVG file as MIME says.
type Picture struct {
	Caption string
	MIME    string
	Bytes   []byte
}

// Part is a titled group of tables, plots, paths, pictures and diagrams, shown in that order.
type Part struct {
	Title    string
	Text     string // a sentence or two; may be empty
	Tables   []Table
	Plots    []plot.Plot
	Spaces   []plot.Space // each as a view in space with its three projections
	Pictures []Picture
	Graphs   []*graph.Graph // diagrams, drawn one below the other
	Depth    int            // levels of reactors that they open at most, if there is room; 0 opens all
}

// Report is the report of a run.
type Report struct {
	Title    string
	Subtitle string // program, time, seed, in a line
	Head     []Fact // the most important ones, shown large
	Facts    []Fact // the others, as a table
	Parts    []Part
	Diagram  *graph.Graph // of the program; may be nil
	Depth    int          // levels of reactors that the diagram opens at most, if there is room; 0 opens all
}

const (
	plotWidth, plotHeight   = 620, 280
	wideWidth               = 2*plotWidth + 14 // over both columns
	spaceWidth, spaceHeight = 620, 440
	diagramWidth            = 1216 // what a window of 1 280 pixels has room for
	diagramHeight           = 1500
	mostDrawings            = 60
)

// Write writes r as one HTML page. If plots or pictures have faults it returns all of them and writes nothing.
func Write(w io.Writer, r Report) error {
	p := page{}
	p.open(r)
	p.facts(r)
	for _, part := range r.Parts {
		p.part(part)
	}
	if r.Diagram != nil {
		p.diagram(r.Diagram, r.Depth)
	}
	p.b.WriteString("</main>\n</body>\n</html>\n")
	if err := errors.Join(p.faults...); err != nil {
		return fmt.Errorf("report %q: %w", r.Title, err)
	}
	_, err := w.Write(p.b.Bytes())
	return err
}

type page struct {
	b      bytes.Buffer
	faults []error
	ids    int
}

func (p *page) f(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

func (p *page) check(err error) {
	if err != nil {
		p.faults = append(p.faults, err)
	}
}

func esc(s string) string { return html.EscapeString(strings.ToValidUTF8(s, "?")) }

func (p *page) open(r Report) {
	p.f("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	p.f("<meta name=\"color-scheme\" content=\"light dark\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n")
	p.f("<title>%s</title>\n<link rel=\"icon\" href=\"data:,\">\n%s</head>\n<body>\n<header><h1>%s</h1>", esc(r.Title), style, esc(r.Title))
	if r.Subtitle != "" {
		p.f("<p>%s</p>", esc(r.Subtitle))
	}
	p.f("</header>\n<main>\n")
}

// class is the CSS class of a verdict, and its mark for those who cannot distinguish colours.
func (v Verdict) class() (class, mark string) {
	switch v {
	case Good:
		return "good", "✓ "
	case Bad:
		return "bad", "✗ "
	}
	return "neutral", ""
}

func (p *page) facts(r Report) {
	if len(r.Head) > 0 {
		p.f("<dl class=\"head\">\n")
		for _, f := range r.Head {
			class, mark := f.Verdict.class()
			p.f("<div class=\"%s\"><dt>%s</dt><dd>%s%s</dd></div>\n", class, esc(f.Name), mark, esc(f.Value))
		}
		p.f("</dl>\n")
	}
	if len(r.Facts) > 0 {
		p.f("<details open><summary>Facts</summary>\n<table>\n")
		for _, f := range r.Facts {
			class, mark := f.Verdict.class()
			name := esc(f.Name)
			if f.Link != "" {
				name = fmt.Sprintf("<a href=\"%s\">%s</a>", esc(f.Link), name)
			}
			p.f("<tr class=\"%s\"><th scope=\"row\">%s</th><td>%s%s</td></tr>\n", class, name, mark, esc(f.Value))
		}
		p.f("</table>\n</details>\n")
	}
}

// section opens a section named by its heading.
func (p *page) section(title string) {
	p.ids++
	p.f("<section aria-labelledby=\"h%d\">\n<h2 id=\"h%d\">%s</h2>\n", p.ids, p.ids, esc(title))
}

func (p *page) part(part Part) {
	p.section(part.Title)
	if part.Text != "" {
		p.f("<p>%s</p>\n", esc(part.Text))
	}
	for _, t := range part.Tables {
		p.table(t)
	}
	p.f("<div class=\"grid\">\n")
	for i, q := range part.Plots {
		if i%2 == 0 && i == len(part.Plots)-1 && len(part.Pictures) == 0 { // next to it there would be nothing
			p.f("<figure class=\"wide\">")
			p.check(plot.SVG(&p.b, q, wideWidth, plotHeight))
		} else {
			p.f("<figure>")
			p.check(plot.SVG(&p.b, q, plotWidth, plotHeight))
		}
		p.f("</figure>\n")
	}
	for _, s := range part.Spaces {
		p.f("<figure>")
		err := plot.SVGSpace(&p.b, s, spaceWidth, spaceHeight)
		p.check(err)
		p.f("</figure>\n")
		if err != nil {
			continue // its projections have the same fault
		}
		for _, v := range [...]struct {
			a, b int
			name string
		}{{0, 1, "from above"}, {0, 2, "from the side"}, {1, 2, "from the front"}} {
			q := s.Plane(v.a, v.b)
			q.Title = v.name
			p.f("<figure>")
			p.check(plot.SVG(&p.b, q, spaceWidth, spaceHeight))
			p.f("</figure>\n")
		}
	}
	for _, m := range part.Pictures {
		p.picture(m)
	}
	p.f("</div>\n")
	for _, g := range part.Graphs {
		p.f("<h3>%s</h3>\n", esc(g.Name))
		p.drawing(g, part.Depth)
	}
	p.f("</section>\n")
}

func (p *page) picture(m Picture) {
	switch m.MIME {
	case "image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml": // as an image, an SVG runs no script
	default:
		p.faults = append(p.faults, fmt.Errorf("picture %q: MIME type %q: give image/jpeg, image/png, image/gif, image/webp or image/svg+xml", m.Caption, m.MIME))
		return
	}
	if len(m.Bytes) == 0 {
		p.faults = append(p.faults, fmt.Errorf("picture %q: it is empty: leave it out", m.Caption))
		return
	}
	class := "picture"
	if m.MIME == "image/svg+xml" {
		class = "picture drawing" // its text is read: in its original size
	}
	p.f("<figure class=\"%s\"><img alt=\"%s\" src=\"data:%s;base64,%s\"><figcaption>%s</figcaption></figure>\n",
		class, esc(m.Caption), m.MIME, base64.StdEncoding.EncodeToString(m.Bytes), esc(m.Caption))
}

func (p *page) diagram(g *graph.Graph, depth int) {
	p.section("The program")
	p.f("<p>Dashed lines are triggers and effects of reactions, dotted ones are read only; hold the pointer over anything for its path.</p>\n")
	p.drawing(g, depth)
	p.f("</section>\n")
}

// drawing draws g, folded so that it fits the page, and then the folded parts, which can be opened.
func (p *page) drawing(g *graph.Graph, depth int) {
	todo := []int{0}
	for n := 0; n < len(todo) && n < mostDrawings; n++ {
		r := todo[n]
		d, _, err := g.FitFolded(graph.Options{Root: r, Depth: depth, Least: 1}, diagramWidth, diagramHeight)
		if err != nil {
			p.check(err)
			return
		}
		depth = 0
		name := "diagram, scrolls sideways"
		if n > 0 {
			name = "diagram of " + g.Reactors[r].Path
			p.f("<details class=\"inside\"><summary>inside %s</summary>\n", esc(g.Reactors[r].Path))
		}
		p.f("<div class=\"diagram\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">", esc(name))
		p.check(g.Draw(&p.b, d))
		p.f("</div>\n")
		if n > 0 {
			p.f("</details>\n")
		}
		for _, b := range d.Boxes {
			if b.Closed {
				todo = append(todo, b.Reactor)
			}
		}
	}
}
