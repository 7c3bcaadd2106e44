package scenario

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Plan checks the whole scenario and lists its runs: parameters in the file's order, the first changes slowest, seeds
// fastest. Afterwards s.Warnings has the program's warnings. version is the version of the programs and goes into the runs'
// IDs. The error lists every fault with its position.
func (s *Scenario) Plan(specs []run.Spec, version string) ([]*Run, error) {
	if s.Program.Text == "" && len(specs) == 1 { // the program is unambiguous
		s.Program.Text = specs[0].Name()
	}
	p := &planner{faults: faults{file: s.File, all: slices.Clone(s.bad)}, s: s, version: version, files: map[string]string{}, probed: map[Setting]bool{}}
	if p.spec = find(specs, s.Program.Text); p.spec == nil {
		if s.Program.Text == "" {
			p.add(codeProgram, s.Program.at, "%s", cmp.Or(s.noProgram, "the program is missing"))
			return nil, p.err()
		}
		p.add(codeProgram, s.Program.at, "there is no program %q: %s", s.Program.Text, spelling.Suggest(s.Program.Text, programNames(specs)))
		return nil, p.err()
	}
	dims := s.dimensions(&p.faults)
	n := s.count(dims, &p.faults)
	if p.n > 0 {
		return nil, p.err()
	}
	for _, c := range combinations(dims, n) {
		p.combination(c)
		if len(p.all) > most {
			break
		}
	}
	if len(p.all) == 0 && len(p.runs) == 0 {
		p.add(codeEmpty, s.Program.at, "the study has no run: %s leaves none", "where")
	}
	if len(p.all) == 0 {
		p.twice()
	}
	s.Warnings = p.warnings
	if err := p.err(); err != nil {
		return nil, err
	}
	return p.runs, nil
}

func find(specs []run.Spec, name string) run.Spec {
	i := slices.IndexFunc(specs, func(s run.Spec) bool { return s.Name() == name })
	if i < 0 {
		return nil
	}
	return specs[i]
}

func programNames(specs []run.Spec) (names []string) {
	for _, s := range specs {
		names = append(names, s.Name())
	}
	return names
}

// planner checks a scenario and makes its runs.
type planner struct {
	faults
	s        *Scenario
	spec     run.Spec
	version  string
	runs     []*Run
	probed   map[Setting]bool  // values with which an instance was made
	files    map[string]string // hashes of mocks' files
	warnings diag.Faults
	checked  bool // an instance could be made, and the names in the assertions were checked
}

// combination checks one point of the parameters' space and adds its runs.
func (p *planner) combination(c combination) {
	s, before := p.s, p.n
	base := Run{Program: s.Program.Text, Record: s.Record}
	base.Params = p.settings(s.Params, c)
	base.Vars = p.settings(s.Vars, c)
	if !p.where(&base) {
		return
	}
	full := p.params(&base, c)
	var err error
	if base.For, err = c.values.duration(s.For, time.Millisecond); err != nil && s.For.Text != "" {
		p.pass(codeValue, s.For.at, "for: ", err)
	}
	p.events(&base, c.values)
	mocks := p.mocks(&base, c.values)
	for _, l := range []struct {
		from []Text
		to   *[]string
	}{{s.Without, &base.Without}, {s.Trace, &base.Trace}} {
		for _, t := range l.from {
			text, err := c.values.text(t)
			if err != nil {
				p.pass(codeValue, t.at, "", err)
			}
			*l.to = append(*l.to, text)
		}
	}
	for _, a := range s.Asserts {
		base.Asserts = append(base.Asserts, a.String())
	}
	if p.n > before {
		if !p.checked { // what does not depend on the parameters can be checked nevertheless
			d := base
			d.Params = nil
			p.probe(&d, base.Params)
		}
		return
	}
	p.probe(&base, base.Params)
	for _, seed := range s.Seeds {
		r := base
		r.Seed, r.N = seed, len(p.runs)+1
		if err := r.identify(p.version, full, mocks); err != nil {
			p.pass(codeValue, s.Program.at, "", err)
		}
		p.runs = append(p.runs, &r)
	}
}

