// Package desk gives an operator access to a simulated Franka outside its control interface. It has what a real robot
// has on its arm and its own page: the user stop, the brakes, the buttons for guiding, a hand that leads joints, and
// error recovery. It also changes the surroundings: pushes, a table, walls, errors, and objects for the gripper.
// Commands are lines of text (Do, Lines) or come from a page (Handlers). Angles are in rad, joints are counted from 1.
package desk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/box/gripper"
)

// Robot lets f use the robot while nothing else does; box.Server implements it.
type Robot interface {
	Do(f func(*box.Robot))
}

// Desk acts on a robot. It may be used from several goroutines.
type Desk struct {
	Grip Grip // nil for none; set it before use

	robot Robot
	pause func() // interval of checks of a joint that is led
}

// New returns the desk of a robot.
func New(r Robot) *Desk { return &Desk{robot: r, pause: func() { time.Sleep(10 * time.Millisecond) }} }

// action is the effect of one word.
type action struct {
	word, does string
	do         func(*box.Robot) error
}

var (
	errGuide   = errors.New("only an arm that is idle or in reflex and at rest can be guided: see state")
	errRelease = errors.New("the arm is not guided: guide first")
	errLock    = errors.New("the brakes close only on an arm at rest: stop its motion, or end guiding with release")
	errUnlock  = errors.New("the brakes are open, or the user stop is pressed: see state; lock closes the brakes, resume releases the stop")
	errStop    = errors.New("the user stop is pressed already: resume releases it")
	errResume  = errors.New("the user stop is not pressed")
)

// actions are the words that act without arguments.
func actions() []action {
	when := func(done bool, err error) error {
		if done {
			return nil
		}
		return err
	}
	return []action{
		{"guide", "press the buttons at the hand: the arm is free", func(r *box.Robot) error { return when(r.Guide(true), errGuide) }},
		{"release", "let the buttons go: the arm stays where it is", func(r *box.Robot) error { return when(r.Guide(false), errRelease) }},
		{"lock", "close the brakes", func(r *box.Robot) error { return when(r.Lock(), errLock) }},
		{"unlock", "open the brakes, which clears all errors; joints beyond their limits may then move in", func(r *box.Robot) error { return when(r.Unlock(), errUnlock) }},
		{"recover", "automatic error recovery, as a client asks for it", recovery},
		{"stop", "press the user stop", func(r *box.Robot) error {
			pressed := r.Mode() == franka.ModeUserStopped
			r.UserStop(true)
			return when(!pressed, errStop)
		}},
		{"resume", "release the user stop", func(r *box.Robot) error {
			pressed := r.Mode() == franka.ModeUserStopped
			r.UserStop(false)
			return when(pressed, errResume)
		}},
	}
}

func recovery(r *box.Robot) error {
	switch s, done := r.Recover(); {
	case !done || s == franka.Success:
		return nil
	case s == franka.ManualRecoveryRequired:
		return errors.New("a joint is more than 0.01 rad beyond its limits: guide it back (guide, lead, release), or lock and unlock the brakes and move it in")
	default:
		return fmt.Errorf("%v: see state", s)
	}
}

// Help lists what Do understands.
func Help() string {
	var b strings.Builder
	for _, a := range actions() {
		fmt.Fprintf(&b, "%-30s  %s\n", a.word, a.does)
	}
	for _, g := range grips() {
		fmt.Fprintf(&b, "%-30s  %s\n", g.form, g.does)
	}
	for _, s := range settings() {
		fmt.Fprintf(&b, "%-30s  %s\n", s.form, s.does)
	}
	fmt.Fprintf(&b, "%-30s  %s\n", "lead 4 to -0.5", "while guided, lead joint 4 to −0.5 rad by hand, at 0.5 rad/s; \"lead 4 by 0.1\" from where it is")
	fmt.Fprintf(&b, "%-30s  %s\n", "wait 2", "in lines: wait for as many seconds of the robot's; \"wait move\" until a motion runs, \"wait rest\" until none does")
	fmt.Fprintf(&b, "%-30s  %s\n", "end", "in lines: end the robot")
	fmt.Fprintf(&b, "%-30s  %s\n", "state", "say the robot's mode, errors, joints and end effector")
	fmt.Fprintf(&b, "%-30s  %s", "help", "say this")
	return b.String()
}

