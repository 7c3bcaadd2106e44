// Package fig7 compares two architectures of a wheelchair, as figure 7 of "A use case in model-based robot development
// using AADL and ROS" does: the one that was written by hand and the one that is generated from its model. Both drive the
// same route autonomously; faults of either are found before anything runs.
package fig7

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/app/wheelchair"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/check"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Options are those of the bench.
type Options struct {
	bench.Options
	Out    string // folder for report.html, the drives and both graphs; "" for none
	Models string // folder with the models: old.aadl and new; "" is examples/wheelchair in the working directory
}

// side is one of the two architectures.
type side struct {
	name   string
	system string // of its model
	texts  []string
	old    bool
	faults diag.Faults
	graph  *graph.Graph // of the model
	drives []*wheelchair.Summary
	cpu    float64 // processor time in s for a second of the drives, without the simulation
}

// sides are both.
func sides() [2]*side {
	return [2]*side{
		{name: "hand-written", system: "Old_Wheelchair::Wheelchair.by_hand", texts: []string{"old.aadl"}, old: true},
		{name: "generated", system: "Wheelchair::Wheelchair.pmk", texts: []string{"new"}},
	}
}

// Run emits the figures, over several trips through doors; the first one is shown in the picture.
func Run(o Options, emit bench.Emit) error {
	n := 5
	if o.Quick {
		n = 1
	}
	if o.N > 0 {
		n = o.N
	}
	both := sides()
	for _, s := range both {
		if err := s.look(cmp.Or(o.Models, "examples/wheelchair")); err != nil {
			return err
		}
	}
	for k := range n {
		for _, s := range both {
			if err := o.Stopped(); err != nil {
				return err
			}
			if err := s.drive(o, o.Seed+uint64(k)); err != nil {
				return err
			}
		}
	}
	figures := compare(both)
	for _, f := range figures {
		emit(f)
	}
	if o.Out == "" {
		return nil
	}
	return write(o, both, figures)
}

// look checks the model of a side, and draws it.
func (s *side) look(dir string) error {
	var files []*syntax.File
	add := func(name string) error {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("the wheelchair's models: %w: start the bench in the root of Sinew's source", err)
		}
		f, faults := syntax.Parse(name, string(text))
		if faults.Err() != nil {
			return faults
		}
		files = append(files, f)
		return nil
	}
	for _, name := range s.texts {
		if filepath.Ext(name) == ".aadl" {
			if err := add(name); err != nil {
				return err
			}
			continue
		}
		entries, err := os.ReadDir(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".aadl" {
				if err := add(name + "/" + e.Name()); err != nil {
					return err
				}
			}
		}
	}
	m, faults := aadl.Link(files)
	if faults.Err() != nil {
		return faults
	}
	i, faults := instance.Instantiate(m, s.system)
	if i == nil || faults.Err() != nil {
		return faults
	}
	s.faults = slices.Concat(check.Model(m), check.Instance(i))
	s.faults.Sort()
	s.graph = i.Graph()
	s.graph.Name = "the " + s.name + " architecture"
	return nil
}

// drive drives a trip, and measures the cost of the program alone by replaying its recording.
func (s *side) drive(o Options, seed uint64) error {
	dir := ""
	if o.Out != "" {
		dir = filepath.Join(o.Out, fmt.Sprintf("%s-%d", s.name, seed))
	} else {
		temp, err := os.MkdirTemp("", "fig7")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		dir = filepath.Join(temp, "run")
	}
	spec := wheelchair.Spec{Old: s.old}
	p := wheelchair.DefaultParams()
	out, err := run.Do(o.Until(), spec, run.Options{Order: run.Order{Params: &p, Seed: seed}, For: 180 * time.Second, Out: folder.Place{Dir: dir}})
	if err != nil {
		return fmt.Errorf("%s, trip %d: %w", s.name, seed, err)
	}
	v, ok := out.Value.(*wheelchair.Summary)
	if !ok {
		return errors.New("the run has no figures")
	}
	before := processor()
	r, err := run.Replay(o.Until(), []run.Spec{spec}, dir)
	if err != nil {
		return err
	}
	if !r.Same() {
		return fmt.Errorf("%s, trip %d: the replay differs: %s, recorded %s", s.name, seed, r.Hash, r.Recorded)
	}
	s.cpu += (processor() - before).Seconds() / v.Seconds
	s.drives = append(s.drives, v)
	return nil
}

