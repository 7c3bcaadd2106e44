package foxglove

import (
	"log/slog"
	"math"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/sinew-robotics/sinew/spatial"
	"github.com/sinew-robotics/sinew/view"
)

// world is the name of the frame that everything is seen from.
const world = "world"

// pb writes protobuf messages of Foxglove's package, by the field numbers of their schemas.
type pb []byte

func (b pb) text(n protowire.Number, s string) pb {
	return protowire.AppendString(protowire.AppendTag(b, n, protowire.BytesType), s)
}

func (b pb) bytes(n protowire.Number, data []byte) pb {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), data)
}

func (b pb) doubles(from protowire.Number, xs ...float64) pb {
	for i, x := range xs {
		b = protowire.AppendFixed64(protowire.AppendTag(b, from+protowire.Number(i), protowire.Fixed64Type), math.Float64bits(x))
	}
	return b
}

func (b pb) number(n protowire.Number, x uint64) pb {
	return protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), x)
}

// part writes a message within the message; write appends its fields.
func (b pb) part(n protowire.Number, write func(pb) pb) pb {
	inner := write(nil)
	return b.bytes(n, inner)
}

func (b pb) time(n protowire.Number, t int64) pb {
	return b.part(n, func(b pb) pb { return b.number(1, uint64(t/1e9)).number(2, uint64(t%1e9)) })
}

func (b pb) vector(n protowire.Number, x, y, z float64) pb {
	return b.part(n, func(b pb) pb { return b.doubles(1, x, y, z) })
}

func (b pb) turn(n protowire.Number, r spatial.Rot) pb {
	q := r.Quat()
	return b.part(n, func(b pb) pb { return b.doubles(1, q.X, q.Y, q.Z, q.W) })
}

func (b pb) pose(n protowire.Number, p spatial.Pose) pb {
	return b.part(n, func(b pb) pb { return b.vector(1, p.P.X, p.P.Y, p.P.Z).turn(2, p.R) })
}

func (b pb) colour(n protowire.Number, rgb uint32, alpha float64) pb {
	return b.part(n, func(b pb) pb {
		return b.doubles(1, float64(rgb>>16&255)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255, alpha)
	})
}

// transform appends a FrameTransform to FrameTransforms.
func (b pb) transform(t int64, child string, p spatial.Pose) pb {
	return b.part(1, func(b pb) pb {
		return b.time(1, t).text(2, world).text(3, child).vector(4, p.P.X, p.P.Y, p.P.Z).turn(5, p.R)
	})
}

// shape appends a primitive to a SceneEntity. A capsule is a cylinder and two spheres.
func (b pb) shape(s view.Shape) pb {
	const cubes, spheres, cylinders = 8, 9, 10
	ball := func(b pb, at spatial.Pose, r float64) pb {
		return b.part(spheres, func(b pb) pb { return b.pose(1, at).vector(2, 2*r, 2*r, 2*r).colour(3, s.Colour, 1) })
	}
	pipe := func(b pb) pb {
		return b.part(cylinders, func(b pb) pb {
			return b.pose(1, s.At).vector(2, 2*s.Size[0], 2*s.Size[0], s.Size[1]).doubles(3, 1, 1).colour(5, s.Colour, 1)
		})
	}
	switch s.Kind {
	case view.BoxShape:
		return b.part(cubes, func(b pb) pb {
			return b.pose(1, s.At).vector(2, s.Size[0], s.Size[1], s.Size[2]).colour(3, s.Colour, 1)
		})
	case view.SphereShape:
		return ball(b, s.At, s.Size[0])
	case view.CapsuleShape:
		b = pipe(b)
		for _, z := range []float64{-s.Size[1] / 2, s.Size[1] / 2} {
			b = ball(b, s.At.Mul(spatial.Pose{P: spatial.V(0, 0, z), R: spatial.IdentityRot()}), s.Size[0])
		}
		return b
	}
	return pipe(b)
}

