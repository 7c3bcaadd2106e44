package grasp

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim/contact"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/record"
)

// page is a report.
type page = report.Report

// meter measures a run through taps on its ports. It checks the commands by their differences, independently of the safety
// check.
type meter struct {
	limits     safety.Limits
	dt         float64
	t          float64
	past       motion.Trail // consecutive commands of an epoch
	epoch      uint32
	at         time.Duration
	violations uint64
	done       bool
	reason     string
	said       []Line
	states     []Line
	samples    []sample
	readings   int
	felt       Felt // the last one
}

// sample is one in five cycles, for the report.
type sample struct {
	t     float64
	p     spatial.Vec3
	force spatial.Vec3
	width float64
}

// kept bounds the number of lines and samples.
const (
	kept   = 1000
	sparse = 5
)

// command compares a command with the limits, with an allowance of one part in 10⁶ for rounding.
func (m *meter) command(t time.Duration, c *Command) {
	if c.Epoch != m.epoch || t-m.at > time.Duration(1.5e9*m.dt) {
		m.epoch = c.Epoch
		m.past.Reset()
	}
	m.at = t
	speed, acc, jerk := m.past.Push(c.Pose.P, m.dt)
	const slack = 1 + 1e-6
	l := &m.limits
	bad := speed > l.V*slack || acc > l.A*slack || jerk > l.J*slack+1e-4 || l.Clearance(c.Pose.P) < -1e-9 || !c.Pose.Finite()
	if bad {
		m.violations++
	}
}

// watch sets the taps that measure and, with a hub, those that show.
func (s *session) watch(rec *record.Recorder, hub *view.Hub) error {
	m := &s.meter
	fig, err := newFigure(hub)
	if err != nil {
		return err
	}
	line := func(to *[]Line, tag reactor.Tag, text string) {
		if len(*to) < kept {
			*to = append(*to, Line{tag.Time.Duration().Seconds(), text})
		}
	}
	return errors.Join(
		record.Tap(rec, "motion.command", func(tag reactor.Tag, c *Command) { m.command(tag.Time.Duration(), c) }),
		record.Tap(rec, "force.felt", func(_ reactor.Tag, f *Felt) { m.felt = *f }),
		record.Tap(rec, "robot.reading", func(tag reactor.Tag, d *Reading) {
			t := tag.Time.Duration()
			m.t = t.Seconds()
			if m.readings++; m.readings%sparse == 0 {
				m.samples = append(m.samples, sample{m.t, d.Pose.Apply(spatial.V(0, 0, reach)), m.felt.Force, d.Width})
			}
			s.words.Cycles++
			s.show(fig, t, d, &m.felt)
		}),
		record.Tap(rec, "coordinator.leaf[0]", func(tag reactor.Tag, path *string) {
			line(&m.states, tag, *path)
			s.words.Long = strings.TrimPrefix(*path, "root.")
		}),
		record.Tap(rec, "coordinator.note", func(tag reactor.Tag, n *Note) {
			line(&m.said, tag, n.Text)
			if hub != nil {
				hub.Event(view.Event{Time: int64(tag.Time), Kind: "note", What: "coordinator.note", Text: n.Text})
			}
			if n.End {
				m.done, m.reason = n.Done, n.Text
			}
			if s.order.Say != nil {
				s.order.Say(fmt.Sprintf("%.2f s: %s", tag.Time.Duration().Seconds(), n.Text))
			}
		}))
}

// The names of what the page shows, and colours.
const (
	toolMarker, objectMarker, guessMarker, targetMarker = "tool", "object", "expected", "target"
	leftMarker, rightMarker, palmMarker                 = "left finger", "right finger", "palm"
	toolColour, objectColour, guessColour, targetColour = 0x3b82f6, 0xf59e0b, 0x94a3b8, 0x16a34a
	fingerColour, palmColour                            = 0x475569, 0x64748b
	palmEnd                                             = reach - 2*padZ // m below the flange: where the palm ends and the fingers begin
)