// settings resolves the values of one combination.
func (p *planner) settings(axes []Axis, c combination) (out []Setting) {
	for _, a := range axes {
		if len(a.Values) == 0 {
			continue
		}
		v, err := c.values.resolve(c.values[a.Name.Text], 0)
		if err != nil {
			p.pass(codeValue, c.at[a.Name.Text].at, a.Name.Text+": ", err)
			continue
		}
		out = append(out, Setting{a.Name.Text, v})
	}
	return out
}

// where reports whether the combination is wanted.
func (p *planner) where(r *Run) bool {
	for _, w := range p.s.Where {
		for _, n := range w.Names() {
			if v, ok := r.Setting(n.Text); !ok || !run.IsNumber(v.Text) || n.Text == "seed" {
				var names []string
				for _, s := range slices.Concat(r.Params, r.Vars) {
					names = append(names, s.Name)
				}
				p.add(codeName, w.at.Right(n.Column-1), "%s is no parameter or variable of this study that is a number: %s", n.Text, spelling.Suggest(n.Text, names))
				return false
			}
		}
		if !w.Holds(r.number) {
			return false
		}
	}
	return true
}

// number returns a parameter or variable as a number, NaN if it is not a number.
func (r *Run) number(name string) float64 {
	if v, ok := r.Setting(name); ok {
		return v.number()
	}
	return math.NaN()
}

// params sets the program's parameters and returns all of them as YAML.
func (p *planner) params(r *Run, c combination) string {
	before := p.n
	axis, values := map[string]diag.Pos{}, map[string]diag.Pos{}
	for _, a := range p.s.Params {
		at := c.at[a.Name.Text].at
		at.File = p.file
		axis[a.Name.Text], values[a.Name.Text] = a.Name.at, at
	}
	params := fill(p.spec, r.Params, func(name, code, text string) {
		at := c.at[name].at
		if code == run.ParamName {
			at = axis[name]
		}
		p.add(code, at, "%s", text)
	})
	elsewhere := p.s.Program.at
	elsewhere.File = p.file
	for _, f := range run.CheckParams(params, values, elsewhere) {
		p.put(f)
	}
	if p.n > before {
		return ""
	}
	full, err := yaml.Marshal(params)
	if err != nil {
		p.pass(codeValue, p.s.Program.at, "the parameters cannot be written: ", err)
	}
	return string(full)
}

// events resolves what happens during the run.
func (p *planner) events(r *Run, values settings) {
	when := func(t Text) time.Duration {
		d, err := values.duration(t, 0)
		switch {
		case err != nil:
			p.pass(codeValue, t.at, "at: ", err)
		case d >= r.For && r.For > 0:
			p.add(codeValue, t.at, "at: the run ends after %v, before %v", r.For, d)
		}
		return d
	}
	for _, l := range p.s.Faults {
		f := Fault{At: when(l.At)}
		var err error
		if f.Do, err = values.text(l.Do); err != nil {
			p.pass(codeValue, l.Do.at, "do: ", err)
		}
		if l.For.Text != "" {
			if f.For, err = values.duration(l.For, 1); err != nil {
				p.pass(codeValue, l.For.at, "for: ", err)
			}
		}
		r.Faults = append(r.Faults, f)
	}
	for _, l := range p.s.Sets {
		e := Set{At: when(l.At)}
		var err error
		if e.Door, err = values.text(l.Door); err != nil {
			p.pass(codeValue, l.Door.at, "door: ", err)
		}
		x, err := values.tree(l.Value)
		if err == nil {
			e.Value, err = json.Marshal(x)
		}
		if err != nil {
			p.pass(codeValue, l.valueAt, "value: ", err)
		}
		r.Sets = append(r.Sets, e)
	}
}

// twice finds equal runs, which come from a value that is listed twice or a variable that is not used.
func (p *planner) twice() {
	first := map[string]int{}
	for _, r := range p.runs {
		if n, ok := first[r.ID]; ok {
			p.add(codeDuplicate, p.s.Program.at, "run %d is the same as run %d: a value is listed twice, or a variable is used nowhere", r.N, n)
			return
		}
		first[r.ID] = r.N
	}
}

