// Package rooms draws maps for trying wheeled vehicles: five places with cells of 5 cm, each with numbered trips between two
// places and, in some rooms, people. Everything is drawn by code and the same in every call. Frames and units are those of
// package math/nav.
package rooms

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// Room is a place with its map.
type Room struct {
	Name, About string
	Grid        *nav.Grid

	field  *nav.Field
	walks  []planar.Walk
	behind bool // trips go round a corner or through a door
}

// Cell is the size of a cell, m.
const Cell = 0.05

// Names are the names of the rooms.
func Names() []string { return []string{"corridor", "doors", "clutter", "people", "flat"} }

// New draws a room.
func New(name string) (*Room, error) {
	draw, ok := map[string]func() *Room{
		"corridor": corridor, "doors": doors, "clutter": clutter, "people": people, "flat": flat,
	}[name]
	if !ok {
		return nil, fmt.Errorf("rooms: there is no room %q: there are %s", name, strings.Join(Names(), ", "))
	}
	r := draw()
	r.Name = name
	r.field = nav.NewField(r.Grid, 5, true)
	return r, nil
}

// sheet is a map being drawn.
type sheet struct{ g *nav.Grid }

// paper makes an unknown map of the given size in m, with a corner at the origin.
func paper(width, height float64) sheet {
	g, err := nav.NewGrid(cells(width), cells(height), Cell, nav.Point{})
	if err != nil {
		panic(err) // the sizes are constants of this package
	}
	return sheet{g}
}

func cells(x float64) int { return int(math.Round(x / Cell)) }

// fill sets all cells of a rectangle to a value.
func (s sheet) fill(x0, y0, x1, y1 float64, v int8) {
	for y := cells(y0); y < cells(y1); y++ {
		for x := cells(x0); x < cells(x1); x++ {
			s.g.Set(x, y, v)
		}
	}
}

// free clears a rectangle.
func (s sheet) free(x0, y0, x1, y1 float64) { s.fill(x0, y0, x1, y1, nav.Free) }

// wall builds a wall.
func (s sheet) wall(x0, y0, x1, y1 float64) { s.fill(x0, y0, x1, y1, nav.Occupied) }

// hall clears a rectangle and builds walls of 15 cm along its inside.
func (s sheet) hall(x0, y0, x1, y1 float64) {
	s.wall(x0, y0, x1, y1)
	s.free(x0+thick, y0+thick, x1-thick, y1-thick)
}

const thick = 0.15 // m, of walls

// pillar builds a round pillar.
func (s sheet) pillar(x, y, r float64) {
	for j := cells(y - r); j <= cells(y+r); j++ {
		for i := cells(x - r); i <= cells(x+r); i++ {
			if s.g.Centre(i, j).Sub(nav.Point{X: x, Y: y}).Norm() <= r {
				s.g.Set(i, j, nav.Occupied)
			}
		}
	}
}

// corridor is a corridor of 2 m with two corners, and with niches at uneven distances, so that no two places look the same.
func corridor() *Room {
	s := paper(18, 11)
	s.wall(0.3, 0.3, 17.7, 10.7)
	s.free(0.6, 0.6, 17.4, 2.6)   // along the south
	s.free(15.4, 0.6, 17.4, 10.4) // along the east
	s.free(4.6, 8.4, 17.4, 10.4)  // along the north
	for _, x := range []float64{2.1, 5.0, 6.8, 11.3, 13.2} {
		s.free(x, 2.6, x+1, 2.8)
	}
	for _, x := range []float64{6.3, 9.8, 11.4} {
		s.free(x, 8.1, x+0.9, 8.4)
	}
	s.free(15.2, 4.3, 15.4, 5.3)
	s.wall(17.25, 6.1, 17.4, 6.7)
	s.wall(8.9, 0.6, 9.4, 0.75)
	return &Room{About: "a corridor of 2 m with two corners", Grid: s.g, behind: true}
}

