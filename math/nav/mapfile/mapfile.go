// Package mapfile reads and writes maps in the format of ROS's map_server (http://wiki.ros.org/map_server#Map_format): a YAML
// file with the meaning of the map, and a picture in PGM or, for reading only, PNG, whose top row has the largest y. All faults
// of a map are reported together, as diag.Faults.
package mapfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/nav"
)

// The codes of faults.
const (
	codeFile   = "map-file"
	codeSyntax = "map-syntax"
	codeKey    = "map-key"
	codeValue  = "map-value"
	codeImage  = "map-image"
)

// Rules describes the codes of faults in maps.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: codeFile, Text: "a map's file that cannot be read, or is too large"},
		{Code: codeSyntax, Text: "a map's description that is no YAML, or no keys and values"},
		{Code: codeKey, Text: "a key of a map's description that is missing, unknown or given twice"},
		{Code: codeValue, Text: "a value of a map's description that its key does not take"},
		{Code: codeImage, Text: "a map's picture that is neither PGM nor PNG, or not what its header says"},
	}
}

// Mode is the meaning of a picture's greys.
type Mode string

// The modes of map_server.
const (
	Trinary Mode = "trinary" // occupied, free or unknown
	Scale   Mode = "scale"   // between free and occupied, 1 to 99 percent
	Raw     Mode = "raw"     // a grey is the percentage itself; more than 100 is unknown
)

// Bounds of the files.
const (
	maxText  = 64 << 10  // bytes of YAML
	maxImage = 512 << 20 // bytes of a picture
	maxCells = 1 << 26
	maxSide  = 1 << 15
)

// about is the content of the YAML.
type about struct {
	image                string
	imageAt              diag.Pos
	resolution           float64 // m
	origin               nav.Point
	negate               bool
	occupied, free       float64
	mode                 Mode
	occupiedAt, originAt diag.Pos
}

// Read reads the map that a YAML file describes.
func Read(fsys fs.FS, name string) (*nav.Grid, error) {
	return read(name, func(name string) (fs.File, error) {
		if !fs.ValidPath(name) {
			return nil, errors.New("it is outside of the folder that is read")
		}
		return fsys.Open(name)
	}, path.Dir)
}

// Open reads the map that a YAML file on disk describes; its picture may be anywhere.
func Open(name string) (*nav.Grid, error) {
	return read(name, func(name string) (fs.File, error) { return os.Open(name) }, filepath.Dir)
}

// content returns a file's content, up to a number of bytes.
func content(name string, most int64, open func(name string) (fs.File, error)) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	return b, err
}

func read(name string, open func(name string) (fs.File, error), dir func(string) string) (*nav.Grid, error) {
	text, err := content(name, maxText, open)
	if err != nil {
		return nil, diag.Faults{{Code: codeFile, Pos: diag.Pos{File: name}, What: "map: " + err.Error(), Do: "give the YAML file of a map"}}
	}
	a, faults := describe(name, text)
	if a.image == "" {
		return nil, faults.Err()
	}
	image := a.image
	if !filepath.IsAbs(image) {
		image = path.Join(filepath.ToSlash(dir(name)), image)
	}
	data, err := content(image, maxImage, open)
	if err != nil {
		faults = append(faults, diag.Fault{Code: codeFile, Pos: a.imageAt, What: fmt.Sprintf("the picture %s: %v", a.image, err),
			Do: "give its name as seen from the YAML file"})
		return nil, faults.Err()
	}
	g, wrong := a.grid(image, data)
	if faults = append(faults, wrong...); faults.Err() != nil {
		return nil, faults.Err()
	}
	return g, nil
}

// Parse makes a grid from the two texts of a map; faults call them yaml and picture.
func Parse(yaml string, text []byte, picture string, data []byte) (*nav.Grid, error) {
	a, faults := describe(yaml, text)
	g, wrong := a.grid(picture, data)
	if faults = append(faults, wrong...); faults.Err() != nil {
		return nil, faults.Err()
	}
	return g, nil
}

