package scenario

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// iniLine is a key and its value in an .ini file.
type iniLine struct {
	key, value string
	at, valAt  diag.Pos
}

// iniSection is a [General] or [Config NAME] section.
type iniSection struct {
	name    string // "" is General
	at      diag.Pos
	extends []Text
	lines   []iniLine
}

// iniReader reads an .ini file with a parameter study.
type iniReader struct {
	faults
	s        *Scenario
	sections []*iniSection
	repeat   int
	repeatAt diag.Pos
	seedSet  *iniLine
	taken    map[string]bool // keys set by a section that takes precedence
	zips     []Text          // pairs: a variable and the one that it changes together with
	unnamed  int
}

// ParseINI reads a parameter study in OMNeT++'s format. config names the [Config NAME] section; it may be empty if
// there is at most one.
func ParseINI(file string, text []byte, config string) (*Scenario, error) {
	r := &iniReader{faults: faults{file: file}, taken: map[string]bool{}, repeat: 1,
		s: &Scenario{File: file, Name: config, Record: RecordFailed}}
	r.split(string(text))
	chain := r.chain(config)
	if len(r.all) == 0 {
		for _, s := range chain {
			for _, l := range s.lines {
				r.line(l)
			}
		}
		r.finish()
	}
	r.s.bad = r.all
	return r.s, r.err()
}

var sectionHead = regexp.MustCompile(`^\[\s*(General|Config\s+([A-Za-z_][\w-]*))\s*\]$`)

// logical is a line with its continuations.
type logical struct {
	text string
	line int
	lead int // blanks before the first other character
}

// join joins continued lines: a line is continued if it ends in a backslash or the next one begins with a blank.
func join(text string) (out []logical) {
	open := false
	for i, raw := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		body := uncomment(raw)
		trimmed := strings.TrimSpace(body)
		more := strings.HasSuffix(trimmed, "\\")
		trimmed = strings.TrimSpace(strings.TrimSuffix(trimmed, "\\"))
		lead := len(body) - len(strings.TrimLeft(body, " \t"))
		if (open || lead > 0 && trimmed != "" && trimmed[0] != '[') && len(out) > 0 && out[len(out)-1].text != "" {
			if trimmed != "" {
				out[len(out)-1].text += " " + trimmed
			}
		} else {
			out = append(out, logical{trimmed, i + 1, lead})
		}
		open = more
	}
	return out
}

// uncomment removes a comment, but not within quotes.
func uncomment(s string) string {
	inside := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && inside:
			i++
		case s[i] == '"':
			inside = !inside
		case s[i] == '#' && !inside:
			return s[:i]
		}
	}
	return s
}

// split splits the lines into sections.
func (r *iniReader) split(text string) {
	var cur *iniSection
	for _, l := range join(text) {
		at := diag.Pos{Line: l.line, Column: l.lead + 1}
		if l.text == "" {
			continue
		}
		if l.text[0] == '[' {
			cur = r.section(l.text, at)
			continue
		}
		if first, rest, _ := strings.Cut(l.text, " "); first == "include" && !strings.HasPrefix(strings.TrimSpace(rest), "=") {
			r.add(codeForeign, at, "include cannot be expressed: put the lines of %s here", strings.TrimSpace(rest))
			continue
		}
		k, v, ok := strings.Cut(l.text, "=")
		key, value := strings.TrimSpace(k), strings.TrimSpace(v)
		valAt := at.Right(len(k) + 1 + len(v) - len(strings.TrimLeft(v, " \t")))
		switch {
		case !ok || key == "":
			r.add(codeSyntax, at, "%q is no line of an .ini file: write \"key = value\" or [Config NAME]", l.text)
		case value == "":
			r.add(codeMissing, valAt, "%s has no value", key)
		case cur == nil:
			r.add(codeSyntax, at, "%s stands before the first section: write [General] above it", key)
		case key == "extends":
			for _, name := range strings.Split(value, ",") {
				cur.extends = append(cur.extends, Text{strings.TrimSpace(name), valAt})
			}
		default:
			cur.lines = append(cur.lines, iniLine{key, value, at, valAt})
		}
	}
}

