package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/launch"
)

type nodeCmd struct {
	List  nodeListCmd  `cmd:"" help:"List the nodes of a running system, and their states."`
	Info  nodeInfoCmd  `cmd:"" help:"Print all that is known about one node."`
	State nodeStateCmd `cmd:"" help:"Print the state of the system, or of one node, in a word."`
}

// Help shows examples.
func (c *nodeCmd) Help() string {
	return "Examples:\n  sinew node list\n  sinew node info control\n  sinew node state --at robot/launch.yaml"
}

// asked are the flags that the commands about nodes share.
type asked struct {
	At   string `help:"System: a launch file, or the address of an overseer. Default: the only system that runs." placeholder:"FILE|ADDRESS"`
	JSON bool   `name:"json" help:"In JSON."`
}

// schemes are the schemes of addresses.
var schemes = []string{"shm:", "unix:", "tcp:"}

// read asks the overseer.
func (a *asked) read() (share.Snapshot, error) {
	var addresses []string
	switch {
	case a.At == "":
		all := launch.Running()
		if len(all) == 0 {
			return share.Snapshot{}, errors.New("node: no system that 'sinew launch' started with an overseer is running: start one, or name another overseer's address with --at")
		}
		if len(all) > 1 {
			return share.Snapshot{}, fmt.Errorf("node: %d systems run: name one with --at: its launch file, or one of %s", len(all), strings.Join(all, ", "))
		}
		addresses = all
	case slices.ContainsFunc(schemes, func(s string) bool { return strings.HasPrefix(a.At, s) }):
		addresses = []string{a.At}
	default:
		if _, err := os.Stat(a.At); err != nil {
			return share.Snapshot{}, fmt.Errorf("node: %q is neither a launch file nor an address: give one that begins with %s", a.At, strings.Join(schemes, ", "))
		}
		var err error
		if _, addresses, err = launch.Place(a.At); err != nil {
			return share.Snapshot{}, err
		}
	}
	s, err := share.Read(addresses...)
	if err != nil && share.Absent(err) {
		return s, fmt.Errorf("node: no overseer runs at %s: is the system started, with something critical or several processes?", strings.Join(addresses, " or "))
	}
	return s, err
}

// told is the JSON form of a node.
type told struct {
	Name     string   `json:"name"`
	State    string   `json:"state"`
	Critical bool     `json:"critical"`
	PeriodMS float64  `json:"period_ms,omitempty"`
	SilentMS *float64 `json:"silent_ms,omitempty"` // since its last notice
	Restarts int      `json:"restarts"`            // in a row
	Life     uint64   `json:"life"`
	Pid      int      `json:"pid,omitempty"`
	GaveUp   bool     `json:"gave_up,omitempty"`
	Cause    string   `json:"cause,omitempty"`
}

// toldSystem is the JSON form of the system's state.
type toldSystem struct {
	State  string `json:"state"`
	Number uint64 `json:"changes"`
	Cause  string `json:"cause"`
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func toldOf(s *share.Snapshot, i int) told {
	st, l := &s.Statuses[i], s.Lives[i]
	t := told{Name: s.Nodes[i], State: st.State.String(), Critical: st.Notice.Critical, PeriodMS: millis(st.Notice.Every),
		Restarts: st.Restarts, Life: st.Notice.Life, Pid: l.Pid, GaveUp: st.GaveUp, Cause: st.Notice.Cause}
	if l.Silent >= 0 {
		silent := millis(l.Silent)
		t.SilentMS = &silent
	}
	return t
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

type nodeListCmd struct{ asked }

// Help shows examples.
func (c *nodeListCmd) Help() string {
	return "Examples:\n  sinew node list\n  sinew node list --at robot/launch.yaml --json"
}

// Run lists nodes.
func (c *nodeListCmd) Run() error { return c.run(os.Stdout) }

func (c *nodeListCmd) run(out io.Writer) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	var all []told
	for i := range s.Nodes {
		all = append(all, toldOf(&s, i))
	}
	if c.JSON {
		return writeJSON(out, struct {
			System toldSystem `json:"system"`
			Nodes  []told     `json:"nodes"`
		}{toldSystem{s.System.State, s.System.Number, s.System.Cause}, all})
	}
	fmt.Fprintf(out, "the system is %s: %s\n", s.System.State, s.System.Cause)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "node\tstate\tcritical\tperiod\tlast notice\trestarts\tpid\t")
	for _, t := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", t.Name, t.State, dash(t.Critical, "yes"), dash(t.PeriodMS > 0, fmt.Sprintf("%g ms", t.PeriodMS)),
			t.ago(), t.Restarts, dash(t.Pid > 0, fmt.Sprint(t.Pid)), t.Cause)
	}
	return w.Flush()
}

