package nav

import (
	"errors"
	"fmt"
	"math"
)

// Grid is an occupancy grid of a floor.
type Grid struct {
	Width, Height int
	Cell          float64 // m
	Origin        Point   // the corner of cell 0 with the least x and y, in MAP
	// Cells are the probabilities of occupancy in percent, or Unknown; by rows, from the least y on.
	Cells []int8
}

// Special values of a cell.
const (
	Unknown  int8 = -1
	Free     int8 = 0
	Occupied int8 = 100
)

// Wall is the percentage from which on a cell is occupied (map_server's occupied_thresh of 0.65).
const Wall = 65

// NewGrid makes a grid of unknown cells.
func NewGrid(width, height int, cell float64, origin Point) (*Grid, error) {
	switch {
	case width < 1 || height < 1 || width > 1<<15 || height > 1<<15:
		return nil, fmt.Errorf("a grid of %d by %d cells: give 1 to 32768 each way", width, height)
	case !(cell > 0 && cell <= 10):
		return nil, fmt.Errorf("cells of %g m: give more than 0 and at most 10", cell)
	case origin.X-origin.X != 0 || origin.Y-origin.Y != 0:
		return nil, errors.New("the origin is not finite")
	}
	g := &Grid{Width: width, Height: height, Cell: cell, Origin: origin, Cells: make([]int8, width*height)}
	for i := range g.Cells {
		g.Cells[i] = Unknown
	}
	return g, nil
}

// CellOf returns the cell in which a point lies, which may be outside the grid.
func (g *Grid) CellOf(p Point) (x, y int) {
	return int(math.Floor((p.X - g.Origin.X) / g.Cell)), int(math.Floor((p.Y - g.Origin.Y) / g.Cell))
}

// Centre returns the middle of a cell.
func (g *Grid) Centre(x, y int) Point {
	return Point{g.Origin.X + (float64(x)+0.5)*g.Cell, g.Origin.Y + (float64(y)+0.5)*g.Cell}
}

// Has reports whether the grid has a cell.
func (g *Grid) Has(x, y int) bool { return x >= 0 && y >= 0 && x < g.Width && y < g.Height }

// At returns a cell's value, Unknown outside of the grid.
func (g *Grid) At(x, y int) int8 {
	if !g.Has(x, y) {
		return Unknown
	}
	return g.Cells[y*g.Width+x]
}

// Set sets a cell; outside of the grid it does nothing.
func (g *Grid) Set(x, y int, v int8) {
	if g.Has(x, y) {
		g.Cells[y*g.Width+x] = v
	}
}