func (r *iniReader) section(text string, at diag.Pos) *iniSection {
	m := sectionHead.FindStringSubmatch(text)
	if m == nil {
		r.add(codeSyntax, at, "%s is no section: write [General] or [Config NAME]", text)
		return &iniSection{at: at}
	}
	if i := slices.IndexFunc(r.sections, func(s *iniSection) bool { return s.name == m[2] }); i >= 0 {
		r.add(codeDuplicate, at, "%s is there twice: the first is in line %d", text, r.sections[i].at.Line)
	}
	s := &iniSection{name: m[2], at: at}
	r.sections = append(r.sections, s)
	return s
}

// chain lists the sections of a configuration by precedence: itself, what it extends, General.
func (r *iniReader) chain(config string) (out []*iniSection) {
	byName := map[string]*iniSection{}
	var names []string
	for _, s := range r.sections {
		byName[s.name] = s
		if s.name != "" {
			names = append(names, s.name)
		}
	}
	switch {
	case config == "" && len(names) == 1:
		config = names[0]
	case config == "" && len(names) > 1:
		r.add(codeName, diag.Pos{}, "there are several configurations: take one by --config %s", strings.Join(names, " or --config "))
		return nil
	case config != "" && config != "General" && byName[config] == nil:
		r.add(codeName, diag.Pos{}, "there is no [Config %s]: %s", config, spelling.Suggest(config, names))
		return nil
	}
	if config == "General" {
		config = ""
	}
	r.s.Name = config
	seen := map[string]int{} // 1 being visited, 2 done
	var visit func(name string, at diag.Pos)
	visit = func(name string, at diag.Pos) {
		s := byName[name]
		switch {
		case name == "General":
			return // comes last anyway
		case s == nil:
			r.add(codeName, at, "there is no [Config %s]: %s", name, spelling.Suggest(name, names))
			return
		case seen[name] == 1:
			r.add(codeName, at, "[Config %s] extends itself", name)
			return
		case seen[name] == 2:
			return
		}
		seen[name] = 1
		out = append(out, s)
		for _, e := range s.extends {
			visit(e.Text, e.at)
		}
		seen[name] = 2
	}
	if config != "" {
		visit(config, diag.Pos{})
	}
	if g := byName[""]; g != nil {
		out = append(out, g)
	}
	return out
}

// line reads a key that was not set by a section that takes precedence.
func (r *iniReader) line(l iniLine) {
	if !strings.Contains(l.key, ".") && !strings.Contains(l.key, "*") {
		if !r.taken[l.key] {
			r.taken[l.key] = true
			r.option(l)
		}
		return
	}
	name, ok := paramOf(l.key)
	if !ok {
		r.add(codeForeign, l.at, "%s names a part of the program, and a study sets parameters of the whole: write **.%s", l.key, l.key[strings.LastIndexByte(l.key, '.')+1:])
		return
	}
	if r.taken["**."+name] {
		return
	}
	r.taken["**."+name] = true
	r.param(name, l)
}

// paramOf extracts the parameter's name from a pattern such as **.speed.
func paramOf(key string) (string, bool) {
	parts := strings.Split(key, ".")
	name := parts[len(parts)-1]
	for _, p := range parts[:len(parts)-1] {
		if p != "*" && p != "**" {
			return name, false
		}
	}
	return name, regexp.MustCompile(`^[A-Za-z_]\w*$`).MatchString(name)
}

// option reads a key of the study itself.
func (r *iniReader) option(l iniLine) {
	s := r.s
	switch l.key {
	case "program", "network":
		s.Program = Text{unquote(l.value), l.valAt}
	case "description":
		s.Name = unquote(l.value)
	case "sim-time-limit":
		s.For = r.expression(l, "for")
	case "repeat":
		var err error
		if r.repeat, err = strconv.Atoi(l.value); err != nil || r.repeat < 1 || r.repeat > widest {
			r.add(codeValue, l.valAt, "repeat is %s: give a whole number from 1", l.value)
			r.repeat = 1 // whatever Atoi returns
		}
		r.repeatAt = l.valAt
	case "seed-set":
		r.seedSet = &l
	case "constraint":
		r.constraint(l)
	default:
		r.add(codeForeign, l.at, "%s cannot be expressed in a scenario: leave it out (known are program, description, extends, "+
			"sim-time-limit, repeat, seed-set, constraint and parameters such as **.speed)", l.key)
	}
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s[1 : len(s)-1])
	}
	return s
}
