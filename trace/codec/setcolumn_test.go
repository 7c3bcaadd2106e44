package codec

import (
	"encoding/csv"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"
)

type columnsInner struct {
	A  float64
	b  int8
	On bool
}

type columnsOuter struct {
	P     columnsInner
	Ptr   *columnsInner
	List  []int32
	Deep  []columnsInner
	Fixed [3]uint16
	Grid  [2][2]float32
	Delay time.Duration
	Text  string
	Big   uint64
	C     complex64
	Waits [2]time.Duration
	Raw   []byte
}

// TestSetColumn: what AppendCSV writes, SetColumn reads.
func TestSetColumn(t *testing.T) {
	c, err := For(reflect.TypeFor[columnsOuter](), "")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		inner := rapid.Custom(func(t *rapid.T) columnsInner {
			return columnsInner{rapid.Float64().Draw(t, "a"), rapid.Int8().Draw(t, "b"), rapid.Bool().Draw(t, "on")}
		})
		v := columnsOuter{P: inner.Draw(t, "p"), List: rapid.SliceOfN(rapid.Int32(), 0, SliceColumns).Draw(t, "list"),
			Deep: rapid.SliceOfN(inner, 0, 3).Draw(t, "deep"), Delay: time.Duration(rapid.Int64().Draw(t, "d")),
			Text: rapid.StringMatching(`[a-z,"]*`).Draw(t, "text"), Big: rapid.Uint64().Draw(t, "big"),
			C: complex(rapid.Float32().Draw(t, "re"), rapid.Float32().Draw(t, "im"))}
		v.Fixed[1], v.Grid[1][0], v.Waits[1] = rapid.Uint16().Draw(t, "f"), rapid.Float32().Draw(t, "g"), 5
		if rapid.Bool().Draw(t, "ptr") {
			x := inner.Draw(t, "x")
			v.Ptr = &x
		}
		want := string(c.AppendCSV(nil, unsafe.Pointer(&v)))
		cells, err := csv.NewReader(strings.NewReader(want + "\n")).Read()
		if err != nil {
			t.Fatal(err)
		}
		var got columnsOuter
		for i, name := range c.Columns() {
			if name == "Raw.len" || cells[i] == "" {
				continue
			}
			if err := c.SetColumn(unsafe.Pointer(&got), name, cells[i]); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if again := string(c.AppendCSV(nil, unsafe.Pointer(&got))); again != want {
			t.Errorf("%s\ncame back as\n%s", want, again)
		}
	})
}

func TestSetColumnFaults(t *testing.T) {
	c, err := For(reflect.TypeFor[columnsOuter](), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][3]string{
		{"P.Z", "1", "no column"}, {"P.A", "x", "no number"}, {"P.b", "128", "8 bits"}, {"P.b", "1.5", "whole"}, {"P.On", "2", "true"},
		{"List.len", "9", "length from 0 to 8"}, {"List.len", "-1", "length"}, {"Fixed[0]", "-1", "whole"}, {"Fixed[3]", "1", "no column"},
		{"Big", "1.5", "whole"}, {"C.re", "", "no number"}, {"", "1", "no column"},
	} {
		var v columnsOuter
		err := c.SetColumn(unsafe.Pointer(&v), x[0], x[1])
		if err == nil || !strings.Contains(err.Error(), x[2]) {
			t.Errorf("%s = %q: %v, want %q", x[0], x[1], err, x[2])
		}
	}
	one, err := For(reflect.TypeFor[int32](), "")
	if err != nil {
		t.Fatal(err)
	}
	var n int32
	if err := one.SetColumn(unsafe.Pointer(&n), "value", "7.0"); err != nil || n != 7 {
		t.Errorf("a number by itself: %d, %v", n, err)
	}
}
