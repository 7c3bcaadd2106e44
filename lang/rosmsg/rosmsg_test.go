package rosmsg

import (
	"encoding/json"
	"fmt"
	goparser "go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// known are definitions whose sums roscore and its tools tell.
func known(t testing.TB) *Set {
	s, faults := Parse([]Source{
		{Name: "std_msgs/String", Text: "string data\n"},
		{Name: "std_msgs/Header", Text: "# who and when\nuint32 seq\n\ttime   stamp # when\nstring frame_id"},
		{Name: "rosgraph_msgs/Log", Text: "byte DEBUG=1 # least\nbyte INFO=2\nbyte WARN=4\nbyte ERROR=8\nbyte FATAL=16\n\nHeader header\nbyte level\nstring name\nstring msg\nstring file\nstring function\nuint32 line\nstring[] topics\n"},
		{Name: "rosgraph_msgs/Clock", Text: "time clock"},
		{Name: "std_msgs/MultiArrayDimension", Text: "string label\nuint32 size\nuint32 stride"},
		{Name: "std_msgs/MultiArrayLayout", Text: "MultiArrayDimension[] dim\nuint32 data_offset"},
		{Name: "std_msgs/Float64MultiArray", Text: "MultiArrayLayout layout\nfloat64[] data"},
		{Name: "roscpp/Logger", Text: "string name\nstring level"},
		{Name: "roscpp/GetLoggers", Service: true, Text: "---\nLogger[] loggers\n"},
	})
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSums: as Debian's rosmsg and rosservice compute them.
func TestSums(t *testing.T) {
	s := known(t)
	for name, want := range map[string]string{
		"std_msgs/String":            "992ce8a1687cec8c8bd883ec73ca41d1",
		"std_msgs/Header":            "2176decaecbce78abc3b96ef049fabed",
		"rosgraph_msgs/Log":          "acffd30cd6b6de30f120938c17c593fb",
		"rosgraph_msgs/Clock":        "a9c97c1d230cfc112e270351a944ee47",
		"std_msgs/Float64MultiArray": "4b7d974086d4060e7db4613a7e6c3ba4",
	} {
		m, err := s.Type(name)
		if err != nil || m.MD5 != want {
			t.Errorf("%s: %v, %v instead of %s; %q", name, err, m.MD5, want, m.Normal())
		}
		back, faults := Full(name, m.Full())
		if faults != nil || back.MD5 != want || back.Full() != m.Full() {
			t.Errorf("%s: %v; %s", name, faults, m.Full())
		}
	}
	if v, err := s.Service("roscpp/GetLoggers"); err != nil || v.MD5 != "32e97e85527d4678a8f9279894bb64b0" {
		t.Error(v, err)
	}
	if _, err := s.Type("std_msgs/Sting"); err == nil || !strings.Contains(err.Error(), `did you mean "std_msgs/String"?`) {
		t.Error(err)
	}
	if _, err := s.Type("Clock"); err == nil || !strings.Contains(err.Error(), `did you mean "rosgraph_msgs/Clock"?`) {
		t.Error(err)
	}
}

func TestConstants(t *testing.T) {
	s, faults := Parse([]Source{{Name: "a/C", Text: "string  HASH = a # b\t\nint8 LOW=-128\nuint64 HIGH=18446744073709551615\nfloat32 HALF=0.5\nbool YES=True # yes\nchar X=120\n"}})
	if faults != nil {
		t.Fatal(faults)
	}
	m, _ := s.Type("a/C")
	want := []any{"a # b", int64(-128), uint64(math.MaxUint64), 0.5, true, uint64(120)}
	for i, c := range m.Constants {
		if c.Value != want[i] {
			t.Errorf("%s is %v", c.Name, c.Value)
		}
	}
	if want := "string HASH=a # b\nint8 LOW=-128\nuint64 HIGH=18446744073709551615\nfloat32 HALF=0.5\nbool YES=True\nchar X=120"; m.Normal() != want {
		t.Errorf("%q", m.Normal())
	}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"flaot64 x":                        `a/M.msg:1:1: there is no message a/flaot64; did you mean "float64"? (rosmsg-type)`,
		"b/Pose p":                         `a/M.msg:1:1: there is no message b/Pose; add its folder to those that are read (rosmsg-type)`,
		"O o\nOtter o2":                    `a/M.msg:2:1: there is no message a/Otter; did you mean "a/Other"? (rosmsg-type)|there is no message a/O;`,
		"\n  int8":                         `a/M.msg:2:3: int8 stands alone; write a type and a name, as in float64 x (rosmsg-syntax)`,
		"int8 a\nint8 \té":                 `a/M.msg:2:7: "é" is no name of a field; write letters, digits and _, with a letter first (rosmsg-name)`,
		"int8 a\nint8 a":                   `a/M.msg:2:6: a is there already, on line 1; give one of them another name (rosmsg-duplicate)`,
		"int8[ a":                          `a/M.msg:1:5: [ is no length of an array`,
		"int8[-1] a":                       `[-1] is no length of an array`,
		"int8[9999999999] a":               `is no length of an array`,
		"uint8 A=256":                      `a/M.msg:1:9: "256" is no value of uint8; write a whole number from 0 to 255 (rosmsg-constant)`,
		"int16 A=1.5":                      `write a whole number from -32768 to 32767`,
		"time A=1":                         `a constant of type time`,
		"bool A=yes":                       `write True or False`,
		"M m":                              `a/M.msg:1:1: a/M contains itself by m of a/M; name the other one in place of containing it (rosmsg-cycle)`,
		"float64[1000000000] x":            `needs more than 1073741824 bytes with x`,
		"Void[] x":                         `x is an array of a/Void, which has no bytes`,
		"int8 9a":                          `"9a" is no name of a field`,
		"a/b/c x":                          `"a/b/c" is no name of a type`,
		"\xff\xfe int8 a":                  `it is no UTF-8`,
		strings.Repeat("x\n", 100):         `there is too much wrong or too much in it to read on`,
		strings.Repeat("# much\n", 200000): `it has 1400000 bytes, and 1048576 is the most`,
	} {
		_, faults := Parse([]Source{{File: "a/M.msg", Name: "a/M", Text: text}, {Name: "a/Void"}, {Name: "a/Other", Text: "int8 x"}})
		for w := range strings.SplitSeq(want, "|") {
			if err := faults.Err(); err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%.40q: %v instead of %s", text, err, want)
			}
		}
	}
	_, faults := Parse([]Source{{File: "s.srv", Name: "a/S", Service: true, Text: "int8 a\nint8 b"}, {Name: "a/M", Text: "int8 x"}, {File: "two", Name: "a/M", Text: "int8 y"}})
	if got := faults.Error(); !strings.Contains(got, "s.srv:2:1: there is no line --- between") || !strings.Contains(got, "two:1:1: a/M is defined otherwise in") {
		t.Error(got)
	}
	_, faults = Parse([]Source{{File: "s.srv", Name: "a/S", Service: true, Text: "int8 a\n---\nint9 b"}})
	if got := faults.Error(); !strings.Contains(got, `s.srv:3:1: there is no message a/int9; did you mean "int8"?`) {
		t.Error(got)
	}
	if _, faults := Load(filepath.Join(t.TempDir(), "none")); len(faults) != 1 || faults[0].Code != "rosmsg-file" {
		t.Error(faults)
	}
}

