package mapfile

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
)

// pgm reads a picture in PGM (https://netpbm.sourceforge.net/doc/pgm.html): P2, its greys as decimal numbers, or P5, binary,
// with one byte a grey up to 255 and two, the higher first, beyond. Comments from # to the end of the line may stand
// wherever blanks may, in P5 only up to the last number of the header.
type pgm struct {
	name          string
	data          []byte
	at, line      int // position and line of the next byte
	width, height int
	most          int // the grey of white, 1 to 65535
	mostAt        diag.Pos
	plain         bool // P2
}

// parsePGM reads the header, and compares the announced size with the actual one.
func parsePGM(name string, data []byte) (*pgm, *diag.Fault) {
	p := &pgm{name: name, data: data, line: 1}
	if len(data) < 3 || data[0] != 'P' || data[1] != '2' && data[1] != '5' {
		return nil, p.fault("this is neither a PNG picture nor a PGM: it begins with neither P2 nor P5", "convert it, as with: magick map.bmp map.pgm")
	}
	p.plain, p.at = data[1] == '2', 2
	for _, h := range []struct {
		into *int
		what string
		most int
	}{{&p.width, "width", maxSide}, {&p.height, "height", maxSide}, {&p.most, "largest grey", 65535}} {
		v, fault := p.number(h.what, h.most)
		if fault != nil {
			return nil, fault
		}
		if v == 0 {
			return nil, p.fault("the picture's "+h.what+" is 0", fmt.Sprintf("give 1 to %d", h.most))
		}
		*h.into = v
	}
	p.mostAt = diag.Pos{File: name, Line: p.line}
	if p.at >= len(data) || !blank(data[p.at]) {
		return nil, p.fault("no blank stands between the picture's header and its greys", "")
	}
	cells := p.width * p.height
	if cells > maxCells {
		return nil, p.fault(fmt.Sprintf("the picture has %d by %d greys", p.width, p.height), fmt.Sprintf("give at most %d, with coarser cells", maxCells))
	}
	p.skip()
	need := cells
	switch {
	case p.plain:
		need = 2*cells - 1
	case p.most > 255:
		need = 2 * cells
	}
	if have := len(data) - p.at; have < need {
		return nil, p.fault(fmt.Sprintf("the picture of %d by %d greys needs %d bytes and has %d", p.width, p.height, need, have), "copy it again: it is cut off")
	}
	return p, nil
}

func (p *pgm) fault(what, do string) *diag.Fault {
	return &diag.Fault{Code: codeImage, Pos: diag.Pos{File: p.name, Line: p.line}, What: what, Do: do}
}

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// skip passes one byte.
func (p *pgm) skip() {
	if p.data[p.at] == '\n' {
		p.line++
	}
	p.at++
}

// number reads a decimal number after blanks and comments.
func (p *pgm) number(what string, most int) (int, *diag.Fault) {
	for p.at < len(p.data) && (blank(p.data[p.at]) || p.data[p.at] == '#') {
		if p.data[p.at] == '#' {
			for p.at < len(p.data) && p.data[p.at] != '\n' {
				p.at++
			}
			continue
		}
		p.skip()
	}
	begin, v := p.at, 0
	for p.at < len(p.data) && p.data[p.at] >= '0' && p.data[p.at] <= '9' {
		if v = v*10 + int(p.data[p.at]-'0'); v > most {
			return 0, p.fault(fmt.Sprintf("the picture's %s is larger than %d", what, most), "")
		}
		p.at++
	}
	if p.at == begin {
		return 0, p.fault("the picture's "+what+" is no number", "")
	}
	return v, nil
}

// next returns the next grey, 0 to most.
func (p *pgm) next() (int, *diag.Fault) {
	v := 0
	switch {
	case p.plain:
		var fault *diag.Fault
		if v, fault = p.number("grey", p.most); fault != nil {
			return 0, fault
		}
	case p.most > 255:
		v = int(p.data[p.at])<<8 | int(p.data[p.at+1])
		p.at += 2
	default:
		v = int(p.data[p.at])
		p.at++
	}
	if v > p.most {
		return 0, p.fault(fmt.Sprintf("a grey is %d, and the largest is said to be %d", v, p.most), "")
	}
	return v, nil
}
