package perception

import (
	_ "embed"
	"fmt"
	"io"

	"github.com/sinew-robotics/sinew/bench"
	vision "github.com/sinew-robotics/sinew/math/perception"
)

//go:embed peer/opencv.cc
var openCVSource []byte

// OpenCV is a running C++ program that does with OpenCV, on one thread, what package perception does.
type OpenCV struct {
	*bench.Dialogue
	program bench.Peer
}

// StartOpenCV compiles the peer and starts it. It needs g++, pkg-config and Debian's libopencv-dev.
func StartOpenCV() (*OpenCV, error) {
	bin, err := bench.BuildPeer("opencv.cc", openCVSource, "-std=c++17", "pkg:opencv4")
	if err != nil {
		return nil, fmt.Errorf("%w\ninstall the Debian packages g++, pkg-config and libopencv-dev", err)
	}
	d, err := bin.Start()
	return &OpenCV{d, bin}, err
}

// Close ends the program and removes it.
func (p *OpenCV) Close() error {
	defer p.program.Remove()
	return p.Dialogue.Close()
}

// Picture sends the picture for the next questions.
func (p *OpenCV) Picture(m *vision.Image) error {
	if err := p.Ask("image %d %d", m.W, m.H); err != nil {
		return err
	}
	return p.rows(m)
}

// Pair sends the stereo pair for the next question.
func (p *OpenCV) Pair(left, right *vision.Image) error {
	if err := p.Ask("pair %d %d", left.W, left.H); err != nil {
		return err
	}
	if err := p.rows(left); err != nil {
		return err
	}
	return p.rows(right)
}

func (p *OpenCV) rows(m *vision.Image) error {
	c := m.Clone()
	_, err := p.In.Write(c.Pix)
	return err
}

// Range sets the range of colours to find; the hue must not wrap.
func (p *OpenCV) Range(q vision.HSVRange) error {
	return p.Ask("range %d %d %d %d %d %d", q.HLo, q.HHi, q.SLo, q.SHi, q.VLo, q.VHi)
}

// Found is OpenCV's answer: the median time of a pass, the largest cluster's area and its centroid.
type Found struct {
	NS, Area, U, V float64
}

// Contours runs cvtColor, inRange, findContours and moments n times. Area and centroid are those of the polygon
// through the outermost pixels' centres: smaller than the cluster, and with its holes filled.
func (p *OpenCV) Contours(n int) (f Found, err error) { return p.blob("contours", n) }

// Stats runs cvtColor, inRange and connectedComponentsWithStats n times; it counts pixels.
func (p *OpenCV) Stats(n int) (f Found, err error) { return p.blob("stats", n) }

func (p *OpenCV) blob(what string, n int) (f Found, err error) {
	if err = p.Ask("%s %d", what, n); err != nil {
		return f, err
	}
	_, err = fmt.Fscan(p.Out, &f.NS, &f.Area, &f.U, &f.V)
	return f, err
}

// Match runs StereoBM n times and returns the median time of a pass in ns and the number of pixels matched.
func (p *OpenCV) Match(disparities, window, n int) (ns, matched float64, err error) {
	if err = p.Ask("bm %d %d %d", disparities, window, n); err != nil {
		return 0, 0, err
	}
	_, err = fmt.Fscan(p.Out, &ns, &matched)
	return ns, matched, err
}

// HSV returns OpenCV's 8-bit HSV of all 2^24 colours, three bytes each; those of colour r<<16|g<<8|b begin at three
// times that index.
func (p *OpenCV) HSV() ([]byte, error) {
	if err := p.Ask("hsv"); err != nil {
		return nil, err
	}
	all := make([]byte, 3<<24)
	_, err := io.ReadFull(p.Out, all)
	return all, err
}
