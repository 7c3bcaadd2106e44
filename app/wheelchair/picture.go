package wheelchair

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// Track is a driven path, for a picture.
type Track struct {
	Colour color.RGBA
	Poses  []plane.Pose
}

// page makes the report of a run.
func (s *session) page(v *Summary, e *run.Ended) (report.Report, error) {
	r := report.Report{Title: "A wheelchair's drive", Subtitle: fmt.Sprintf("mode %s, map %s, seed %d", v.Params.Mode, v.Params.Map, v.Seed), Head: v.Head(), Facts: v.Facts(),
		Diagram: e.Graph(), Depth: 2}
	fact := func(name, value string, verdict report.Verdict) {
		r.Head = append(r.Head, report.Fact{Name: name, Value: value, Verdict: verdict})
	}
	good := func(ok bool) report.Verdict {
		if ok {
			return report.Good
		}
		return report.Bad
	}
	if v.OffM != nil {
		fact("reached the goal", fmt.Sprintf("%t", v.Reached), good(v.Reached))
	}
	if v.Collisions >= 0 {
		fact("collisions", fmt.Sprint(v.Collisions), good(v.Collisions == 0))
		fact("acceleration at the seat", fmt.Sprintf("%.2f m/s²", v.Accel), good(v.Accel <= 1))
		fact("jerk at the seat", fmt.Sprintf("%.2f m/s³", v.Jerk), good(v.Jerk <= 2))
	}
	picture, err := Picture(s.at.truth, []Track{{color.RGBA{26, 99, 216, 255}, v.Track}})
	if err != nil {
		return r, err
	}
	part := report.Part{Title: "The way", Pictures: []report.Picture{{Caption: "where it truly was, with its heading every half metre", MIME: "image/png", Bytes: picture}}}
	said := report.Table{Caption: "what was told", Columns: []string{"line"}}
	for _, line := range v.Said {
		said.Rows = append(said.Rows, report.Row{Cells: []string{line}})
	}
	if len(said.Rows) > 0 {
		part.Tables = []report.Table{said}
	}
	r.Parts = []report.Part{part}
	return r, nil
}

// paper is a picture of a map, for drawing in MAP.
type paper struct {
	*image.RGBA
	grid  *plane.Grid
	scale int // pixels per cell
}

// Picture draws tracks on a map, each with arrows that show the heading every half metre, and
// returns a PNG.
func Picture(g *plane.Grid, tracks []Track) ([]byte, error) {
	p := &paper{grid: g, scale: max(1, min(6, 1500/max(g.Width, g.Height)))}
	p.RGBA = image.NewRGBA(image.Rect(0, 0, g.Width*p.scale, g.Height*p.scale))
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			shade := color.RGBA{255, 255, 255, 255}
			switch c := g.At(x/p.scale, g.Height-1-y/p.scale); {
			case c == plane.Unknown:
				shade = color.RGBA{225, 229, 235, 255}
			case c >= plane.Wall:
				shade = color.RGBA{24, 32, 43, 255}
			}
			p.SetRGBA(x, y, shade)
		}
	}
	for _, t := range tracks {
		p.track(&t)
	}
	var b bytes.Buffer
	err := png.Encode(&b, p.RGBA)
	return b.Bytes(), err
}

// track draws a track.
func (p *paper) track(t *Track) {
	last := math.Inf(-1)
	way := 0.0
	for i, at := range t.Poses {
		if i > 0 {
			way += at.Dist(t.Poses[i-1])
			p.line(t.Poses[i-1].Point(), at.Point(), t.Colour)
		}
		if way-last < 0.5 {
			continue
		}
		last = way
		const long, side = 0.35, 0.1
		tip := at.Apply(plane.Point{X: long})
		p.line(at.Point(), tip, t.Colour)
		p.line(at.Apply(plane.Point{X: long - side, Y: side}), tip, t.Colour)
		p.line(at.Apply(plane.Point{X: long - side, Y: -side}), tip, t.Colour)
	}
}

// line draws a line about a third of a cell wide.
func (p *paper) line(a, b plane.Point, c color.RGBA) {
	k := float64(p.scale) / p.grid.Cell
	n := max(1, int(b.Sub(a).Norm()*k*2))
	r := max(0, p.scale/6)
	for i := range n + 1 {
		f := float64(i) / float64(n)
		x := int((a.X + f*(b.X-a.X) - p.grid.Origin.X) * k)
		y := p.Rect.Dy() - 1 - int((a.Y+f*(b.Y-a.Y)-p.grid.Origin.Y)*k)
		for dy := -r; dy <= r; dy++ {
			for dx := -r; dx <= r; dx++ {
				p.SetRGBA(x+dx, y+dy, c)
			}
		}
	}
}