// line appends a LinePrimitive of points x, y, z, … to a SceneEntity; pairs of them are lines of their own when list.
func (b pb) line(points []float64, rgb uint32, list bool) pb {
	const lines, lineList = 11, 2
	return b.part(lines, func(b pb) pb {
		if list {
			b = b.number(1, lineList)
		}
		b = b.pose(2, spatial.Identity()).doubles(3, 2).number(4, 1) // two pixels wide
		for i := 0; i+2 < len(points); i += 3 {
			b = b.vector(5, points[i], points[i+1], points[i+2])
		}
		return b.colour(6, rgb, 1)
	})
}

// entity appends a SceneEntity to a SceneUpdate.
func (b pb) entity(t int64, frame, id string, write func(pb) pb) pb {
	return b.part(2, func(b pb) pb { return write(b.time(1, t).text(2, frame).text(3, id).number(5, 1)) }) // moves with its frame
}

// bodies is the SceneUpdate with everything that keeps its shape, each thing in its own frame.
func bodies(p *view.Program, t int64) []byte {
	var b pb
	for _, l := range p.Links {
		b = b.entity(t, linkFrame(l.Name), "link/"+l.Name, func(b pb) pb {
			for _, s := range l.Shapes {
				b = b.shape(s)
			}
			return b
		})
	}
	for _, m := range p.Markers {
		b = b.entity(t, markerFrame(m.Name), "marker/"+m.Name, func(b pb) pb { return b.marker(m) })
	}
	return b
}

func (b pb) marker(m view.Marker) pb {
	x, y, z := m.Shape.Size[0], m.Shape.Size[1], m.Shape.Size[2]
	switch m.Kind {
	case view.FrameMarker:
		for i, rgb := range []uint32{0xe5484d, 0x30a46c, 0x3b82f6} {
			axis := make([]float64, 6)
			axis[3+i] = x
			b = b.line(axis, rgb, true)
		}
		return b
	case view.FrustumMarker:
		var edges []float64
		corners := [][2]float64{{-x, -y}, {x, -y}, {x, y}, {-x, y}}
		for i, c := range corners {
			d := corners[(i+1)%4]
			edges = append(edges, 0, 0, 0, c[0], c[1], z, c[0], c[1], z, d[0], d[1], z)
		}
		return b.line(edges, m.Shape.Colour, true)
	}
	return b.shape(m.Shape)
}

func linkFrame(name string) string   { return name }
func markerFrame(name string) string { return "marker/" + name }

// pathUpdate is a SceneUpdate with one path.
func pathUpdate(t int64, p view.Path, points []float64) []byte {
	return pb(nil).entity(t, world, "path/"+p.Name, func(b pb) pb { return b.line(points, p.Colour, false) })
}

// jointStates is a JointStates message; names and angles belong together.
func jointStates(t int64, names []string, q []float64) []byte {
	b := pb(nil).time(1, t)
	for i := range min(len(names), len(q)) {
		b = b.part(2, func(b pb) pb { return b.text(1, names[i]).doubles(2, q[i]) })
	}
	return b
}

// poseInFrame is a PoseInFrame message.
func poseInFrame(t int64, p spatial.Pose) []byte { return pb(nil).time(1, t).text(2, world).pose(3, p) }

// compressedImage is a CompressedImage message.
func compressedImage(t int64, jpeg []byte) []byte {
	return pb(nil).time(1, t).bytes(2, jpeg).text(3, "jpeg").text(4, "camera")
}

// logLine is a Log message.
func logLine(t int64, level slog.Level, name, text string) []byte {
	n := uint64(2) // INFO
	switch {
	case level >= slog.LevelError:
		n = 4
	case level >= slog.LevelWarn:
		n = 3
	}
	return pb(nil).time(1, t).number(2, n).text(3, text).text(4, name)
}

// eventLine is the Log message of a row of the event table.
func eventLine(origin int64, e view.Event) []byte {
	level := slog.LevelInfo
	switch e.Kind {
	case "miss":
		level = slog.LevelWarn
	case "fault":
		level = slog.LevelError
	}
	return logLine(origin+e.Time, level, e.What, e.Kind+": "+e.Text)
}

const sceneEvery = time.Second / 30
