package lemon

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// TestRunLeavesAReport: the page of a run holds its facts, plots, the picture with the lemon and the diagram.
func TestRunLeavesAReport(t *testing.T) {
	dir := t.TempDir()
	p := DefaultParams()
	p.Distance = 0.35
	sum := demonstrate(t, options{Params: p, Fast: true, For: 4 * time.Second, Seed: 3, Out: dir})
	b, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	for _, want := range []string{sum.OutputHash, "parameter distance", "0.35 (default 0.3)", "seed 3", "lock-step clock", "tool and goal",
		"tracking error", "limit 2 m/s²", "limit 100 m/s³", "data:image/jpeg;base64,", "lemon of ", "The program", "go1."} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	if strings.Contains(page, "lateness of tags") {
		t.Error("a run without a real clock has no lateness")
	}
	if len(b) > 2<<20 {
		t.Errorf("the report has %d bytes", len(b))
	}
}

// TestReportThatCannotBeWritten: it is an error of the run, and run.json, which is whole without it, says so.
func TestReportThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	o := options{Params: DefaultParams(), Fast: true, For: 400 * time.Millisecond, Seed: 1, Out: dir}
	o.hooks.ready = func(*session) {
		if err := os.Mkdir(filepath.Join(dir, "report.html"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := ran(t.Context(), o); err == nil || !strings.Contains(err.Error(), "report.html") {
		t.Errorf("the run ended with %v", err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var sum Summary
	if err := json.Unmarshal(b, &sum); err != nil || !strings.Contains(sum.Error, "report.html") {
		t.Fatal(err, sum.Error)
	}
}

// TestFiguresThatAreNoNumbers: a tracking error beyond all bounds is told as such, in run.json and in the report.
func TestFiguresThatAreNoNumbers(t *testing.T) {
	dir := t.TempDir()
	o := options{Params: DefaultParams(), Fast: true, For: 3200 * time.Millisecond, Seed: 1, Out: dir}
	o.hooks.ready = func(s *session) {
		s.m.truth = func(time.Duration) (spatial.Vec3, bool) { return spatial.Vec3{X: 1e200}, true }
	}
	sum := demonstrate(t, o)
	if !math.IsInf(*sum.TrackingRMS, 1) {
		t.Fatalf("an rms of %g mm", *sum.TrackingRMS)
	}
	b, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		RMS       *float64          `json:"tracking_rms_mm"`
		Max       *float64          `json:"tracking_max_mm"`
		NotFinite map[string]string `json:"not_finite"`
	}
	if err := json.Unmarshal(b, &got); err != nil || got.RMS != nil || got.NotFinite["tracking_rms_mm"] != "+Inf" {
		t.Errorf("%v, %+v", err, got)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil || !strings.Contains(string(page), "+Inf mm") {
		t.Errorf("%v: the report does not tell of it", err)
	}
}

// TestAlbumShowsTheRightPixels: whatever frames fail or show no lemon, the picture given has the pixels of its frame,
// and the lemon if one of the last did.
func TestAlbumShowsTheRightPixels(t *testing.T) {
	if n := len((&RenderedEye{}).color); n != keptPictures {
		t.Fatalf("the eye keeps %d pictures, the album counts on %d", n, keptPictures)
	}
	rapid.Check(t, func(t *rapid.T) {
		var eye [keptPictures]perception.Image
		for i := range eye {
			eye[i] = perception.NewImage(4, 4)
		}
		var a album
		var kept []Picture
		for seq := range uint64(rapid.IntRange(0, 30).Draw(t, "frames")) {
			if rapid.IntRange(0, 9).Draw(t, "lost") == 0 {
				continue // lost on the way: the eye does not look
			}
			img := &eye[(len(kept)+1)%len(eye)]
			img.Set(0, 0, byte(seq), 0, 0)
			p := Picture{Seq: seq, Color: img, Seen: rapid.Bool().Draw(t, "seen")}
			a.keep(&p)
			kept = append(kept, p)
		}
		best := a.best()
		if best == nil {
			if len(kept) > 0 {
				t.Fatal("no picture")
			}
			return
		}
		if r, _, _ := best.Color.At(0, 0); r != byte(best.Seq) {
			t.Fatalf("the picture of frame %d shows frame %d", best.Seq, r)
		}
		if last := kept[len(kept)-1]; last.Seen && best.Seq != last.Seq {
			t.Fatalf("frame %d, not the last, %d", best.Seq, last.Seq)
		}
	})
}

// TestSamplesKeepPeaks: however long a run, no peak of it is lost to the report.
func TestSamplesKeepPeaks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &Metrics{Stride: 1, Samples: make([]Sample, 0, 64), peak: Sample{Error: math.NaN()}}
		n := rapid.IntRange(1, 3000).Draw(t, "cycles")
		at := rapid.IntRange(0, n-1).Draw(t, "peak")
		for i := range n {
			m.now = Sample{T: float64(i), Acc: 1, Error: math.NaN()}
			if i >= 5 {
				m.now.Error = 1
			}
			if i == at {
				m.now.Acc, m.now.Error = 7, 9
			}
			m.Cycles++
			m.keep()
		}
		if len(m.Samples) > 0 && at <= int(m.Samples[len(m.Samples)-1].T) {
			peak := Sample{Error: math.NaN()}
			for i, s := range m.Samples {
				if peak = merge(peak, s); i > 0 && s.T <= m.Samples[i-1].T {
					t.Fatalf("sample at %v after %v", s.T, m.Samples[i-1].T)
				}
			}
			if peak.Acc != 7 || peak.Error != 9 {
				t.Fatalf("of the peak at %d there is left %+v", at, peak)
			}
		}
		if n > 64 && uint64(n) >= m.Stride && len(m.Samples) < 32 {
			t.Fatalf("%d samples of %d cycles", len(m.Samples), n)
		}
	})
}

// TestStatus: the words for the progress line tell how far the tool is off, and why the robot does not move.
func TestStatus(t *testing.T) {
	l := &status{}
	l.tick(&Sample{Error: 1.44e-3})
	if w := l.words(); w.Cycles != 1 || w.Long != "error 1.4 mm" || w.Short != "1.4 mm" || w.Alarm != "" {
		t.Errorf("%+v", w)
	}
	l.robot(0, &WorldData{Error: 31})
	if w := l.words(); !strings.Contains(w.Alarm, "error 31") {
		t.Errorf("%+v", w)
	}
	l.robot(0, &WorldData{Ready: true})
	l.tick(&Sample{Stopped: true, Error: math.NaN()})
	if w := l.words(); !strings.Contains(w.Alarm, "emergency stop") || w.Long != "" {
		t.Errorf("%+v", w)
	}
	l.robot(0, &WorldData{})
	if w := l.words(); !strings.Contains(w.Alarm, "by the safety check: the motors are off; reset it") {
		t.Errorf("%+v", w)
	}
	l.tick(&Sample{})
	l.robot(0, &WorldData{Ready: true})
	if w := l.words(); w.Alarm != "" {
		t.Errorf("%+v", w)
	}
	l.robot(0, &WorldData{Fault: xarm.FaultLost})
	l.robot(0, &WorldData{})
	if w := l.words(); !strings.Contains(w.Alarm, "was lost and answers again") {
		t.Errorf("%+v", w)
	}
	l.robot(0, &WorldData{Ready: true})
	l.robot(0, &WorldData{})
	if w := l.words(); !strings.Contains(w.Alarm, "answers, but takes no commands") {
		t.Errorf("%+v", w)
	}
}
