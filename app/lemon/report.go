package lemon

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// Report is a finished run with the data of its report page.
type Report struct {
	Summary *Summary
	Metrics *Metrics
	Ended   *run.Ended
	Picture *Picture // the last one, with its pixels; nil if there is none
}

// page makes the report.
func (r *Report) page() (report.Report, error) {
	s := r.Summary
	page := report.Report{
		Title: "xArm 7 follows a lemon",
		Subtitle: fmt.Sprintf("%.1f s on the %s clock, seed %d, planner %s, %s commands, lemon %s",
			s.Seconds, s.Clock, s.Seed, s.Params.Planner, s.Params.Path, s.Params.Lemon),
		Head: r.head(), Facts: r.facts(), Diagram: r.Ended.Graph(), Depth: 1,
	}
	if len(r.Metrics.Samples) > 0 {
		page.Parts = append(page.Parts, r.pathPart(), r.motionPart())
	}
	if r.Ended.Exec.Lateness.N() > 0 && s.Clock == exec.Real.String() {
		page.Parts = append(page.Parts, r.Ended.LatenessPart(s.Params.Deadline))
	}
	if r.Picture == nil || r.Picture.Color == nil {
		return page, nil
	}
	part, err := r.cameraPart()
	page.Parts = append(page.Parts, part)
	return page, err
}

// head returns the facts that summarise the run.
func (r *Report) head() []report.Fact {
	s := r.Summary
	mm := func(x *float64) string {
		if x == nil {
			return "unknown"
		}
		return fmt.Sprintf("%.2f mm", *x)
	}
	facts := []report.Fact{
		{Name: "tracking error, rms", Value: mm(s.TrackingRMS)},
		{Name: "tracking error, greatest", Value: mm(s.TrackingMax)},
		{Name: "deadline misses", Value: fmt.Sprint(s.DeadlineMisses), Verdict: run.None(s.DeadlineMisses)},
		{Name: "limit violations", Value: fmt.Sprint(s.Violations), Verdict: run.None(s.Violations)},
		{Name: "robot time", Value: fmt.Sprintf("%.1f s", s.Seconds)},
	}
	if s.Error != "" {
		facts = append(facts, report.Fact{Name: "ended by", Value: s.Error, Verdict: report.Bad})
	}
	return facts
}

func (r *Report) facts() []report.Fact {
	s := r.Summary
	count := func(n uint64, of string, all uint64) string {
		if all == 0 {
			return fmt.Sprint(n)
		}
		return fmt.Sprintf("%d of %d %s (%.1f %%)", n, all, of, 100*float64(n)/float64(all))
	}
	facts := []report.Fact{
		{Name: "output hash", Value: s.OutputHash},
		{Name: "seed", Value: fmt.Sprint(s.Seed)},
		{Name: "clock", Value: s.Clock},
		{Name: "duration", Value: fmt.Sprintf("%.2f s of robot time in %.2f s", s.Seconds, s.WallSeconds)},
		{Name: "control cycles", Value: fmt.Sprintf("%d, one every %g ms", s.Cycles, s.Params.Period.Seconds()*1000)},
		{Name: "stale readings repaired", Value: count(s.StaleReadings, "readings", s.Cycles)},
		{Name: "failed readings", Value: fmt.Sprint(s.ReadingFaults)},
		{Name: "cycles stopped by the safety check", Value: fmt.Sprint(s.StoppedCycles)},
		{Name: "camera frames with the lemon", Value: count(s.FramesSeen, "frames", s.Frames)},
		{Name: "camera frames refused", Value: fmt.Sprint(s.FramesRefused)},
		{Name: "camera frames late", Value: fmt.Sprintf("%d used after 100 ms, %d older than 300 ms and not used, %d passed over for newer ones",
			s.FramesLate, s.FramesOld, s.FramesSkipped)},
		{Name: "tags, reactions", Value: fmt.Sprintf("%d, %d", s.Tags, s.Reactions)},
	}
	facts = append(facts, s.VersionFacts()...)
	changed := changes(s.Params, DefaultParams())
	if len(changed) == 0 {
		facts = append(facts, report.Fact{Name: "parameters", Value: "all as by default"})
	}
	return slices.Concat(facts, changed, s.WarningFacts())
}

// changes lists the parameters that differ from the defaults, by their names in a YAML file.
func changes(p, def Params) (facts []report.Fact) {
	a, b := reflect.ValueOf(p), reflect.ValueOf(def)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); x != y {
			name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("yaml"), ",")
			facts = append(facts, report.Fact{Name: "parameter " + name, Value: fmt.Sprintf("%v (default %v)", x, y)})
		}
	}
	return facts
}

