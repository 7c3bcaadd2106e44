package atoms

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// element is an interface element as a text declares it: with "force[6]", several.
type element struct {
	atom.Element
	count  int  // 0: one, without an index
	valued bool // it has its own value
}

// elements reads needs, products or storages.
func (r *reader) elements(f *source, n ast.Node, role atom.Role) (list []element) {
	what := role.String() + "s"
	for _, e := range r.fields(f, n, what) {
		el := element{Element: atom.Element{Name: e.name.s, Role: role, Place: e.name.at}}
		if name, rest, ok := strings.Cut(e.name.s, "["); ok {
			k, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
			if err != nil || !strings.HasSuffix(rest, "]") || k < 1 || k > maxElements {
				r.fault("name", e.name.at, fmt.Sprintf("%q does not say how many %s there are", e.name.s, name), "write force[6] for force[0] to force[5]")
				continue
			}
			el.Name, el.count = name, k
		}
		if !isName(el.Name) {
			r.fault("name", e.name.at, fmt.Sprintf("%q cannot be the name of an interface element", el.Name), "use letters, digits and _")
			continue
		}
		vague := len(r.vague)
		r.within(el.Name, func() {
			switch v := e.value.(type) {
			case *ast.SequenceNode:
				r.datatype(&el, r.words(f, v))
			case *ast.MappingNode, *ast.MappingValueNode:
				r.longElement(f, &el, v)
			default:
				r.shortElement(f, &el, v)
			}
		})
		if len(r.vague) > vague {
			r.vague[el.Place] = true
		}
		if role != atom.NeedRole && el.Update.Update != atom.Unstated {
			r.fault("constraint", e.name.at, fmt.Sprintf("%s is one of the %s: it has no update of its own", el.Name, what),
				"how products are updated is the constraint on the Physics: every, when or update beside it")
		}
		list = append(list, el)
	}
	return list
}

// isName reports whether s can be the name of an element or instance.
func isName(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != "" && len(s) <= 100
}

// clauses are the words that begin the parts of an element's text.
const (
	valueClause  = "="
	rangeClause  = "in"
	frozenClause = "frozen"
	everyClause  = "every"
)

// shortElement reads "constant Frequency = 10 Hz in 0 Hz .. 100 Hz": a datatype, then clauses that each begin with a
// word.
func (r *reader) shortElement(f *source, el *element, n ast.Node) {
	words := split(r.scalar(f, n))
	end := func(from int) int {
		for k := from; k < len(words); k++ {
			switch words[k].s {
			case valueClause, rangeClause, frozenClause, everyClause:
				return k
			}
		}
		return len(words)
	}
	at := end(0)
	if at == 0 && len(words) > 0 {
		r.fault("type", words[0].at, el.Name+" has no type", "write for instance Angle WORLD z")
	}
	r.datatype(el, words[:at])
	for at < len(words) {
		next := end(at + 1)
		if next == at+1 {
			r.fault("syntax", words[at].at, fmt.Sprintf("a value is missing behind %q", words[at].s), "")
		} else {
			r.clause(el, words[at].s, joined(words[at+1:next]))
		}
		at = next
	}
}

// joined joins words to one text.
func joined(words []text) text {
	t := words[0]
	for _, w := range words[1:] {
		t.s += " " + w.s
	}
	return t
}

// split splits a text into words with their places.
func split(t text) (list []text) {
	line, column, from := 1, 1, -1
	var b strings.Builder
	flush := func() {
		if from > 0 {
			list = append(list, text{b.String(), t.place(line, from), t.file, t.node})
		}
		from = -1
		b.Reset()
	}
	for _, c := range t.s {
		switch {
		case unicode.IsSpace(c):
			flush()
			if c == '\n' {
				line, column = line+1, 0
			}
		default:
			if from < 0 {
				from = column
			}
			b.WriteRune(c)
		}
		column++
	}
	flush()
	return list
}

// datatype reads [update] Type [frame [axis]].
func (r *reader) datatype(el *element, words []text) {
	if len(words) == 0 {
		return
	}
	if u, ok := atom.ParseUpdate(words[0].s); ok {
		el.Update.Update = u
		words = words[1:]
	}
	if len(words) == 0 {
		r.fault("type", el.Place, el.Name+" has no type", "write for instance Angle WORLD z")
		return
	}
	if el.Type = r.typeOf(words[0]); el.Type == unit.NoType {
		return
	}
	if len(words) > 1 {
		r.frame(&el.Frame, words[1])
	}
	if len(words) > 2 {
		r.axis(&el.Axis, words[2])
	}
	if len(words) > 3 {
		r.fault("syntax", words[3].at, fmt.Sprintf("%q is more than a type, a frame and an axis", words[3].s),
			`behind them there is room for "= value", "in from .. to", "frozen time" and "every periods"`)
	}
}

