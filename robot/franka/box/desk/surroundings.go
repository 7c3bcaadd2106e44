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
)

// setting is what one word with numbers after it changes around the arm, or in it.
type setting struct {
	word, form, does string
	do               func(r *box.Robot, words []string) error
}

func settings() []setting {
	return []setting{
		{"push", "push 0 0 -20", "push the end effector from now on: a force in N along the base's axes, or that and a torque in Nm; \"push off\" ends it", push},
		{"table", "table 0.4", "put a level surface under the end effector, at a height in m; \"table here\" right below it, \"table off\" takes it away", table},
		{"wall", "wall 0.2 -0.5 0 to 0.8 0.5 1", "let the end effector stay between two corners, in m, or else stop in an error; \"wall off\" takes that away", wall},
		{"error", "error joint_reflex", "find an error, any of FCI's by its name, as if the arm had had a reason", inject},
	}
}

// numbers reads as many finite numbers as there are words.
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

// off reports whether all that is asked for is an end.
func off(words []string) bool { return len(words) == 1 && words[0] == "off" }

// errForm says that the words are no form of a setting; Do says which there are.
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
