package perception

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// StereoConfig sizes and tunes a Stereo matcher.
type StereoConfig struct {
	W, H        int // size of both pictures, in pixels
	Disparities int // disparities searched, from 0 up: a multiple of 8, 8 to 256; 0 means 64
	Window      int // side of the square compared, odd, 5 to 15 pixels; 0 means 9
	Texture     int // least sum of |gradient| in the window; 0 means 4 per pixel, negative for no test
	Unique      int // percent by which the best match must beat all but its neighbours; 0 means 10, negative for no test
}

func (c *StereoConfig) setDefaults() {
	if c.Disparities == 0 {
		c.Disparities = 64
	}
	if c.Window == 0 {
		c.Window = 9
	}
	if c.Texture == 0 {
		c.Texture = 4 * c.Window * c.Window
	}
	if c.Unique == 0 {
		c.Unique = 10
	}
}

// Check reports every fault of the configuration, nil if there is none.
func (c StereoConfig) Check() error {
	c.setDefaults()
	var errs []error
	if !sidesOK(c.W, c.H) || c.W < c.Window || c.H < c.Window {
		errs = append(errs, fmt.Errorf("perception: stereo pictures of %d×%d: sides must be %d (the window) to %d", c.W, c.H, c.Window, MaxSide))
	}
	if c.Disparities < 8 || c.Disparities > 256 || c.Disparities%8 != 0 {
		errs = append(errs, fmt.Errorf("perception: %d disparities: give a multiple of 8 from 8 to 256", c.Disparities))
	}
	if c.Window < 5 || c.Window > 15 || c.Window%2 == 0 {
		errs = append(errs, fmt.Errorf("perception: stereo window %d: give an odd number from 5 to 15", c.Window))
	}
	if c.Unique > 100 {
		errs = append(errs, fmt.Errorf("perception: uniqueness of %d %%: give at most 100", c.Unique))
	}
	return errors.Join(errs...)
}

// NoDisparity marks pixels without a match.
const NoDisparity = -1

// Disparity is the result of stereo matching: for pixel (x, y) of the left picture, how many pixels further left the
// right picture shows the same thing, at Pix[y*W+x]; NoDisparity if there is no match.
type Disparity struct {
	W, H int
	Pix  []float32
}

// Stereo finds the disparity of a rectified pair by block matching, as in K. Konolige, "Small Vision
// Systems: Hardware and Implementation" (ISRR 1997): both pictures are reduced to clipped horizontal
// gradients, which do not depend on brightness and gain of the two cameras; each window of the left is compared
// with those of the right by the sum of absolute differences; the best wins if the window has texture, if no disparity
// except its neighbours comes close, and if no left pixel with a lower cost claims the same right pixel (the left-right
// check; a difference of one disparity is accepted). The fraction of a pixel comes from fitting two lines of equal and
// opposite slope through the costs beside the best.
//
// Costs of four disparities lie in the 16-bit lanes of one word and are summed and compared together. The matcher keeps
// its buffers and is not safe for concurrent use.
type Stereo struct {
	cfg     StereoConfig
	left    []byte   // gradients, 0..2*gradientCap, W a row
	right   []byte   // gradients of the right picture, each row reversed and padded
	rstride int      // bytes of such a row
	gray    []byte   // scratch: luma of one picture
	ring    []byte   // costs of single pixels in the last Window rows: [row][x][disparity]
	columns []uint64 // these costs summed over the rows: [x][lanes], see lane
	window  []uint64 // and summed over the window's columns
	texture []int32  // |gradient| summed over the rows, per x
	claim   []claim  // per x of the right picture: the best left pixel that chose it
	out     Disparity
}

type claim struct {
	cost uint32
	disp int32
}

const (
	gradientCap = 31
	beyond      = 127 // represents gradients outside the right picture: unlike any real one
	high16      = 0x8000800080008000
	even8       = 0x00ff00ff00ff00ff
	high8       = 0x8080808080808080
	low7        = 0x7f7f7f7f7f7f7f7f
	ones8       = 0x0101010101010101
	ones16      = 0x0001000100010001
)

// NewStereo returns a matcher, or all faults of the configuration.
func NewStereo(c StereoConfig) (*Stereo, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.setDefaults()
	s := &Stereo{cfg: c, rstride: c.W + c.Disparities}
	s.left = make([]byte, c.W*c.H)
	s.right = make([]byte, s.rstride*c.H)
	s.gray = make([]byte, c.W*c.H)
	s.ring = make([]byte, c.Window*c.W*c.Disparities)
	s.columns = make([]uint64, c.W*c.Disparities/4)
	s.window = make([]uint64, c.Disparities/4)
	s.texture = make([]int32, c.W)
	s.claim = make([]claim, c.W)
	s.out = Disparity{W: c.W, H: c.H, Pix: make([]float32, c.W*c.H)}
	return s, nil
}