func (r *reader) typeOf(t text) unit.Type {
	v, ok := unit.ParseType(t.s)
	if !ok && t.s != "" {
		var names []string
		for _, k := range unit.Types() {
			names = append(names, k.String())
		}
		r.fault("type", t.at, fmt.Sprintf("there is no type %q", t.s), r.near(t.s, names, "types"))
	}
	return v
}

func (r *reader) frame(to *string, t text) {
	if t.s == string(unit.NoFrame) {
		return
	}
	*to = t.s
	if !isName(strings.TrimPrefix(t.s, "$")) {
		r.fault("frame", t.at, fmt.Sprintf("%q cannot be the name of a frame", t.s), "use letters, digits and _, or $name for a parameter")
		*to = ""
		return
	}
	r.mentioned = append(r.mentioned, t)
}

func (r *reader) axis(to *string, t text) {
	if t.s == unit.NoAxis.String() {
		return
	}
	*to = t.s
	if _, ok := unit.ParseAxis(t.s); !ok && !strings.HasPrefix(t.s, "$") {
		hint := "give x, y, z, xy, yz, xz, or $name for a parameter"
		if low := strings.ToLower(t.s); low != t.s {
			if _, ok := unit.ParseAxis(low); ok {
				hint = "did you mean " + low + "?"
			}
		}
		r.fault("axis", t.at, fmt.Sprintf("there is no axis %q", t.s), hint)
		*to = ""
		r.vague[t.at] = true
	}
}

// knownFrames finds undeclared frames, if any are declared.
func (r *reader) knownFrames() {
	if r.frames == nil {
		return
	}
	var names []string
	for _, s := range r.d.Meta.Frames {
		names = append(names, s.Key)
	}
	for _, t := range r.mentioned {
		if !strings.HasPrefix(t.s, "$") && !r.frames[t.s] {
			hint := r.near(t.s, names, "frames that the model declares")
			if _, axis := unit.ParseAxis(t.s); axis {
				hint = t.s + " is an axis: say type, frame and axis, in this order"
			}
			r.fault("frame", t.at, fmt.Sprintf("there is no frame %s", t.s), hint)
		}
	}
}

// clause reads what follows the datatype.
func (r *reader) clause(el *element, clause string, t text) {
	switch clause {
	case valueClause:
		el.Initial, el.valued = r.quantity(el.Type, t), true
	case rangeClause:
		el.Validity.Min, el.Validity.Max = r.between(el.Type, t)
	case frozenClause:
		el.Validity.Frozen = r.duration(t)
	case everyClause:
		el.Update.Update = atom.Periodic
		el.Update.Periods = r.periods([]text{t})
	}
}

// longElement reads {type: Angle, frame: WORLD, axis: z, update: periodic, every: …, in: …, frozen: …, value: …}.
func (r *reader) longElement(f *source, el *element, n ast.Node) {
	var later []func()
	word := func(clause string) func(ast.Node) {
		return func(n ast.Node) {
			if t := r.scalar(f, n); t.s != "" {
				later = append(later, func() { r.clause(el, clause, t) })
			}
		}
	}
	typed := false
	r.mapping(f, n, "an interface element", []key{
		{"type", func(n ast.Node) {
			typed = true
			if _, ok := n.(*ast.SequenceNode); ok {
				r.datatype(el, r.words(f, n))
			} else {
				r.datatype(el, split(r.scalar(f, n)))
			}
		}},
		{"frame", func(n ast.Node) { r.frame(&el.Frame, r.scalar(f, n)) }},
		{"axis", func(n ast.Node) { r.axis(&el.Axis, r.scalar(f, n)) }},
		{"update", func(n ast.Node) { el.Update.Update = r.update(r.scalar(f, n), true) }},
		{"every", func(n ast.Node) {
			el.Update.Update = atom.Periodic
			el.Update.Periods = r.periods(r.texts(f, n))
		}},
		{"value", word(valueClause)}, {"in", word(rangeClause)}, {"frozen", word(frozenClause)},
	})
	if !typed {
		r.fault("type", el.Place, el.Name+" has no type", "add type: Angle, or what it is")
	}
	for _, f := range later {
		f()
	}
}

