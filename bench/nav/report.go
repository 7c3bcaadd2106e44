package nav

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/app/wheelchair"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/whole"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// report drives the trips that went wrong once more, with a recording and a picture, and writes the report.
func (b *book) report() error {
	r := report.Report{Title: "Trips of a wheelchair", Subtitle: "from start to goal, by itself"}
	table := report.Table{Caption: "figures", Columns: []string{"figure", "value", "unit", "bar", "of"}}
	for _, f := range b.figures {
		row := report.Row{Cells: []string{f.Name, fmt.Sprintf("%.4g", f.Value), f.Unit, verdict(f), f.Note}}
		switch {
		case strings.HasSuffix(row.Cells[3], "NOT met"):
			row.Verdict = report.Bad
		case row.Cells[3] != "":
			row.Verdict = report.Good
		}
		table.Rows = append(table.Rows, row)
	}
	r.Parts = append(r.Parts, report.Part{Title: "Figures", Tables: []report.Table{table}})
	wrong := report.Part{Title: "What went wrong", Text: "Nothing."}
	list := report.Table{Columns: []string{"map", "trip", "collisions", "fault", "run folder"}}
	for i := range b.trips {
		t := &b.trips[i]
		if !t.failed() {
			continue
		}
		if err := b.o.Stopped(); err != nil {
			return err
		}
		name := fmt.Sprintf("%s-%d", t.Map, t.Trip)
		picture, err := b.again(t, filepath.Join(b.o.Out, name))
		if err != nil {
			return err
		}
		list.Rows = append(list.Rows, report.Row{Cells: []string{t.Map, fmt.Sprint(t.Trip), fmt.Sprintf("%d %s", t.Collisions, t.Touched), t.Fault, name}})
		wrong.Pictures = append(wrong.Pictures, report.Picture{Caption: name, MIME: "image/png", Bytes: picture})
	}
	if len(list.Rows) > 0 {
		wrong.Text, wrong.Tables = "Trips that did not reach their goal, or touched something; each is in a run folder next to this report. Blue is the path, with arrows that show the heading, and red the goal.", []report.Table{list}
	}
	r.Parts = append(r.Parts, wrong)
	var page bytes.Buffer
	if err := report.Write(&page, r); err != nil {
		return err
	}
	return whole.WriteFile(filepath.Join(b.o.Out, "report.html"), page.Bytes())
}

// again records a trip into a folder, unless the recording exists, and draws it.
func (b *book) again(t *trip, dir string) ([]byte, error) {
	drawn := filepath.Join(dir, "trip.png")
	if picture, err := os.ReadFile(drawn); err == nil {
		return picture, nil
	}
	if err := os.RemoveAll(dir); err != nil { // from an interrupted run
		return nil, err
	}
	out, err := run.Do(b.o.Until(), wheelchair.Spec{}, run.Options{Order: order(t.Map, t.Trip), For: limit * 1e9, Out: folder.Place{Dir: dir}})
	var track []plane.Pose
	if err == nil {
		if v, ok := out.Value.(*wheelchair.Summary); ok {
			track = v.Track
		}
	}
	room, err := rooms.New(t.Map)
	if err != nil {
		return nil, err
	}
	_, goal := room.Trip(t.Trip)
	picture, err := wheelchair.Picture(room.Grid, []wheelchair.Track{{Colour: color.RGBA{26, 99, 216, 255}, Poses: track}, {Colour: color.RGBA{200, 30, 40, 255}, Poses: []plane.Pose{goal}}})
	return picture, errors.Join(err, whole.WriteFile(drawn, picture))
}

// bars are the promises for each room, by the last words of figures' names. All but the first are upper bounds.
func bars() []bar {
	return []bar{{"reached", 99}, {"collisions", 0}, {"localisation_rmse", 0.05}, {"localisation_rmse_yaw", 1.5}, {"time_ratio", 1.2},
		{"accel", 1}, {"jerk", 2}, {"sway", 1}, {"cycle_p99", 5}}
}

type bar struct {
	what  string
	bound float64
}

// verdict reports whether a figure is as promised; "" if nothing is promised.
func verdict(f bench.Result) string {
	for i, b := range bars() {
		if !strings.HasSuffix(f.Name, "_"+b.what) {
			continue
		}
		sign, met := "at most", f.Value <= b.bound
		if i == 0 {
			sign, met = "at least", f.Value >= b.bound
		}
		word := "met"
		if !met {
			word = "NOT met"
		}
		return fmt.Sprintf("%s %g: %s", sign, b.bound, word)
	}
	return ""
}

// summary compares all figures with the promises, and counts what went wrong in all rooms.
func (b *book) summary(w io.Writer) {
	reached, collisions := 0, 0
	for i := range b.trips {
		collisions += b.trips[i].Collisions
		if b.trips[i].Reached {
			reached++
		}
	}
	fmt.Fprintf(w, "\n%d trips, %d reached their goals, %d collisions\n", len(b.trips), reached, collisions)
	for _, f := range b.figures {
		if v := verdict(f); v != "" {
			fmt.Fprintf(w, "  %-36s %8.4g %-6s %s\n", f.Name, f.Value, f.Unit, v)
		}
	}
}
