// Package panda moves a Panda over a link that delays, loses, duplicates and damages packets. The program that makes the
// commands is a network of two reactors; between it and the robot are the two ends of the scheme "smooth" and a part that
// makes the link as bad as requested. In memory, robot, interface and link are simulated in lock-step; on the real clock
// they are processes, threads and sockets, or a real robot.
package panda

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Program is the name under which recordings of this program are known.
const Program = "franka-remote"

// Params are the parameters of a run.
type Params struct {
	Motion   string   `yaml:"motion"`   // one of remote.Motions
	Times    int      `yaml:"times"`    // how often; 0 until interrupted
	Link     string   `yaml:"link"`     // what the link does to packets, each way, as impair.Parse reads it
	Members  []string `yaml:"members"`  // of the state that are sent; none: what the motion begins at, time and q
	Protocol uint     `yaml:"protocol"` // of the simulated robot
	Resume   bool     `yaml:"resume"`   // continue automatically after a stop because the commands broke off
}

// DefaultParams returns those of a single motion over an ideal link.
func DefaultParams() Params { return Params{Motion: "cartesian", Times: 1, Link: "ideal", Protocol: 5} }

// Validate reports all faults.
func (p *Params) Validate() error {
	_, err := p.setup(1, nil)
	return err
}

// setup is the parsed form of Params.
type setup struct {
	remote   remote.Config
	up, down impair.Config // to the robot, from the robot
}

// setup parses the parameters; seed is for the link's impairments and the sensors' noise.
func (p *Params) setup(seed uint64, key []byte) (x setup, err error) {
	if p.Times < 0 {
		err = fmt.Errorf("--times %d: give 1 or more; without --fast also 0, until interrupted", p.Times)
	}
	_, generator, err2 := remote.NewMotion(p.Motion)
	x.remote = remote.Config{Version: franka.Version(p.Protocol), Generator: generator,
		Compression: link.Delta, Resume: p.Resume, Secrets: remote.Secrets{Key: key}, Subscribe: p.Members}
	if len(p.Members) == 0 {
		x.remote.Subscribe = []string{"q", "time"}
		switch generator {
		case franka.GenerateCartesianPose:
			x.remote.Subscribe = append(x.remote.Subscribe, "O_T_EE_c")
		case franka.GenerateJointPosition:
			x.remote.Subscribe = append(x.remote.Subscribe, "q_d")
		}
	}
	way, err3 := impair.Parse(p.Link)
	way.Seed = seed
	x.up, x.down = way, way
	x.down.Seed = seed + 1<<32
	return x, errors.Join(err, err2, err3, x.remote.Validate())
}

// Spec is the program for debugger, pages and run.Do. In memory everything is simulated, in lock-step; on the real clock
// Spec says where robot and interface are.
type Spec struct {
	Robot string // address of FCI; "" simulates the robot here
	Link  string // address of an interface in another process; "" for one here
	Key   []byte // shared by both ends; nil for none
}

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Check finds options that do not go together.
func (c Spec) Check(o *run.Options) error {
	p, err := run.Params[Params](c, o.Order)
	errs := []error{err}
	bad := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	bad(o.Priority < 0 || o.Priority > 96, "--priority %d: give 0 to 96", o.Priority)
	bad(p.Times == 0 && !o.Real, "--times 0: give 1 or more; without --fast also 0, until interrupted")
	bad(!o.Real && (c.Robot != "" || c.Link != ""), "--fast simulates the robot and the link: leave out --robot and --link")
	bad(c.Robot != "" && c.Link != "", "--link and --robot: the interface that serves the link has a robot already")
	bad(c.Link != "" && p.Link != "ideal", "--link: impair that link by sinew link impair; the link of this program is not used")
	return errors.Join(append(errs, p.Validate())...)
}

// session is one instance of the program with its surroundings.
type session struct {
	Spec
	setup
	order  run.Order
	p      Params
	link   *Link
	prog   *reactor.Program
	flight *flight // nil if the robot's state is not known here
	screen *screen // nil without a page

	// Only on the real clock:
	around  run.Around
	session *remote.Session // nil until joined
	near    atomic.Pointer[remote.Interface]
	at      string // address for applications

	mu      rt.Mutex // for what status reads while the program runs
	last    Traffic
	now     moment
	traffic []moment
}

// roomFor is how many of the robot's cycles a run keeps for its report: two minutes.
const roomFor = 120_000

// Make implements run.Spec.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	p, err := run.Params[Params](c, o)
	if err != nil {
		return nil, err
	}
	s := &session{Spec: c, order: o, p: p}
	if s.setup, err = p.setup(o.Seed, c.Key); err != nil {
		return nil, err
	}
	i := &run.Instance{Describe: s.describe, Watch: s.watch, Measure: s.measure, Close: s.around.Close, Film: addFilm, Status: s.status, Result: s.result,
		Orders: []view.Order{{Path: "link.stop", Label: "stop", Example: "true", Kind: "stop"},
			{Path: "link.acknowledge", Label: "go on after a stop", Example: "true", Kind: "release"}}}
	switch {
	case o.Replay:
		err = s.again()
	case o.Real:
		i.Unable = "the robot beyond the link does not stand still while the program is held"
		i.Clock, i.Begin, i.Exec = exec.Real, s.begin, func(o *exec.Options) { o.KeepAlive = true }
		err = s.surround()
	default:
		var w *world
		if w, err = s.simulate(); err == nil {
			i.World, i.State = w, []any{w, w.flight}
		}
	}
	if err == nil {
		i.Scene, err = scene()
	}
	if err != nil {
		_ = s.around.Close() // never fails
		return nil, err
	}
	i.Program = s.prog
	return i, nil
}

