package bag

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// memory is a file in memory.
type memory struct {
	b  []byte
	at int
}

// Write implements io.Writer.
func (m *memory) Write(b []byte) (int, error) {
	if need := m.at + len(b); need > len(m.b) {
		m.b = append(m.b, make([]byte, need-len(m.b))...)
	}
	m.at += copy(m.b[m.at:], b)
	return len(b), nil
}

// Seek implements io.Seeker.
func (m *memory) Seek(off int64, from int) (int64, error) {
	if from != io.SeekCurrent {
		return 0, errors.New("only relative")
	}
	m.at += int(off)
	return int64(m.at), nil
}

// said is a message as tests compare it.
type said struct {
	topic string
	time  wire.Time
	data  string
}

var text = wire.Description{Type: "std_msgs/String", MD5: "992ce8a1687cec8c8bd883ec73ca41d1", Text: "string data\n"}

// more is what ROS does not know.
var more = []More{{"sinew_start", "5"}, {"sinew_schema", "a.B 0=+/=="}}

// written makes a bag of messages; topics that end in 2 come from a second publisher.
func written(t testing.TB, all []said, o WriterOptions) []byte {
	t.Helper()
	m := &memory{}
	w, err := NewWriter(m, o)
	if err != nil {
		t.Fatal(err)
	}
	connections := map[string]*Connection{}
	for _, x := range all {
		c := connections[x.topic]
		if c == nil {
			c = w.Connect(Connection{Topic: x.topic, Description: text, Caller: "/node", Latching: strings.HasSuffix(x.topic, "map"), More: more})
			connections[x.topic] = c
		}
		if err := w.Write(c, x.time, []byte(x.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return m.b
}

func open(t testing.TB, b []byte, o Options) *Reader {
	t.Helper()
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), "x.bag", o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// all reads what is selected, up to a fault.
func (m *Messages) all() (all []said, err error) {
	for {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, said{x.Topic, x.Time, string(x.Data)})
	}
}

func at(ns int64) wire.Time { return wire.TimeOf(ns) }

// some are messages of three topics, of which one is latched; times rise.
func some(n int) (all []said) {
	for i := range n {
		all = append(all, said{[]string{"/a", "/b", "/map"}[i%3], at(int64(i+1) * 1e8), fmt.Sprintf("message %d %s", i, strings.Repeat("x", i%50))})
	}
	return all
}

func TestBagsComeBack(t *testing.T) {
	for _, how := range []Compression{None, LZ4} {
		want := some(1000)
		b := written(t, want, WriterOptions{Compression: how, ChunkSize: 4096})
		r := open(t, b, Options{})
		got, err := r.Messages(Selection{}).all()
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %d messages of %d, %v", how, len(got), len(want), err)
		}
		if s := r.Span(); s != (Span{at(1e8), at(1000 * 1e8), 1000}) || len(r.chunks) < 10 {
			t.Errorf("%s: %+v in %d chunks", how, s, len(r.chunks))
		}
		c := r.Connections()
		if len(c) != 3 || c[2].Topic != "/map" || !c[2].Latching || c[0].Latching || c[1].Description != text || !slices.Equal(c[1].More, more) || c[1].Caller != "/node" {
			t.Errorf("%s: %+v", how, c)
		}
	}
}

// TestDecode: messages are decoded into generated types, and into values by the bag's own definitions.
func TestDecode(t *testing.T) {
	body := (&stdmsgs.String{Data: "é"}).Append(nil)
	wrong := text
	wrong.Text = "string date\n"
	m := Message{&Connection{Topic: "/a", Description: text}, at(1), body}
	var s stdmsgs.String
	if err := m.Decode(&s); err != nil || s.Data != "é" {
		t.Error(s, err)
	}
	values := rosmsg.Values{}
	v, err := values.Decode(m.Description, m.Data)
	if err != nil || v.Field("data").Any() != "é" {
		t.Error(v, err)
	}
	again, err := values.Decode(m.Description, m.Data)
	if err != nil || again != v {
		t.Error("a second value is made", err)
	}
	_, err1 := rosmsg.Values{}.Decode(wrong, body)
	_, err2 := values.Decode(wire.Description{Type: "a/B", Text: "Other x\n"}, body)
	short := Message{m.Connection, at(1), body[:3]}
	err3 := short.Decode(&s)
	for err, want := range map[error]string{m.Decode(&stdmsgs.Float64{}): "/a holds std_msgs/String", err1: "gives the md5sum", err2: "there is no message a/Other", err3: "/a at 0.000000001"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

func TestSelection(t *testing.T) {
	all := some(300)
	r := open(t, written(t, all, WriterOptions{ChunkSize: 1000}), Options{})
	got, err := r.Messages(Selection{Topics: []string{"/a", "/none"}, From: at(1e9), Before: at(2e9)}).all()
	want := slices.DeleteFunc(slices.Clone(all), func(x said) bool {
		ns := x.time.Nanoseconds()
		return x.topic != "/a" || ns < 1e9 || ns >= 2e9
	})
	if err != nil || !slices.Equal(got, want) || len(want) != 4 {
		t.Errorf("%v instead of %v, %v", got, want, err)
	}
}

// TestAnyOrder: messages that were written in any order come in that of their times, those of one time as they were
// written, however little memory there is for chunks that overlap.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 200).Draw(rt, "messages")
		var all []said
		for i := range n {
			all = append(all, said{fmt.Sprintf("/t%d", rapid.IntRange(0, 3).Draw(rt, "topic")), at(rapid.Int64Range(1, 50).Draw(rt, "time")), fmt.Sprint(i)})
		}
		o := WriterOptions{Compression: rapid.SampledFrom([]Compression{None, LZ4}).Draw(rt, "compression"), ChunkSize: rapid.IntRange(1, 2000).Draw(rt, "chunk")}
		b := written(t, all, o)
		memory := rapid.SampledFrom([]int{1, 3000, 1 << 20}).Draw(rt, "memory")
		got, err := open(t, b, Options{Memory: memory}).Messages(Selection{}).all()
		slices.SortStableFunc(all, func(a, b said) int { return int(a.time.Nanoseconds() - b.time.Nanoseconds()) })
		if err != nil || !slices.Equal(got, all) {
			rt.Fatalf("%v, %v\n%v", err, got, all)
		}
	})
}

