//go:build debian

package perception_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	peer "github.com/sinew-robotics/sinew/bench/perception"
	"github.com/sinew-robotics/sinew/math/perception"
)

// Real pictures from Debian packages. A missing one fails the test and names the package.
const (
	openCVData  = "/usr/share/doc/opencv-doc/examples/data/"
	skimageData = "/usr/lib/python3/dist-packages/skimage/data/"
)

func data(t *testing.T, pkg, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v\ninstall the Debian package %s", err, pkg)
	}
	return b
}

func picture(t *testing.T, pkg, path string) *perception.Image {
	t.Helper()
	m, err := perception.DecodeImage(bytes.NewReader(data(t, pkg, path)))
	if err != nil {
		t.Fatal(err)
	}
	return &m
}

func openCV(t *testing.T) *peer.OpenCV {
	t.Helper()
	p, err := peer.StartOpenCV()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestHSVIsOpenCVs(t *testing.T) {
	want, err := openCV(t).HSV()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1 << 24 {
		h, s, v := perception.HSV(byte(i>>16), byte(i>>8), byte(i))
		if w := want[3*i : 3*i+3]; h != w[0] || s != w[1] || v != w[2] {
			t.Fatalf("colour %06x: (%d, %d, %d), OpenCV says %v", i, h, s, v, w)
		}
	}
}

// TestLemonInFruits finds the halved lemon of a photograph, the largest yellow thing in it, exactly as
// OpenCV's connectedComponentsWithStats does.
func TestLemonInFruits(t *testing.T) {
	m, p := picture(t, "opencv-doc", openCVData+"fruits.jpg"), openCV(t)
	if err := p.Picture(m); err != nil {
		t.Fatal(err)
	}
	for i, q := range []perception.HSVRange{
		perception.Yellow(),
		{HLo: 20, HHi: 32, SLo: 130, SHi: 255, VLo: 130, VHi: 255},
		{HLo: 40, HHi: 70, SLo: 60, SHi: 255, VLo: 20, VHi: 255},
		{HLo: 100, HHi: 130, SLo: 100, SHi: 255, VLo: 20, VHi: 255},
	} {
		s, err := perception.NewSegmenter(perception.SegmenterConfig{W: m.W, H: m.H, Color: q})
		if err != nil {
			t.Fatal(err)
		}
		b, st := s.Segment(m)
		if err := p.Range(q); err != nil {
			t.Fatal(err)
		}
		f, err := p.Stats(1)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v: area %d, centroid (%.3f, %.3f)", q, b.Area, b.U, b.V)
		if st != perception.OK || float64(b.Area) != f.Area || math.Hypot(b.U-f.U, b.V-f.V) > 1e-9 {
			t.Errorf("%+v: %+v, %v; OpenCV says %+v", q, b, st, f)
		}
		if i == 0 && (b.Area < 15000 || math.Hypot(b.U-430, b.V-350) > 20) {
			t.Errorf("%+v is not the lemon", b)
		}
	}
}

// score compares a disparity with the truth: of all pixels with known truth (0 and infinity are not) the
// share matched, and of those matched the share more than limit pixels off and the median error.
type score struct{ matched, bad, median float64 }

func rate(d *perception.Disparity, truth []float32, limit float64) (s score) {
	var known, matched, bad int
	hist := make([]int, 2000) // hundredths of a pixel
	for i, want := range truth {
		if want <= 0 || math.IsInf(float64(want), 0) {
			continue
		}
		known++
		if d.Pix[i] == perception.NoDisparity {
			continue
		}
		matched++
		off := math.Abs(float64(d.Pix[i] - want))
		if off > limit {
			bad++
		}
		hist[min(int(100*off), len(hist)-1)]++
	}
	below := 0
	for i, n := range hist {
		if below += n; below > matched/2 {
			s.median = float64(i) / 100
			break
		}
	}
	s.matched, s.bad = float64(matched)/float64(known), float64(bad)/float64(matched)
	return s
}

// TestAloe matches the Middlebury 2006 pair "Aloe" at full size; the truth is in whole pixels.
func TestAloe(t *testing.T) {
	left, right := picture(t, "opencv-doc", openCVData+"aloeL.jpg"), picture(t, "opencv-doc", openCVData+"aloeR.jpg")
	gt, err := png.Decode(bytes.NewReader(data(t, "opencv-doc", openCVData+"aloeGT.png")))
	if err != nil {
		t.Fatal(err)
	}
	gray, ok := gt.(*image.Gray)
	if !ok || gray.Rect.Dx() != left.W || gray.Rect.Dy() != left.H {
		t.Fatalf("truth is %T of %v", gt, gt.Bounds())
	}
	truth := make([]float32, left.W*left.H)
	for y := range left.H {
		for x := range left.W {
			truth[y*left.W+x] = float32(gray.Pix[y*gray.Stride+x])
		}
	}
	d := match(t, left, right, perception.StereoConfig{Disparities: 216, Window: 11})
	s := rate(d, truth, 2)
	t.Logf("aloe: %+v", s)
	if s.matched < aloeMatched || s.bad > aloeBad || s.median > aloeMedian {
		t.Errorf("aloe: %+v", s)
	}
}

func match(t *testing.T, left, right *perception.Image, c perception.StereoConfig) *perception.Disparity {
	t.Helper()
	c.W, c.H = left.W, left.H
	m, err := perception.NewStereo(c)
	if err != nil {
		t.Fatal(err)
	}
	d, st := m.Match(left, right)
	if st != perception.OK {
		t.Fatal(st)
	}
	return d
}

// TestMotorcycle matches the Middlebury 2014 pair "Motorcycle" and compares disparity and metric depth with
// the truth, by the calibration that comes with the pair.
func TestMotorcycle(t *testing.T) {
	left := picture(t, "python3-skimage", skimageData+"motorcycle_left.png")
	right := picture(t, "python3-skimage", skimageData+"motorcycle_right.png")
	truth, shape := npz(t, data(t, "python3-skimage", skimageData+"motorcycle_disp.npz"))
	if len(shape) != 2 || shape[0] != left.H || shape[1] != left.W {
		t.Fatalf("truth has shape %v, picture %d×%d", shape, left.W, left.H)
	}
	d := match(t, left, right, perception.StereoConfig{Disparities: 72, Window: 11})
	s := rate(d, truth, 2)
	cam := perception.StereoCamera{F: 994.978, Baseline: 0.193001, Offset: 31.086}
	depth := perception.NewDepth(left.W, left.H)
	if st := cam.Fill(&depth, d); st != perception.OK {
		t.Fatal(st)
	}
	within, have := 0, 0
	for i, want := range truth {
		if z := cam.Depth(float64(want)); depth.Pix[i] != 0 && z > 0 {
			have++
			if math.Abs(float64(depth.Pix[i])*depth.Unit()-z) < 0.02*z {
				within++
			}
		}
	}
	share := float64(within) / float64(have)
	t.Logf("motorcycle: %+v, depth within 2 %%: %.3f", s, share)
	if s.matched < motorMatched || s.bad > motorBad || s.median > motorMedian || share < motorDepth {
		t.Errorf("motorcycle: %+v, depth within 2 %%: %.3f", s, share)
	}
}

var npyHeader = regexp.MustCompile(`^\{'descr': '<f4', 'fortran_order': False, 'shape': \(([0-9, ]+)\), *\}\s*$`)

// npz reads the only array, of little-endian float32, from a NumPy .npz file: a zip archive of .npy files
// (NumPy Enhancement Proposal 1: magic, version, length of the header, header, numbers).
func npz(t *testing.T, b []byte) (values []float32, shape []int) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(z.File) != 1 {
		t.Fatalf("npz: %v", err)
	}
	f, err := z.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	npy, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	values, shape, err = parseNPY(npy)
	if err != nil {
		t.Fatal(err)
	}
	return values, shape
}