// again builds the program of a recording, which has everything that both ends had agreed on, except the key.
func (s *session) again() error {
	said := s.order.Run
	if said["keyed"] == "true" && s.Key == nil {
		return errors.New("recorded over a link with a key, which is not in the recording: add --key FILE")
	}
	var err error
	if text := said["remote"]; text != "" {
		_, err = fmt.Sscan(said["times"], &s.p.Times)
		s.p.Motion, s.remote = said["motion"], remote.Config{}
		err = errors.Join(err, json.Unmarshal([]byte(text), &s.remote))
		s.remote.Secrets.Key = s.Key
	}
	if err == nil {
		err = s.build(far{})
	}
	if err == nil {
		err = s.link.Agree(s.remote)
	}
	return err
}

// simulate builds the program and its simulated world.
func (s *session) simulate() (*world, error) {
	w, err := newWorld(&s.setup)
	if err != nil {
		return nil, err
	}
	s.flight = w.flight
	if err := s.build(far{send: w.send, beside: w.beside}); err != nil {
		return nil, err
	}
	w.link = s.link
	return w, s.link.Agree(s.remote)
}

// build makes the program.
func (s *session) build(f far) error {
	m := reactor.NewMain(Program)
	motion, _, err := remote.NewMotion(s.p.Motion)
	if err != nil {
		return err
	}
	s.link = NewLink(m, "link", f)
	g := newGenerator(m, "generator", &repeated{motion: motion, left: s.p.Times})
	reactor.Connect(&s.link.Ask, &g.Ask)
	reactor.Connect(&g.Command, &s.link.Command)
	s.prog, err = reactor.Build(m, reactor.Options{Replay: s.order.Replay, Cut: s.order.Cut})
	return err
}

// repeated repeats a motion. Each one begins where the one before ended.
type repeated struct {
	motion remote.Motion
	left   int // 0: unlimited
	begun  time.Duration
}

// Next implements remote.Motion.
func (r *repeated) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if !r.motion.Next(t-r.begun, s, c) {
		return false
	}
	r.begun = t
	r.left--
	return r.left == 0
}

// describe returns what a replay needs, without the key.
func (s *session) describe() map[string]string {
	all := run.Described(Program, &s.p, s.order.Seed, s.order.Cut)
	open := s.remote
	open.Secrets.Key = nil
	c, err := json.Marshal(open)
	if err != nil {
		panic(err) // of numbers and names only
	}
	all["motion"], all["times"], all["remote"] = s.p.Motion, fmt.Sprint(s.p.Times), string(c)
	all["keyed"] = fmt.Sprint(s.Key != nil)
	return all
}

// watch measures the traffic, and shows it on a page.
func (s *session) watch(rec *record.Recorder, hub *view.Hub) error {
	if hub != nil {
		var err error
		if s.screen, err = newScreen(hub); err != nil {
			return err
		}
	}
	return errors.Join(record.Tap(rec, "link.traffic", s.tick), record.Tap(rec, "link.angles", s.show))
}

// tick notes the traffic of the last tenth of a second.
func (s *session) tick(tag reactor.Tag, now *Traffic) {
	t, was := tag.Time.Duration(), s.last
	per := func(now, was uint64) float64 { return float64(now-was) / 0.1 / 1e3 }
	m := moment{t: t.Seconds(), depth: float64(now.Beside.Depth),
		raw:  per(now.StateRaw, was.StateRaw) + per(now.CommandRaw, was.CommandRaw),
		sent: per(now.StateBytes, was.StateBytes) + per(now.CommandBytes, was.CommandBytes),
		lost: max(0, float64(now.lost())-float64(was.lost()))} // fewer are under way than before: none
	s.mu.Lock()
	s.last, s.now = *now, m
	s.mu.Unlock()
	if len(s.traffic) < roomFor/100 {
		s.traffic = append(s.traffic, m)
	}
	if s.screen != nil {
		s.screen.traffic(t, now, &was, &m)
	}
}

// show shows the newest state on the page.
func (s *session) show(tag reactor.Tag, q *[franka.Joints]float64) {
	if s.screen != nil {
		s.screen.draw(s.screen.hub, tag.Time.Duration(), q)
	}
}

// status implements run.Instance.Status.
func (s *session) status() (w run.Words) {
	s.mu.Lock()
	now, m := s.last, s.now
	s.mu.Unlock()
	if raw, sent := now.StateRaw+now.CommandRaw, now.StateBytes+now.CommandBytes; raw > 0 {
		w.Long = fmt.Sprintf("%v · %.1f of %.0f kB/s: %.1f %% saved · %d packets lost · %d cycles bridged",
			now.Phase, m.sent, m.raw, 100*(1-float64(sent)/float64(raw)), now.lost(), now.Beside.Coasted)
	}
	if now.Phase == remote.Stopping || now.Phase == remote.Stopped {
		w.Alarm = "the commands broke off: the arm stays at rest until you let it go on"
	}
	return w
}
