package codec

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestJSONComesBack(t *testing.T) {
	c := mustFor(t, reflect.TypeFor[everything]())
	in := sample()
	in.Text = "äß,\"b\n"
	in.Near.Y, in.F32 = math.Inf(1), float32(math.NaN())
	text := c.AppendJSON(nil, unsafe.Pointer(&in))
	if !json.Valid(text) {
		t.Fatalf("not JSON: %s", text)
	}
	var out everything
	if err := c.DecodeJSON(text, unsafe.Pointer(&out)); err != nil {
		t.Fatal(err)
	}
	if again := c.AppendJSON(nil, unsafe.Pointer(&out)); string(again) != string(text) {
		t.Errorf("came back otherwise:\n%s\n%s", text, again)
	}
	if out.unexported != 0 || out.Joints[0].name != "a" || out.Wait != -3*time.Second || out.Q != in.Q {
		t.Errorf("%+v", out)
	}
}

func TestJSONForms(t *testing.T) {
	type value struct {
		X float64
		D time.Duration
		B [2]byte
		P *float64
		S []int8
		n int
	}
	c := mustFor(t, reflect.TypeFor[value]())
	v := value{X: 7, n: 3}
	if err := c.DecodeJSON([]byte(` {"D": 20, "B": "AQI=", "P": -0.5, "S": [1, -2]} `), unsafe.Pointer(&v)); err != nil {
		t.Fatal(err)
	}
	if v.X != 7 || v.D != 20 || v.B != [2]byte{1, 2} || *v.P != -0.5 || len(v.S) != 2 || v.n != 3 {
		t.Errorf("%+v", v)
	}
	want := `{"X":7,"D":"20ns","B":"AQI=","P":-0.5,"S":[1,-2]}`
	if got := string(c.AppendJSON(nil, unsafe.Pointer(&v))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	number := mustFor(t, reflect.TypeFor[float64]())
	var x float64
	if err := number.DecodeJSON([]byte("1e3"), unsafe.Pointer(&x)); err != nil || x != 1000 {
		t.Error(x, err)
	}
	x = 1.0 / 3
	if got := string(number.AppendShort(nil, unsafe.Pointer(&x), 20)); got != "0.33333" {
		t.Error(got)
	}
	text := mustFor(t, reflect.TypeFor[string]())
	s := strings.Repeat("ä", 1000)
	if got := string(text.AppendShort([]byte("x"), unsafe.Pointer(&s), 10)); got != `x"ääää…` {
		t.Error(got)
	}
	if n, want := number.Size(unsafe.Pointer(&x)), len(number.Append(nil, unsafe.Pointer(&x))); n != want {
		t.Errorf("size %d, want %d", n, want)
	}
}

func TestJSONFaults(t *testing.T) {
	type inner struct{ Pose [2]float32 }
	type value struct {
		A    inner
		N    int8
		U    uint16
		D    time.Duration
		Name string
		Ok   bool
		B    []byte
		L    []int
	}
	c := mustFor(t, reflect.TypeFor[value]())
	for text, want := range map[string][]string{
		`{"A": {"Pose": [1, 2, 3]}}`: {"1:16: A.Pose: 3 elements where 2 belong"},
		`{"A": {"Pose": [1]}}`:       {"1:16: A.Pose: 1 elements where 2 belong"},
		"{\"N\": 128,\n \"U\": -1, \"D\": \"soon\", \"a\": [{}], \"Ok\": 1}": {
			"1:7: N: 128 is no whole number from -128 to 127", "2:7: U: -1 is no whole number from 0 to 65535",
			`2:16: D: "soon" is no duration`, "2:24: a: there is no such field; there are A, N,", "2:41: Ok: true or false is wanted here, not the number 1"},
		`{"A": {"Pose": [1e39, "x"]}}`: {"A.Pose[0]: 1e39 is beyond a float32", "A.Pose[1]: a number is wanted here"},
		`{"N": 1, "N": 2}`:             {"N: given twice"},
		`{"B": "?"}`:                   {"B: this is not base64"},
		`{"N": 1.5}`:                   {"N: 1.5 is no whole number"},
		`{"A": null}`:                  {"1:7: A: an object is wanted here, not null"},
		`{"L": {}, "Name": []}`:        {"L: a list is wanted", "Name: text is wanted"},
		`{"N": 1} 2`:                   {"1:10: the value: something follows the value"},
		`{"N": `:                       {"N: the text ends too early"},
		`{"N" 1}`:                      {"this is not JSON"},
		``:                             {"1:1: the value: the text ends too early"},
		`[]`:                           {"an object is wanted"},
		`{"x": ` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`: {"no such field", "too deep"},
	} {
		var v value
		err := c.DecodeJSON([]byte(text), unsafe.Pointer(&v))
		if err == nil {
			t.Errorf("%s: no error", text)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != len(want) {
			t.Errorf("%s: %d faults, want %d:\n%v", text, len(lines), len(want), err)
			continue
		}
		for i := range want {
			if !strings.Contains(lines[i], want[i]) {
				t.Errorf("%s: fault %q, want %q in it", text, lines[i], want[i])
			}
		}
	}
}

// TestJSONAnyFloat: floats keep their bits.
func TestJSONAnyFloat(t *testing.T) {
	c := mustFor(t, reflect.TypeFor[[]float64]())
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.Float64(), 1, 20).Draw(t, "floats")
		var out []float64
		if err := c.DecodeJSON(c.AppendJSON(nil, unsafe.Pointer(&in)), unsafe.Pointer(&out)); err != nil {
			t.Fatal(err)
		}
		for i := range in {
			if math.Float64bits(in[i]) != math.Float64bits(out[i]) && in[i] == in[i] {
				t.Fatalf("%v came back as %v", in[i], out[i])
			}
		}
	})
}

// FuzzDecodeJSON: nothing panics, and an accepted value is written in a form that is accepted again.
func FuzzDecodeJSON(f *testing.F) {
	c := mustFor(f, reflect.TypeFor[everything]())
	in := sample()
	f.Add(c.AppendJSON(nil, unsafe.Pointer(&in)))
	f.Add([]byte(`{"Q": [1, "NaN"], "Wait": "1s", "x": [[[]]]}`))
	f.Add([]byte(`{"Joints": [{"name": "a"}, null]} 7`))
	f.Add([]byte("{\"Text\": \"\xff\", \"Ptrs\": [null, {}]"))
	fuzz.Run(f, func(t *testing.T, data []byte) {
		var v, again everything
		if c.DecodeJSON(data, unsafe.Pointer(&v)) != nil {
			return
		}
		text := c.AppendJSON(nil, unsafe.Pointer(&v))
		if err := c.DecodeJSON(text, unsafe.Pointer(&again)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if other := c.AppendJSON(nil, unsafe.Pointer(&again)); string(other) != string(text) {
			t.Fatalf("%s became %s", text, other)
		}
	})
}
