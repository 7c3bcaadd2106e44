// Package plot draws number series as SVG pictures: lines, points, steps and bars over one pair of axes, with
// limit lines, and paths in space. A picture is self-contained (no script, no outside font or style), follows the
// reader's light or dark setting, and has the ranges of its numbers as text for those who cannot see it. Equal input
// gives equal bytes. Units are the caller's, as Unit and the labels say.
//
// Long series are thinned to what the width can show: each pixel column keeps its first, lowest, highest and last
// sample, so that no peak is lost. A sample that is NaN, infinite or beyond ±1e150 leaves a gap.
package plot

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Style says how a series is drawn.
type Style uint8

// The styles of a series.
const (
	Lines  Style = iota // straight lines from sample to sample
	Steps               // each value holds until the next sample
	Points              // a dot per sample
	Bars                // a bar from zero per sample, as wide as the least distance of two X (with LogX: of their logarithms)
)

// Series is one curve: the samples (X[i], Y[i]). X and Y have the same length. X need not rise (a path in a
// plane is a series too), but only a series whose X rises is thinned by pixel column.
type Series struct {
	Name  string
	Unit  string // of Y; shown in the legend
	X, Y  []float64
	Style Style
	Faint bool // drawn thin and pale: a reference behind the others
	Goal  bool // drawn dashed and above the others: what they should be

	// Colour is the number, from 1, of the palette's colour; 0 takes the next one.
	Colour int
}

// colour is the palette's index for the i-th series.
func (s *Series) colour(i int) int {
	if s.Colour > 0 {
		i = s.Colour - 1
	}
	return i % colours
}

// Line is a straight line across the whole plot: a limit, or an instant.
type Line struct {
	Name     string
	Value    float64
	Vertical bool // at X = Value instead of Y = Value
}

// Plot is one pair of axes with its contents.
type Plot struct {
	Title, XLabel, YLabel string
	Series                []Series
	Lines                 []Line
	Equal                 bool // one unit is equally long on both axes; not with LogX or LogY
	LogX                  bool // logarithmic X axis; not with Equal
	LogY                  bool // logarithmic Y axis; values not above 0 leave gaps
	FromZero              bool // the Y axis includes zero

	// Categories are the names of X = 1, 2, …, shown instead of numbers; nil if X are numbers.
	Categories []string
}

// Validate reports the faults of p: series whose X and Y differ in length.
func (p Plot) Validate() error {
	var bad []string
	for i, s := range p.Series {
		if len(s.X) != len(s.Y) {
			bad = append(bad, fmt.Sprintf("plot %q: series %d (%q) has %d X and %d Y values: give one X for each Y",
				p.Title, i, s.Name, len(s.X), len(s.Y)))
		}
	}
	if bad != nil {
		return fmt.Errorf("%s", strings.Join(bad, "\n"))
	}
	return nil
}

// SVG writes p as an SVG picture of width × height pixels (at least 160 × 120). It fails when p is not valid
// or w fails.
func SVG(w io.Writer, p Plot, width, height int) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if width < 160 || height < 120 {
		return fmt.Errorf("plot %q: %d×%d pixels is too small: give at least 160×120", p.Title, width, height)
	}
	d := newDrawing(p, float64(width), float64(height))
	d.open()
	d.axes()
	d.openClip()
	for _, goals := range [...]bool{false, true} {
		for i, s := range p.Series {
			if s.Goal == goals {
				d.series(i, s)
			}
		}
	}
	for _, l := range p.Lines {
		d.limit(l)
	}
	d.b.WriteString("</svg>\n")
	d.lineNames()
	d.legend()
	d.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, d.b.String())
	return err
}

// Histogram counts values into n bins of equal width between the least and the greatest finite one and returns
// the counts as bars: X is the middle of each bin. Values that are not finite are left out.
func Histogram(name string, values []float64, n int) Series {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if finite(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	s := Series{Name: name, Style: Bars}
	if lo > hi || n < 1 {
		return s
	}
	if lo == hi {
		hi = lo + math.Max(math.Abs(lo)*1e-6, 1e-9)
	}
	step := (hi - lo) / float64(n)
	s.X, s.Y = make([]float64, n), make([]float64, n)
	for i := range s.X {
		s.X[i] = lo + (float64(i)+0.5)*step
	}
	for _, v := range values {
		if finite(v) {
			s.Y[min(n-1, max(0, int((v-lo)/step)))]++
		}
	}
	return s
}

// Quantile returns the q-quantile (0 ≤ q ≤ 1, nearest rank) of the finite values, NaN when there are none.
func Quantile(values []float64, q float64) float64 {
	v := make([]float64, 0, len(values))
	for _, x := range values {
		if finite(x) {
			v = append(v, x)
		}
	}
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return v[min(len(v)-1, max(0, int(math.Ceil(q*float64(len(v))))-1))]
}

// finite reports whether x can be drawn: a number, and small enough that a range of such numbers is one.
func finite(x float64) bool { return math.Abs(x) <= 1e150 }
