package codec

import (
	"encoding/binary"
	"log/slog"
	"math"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/sinew-robotics/sinew/spatial"
)

// View encodes a value as one of Foxglove's well-known messages (https://docs.foxglove.dev/docs/sdk/schemas),
// which viewers draw as what it is. A View is for looking at: it may round, so replay uses a Codec.
type View struct {
	name   string
	schema []byte
	write  func(dst []byte, time int64, p unsafe.Pointer) []byte
}

// Schema returns the message's name, the encoding "protobuf" and a serialized FileDescriptorSet.
func (v *View) Schema() (name, encoding string, data []byte) { return v.name, "protobuf", v.schema }

// Append appends the message for the value at p at a logical time in nanoseconds to dst. It allocates only
// when dst has not the room.
func (v *View) Append(dst []byte, time int64, p unsafe.Pointer) []byte { return v.write(dst, time, p) }

// Log is a line of a program's log. Its view is foxglove.Log.
type Log struct {
	Level   slog.Level
	Message string
	Name    string // of the part that speaks
	File    string
	Line    int
}

// Scene is what a view needs to know beside the value.
type Scene struct {
	Frame  string   // that poses, points and pictures are seen from, such as "base"
	Joints []string // names; joint1, joint2, … where they are missing
}

// Display returns the view of a type, if there is one:
//
//	spatial.Pose                                     foxglove.PoseInFrame
//	spatial.Vec3                                     foxglove.Vector3
//	[]spatial.Vec3                                   foxglove.PointCloud
//	Log                                              foxglove.Log
//	struct with W, H int, Pix []byte, maybe Stride   foxglove.RawImage, rgb8 or mono8
//	struct with W, H int, Pix []uint16               foxglove.RawImage, 16UC1
//	struct with Position []float64 or [n]float64,    foxglove.JointStates
//	  maybe Velocity and Effort of the same type
func Display(t reflect.Type, s Scene) (*View, bool) {
	switch t {
	case reflect.TypeFor[spatial.Pose]():
		return view("PoseInFrame", func(dst []byte, time int64, p unsafe.Pointer) []byte {
			return appendPoseInFrame(dst, time, s.Frame, (*spatial.Pose)(p))
		}), true
	case reflect.TypeFor[spatial.Vec3]():
		return view("Vector3", func(dst []byte, _ int64, p unsafe.Pointer) []byte {
			v := (*spatial.Vec3)(p)
			return appendDoubles(dst, v.X, v.Y, v.Z)
		}), true
	case reflect.TypeFor[[]spatial.Vec3]():
		return view("PointCloud", func(dst []byte, time int64, p unsafe.Pointer) []byte {
			return appendCloud(dst, time, s.Frame, *(*[]spatial.Vec3)(p))
		}), true
	case reflect.TypeFor[Log]():
		return view("Log", func(dst []byte, time int64, p unsafe.Pointer) []byte {
			return appendLog(dst, time, (*Log)(p))
		}), true
	}
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	if v, ok := imageView(t, s); ok {
		return v, true
	}
	return jointView(t, s)
}

func key(dst []byte, num, wire int) []byte { return appendVarint(dst, num<<3|wire) }

func appendDoubles(dst []byte, xs ...float64) []byte {
	for i, x := range xs {
		dst = appendDouble(dst, i+1, x)
	}
	return dst
}

func appendDouble(dst []byte, num int, x float64) []byte {
	return binary.LittleEndian.AppendUint64(key(dst, num, 1), math.Float64bits(x))
}

func appendFixed(dst []byte, num, x int) []byte {
	return binary.LittleEndian.AppendUint32(key(dst, num, 5), uint32(x))
}

func appendString(dst []byte, num int, s string) []byte {
	return append(appendVarint(key(dst, num, 2), len(s)), s...)
}

// openMessage begins a message within a message; fixLength(dst, start, 1) ends it.
func openMessage(dst []byte, num int) ([]byte, int) {
	dst = append(key(dst, num, 2), 0)
	return dst, len(dst)
}

// appendTime appends a google.protobuf.Timestamp as field 1.
func appendTime(dst []byte, time int64) []byte {
	dst, at := openMessage(dst, 1)
	dst = binary.AppendUvarint(key(dst, 1, 0), uint64(time/1e9))
	dst = binary.AppendUvarint(key(dst, 2, 0), uint64(time%1e9))
	return fixLength(dst, at, 1)
}

func appendPoseInFrame(dst []byte, time int64, frame string, p *spatial.Pose) []byte {
	q := p.R.Quat()
	dst = appendString(appendTime(dst, time), 2, frame)
	dst, pose := openMessage(dst, 3)
	dst, at := openMessage(dst, 1)
	dst = fixLength(appendDoubles(dst, p.P.X, p.P.Y, p.P.Z), at, 1)
	dst, at = openMessage(dst, 2)
	dst = fixLength(appendDoubles(dst, q.X, q.Y, q.Z, q.W), at, 1)
	return fixLength(dst, pose, 1)
}

// float64Type is FLOAT64 of foxglove.PackedElementField.NumericType.
const float64Type = 8

