package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Events are the ports that trigger a thread without a period.
func (t *Thread) Events() (all []*Port) {
	for _, q := range t.Ports {
		if q.In && !q.Held {
			all = append(all, q)
		}
	}
	return all
}

// Runs reports whether a thread does anything besides answering requests.
func (t *Thread) Runs() bool { return t.Period > 0 || len(t.Events()) > 0 }

// Keeps reports whether a thread keeps the input of a port until it runs.
func (t *Thread) Keeps(q *Port) bool { return q.In && (q.Held || t.Period > 0) }

// Role says what a port of a thread does.
func (t *Thread) Role(q *Port) string {
	switch {
	case !q.In:
		return ""
	case q.Held:
		return "the latest is kept"
	case t.Period > 0:
		return "the latest is kept until the thread runs"
	}
	if t.Sync != nil {
		return "taken together with the others"
	}
	return "it triggers"
}

// When says what makes a thread run.
func (t *Thread) When() string {
	switch {
	case t.Period > 0:
		return "every " + t.Period.String()
	case t.Sync != nil:
		return t.together()
	case !t.Runs():
		return "when it is asked"
	}
	var names []string
	for _, q := range t.Events() {
		names = append(names, q.Name)
	}
	text := "when something comes on " + strings.Join(names, " or ")
	for _, a := range t.Accesses {
		if a.Service != nil && !a.Gives {
			text += ", or " + a.Name + " has answered"
		}
	}
	return text
}

// Commands reports whether a thread's output on a port goes to a device.
func (p *Program) Commands(q *Port) bool {
	return slices.ContainsFunc(q.Feature.Outgoing, func(c *instance.Connection) bool {
		return c.Destination.Component.Category == syntax.DeviceCategory
	})
}

// Source is the input that an algorithm initially passes on to an output: one of the same type from which a flow leads to the
// output, if the model has flows to it; otherwise preferably one that triggers the thread.
func (t *Thread) Source(out *Port) (best *Port) {
	flows := false
	from := map[*instance.Feature]bool{}
	for _, s := range t.Component.Specs {
		if s.Out == out.Feature && s.In != nil {
			flows, from[s.In] = true, true
		}
	}
	for _, q := range t.Ports {
		if !q.In || q.Signal || q.Type != out.Type || flows && !from[q.Feature] {
			continue
		}
		if best == nil || best.Held && !q.Held {
			best = q
		}
	}
	return best
}

// together says when a thread that takes messages together runs.
func (t *Thread) together() string {
	var names []string
	for _, q := range t.Events() {
		names = append(names, q.Name)
	}
	text := "when there are messages of " + strings.Join(names, " and ")
	if t.Sync.Tolerance == 0 {
		return text + " that were made at the same time"
	}
	return text + fmt.Sprintf(" that were made within %v", t.Sync.Tolerance)
}
