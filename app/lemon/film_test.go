package lemon

import (
	"bytes"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/trace"
)

// filmed records a run and returns the file.
func filmed(t *testing.T, p Params, ports ...string) string {
	t.Helper()
	dir := t.TempDir()
	if _, _, err := ran(t.Context(), options{Params: p, Fast: true, For: 1500 * time.Millisecond, Seed: 1, Trace: ports, Pictures: 10, Out: dir}); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "trace.mcap")
}

// messages gives the messages of a recording by topic.
func messages(t *testing.T, file string) (by map[string][][]byte, order []string) {
	t.Helper()
	r, err := trace.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	by = map[string][][]byte{}
	for {
		m, err := r.Next()
		if err == io.EOF {
			break
		}
		by[m.Channel.Topic] = append(by[m.Channel.Topic], bytes.Clone(m.Data))
		order = append(order, m.Channel.Topic)
	}
	return by, order
}

// TestFilmOfARun: the recording shows arm, picture and plan, is the same each time and with any number of workers, and
// what it shows of the arm and the camera needs no port to be recorded.
func TestFilmOfARun(t *testing.T) {
	p := DefaultParams()
	one, two := filmed(t, p, "*"), filmed(t, p, "*")
	a, err1 := os.ReadFile(one)
	b, err2 := os.ReadFile(two)
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Error("two recordings of one run differ", err1, err2)
	}
	by, order := messages(t, one)
	for topic, least := range map[string]int{"scene/transforms": 100, "scene/entities": 2, "scene/joints": 35, "scene/tool": 35, "scene/goal": 35,
		"scene/lemon": 35, "scene/path/plan": 5, "scene/path/tool": 1, "scene/body/link7": 1, "camera/points": 1, "camera/calibration": 1, "log": 1} {
		if len(by[topic]) < least {
			t.Errorf("%d messages of %s, want %d", len(by[topic]), topic, least)
		}
	}
	if n := len(by["camera/image"]); n < 14 || n > 16 {
		t.Errorf("%d pictures in 1.5 s at 10 a second", n)
	}
	image := by["camera/image"][3]
	picture, err := jpeg.Decode(bytes.NewReader(image[bytes.Index(image, []byte{0xff, 0xd8, 0xff}):]))
	if err != nil || picture.Bounds().Dx() != 640 {
		t.Errorf("the picture: %v", err)
	}
	p.Workers = 4
	many, manyOrder := messages(t, filmed(t, p, "*"))
	if len(order) != len(manyOrder) {
		t.Errorf("%d messages with four workers, %d with one", len(manyOrder), len(order))
	}
	for topic := range by {
		for i := range by[topic] {
			if i >= len(many[topic]) || !bytes.Equal(by[topic][i], many[topic][i]) {
				t.Errorf("%s differs with four workers at message %d", topic, i)
				break
			}
		}
	}
	p.Workers = 1
	lean, _ := messages(t, filmed(t, p, "planning.safety.command")) // the command without its target
	for _, topic := range []string{"scene/joints", "scene/lemon", "camera/image", "scene/goal"} {
		if len(lean[topic]) != len(by[topic]) {
			t.Errorf("%d messages of %s without ports, %d with", len(lean[topic]), topic, len(by[topic]))
		}
	}
	if len(lean["scene/path/plan"]) != 0 {
		t.Error("a plan without the planner's ports")
	}
}
