package panda

import (
	"errors"
	"log/slog"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// describe describes what the page shows.
func describe(u *kinematics.URDF, arm *kinematics.Chain) view.Program {
	ball := view.Shape{Kind: view.SphereShape, Size: [3]float64{0.012}, At: spatial.Identity(), Colour: 0x3b82f6}
	cross := view.Shape{Size: [3]float64{0.1}, At: spatial.Identity()}
	links, joints := view.ArmOf(u, arm, [2]uint32{0xe8eaed, 0xb8babf})
	return view.Program{
		Name:   "a Panda over a bad link",
		Links:  links,
		Joints: joints,
		Markers: []view.Marker{{Name: "end effector", Shape: ball, Trail: 1500},
			{Name: "base", Kind: view.FrameMarker, Shape: cross}},
		Plots: []view.Plot{
			{Title: "Payload", Unit: "B a packet", Series: []string{"states in", "commands out"}},
			{Title: "Traffic", Unit: "kB/s", Series: []string{"raw", "sent"}},
			{Title: "Lost", Unit: "in 0.1 s", Series: []string{"states lost", "commands lost"}},
			{Title: "Jitter buffer", Unit: "commands", Series: []string{"depth"}},
			{Title: "Gaps planned over", Series: []string{"replans"}},
		},
	}
}

// screen shows a run on the page. Its methods are called from the program's threads and are quick.
type screen struct {
	figure
	hub    *view.Hub
	series map[string]*view.Series
}

// figure draws the arm.
type figure struct {
	scene view.Program
	arm   *view.Arm
}

func newFigure() (figure, error) {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		return figure{}, err
	}
	arm, err := franka.Model()
	if err != nil {
		return figure{}, err
	}
	return figure{describe(u, arm), view.NewArm(arm)}, nil
}

// draw draws the arm at its joint positions.
func (g *figure) draw(on view.Canvas, t time.Duration, q *[franka.Joints]float64) {
	if !on.Watched() {
		return
	}
	on.Pose("end effector", g.arm.Draw(on, t, q[:]))
	on.Pose("base", spatial.Identity())
}

// addFilm adds to a recording what viewers draw without a plug-in: the arm, and the fate of the stream of commands.
func addFilm(w *trace.Writer, rec *record.Recorder) error {
	g, err := newFigure()
	if err != nil {
		return err
	}
	f, err := film.New(w, g.scene, "link.angles link.traffic", film.Options{})
	if err != nil {
		return err
	}
	_, err = record.Follow(rec, "link.angles", func(tag reactor.Tag, q *[franka.Joints]float64) {
		f.At(tag.Time.Duration())
		g.draw(f, tag.Time.Duration(), q)
	})
	var phase remote.Phase
	return errors.Join(err, film.Follow(f, rec, "link.traffic", func(now *Traffic) {
		if now.Phase != phase {
			phase = now.Phase
			level := slog.LevelInfo
			if phase == remote.Stopping || phase == remote.Stopped {
				level = slog.LevelWarn
			}
			f.Log(level, "link", phase.String())
		}
	}), film.Follow(f, rec, record.DoorPrefix+"link.over", func(e *Ending) {
		if e.Text != "" {
			f.Log(slog.LevelError, "link", e.Text)
		}
	}))
}

// scene describes what is shown.
func scene() (view.Program, error) {
	g, err := newFigure()
	return g.scene, err
}

// newScreen makes a screen for a hub made from scene.
func newScreen(hub *view.Hub) (*screen, error) {
	g, err := newFigure()
	if err != nil {
		return nil, err
	}
	s := &screen{figure: g, hub: hub, series: map[string]*view.Series{}}
	for _, plot := range g.scene.Plots {
		for _, name := range plot.Series {
			s.series[name] = hub.Series(name)
		}
	}
	return s, nil
}

// traffic shows the traffic of the last tenth of a second.
func (s *screen) traffic(t time.Duration, now, was *Traffic, m *moment) {
	each := func(bytes, packets uint64) float64 { return float64(bytes) / float64(max(packets, 1)) }
	s.series["states in"].Add(t, each(now.StateBytes-was.StateBytes, now.StatesIn-was.StatesIn))
	s.series["commands out"].Add(t, each(now.CommandBytes-was.CommandBytes, now.CommandsOut-was.CommandsOut))
	s.series["raw"].Add(t, m.raw)
	s.series["sent"].Add(t, m.sent)
	s.series["states lost"].Add(t, max(0, float64(now.statesLost())-float64(was.statesLost())))
	s.series["commands lost"].Add(t, max(0, float64(now.commandsLost())-float64(was.commandsLost())))
	s.series["depth"].Add(t, m.depth)
	s.series["replans"].Add(t, float64(now.Beside.Replans))
}
