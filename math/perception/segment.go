package perception

import (
	"errors"
	"fmt"
	"math/bits"
)

// Status is the outcome of examining a frame. Any status except OK means that there is no target to act on.
type Status uint8

// The outcomes, from good to bad.
const (
	OK       Status = iota // found
	NoTarget               // no cluster of the colour is large enough
	NoDepth                // a cluster was found, but too little valid depth in it
	BadImage               // the colour picture is nil, of the wrong size, or too short
	BadDepth               // likewise the depth picture, or its scale
)

// String returns the status's name.
func (s Status) String() string {
	names := [...]string{"ok", "no target", "no depth", "bad image", "bad depth"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Blob is a cluster of connected pixels.
type Blob struct {
	Area           int     // pixels
	U, V           float64 // centroid, the mean of the pixels' coordinates
	X0, Y0, X1, Y1 int     // bounding box; X1 and Y1 are one past the last pixel
}

// SegmenterConfig sizes and tunes a Segmenter.
type SegmenterConfig struct {
	W, H    int         // size of every picture, in pixels
	Color   HSVRange    // the colour looked for
	Table   *ColorTable // its table, of the same range; nil makes one
	FourWay bool        // pixels that touch at a corner are not neighbours (false: they are)
	MinArea int         // clusters below this many pixels are ignored; 0 means 1
}

// Check reports every fault of the configuration, nil if there is none.
func (c SegmenterConfig) Check() error {
	var errs []error
	if !sidesOK(c.W, c.H) {
		errs = append(errs, fmt.Errorf("perception: segmenter for %d×%d pictures: sides must be 1 to %d", c.W, c.H, MaxSide))
	}
	if c.Table != nil && c.Table.Range() != c.Color {
		errs = append(errs, fmt.Errorf("perception: the table is of %v, the colour looked for %v: give the table of that range, or none", c.Table.Range(), c.Color))
	}
	if c.MinArea < 0 {
		errs = append(errs, fmt.Errorf("perception: MinArea is %d: give a number of pixels, 0 for any", c.MinArea))
	}
	return errors.Join(append(errs, c.Color.Check())...)
}

// Segmenter finds the largest cluster of one colour. It works on runs: stretches of set pixels in a row
// are joined to those of the row above by union-find, so after the colour test the work grows with the number of runs,
// not with the cluster's area. It keeps its buffers, sized for the worst picture, from call to call and is not safe for
// concurrent use.
type Segmenter struct {
	cfg   SegmenterConfig
	table *colorTable
	mask  []uint64 // one row of the mask
	runs  []run
	row   []int32 // row[y] is the first run of row y, row[H] their number
	best  int32   // root of the largest cluster of the last picture, -1 for none
}

// run is a stretch of set pixels in one row; the runs of a cluster form a tree through parent.
type run struct {
	x0, x1 uint16 // first pixel, one past the last
	parent int32  // own index at the root; always ≤ own index
	area   int32  // pixels of the whole cluster, at the root
}

// NewSegmenter returns a segmenter for pictures of one size, or all faults of the configuration. It tabulates
// the colour test, which takes about 0.1 s: make it once.
func NewSegmenter(c SegmenterConfig) (*Segmenter, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Table == nil {
		c.Table = NewColorTable(c.Color)
	}
	return newSegmenter(c, c.Table.t), nil
}

func newSegmenter(c SegmenterConfig, table *colorTable) *Segmenter {
	return &Segmenter{
		cfg:   c,
		table: table,
		mask:  make([]uint64, (c.W+63)/64),
		runs:  make([]run, c.H*((c.W+1)/2)),
		row:   make([]int32, c.H+1),
		best:  -1,
	}
}

// Segment finds the largest cluster of the colour in a picture. Of equally large clusters it takes the one whose first
// pixel comes first in reading order. The status is OK, NoTarget or BadImage. It does not allocate.
func (s *Segmenter) Segment(m *Image) (Blob, Status) {
	s.best = -1
	if !m.OK() || m.W != s.cfg.W || m.H != s.cfg.H {
		return Blob{}, BadImage
	}
	n := int32(0)
	for y := range m.H {
		s.row[y] = n
		s.table.mask(m.Pix[y*m.Stride:], m.W, s.mask)
		n = s.scan(n)
		if y > 0 {
			s.join(s.row[y-1], s.row[y], n)
		}
	}
	s.row[m.H] = n
	return s.largest()
}

// scan appends the runs of the row's mask from index n on and returns how many there are now.
func (s *Segmenter) scan(n int32) int32 {
	var carry uint64 // the pixel before this word
	start := 0
	for i, m := range s.mask {
		edges := m ^ (m<<1 | carry)
		for edges != 0 {
			x := 64*i + bits.TrailingZeros64(edges)
			edges &= edges - 1
			if carry ^= 1; carry == 1 {
				start = x
				continue
			}
			s.runs[n] = run{x0: uint16(start), x1: uint16(x), parent: n, area: int32(x - start)}
			n++
		}
	}
	if carry == 1 {
		s.runs[n] = run{x0: uint16(start), x1: uint16(s.cfg.W), parent: n, area: int32(s.cfg.W - start)}
		n++
	}
	return n
}

// join unites the runs a..b of one row with the runs b..end of the next wherever they touch.
func (s *Segmenter) join(a, b, end int32) {
	reach := uint16(1)
	if s.cfg.FourWay {
		reach = 0
	}
	up, down := a, b
	for up < b && down < end {
		p, q := &s.runs[up], &s.runs[down]
		if p.x0 < q.x1+reach && q.x0 < p.x1+reach {
			s.unite(up, down)
		}
		if p.x1 < q.x1 {
			up++
		} else {
			down++
		}
	}
}

func (s *Segmenter) unite(i, j int32) {
	i, j = s.find(i), s.find(j)
	if i == j {
		return
	}
	if j < i {
		i, j = j, i
	}
	s.runs[j].parent = i
	s.runs[i].area += s.runs[j].area
}

// find returns the root of run i, halving the path on the way.
func (s *Segmenter) find(i int32) int32 {
	for {
		p := s.runs[i].parent
		if p == i {
			return i
		}
		g := s.runs[p].parent
		s.runs[i].parent = g
		i = g
	}
}

func (s *Segmenter) largest() (Blob, Status) {
	least := int32(max(s.cfg.MinArea, 1))
	best := int32(-1)
	for i := range s.row[s.cfg.H] {
		if r := &s.runs[i]; r.parent == i && r.area >= least {
			best, least = i, r.area+1
		}
	}
	if best < 0 {
		return Blob{}, NoTarget
	}
	s.best = best
	return s.measure(), OK
}

func (s *Segmenter) measure() Blob {
	blob := Blob{Area: int(s.runs[s.best].area), X0: s.cfg.W, Y0: s.cfg.H}
	var sumX2, sumY int64 // sumX2 is twice the sum of x
	for y := range s.cfg.H {
		for i := s.row[y]; i < s.row[y+1]; i++ {
			if s.find(i) != s.best {
				continue
			}
			x0, x1 := int(s.runs[i].x0), int(s.runs[i].x1)
			sumX2 += int64(x1-x0) * int64(x0+x1-1)
			sumY += int64(x1-x0) * int64(y)
			blob.X0, blob.X1 = min(blob.X0, x0), max(blob.X1, x1)
			blob.Y0, blob.Y1 = min(blob.Y0, y), y+1
		}
	}
	blob.U = float64(sumX2) / float64(2*int64(blob.Area))
	blob.V = float64(sumY) / float64(blob.Area)
	return blob
}
