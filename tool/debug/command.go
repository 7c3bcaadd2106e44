package debug

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// SyntaxError says where a line of the command language is wrong.
type SyntaxError struct {
	Line    string
	Column  int // from 1, in bytes
	Message string
}

// Error gives the column and what to do.
func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// command is a parsed line.
type command struct {
	verb    string // one of verbs; "" for an empty line
	n       int    // step, stepr, back, backr: how often; delete: which; why: how deep
	at      *moment
	topic   string // info, help: about what; break: port, reaction or miss
	path    string
	column  string // break port: of the value; "" any
	op      string // break port: one of operators, or changes; "" none
	number  float64
	text    string // set: JSON; fork: the folder
	scripts bool   // set: a value that can run scripts may be set, too
}

// moment is a time on the logical timeline, absolute or relative to now.
type moment struct {
	time      time.Duration
	microstep uint32 // the largest means all of the time's microsteps
	relative  bool
}

// tag is the last tag of the moment.
func (m moment) tag(now reactor.Time) reactor.Tag {
	t := reactor.Tag{Time: reactor.Time(m.time), Microstep: m.microstep}
	if m.relative {
		t.Time = now.Add(m.time)
	}
	return t
}

// usages is the command language, in the order in which help lists it: verb, form, meaning.
var usages = [...][3]string{
	{"step", "step [N]", "run the next tag, or N"},
	{"stepr", "stepr [N]", "run the next reaction, or N"},
	{"back", "back [N]", "go back a tag, or N"},
	{"backr", "backr [N]", "go back a reaction, or N"},
	{"run", "run [TIME[:MICROSTEP]]", "go on to a breakpoint, a time or the end; +TIME counts from now"},
	{"reverse", "reverse", "go back to where a breakpoint was last hit"},
	{"goto", "goto TIME[:MICROSTEP]", "go to right after a time, forwards or backwards"},
	{"pause", "pause", "stop a run that goes on"},
	{"speed", "speed X", "go on at most X times as fast as real time; 0 as fast as it goes"},
	{"break", "break port PATH [COLUMN OP NUMBER] | break port PATH [COLUMN] changes | break reaction PATH | break miss [PATH]",
		"stop when a port is set (and its value is so: == != < <= > >=), before a reaction, at a deadline miss"},
	{"delete", "delete N|all", "forget a breakpoint"},
	{"info", "info ports|queue|modes|breaks|doors|graph [PATTERN]", "show what there is"},
	{"print", "print PATH", "show a port, door or reaction"},
	{"set", "set PATH JSON", "set a port at this tag, or send an event through a door: a fork of the run from here on"},
	{"undo", "undo", "take the last set back"},
	{"fork", "fork DIR", "write the forked run, to its end, into a new run folder, to be debugged in its turn"},
	{"why", "why PATH [at TIME[:MICROSTEP]] [depth N]", "what led to a value: reactions and inputs, back in time"},
	{"where", "where", "show where the run stands"},
	{"help", "help [COMMAND]", "show the commands"},
	{"quit", "quit", "leave the debugger"},
}

// The topics of info, and the comparisons, longer ones first.
const (
	infoTopics = "ports queue modes breaks doors graph"
	operators  = "== != <= >= < >"
	changes    = "changes"
)

// word is a part of a line.
type word struct {
	text string
	at   int // column, from 0
}

// reader splits a line.
type reader struct {
	line  string
	words []word
}

func (r *reader) fault(at int, format string, args ...any) error {
	return &SyntaxError{r.line, at + 1, fmt.Sprintf(format, args...)}
}