func parseNPY(b []byte) (values []float32, shape []int, err error) {
	if len(b) < 10 || string(b[:7]) != "\x93NUMPY\x01" {
		return nil, nil, fmt.Errorf("npy: not version 1")
	}
	n := 10 + int(binary.LittleEndian.Uint16(b[8:]))
	if n > len(b) {
		return nil, nil, fmt.Errorf("npy: header is cut off")
	}
	m := npyHeader.FindSubmatch(b[10:n])
	if m == nil {
		return nil, nil, fmt.Errorf("npy: header %q is no float32 array in C order", b[10:n])
	}
	size := 1
	for _, s := range strings.FieldsFunc(string(m[1]), func(r rune) bool { return r == ',' || r == ' ' }) {
		k, err := strconv.Atoi(s)
		if err != nil {
			return nil, nil, err
		}
		shape = append(shape, k)
		size *= k
	}
	if len(b)-n != 4*size {
		return nil, nil, fmt.Errorf("npy: %d bytes for %d numbers", len(b)-n, size)
	}
	values = make([]float32, size)
	_, err = binary.Decode(b[n:], binary.LittleEndian, values)
	return values, shape, err
}

// Bars, with a margin over what was measured when the matcher was written.
const (
	aloeMatched  = 0.70  // 0.753
	aloeBad      = 0.05  // 0.035
	aloeMedian   = 0.5   // 0.35 px, of a truth in whole pixels
	motorMatched = 0.75  // 0.803
	motorBad     = 0.085 // 0.064
	motorMedian  = 0.2   // 0.13 px
	motorDepth   = 0.90  // 0.923
)
