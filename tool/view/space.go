package view

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

const (
	maxPath  = 256     // points of a path that are drawn; of longer paths every second, third …
	maxCloud = 1 << 18 // points of a cloud that are sent
)

// Path sets the points of a path, metres in the world frame; names the program does not have are ignored. Of more than
// 256 points some are left out, but never the last.
func (h *Hub) Path(name string, points []spatial.Vec3) {
	if !h.Watched() {
		return
	}
	for i := range h.program.Paths {
		if h.program.Paths[i].Name == name {
			h.paths[i].path(points)
			return
		}
	}
}

// path writes the number of points, then three words each.
func (s *slot) path(points []spatial.Vec3) {
	if !s.begin() {
		return
	}
	step := (len(points) + maxPath - 1) / maxPath
	n := 0
	for i := len(points) - 1; i >= 0; i -= step { // from the end, so that the last one is included
		p := points[i]
		for k, v := range [...]float64{p.X, p.Y, p.Z} {
			s.words[1+3*n+k].Store(math.Float64bits(v))
		}
		n++
	}
	s.words[0].Store(math.Float64bits(float64(n)))
	s.end()
}

// Cloud sets the source of a point cloud for pages that request it: points is called from a goroutine of the server, at
// most a few times a second and only while it is wanted, and its result is used until the next call.
func (h *Hub) Cloud(points func() []Point) { h.cloud.Store(&points) }

// Points packs the newest cloud, 16 bytes a point, into dst, which it returns; nil when there is none.
func (h *Hub) Points(dst []byte) []byte {
	f := h.cloud.Load()
	if f == nil || *f == nil {
		return nil
	}
	dst = dst[:0]
	points := (*f)()
	for _, p := range points[:min(len(points), maxCloud)] {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(p.X))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(p.Y))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(p.Z))
		dst = binary.LittleEndian.AppendUint32(dst, p.Colour&0xFFFFFF)
	}
	return dst
}
