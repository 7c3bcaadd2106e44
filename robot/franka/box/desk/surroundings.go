package desk

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/box/gripper"
)

// setting changes a T or its surroundings by a word with arguments.
type setting[T any] struct {
	word, form, does string
	do               func(t T, words []string) error
}

// settings are the words that concern the arm.
func settings() []setting[*box.Robot] {
	return []setting[*box.Robot]{
		{"push", "push 0 0 -20", "push the end effector from now on: a force in N along the base's axes, or that and a torque in Nm; \"push off\" ends it", push},
		{"table", "table 0.4", "put a level surface under the end effector, at a height in m; \"table here\" right below it, \"table off\" takes it away", table},
		{"wall", "wall 0.2 -0.5 0 to 0.8 0.5 1", "let the end effector stay between two corners, in m, or else stop in an error; \"wall off\" takes that away", wall},
		{"error", "error joint_reflex", "raise an error, any of FCI's by its name, as if the arm had detected it", inject},
	}
}

// Grip is a gripper on the flange and the object in it; gripper.Server implements it.
type Grip interface {
	Do(f func(gripper.Scene))
}

// grips are the words that concern the gripper.
func grips() []setting[gripper.Scene] {
	return []setting[gripper.Scene]{
		{"object", "object 0.03", "put something of that width, in m, between the fingers, or on the cup; \"object off\" takes it away", object},
		{"pull", "pull 40", "pull at it with a force in N: it comes off if that is more than the grip holds", pull},
		{"gripper", "gripper broken", "let every command to the gripper fail; \"gripper mended\" ends that", mend},
	}
}

func object(s gripper.Scene, words []string) error {
	if off(words) {
		return s.Object(0)
	}
	x, ok := numbers(words)
	if !ok || len(x) != 1 {
		return errForm
	}
	return s.Object(x[0])
}

func pull(s gripper.Scene, words []string) error {
	x, ok := numbers(words)
	if !ok || len(x) != 1 {
		return errForm
	}
	return s.Pull(x[0])
}

func mend(s gripper.Scene, words []string) error {
	if len(words) != 1 || words[0] != "broken" && words[0] != "mended" {
		return errForm
	}
	s.Break(words[0] == "broken")
	return nil
}

// grip carries out a word for the gripper; known is false if it is not one.
func (d *Desk) grip(words []string) (known bool, err error) {
	for _, g := range grips() {
		if g.word != words[0] {
			continue
		}
		if d.Grip == nil {
			return true, fmt.Errorf("%s: there is no gripper", g.word)
		}
		d.Grip.Do(func(s gripper.Scene) { err = g.do(s, words[1:]) })
		return true, g.told(err)
	}
	return false, nil
}

// told adds the word to an error, and its form if the line had another one.
func (s *setting[T]) told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errForm):
		return fmt.Errorf("%s: write it as: %s (%s)", s.word, s.form, s.does)
	}
	return fmt.Errorf("%s: %w", s.word, err)
}

// numbers reads one finite number from each word.
func numbers(words []string) (xs []float64, ok bool) {
	for _, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, false
		}
		xs = append(xs, x)
	}
	return xs, true
}

// off reports whether the only argument asks for an end.
func off(words []string) bool { return len(words) == 1 && words[0] == "off" }

// errForm says that the arguments have none of a setting's forms; told adds the form.
var errForm = errors.New("not so")

func push(r *box.Robot, words []string) error {
	if off(words) {
		r.Push(spatial.Wrench{})
		return nil
	}
	x, ok := numbers(words)
	if !ok || len(x) != 3 && len(x) != 6 {
		return errForm
	}
	w := spatial.Wrench{Force: spatial.V(x[0], x[1], x[2])}
	if len(x) == 6 {
		w.Torque = spatial.V(x[3], x[4], x[5])
	}
	if !r.Push(w) {
		return errors.New("at most 10 kN and 10 kNm")
	}
	return nil
}

func table(r *box.Robot, words []string) error {
	x, ok := numbers(words)
	switch {
	case off(words):
		r.Table(nil)
		return nil
	case len(words) == 1 && words[0] == "here":
		z := r.Tool().P.Z
		r.Table(&z)
		return nil
	case !ok || len(x) != 1:
		return errForm
	case !r.Table(&x[0]):
		return errors.New("at most 10 m from the base")
	}
	return nil
}

func wall(r *box.Robot, words []string) error {
	if off(words) {
		r.Wall(franka.CartesianLimit{})
		return nil
	}
	if len(words) != 7 || words[3] != "to" {
		return errForm
	}
	from, ok1 := numbers(words[:3])
	to, ok2 := numbers(words[4:])
	if !ok1 || !ok2 {
		return errForm
	}
	if !r.Wall(box.Between([3]float64(from), [3]float64(to))) {
		return errors.New("the second corner has the greater numbers, and neither is farther than 10 m from the base")
	}
	return nil
}

func inject(r *box.Robot, words []string) error {
	if len(words) != 1 {
		return errForm
	}
	all := franka.Errors(math.MaxUint64)
	var known []string
	for e, name := range all.Names() {
		if e >= r.Config().Version.Errors() {
			break
		}
		if known = append(known, name); name != words[0] {
			continue
		}
		if r.Mode() == franka.ModeOther || !r.Inject(franka.Error(e)) {
			return errors.New("the brakes are closed: nothing looks for errors")
		}
		return nil
	}
	return fmt.Errorf("no error of protocol %d is called %.60q; there are %s", r.Config().Version, words[0], strings.Join(known, ", "))
}