// isVague reports whether an element's datatype has a fault; links of such an element are not judged.
func (r *reader) isVague(e *atom.Element) bool {
	return r.vague[e.Place] || r.frames != nil && e.Frame != "" && !strings.HasPrefix(e.Frame, "$") && !r.frames[e.Frame]
}

// texts reads the items of a list unsplit, with commas.
func (r *reader) texts(f *source, n ast.Node) (list []text) {
	for _, i := range items(n) {
		if t := r.scalar(f, i); t.s != "" {
			list = append(list, t)
		}
	}
	return list
}

func (r *reader) update(t text, need bool) atom.Update {
	u, ok := atom.ParseUpdate(t.s)
	if (!ok || u == atom.Coupled && !need) && t.s != "" {
		hint := "a Physics is constant, sporadic or periodic"
		if need {
			hint = "a need is constant, sporadic, coupled or periodic"
		}
		r.fault("constraint", t.at, fmt.Sprintf("%q is no update", t.s), hint)
		r.wrong = true
		return atom.Unstated
	}
	return u
}

// quantity reads a value with its unit.
func (r *reader) quantity(k unit.Type, t text) float64 {
	if k == unit.NoType || t.s == "" {
		return 0 // already reported
	}
	v, err := unit.Parse(k, strings.Join(strings.Fields(t.s), " "))
	if err != nil {
		hint := ""
		if decimalComma.MatchString(t.s) {
			err, hint = fmt.Errorf("%q has a comma in its number", t.s), "write "+strings.Replace(t.s, ",", ".", 1)
		}
		r.fault("value", t.at, err.Error(), hint)
	}
	return v
}

var decimalComma = regexp.MustCompile(`^[-+]?[0-9]+,[0-9]`)

var notDots = regexp.MustCompile(`\.{3}|…|[0-9] *[-–] *[0-9]`)

// between reads "-180 deg .. 180 deg"; either end may be left out.
func (r *reader) between(k unit.Type, t text) (lo, hi float64) {
	from, to, ok := strings.Cut(t.s, "..")
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if !ok || from == "" && to == "" {
		r.fault("value", t.at, fmt.Sprintf("%q is no range", t.s), "write two values with .. between them: 0 Hz .. 100 Hz")
		return 0, 0
	}
	before := len(r.faults)
	lo, hi = math.Inf(-1), math.Inf(1)
	if from != "" {
		lo = r.quantity(k, text{from, t.at, t.file, t.node})
	}
	if to != "" {
		hi = r.quantity(k, text{to, t.at, t.file, t.node})
	}
	if lo == 0 && hi == 0 && k != unit.NoType && len(r.faults) == before {
		r.fault("value", t.at, "a range of nothing but 0", "leave it out, or say what a value may be")
	}
	return lo, hi
}

func (r *reader) duration(t text) time.Duration {
	d, err := period.ParseDuration(t.s)
	switch {
	case t.s == "":
	case err != nil:
		r.fault("time", t.at, err.Error(), "")
	case d <= 0 || d > 24*365*time.Hour:
		r.fault("time", t.at, fmt.Sprintf("%s is no time that something can take", t.s), "give a time above 0")
	default:
		return d
	}
	return 0
}

// periods reads sets of periods, all of them allowed: "10 ms .. 50 ms", "25 ms", "any". A list of two times is an
// interval, as the paper writes it; another list has a set in each item.
func (r *reader) periods(list []text) (all period.Set) {
	if len(list) > maxSets {
		r.fault("limit", list[maxSets].at, fmt.Sprintf("more than %d sets of periods", maxSets), "write fewer, or one interval around them")
		return nil
	}
	for k, t := range list {
		if _, err := period.ParseDuration(t.s); err == nil && len(list) > 1 {
			if len(list) > 2 {
				r.fault("time", t.at, "these times may be an interval or single periods", `write [10 ms, 50 ms] for an interval, "10 ms or 20 ms or 50 ms" for single ones`)
				return nil
			}
			if k == 0 {
				t.s = "[" + t.s + ", " + list[1].s + "]"
				list = list[:1]
			}
		}
		s, err := period.Parse(t.s)
		if err != nil {
			message, hint := err.Error(), ""
			if notDots.MatchString(t.s) {
				message, hint = fmt.Sprintf("%q is no set of periods", t.s), "write two times with .. between them: 5 ms .. 50 ms"
			}
			r.fault("time", t.at, message, hint)
			continue
		}
		if s == nil {
			return nil
		}
		if all == nil {
			all = s
		} else {
			all = all.Union(s)
		}
		if len(list) == 1 {
			break
		}
	}
	return all
}