// Match computes the disparity of the left picture. The result belongs to the matcher and is valid until the next call;
// with BadImage it is nil. Half a window along the edges has no disparity. Match does not allocate.
func (s *Stereo) Match(left, right *Image) (*Disparity, Status) {
	c := &s.cfg
	for _, m := range [2]*Image{left, right} {
		if !m.OK() || m.W != c.W || m.H != c.H {
			return nil, BadImage
		}
	}
	luma(left, s.gray)
	for y := range c.H {
		gradientRow(s.gray, c.W, c.H, y, s.left[y*c.W:])
	}
	luma(right, s.gray)
	s.reversedGradient()
	clear(s.ring)
	clear(s.columns)
	clear(s.texture)
	for i := range s.out.Pix {
		s.out.Pix[i] = NoDisparity
	}
	for y := range c.H {
		s.addRow(y)
		if y >= c.Window-1 {
			s.matchRow(y - c.Window/2)
		}
	}
	return &s.out, OK
}

// luma writes the brightness of each pixel, ITU-R BT.601 weights in 1/256.
func luma(m *Image, out []byte) {
	for y := range m.H {
		row, o := m.Row(y), out[y*m.W:(y+1)*m.W]
		for x := range o {
			p := row[3*x : 3*x+3]
			o[x] = byte((77*uint32(p[0]) + 150*uint32(p[1]) + 29*uint32(p[2]) + 128) >> 8)
		}
	}
}

// gradientRow writes row y of the horizontal Sobel derivative, clipped to ±gradientCap and raised by it. Rows
// and columns beyond the edge repeat it.
func gradientRow(in []byte, w, h, y int, out []byte) {
	up := in[max(y-1, 0)*w:][:w]
	mid := in[y*w:][:w]
	down := in[min(y+1, h-1)*w:][:w]
	for x := range out[:w] {
		a, b := max(x-1, 0), min(x+1, w-1)
		d := 2*(int(mid[b])-int(mid[a])) + int(up[b]) - int(up[a]) + int(down[b]) - int(down[a])
		out[x] = byte(min(max(d, -gradientCap), gradientCap) + gradientCap)
	}
}

// reversedGradient fills right from gray: reversed, so that the pixels d, d+1, d+2, ... to the left of x,
// which one left pixel is compared with, lie in ascending bytes.
func (s *Stereo) reversedGradient() {
	w := s.cfg.W
	for y := range s.cfg.H {
		row := s.right[y*s.rstride:][:s.rstride]
		gradientRow(s.gray, w, s.cfg.H, y, row[:w])
		for i, j := 0, w-1; i < j; i, j = i+1, j-1 {
			row[i], row[j] = row[j], row[i]
		}
		for i := w; i < len(row); i++ {
			row[i] = beyond
		}
	}
}

// addRow adds row y of both gradients to the column sums, and subtracts the row that leaves the window.
func (s *Stereo) addRow(y int) {
	w, n := s.cfg.W, s.cfg.Disparities
	slot := s.ring[(y%s.cfg.Window)*w*n:][:w*n]
	left, right := s.left[y*w:][:w], s.right[y*s.rstride:][:s.rstride]
	leaves := y - s.cfg.Window
	for x, l := range left {
		s.texture[x] += abs(int32(l) - gradientCap)
		if leaves >= 0 {
			s.texture[x] -= abs(int32(s.left[leaves*w+x]) - gradientCap)
		}
		addCosts(l, right[w-1-x:][:n], slot[x*n:][:n], s.columns[x*n/4:][:n/4])
	}
}

// addCosts compares gradient l with those of n disparities, replaces the old costs by the new ones and adds
// the change to the sums. Word 2k of sums holds disparities 8k, 8k+2, 8k+4 and 8k+6, word 2k+1 the odd ones.
func addCosts(l byte, right, costs []byte, sums []uint64) {
	a := uint64(l)*ones8 | high8
	for len(right) >= 8 && len(costs) >= 8 && len(sums) >= 2 {
		t := a - binary.LittleEndian.Uint64(right) // high bit of a byte: l ≥ right; the rest: difference mod 128
		less := (^t & high8) >> 7
		c := (t&low7 ^ (less<<7 - less)) + less
		old := binary.LittleEndian.Uint64(costs)
		binary.LittleEndian.PutUint64(costs, c)
		sums[0] += c&even8 - old&even8
		sums[1] += c>>8&even8 - old>>8&even8
		right, costs, sums = right[8:], costs[8:], sums[2:]
	}
}

// matchRow finds the disparities of row y from the column sums.
func (s *Stereo) matchRow(y int) {
	w, r, lanes := s.cfg.W, s.cfg.Window/2, s.cfg.Disparities/4
	out := s.out.Pix[y*w:][:w]
	for i := range s.claim {
		s.claim[i] = claim{cost: math.MaxUint32}
	}
	clear(s.window)
	texture := int32(0)
	for x := range 2 * r {
		slide(s.window, s.columns[x*lanes:][:lanes], nil)
		texture += s.texture[x]
	}
	for x := r; x < w-r; x++ {
		var leaving []uint64
		if x > r {
			leaving = s.columns[(x-r-1)*lanes:][:lanes]
			texture -= s.texture[x-r-1]
		}
		slide(s.window, s.columns[(x+r)*lanes:][:lanes], leaving)
		texture += s.texture[x+r]
		if texture >= int32(s.cfg.Texture) {
			out[x] = s.choose(x)
		}
	}
	for x, d := range out {
		if d < 0 {
			continue
		}
		if right := x - int(d+0.5); right >= 0 && abs(s.claim[right].disp-int32(d+0.5)) > 1 {
			out[x] = NoDisparity
		}
	}
}