// column returns one number of every sample.
func (r *Report) column(f func(*Sample) float64) []float64 {
	v := make([]float64, len(r.Metrics.Samples))
	for i := range v {
		v[i] = f(&r.Metrics.Samples[i])
	}
	return v
}

func (r *Report) pathPart() report.Part {
	at := func(f func(*Sample) float64) []float64 { return r.column(f) }
	s := plot.Space{Title: "tool and goal", Unit: "m", Paths: []plot.Path{{Name: "tool",
		X: at(func(s *Sample) float64 { return s.P.X }), Y: at(func(s *Sample) float64 { return s.P.Y }),
		Z: at(func(s *Sample) float64 { return s.P.Z })}}}
	text := "The way of the tool, in the robot's base frame."
	if r.Summary.TrackingRMS != nil {
		text = "The way of the tool, and that of its goal: the place from which the camera sees the true lemon at its distance. In the robot's base frame."
		s.Paths = append([]plot.Path{{Name: "goal", Goal: true,
			X: at(func(s *Sample) float64 { return s.Goal.X }), Y: at(func(s *Sample) float64 { return s.Goal.Y }),
			Z: at(func(s *Sample) float64 { return s.Goal.Z })}}, s.Paths...)
	}
	first, last := r.Metrics.Samples[0].P, r.Metrics.Samples[len(r.Metrics.Samples)-1].P
	s.Marks = []plot.Mark{{Name: "start", X: first.X, Y: first.Y, Z: first.Z}, {Name: "end", X: last.X, Y: last.Y, Z: last.Z}}
	return report.Part{Title: "Path in space", Text: text, Spaces: []plot.Space{s}}
}

func (r *Report) motionPart() report.Part {
	p := r.Summary.Params
	t := r.column(func(s *Sample) float64 { return s.T })
	over := func(title, unit string, limit float64, f func(*Sample) float64) plot.Plot {
		q := plot.Plot{Title: title, XLabel: "time in s", YLabel: unit, FromZero: true, Series: []plot.Series{{Name: title, X: t, Y: r.column(f)}}}
		if limit > 0 {
			q.Lines = []plot.Line{{Name: fmt.Sprintf("limit %g %s", limit, unit), Value: limit}}
		}
		return q
	}
	part := report.Part{Title: "Motion", Text: "Speed, acceleration and jerk are those of the commands, by differences from cycle to cycle."}
	if r.Summary.TrackingRMS != nil {
		q := over("tracking error", "mm", 0, func(s *Sample) float64 { return 1000 * s.Error })
		q.Lines = []plot.Line{{Name: fmt.Sprintf("counts from %g s on", settle.Seconds()), Value: settle.Seconds(), Vertical: true}}
		part.Plots = append(part.Plots, q)
	}
	part.Plots = append(part.Plots,
		over("speed", "m/s", p.Speed, func(s *Sample) float64 { return s.Speed }),
		over("acceleration", "m/s²", p.Acc, func(s *Sample) float64 { return s.Acc }),
		over("jerk", "m/s³", p.Jerk, func(s *Sample) float64 { return s.Jerk }))
	return part
}

func (r *Report) cameraPart() (report.Part, error) {
	p := r.Picture
	picture, caption := p.Color.Clone(), fmt.Sprintf("frame %d: no lemon found", p.Seq)
	if p.Seen {
		perception.Annotate(&picture, p.Blob)
		caption = fmt.Sprintf("frame %d: lemon of %d pixels at (%.1f, %.1f)", p.Seq, p.Blob.Area, p.Blob.U, p.Blob.V)
	}
	var b bytes.Buffer
	err := picture.EncodeJPEG(&b, 85)
	if err != nil {
		return report.Part{}, fmt.Errorf("the last picture: %w", err)
	}
	return report.Part{Title: "Camera", Text: "The last picture in which the lemon was looked for, with the box around what was found and its centroid.",
		Pictures: []report.Picture{{Caption: caption, MIME: "image/jpeg", Bytes: b.Bytes()}}}, nil
}

// keptPictures is how many pictures an Eye keeps before it reuses the first one.
const keptPictures = 4

// album remembers the last pictures for as long as their pixels are still those of their frames.
type album struct {
	last [keptPictures - 1]Picture
	n    int
}

func (a *album) keep(p *Picture) {
	a.last[a.n%len(a.last)] = *p
	a.n++
}

// best returns the newest picture with the lemon in it, or else the newest. It may be called when the camera is at
// rest.
func (a *album) best() *Picture {
	if a.n == 0 {
		return nil
	}
	newest := &a.last[(a.n-1)%len(a.last)]
	for i := range min(a.n, len(a.last)) {
		if p := &a.last[(a.n-1-i)%len(a.last)]; p.Seen && newest.Seq-p.Seq < uint64(len(a.last)) {
			return p
		}
	}
	return newest
}
