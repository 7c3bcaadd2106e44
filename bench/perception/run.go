// Package perception measures the camera's part of the loop: finding the target's cluster in a 640×480 picture,
// compared with OpenCV's fastest pipeline for the same task on the same pictures in the same minutes, and
// block-matching stereo compared with OpenCV's.
package perception

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	vision "github.com/sinew-robotics/sinew/math/perception"
)

const (
	width, height = 640, 480
	disparities   = 64
	window        = 9
)

// Run measures and emits, for a lemon that covers 1, 20 and 80 % of the picture,
//
//	seg_640x480_blob1, _blob20, _blob80   ms a picture; peer OpenCV HSV + inRange + findContours + moments
//	seg_growth                            time at 80 % over time at 1 %
//	seg_allocs                            allocations a picture
//	seg_area_error, seg_centroid_error    largest difference to OpenCV's connectedComponentsWithStats, px
//	stereo_640x480_64                     ms a pair; peer OpenCV StereoBM
//
// Times are medians over rounds in which both sides run in turn on one thread. Without g++ and OpenCV the peer's
// figures and the two errors are missing, and o.Log says why. An area or centroid that differs from OpenCV's is an
// error.
func Run(o bench.Options, emit bench.Emit) error {
	if o.Log == nil {
		o.Log = io.Discard
	}
	peer, err := StartOpenCV()
	if err != nil {
		fmt.Fprintf(o.Log, "no peer: %v\n", err)
	} else {
		defer peer.Close()
	}
	r := runner{emit: emit, peer: peer, seed: o.Seed, rounds: 30, batch: 15, frame: vision.NewImage(width, height)}
	if o.N > 0 {
		r.rounds = o.N
	}
	if o.Quick {
		r.rounds, r.batch = 2, 2
	}
	if err := r.segmentation(); err != nil {
		return err
	}
	return r.stereo()
}

type runner struct {
	emit          bench.Emit
	peer          *OpenCV
	seed          uint64
	rounds, batch int
	frame         vision.Image
}

// scene is one picture in which to find the lemon, and its results.
type scene struct {
	percent      int
	picture      *vision.Image
	blob         vision.Blob
	ours, theirs []float64 // ns, one median per round
	outline      Found
}

func (r *runner) segmentation() error {
	q := vision.Yellow()
	s, err := vision.NewSegmenter(vision.SegmenterConfig{W: width, H: height, Color: q})
	if err != nil {
		return err
	}
	if r.peer != nil {
		if err := r.peer.Range(q); err != nil {
			return err
		}
	}
	scenes := []*scene{{percent: 1}, {percent: 20}, {percent: 80}}
	var allocs float64
	for _, sc := range scenes {
		sc.picture = Lemon(float64(sc.percent)/100, r.seed)
		if _, st := s.Segment(sc.picture); st != vision.OK {
			return fmt.Errorf("bench: no lemon found at %d %%: %v", sc.percent, st)
		}
		allocs = max(allocs, testing.AllocsPerRun(3, func() { s.Segment(sc.picture) }))
	}
	for range r.rounds { // the scenes in turn, so that a busy machine slows down all of them
		for _, sc := range scenes {
			if err := r.round(s, sc); err != nil {
				return err
			}
		}
	}
	for _, sc := range scenes {
		r.emit(sc.result())
	}
	r.emit(bench.Result{Name: "seg_growth", Value: bench.Median(scenes[2].ours) / bench.Median(scenes[0].ours), Unit: "×", Note: "80 % over 1 %"})
	r.emit(bench.Result{Name: "seg_allocs", Value: allocs, Unit: "1/picture"})
	if r.peer == nil {
		return nil
	}
	return r.compare(scenes)
}

func (r *runner) round(s *vision.Segmenter, sc *scene) (err error) {
	copy(r.frame.Pix, sc.picture.Pix) // one buffer for all, as with a camera: its place in memory matters
	sc.ours = append(sc.ours, r.timed(func() { sc.blob, _ = s.Segment(&r.frame) }))
	if r.peer == nil {
		return nil
	}
	if err = r.peer.Picture(sc.picture); err != nil {
		return err
	}
	sc.outline, err = r.peer.Contours(r.batch)
	sc.theirs = append(sc.theirs, sc.outline.NS)
	return err
}

// timed runs f batch times and returns the median in ns.
func (r *runner) timed(f func()) float64 {
	var ns []float64
	for range r.batch {
		t := time.Now()
		f()
		ns = append(ns, float64(time.Since(t)))
	}
	return bench.Median(ns)
}