// slide adds a column's sums to the window's and takes another's away. No lane ever falls below zero or
// reaches 2^15, so plain words suffice.
func slide(window, entering, leaving []uint64) {
	entering = entering[:len(window)]
	if leaving == nil {
		for i := range window {
			window[i] += entering[i]
		}
		return
	}
	leaving = leaving[:len(window)]
	for i := range window {
		window[i] += entering[i] - leaving[i]
	}
}

// choose returns the disparity of left pixel x, from the window's costs, and enters its claim.
func (s *Stereo) choose(x int) float32 {
	even, odd := s.window[0], s.window[1]
	for w := s.window[2:]; len(w) >= 2; w = w[2:] { // two chains, for the processor to overlap
		even, odd = lesser(even, w[0]), lesser(odd, w[1])
	}
	least := lesser(even, odd)
	cost := min(uint16(least), uint16(least>>16), uint16(least>>32), uint16(least>>48))
	best, first, last := s.contenders(cost)
	if best > x {
		return NoDisparity
	}
	if c := &s.claim[x-best]; uint32(cost) < c.cost {
		*c = claim{uint32(cost), int32(best)}
	}
	if s.cfg.Unique > 0 && (first < best-1 || last > best+1) {
		return NoDisparity
	}
	return float32(best) + s.fraction(best, int(cost))
}

// lesser returns the lesser of two costs in each lane.
func lesser(a, b uint64) uint64 {
	ge := ((a | high16) - b) & high16 // lanes where b is no greater
	m := ge - ge>>15                  // their low 15 bits, which hold the whole cost
	return b&m | a&^m
}

// contenders returns the first disparity with the least cost, and the first and last whose cost is within
// the uniqueness margin of it.
func (s *Stereo) contenders(cost uint16) (best, first, last int) {
	limit := min(uint64(cost)*uint64(100+max(s.cfg.Unique, 0))/100, math.MaxInt16)
	all := limit*ones16 | high16
	best, first, last = math.MaxInt, math.MaxInt, 0
	for i, v := range s.window {
		near := (all - v) & high16
		for ; near != 0; near &= near - 1 {
			k := bits.TrailingZeros64(near) >> 4
			d := i>>1<<3 + i&1 + 2*k
			first, last = min(first, d), max(last, d)
			if uint16(v>>(16*k)) == cost {
				best = min(best, d)
			}
		}
	}
	return best, first, last
}

// fraction returns where between its neighbours the minimum lies, −0.5 to 0.5, 0 at the ends of the search.
func (s *Stereo) fraction(best, cost int) float32 {
	if best == 0 || best == s.cfg.Disparities-1 {
		return 0
	}
	before, after := s.cost(best-1), s.cost(best+1)
	steep := max(before, after) - cost
	if steep <= 0 {
		return 0
	}
	return float32(before-after) / float32(2*steep)
}

func (s *Stereo) cost(d int) int {
	return int(uint16(s.window[d>>3<<1+d&1] >> (16 * (d >> 1 & 3))))
}

func abs(x int32) int32 {
	if x < 0 {
		return -x
	}
	return x
}

// StereoCamera turns disparity into depth for a rectified pair.
type StereoCamera struct {
	F        float64 // focal length of both cameras, pixels
	Baseline float64 // distance between them, metres
	Offset   float64 // principal point of the right minus that of the left along x, pixels
}

// Depth returns the depth in metres of a disparity in pixels, Baseline·F/(disparity + Offset), or 0 if there is none.
func (c StereoCamera) Depth(disparity float64) float64 {
	d := disparity + c.Offset
	if disparity < 0 || !(d > 0) {
		return 0
	}
	return c.Baseline * c.F / d
}

// Fill writes the depth of every pixel of a disparity picture into out, 0 if there is none or if it does not fit 16
// bits of out's unit. It returns BadDepth when the two differ in size or out is malformed. It does not allocate.
func (c StereoCamera) Fill(out *Depth, in *Disparity) Status {
	if in == nil || !out.OK() || in.W != out.W || in.H != out.H || len(in.Pix) < in.W*in.H {
		return BadDepth
	}
	perUnit := 1 / out.Unit()
	for y := range out.H {
		row := out.Row(y)
		for x, d := range in.Pix[y*in.W:][:in.W] {
			row[x] = 0
			if raw := math.Floor(float64(c.Depth(float64(d))*perUnit) + 0.5); raw >= 1 && raw <= math.MaxUint16 {
				row[x] = uint16(raw)
			}
		}
	}
	return OK
}
