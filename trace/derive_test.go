package trace

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// derivedRun records n values, from each second of which two messages follow.
func derivedRun(t *testing.T, n int, twist byte, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	w := start(t, &b, o)
	s := Schema{Name: "x", Encoding: "json", Data: []byte("{}")}
	plain, err1 := w.Channel("robot.number", s, "json", nil)
	other, err2 := w.Channel("robot.other", s, "json", nil)
	shown, err3 := w.Channel("scene/number", s, "json", map[string]string{MetadataDerived: "robot.number"})
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	w.Follow(plain, func(time int64, microstep uint32, data []byte) {
		if time%2e6 == 0 {
			w.Derive(shown, append([]byte{twist}, data...))
			w.Derive(shown, fmt.Append(nil, time, microstep))
		}
	})
	for i := range n {
		w.Write(plain, int64(i)*1e6, uint32(i%3), []byte{byte(i)})
		w.Write(other, int64(i)*1e6, uint32(i%3), []byte("other"))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// told lists a recording's messages.
func told(t *testing.T, file []byte) (all []string, report string) {
	t.Helper()
	r, err := NewReader("x", bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		m, err := r.Next()
		if err == io.EOF {
			break
		}
		all = append(all, fmt.Sprintf("%s %d+%d %x", m.Channel.Topic, m.Time, m.Microstep, m.Data))
	}
	return all, r.Report()
}

func TestDerivedMessagesStandBehindTheirSource(t *testing.T) {
	small, _ := told(t, derivedRun(t, 100, 9, Options{Wait: true, ChunkSize: 200}))
	large, _ := told(t, derivedRun(t, 100, 9, Options{Wait: true}))
	if strings.Join(small, "\n") != strings.Join(large, "\n") || len(small) != 300 {
		t.Fatalf("%d messages in small chunks, %d in one", len(small), len(large))
	}
	want := []string{"robot.number 0+0 00", "scene/number 0+0 0900", "scene/number 0+0 302030", "robot.other 0+0 6f74686572", "robot.number 1000000+1 01"}
	for i, line := range want {
		if small[i] != line {
			t.Errorf("message %d is %s, want %s", i, small[i], line)
		}
	}
	if again := derivedRun(t, 100, 9, Options{Wait: true, ChunkSize: 200}); !bytes.Equal(again, derivedRun(t, 100, 9, Options{Wait: true, ChunkSize: 200})) {
		t.Error("the same run gives other bytes")
	}
}

// Derived messages are neither compared nor printed unless requested.
func TestToolsLeaveOutWhatIsDerived(t *testing.T) {
	dir := t.TempDir()
	var files [2]string
	for i := range files {
		files[i] = filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(files[i], derivedRun(t, 10, byte(i), Options{Wait: true}), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, topics := range [][]string{nil, {"*"}} {
		c, err := Diff(files[0], files[1], topics)
		if err != nil || !c.Same() || c.Equal != 20 {
			t.Errorf("topics %v: %+v, %v", topics, c, err)
		}
	}
	for want, topics := range map[int][]string{20: nil, 10: {"scene/*"}, 30: {"*"}} {
		n := 0
		if _, err := (Selection{Topics: topics}).messages(files[0], func(Message) error { n++; return nil }); err != nil || n != want {
			t.Errorf("topics %v: %d messages, want %d: %v", topics, n, want, err)
		}
	}
}

// A failed write also loses the derived messages, and later ones are intact.
func TestDerivedMessagesOfALostChunk(t *testing.T) {
	f := &fullDisk{room: 1 << 20, fix: func(d *fullDisk) { d.room = 1 << 20 }}
	w, err := NewWriter(f, Options{Wait: true, Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	ch, shown, derived := uint16(0), uint16(0), 0
	for _, c := range []*uint16{&ch, &shown} {
		if *c, err = w.Channel("x", Schema{Name: "x"}, "json", nil); err != nil {
			t.Fatal(err)
		}
	}
	w.Follow(ch, func(int64, uint32, []byte) {
		derived++
		if derived == 2 {
			f.room = len(f.data) + 10
		}
		w.Derive(shown, []byte("derived"))
	})
	for i := range 3 {
		w.Write(ch, int64(i), 0, []byte("plain"))
		w.Flush()
	}
	if err := w.Close(); err == nil || w.Stats().DroppedMessages != 1 || w.Stats().Messages != 4 {
		t.Errorf("%v, %+v", err, w.Stats())
	}
	if all, report := told(t, f.data); len(all) != 4 || !strings.Contains(report, "lacks 1 messages") {
		t.Errorf("%d messages are left, want 4: %s", len(all), report)
	}
}