// TestMemoryIsBounded: of chunks that all overlap no more are held than there is memory.
func TestMemoryIsBounded(t *testing.T) {
	var all []said
	for i := range 400 {
		all = append(all, said{"/a", at(int64(1 + i%20)), strings.Repeat("x", 1000)})
	}
	r := open(t, written(t, all, WriterOptions{ChunkSize: 19_000, Compression: LZ4}), Options{Memory: 50_000})
	m := r.Messages(Selection{})
	for n := 0; ; n++ {
		if _, err := m.Next(); errors.Is(err, io.EOF) {
			if n != len(all) {
				t.Errorf("%d messages", n)
			}
			return
		} else if err != nil {
			t.Fatal(err)
		}
		held := 0
		for _, c := range m.open {
			held += len(c.all)
		}
		if held > 60_000 || held != m.held {
			t.Fatalf("%d bytes are held, %d counted", held, m.held)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	if _, err := NewWriter(&memory{}, WriterOptions{Compression: BZ2}); err == nil || !strings.Contains(err.Error(), "take lz4") {
		t.Error(err)
	}
	if _, err := NewWriter(&memory{}, WriterOptions{Compression: "zip"}); err == nil || !strings.Contains(err.Error(), "zip") {
		t.Error(err)
	}
	w, err := NewWriter(&memory{}, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := w.Connect(Connection{Topic: "/a", Description: text})
	for _, err := range []error{w.Write(c, wire.Time{}, nil), w.Write(&Connection{Topic: "/b"}, at(1), nil), w.Write(c, at(1), make([]byte, maxBody+1))} {
		if err == nil || !strings.Contains(err.Error(), "bag: ") {
			t.Error(err)
		}
	}
	if w.Close() != nil || w.Write(c, at(1), nil) == nil || w.Close() == nil {
		t.Error("a closed bag is written")
	}
}

func TestCreate(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.bag")
	w, err := Create(name, WriterOptions{Compression: LZ4})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Copy(open(t, written(t, some(30), WriterOptions{}), Options{}).Messages(Selection{})); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(name+Active, Options{}); err == nil || !strings.Contains(err.Error(), "a.bag.active: the bag has no index") {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Messages(Selection{}).all()
	if err != nil || !slices.Equal(got, some(30)) || r.Close() != nil {
		t.Error(got, err)
	}
	if _, err := os.Stat(name + Active); err == nil {
		t.Error("the unfinished file is left")
	}
	if _, err := Open(filepath.Dir(name), Options{}); err == nil {
		t.Error("a folder is a bag")
	}
}

// TestRecover: of a bag that is cut anywhere, all chunks that are whole come back, in their order.
func TestRecover(t *testing.T) {
	want := some(200)
	whole := written(t, want, WriterOptions{ChunkSize: 1500})
	ends := map[int64]int{} // messages that are there when the file goes on to a byte
	r := open(t, whole, Options{})
	n := 0
	for _, c := range r.chunks {
		_, next, err := r.unpackChunk(c.at, nil)
		if err != nil {
			t.Fatal(err)
		}
		n += int(c.Messages)
		ends[next] = n
	}
	n = 0
	for cut := int64(len(magic) + bagHeaderSize); cut < int64(len(whole)); cut++ {
		if k, ok := ends[cut]; ok {
			n = k
		}
		if cut%7 != 0 && ends[cut] == 0 {
			continue
		}
		b := bytes.Clone(whole[:cut])
		r, err := NewReader(bytes.NewReader(b), cut, "x.bag", Options{Recover: true})
		if err != nil {
			t.Fatal(cut, err)
		}
		got, err := r.Messages(Selection{}).all()
		if err != nil || !slices.Equal(got, want[:n]) {
			t.Fatalf("cut at %d: %d messages, not %d: %v", cut, len(got), n, err)
		}
		if damage := r.Damage(); damage != nil && !strings.HasPrefix(damage.Error(), "x.bag: at byte ") {
			t.Fatalf("cut at %d: %v", cut, damage)
		}
	}
}

// patch changes what is behind the nth place at which a field's name stands.
func patch(b []byte, name string, nth int, value ...byte) []byte {
	b = bytes.Clone(b)
	off := 0
	for range nth + 1 {
		off += bytes.Index(b[off:], []byte(name+"=")) + len(name) + 1
	}
	copy(b[off:], value)
	return b
}

// TestFaults: what is announced and is not so is refused with its place, and recovered where the chunks are sound.
func TestFaults(t *testing.T) {
	plain := written(t, some(90), WriterOptions{ChunkSize: 2000})
	packed := written(t, some(90), WriterOptions{ChunkSize: 2000, Compression: LZ4})
	r := open(t, plain, Options{})
	index := int64(binary.LittleEndian.Uint64(plain[bytes.Index(plain, []byte("index_pos="))+10:]))
	first := r.chunks[0].at
	set := func(b []byte, off int64, value ...byte) []byte {
		b = bytes.Clone(b)
		copy(b[off:], value)
		return b
	}
	infos := index + int64(bytes.Index(plain[index:], []byte("chunk_pos="))) + 10
	for _, c := range []struct {
		what  string
		b     []byte
		want  string
		mends bool // recovering gives all messages
	}{
		{"text", []byte("no bag at all, but long enough"), "no bag: it begins with", false},
		{"nothing", nil, "no bag", false},
		{"old", append([]byte("#ROSBAG V1.2\n"), plain[13:]...), "another version than 2.0", false},
		{"first record", set(plain, 13+4+11+4, 'x'), "at byte 13: a field of 16 bytes has no =", false},
		{"not a bag's header", patch(plain, "op", 0, opChunk), "at byte 13: the header of a record of kind 5 has no field size", false},
		{"no index", patch(plain, "index_pos", 0, 0, 0, 0, 0), "no index, as one whose recording was interrupted", true},
		{"index before all", patch(plain, "index_pos", 0, 5, 0), "the index is said to be at byte 5", true},
		{"index behind all", patch(plain, "index_pos", 0, 0, 0, 0, 0, 0, 0, 0, 0xff), "the index is said to be at byte", true},
		{"index within", patch(plain, "index_pos", 0, append([]byte{byte(index + 1)}, byte((index+1)>>8))...), fmt.Sprintf("at byte %d: a record announces a header", index+1), true},
		{"more connections", patch(plain, "conn_count", 0, 4), "the index has 3 connections of 4, and then a record of kind 6", true},
		{"more chunks", patch(plain, "chunk_count", 0, 0xff, 0xff, 0xff, 0xff), fmt.Sprintf("at byte %d: a record begins, and the file has 0 more", len(plain)), true},
		{"chunk elsewhere", set(plain, infos, byte(first+1)), "a record", true},
		{"chunk in the front", set(plain, infos, 0, 0), "a chunk is said to be at byte 0", true},
		{"chunk twice", set(plain, infos, plain[infos+int64(bytes.Index(plain[infos:], []byte("chunk_pos=")))+10:][:8]...), "is there twice", true},
		{"counts", set(plain, int64(bytes.Index(plain[infos:], []byte("ver=")))+infos+4+4+4+4, 99), fmt.Sprintf("at byte %d: the chunk has", first), true},
		{"times", patch(plain[:], "start_time", 0, 9), fmt.Sprintf("at byte %d: the chunk has messages from 0.100000000", first), true},
		{"record too long", set(plain, index+0, 0xff, 0xff, 0xff, 0xff), fmt.Sprintf("at byte %d: a record announces a header of 4294967295 bytes", index), true},
		{"chunk bomb", patch(plain, "size", 0, 0xff, 0xff, 0xff, 0xff), "a chunk announces 4294967295 bytes, and 536870912 is the most", false},
		{"chunk larger", patch(packed, "size", 0, 0xff, 0xff), "a chunk of", false},
		{"chunk smaller", patch(packed, "size", 0, 1, 0), "it announces 1 bytes and has more", false},
		{"compression", patch(packed, "compression", 0, 'x'), `"xz4" is not known`, false},
		{"packed bytes", set(packed, int64(bytes.Index(packed, []byte(lz4Magic)))+50, 1, 2, 3, 4, 5, 6, 7), "a chunk of", false},
		{"other message", patch(plain, "conn", 1, 77), "a message of connection 77, which there is not", false},
		{"encrypted", encrypted(plain), "an encrypted bag", false},
	} {
		r, err := NewReader(bytes.NewReader(c.b), int64(len(c.b)), "x.bag", Options{})
		if err == nil {
			_, err = r.Messages(Selection{}).all()
		}
		var f diag.Fault
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &f) || f.File != "x.bag" || f.Code == "" {
			t.Errorf("%s: %v does not say %q", c.what, err, c.want)
		}
		r, err = NewReader(bytes.NewReader(c.b), int64(len(c.b)), "x.bag", Options{Recover: true})
		if err != nil {
			if c.mends {
				t.Errorf("%s is not recovered: %v", c.what, err)
			}
			continue
		}
		got, err := r.Messages(Selection{}).all()
		if err != nil || c.mends && !slices.Equal(got, some(90)) {
			t.Errorf("%s: recovered %d messages, %v", c.what, len(got), err)
		}
	}
}

// encrypted gives the bag an encryptor, in the place of padding.
func encrypted(b []byte) []byte {
	n := int(binary.LittleEndian.Uint32(b[len(magic):]))
	h := append(bytes.Clone(b[len(magic)+4:][:n]), appendField(nil, "encryptor", []byte("rosbag/AesCbcEncryptor")...)...)
	front := appendSized([]byte(magic), h)
	pad := bagHeaderSize - 8 - len(h)
	front = binary.LittleEndian.AppendUint32(front, uint32(pad))
	return append(append(front, make([]byte, pad)...), b[len(magic)+bagHeaderSize:]...)
}

func TestRules(t *testing.T) {
	page, err := os.ReadFile("../../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		if row := fmt.Sprintf("\n| `%s` | %s |\n", r.Code, r.Text); !bytes.Contains(page, []byte(row)) {
			t.Errorf("docs/format/faults.md has no row %s", row)
		}
	}
}