// Do carries out a line and returns its answer. Errors say what to do instead.
func (d *Desk) Do(line string) (answer string, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", nil
	}
	switch words[0] {
	case "help":
		return Help(), nil
	case "state":
		return d.State().String(), nil
	case "wait", "end":
		return "", fmt.Errorf("%s: it is for lines that come one after the other (--hands)", words[0])
	case "lead":
		_, _, err = d.lead(words[1:])
		return "", err
	}
	for _, s := range settings() {
		if s.word != words[0] {
			continue
		}
		d.robot.Do(func(r *box.Robot) { err = s.do(r, words[1:]) })
		return "", s.told(err)
	}
	if known, err := d.grip(words); known {
		return "", err
	}
	for _, a := range actions() {
		if a.word != words[0] {
			continue
		}
		if len(words) > 1 {
			return "", fmt.Errorf("%s takes nothing after it", a.word)
		}
		d.robot.Do(func(r *box.Robot) { err = a.do(r) })
		if err != nil {
			err = fmt.Errorf("%s: %w", a.word, err)
		}
		return "", err
	}
	return "", fmt.Errorf("%.40q is nothing the desk knows: see help", words[0])
}

// lead makes a hand lead a joint, as in "4 to -0.5" or "4 by 0.1". It returns the joint, counted from 0, and the target.
func (d *Desk) lead(words []string) (joint int, q float64, err error) {
	form := errors.New("lead: write it as: lead 4 to -0.5, or lead 4 by 0.1")
	if len(words) != 3 || words[1] != "to" && words[1] != "by" {
		return 0, 0, form
	}
	number, err1 := strconv.Atoi(words[0])
	q, err2 := strconv.ParseFloat(words[2], 64)
	if err1 != nil || err2 != nil || number < 1 || number > franka.Joints || math.IsNaN(q) || math.IsInf(q, 0) {
		return 0, 0, form
	}
	joint = number - 1
	d.robot.Do(func(r *box.Robot) {
		if words[1] == "by" {
			at, _ := r.Joints()
			q += at[joint]
		}
		lower, upper := r.Stops(joint)
		switch {
		case r.Mode() != franka.ModeGuiding:
			err = fmt.Errorf("lead: %w", errRelease)
		case !r.Lead(joint, q):
			err = fmt.Errorf("lead: joint %d ends at %.4f and %.4f rad", number, lower, upper)
		}
	})
	return joint, q, err
}

// there is how close to its target a led joint must come, and look how often Lines checks.
const (
	there = 5e-3 // rad
	looks = 2000
)

// arrive waits until a joint has been led to qor is no longer led.
func (d *Desk) arrive(joint int, q float64) error {
	for range looks {
		var over bool
		var at [franka.Joints]float64
		d.robot.Do(func(r *box.Robot) {
			at, _ = r.Joints()
			over = r.Mode() != franka.ModeGuiding
		})
		switch {
		case math.Abs(at[joint]-q) < there:
			return nil
		case over:
			return errors.New("lead: the arm is not guided any more")
		}
		d.pause()
	}
	return fmt.Errorf("lead: something holds joint %d", joint+1)
}

// wait waits for a time on the robot's clock, or for a motion to begin or to end.
func (d *Desk) wait(words []string) error {
	form := errors.New("wait: write it as: wait 2 (s), wait move, or wait rest")
	if len(words) != 1 {
		return form
	}
	seconds, err := strconv.ParseFloat(words[0], 64)
	var over func(r *box.Robot) bool
	switch {
	case words[0] == "move":
		over = func(r *box.Robot) bool { return r.Mode() == franka.ModeMove }
	case words[0] == "rest":
		over = func(r *box.Robot) bool { return !r.Moving() }
	case err == nil && seconds >= 0 && seconds <= 1e6:
		var end uint64
		d.robot.Do(func(r *box.Robot) { end = r.State().ID + uint64(seconds*1000) })
		over = func(r *box.Robot) bool { return r.State().ID >= end }
	default:
		return form
	}
	for done := false; !done; d.pause() {
		d.robot.Do(func(r *box.Robot) { done = over(r) })
	}
	return nil
}