// processor is the processor time of this process.
func processor() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// compare makes the figures.
func compare(both [2]*side) (all []bench.Result) {
	old, new := both[0], both[1]
	n := len(new.drives)
	note := fmt.Sprintf("%d trips through doors", n)
	pair := func(name, unit, note string, of func(s *side) float64) {
		all = append(all, bench.Result{Name: name, Value: of(new), Unit: unit, Note: note}.Against(old.name, of(old)))
	}
	var sum, turned, most float64
	count := 0
	for k := range n {
		for _, w := range [2][2][]nav.Pose{{old.drives[k].Track, new.drives[k].Track}, {new.drives[k].Track, old.drives[k].Track}} {
			for _, at := range w[0] {
				d, yaw := off(w[1], at)
				sum, turned, most = sum+d*d, turned+yaw*yaw, max(most, d)
				count++
			}
		}
	}
	all = append(all,
		bench.Result{Name: "fig7_deviation_rms", Value: math.Sqrt(sum / float64(max(count, 1))), Unit: "m", Note: note + "; of each place on one path from the nearest on the other, both ways"},
		bench.Result{Name: "fig7_deviation_max", Value: most, Unit: "m", Note: note},
		bench.Result{Name: "fig7_heading_rms", Value: math.Sqrt(turned / float64(max(count, 1))), Unit: "rad", Note: note + "; at the nearest places"})
	pair("fig7_faults", "faults", "found in the model before anything runs", func(s *side) float64 { return float64(len(s.faults)) })
	pair("fig7_reached", "trips", note, func(s *side) float64 {
		return total(s, func(v *wheelchair.Summary) float64 { return when(v.Reached) })
	})
	pair("fig7_collisions", "collisions", note, func(s *side) float64 {
		return total(s, func(v *wheelchair.Summary) float64 { return float64(v.Collisions) })
	})
	pair("fig7_time", "s", "mean of those that arrived", func(s *side) float64 {
		t, k := 0.0, 0
		for _, v := range s.drives {
			if v.Time != nil {
				t, k = t+*v.Time, k+1
			}
		}
		return t / float64(max(k, 1))
	})
	pair("fig7_localisation_rmse", "m", "mean", func(s *side) float64 {
		return total(s, func(v *wheelchair.Summary) float64 {
			if v.RMSE == nil {
				return 0
			}
			return *v.RMSE
		}) / float64(n)
	})
	pair("fig7_cpu", "%", "of one processor, without the simulation: of the replay", func(s *side) float64 { return 100 * s.cpu / float64(n) })
	for _, q := range []float64{0.5, 0.99} {
		pair(fmt.Sprintf("fig7_latency_p%g", 100*q), "ms", "from a scan's last beam to the first command that was made knowing it, by the program's time", func(s *side) float64 { return 1e3 * s.quantile(q) })
	}
	return all
}

// quantile is one of the latencies, in s.
func (s *side) quantile(q float64) float64 {
	var all []float64
	for _, v := range s.drives {
		all = append(all, v.Latency...)
	}
	if len(all) == 0 {
		return math.NaN()
	}
	slices.Sort(all)
	return all[min(int(q*float64(len(all))), len(all)-1)]
}

func total(s *side, of func(*wheelchair.Summary) float64) (sum float64) {
	for _, v := range s.drives {
		sum += of(v)
	}
	return sum
}

func when(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// off is how far a pose is from a path, and how much its heading differs there. If the path passes the place several times,
// or turns on the spot, the most similar heading is used.
func off(path []nav.Pose, at nav.Pose) (d, yaw float64) {
	const alike = 0.02 // m
	d = math.Inf(1)
	for pass := range 2 {
		for i := range path {
			a, b := path[i], path[min(i+1, len(path)-1)]
			along := b.Point().Sub(a.Point())
			f := 0.0
			if l := along.Dot(along); l > 0 {
				f = min(max(at.Point().Sub(a.Point()).Dot(along)/l, 0), 1)
			}
			e := at.Point().Sub(nav.Point{X: a.X + f*along.X, Y: a.Y + f*along.Y}).Norm()
			turned := math.Abs(nav.Angle(at.Yaw - a.Yaw - f*nav.Angle(b.Yaw-a.Yaw)))
			switch {
			case pass == 0:
				d, yaw = min(d, e), math.Pi
			case e <= d+alike:
				yaw = min(yaw, turned)
			}
		}
	}
	return d, yaw
}

// write writes the report, and both graphs.
func write(o Options, both [2]*side, figures []bench.Result) error {
	room, err := rooms.New(wheelchair.DefaultParams().Map)
	if err != nil {
		return err
	}
	red, blue := color.RGBA{200, 30, 40, 255}, color.RGBA{26, 99, 216, 255}
	r := report.Report{Title: "Two architectures of a wheelchair", Subtitle: "written by hand, and generated from the model"}
	way := report.Part{Title: "The paths", Text: "Red is the hand-written architecture's path, blue the generated one's. Arrows show the heading."}
	for k := range both[0].drives {
		picture, err := wheelchair.Picture(room.Grid, []wheelchair.Track{{Colour: red, Poses: both[0].drives[k].Track}, {Colour: blue, Poses: both[1].drives[k].Track}})
		if err != nil {
			return err
		}
		way.Pictures = append(way.Pictures, report.Picture{Caption: fmt.Sprintf("trip %d", both[0].drives[k].Seed), MIME: "image/png", Bytes: picture})
	}
	table := report.Table{Caption: "figures", Columns: []string{"figure", "generated", "hand-written", "unit", "of"}}
	for _, f := range figures {
		peer := ""
		if f.Peer != "" {
			peer = fmt.Sprintf("%.4g", f.PeerValue)
		}
		table.Rows = append(table.Rows, report.Row{Cells: []string{f.Name, fmt.Sprintf("%.4g", f.Value), peer, f.Unit, f.Note}})
	}
	way.Tables = []report.Table{table}
	r.Parts = append(r.Parts, way)
	for _, s := range both {
		part := report.Part{Title: "The " + s.name + " architecture", Text: "Nothing is wrong with its model.", Graphs: []*graph.Graph{s.graph}, Depth: 2}
		if len(s.faults) > 0 {
			part.Text = "What is wrong with its model, found before anything runs:"
			t := report.Table{Columns: []string{"where", "what", "what to do"}}
			for _, f := range s.faults {
				t.Rows = append(t.Rows, report.Row{Cells: []string{f.Pos.String(), f.What, f.Do}})
			}
			part.Tables = []report.Table{t}
		}
		r.Parts = append(r.Parts, part)
		if err := file(filepath.Join(o.Out, s.name+".svg"), func(f *os.File) error { return s.graph.SVG(f, graph.Options{Depth: 2}) }); err != nil {
			return err
		}
	}
	return file(filepath.Join(o.Out, "report.html"), func(f *os.File) error { return report.Write(f, r) })
}

// file writes one.
func file(name string, fill func(*os.File) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Close())
}
