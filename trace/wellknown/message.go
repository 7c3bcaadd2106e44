// Package wellknown writes Foxglove's well-known messages (https://docs.foxglove.dev/docs/sdk/schemas) in protobuf,
// which Foxglove, Lichtblick and Rerun can draw. Recordings, live viewers and views of single values share it. A
// message is for display, never for a replay: it may round, because a rotation matrix becomes a quaternion.
//
// Lengths are metres, angles radians, times nanoseconds since the viewer's origin, not negative.
package wellknown

import (
	"encoding/binary"
	"log/slog"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Message is a message being written; fields are appended by their numbers. Nothing is allocated once the slice has
// room.
type Message []byte

func (m Message) tag(n int, t protowire.Type) Message {
	return protowire.AppendTag(m, protowire.Number(n), t)
}

// Text appends a string.
func (m Message) Text(n int, s string) Message {
	return protowire.AppendString(m.tag(n, protowire.BytesType), s)
}

// Bytes appends bytes.
func (m Message) Bytes(n int, data []byte) Message {
	return protowire.AppendBytes(m.tag(n, protowire.BytesType), data)
}

// Doubles appends doubles as fields from, from+1, …
func (m Message) Doubles(from int, xs ...float64) Message {
	for i, x := range xs {
		m = protowire.AppendFixed64(m.tag(from+i, protowire.Fixed64Type), math.Float64bits(x))
	}
	return m
}

// Packed appends a repeated double.
func (m Message) Packed(n int, xs ...float64) Message {
	m = protowire.AppendVarint(m.tag(n, protowire.BytesType), uint64(8*len(xs)))
	for _, x := range xs {
		m = binary.LittleEndian.AppendUint64(m, math.Float64bits(x))
	}
	return m
}

// Number appends an enumeration's value or a bool.
func (m Message) Number(n int, x uint64) Message {
	return protowire.AppendVarint(m.tag(n, protowire.VarintType), x)
}

// Fixed appends a fixed32.
func (m Message) Fixed(n, x int) Message {
	return protowire.AppendFixed32(m.tag(n, protowire.Fixed32Type), uint32(x))
}

// Part appends a message within the message; write appends its fields.
func (m Message) Part(n int, write func(Message) Message) Message {
	m = append(m.tag(n, protowire.BytesType), 0)
	start := len(m)
	m = write(m)
	size := len(m) - start
	for range protowire.SizeVarint(uint64(size)) - 1 {
		m = append(m, 0)
	}
	copy(m[len(m)-size:], m[start:start+size])
	protowire.AppendVarint(m[:start-1], uint64(size))
	return m
}

// Time appends a google.protobuf.Timestamp.
func (m Message) Time(n int, t int64) Message {
	return m.Part(n, func(m Message) Message { return m.Number(1, uint64(t/1e9)).Number(2, uint64(t%1e9)) })
}

// Vector appends a Vector3 or a Point3.
func (m Message) Vector(n int, x, y, z float64) Message {
	return m.Part(n, func(m Message) Message { return m.Doubles(1, x, y, z) })
}

// Turn appends a Quaternion.
func (m Message) Turn(n int, r spatial.Rot) Message {
	return m.Part(n, func(m Message) Message {
		q := r.Quat()
		return m.Doubles(1, q.X, q.Y, q.Z, q.W)
	})
}

// Pose appends a Pose.
func (m Message) Pose(n int, p spatial.Pose) Message {
	return m.Part(n, func(m Message) Message { return m.Vector(1, p.P.X, p.P.Y, p.P.Z).Turn(2, p.R) })
}

// Colour appends a Color, 0xRRGGBB.
func (m Message) Colour(n int, rgb uint32) Message {
	return m.Part(n, func(m Message) Message {
		return m.Doubles(1, float64(rgb>>16&255)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255, 1)
	})
}

// PoseInFrame appends the fields of a PoseInFrame.
func (m Message) PoseInFrame(t int64, frame string, p spatial.Pose) Message {
	return m.Time(1, t).Text(2, frame).Pose(3, p)
}

// Transform appends a FrameTransform to FrameTransforms.
func (m Message) Transform(t int64, parent, child string, p spatial.Pose) Message {
	return m.Part(1, func(m Message) Message {
		return m.Time(1, t).Text(2, parent).Text(3, child).Vector(4, p.P.X, p.P.Y, p.P.Z).Turn(5, p.R)
	})
}

// Types of the elements of a point cloud.
const (
	Uint8   = 1
	Float32 = 7
	Float64 = 8
)

// Cloud appends the fields of a PointCloud without its data; each point has stride bytes. Element describes their
// contents, Bytes(6, …) adds the points.
func (m Message) Cloud(t int64, frame string, stride int) Message {
	return m.Time(1, t).Text(2, frame).Pose(3, spatial.Identity()).Fixed(4, stride)
}

// Element appends a PackedElementField to a PointCloud.
func (m Message) Element(name string, offset, kind int) Message {
	return m.Part(5, func(m Message) Message { return m.Text(1, name).Fixed(2, offset).Number(3, uint64(kind)) })
}

// Joint appends a JointState with its name to JointStates; of must append position (2), velocity (3) and effort
// (5).
func (m Message) Joint(name string, of func(Message) Message) Message {
	return m.Part(2, func(m Message) Message { return of(m.Text(1, name)) })
}

// Log appends the fields of a Log, except its place in the source.
func (m Message) Log(t int64, level slog.Level, name, text string) Message {
	n := uint64(4) // ERROR
	switch {
	case level < slog.LevelInfo:
		n = 1
	case level < slog.LevelWarn:
		n = 2
	case level < slog.LevelError:
		n = 3
	}
	return m.Time(1, t).Number(2, n).Text(3, text).Text(4, name)
}

// CompressedImage appends the fields of a CompressedImage.
func (m Message) CompressedImage(t int64, frame, format string, data []byte) Message {
	return m.Time(1, t).Bytes(2, data).Text(3, format).Text(4, frame)
}

// Calibration appends the fields of a CameraCalibration: a pinhole without distortion, focal lengths and centre in
// pixels.
func (m Message) Calibration(t int64, frame string, w, h int, fx, fy, cx, cy float64) Message {
	return m.Time(1, t).Fixed(2, w).Fixed(3, h).Packed(6, fx, 0, cx, 0, fy, cy, 0, 0, 1).
		Packed(7, 1, 0, 0, 0, 1, 0, 0, 0, 1).Packed(8, fx, 0, cx, 0, 0, fy, cy, 0, 0, 0, 1, 0).Text(9, frame)
}
