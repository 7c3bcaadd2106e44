package codec

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/reactor"
)

type recordedPoint struct{ X, Y float64 }

type recordedState struct {
	On      bool
	Small   int8
	Count   uint64
	name    string
	Wait    time.Duration
	Joints  [7]float64
	Queue   []float32
	Path    []recordedPoint
	Corners [2]recordedPoint
	Best    *recordedPoint
	Raw     []byte
	Nested  [][]int32
}

func stateFrom(t *rapid.T) recordedState {
	f := rapid.Float64()
	point := rapid.Custom(func(t *rapid.T) recordedPoint { return recordedPoint{f.Draw(t, "x"), f.Draw(t, "y")} })
	s := recordedState{On: rapid.Bool().Draw(t, "on"), Small: rapid.Int8().Draw(t, "small"), Count: rapid.Uint64().Draw(t, "count"),
		name: rapid.String().Draw(t, "name"), Wait: time.Duration(rapid.Int64().Draw(t, "wait")),
		Queue: rapid.SliceOf(rapid.Float32()).Draw(t, "queue"), Path: rapid.SliceOf(point).Draw(t, "path"),
		Raw: rapid.SliceOf(rapid.Byte()).Draw(t, "raw"), Nested: rapid.SliceOf(rapid.SliceOf(rapid.Int32())).Draw(t, "nested")}
	for i := range s.Joints {
		s.Joints[i] = f.Draw(t, "joint")
	}
	for i := range s.Corners {
		s.Corners[i] = point.Draw(t, "corner")
	}
	return s
}

// A type that was made from a schema reads what the schema's own type has written, and writes the same bytes.
func TestATypeMadeFromASchemaKeepsTheBytes(t *testing.T) {
	own, err := For(reflect.TypeFor[recordedState](), "")
	if err != nil {
		t.Fatal(err)
	}
	name, _, schema := own.Schema()
	rapid.Check(t, func(t *rapid.T) {
		s := stateFrom(t)
		s.Best = &s.Corners[0] // a pointer becomes a value, which is always written
		data := own.Append(nil, unsafe.Pointer(&s))
		for _, example := range [][]byte{data, nil} {
			typ, err := TypeOf(name, schema, example)
			if err != nil {
				t.Fatal(err)
			}
			c, err := For(typ, "")
			if err != nil {
				t.Fatal(err)
			}
			v := reflect.New(typ)
			if err := c.Decode(data, v.UnsafePointer()); err != nil && example != nil {
				continue // slices of slices need not be of one length
			} else if err != nil {
				t.Fatal(err)
			}
			if again := c.Append(nil, v.UnsafePointer()); !bytes.Equal(data, again) {
				t.Fatalf("the bytes are %x and %x", data, again)
			}
			if got, _, _ := c.Schema(); got != name {
				t.Fatalf("the type is called %s, want %s", got, name)
			}
		}
	})
}

func TestColumnsOfATypeMadeFromASchema(t *testing.T) {
	own, err := For(reflect.TypeFor[recordedState](), "")
	if err != nil {
		t.Fatal(err)
	}
	name, _, schema := own.Schema()
	typ, err := TypeOf(name, schema, own.Append(nil, unsafe.Pointer(&recordedState{})))
	if err != nil {
		t.Fatal(err)
	}
	c, err := For(typ, "")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(c.Columns(), " ")
	for _, want := range []string{"Joints[6]", "Wait_ns", "Corners[1].Y", "Queue[0]", "name"} {
		if !strings.Contains(all, want) {
			t.Errorf("no column %s among %s", want, all)
		}
	}
	if n := reactor.TypeName(typ); n != name {
		t.Errorf("the type is called %s, want %s", n, name)
	}
}

func TestPlainValuesAndFaultsOfSchemas(t *testing.T) {
	own, err := For(reflect.TypeFor[float64](), "")
	if err != nil {
		t.Fatal(err)
	}
	name, _, schema := own.Schema()
	if typ, err := TypeOf(name, schema, nil); err != nil || typ.Kind() != reflect.Float64 {
		t.Errorf("a number is a %v, %v", typ, err)
	}
	for want, bad := range map[string]struct {
		name            string
		schema, example []byte
	}{
		"does not describe x.Y":   {"x.Y", schema, nil},
		"is damaged":              {name, []byte("no schema"), nil},
		"does not fit its schema": {name, schema, []byte{0xff}},
	} {
		if _, err := TypeOf(bad.name, bad.schema, bad.example); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// Names that a duration would take from another field stay as they are.
func TestDurationsTakeNoNames(t *testing.T) {
	type both struct{ Wait, Wait_ns int64 }
	own, err := For(reflect.TypeFor[both](), "")
	if err != nil {
		t.Fatal(err)
	}
	name, _, schema := own.Schema()
	typ, err := TypeOf(name, schema, nil)
	if err != nil || typ.NumField() != 2 || typ.Field(1).Name != "Wait_ns" {
		t.Errorf("%v, %v", typ, err)
	}
}

// FuzzTypeOf: any schema of a recording gives a type that can be recorded, or an error.
func FuzzTypeOf(f *testing.F) {
	for _, typ := range []reflect.Type{reflect.TypeFor[recordedState](), reflect.TypeFor[float64](), reflect.TypeFor[[3]recordedPoint]()} {
		own, err := For(typ, "x.T")
		if err != nil {
			f.Fatal(err)
		}
		_, _, schema := own.Schema()
		f.Add(schema, own.Append(nil, reflect.New(typ).UnsafePointer()))
	}
	fuzz.Run(f, func(t *testing.T, schema, example []byte) {
		typ, err := TypeOf("x.T", schema, example)
		if err != nil {
			return
		}
		c, err := For(typ, "")
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Decode(example, reflect.New(typ).UnsafePointer())
	})
}