// dash returns a text, or a dash if it is empty.
func dash(is bool, text string) string {
	if !is {
		return "-"
	}
	return text
}

func (t *told) ago() string {
	if t.SilentMS == nil {
		return "-"
	}
	return (time.Duration(*t.SilentMS) * time.Millisecond).String() + " ago"
}

type nodeInfoCmd struct {
	Name string `arg:"" help:"Name of the node, as in 'sinew node list'." placeholder:"NODE"`
	asked
}

// Help shows examples.
func (c *nodeInfoCmd) Help() string {
	return "Examples:\n  sinew node info control\n  sinew node info control --at robot/launch.yaml --json"
}

// find returns a node's index.
func find(s *share.Snapshot, name string) (int, error) {
	i := slices.Index(s.Nodes, name)
	if i >= 0 {
		return i, nil
	}
	hint := "there are " + strings.Join(s.Nodes, ", ")
	for _, n := range s.Nodes {
		if spelling.Distance(n, name) <= 2 {
			hint = "did you mean " + n + "? " + hint
			break
		}
	}
	return i, fmt.Errorf("node: there is no node %q: %s", name, hint)
}

// Run prints a node.
func (c *nodeInfoCmd) Run() error { return c.run(os.Stdout) }

func (c *nodeInfoCmd) run(out io.Writer) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	i, err := find(&s, c.Name)
	if err != nil {
		return err
	}
	t := toldOf(&s, i)
	if c.JSON {
		return writeJSON(out, t)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"node", t.Name}, {"state", t.State}, {"cause", dash(t.Cause != "", t.Cause)}, {"critical", dash(t.Critical, "yes")},
		{"notification period", dash(t.PeriodMS > 0, fmt.Sprintf("%g ms", t.PeriodMS))}, {"last notice", t.ago()},
		{"life", fmt.Sprint(t.Life)}, {"restarts in a row", fmt.Sprint(t.Restarts)}, {"started again", dash(t.GaveUp, "no more: too often")},
		{"process", dash(t.Pid > 0, fmt.Sprint(t.Pid))}, {"the system", s.System.State},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	return w.Flush()
}

type nodeStateCmd struct {
	Name string `arg:"" optional:"" help:"Name of the node. Default: the system." placeholder:"NODE"`
	asked
}

// Help shows examples.
func (c *nodeStateCmd) Help() string {
	return "The exit status is 1 if nothing runs.\n\nExamples:\n  sinew node state\n  sinew node state control --at robot/launch.yaml"
}

// Run prints a state.
func (c *nodeStateCmd) Run() error { return c.run(os.Stdout) }

func (c *nodeStateCmd) run(out io.Writer) error {
	s, err := c.read()
	if err != nil {
		return err
	}
	state, cause := s.System.State, s.System.Cause
	if c.Name != "" {
		i, err := find(&s, c.Name)
		if err != nil {
			return err
		}
		state, cause = s.Statuses[i].State.String(), s.Statuses[i].Notice.Cause
	}
	if c.JSON {
		return writeJSON(out, struct {
			State string `json:"state"`
			Cause string `json:"cause"`
		}{state, cause})
	}
	_, err = fmt.Fprintln(out, state)
	return err
}
