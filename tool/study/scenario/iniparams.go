package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/tool/run"
)

// param reads a line that sets a parameter of the program.
func (r *iniReader) param(name string, l iniLine) {
	if regexp.MustCompile(`^[A-Za-z]\w*\s*\(`).MatchString(l.value) {
		r.add(codeForeign, l.valAt, "%s is %s: a random value cannot be expressed; what is random comes from the run's seed", name, l.value)
		return
	}
	before, unnamed := len(r.s.Vars), r.unnamed
	t := r.expression(l, name)
	a := Axis{Name: Text{name, l.at}}
	last := len(r.s.Vars) - 1
	if last == before && t.Text == "${"+r.s.Vars[last].Name.Text+"}" && (r.unnamed > unnamed || r.s.Vars[last].Name.Text == name) {
		a.Values = r.s.Vars[last].Values // an iteration alone, without a name or with the parameter's: the parameter's own
		r.s.Vars = r.s.Vars[:last]
	} else {
		a.Values = []Value{iniValue(t.Text, t.at)}
	}
	r.s.Params = append(r.s.Params, a)
}

// iniValue parses one value: a quoted or bare word, a number, true or false, a list.
func iniValue(text string, at diag.Pos) Value {
	q := unquote(text)
	switch {
	case q != text:
		return Value{q, true, at}
	case text == "true" || text == "false":
		return Value{text, false, at}
	case run.IsNumber(text):
		return Value{number(text), false, at}
	case isList(text):
		return Value{text, false, at}
	}
	return Value{text, true, at}
}

// isList reports whether a text is a list in YAML's flow style.
func isList(text string) bool {
	var l []any
	return strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") && yaml.Unmarshal([]byte(text), &l) == nil
}

var (
	iterationName = regexp.MustCompile(`^\s*([A-Za-z_]\w*)\s*$`)
	iterationHead = regexp.MustCompile(`^\s*([A-Za-z_]\w*)\s*=`)
	iterationTail = regexp.MustCompile(`!\s*([A-Za-z_]\w*)\s*$`)
)

// expression replaces the iterations in a value by references to variables of the study, which it defines.
func (r *iniReader) expression(l iniLine, name string) Text {
	out, rest, at := "", l.value, l.valAt
	for {
		i := strings.Index(rest, "${")
		if i < 0 {
			break
		}
		j := strings.IndexByte(rest[i:], '}')
		if j < 0 {
			r.add(codeSyntax, at.Right(i), "a } is missing")
			break
		}
		out += rest[:i] + "${" + r.iteration(rest[i+2:i+j], name, at.Right(i)) + "}"
		rest, at.Column = rest[i+j+1:], at.Column+i+j+1
	}
	return Text{out + rest, l.valAt}
}

// iteration defines the variable of ${…} and returns its name.
func (r *iniReader) iteration(body, param string, at diag.Pos) string {
	if m := iterationName.FindStringSubmatch(body); m != nil {
		switch m[1] {
		case "runnumber", "configname", "repetition", "runid", "inifile", "processid", "datetime", "network":
			r.add(codeForeign, at, "${%s} cannot be expressed here", m[1])
		}
		return m[1]
	}
	name := ""
	if m := iterationHead.FindStringSubmatch(body); m != nil {
		name, body = m[1], body[len(m[0]):]
		if slices.ContainsFunc(r.s.Vars, func(a Axis) bool { return a.Name.Text == name }) {
			r.add(codeDuplicate, at, "${%s=…} is there twice: refer to the first by ${%s}", name, name)
		}
	} else {
		r.unnamed++
		name = fmt.Sprintf("%s_%d", param, r.unnamed)
	}
	if m := iterationTail.FindStringSubmatch(body); m != nil {
		body = strings.TrimSuffix(body, m[0])
		r.zips = append(r.zips, Text{name, at}, Text{m[1], at})
	}
	r.s.Vars = append(r.s.Vars, Axis{Name: Text{name, at}, Values: r.items(body, at)})
	return name
}

var itemRange = regexp.MustCompile(`^(\S+?)\s*\.\.\s*(\S+?)(?:\s+step\s+(\S+))?$`)

