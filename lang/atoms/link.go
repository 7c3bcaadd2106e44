package atoms

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/model/atom"
)

// connection is a line of links as a text writes it: "IMU.(phi, theta) -> shift.(x, y)".
type connection struct {
	from, to []endpoint
	at       diag.Pos
	wrong    bool // its arrow has a fault
}

// endpoint is one side of a link: an instance, or one element of it. In a Molecule, a name alone is its own element,
// and "needs" and "products" are all of its own.
type endpoint struct {
	path    string // of the instance, "" for the scope itself
	element string // "" for all
	at      diag.Pos
}

const arrow = "->"

// likeArrow matches what people write instead of an arrow.
var likeArrow = regexp.MustCompile(`-{2,}>|=+>|- >|→|⟶|—>|–>|<-+|←|:`)

// connections reads links: a list of lines, one text with lines, or "need: product".
func (r *reader) connections(f *source, n ast.Node) (list []connection) {
	switch n := n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		for _, e := range r.fields(f, n, "links") {
			if v := r.scalar(f, e.value); v.s != "" {
				list = r.line(list, v, e.name, v)
			}
		}
		return list
	}
	for _, i := range items(n) {
		if r.many() {
			return list
		}
		if m, ok := i.(*ast.MappingNode); ok && len(m.Values) == 1 { // - IMU.psi: Shift.psi
			t := text{s: m.Values[0].Key.String() + ": " + m.Values[0].Value.String(), at: f.place(i), file: f}
			list = r.arrowLine(list, t)
			continue
		}
		t := r.scalar(f, i)
		for k, l := range strings.Split(t.s, "\n") {
			l, _, _ = strings.Cut(l, "#")
			if strings.TrimSpace(l) != "" {
				list = r.arrowLine(list, text{l, t.place(k+1, 1), f, nil})
			}
		}
	}
	return list
}

// sub is a part of a line, without the space around it.
func (t text) sub(from, to int) text {
	s := t.s[from:to]
	skip := len(s) - len(strings.TrimLeft(s, " \t"))
	at := t.at
	at.Column += len([]rune(t.s[:from+skip]))
	return text{strings.TrimSpace(s), at, t.file, nil}
}

// arrowLine reads "from -> to".
func (r *reader) arrowLine(list []connection, t text) []connection {
	k := strings.Index(t.s, arrow)
	if wrong := likeArrow.FindStringIndex(t.s); k < 0 || wrong != nil && wrong[0] <= k {
		return r.noLink(list, t, wrong)
	}
	rest := t.sub(k+len(arrow), len(t.s))
	if strings.Contains(rest.s, arrow) {
		r.fault("link", rest.at, "a link has one arrow", "write a line for each")
		return list
	}
	from := t.sub(0, k)
	return r.line(list, from, rest, from)
}

// noLink reports a line with a wrong arrow or none. If its meaning is clear, its needs are not reported as missing too.
func (r *reader) noLink(list []connection, t text, arrowAt []int) []connection {
	at := t.sub(0, len(t.s))
	if arrowAt == nil {
		r.fault("link", at.at, fmt.Sprintf("%q is no link", at.s), "write product -> need: IMU.psi -> Shift.psi")
		return list
	}
	from, to := t.sub(0, arrowAt[0]), t.sub(arrowAt[1], len(t.s))
	hint := "write product -> need: IMU.psi -> Shift.psi"
	if strings.ContainsAny(t.s[arrowAt[0]:arrowAt[1]], "<←") {
		hint = "the arrow points to the need: product -> need"
		from, to = to, from
	}
	if len(from.s)+len(to.s) < 100 && from.s != "" && to.s != "" {
		hint += fmt.Sprintf("; here perhaps %s -> %s", from.s, to.s)
	}
	r.fault("link", at.at, fmt.Sprintf("%q is no link", at.s), hint)
	was := r.mute
	r.mute = true
	n := len(list)
	if list = r.line(list, from, to, at); len(list) > n {
		list[n].wrong = true
	}
	r.mute = was
	return list
}

func (r *reader) line(list []connection, from, to, at text) []connection {
	if n := max(len(from.s), len(to.s)); n > maxLine {
		r.fault("limit", at.at, fmt.Sprintf("%d bytes are too long for one side of a link", n), "write several lines")
		return list
	}
	c := connection{from: r.endpoints(from), to: r.endpoints(to), at: at.at}
	if len(c.from) == 0 || len(c.to) == 0 {
		return list // already reported
	}
	return append(list, c)
}