func appendCloud(dst []byte, time int64, frame string, points []spatial.Vec3) []byte {
	dst = appendString(appendTime(dst, time), 2, frame)
	dst, pose := openMessage(dst, 3)
	dst, at := openMessage(dst, 1)
	dst = fixLength(appendDoubles(dst, 0, 0, 0), at, 1)
	dst, at = openMessage(dst, 2)
	dst = fixLength(appendDoubles(dst, 0, 0, 0, 1), at, 1)
	dst = fixLength(dst, pose, 1)
	const stride = int(unsafe.Sizeof(spatial.Vec3{}))
	dst = appendFixed(dst, 4, stride)
	for i, axis := range [...]string{"x", "y", "z"} {
		dst, at = openMessage(dst, 5)
		dst = appendFixed(appendString(dst, 1, axis), 2, 8*i)
		dst = fixLength(appendVarint(key(dst, 3, 0), float64Type), at, 1)
	}
	dst = appendVarint(key(dst, 6, 2), stride*len(points))
	return append(dst, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(points))), stride*len(points))...)
}

func appendLog(dst []byte, time int64, l *Log) []byte {
	level := 4 // ERROR
	switch {
	case l.Level < slog.LevelInfo:
		level = 1
	case l.Level < slog.LevelWarn:
		level = 2
	case l.Level < slog.LevelError:
		level = 3
	}
	dst = appendVarint(key(appendTime(dst, time), 2, 0), level)
	dst = appendString(appendString(appendString(dst, 3, l.Message), 4, l.Name), 5, l.File)
	return appendFixed(dst, 6, l.Line)
}

// fieldOf returns the offset of a field of that name and type.
func fieldOf(t reflect.Type, name string, typ reflect.Type) (uintptr, bool) {
	f, ok := t.FieldByName(name)
	return f.Offset, ok && len(f.Index) == 1 && f.Type == typ
}

// imageView finds the view of a picture.
func imageView(t reflect.Type, s Scene) (*View, bool) {
	integer := reflect.TypeFor[int]()
	w, okW := fieldOf(t, "W", integer)
	h, okH := fieldOf(t, "H", integer)
	stride, hasStride := fieldOf(t, "Stride", integer)
	pix, colour := fieldOf(t, "Pix", reflect.TypeFor[[]byte]())
	deep, depth := fieldOf(t, "Pix", reflect.TypeFor[[]uint16]())
	if !okW || !okH || !colour && !depth {
		return nil, false
	}
	return view("RawImage", func(dst []byte, time int64, p unsafe.Pointer) []byte {
		width, height := *(*int)(unsafe.Add(p, w)), *(*int)(unsafe.Add(p, h))
		encoding, step := "16UC1", 2*width
		var data []byte
		if depth {
			d := *(*[]uint16)(unsafe.Add(p, deep))
			data = unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(d))), 2*len(d))
		} else {
			data = *(*[]byte)(unsafe.Add(p, pix))
			encoding, step = "rgb8", 3*width
			if len(data) < step*height {
				encoding, step = "mono8", width
			}
			if hasStride {
				step = *(*int)(unsafe.Add(p, stride))
			}
		}
		dst = appendString(appendTime(dst, time), 7, s.Frame)
		dst = appendFixed(appendFixed(dst, 2, width), 3, height)
		dst = appendFixed(appendString(dst, 4, encoding), 5, step)
		return append(appendVarint(key(dst, 6, 2), len(data)), data...)
	}), true
}

// jointView finds the view of joint states.
func jointView(t reflect.Type, s Scene) (*View, bool) {
	f, ok := t.FieldByName("Position")
	if !ok || len(f.Index) != 1 {
		return nil, false
	}
	n := -1 // a slice
	switch {
	case f.Type == reflect.TypeFor[[]float64]():
	case f.Type.Kind() == reflect.Array && f.Type.Elem() == reflect.TypeFor[float64]():
		n = f.Type.Len()
	default:
		return nil, false
	}
	parts := []uintptr{f.Offset}
	numbers := []int{2}
	for i, name := range []string{"Velocity", "Effort"} {
		if off, ok := fieldOf(t, name, f.Type); ok {
			parts, numbers = append(parts, off), append(numbers, 3+i)
		}
	}
	return view("JointStates", func(dst []byte, time int64, p unsafe.Pointer) []byte {
		dst = appendTime(dst, time)
		values := func(off uintptr) []float64 {
			if n < 0 {
				return *(*[]float64)(unsafe.Add(p, off))
			}
			return unsafe.Slice((*float64)(unsafe.Add(p, off)), n)
		}
		for j := range values(parts[0]) {
			var at int
			dst, at = openMessage(dst, 2)
			dst = appendJointName(dst, s.Joints, j)
			for i, off := range parts {
				if v := values(off); j < len(v) {
					dst = appendDouble(dst, numbers[i], v[j])
				}
			}
			dst = fixLength(dst, at, 1)
		}
		return dst
	}), true
}

func appendJointName(dst []byte, names []string, j int) []byte {
	if j < len(names) {
		return appendString(dst, 1, names[j])
	}
	dst, at := openMessage(dst, 1)
	return fixLength(strconv.AppendInt(append(dst, "joint"...), int64(j)+1, 10), at, 1)
}