// ErrEnd is returned by Lines at a line that ends the robot.
var ErrEnd = errors.New("desk: the robot is to end")

// Lines carries out the lines of in and answers on out, until in or a line ends it; it returns why. The line after a
// lead waits until the joint has arrived, and the line after a wait until the wait is over.
func (d *Desk) Lines(in io.Reader, out io.Writer) error {
	s := bufio.NewScanner(in)
	for s.Scan() {
		answer, err := d.line(s.Text())
		switch {
		case err == ErrEnd:
			return err
		case err != nil:
			answer = err.Error()
		}
		if answer != "" {
			if _, err := fmt.Fprintln(out, answer); err != nil {
				return err
			}
		}
	}
	return s.Err()
}

// line carries out one line of a sequence.
func (d *Desk) line(line string) (answer string, err error) {
	switch words := strings.Fields(line); {
	case len(words) > 0 && words[0] == "lead":
		joint, q, err := d.lead(words[1:])
		if err == nil {
			err = d.arrive(joint, q)
		}
		return "", err
	case len(words) > 0 && words[0] == "wait":
		return "", d.wait(words[1:])
	case len(words) == 1 && words[0] == "end":
		return "", ErrEnd
	}
	return d.Do(line)
}

// State is the state that the desk shows.
type State struct {
	Arm    string     `json:"arm"`
	Mode   string     `json:"mode"`
	Guided bool       `json:"guided"`
	Locked bool       `json:"locked"` // the brakes are closed
	Stop   bool       `json:"stop"`   // the user stop is pressed
	Errors []string   `json:"errors"`
	Joints []Joint    `json:"joints"`
	Grip   string     `json:"grip"`  // the gripper's state; "" without a gripper
	Tool   [3]float64 `json:"tool"`  // origin of the end effector in the base, m
	Force  [3]float64 `json:"force"` // that the arm exerts on its surroundings there, as sensed, N along the base's axes
}

// Joint is one of the robot's joints; all in rad.
type Joint struct {
	Q     float64    `json:"q"`
	Range [2]float64 `json:"range"` // limits of motions
	Stops [2]float64 `json:"stops"` // hard stops
}

// State returns the robot's state.
func (d *Desk) State() (s State) {
	grip := ""
	if d.Grip != nil {
		d.Grip.Do(func(g gripper.Scene) { grip = g.String() })
	}
	d.robot.Do(func(r *box.Robot) {
		now, mode, l := r.State(), r.Mode(), r.Limits()
		s = State{
			Arm: r.Config().Arm.String(), Mode: mode.String(), Errors: now.CurrentErrors.Names(),
			Grip: grip, Tool: [3]float64(now.OTEE[12:15]), Force: [3]float64(now.OFExtHatK[:3]),
			Guided: mode == franka.ModeGuiding, Locked: mode == franka.ModeOther, Stop: mode == franka.ModeUserStopped,
		}
		for i, q := range now.Q {
			lower, upper := r.Stops(i)
			s.Joints = append(s.Joints, Joint{q, [2]float64{l.Joints[i].Lower, l.Joints[i].Upper}, [2]float64{lower, upper}})
		}
	})
	return s
}

// String returns the state as lines of text.
func (s State) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", s.Arm, s.Mode)
	if len(s.Errors) > 0 {
		fmt.Fprintf(&b, ", errors: %s", strings.Join(s.Errors, ", "))
	}
	for i, j := range s.Joints {
		fmt.Fprintf(&b, "\njoint %d: %8.4f rad of %.4f to %.4f", i+1, math.Round(j.Q*1e4)/1e4+0, j.Range[0], j.Range[1])
		if j.Q < j.Range[0] || j.Q > j.Range[1] {
			b.WriteString(", beyond its limits")
		}
	}
	if s.Grip != "" {
		fmt.Fprintf(&b, "\n%s", s.Grip)
	}
	f := s.Force
	for i, x := range f {
		f[i] = math.Round(x*10)/10 + 0
	}
	fmt.Fprintf(&b, "\nend effector at %.4f %.4f %.4f m, presses with %.1f %.1f %.1f N", s.Tool[0], s.Tool[1], s.Tool[2], f[0], f[1], f[2])
	return b.String()
}