func (sc *scene) result() bench.Result {
	res := bench.Result{
		Name:  fmt.Sprintf("seg_640x480_blob%d", sc.percent),
		Value: bench.Median(sc.ours) / 1e6, Unit: "ms",
		Note: fmt.Sprintf("area %d", sc.blob.Area),
	}
	if len(sc.theirs) > 0 {
		res = res.Against("OpenCV", bench.Median(sc.theirs)/1e6)
		res.Note += fmt.Sprintf(", its polygon's %.0f with the centroid %.3f px off", sc.outline.Area,
			math.Hypot(sc.outline.U-sc.blob.U, sc.outline.V-sc.blob.V))
	}
	return res
}

// compare checks areas and centroids against OpenCV's connected components.
func (r *runner) compare(scenes []*scene) error {
	var area, offset float64
	for _, sc := range scenes {
		if err := r.peer.Picture(sc.picture); err != nil {
			return err
		}
		f, err := r.peer.Stats(1)
		if err != nil {
			return err
		}
		area = max(area, math.Abs(f.Area-float64(sc.blob.Area)))
		offset = max(offset, math.Hypot(f.U-sc.blob.U, f.V-sc.blob.V))
	}
	r.emit(bench.Result{Name: "seg_area_error", Value: area, Unit: "px"})
	r.emit(bench.Result{Name: "seg_centroid_error", Value: offset, Unit: "px"})
	if area != 0 || offset > 1e-9 {
		return fmt.Errorf("bench: cluster differs from OpenCV's by %v px in area, %v px in centroid", area, offset)
	}
	return nil
}

func (r *runner) stereo() error {
	s, err := vision.NewStereo(vision.StereoConfig{W: width, H: height, Disparities: disparities, Window: window})
	if err != nil {
		return err
	}
	left, right := Pair(r.seed)
	if r.peer != nil {
		if err := r.peer.Pair(left, right); err != nil {
			return err
		}
	}
	r.batch = (r.batch + 4) / 5
	var ours, theirs []float64
	for range (r.rounds + 2) / 3 {
		ours = append(ours, r.timed(func() { s.Match(left, right) }))
		if r.peer == nil {
			continue
		}
		ns, _, err := r.peer.Match(disparities, window, r.batch)
		if err != nil {
			return err
		}
		theirs = append(theirs, ns)
	}
	res := bench.Result{Name: "stereo_640x480_64", Value: bench.Median(ours) / 1e6, Unit: "ms"}
	if r.peer != nil {
		res = res.Against("OpenCV StereoBM", bench.Median(theirs)/1e6)
	}
	r.emit(res)
	return nil
}

// Lemon draws a yellow ellipse that covers the given share of a 640×480 picture, on a brownish texture, with noise
// like that of a small sensor.
func Lemon(share float64, seed uint64) *vision.Image {
	inside := func(x, y int, k float64) bool {
		return math.Hypot((float64(x)-310)/4, (float64(y)-250)/3) < k
	}
	lo, hi := 0.0, 400.0
	for range 30 {
		k, n := (lo+hi)/2, 0
		for y := range height {
			for x := range width {
				if inside(x, y, k) {
					n++
				}
			}
		}
		if float64(n) < share*width*height {
			lo = k
		} else {
			hi = k
		}
	}
	rnd := rand.New(rand.NewPCG(seed, 0x1e40))
	m := vision.NewImage(width, height)
	for y := range height {
		for x := range width {
			t := 90 + 30*math.Sin(float64(x)/17) + 30*math.Cos(float64(y)/23)
			c := [3]float64{t, 0.9 * t, 0.8 * t}
			if inside(x, y, hi) {
				d := math.Hypot((float64(x)-310)/4, (float64(y)-250)/3) / hi
				c = [3]float64{230 - 40*d*d, 205 - 40*d*d, 40}
			}
			var p [3]byte
			for i, v := range c {
				p[i] = byte(min(255, max(0, v+6*rnd.NormFloat64())))
			}
			m.Set(x, y, p[0], p[1], p[2])
		}
	}
	return &m
}

// Pair draws a stereo pair of a textured slope: disparity 10 at the top, 40 at the bottom.
func Pair(seed uint64) (left, right *vision.Image) {
	rnd := rand.New(rand.NewPCG(seed, 0x57e4))
	l, r := vision.NewImage(width, height), vision.NewImage(width, height)
	for y := range height {
		row := l.Row(y)
		for i := range row {
			row[i] = byte(rnd.Uint32())
		}
		d := 10 + y/16
		out := r.Row(y)
		for i := range out {
			if from := i + 3*d; from < len(row) {
				out[i] = row[from]
			} else {
				out[i] = byte(rnd.Uint32())
			}
		}
	}
	return &l, &r
}