// endpoints reads one side: paths with commas between them, and (a, b) for several elements.
func (r *reader) endpoints(t text) (list []endpoint) {
	if t.s == "" {
		r.fault("link", t.at, "one side of this link is missing", "write product -> need")
		return nil
	}
	for from := 0; from <= len(t.s); {
		depth, to := 0, from
		for ; to < len(t.s) && (t.s[to] != ',' || depth > 0); to++ {
			switch t.s[to] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		part := t.sub(from, to)
		from = to + 1
		open := strings.IndexByte(part.s, '(')
		if open < 0 {
			e, ok := r.endpoint(part)
			if !ok {
				return nil
			}
			list = append(list, e)
			continue
		}
		base, ok := strings.CutSuffix(part.s[:open], ".")
		if !strings.HasSuffix(part.s, ")") || !ok {
			r.fault("link", part.at, fmt.Sprintf("%q is no list of elements", part.s), "write IMU.(phi, theta, psi)")
			return nil
		}
		for at := open + 1; at < len(part.s); {
			end := at + strings.IndexAny(part.s[at:], ",)")
			name := part.sub(at, end)
			at = end + 1
			e, ok := r.endpoint(text{base + "." + name.s, name.at, name.file, nil})
			if !ok {
				return nil
			}
			list = append(list, e)
		}
	}
	return list
}

func (r *reader) endpoint(t text) (endpoint, bool) {
	words := strings.Split(t.s, ".")
	for k, w := range words {
		name, index, ok := strings.Cut(w, "[")
		last := k == len(words)-1
		if last && w == "*" && k > 0 {
			continue
		}
		if !isName(name) || ok && (!last || !strings.HasSuffix(index, "]") || strings.Trim(index, "0123456789*]") != "") {
			r.fault("link", t.at, fmt.Sprintf("%q cannot be one side of a link", t.s), "write Instance, Instance.element or Instance.(one, other)")
			return endpoint{}, false
		}
	}
	n := len(words) - 1
	if n == 0 {
		return endpoint{element: words[0], at: t.at}, true // or an instance: the scope knows
	}
	e := endpoint{path: strings.Join(words[:n], "."), element: words[n], at: t.at}
	if e.element == "*" {
		e.element = ""
	}
	e.element = strings.TrimSuffix(e.element, "[*]")
	return e, true
}

// side is an endpoint in a scope: an instance and the ports meant; all of a role if no element is named.
type side struct {
	i     *atom.Instance
	ports []*atom.Port
	all   bool
	role  atom.Role // of all
	at    diag.Pos
}

// wiring links the contents of one scope.
type wiring struct {
	r     *reader
	scope *atom.Instance
	lost  map[string]bool
	taken map[*atom.Port]bool // needs with their own link

	children map[string]*atom.Instance // of the scope
	lists    map[listed][]*atom.Port
}

// listed has the ports of an instance that have been listed.
type listed struct {
	i    *atom.Instance
	role atom.Role
}

// connect makes the links of a scope: those between elements, and then, for needs without one, those between equal
// names of whole instances. They are joined in the order of the text.
func (r *reader) connect(scope *atom.Instance, links []connection, lost map[string]bool) {
	w := &wiring{r: r, scope: scope, lost: lost, taken: map[*atom.Port]bool{}, children: map[string]*atom.Instance{}, lists: map[listed][]*atom.Port{}}
	for _, c := range scope.Children {
		if w.children[c.Name] == nil {
			w.children[c.Name] = c
		}
	}
	type found struct{ from, to []side }
	all := make([]found, len(links))
	for k, c := range links {
		if r.many() || r.full {
			return
		}
		r.mute = c.wrong
		all[k] = found{w.sides(c.from, true), w.sides(c.to, false)}
		r.mute = false
		for _, t := range all[k].to {
			if !t.all {
				for _, p := range t.ports {
					w.taken[p] = true
				}
			}
		}
	}
	for k, c := range links {
		if r.many() || r.full {
			return
		}
		f := all[k]
		if c.wrong || len(f.from) < len(c.from) || len(f.to) < len(c.to) { // a fault has been noted; its consequences are not reported
			for _, t := range f.to {
				w.quiet(t)
			}
			continue
		}
		w.join(c, f.from, f.to)
	}
}

// quiet keeps needs from being reported as missing if their link has the fault.
func (w *wiring) quiet(t side) {
	for _, p := range t.ports {
		w.r.d.quiet[p.Path()] = true
	}
}

// sides finds what endpoints stand for; it leaves out those that stand for nothing.
func (w *wiring) sides(list []endpoint, from bool) (all []side) {
	for _, e := range list {
		if s, ok := w.side(e, from); ok {
			all = append(all, s)
		}
	}
	return all
}

func (w *wiring) side(e endpoint, from bool) (side, bool) {
	s := side{i: w.scope, at: e.at}
	role := atom.NeedRole // linked to
	if from {
		role = atom.ProductRole
	}
	if e.path == "" {
		own := (e.element == "needs" && from || e.element == "products" && !from) && w.scope.Parent != nil
		base, _, _ := strings.Cut(e.element, "[")
		i := w.child(w.scope, e.element)
		switch {
		case own:
			e.element = ""
		case w.r.port(w.scope, e.element) == nil && w.r.port(w.scope, base+"[0]") == nil && (i != nil || w.lost[e.element]):
			e.path, e.element = e.element, ""
		case w.scope.Parent == nil:
			w.r.fault("name", e.at, fmt.Sprintf("there is no instance %s", e.element), w.r.near(e.element, w.names(w.scope), "instances"))
			return s, false
		}
		role = atom.ProductRole - role // links begin at the needs of the scope itself
	}
	if e.path != "" {
		i, ok := w.find(e)
		if !ok {
			return s, false
		}
		s.i = i
		role = atom.NeedRole
		if from {
			role = atom.ProductRole
		}
	}
	if e.element == "" {
		s.all, s.role = true, role
		s.ports = w.ofRole(s.i, role)
		return s, true
	}
	return w.element(s, e, role)
}

// ofRole lists an instance's needs or products.
func (w *wiring) ofRole(i *atom.Instance, role atom.Role) []*atom.Port {
	k := listed{i, role}
	if l, ok := w.lists[k]; ok {
		return l
	}
	var l []*atom.Port
	for _, p := range i.Ports {
		if p.Element.Role == role {
			l = append(l, p)
		}
	}
	w.lists[k] = l
	return l
}

// element finds the ports of an endpoint that names one: itself, or all of an array.
func (w *wiring) element(s side, e endpoint, role atom.Role) (side, bool) {
	if p := w.r.port(s.i, e.element); p != nil {
		s.ports = []*atom.Port{p}
		return s, !noType(p)
	}
	if p := w.r.port(s.i, e.element+"[0]"); p != nil {
		_, n := p.Array()
		s.ports = s.i.Ports[p.Index:][:n]
		return s, true
	}
	var names []string
	for _, p := range s.i.Ports {
		if p.Element.Role == role {
			names = append(names, p.Element.Name)
		}
	}
	name := s.i.Def.Name
	if s.i.Name != name {
		name = s.i.Name
	}
	if role == atom.NeedRole { // the element meant is linked, except for its name
		w.r.d.quiet[s.i.Path+"."+spelling.Nearest(e.element, names)] = true
	}
	w.r.faultAt(s.i.Path, "name", e.at, fmt.Sprintf("%s has no %s %s", name, role, e.element), w.r.near(e.element, names, role.String()+"s"))
	return s, false
}

// port finds an interface element of an instance.
func (r *reader) port(i *atom.Instance, name string) *atom.Port {
	at, ok := r.elementAt[i.Def]
	if !ok {
		at = make(map[string]int, len(i.Def.Elements))
		for k := range i.Def.Elements {
			at[i.Def.Elements[k].Name] = k
		}
		r.elementAt[i.Def] = at
	}
	if k, ok := at[name]; ok {
		return i.Ports[k]
	}
	return nil
}

// find follows a path of instances from the scope.
func (w *wiring) find(e endpoint) (*atom.Instance, bool) {
	i := w.scope
	for k, name := range strings.Split(e.path, ".") {
		if k == 0 && w.lost[name] {
			return nil, false
		}
		next := w.child(i, name)
		if next == nil {
			w.r.fault("name", e.at, fmt.Sprintf("there is no instance %s", name), w.r.near(name, w.names(i), "instances"))
			return nil, false
		}
		i = next
	}
	return i, true
}

func (w *wiring) child(i *atom.Instance, name string) *atom.Instance {
	if i == w.scope && w.children != nil {
		return w.children[name]
	}
	for _, c := range i.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func (w *wiring) names(i *atom.Instance) (all []string) {
	for _, c := range i.Children {
		all = append(all, c.Name)
	}
	return all
}
