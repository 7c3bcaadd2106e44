package perception

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// depthSamples bounds the depth readings taken from one cluster, and so the time of the median.
const depthSamples = 1024

// LocatorConfig tunes a Locator.
type LocatorConfig struct {
	Segment            SegmenterConfig
	Camera             Intrinsics // of the colour picture, to which depth is aligned
	MinDepth, MaxDepth float64    // depths outside these bounds are no data, in metres; 0 and 0 means 0.1 and 10
	MinValid           float64    // least share of the cluster's sampled pixels with valid depth; 0 means 0.2
}

func (c *LocatorConfig) setDefaults() {
	if c.MinDepth == 0 && c.MaxDepth == 0 {
		c.MinDepth, c.MaxDepth = 0.1, 10
	}
	if c.MinValid == 0 {
		c.MinValid = 0.2
	}
}

// Check reports every fault of the configuration, nil if there is none.
func (c LocatorConfig) Check() error {
	c.setDefaults()
	errs := []error{c.Segment.Check(), c.Camera.Check()}
	if c.Camera.OK() && (c.Camera.W != c.Segment.W || c.Camera.H != c.Segment.H) {
		errs = append(errs, fmt.Errorf("perception: camera is %d×%d but the segmenter takes %d×%d: give both one size",
			c.Camera.W, c.Camera.H, c.Segment.W, c.Segment.H))
	}
	if !(c.MinDepth > 0 && c.MinDepth < c.MaxDepth) || math.IsInf(c.MaxDepth, 0) {
		errs = append(errs, fmt.Errorf("perception: depth range %v to %v m: give 0 < MinDepth < MaxDepth", c.MinDepth, c.MaxDepth))
	}
	if !(c.MinValid > 0 && c.MinValid <= 1) {
		errs = append(errs, fmt.Errorf("perception: MinValid is %v: give a share in (0, 1]", c.MinValid))
	}
	return errors.Join(errs...)
}

// Target is the target in one frame.
type Target struct {
	Blob    Blob
	Depth   float64      // median depth over the cluster, finer than the camera's unit, metres; 0 when there is none
	Samples int          // pixels of the cluster whose depth was sampled
	Valid   int          // how many of them had data in range
	Point   spatial.Vec3 // the point shown at the centroid, optical frame, metres
}

// Locator finds the target in a frame and computes its position. It is not safe for concurrent use.
type Locator struct {
	cfg     LocatorConfig
	seg     *Segmenter
	samples []uint16
}

// NewLocator returns a locator, or all faults of the configuration.
func NewLocator(c LocatorConfig) (*Locator, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.setDefaults()
	seg, err := NewSegmenter(c.Segment)
	if err != nil {
		return nil, err
	}
	return &Locator{cfg: c, seg: seg, samples: make([]uint16, 0, depthSamples)}, nil
}

// StatelessInKeyframes marks the locator as left out of keyframes, because every call refills its buffers.
func (l *Locator) StatelessInKeyframes() {}

// Locate finds the largest cluster in a colour picture, the median of the valid depth over it, and the point of the optical
// frame that the centroid shows at that depth. At most 1024 pixels are sampled, evenly spaced in reading order. With NoDepth
// the target's Blob is still valid; with other faults no field is. Locate does not allocate.
func (l *Locator) Locate(m *Image, d *Depth) (Target, Status) {
	blob, st := l.seg.Segment(m)
	if st != OK {
		return Target{}, st
	}
	if !d.OK() || d.W != m.W || d.H != m.H {
		return Target{}, BadDepth
	}
	t := Target{Blob: blob}
	t.Samples = l.sample(d, blob)
	t.Valid = len(l.samples)
	if t.Valid == 0 || float64(t.Valid) < l.cfg.MinValid*float64(t.Samples) {
		return t, NoDepth
	}
	t.Depth = median(l.samples) * d.Unit()
	t.Point = l.cfg.Camera.Deproject(blob.U, blob.V, t.Depth)
	return t, OK
}