// picture reads a picture's header, or all of a PNG.
func (a *about) picture(name string, data []byte) (*pgm, *diag.Fault) {
	if bytes.HasPrefix(data, []byte(signature)) {
		return parsePNG(name, data, a.mode)
	}
	return parsePGM(name, data)
}

// grid reads the picture.
func (a *about) grid(name string, data []byte) (*nav.Grid, diag.Faults) {
	p, fault := a.picture(name, data)
	if fault != nil {
		return nil, diag.Faults{*fault}
	}
	if a.mode == Raw && p.most != 255 {
		return nil, diag.Faults{{Code: codeImage, Pos: p.mostAt, What: fmt.Sprintf("the picture's greys go to %d, and the mode is raw", p.most),
			Do: "give greys up to 255, or another mode"}}
	}
	if !(a.resolution > 0) {
		return nil, nil // reported already
	}
	g, err := nav.NewGrid(p.width, p.height, a.resolution, a.origin)
	if err != nil {
		return nil, diag.Faults{{Code: codeValue, Pos: a.originAt, What: err.Error()}}
	}
	table := make([]int8, p.most+1)
	for v := range table {
		table[v] = a.cell(float64(v) * 255 / float64(p.most))
	}
	for y := range p.height {
		row := g.Cells[(p.height-1-y)*p.width:][:p.width]
		for x := range row {
			v, fault := p.next()
			if fault != nil {
				return nil, diag.Faults{*fault}
			}
			row[x] = table[v]
		}
	}
	return g, nil
}

// cell returns the meaning of a grey of 0 to 255, as in map_server's image_loader.
func (a *about) cell(grey float64) int8 {
	if a.negate {
		grey = 255 - grey
	}
	if a.mode == Raw {
		if grey > 100 {
			return nav.Unknown
		}
		return int8(grey)
	}
	switch p := (255 - grey) / 255; {
	case p > a.occupied:
		return nav.Occupied
	case p < a.free:
		return nav.Free
	case a.mode == Scale && a.occupied > a.free:
		return int8(1 + 98*(p-a.free)/(a.occupied-a.free))
	}
	return nav.Unknown
}

// Encode writes a map: a binary PGM, and the YAML that describes it with the picture under a name. Trinary is map_saver's mode:
// cells that are neither free nor occupied by its thresholds become unknown. Raw preserves every percentage. Scale cannot be
// written, because it has no grey for unknown cells.
func Encode(g *nav.Grid, image string, mode Mode) (pgm, yaml []byte, err error) {
	var grey func(int8) byte
	switch mode {
	case Trinary:
		grey = func(v int8) byte {
			switch {
			case v == nav.Unknown:
				return 205
			case v >= nav.Wall:
				return 0
			case float64(v)/100 <= defaultFree:
				return 254
			}
			return 205
		}
	case Raw:
		grey = func(v int8) byte {
			if v < 0 {
				return 255
			}
			return byte(v)
		}
	default:
		return nil, nil, fmt.Errorf("mapfile: maps are not written in the mode %q: give %s or %s", mode, Trinary, Raw)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "P5\n# %g m a cell\n%d %d\n255\n", g.Cell, g.Width, g.Height)
	for y := g.Height - 1; y >= 0; y-- {
		for _, v := range g.Cells[y*g.Width:][:g.Width] {
			b.WriteByte(grey(v))
		}
	}
	var y bytes.Buffer
	fmt.Fprintf(&y, "image: %s\nresolution: %s\norigin: [%s, %s, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: %g\n", strconv.Quote(image), number(g.Cell), number(g.Origin.X), number(g.Origin.Y), defaultFree)
	if mode != Trinary { // older versions of map_server do not know the key
		fmt.Fprintf(&y, "mode: %s\n", mode)
	}
	return b.Bytes(), y.Bytes(), nil
}

// number formats a float so that YAML reads the same number, as a float.
func number(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if f == float64(int64(f)) {
		s += ".0"
	}
	return s
}