// items reads a list of values and ranges.
func (r *iniReader) items(body string, at diag.Pos) (values []Value) {
	for _, item := range commas(body) {
		item = strings.TrimSpace(item)
		m := itemRange.FindStringSubmatch(item)
		switch {
		case item == "":
			r.add(codeMissing, at, "a value is missing between the commas")
		case m != nil:
			step := m[3]
			if step == "" {
				step = "1"
			}
			words, err := spread(m[1], m[2], step)
			if err != nil {
				r.pass(codeValue, at, "", err)
			}
			for _, w := range words {
				values = append(values, iniValue(w, at))
			}
		default:
			values = append(values, iniValue(item, at))
		}
	}
	return values
}

// commas splits at commas outside of quotes and brackets.
func commas(s string) (out []string) {
	begin, depth, inside := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			inside = !inside
		case inside:
		case c == '[' || c == '(' || c == '{':
			depth++
		case c == ']' || c == ')' || c == '}':
			depth--
		case c == ',' && depth == 0:
			out = append(out, s[begin:i])
			begin = i + 1
		}
	}
	return append(out, s[begin:])
}

var variableSign = regexp.MustCompile(`\$\{?(\w+)\}?`)

// constraint reads a condition on the variables, with or without dollars.
func (r *iniReader) constraint(l iniLine) {
	text := variableSign.ReplaceAllString(unquote(l.value), "$1")
	e, err := ParseExpr(text)
	if err != nil {
		x := err.(diag.Fault) // its position is in the text without dollars
		r.add(codeExpression, l.valAt, "constraint: column %d: %s", x.Column, x.What)
		return
	}
	r.s.Where = append(r.s.Where, Assertion{e, l.valAt})
}

// finish combines what several lines say.
func (r *iniReader) finish() {
	s := r.s
	if s.Program.Text == "" {
		s.noProgram = "the program is missing: add \"program = NAME\" to [General]"
	}
	if s.For.Text == "" {
		r.add(codeMissing, diag.Pos{}, "the length of a run is missing: add \"sim-time-limit = 10s\" to [General]")
	}
	r.seeds()
	for i := 0; i+1 < len(r.zips); i += 2 {
		a, b := r.zips[i], r.zips[i+1]
		k := slices.IndexFunc(s.Zip, func(g []Text) bool {
			return slices.ContainsFunc(g, func(t Text) bool { return t.Text == a.Text || t.Text == b.Text })
		})
		if k < 0 {
			s.Zip = append(s.Zip, []Text{b, a})
			continue
		}
		for _, t := range []Text{a, b} {
			if !slices.ContainsFunc(s.Zip[k], func(x Text) bool { return x.Text == t.Text }) {
				s.Zip[k] = append(s.Zip[k], t)
			}
		}
	}
}

// seeds makes seeds from repeat and seed-set.
func (r *iniReader) seeds() {
	s := r.s
	s.seedsAt = r.repeatAt
	if r.seedSet == nil || strings.ReplaceAll(r.seedSet.value, " ", "") == "${repetition}" {
		for i := range r.repeat {
			s.Seeds = append(s.Seeds, uint64(i))
		}
		return
	}
	v, at := strings.TrimSpace(r.seedSet.value), r.seedSet.valAt
	if n, err := strconv.ParseUint(v, 10, 64); err == nil {
		s.Seeds = []uint64{n}
	} else if body, ok := strings.CutPrefix(v, "${"); ok && strings.HasSuffix(body, "}") && !iterationName.MatchString(body[:len(body)-1]) {
		body = strings.TrimSuffix(body, "}")
		body = strings.TrimPrefix(body, iterationHead.FindString(body))
		for _, x := range r.items(body, at) {
			n, err := strconv.ParseUint(x.Text, 10, 64)
			if err != nil {
				r.add(codeValue, at, "seed-set: %s is no whole number", x.Text)
			}
			s.Seeds = append(s.Seeds, n)
		}
	} else {
		r.add(codeForeign, at, "seed-set = %s cannot be expressed: give ${repetition}, a number, or a list such as ${1..10}", v)
		return
	}
	if r.repeat > 1 {
		r.add(codeDuplicate, at, "with seed-set = %s every repetition would be the same run: give ${repetition}, or leave out repeat", v)
	}
}
