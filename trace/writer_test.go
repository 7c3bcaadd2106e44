package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/foxglove/mcap/go/mcap"
	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// killMe makes the test binary record until it is killed.
const killMe = "SINEW_TRACE_RECORD_UNTIL_KILLED"

func TestMain(m *testing.M) {
	if path := os.Getenv(killMe); path != "" {
		recordForever(path)
	}
	goleak.VerifyTestMain(m)
}

func poseCodec(t testing.TB) *codec.Codec {
	t.Helper()
	c, err := codec.For(reflect.TypeFor[spatial.Pose](), "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func start(t testing.TB, sink io.Writer, o Options) *Writer {
	t.Helper()
	w, err := NewWriter(sink, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func channel(t testing.TB, w *Writer, topic string, c *codec.Codec) uint16 {
	t.Helper()
	id, err := w.ChannelOf(topic, c, map[string]string{"unit": "m"})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// recordRun writes n poses on two topics, with an attachment and a metadata record.
func recordRun(t testing.TB, w *Writer, n int) {
	t.Helper()
	c := poseCodec(t)
	a, b := channel(t, w, "planning.planner.next", c), channel(t, w, "door/robot.state", c)
	if err := w.Metadata(MetadataRun, map[string]string{"program": "follow", "seed": "7"}); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		p := spatial.Identity()
		p.P.X = float64(i) * 1e-3
		w.Record(b, int64(i)*4e6, 0, c, unsafe.Pointer(&p))
		w.Record(a, int64(i)*4e6, 1, c, unsafe.Pointer(&p))
		if i == n/2 {
			if err := w.Attach(Attachment{Time: int64(i) * 4e6, Name: "frame.jpg", MediaType: "image/jpeg", Data: []byte("jpg")}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func recorded(t testing.TB, o Options, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := start(t, &b, o)
	recordRun(t, w, n)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readBack reads all messages and checks that they come in order with the values recordRun gave them.
func readBack(t testing.TB, data []byte) (*Reader, int) {
	t.Helper()
	r, err := NewReader("test.mcap", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := poseCodec(t)
	var p spatial.Pose
	n := 0
	last := tag{-1, 0}
	for {
		m, err := r.Next()
		if err == io.EOF {
			return r, n
		}
		now := tag{m.Time, m.Microstep}
		if now.time < last.time || now.time == last.time && now.microstep < last.microstep {
			t.Fatalf("message %d at %v comes after %v", n, now, last)
		}
		if err := c.Decode(m.Data, unsafe.Pointer(&p)); err != nil {
			t.Fatal(err)
		}
		if want := float64(m.Time/4e6) * 1e-3; p.P.X != want {
			t.Fatalf("message %d holds %v, want %v", n, p.P.X, want)
		}
		last = now
		n++
	}
}

func TestRecordingComesBack(t *testing.T) {
	for _, o := range []Options{{Wait: true}, {Wait: true, Plain: true, ChunkSize: 5000, ChunkTime: 100 * time.Millisecond}} {
		r, n := readBack(t, recorded(t, o, 1000))
		if n != 2000 || r.Report() != "" {
			t.Errorf("%d messages; %s", n, r.Report())
		}
		if a := r.Attachments(); len(a) != 1 || string(a[0].Data) != "jpg" || a[0].MediaType != "image/jpeg" {
			t.Errorf("attachments %v", a)
		}
		if m := r.Metadata(); len(m) != 1 || m[0].Values["program"] != "follow" {
			t.Errorf("metadata %v", m)
		}
		ch := r.Channels()
		if len(ch) != 2 || ch[0].Topic != "planning.planner.next" || ch[0].Schema.Name != "spatial.Pose" || ch[1].Metadata["unit"] != "m" {
			t.Errorf("channels %v", ch)
		}
	}
}

// TestOfficialLibraryReadsIt checks our bytes with the format's own library, by index and in file order.
func TestOfficialLibraryReadsIt(t *testing.T) {
	for _, plain := range []bool{false, true} {
		data := recorded(t, Options{Wait: true, ChunkSize: 8000, Plain: plain, Epoch: 5}, 500)
		r, err := mcap.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		info, err := r.Info()
		if err != nil {
			t.Fatal(err)
		}
		s := info.Statistics
		if s.MessageCount != 1000 || s.ChannelCount != 2 || s.SchemaCount != 1 || s.AttachmentCount != 1 || s.MetadataCount != 2 ||
			int(s.ChunkCount) != len(info.ChunkIndexes) || s.ChannelMessageCounts[1] != 500 || s.MessageEndTime != 499*4e6 {
			t.Errorf("statistics %+v", s)
		}
		if info.Header.Profile != Profile || len(info.AttachmentIndexes) != 1 || info.Schemas[1].Name != "spatial.Pose" {
			t.Errorf("info %+v", info)
		}
		md, err := r.GetMetadata(info.MetadataIndexes[0].Offset)
		if err != nil || md.Metadata["epoch_ns"] != "5" {
			t.Errorf("metadata %v, %v", md, err)
		}
		at, err := r.GetAttachmentReader(info.AttachmentIndexes[0].Offset)
		if err != nil || at.Name != "frame.jpg" || at.DataSize != 3 {
			t.Errorf("attachment %v, %v", at, err)
		}
		officialMessages(t, data, true)
		officialMessages(t, data, false)
		officialChecksums(t, data)
	}
}

// officialMessages reads what recordRun wrote.
func officialMessages(t *testing.T, data []byte, index bool) {
	t.Helper()
	r, err := mcap.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	it, err := r.Messages(mcap.UsingIndex(index))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; ; n++ {
		_, ch, m, err := it.NextInto(nil)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if wantTopic := [...]string{"door/robot.state", "planning.planner.next"}[n%2]; ch.Topic != wantTopic ||
			m.LogTime != uint64(n/2)*4e6 || m.PublishTime != m.LogTime || m.Sequence != uint32(n%2) {
			t.Fatalf("message %d: %s %+v", n, ch.Topic, m)
		}
	}
	if n != 1000 {
		t.Errorf("index %v: %d messages", index, n)
	}
}

func officialChecksums(t *testing.T, data []byte) {
	t.Helper()
	lex, err := mcap.NewLexer(bytes.NewReader(data), &mcap.LexerOptions{ValidateChunkCRCs: true, ComputeAttachmentCRCs: true,
		AttachmentCallback: func(a *mcap.AttachmentReader) error {
			_, err := io.Copy(io.Discard, a.Data())
			want, _ := a.ParsedCRC()
			if got, _ := a.ComputedCRC(); got != want {
				t.Errorf("attachment's checksum %x, want %x", want, got)
			}
			return err
		}})
	if err != nil {
		t.Fatal(err)
	}
	defer lex.Close()
	for {
		if _, _, err := lex.Next(nil); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSameRunSameBytes(t *testing.T) {
	o := Options{Wait: true, ChunkSize: 10_000}
	a, b := recorded(t, o, 3000), recorded(t, o, 3000)
	if !bytes.Equal(a, b) {
		t.Fatal("two recordings of the same differ")
	}
	if c := recorded(t, Options{ChunkSize: 10_000, Chunks: 200}, 3000); !bytes.Equal(a, c) {
		t.Fatal("waiting or not changes the bytes")
	}
}

func TestWriteAllocatesNothing(t *testing.T) {
	w := start(t, io.Discard, Options{})
	defer w.Close()
	c := poseCodec(t)
	ch := channel(t, w, "a.b", c)
	p, data := spatial.Identity(), make([]byte, 100)
	var now int64
	if n := testing.AllocsPerRun(2000, func() {
		now += 1000
		w.Write(ch, now, 0, data)
		w.Record(ch, now, 1, c, unsafe.Pointer(&p))
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

func TestViewsAndFits(t *testing.T) {
	var b bytes.Buffer
	w := start(t, &b, Options{Wait: true})
	v, ok := codec.Display(reflect.TypeFor[spatial.Pose](), codec.Scene{Frame: "base"})
	if !ok {
		t.Fatal("a pose has no view")
	}
	ch, err := w.ChannelOf("view/pose", v, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := spatial.Identity()
	w.Write(ch, 1e9, 0, v.Append(nil, 1e9, unsafe.Pointer(&p)))
	w.Write(9, 1e9, 0, nil)
	w.Flush()
	if err := w.Close(); err == nil {
		t.Error("no error for a channel that is not there")
	}
	w.Write(ch, 1e9, 0, nil)
	w.Record(ch, 1e9, 0, poseCodec(t), unsafe.Pointer(&p))
	w.Flush()
	r, err := NewReader("v", &b)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m, err := r.Next()
	if err != nil || !bytes.Equal(m.Data, v.Append(nil, 1e9, unsafe.Pointer(&p))) {
		t.Errorf("%v %v", m, err)
	}
	if err := m.Channel.Fits(v); err != nil {
		t.Error(err)
	}
	if err := m.Channel.Fits(poseCodec(t)); err == nil || !strings.Contains(err.Error(), "view/pose was recorded as foxglove.PoseInFrame") {
		t.Error(err)
	}
	other, err := codec.For(reflect.TypeFor[spatial.Vec3](), "foxglove.PoseInFrame")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Channel.Fits(other); err == nil || !strings.Contains(err.Error(), "the fields of foxglove.PoseInFrame") {
		t.Error(err)
	}
}

func TestRefusedMessagesAreCounted(t *testing.T) {
	var b bytes.Buffer
	w := start(t, &b, Options{Wait: true})
	ch := channel(t, w, "a", poseCodec(t))
	w.Write(7, 5, 2, nil)
	w.Write(ch, 9, 0, nil)
	var lost *LossError
	if err := w.Close(); !errors.As(err, &lost) || lost.Messages != 1 || lost.Err != nil {
		t.Fatalf("%v", err)
	}
	w.Write(ch, 10, 0, nil)
	if w.Close() != nil || w.Metadata("x", nil) == nil || w.Stats().DroppedMessages != 2 {
		t.Error("after Close")
	}
	r, _ := NewReader("x", &b)
	defer r.Close()
	if m, err := r.Next(); err != nil || m.Time != 9 {
		t.Errorf("%v %v", m, err)
	}
	if got := r.Report(); !strings.Contains(got, "lacks 1 messages from (5 ns, 2) to (5 ns, 2)") {
		t.Error(got)
	}
}

// gate is a disk that blocks until it is opened.
type gate struct {
	bytes.Buffer
	open  chan struct{}
	count int
}

func (g *gate) Write(p []byte) (int, error) {
	if g.count++; g.count > 1 {
		<-g.open
	}
	return g.Buffer.Write(p)
}

func TestSlowDiskDropsWholeChunksAndSaysSo(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	w := start(t, g, Options{ChunkSize: 2000, Chunks: 3})
	recordRun(t, w, 500)
	if s := w.Stats(); s.DroppedChunks < 10 || s.DroppedMessages < 100 {
		t.Fatalf("nothing was dropped while the disk stood still: %+v", s)
	}
	close(g.open)
	var lost *LossError
	if err := w.Close(); !errors.As(err, &lost) {
		t.Fatalf("closing says %v", err)
	}
	r, n := readBack(t, g.Bytes())
	if uint64(n)+lost.Messages != 1000 {
		t.Errorf("%d read and %d lost are not 1000", n, lost.Messages)
	}
	marked := 0
	for _, l := range r.Losses() {
		if !l.Dropped {
			t.Errorf("%v", l)
		}
		marked += l.Messages
	}
	if uint64(marked) != lost.Messages {
		t.Errorf("%d messages are marked as dropped, %d were", marked, lost.Messages)
	}
	if s := w.Stats(); s.Messages != uint64(n) || s.Bytes != uint64(g.Len()) {
		t.Errorf("%+v", s)
	}
}

// fullDisk is a file on a disk that has room for some bytes only, and perhaps more later.
type fullDisk struct {
	data []byte
	room int
	fix  func(*fullDisk) // called on each failure
}

func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), max(0, d.room-len(d.data)))
	d.data = append(d.data, p[:n]...)
	if n < len(p) {
		if d.fix != nil {
			d.fix(d)
		}
		return n, fmt.Errorf("write run.mcap: %w", syscall.ENOSPC)
	}
	return n, nil
}

func (d *fullDisk) Seek(off int64, _ int) (int64, error) { return off, nil }
func (d *fullDisk) Truncate(n int64) error               { d.data = d.data[:n]; return nil }

func TestFullDisk(t *testing.T) {
	d := &fullDisk{room: 20_000}
	w := start(t, d, Options{Wait: true, ChunkSize: 4000})
	recordRun(t, w, 2000)
	err := w.Close()
	var lost *LossError
	if !errors.As(err, &lost) || !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("closing says %v", err)
	}
	r, n := readBack(t, d.data)
	if n == 0 || uint64(n)+lost.Messages != 4000 {
		t.Errorf("%d read, %d lost", n, lost.Messages)
	}
	if got := r.Report(); !strings.Contains(got, "the end of the recording is missing") {
		t.Error(got)
	}
}

func TestDiskThatGetsRoomAgain(t *testing.T) {
	failures := 0
	d := &fullDisk{room: 20_000, fix: func(d *fullDisk) {
		if failures++; failures == 10 {
			d.room = 1 << 30
		}
	}}
	w := start(t, d, Options{Wait: true, ChunkSize: 4000})
	recordRun(t, w, 2000)
	var lost *LossError
	if err := w.Close(); !errors.As(err, &lost) || lost.Chunks != 10 {
		t.Fatalf("closing says %v", err)
	}
	r, n := readBack(t, d.data)
	if l := r.Losses(); uint64(n)+lost.Messages != 4000 || len(l) != 1 || uint64(l[0].Messages) != lost.Messages {
		t.Errorf("%d read, %d lost: %v", n, lost.Messages, l)
	}
	if _, err := mcap.NewReader(bytes.NewReader(d.data)); err != nil {
		t.Error(err)
	}
}

// brokenPipe fails half-way and cannot be undone.
type brokenPipe struct{ bytes.Buffer }

func (p *brokenPipe) Write(b []byte) (int, error) {
	if p.Len() > 5000 {
		n, _ := p.Buffer.Write(b[:len(b)/2])
		return n, io.ErrClosedPipe
	}
	return p.Buffer.Write(b)
}

func TestBrokenSink(t *testing.T) {
	p := &brokenPipe{}
	w := start(t, p, Options{Wait: true, ChunkSize: 4000})
	recordRun(t, w, 1000)
	if err := w.Close(); !errors.Is(err, io.ErrClosedPipe) {
		t.Fatalf("closing says %v", err)
	}
	if r, n := readBack(t, p.Bytes()); n == 0 || !strings.Contains(r.Report(), "stops at byte") {
		t.Errorf("%d messages; %s", n, r.Report())
	}
	if _, err := NewWriter(&fullDisk{}, Options{}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a disk that is full at once: %v", err)
	}
	if _, err := Create(filepath.Join(t.TempDir(), "no", "such.mcap"), Options{}); err == nil {
		t.Error("a recording in no folder")
	}
}

func recordForever(path string) {
	w, err := Create(path, Options{Wait: true, ChunkSize: 4000})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	c, err := codec.For(reflect.TypeFor[spatial.Pose](), "")
	if err != nil {
		os.Exit(1)
	}
	ch, _ := w.ChannelOf("door/robot.state", c, nil)
	said := false
	for i := int64(0); ; i++ {
		p := spatial.Identity()
		p.P.X = float64(i) * 1e-3
		w.Record(ch, i*4e6, 0, c, unsafe.Pointer(&p))
		if n := w.Stats().Messages; n > 2000 && !said {
			said = true
			fmt.Println(n)
		}
	}
}

func TestKilledRecorderLeavesAReadableFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killMe+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var n int
	_, scanErr := fmt.Fscan(out, &n)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if scanErr != nil {
		t.Fatal(scanErr)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, got := readBack(t, data)
	if got < n {
		t.Errorf("%d messages were written, %d are there", n, got)
	}
	if !strings.Contains(r.Report(), "stops at byte") {
		t.Error(r.Report())
	}
}