func TestRules(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		if row := fmt.Sprintf("| `%s` | %s |", r.Code, r.Text); !strings.Contains(string(page), row) {
			t.Errorf("docs/format/faults.md has no row %s", row)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one/msg/A.msg": "two/B b\nHeader h", "two/msg/B.msg": "int8 x", "std_msgs/msg/Header.msg": "time stamp", "two/srv/S.srv": "B b\n---\none/A[] all", "two/msg/Bad.msg": "C c",
	} {
		file := filepath.Join(dir, "[x]", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, faults := Load(filepath.Join(dir, "[x]"), filepath.Join(dir, "[x]", "two"))
	if len(faults) != 1 || !strings.HasSuffix(faults[0].File, filepath.Join("two", "msg", "Bad.msg")) || faults[0].Code != "rosmsg-type" {
		t.Error(faults)
	}
	if got := slices.Concat(s.Messages(), s.Services()); !slices.Equal(got, []string{"one/A", "std_msgs/Header", "two/B", "two/S"}) {
		t.Error(got)
	}
}

func TestValue(t *testing.T) {
	s := known(t)
	m, _ := s.Type("rosgraph_msgs/Log")
	v := m.New()
	if err := v.Set("{header: {seq: 7, stamp: {secs: 3, nsecs: 4}, frame_id: map}, level: 8, msg: \"a\\nb\", line: 12, topics: [/x, /y]}"); err != nil {
		t.Fatal(err)
	}
	body := v.Append(nil)
	back := m.New()
	if err := back.Decode(body); err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(back)
	want := `{"header":{"seq":7,"stamp":{"secs":3,"nsecs":4},"frame_id":"map"},"level":8,"name":"","msg":"a\nb","file":"","function":"","line":12,"topics":["/x","/y"]}`
	if string(got) != want {
		t.Errorf("%s", got)
	}
	if want := "header:\n  seq: 7\n  stamp: {\"secs\":3,\"nsecs\":4}\n  frame_id: \"map\"\nlevel: 8\n"; !strings.HasPrefix(back.String(), want) {
		t.Errorf("%s", back)
	}
	for cut := range body {
		if err := back.Decode(body[:cut]); err == nil || !strings.Contains(err.Error(), "rosgraph_msgs/Log") {
			t.Fatalf("%d of %d bytes: %v", cut, len(body), err)
		}
	}
	if err := back.Decode(append(body, 1)); err == nil || !strings.Contains(err.Error(), "1 bytes are left over") {
		t.Error(err)
	}
	err := v.Set("{headr: 1, level: 300, topics: {a: 1}, line: -1, header: {stamp: {second: 1}}}")
	for _, w := range []string{`rosgraph_msgs/Log has no field headr: did you mean "header"?`, "rosgraph_msgs/Log.level: 300 is no byte", "Log.topics: an object is no string[]", "Log.line: -1 is no uint32", "a time has no second"} {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("%v does not say %s", err, w)
		}
	}
	text, _ := s.Type("std_msgs/String")
	for _, x := range []string{"hello", "[hello]", "{data: hello}", `"hello"`} {
		v := text.New()
		if err := v.Set(x); err != nil || string(v.Append(nil)) != "\x05\x00\x00\x00hello" {
			t.Errorf("%s: %v, %q", x, err, v.Append(nil))
		}
	}
	if v.Field("header").Field("seq").Any() == nil || v.Field("none") != nil {
		t.Error("fields are not found by their names")
	}
}

func TestHostileLengths(t *testing.T) {
	m, _ := known(t).Type("std_msgs/Float64MultiArray")
	v := m.New()
	body := v.Append(nil)
	for at := 0; at < len(body); at += 4 {
		bad := slices.Clone(body)
		copy(bad[at:], "\xff\xff\xff\xff")
		if n := testing.AllocsPerRun(1, func() { _ = v.Decode(bad) }); n > 40 {
			t.Errorf("at %d: %v allocations", at, n)
		}
		if at != 4 && v.Decode(bad) == nil { // the offset may be any number
			t.Errorf("a length at %d of 4 G is taken", at)
		}
	}
}

// TestFixedDoesNotAllocate: neither reading nor writing a generic value whose shape does not change.
func TestFixedDoesNotAllocate(t *testing.T) {
	s, faults := Parse([]Source{{Name: "a/In", Text: "float64[3] p\nstring name"}, {Name: "a/Out", Text: "In[2] ins\nIn[] more\nduration d\nuint8[] bytes"}})
	if faults != nil {
		t.Fatal(faults)
	}
	m, _ := s.Type("a/Out")
	v := m.New()
	if err := v.Set("{more: [{name: x, p: [1, 2, 3]}, {}], bytes: [1, 2, 3], d: -1.5}"); err != nil {
		t.Fatal(err)
	}
	body := v.Append(nil)
	again := make([]byte, 0, len(body))
	if n := testing.AllocsPerRun(100, func() { _, again = v.Decode(body), v.Append(again[:0]) }); n != 0 || string(again) != string(body) {
		t.Errorf("%v allocations", n)
	}
}

// definition draws the text of a message.
func definition(t *rapid.T, others []string) string {
	var b strings.Builder
	types := append(slices.DeleteFunc(builtin(), func(n string) bool { return n == "Header" }), others...)
	for i := range rapid.IntRange(0, 6).Draw(t, "fields") {
		fmt.Fprintf(&b, "%s%s f%d\n", rapid.SampledFrom(types).Draw(t, "type"), rapid.SampledFrom([]string{"", "", "[]", "[2]"}).Draw(t, "array"), i)
	}
	b.WriteString("uint8 last\n") // no message is without bytes
	return b.String()
}

func drawn(t *rapid.T) *Message {
	sources := []Source{{Name: "a/One", Text: definition(t, nil)}}
	sources = append(sources, Source{Name: "a/Two", Text: definition(t, []string{"One"})})
	sources = append(sources, Source{Name: "b/Three", Text: definition(t, []string{"a/One", "a/Two"})})
	s, faults := Parse(sources)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	m, _ := s.Type("b/Three")
	return m
}

// TestAnyValueComesBack: bytes that are a value are written again as they were; from its JSON comes the same value; what
// is no value is refused without harm.
func TestAnyValueComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawn(t)
		v := m.New()
		body := v.Append(nil)
		if least, fixed := m.Size(); len(body) != least || fixed && v.Decode(append(body, 0)) == nil {
			t.Fatalf("%d bytes, not %d", len(body), least)
		}
		bytes := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "bytes")
		for i := range min(len(bytes), len(body)) {
			if bytes[i] < 4 { // mostly small lengths
				body[i] = bytes[i]
			}
		}
		body = append(body, bytes[min(len(bytes), len(body)):]...)
		if v.Decode(body) != nil {
			return
		}
		again := v.Append(nil)
		if w := m.New(); w.Decode(again) != nil || string(w.Append(nil)) != string(again) {
			t.Fatalf("%x comes back as %x", body, again)
		}
		if text, err := json.Marshal(v); err != nil {
			t.Fatal(err, v)
		} else if w := m.New(); !strings.Contains(string(text), "ufffd") {
			if err := w.Set(string(text)); err != nil {
				t.Fatalf("%v in %s", err, text)
			} else if back, _ := json.Marshal(w); string(back) != string(text) {
				t.Fatalf("%s\nbecomes\n%s", text, back)
			}
		}
	})
}