// scene describes what is shown.
func (s *session) scene() (view.Program, error) {
	u, err1 := xarm.Description()
	chain, err2 := xarm.Model()
	if err := errors.Join(err1, err2); err != nil {
		return view.Program{}, err
	}
	links, joints := view.ArmOf(u, chain, [2]uint32{0x9aa0a6, 0xe8eaed})
	o := &s.thing
	shape := view.Shape{Kind: view.BoxShape, Size: [3]float64{2 * o.Half.X, 2 * o.Half.Y, 2 * o.Half.Z}, At: spatial.Identity(), Colour: objectColour}
	if o.Kind == contact.Cylinder {
		shape.Kind, shape.Size = view.CylinderShape, [3]float64{o.Half.X, 2 * o.Half.Z}
	}
	guess := shape
	guess.Colour = guessColour
	finger := view.Shape{Kind: view.BoxShape, Size: [3]float64{2 * padX, 2 * padY, 2 * padZ}, At: spatial.Identity(), Colour: fingerColour}
	palm := view.Shape{Kind: view.BoxShape, Size: [3]float64{2 * palmX, 2 * palmY, palmEnd}, At: spatial.Identity(), Colour: palmColour}
	ball := func(c uint32) view.Shape {
		return view.Shape{Kind: view.SphereShape, Size: [3]float64{0.006}, At: spatial.Identity(), Colour: c}
	}
	return view.Program{Name: "xArm 7 grasps by touch", Links: links, Joints: joints,
		Markers: []view.Marker{{Name: toolMarker, Shape: ball(toolColour), Trail: 1000}, {Name: objectMarker, Shape: shape},
			{Name: guessMarker, Shape: ball(guessColour)}, {Name: targetMarker, Shape: ball(targetColour)},
			{Name: leftMarker, Shape: finger}, {Name: rightMarker, Shape: finger}, {Name: palmMarker, Shape: palm}},
		Plots: []view.Plot{{Title: "Force on the tool", Unit: "N", Series: []string{"up", "sideways"}}, {Title: "Between the fingers", Unit: "mm", Series: []string{"width"}}}}, nil
}

// figure draws the arm, its gripper and the object.
type figure struct {
	hub              *view.Hub
	arm              *view.Arm
	up, aside, width *view.Series
}

func newFigure(hub *view.Hub) (*figure, error) {
	if hub == nil {
		return nil, nil
	}
	chain, err := xarm.Model()
	if err != nil {
		return nil, err
	}
	return &figure{hub, view.NewArm(chain), hub.Series("up"), hub.Series("sideways"), hub.Series("width")}, nil
}

// show draws a reading.
func (s *session) show(g *figure, t time.Duration, d *Reading, f *Felt) {
	if g == nil {
		return
	}
	g.up.Add(t, f.Force.Z)
	g.aside.Add(t, spatial.V(f.Force.X, f.Force.Y, 0).Norm())
	g.width.Add(t, 1000*d.Width)
	if !g.hub.Watched() {
		return
	}
	g.arm.Draw(g.hub, t, d.Q[:])
	at := func(x, y, z float64) spatial.Pose {
		return spatial.Pose{P: spatial.V(x, y, z), R: spatial.IdentityRot()}
	}
	g.hub.Pose(toolMarker, d.Pose.Mul(at(0, 0, reach)))
	g.hub.Pose(guessMarker, at(s.task.X, s.task.Y, s.task.Height))
	g.hub.Pose(targetMarker, at(s.task.To[0], s.task.To[1], 0))
	g.hub.Pose(leftMarker, d.Pose.Mul(at(0, d.Width/2+padY, reach-padZ)))
	g.hub.Pose(rightMarker, d.Pose.Mul(at(0, -d.Width/2-padY, reach-padZ)))
	g.hub.Pose(palmMarker, d.Pose.Mul(at(0, 0, palmEnd/2)))
	if p, ok := s.object(); ok {
		g.hub.Pose(objectMarker, p)
	}
}