// doors are four rooms in a row with doors of 75 cm, 10 cm wider than a wheelchair.
func doors() *Room {
	s := paper(15, 10)
	s.hall(0.3, 0.3, 14.7, 9.7)
	s.wall(5.0, 0.3, 5.15, 9.7)
	s.wall(10.0, 0.3, 10.15, 9.7)
	s.wall(10.0, 5.0, 14.7, 5.15)
	s.free(5.0, 3.10, 5.15, 3.85)    // first to second
	s.free(10.0, 7.00, 10.15, 7.75)  // second to the north-east
	s.free(10.0, 2.00, 10.15, 2.75)  // second to the south-east
	s.free(12.30, 5.00, 13.05, 5.15) // between the two in the east
	s.wall(0.45, 7.5, 1.65, 8.2)
	s.wall(3.2, 8.95, 4.6, 9.55)
	s.wall(7.0, 0.45, 8.6, 0.95)
	s.wall(7.2, 9.0, 7.7, 9.55)
	s.wall(14.0, 6.5, 14.55, 8.1)
	s.wall(13.6, 0.45, 14.55, 1.2)
	s.pillar(2.2, 2.0, 0.2)
	return &Room{About: "four rooms with doors of 75 cm, 10 cm wider than the wheelchair", Grid: s.g, behind: true}
}

// clutter is a hall full of furniture and pillars.
func clutter() *Room {
	s := paper(14, 11)
	s.hall(0.3, 0.3, 13.7, 10.7)
	for _, b := range [][4]float64{
		{2.4, 2.2, 3.2, 2.7}, {4.9, 1.9, 5.3, 3.1}, {7.2, 2.6, 8.3, 3.1}, {10.4, 2.0, 10.9, 3.3}, {2.5, 5.0, 2.9, 6.2},
		{5.4, 5.1, 6.6, 5.6}, {8.6, 5.2, 9.0, 6.3}, {11.2, 5.3, 12.2, 5.8}, {2.6, 8.1, 3.9, 8.6}, {6.4, 7.7, 6.9, 8.8},
		{9.1, 8.4, 10.3, 8.9}, {0.45, 3.6, 0.95, 4.4}, {13.0, 8.3, 13.55, 9.3}, {7.0, 0.45, 7.8, 0.9},
	} {
		s.wall(b[0], b[1], b[2], b[3])
	}
	for _, p := range [][3]float64{{4.1, 4.1, 0.25}, {7.1, 4.2, 0.15}, {9.9, 4.3, 0.2}, {4.6, 6.9, 0.2}, {8.0, 7.0, 0.25}, {10.8, 7.1, 0.15}, {12.0, 3.6, 0.2}} {
		s.pillar(p[0], p[1], p[2])
	}
	return &Room{About: "a hall full of tables, shelves and pillars", Grid: s.g}
}

// people is a hall with people walking about.
func people() *Room {
	s := paper(16, 12)
	s.hall(0.3, 0.3, 15.7, 11.7)
	for _, p := range [][3]float64{{4.0, 4.0, 0.3}, {4.0, 8.0, 0.3}, {8.2, 4.1, 0.3}, {8.0, 8.2, 0.3}, {12.1, 4.0, 0.3}, {11.8, 8.0, 0.3}} {
		s.pillar(p[0], p[1], p[2])
	}
	s.wall(0.45, 5.2, 1.15, 6.6)
	s.wall(14.6, 1.6, 15.55, 2.4)
	s.wall(6.4, 10.8, 9.0, 11.55)
	s.wall(10.9, 0.45, 11.5, 1.1)
	way := func(speed, wait float64, round bool, xy ...float64) planar.Walk {
		w := planar.Walk{Speed: speed, Wait: wait, Round: round, Heed: 0.5}
		for i := 0; i < len(xy); i += 2 {
			w.Way = append(w.Way, nav.Point{X: xy[i], Y: xy[i+1]})
		}
		return w
	}
	return &Room{
		About: "a hall in which people walk about", Grid: s.g,
		walks: []planar.Walk{
			way(1.1, 1, false, 2.2, 2.0, 2.4, 9.8),
			way(1.3, 0, false, 3.0, 6.0, 14.0, 6.2),
			way(0.9, 2, true, 5.9, 2.4, 10.2, 2.3, 10.0, 6.1, 6.1, 6.0),
			way(1.2, 0.5, false, 6.0, 9.8, 13.8, 9.6),
			way(1.0, 1, false, 13.8, 3.2, 13.9, 10.0),
		},
	}
}