// TestGenerated: what is written is Go, the same twice.
func TestGenerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawn(t)
		s := &Set{messages: map[string]*Message{m.Name: m}}
		o := Options{Root: "example.org/ros", Maker: "a test"}
		pkgs, err := s.Generate(o)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := s.Generate(o)
		if d := cmp.Diff(pkgs, again); d != "" {
			t.Fatal(d)
		}
		for _, p := range pkgs {
			for _, f := range p.Files {
				if _, err := goparser.ParseFile(token.NewFileSet(), f.Name, f.Source, 0); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func FuzzDefinition(f *testing.F) {
	for _, s := range []string{"string data\n", "byte A=1\nHeader h", "# c\n\nint8[3] x # y\nN[] n", "string S= # \nfloat32 F=1e5", "uint8[", "M m", "a/b/c d"} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		s, faults := Parse([]Source{{Name: "a/M", Text: text}, {Name: "a/N", Text: "int8 x"}, {Name: "std_msgs/Header", Text: "time t"}})
		m, err := s.Type("a/M")
		if (err == nil) == (faults.Err() != nil) {
			t.Fatal(err, faults)
		}
		if err != nil || m.least > 1<<16 {
			return
		}
		v := m.New()
		if err := v.Decode(v.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if back, faults := Full("a/M", m.Full()); !strings.Contains(text, "====") && !strings.Contains(text, "MSG:") && (faults.Err() != nil || back.MD5 != m.MD5) {
			t.Fatal(faults, m.Full())
		}
	})
}

func FuzzBody(f *testing.F) {
	s := known(f)
	m, _ := s.Type("rosgraph_msgs/Log")
	a, _ := s.Type("std_msgs/Float64MultiArray")
	f.Add([]byte(""), true)
	f.Add(m.New().Append(nil), true)
	f.Add(a.New().Append(nil), false)
	fuzz.Run(f, func(t *testing.T, body []byte, log bool) {
		v := a.New()
		if log {
			v = m.New()
		}
		if v.Decode(body) == nil && string(v.Append(nil)) != string(body) {
			t.Fatalf("%x", body)
		}
	})
}
