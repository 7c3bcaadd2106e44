package view

import "math"

// Floor is a map that a page shows from above, with the first link as the vehicle on it, and with its paths, markers and
// points. A program with a Floor shows no robot in space.
type Floor struct {
	Width, Height int     // cells
	Cell          float64 // m
	X, Y          float64 // m, the corner with the least x and y
	Cells         []byte  // by rows, from the least y on: FloorFree, FloorWall or FloorUnknown
	Outline       [][2]float64
}

// What a cell of a Floor can be.
const (
	FloorFree byte = iota
	FloorWall
	FloorUnknown
)

// maxFloor is the greatest number of cells of a floor.
const maxFloor = 1 << 24

// validate reports the faults of a floor.
func (f *Floor) validate(links int, fault func(format string, args ...any)) {
	if f.Width < 1 || f.Height < 1 || f.Width > maxFloor || f.Height > maxFloor/f.Width || len(f.Cells) != f.Width*f.Height {
		fault("a floor of %d by %d cells, of which %d are given: give 1 to 2^24, and all of them", f.Width, f.Height, len(f.Cells))
	}
	for _, x := range [...]float64{f.Cell, f.X, f.Y} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			fault("a floor whose cells are %g m, from %g, %g on: give finite numbers", f.Cell, f.X, f.Y)
			break
		}
	}
	if !(f.Cell > 0) {
		fault("a floor with cells of %g m: give a positive length", f.Cell)
	}
	if links != 1 {
		fault("a floor with %d links: the vehicle on it is the only one", links)
	}
}

// jsonFloor is a floor in a hello.
type jsonFloor struct {
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Cell    float64      `json:"cell"`
	X       float64      `json:"x"`
	Y       float64      `json:"y"`
	Cells   []byte       `json:"cells"` // base64
	Outline [][2]float64 `json:"outline"`
}

func (f *Floor) json() *jsonFloor {
	if f == nil {
		return nil
	}
	return &jsonFloor{f.Width, f.Height, f.Cell, f.X, f.Y, f.Cells, f.Outline}
}