// next takes a word; its text is empty at the end of the line.
func (r *reader) next() word {
	if len(r.words) == 0 {
		return word{"", len(strings.TrimRight(r.line, " \t"))}
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// rest is the line from the next word on.
func (r *reader) rest() word {
	w := r.next()
	r.words = nil
	if w.text != "" {
		w.text = strings.TrimSpace(r.line[w.at:])
	}
	return w
}

// split finds the words of a line.
func split(line string) []word {
	var ws []word
	for i := 0; i < len(line); {
		if line[i] == ' ' || line[i] == '\t' {
			i++
			continue
		}
		end := i
		for end < len(line) && line[end] != ' ' && line[end] != '\t' {
			end++
		}
		ws = append(ws, word{line[i:end], i})
		i = end
	}
	return ws
}

// parse parses a line, or returns a SyntaxError.
func parse(line string) (command, error) {
	line = strings.TrimRight(line, " \t\r\n")
	r := &reader{line, split(line)}
	verb := r.next()
	c := command{verb: verb.text}
	if verb.text == "" {
		return c, nil
	}
	if !slices.Contains(verbs(), verb.text) {
		return c, r.fault(verb.at, "there is no command %q%s; `help` lists them", verb.text, meant(verb.text, verbs()))
	}
	if err := c.arguments(r); err != nil {
		return c, err
	}
	if w := r.next(); w.text != "" {
		return c, r.fault(w.at, "%q is too much; write: %s", w.text, usage(c.verb))
	}
	return c, nil
}

func (c *command) arguments(r *reader) (err error) {
	switch c.verb {
	case "step", "stepr", "back", "backr":
		c.n, err = r.count(1)
	case "run", "goto":
		w := r.next()
		if w.text == "" && c.verb == "run" {
			return nil
		}
		c.at, err = r.moment(w, "a time, such as 1.5 or 1500ms")
	case "speed":
		w := r.next()
		if c.number, err = strconv.ParseFloat(w.text, 64); err != nil || !(c.number >= 0) || math.IsInf(c.number, 1) {
			return r.fault(w.at, "a speed of 0 or more belongs here, such as 0.5; 0 is as fast as it goes")
		}
	case "break":
		return c.breakpoint(r)
	case "delete":
		return c.deletion(r)
	case "info":
		w := r.next()
		if c.topic = w.text; !slices.Contains(strings.Fields(infoTopics), c.topic) {
			return r.fault(w.at, "info about what? One of %s", infoTopics)
		}
		c.path = r.next().text
	case "print":
		c.path, err = r.path("a port, door or reaction")
	case "set":
		if c.path, err = r.path("a port or door"); err != nil {
			return err
		}
		w := r.rest()
		if c.text = w.text; c.text == "" {
			return r.fault(w.at, "the value belongs here, as JSON, such as 1.5 or {\"P\":{\"X\":0.3}}")
		}
	case "fork":
		w := r.rest()
		if c.text = w.text; c.text == "" {
			return r.fault(w.at, "the name of the new run folder belongs here")
		}
	case "why":
		return c.why(r)
	case "help":
		c.topic = r.next().text
	}
	return err
}

// count takes a number of steps.
func (r *reader) count(missing int) (int, error) {
	w := r.next()
	if w.text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < 1 {
		return 0, r.fault(w.at, "%q is no number of 1 or more", w.text)
	}
	return n, nil
}

func (r *reader) path(what string) (string, error) {
	w := r.next()
	if w.text == "" {
		return "", r.fault(w.at, "the path of %s belongs here; `info ports` and `info doors` list them", what)
	}
	return w.text, nil
}

// moment reads TIME or TIME:MICROSTEP: a time is seconds, or a number with a unit.
func (r *reader) moment(w word, what string) (*moment, error) {
	if w.text == "" {
		return nil, r.fault(w.at, "%s belongs here", what)
	}
	text, micro, two := strings.Cut(w.text, ":")
	m := &moment{microstep: math.MaxUint32}
	if two {
		n, err := strconv.ParseUint(micro, 10, 32)
		if err != nil {
			return nil, r.fault(w.at+len(text)+1, "%q is no microstep", micro)
		}
		m.microstep = uint32(n)
	}
	m.relative = strings.HasPrefix(text, "+")
	digits := strings.TrimPrefix(text, "+")
	d, err := time.ParseDuration(digits)
	if err != nil {
		d, err = time.ParseDuration(digits + "s")
	}
	if err != nil || d < 0 {
		return nil, r.fault(w.at, "%q is no time: write seconds or a unit, such as 1.5 or 1500ms, and maybe :MICROSTEP", w.text)
	}
	m.time = d
	return m, nil
}

// breakpoint reads what follows break.
func (c *command) breakpoint(r *reader) (err error) {
	w := r.next()
	switch c.topic = w.text; c.topic {
	case "miss":
		c.path = r.next().text
		return nil
	case "reaction":
		c.path, err = r.path("a reaction")
		return err
	case "port":
		if c.path, err = r.path("a port"); err != nil {
			return err
		}
		return c.condition(r)
	}
	return r.fault(w.at, "break on what? Write port, reaction or miss")
}

// condition reads COLUMN OP NUMBER, with or without spaces, COLUMN changes, or nothing.
func (c *command) condition(r *reader) error {
	w := r.rest()
	if w.text == "" {
		return nil
	}
	if before, ok := strings.CutSuffix(w.text, changes); ok {
		before = strings.TrimSpace(before)
		if !strings.ContainsAny(before, " \t") {
			c.column, c.op = before, changes
			return nil
		}
	}
	at := strings.IndexAny(w.text, "=!<>")
	if at < 0 {
		return r.fault(w.at, "a condition is COLUMN OP NUMBER, such as Pose.P.X > 0.4, or COLUMN changes")
	}
	for _, op := range strings.Fields(operators) {
		if strings.HasPrefix(w.text[at:], op) {
			c.op = op
			break
		}
	}
	if c.op == "" {
		return r.fault(w.at+at, "the comparisons are %s", operators)
	}
	c.column = strings.TrimSpace(w.text[:at])
	if strings.ContainsAny(c.column, " \t") {
		return r.fault(w.at, "%q is no column: it is one word, such as Pose.P.X", c.column)
	}
	right := w.text[at+len(c.op):]
	number := strings.TrimSpace(right)
	var err error
	if c.number, err = strconv.ParseFloat(number, 64); err != nil {
		return r.fault(w.at+len(w.text)-len(strings.TrimLeft(right, " \t")), "%q is no number", number)
	}
	return nil
}

// deletion reads what follows delete; n is 0 for all.
func (c *command) deletion(r *reader) error {
	w := r.next()
	if w.text == "all" {
		return nil
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < 1 {
		return r.fault(w.at, "the number of a breakpoint belongs here, or all; `info breaks` lists them")
	}
	c.n = n
	return nil
}

// why reads PATH [at TIME] [depth N].
func (c *command) why(r *reader) (err error) {
	if c.path, err = r.path("a port or door"); err != nil {
		return err
	}
	for w := r.next(); w.text != ""; w = r.next() {
		switch w.text {
		case "at":
			c.at, err = r.moment(r.next(), "a time, such as 1.5 or 1.5:0,")
		case "depth":
			if c.n, err = r.count(0); err == nil && c.n == 0 {
				err = r.fault(len(r.line), "how deep? A number of 1 or more")
			}
		default:
			err = r.fault(w.at, "%q is not understood; write: %s", w.text, usage("why"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func usage(verb string) string {
	for _, u := range usages {
		if u[0] == verb {
			return u[1]
		}
	}
	return ""
}

func verbs() []string {
	var all []string
	for _, u := range usages {
		all = append(all, u[0])
	}
	return all
}

// help lists the commands, or explains one.
func help(about string) (string, error) {
	var b strings.Builder
	for _, u := range usages {
		if about == "" {
			fmt.Fprintf(&b, "%-26s %s\n", strings.SplitN(u[1], " | ", 2)[0], u[2])
		} else if u[0] == about {
			return u[1] + "\n  " + u[2], nil
		}
	}
	if about != "" {
		return "", fmt.Errorf("there is no command %q%s; `help` lists them", about, meant(about, verbs()))
	}
	return b.String() + "TIME is in seconds or has a unit: 1.5, 1500ms. PATH may be the end of a path: planner.next.", nil
}
