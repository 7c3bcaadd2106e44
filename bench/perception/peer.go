package perception

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	vision "github.com/sinew-robotics/sinew/math/perception"
)

//go:embed peer/opencv.cc
var openCVSource []byte

// OpenCV is a running C++ program that does with OpenCV, on one thread, what package perception does.
type OpenCV struct {
	cmd *exec.Cmd
	end func() error // waits for it
	bin string
	in  io.WriteCloser
	out *bufio.Reader
}

// StartOpenCV compiles the peer and starts it. It needs g++, pkg-config and Debian's libopencv-dev.
func StartOpenCV() (*OpenCV, error) {
	bin, err := bench.BuildPeer("opencv.cc", openCVSource, "-std=c++17", "pkg:opencv4")
	if err != nil {
		return nil, fmt.Errorf("%w\ninstall the Debian packages g++, pkg-config and libopencv-dev", err)
	}
	p := &OpenCV{cmd: exec.Command(bin), bin: bin}
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	p.end, err = child.Start(p.cmd)
	return p, err
}

// Close ends the program and removes it.
func (p *OpenCV) Close() error {
	_ = p.in.Close()
	err := p.end()
	_ = os.RemoveAll(filepath.Dir(p.bin))
	return err
}

// Picture sends the picture the next questions are about.
func (p *OpenCV) Picture(m *vision.Image) error {
	if _, err := fmt.Fprintf(p.in, "image %d %d\n", m.W, m.H); err != nil {
		return err
	}
	return p.rows(m)
}

// Pair sends the stereo pair the next question is about.
func (p *OpenCV) Pair(left, right *vision.Image) error {
	if _, err := fmt.Fprintf(p.in, "pair %d %d\n", left.W, left.H); err != nil {
		return err
	}
	if err := p.rows(left); err != nil {
		return err
	}
	return p.rows(right)
}

func (p *OpenCV) rows(m *vision.Image) error {
	c := m.Clone()
	_, err := p.in.Write(c.Pix)
	return err
}

// Range sets the colours looked for; the hue must not wrap.
func (p *OpenCV) Range(q vision.HSVRange) error {
	_, err := fmt.Fprintf(p.in, "range %d %d %d %d %d %d\n", q.HLo, q.HHi, q.SLo, q.SHi, q.VLo, q.VHi)
	return err
}

// Found is OpenCV's answer: the median time of a pass, the largest cluster's area and its centroid.
type Found struct {
	NS, Area, U, V float64
}

// Contours runs cvtColor, inRange, findContours and moments n times. Area and centroid are those of the
// polygon through the outermost pixels' centres: smaller than the cluster, and with its holes filled.
func (p *OpenCV) Contours(n int) (f Found, err error) { return p.blob("contours", n) }

// Stats runs cvtColor, inRange and connectedComponentsWithStats n times; it counts pixels.
func (p *OpenCV) Stats(n int) (f Found, err error) { return p.blob("stats", n) }

func (p *OpenCV) blob(what string, n int) (f Found, err error) {
	if _, err = fmt.Fprintf(p.in, "%s %d\n", what, n); err != nil {
		return f, err
	}
	_, err = fmt.Fscan(p.out, &f.NS, &f.Area, &f.U, &f.V)
	return f, err
}

// Match runs StereoBM n times and returns the median time of a pass in ns and the number of pixels matched.
func (p *OpenCV) Match(disparities, window, n int) (ns, matched float64, err error) {
	if _, err = fmt.Fprintf(p.in, "bm %d %d %d\n", disparities, window, n); err != nil {
		return 0, 0, err
	}
	_, err = fmt.Fscan(p.out, &ns, &matched)
	return ns, matched, err
}

// HSV returns OpenCV's 8-bit HSV of all 2^24 colours, three bytes each, colour r<<16|g<<8|b at three times
// that index.
func (p *OpenCV) HSV() ([]byte, error) {
	if _, err := fmt.Fprintln(p.in, "hsv"); err != nil {
		return nil, err
	}
	all := make([]byte, 3<<24)
	_, err := io.ReadFull(p.out, all)
	return all, err
}