// probe makes the instance of a run and checks what refers to it. An instance's shape depends on its parameters, so probe
// tries each value of each parameter, but not each combination. named are the study's parameters.
func (p *planner) probe(r *Run, named []Setting) {
	s, news := p.s, !p.checked
	for _, v := range slices.Concat(r.Params, r.Vars) {
		if !p.probed[v] {
			p.probed[v] = true
			news = news || len(s.Mocks)+len(s.Sets)+len(s.Without)+len(s.Trace)+len(s.Faults) > 0
		}
	}
	if !news {
		return
	}
	inst, bad := assemble(r, p.spec, s)
	for _, b := range bad {
		p.pass(codeProgram, p.place(b), "", b.err)
	}
	if inst == nil { // check the rest, too
		if inst, _ = assemble(r.without(bad), p.spec, s); inst == nil {
			return
		}
	}
	if inst.Close != nil {
		defer inst.Close()
	}
	for i, pattern := range r.Trace {
		if err := record.Validate(inst.Program, record.Options{Trace: []string{pattern}}); err != nil {
			p.add(codeName, s.Trace[i].at, "%s", strings.TrimPrefix(err.Error(), "--"))
		}
	}
	rec, err := record.New(inst.Program, nil, record.Options{})
	if err != nil {
		return // it has been reported
	}
	if inst.Watch != nil {
		if err := inst.Watch(rec, nil); err != nil {
			p.pass(codeProgram, s.Program.at, "", err)
			return
		}
	}
	for _, w := range inst.Program.Warnings() {
		if !slices.Contains(p.warnings, w) {
			p.warnings = append(p.warnings, w)
		}
	}
	p.checked = true
	all := *r
	all.Params = named
	p.names(&all, inst.Figures(0))
}

// without is the run without the faulty parts.
func (r *Run) without(bad []partError) *Run {
	c := *r
	c.Faults, c.Sets = slices.Clone(r.Faults), slices.Clone(r.Sets)
	for _, b := range bad {
		switch b.part {
		case ofMock:
			c.Mocks = nil // one mock may need the cut of another
		case ofFault:
			c.Faults[b.index].Do = ""
		case ofSet:
			c.Sets[b.index].Door = ""
		case ofWithout:
			c.Without = nil
		}
	}
	return &c
}

// place is the position of a part of the scenario.
func (p *planner) place(e partError) diag.Pos {
	s := p.s
	switch e.part {
	case ofMock:
		return s.Mocks[e.index].Source.at
	case ofFault:
		return s.Faults[e.index].Do.at
	case ofSet:
		if f, _ := diag.Of(e.err); len(f) > 0 && f[0].Code == codeValue {
			return s.Sets[e.index].valueAt
		}
		return s.Sets[e.index].Door.at
	case ofWithout:
		return s.Without[e.index].at
	}
	return s.Program.at
}

// names checks the names in assertions and plots.
func (p *planner) names(r *Run, known map[string]float64) {
	names := sortedKeys(known)
	for _, a := range p.s.Asserts {
		for _, n := range a.Names() {
			at := a.at.Right(n.Column - 1)
			_, figure := known[n.Text]
			v, setting := r.Setting(n.Text)
			switch {
			case figure && setting:
				p.add(codeDuplicate, at, "%s is both a figure and a parameter: rename the variable", n.Text)
			case setting && !run.IsNumber(v.Text):
				p.add(codeExpression, at, "%s is %s, no number", n.Text, v.Text)
			case !figure && !setting:
				p.add(codeName, at, "%s is no figure of the program %s: %s", n.Text, p.spec.Name(), spelling.Suggest(n.Text, names))
			}
		}
	}
	for _, l := range p.s.Plots {
		if _, ok := known[l.Y.Text]; !ok {
			p.add(codeName, l.Y.at, "y: %s is no figure of the program %s: %s", l.Y.Text, p.spec.Name(), spelling.Suggest(l.Y.Text, names))
		}
		for _, x := range []Text{l.X, l.By} {
			if _, ok := r.Setting(x.Text); !ok && x.Text != "" {
				var all []string
				for _, s := range slices.Concat(r.Params, r.Vars) {
					all = append(all, s.Name)
				}
				p.add(codeName, x.at, "%s is no parameter or variable of this study: %s", x.Text, spelling.Suggest(x.Text, append(all, "seed")))
			}
		}
	}
}
