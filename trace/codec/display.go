package codec

import (
	"log/slog"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// View encodes a value as one of Foxglove's well-known messages (https://docs.foxglove.dev/docs/sdk/schemas),
// which viewers can draw. A View is for display only: it may round, so replay uses a Codec.
type View struct {
	schema *wellknown.Schema
	write  func(m wellknown.Message, time int64, p unsafe.Pointer) wellknown.Message
}

// Schema returns the message's name, the encoding "protobuf" and a serialized FileDescriptorSet.
func (v *View) Schema() (name, encoding string, data []byte) { return v.schema.Schema() }

// Append appends the message for the value at p at a logical time in nanoseconds to dst. It allocates only if dst has
// no room.
func (v *View) Append(dst []byte, time int64, p unsafe.Pointer) []byte { return v.write(dst, time, p) }

// Log is a line of a program's log. Its view is foxglove.Log.
type Log struct {
	Level   slog.Level
	Message string
	Name    string // name of the part that writes the line
	File    string
	Line    int
}

// Scene is what a view needs in addition to the value.
type Scene struct {
	Frame  string   // the frame of poses, points and pictures, such as "base"
	Joints []string // names; joint1, joint2, … if missing
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
		return view("PoseInFrame", func(m wellknown.Message, time int64, p unsafe.Pointer) wellknown.Message {
			return m.PoseInFrame(time, s.Frame, *(*spatial.Pose)(p))
		}), true
	case reflect.TypeFor[spatial.Vec3]():
		return view("Vector3", func(m wellknown.Message, _ int64, p unsafe.Pointer) wellknown.Message {
			v := (*spatial.Vec3)(p)
			return m.Doubles(1, v.X, v.Y, v.Z)
		}), true
	case reflect.TypeFor[[]spatial.Vec3]():
		return view("PointCloud", func(m wellknown.Message, time int64, p unsafe.Pointer) wellknown.Message {
			return appendCloud(m, time, s.Frame, *(*[]spatial.Vec3)(p))
		}), true
	case reflect.TypeFor[Log]():
		return view("Log", func(m wellknown.Message, time int64, p unsafe.Pointer) wellknown.Message {
			l := (*Log)(p)
			return m.Log(time, l.Level, l.Name, l.Message).Text(5, l.File).Fixed(6, l.Line)
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

// view describes a view of a message of package wellknown.
func view(message string, write func(wellknown.Message, int64, unsafe.Pointer) wellknown.Message) *View {
	s, err := wellknown.For(message)
	if err != nil {
		panic("codec: " + err.Error())
	}
	return &View{s, write}
}

func appendCloud(m wellknown.Message, time int64, frame string, points []spatial.Vec3) wellknown.Message {
	const stride = int(unsafe.Sizeof(spatial.Vec3{}))
	m = m.Cloud(time, frame, stride)
	for i, axis := range [...]string{"x", "y", "z"} {
		m = m.Element(axis, 8*i, wellknown.Float64)
	}
	return m.Bytes(6, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(points))), stride*len(points)))
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
	return view("RawImage", func(m wellknown.Message, time int64, p unsafe.Pointer) wellknown.Message {
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
		return m.Time(1, time).Text(7, s.Frame).Fixed(2, width).Fixed(3, height).Text(4, encoding).Fixed(5, step).Bytes(6, data)
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
			parts, numbers = append(parts, off), append(numbers, 3+2*i)
		}
	}
	return view("JointStates", func(m wellknown.Message, time int64, p unsafe.Pointer) wellknown.Message {
		m = m.Time(1, time)
		values := func(off uintptr) []float64 {
			if n < 0 {
				return *(*[]float64)(unsafe.Add(p, off))
			}
			return unsafe.Slice((*float64)(unsafe.Add(p, off)), n)
		}
		for j := range values(parts[0]) {
			m = m.Part(2, func(m wellknown.Message) wellknown.Message {
				m = appendJointName(m, s.Joints, j)
				for i, off := range parts {
					if v := values(off); j < len(v) {
						m = m.Doubles(numbers[i], v[j])
					}
				}
				return m
			})
		}
		return m
	}), true
}

func appendJointName(m wellknown.Message, names []string, j int) wellknown.Message {
	if j < len(names) {
		return m.Text(1, names[j])
	}
	var name [24]byte
	return m.Bytes(1, strconv.AppendInt(append(name[:0], "joint"...), int64(j)+1, 10))
}