// median sorts depths, which a camera rounds to whole units, and returns their median as grouped data: the samples of the
// median's unit are assumed to be spread evenly over it. On a surface that is not square to the camera, with depths of many
// units, this median moves as smoothly as the surface, whereas the plain one jumps from unit to unit.
func median(z []uint16) float64 {
	slices.Sort(z)
	unit := z[(len(z)-1)/2]
	below, _ := slices.BinarySearch(z, unit)
	within, _ := slices.BinarySearch(z[below:], unit+1)
	return float64(unit) - 0.5 + (float64(len(z))/2-float64(below))/float64(within)
}

// sample collects the valid depths at every n-th pixel of the segmenter's last cluster and returns the number of pixels
// examined.
func (l *Locator) sample(d *Depth, blob Blob) (looked int) {
	s := l.seg
	l.samples = l.samples[:0]
	step := (blob.Area + depthSamples - 1) / depthSamples
	skip := step / 2 // pixels to pass before the next sample
	unit := d.Unit()
	for y := blob.Y0; y < blob.Y1; y++ {
		row := d.Row(y)
		for i := s.row[y]; i < s.row[y+1]; i++ {
			if s.find(i) != s.best {
				continue
			}
			x, x1 := int(s.runs[i].x0)+skip, int(s.runs[i].x1)
			for ; x < x1; x += step {
				looked++
				z := float64(row[x]) * unit
				if row[x] != 0 && z >= l.cfg.MinDepth && z <= l.cfg.MaxDepth {
					l.samples = append(l.samples, row[x])
				}
			}
			skip = x - x1
		}
	}
	return looked
}

// OpticalInLink returns the rotation of a camera's optical frame (x right, y down, z forward) in its link
// frame (x forward, y left, z up), the two conventions of robot descriptions: roll −π/2, pitch 0, yaw −π/2.
// With the link's pose and the target's point it completes the chain
// p_base = base_link · (OpticalInLink, offset) · p_optical.
func OpticalInLink() spatial.Rot {
	return spatial.Rot{0, 0, 1, -1, 0, 0, 0, -1, 0}
}

// FrameGuard notices a camera that delivers the same frame again and again: a frozen stream, which would otherwise look
// like a target that does not move. Its zero value is ready. Real frames never repeat, because of their noise;
// simulated ones may.
type FrameGuard struct {
	last   uint64
	seen   bool
	repeat int
}

// Repeats takes the next frame and returns how many times in a row it has now come again: 0 for a frame
// that differs from the one before. Frames are compared by a 64-bit hash over all pixels of both pictures;
// either may be nil. A picture with a wrong shape differs from all others. It does not allocate.
func (g *FrameGuard) Repeats(m *Image, d *Depth) int {
	h, ok := uint64(0), m != nil || d != nil
	if m != nil {
		ok = ok && m.OK()
		h = hashImage(m)
	}
	if d != nil {
		ok = ok && d.OK()
		h = hashDepth(d, h)
	}
	if ok && g.seen && h == g.last {
		g.repeat++
	} else {
		g.repeat = 0
	}
	g.last, g.seen = h, ok
	return g.repeat
}

// Reset forgets the last frame.
func (g *FrameGuard) Reset() { *g = FrameGuard{} }

func hashImage(m *Image) uint64 {
	if !m.OK() {
		return 0
	}
	h := uint64(m.W)<<32 | uint64(m.H)
	for y := range m.H {
		h = xxh3.HashSeed(m.Row(y), h)
	}
	return h
}

// hashDepth folds the samples in four at a time; a depth row is not a byte slice, so xxh3 does not apply.
func hashDepth(d *Depth, h uint64) uint64 {
	if !d.OK() {
		return h
	}
	const k = 0x9e3779b97f4a7c15
	h ^= uint64(d.W)<<32 | uint64(d.H)
	for y := range d.H {
		row := d.Row(y)
		for len(row) >= 4 {
			w := uint64(row[0]) | uint64(row[1])<<16 | uint64(row[2])<<32 | uint64(row[3])<<48
			h = (h ^ w) * k
			h ^= h >> 29
			row = row[4:]
		}
		for _, v := range row {
			h = (h ^ uint64(v)) * k
			h ^= h >> 29
		}
	}
	return h
}
