package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Summary is the result of every run, which every run.json contains. A program embeds it in its own.
type Summary struct {
	Program        string            `json:"program"`
	Clock          string            `json:"clock"` // real, lock-step or fast
	Seed           uint64            `json:"seed"`
	OutputHash     string            `json:"output_hash"`
	Seconds        float64           `json:"seconds"`      // of logical time
	WallSeconds    float64           `json:"wall_seconds"` // it took
	DeadlineMisses uint64            `json:"deadline_misses"`
	Skipped        map[string]uint64 `json:"skipped,omitempty"` // ticks skipped, by timer
	Lost           map[string]uint64 `json:"lost,omitempty"`    // values lost for lack of room, by queue
	Dropped        map[string]uint64 `json:"dropped,omitempty"` // events dropped at an immediate end, by enclave
	LatenessP50    float64           `json:"lateness_p50_us"`   // real clock: of the main enclave's tags, before anything runs
	LatenessP99    float64           `json:"lateness_p99_us"`
	LatenessMax    float64           `json:"lateness_max_us"`
	Tags           uint64            `json:"tags"`
	Reactions      uint64            `json:"reactions"`
	Versions       map[string]string `json:"versions"`
	Warnings       []string          `json:"warnings,omitempty"`
	Error          string            `json:"error,omitempty"`
	Folder         string            `json:"-"` // the run folder, "" if there is none
}

// Ended is a run that has ended, to be summed up.
type Ended struct {
	Summary // what is known about it so far
	Exec    exec.Result
	Notes   []string // lines from Order.Say

	program *reactor.Program
}

// Result is a program's result of a run.
type Result struct {
	Summary *Summary // the part of Value that every run has; later errors and warnings are added to it
	Value   any      // what run.json holds
	// Report is the page. Parts that cannot be shown are warnings of the run.
	Report func() (report.Report, error)
	Tables map[string]func(io.Writer) error // further files of the run folder, by name; may be nil
	Print  func(io.Writer)                  // prints how it went, on a terminal
	Err    error                            // of the program, in addition to those of the run
}

// summary is the part of a summary that the executor knows.
func summary(res exec.Result) Summary {
	us := func(d time.Duration) float64 { return float64(d) / 1e3 }
	return Summary{Seconds: res.Tag.Time.Duration().Seconds(), WallSeconds: res.Elapsed.Seconds(), DeadlineMisses: res.Counters.Misses,
		Skipped: res.Totals(reactor.Skipped), Lost: res.Totals(reactor.Lost), Dropped: res.Totals(reactor.Dropped),
		LatenessP50: us(res.Lateness.Quantile(0.5)), LatenessP99: us(res.Lateness.Quantile(0.99)), LatenessMax: us(res.Lateness.Max()),
		Tags: res.Counters.Tags, Reactions: res.Counters.Reactions, Warnings: slices.Concat(refusals(res.Warnings), res.Notes()),
		Versions: map[string]string{"go": runtime.Version(), "arch": runtime.GOOS + "/" + runtime.GOARCH}}
}

// refusals are the warnings, in which refused privileges, which each thread reports, are combined into one line.
func refusals(warnings []string) (lines []string) {
	var what []string
	for _, w := range warnings {
		name, _, refused := strings.Cut(w, " refused: ")
		switch {
		case !refused || !strings.HasPrefix(name, "SCHED_FIFO") && name != "mlockall":
			if !slices.Contains(lines, w) {
				lines = append(lines, w)
			}
		case !slices.Contains(what, name):
			what = append(what, name)
		}
	}
	if len(what) == 0 {
		return lines
	}
	return append([]string{fmt.Sprintf("the system refuses %s: cycles begin later where the machine is busy; run as root, grant CAP_SYS_NICE and CAP_IPC_LOCK, or set rtprio and memlock in /etc/security/limits.conf",
		strings.Join(what, ", "))}, lines...)
}

// Graph is the program's graph.
func (e *Ended) Graph() *graph.Graph { return e.program.Graph() }

// plain is the result for a program without its own.
func (e *Ended) plain() *Result {
	s := &e.Summary
	return &Result{Summary: s, Value: s, Print: s.print, Report: func() (report.Report, error) {
		r := report.Report{Title: s.Program, Subtitle: fmt.Sprintf("%.1f s on the %s clock, seed %d", s.Seconds, s.Clock, s.Seed),
			Head: s.Head(), Facts: s.Facts(), Diagram: e.Graph(), Depth: 2}
		if e.Exec.Lateness.N() > 0 {
			r.Parts = append(r.Parts, e.LatenessPart(0))
		}
		return r, nil
	}}
}

// print prints how the run went.
func (s *Summary) print(w io.Writer) {
	fmt.Fprintf(w, "%.1f s of logical time in %.1f s: %d tags, %d reactions, %s\n", s.Seconds, s.WallSeconds, s.Tags, s.Reactions,
		spelling.Count(s.DeadlineMisses, "deadline miss"))
	s.PrintEnd(w)
}

