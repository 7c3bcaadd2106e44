package trajectory

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// Answered is one line of what Answer writes.
type Answered struct {
	Duration float64 `json:"duration"`         // s, of all joints together
	Final    Final   `json:"final"`            // where the last phases end
	Status   string  `json:"status,omitempty"` // only when it is not ok
}

// Final is the state of all joints at the end of a trajectory.
type Final struct {
	P []float64 `json:"p"`
	V []float64 `json:"v"`
	A []float64 `json:"a"`
}

// unanswered replaces the answer to a line that cannot be planned.
type unanswered struct {
	Error string `json:"error"`
}

// maxLine is the longest line accepted.
const maxLine = 8 << 20

// Answer plans the case on each line of r, which is called name, and writes one JSON object per line to w, in order:
// an [Answered], or an object with "error". It skips empty lines. The error lists every bad line as name:line with
// what is wrong.
func Answer(r io.Reader, name string, w io.Writer) error {
	var errs []error
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var p answerer
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		a, err := p.answer(line)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", name, n, err))
			_ = enc.Encode(unanswered{err.Error()}) // a failed write shows in Flush
			continue
		}
		_ = enc.Encode(a)
	}
	if err := lines.Err(); err != nil {
		errs = append(errs, fmt.Errorf("%s:%d: cannot be read, nor what follows: %w", name, n+1, err))
	}
	if err := out.Flush(); err != nil {
		errs = append(errs, fmt.Errorf("bench: writing answers: %w", err))
	}
	return errors.Join(errs...)
}

// answerer plans lines, one after another.
type answerer struct {
	n       int
	planner *otg.Planner
	out     otg.Trajectory
	check   check
}

func (p *answerer) answer(line []byte) (Answered, error) {
	var c Case
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Answered{}, fmt.Errorf("not a case: %w: give an object with dofs, p0, v0, a0, pf, vf, af, vmax, amax, jmax", err)
	}
	if d.More() {
		return Answered{}, errors.New("more than one value: give one case a line")
	}
	if err := c.Validate(); err != nil {
		return Answered{}, err
	}
	in := c.input()
	if err := in.Validate(); err != nil {
		return Answered{}, err
	}
	if c.DOFs != p.n {
		p.n, p.planner = c.DOFs, otg.NewPlanner(c.DOFs)
	}
	status := p.planner.Plan(&in, &p.out)
	if !status.Usable() {
		return Answered{}, fmt.Errorf("no trajectory: %v", status)
	}
	p.check.run(&c, &p.out)
	a := Answered{Duration: p.out.Duration(), Final: Final{p.check.p, p.check.v, p.check.a}}
	if status != otg.OK {
		a.Status = status.String()
	}
	return a, nil
}

// input passes the case to the planner. It shares the slices.
func (c *Case) input() otg.Input {
	return otg.Input{P0: c.P0, V0: c.V0, A0: c.A0, PF: c.PF, VF: c.VF, AF: c.AF, VMax: c.VMax, AMax: c.AMax, JMax: c.JMax}
}