// flat has rooms of different sizes off a hallway, furnished, so that no two look alike.
func flat() *Room {
	s := paper(15, 12)
	s.hall(0.3, 0.3, 14.7, 11.7)
	s.wall(0.3, 4.8, 14.7, 4.95)
	s.wall(0.3, 6.9, 9.6, 7.05)
	s.wall(5.2, 0.3, 5.35, 4.95)
	s.wall(10.1, 0.3, 10.25, 4.95)
	s.wall(3.9, 6.9, 4.05, 11.7)
	s.wall(9.6, 6.9, 9.75, 11.7)
	for _, d := range [][4]float64{
		{2.2, 4.8, 3.2, 4.95}, {7.6, 4.8, 8.55, 4.95}, {11.9, 4.8, 13.0, 4.95}, // south of the hallway
		{1.5, 6.9, 2.5, 7.05}, {6.1, 6.9, 7.1, 7.05}, {9.6, 8.3, 9.75, 9.4}, // north of it
	} {
		s.free(d[0], d[1], d[2], d[3])
	}
	for _, b := range [][4]float64{
		{0.45, 0.45, 1.05, 2.6}, {3.6, 0.45, 5.2, 1.0}, // kitchen
		{5.35, 0.45, 7.3, 2.0}, {9.5, 2.6, 10.1, 4.0}, // bedroom
		{13.9, 0.45, 14.55, 1.9}, {10.25, 0.45, 11.1, 1.1}, // bathroom
		{0.45, 10.9, 2.0, 11.55}, {3.4, 9.4, 3.9, 10.4}, // study
		{4.05, 9.2, 4.7, 11.0}, {6.9, 10.9, 8.4, 11.55}, {8.9, 7.05, 9.6, 7.6}, // children's room
		{13.8, 7.0, 14.55, 9.2}, {11.2, 10.9, 12.8, 11.55}, // living room
		{0.45, 5.9, 0.85, 6.9},
	} {
		s.wall(b[0], b[1], b[2], b[3])
	}
	s.pillar(11.9, 8.6, 0.35)
	return &Room{About: "a furnished flat", Grid: s.g, behind: true}
}

// Around is the radius of the smallest circle around BASE's origin that contains a wheelchair, m: with that much room it
// turns on the spot.
const Around = 0.865

// Trip returns the start and the goal of a trip, some metres apart, by number. At both there is room to turn on the spot; if
// the room has doors or corners, the trip leads through or round one.
func (r *Room) Trip(number uint64) (from, to nav.Pose) {
	const least = 3.5 // m
	rng := rand.New(rand.NewPCG(number, 0x7231f))
	for range 1 << 14 {
		from, to = r.place(rng), r.place(rng)
		if from.Dist(to) >= least && (!r.behind || !r.sees(from.Point(), to.Point())) {
			return from, to
		}
	}
	panic("rooms: " + r.Name + " has no two suitable places") // the tests try all rooms
}

// place draws a pose with room to turn.
func (r *Room) place(rng *rand.Rand) nav.Pose {
	g := r.Grid
	for {
		p := nav.Point{X: g.Origin.X + rng.Float64()*float64(g.Width)*g.Cell, Y: g.Origin.Y + rng.Float64()*float64(g.Height)*g.Cell}
		yaw := math.Round((rng.Float64()*2-1)*math.Pi*1000) / 1000
		p = nav.Point{X: math.Round(p.X*100) / 100, Y: math.Round(p.Y*100) / 100}
		if r.field.At(p) >= Around+Cell && r.away(p) {
			return nav.Pose{X: p.X, Y: p.Y, Yaw: yaw}
		}
	}
}

// away reports whether nobody walks to or from a place.
func (r *Room) away(p nav.Point) bool {
	for _, w := range r.walks {
		for _, q := range w.Way {
			if q.Sub(p).Norm() < Around+0.5 {
				return false
			}
		}
	}
	return true
}

// sees reports whether nothing stands between two points.
func (r *Room) sees(a, b nav.Point) bool {
	d := b.Sub(a)
	n := math.Ceil(d.Norm() / (Cell / 2))
	for i := range int(n) {
		s := float64(i) / n
		if r.Grid.At(r.Grid.CellOf(nav.Point{X: a.X + s*d.X, Y: a.Y + s*d.Y})) != nav.Free {
			return false
		}
	}
	return true
}

// Walks returns the walks of the people in the room, by number: each with a different pace, some already on their way.
func (r *Room) Walks(number uint64) []planar.Walk {
	rng := rand.New(rand.NewPCG(number, 0x9041a))
	walks := slices.Clone(r.walks)
	for i := range walks {
		walks[i].Speed *= 0.8 + 0.4*rng.Float64()
		walks[i].Wait += rng.Float64()
		if rng.IntN(2) == 0 {
			walks[i].Way = slices.Clone(walks[i].Way)
			slices.Reverse(walks[i].Way)
		}
	}
	return walks
}

// World makes the world of a room for a trip by number, with its people.
func (r *Room) World(number uint64) (*planar.World, error) {
	return planar.New(planar.Config{Map: r.Grid, Seed: number, Walks: r.Walks(number)})
}