// PrintEnd prints the warnings and the output hash.
func (s *Summary) PrintEnd(w io.Writer) {
	for _, text := range s.Warnings {
		fmt.Fprintln(w, "warning:", text)
	}
	fmt.Fprintf(w, "output hash %s\n", s.OutputHash)
}

// None is the verdict on a count that should be 0.
func None(n uint64) report.Verdict {
	if n == 0 {
		return report.Good
	}
	return report.Bad
}

// Head are the facts that show at a glance how a run went.
func (s *Summary) Head() []report.Fact {
	facts := []report.Fact{{Name: "deadline misses", Value: fmt.Sprint(s.DeadlineMisses), Verdict: None(s.DeadlineMisses)},
		{Name: "logical time", Value: fmt.Sprintf("%.1f s", s.Seconds)}}
	if s.Error != "" {
		facts = append(facts, report.Fact{Name: "ended by", Value: s.Error, Verdict: report.Bad})
	}
	return facts
}

// Facts are those of every run.
func (s *Summary) Facts() []report.Fact {
	return slices.Concat([]report.Fact{
		{Name: "output hash", Value: s.OutputHash},
		{Name: "seed", Value: fmt.Sprint(s.Seed)},
		{Name: "clock", Value: s.Clock},
		{Name: "duration", Value: fmt.Sprintf("%.2f s of logical time in %.2f s", s.Seconds, s.WallSeconds)},
		{Name: "tags, reactions", Value: fmt.Sprintf("%d, %d", s.Tags, s.Reactions)},
	}, s.VersionFacts(), s.WarningFacts())
}

// VersionFacts are the versions that made the run.
func (s *Summary) VersionFacts() (facts []report.Fact) {
	for _, name := range slices.Sorted(maps.Keys(s.Versions)) {
		facts = append(facts, report.Fact{Name: name, Value: s.Versions[name]})
	}
	return facts
}

// WarningFacts are the warnings.
func (s *Summary) WarningFacts() (facts []report.Fact) {
	for _, w := range s.Warnings {
		facts = append(facts, report.Fact{Name: "warning", Value: w})
	}
	return facts
}

// LatenessPart shows how late the program's tags began, by octaves, compared with the deadline of a command; 0 if
// there is none.
func (e *Ended) LatenessPart(deadline time.Duration) report.Part {
	var octaves [64]float64
	e.Exec.Lateness.Each(func(from time.Duration, n uint64) {
		octaves[max(0, int(math.Floor(math.Log2(float64(max(from, 1))))))] += float64(n)
	})
	bars := plot.Series{Name: "tags", Style: plot.Bars}
	for i, n := range octaves {
		if n > 0 || len(bars.X) > 0 {
			bars.X, bars.Y = append(bars.X, math.Exp2(float64(i)+0.5)/1e3), append(bars.Y, n)
		}
	}
	for len(bars.Y) > 1 && bars.Y[len(bars.Y)-1] == 0 {
		bars.X, bars.Y = bars.X[:len(bars.X)-1], bars.Y[:len(bars.Y)-1]
	}
	var lines []plot.Line
	if deadline > 0 {
		lines = append(lines, plot.Line{Name: fmt.Sprintf("deadline of a command, %v", deadline), Value: float64(deadline) / 1e3, Vertical: true})
	}
	lines = append(lines, plot.Line{Name: "99 %", Value: e.LatenessP99, Vertical: true})
	return report.Part{Title: "Lateness", Text: fmt.Sprintf(
		"How long after its time on the clock a tag began: half within %.0f µs, 99 %% within %.0f µs, all within %.0f µs.", e.LatenessP50, e.LatenessP99, e.LatenessMax),
		Plots: []plot.Plot{{Title: "lateness of tags", XLabel: "lateness in µs", YLabel: "tags", LogX: true, LogY: true, Series: []plot.Series{bars}, Lines: lines}}}
}

// leave writes report.html, tables and run.json into a run folder.
func (r *Result) leave(to *folder.Folder) error {
	var errs []error
	if r.Report != nil {
		page, err := r.Report()
		var b bytes.Buffer
		if err == nil {
			err = report.Write(&b, page)
		}
		if err != nil {
			r.Summary.Warnings = append(r.Summary.Warnings, fmt.Sprintf("no report: %v", err))
		} else {
			errs = append(errs, to.Write(folder.ReportFile, b.Bytes()))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Tables)) {
		var b bytes.Buffer
		err := r.Tables[name](&b)
		if err == nil {
			err = to.Write(name, b.Bytes())
		}
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		r.Summary.Error = strings.TrimPrefix(r.Summary.Error+"\n"+err.Error(), "\n")
	}
	return errors.Join(append(errs, to.WriteRun(r.Value))...)
}
