package film

import (
	"log/slog"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// World is the name of the common reference frame.
const World = "world"

// Topics for viewers, in recordings and live.
const (
	Transforms  = "scene/transforms"   // foxglove.FrameTransforms: links and markers in World
	Entities    = "scene/entities"     // foxglove.SceneUpdate: their bodies, each in its own frame
	Joints      = "scene/joints"       // foxglove.JointStates
	Image       = "camera/image"       // foxglove.CompressedImage: JPEG
	Calibration = "camera/calibration" // foxglove.CameraCalibration
	Points      = "camera/points"      // foxglove.PointCloud
	Log         = "log"                // foxglove.Log
)

// Marker is the topic of a marker's pose, a foxglove.PoseInFrame.
func Marker(name string) string { return "scene/" + name }

// Path is the topic of a path, a foxglove.SceneUpdate.
func Path(name string) string { return "scene/path/" + name }

// Body is the topic of points on a link's surface, a foxglove.PointCloud in the link's frame, for viewers that draw
// points but no bodies.
func Body(link string) string { return "scene/body/" + link }

// LinkFrame is the name of a link's frame.
func LinkFrame(link string) string { return link }

// MarkerFrame is the name of a marker's frame.
func MarkerFrame(marker string) string { return "marker/" + marker }

// CameraFrame is the name of the frame of pictures: that of the first marker drawn as a camera's field of view.
func CameraFrame(p *view.Program) string {
	for _, m := range p.Markers {
		if m.Kind == view.FrustumMarker {
			return MarkerFrame(m.Name)
		}
	}
	return World
}

// Bodies is the SceneUpdate with all rigid bodies, each in its own frame.
func Bodies(m wellknown.Message, p *view.Program, t int64) wellknown.Message {
	for _, l := range p.Links {
		m = entity(m, t, LinkFrame(l.Name), "link/"+l.Name, func(m wellknown.Message) wellknown.Message {
			for _, s := range l.Shapes {
				m = shape(m, s)
			}
			return m
		})
	}
	for _, x := range p.Markers {
		m = entity(m, t, MarkerFrame(x.Name), "marker/"+x.Name, func(m wellknown.Message) wellknown.Message { return marker(m, x) })
	}
	return m
}

// Line is a SceneUpdate with one path of points x, y, z, … in the world.
func Line(m wellknown.Message, p view.Path, t int64, points []float64) wellknown.Message {
	return entity(m, t, World, "path/"+p.Name, func(m wellknown.Message) wellknown.Message { return line(m, points, p.Colour, false) })
}

// Angles is a JointStates message; names and angles belong together.
func Angles(m wellknown.Message, names []string, t int64, q []float64) wellknown.Message {
	m = m.Time(1, t)
	for i := range min(len(names), len(q)) {
		m = m.Joint(names[i], func(m wellknown.Message) wellknown.Message { return m.Doubles(2, q[i]) })
	}
	return m
}

// Event is the Log message of a row of the event table.
func Event(m wellknown.Message, t int64, e view.Event) wellknown.Message {
	level := slog.LevelInfo
	switch e.Kind {
	case "miss":
		level = slog.LevelWarn
	case "fault":
		level = slog.LevelError
	}
	return m.Log(t, level, e.What, e.Kind+": "+e.Text)
}

// entity appends a SceneEntity to a SceneUpdate.
func entity(m wellknown.Message, t int64, frame, id string, write func(wellknown.Message) wellknown.Message) wellknown.Message {
	return m.Part(2, func(m wellknown.Message) wellknown.Message {
		return write(m.Time(1, t).Text(2, frame).Text(3, id).Number(5, 1)) // moves with its frame
	})
}

// shape appends a primitive to a SceneEntity. A capsule is a cylinder and two spheres.
func shape(m wellknown.Message, s view.Shape) wellknown.Message {
	const cubes = 8
	switch s.Kind {
	case view.BoxShape:
		return m.Part(cubes, func(m wellknown.Message) wellknown.Message {
			return m.Pose(1, s.At).Vector(2, s.Size[0], s.Size[1], s.Size[2]).Colour(3, s.Colour)
		})
	case view.SphereShape:
		return ball(m, s, 0)
	case view.CapsuleShape:
		return ball(ball(pipe(m, s), s, -s.Size[1]/2), s, s.Size[1]/2)
	}
	return pipe(m, s)
}

// ball appends a sphere at a distance along a shape's z axis.
func ball(m wellknown.Message, s view.Shape, z float64) wellknown.Message {
	const spheres = 9
	at, d := s.At.Mul(spatial.Pose{P: spatial.V(0, 0, z), R: spatial.IdentityRot()}), 2*s.Size[0]
	return m.Part(spheres, func(m wellknown.Message) wellknown.Message {
		return m.Pose(1, at).Vector(2, d, d, d).Colour(3, s.Colour)
	})
}

func pipe(m wellknown.Message, s view.Shape) wellknown.Message {
	const cylinders = 10
	return m.Part(cylinders, func(m wellknown.Message) wellknown.Message {
		return m.Pose(1, s.At).Vector(2, 2*s.Size[0], 2*s.Size[0], s.Size[1]).Doubles(3, 1, 1).Colour(5, s.Colour)
	})
}

// line appends a LinePrimitive of points x, y, z, … to a SceneEntity; with list, each pair of points is a separate
// line.
func line(m wellknown.Message, points []float64, rgb uint32, list bool) wellknown.Message {
	const lines, lineList = 11, 2
	return m.Part(lines, func(m wellknown.Message) wellknown.Message {
		if list {
			m = m.Number(1, lineList)
		}
		m = m.Pose(2, spatial.Identity()).Doubles(3, 2).Number(4, 1) // two pixels wide
		for i := 0; i+2 < len(points); i += 3 {
			m = m.Vector(5, points[i], points[i+1], points[i+2])
		}
		return m.Colour(6, rgb)
	})
}

func marker(m wellknown.Message, k view.Marker) wellknown.Message {
	x, y, z := k.Shape.Size[0], k.Shape.Size[1], k.Shape.Size[2]
	switch k.Kind {
	case view.FrameMarker:
		for i, rgb := range []uint32{0xe5484d, 0x30a46c, 0x3b82f6} {
			axis := make([]float64, 6)
			axis[3+i] = x
			m = line(m, axis, rgb, true)
		}
		return m
	case view.FrustumMarker:
		var edges []float64
		corners := [][2]float64{{-x, -y}, {x, -y}, {x, y}, {-x, y}}
		for i, c := range corners {
			d := corners[(i+1)%4]
			edges = append(edges, 0, 0, 0, c[0], c[1], z, c[0], c[1], z, d[0], d[1], z)
		}
		return line(m, edges, k.Shape.Colour, true)
	}
	return shape(m, k.Shape)
}