// page makes the report.
func (s *session) page(v *Summary, e *run.Ended) (page, error) {
	p := page{Title: "xArm 7 grasps by touch", Subtitle: fmt.Sprintf("seed %d, %.1f s, failure: %s", v.Seed, v.Time, choose(v.Failure == "", "none", v.Failure)),
		Diagram: e.Graph(), Depth: 1, Head: []report.Fact{
			{Name: "grasped", Value: choose(v.Grasped, "yes", "no"), Verdict: verdict(v.Grasped)}, {Name: "attempts", Value: fmt.Sprint(v.Attempts)},
			{Name: "faults noticed", Value: fmt.Sprint(v.Faults)}, {Name: "recovered", Value: fmt.Sprint(v.Recovered)},
			{Name: "greatest contact force", Value: fmt.Sprintf("%.1f N", v.ForcePeak)},
			{Name: "limit violations", Value: fmt.Sprint(v.Violations), Verdict: run.None(v.Violations)}},
		Facts: append([]report.Fact{{Name: "output hash", Value: v.OutputHash}, {Name: "how it ended", Value: v.Reason}}, e.VersionFacts()...)}
	p.Parts = append(p.Parts,
		report.Part{Title: "States", Text: "The states that the chart was in, and what it said.", Tables: []report.Table{table("state", v.States), table("said", v.Said)},
			Pictures: []report.Picture{{Caption: "The chart", MIME: "image/svg+xml", Bytes: []byte(s.chart.picture)}}}, s.curves(), s.path())
	return p, nil
}

func verdict(good bool) report.Verdict {
	if good {
		return report.Good
	}
	return report.Bad
}

func table(what string, lines []Line) report.Table {
	t := report.Table{Columns: []string{"time, s", what}}
	for _, l := range lines {
		t.Rows = append(t.Rows, report.Row{Cells: []string{fmt.Sprintf("%.2f", l.At), strings.TrimPrefix(l.Text, "root.")}})
	}
	return t
}

// curves shows forces and width over time.
func (s *session) curves() report.Part {
	column := func(f func(*sample) float64) (all []float64) {
		for i := range s.meter.samples {
			all = append(all, f(&s.meter.samples[i]))
		}
		return all
	}
	t := column(func(x *sample) float64 { return x.t })
	one := func(title, unit string, series ...plot.Series) plot.Plot {
		for i := range series {
			series[i].X = t
		}
		return plot.Plot{Title: title, XLabel: "time in s", YLabel: unit, Series: series}
	}
	return report.Part{Title: "Over time", Text: "The force is the one that the program estimates, on the tool.", Plots: []plot.Plot{
		one("force on the tool", "N", plot.Series{Name: "up", Y: column(func(x *sample) float64 { return x.force.Z })},
			plot.Series{Name: "along x", Y: column(func(x *sample) float64 { return x.force.X })},
			plot.Series{Name: "along y", Y: column(func(x *sample) float64 { return x.force.Y })}),
		one("between the fingers", "mm", plot.Series{Name: "width", Y: column(func(x *sample) float64 { return 1000 * x.width })}),
		one("height of the fingertips", "m", plot.Series{Name: "height", Y: column(func(x *sample) float64 { return x.p.Z })})}}
}

// path shows the tool's path in space.
func (s *session) path() report.Part {
	var x, y, z []float64
	for _, p := range s.meter.samples {
		x, y, z = append(x, p.p.X), append(y, p.p.Y), append(z, p.p.Z)
	}
	return report.Part{Title: "Path in space", Spaces: []plot.Space{{Title: "fingertips", Unit: "m", Paths: []plot.Path{{Name: "fingertips", X: x, Y: y, Z: z}},
		Marks: []plot.Mark{{Name: "expected", X: s.task.X, Y: s.task.Y, Z: s.task.Height}, {Name: "target", X: s.task.To[0], Y: s.task.To[1]}}}}}
}
