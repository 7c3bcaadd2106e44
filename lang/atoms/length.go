package atoms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/model/atom"
)

// sized gives the definition of a use: where its banks have no length yet, the one with the lengths that have been found;
// nil after a fault.
func (r *reader) sized(u *use, d *definition) *definition {
	if len(d.open) == 0 {
		return d
	}
	lengths := make([]int, len(d.open))
	for k, name := range d.open {
		switch lengths[k] = u.lengths[name]; {
		case lengths[k] < 0:
			return nil // there is a fault about it
		case lengths[k] == 0:
			r.fault("length", u.is.at, fmt.Sprintf("it is not said how many elements the banks of %s have: length %s of %s", u.name.s, name, d.def.Name),
				fmt.Sprintf("say it, with: {%s: 6}, or link it with what has as many", name))
			return nil
		}
	}
	return r.described(d.entry, fmt.Sprint(d.def.Name, lengths), func() any { return d.entry.New(lengths...) })
}

// stated finds the lengths that a use states: as a parameter, or by a list of values.
func (r *reader) stated(u *use, d *definition) {
	u.lengths = map[string]int{}
	for _, s := range u.with {
		if !slices.Contains(d.open, s.key.s) {
			continue
		}
		n, err := strconv.Atoi(s.value.s)
		if err != nil || n < 1 || n > atom.MaxBank {
			r.fault("length", s.value.at, fmt.Sprintf("%q is no length of a bank", s.value.s), fmt.Sprintf("give a whole number from 1 to %d", atom.MaxBank))
			n = -1
		}
		u.lengths[s.key.s] = n
	}
	for _, name := range d.open {
		if u.lengths[name] == 0 {
			u.lengths[name] = r.listed(u, d, "$"+name)
		}
	}
}

// listed is the length that most lists of values for banks of a length have; 0 where there is none.
func (r *reader) listed(u *use, d *definition, length string) (n int) {
	votes := map[int]int{}
	for _, l := range u.lists {
		for k := range d.def.Elements {
			e := &d.def.Elements[k]
			if e.Length != length || e.Name != l.name.s+"[0]" || l.n < 1 || l.n > atom.MaxBank {
				continue
			}
			if votes[l.n]++; votes[l.n] > votes[n] {
				n = l.n
			}
		}
	}
	return n
}

// aLength is a length of a use that is asked for.
type aLength struct {
	u    *use
	name string
}

// measuring finds lengths by the links of a scope.
type measuring struct {
	r     *reader
	scope *atom.Instance
	uses  map[string]*use
	lists map[*use][]anArray    // of a use; nil: of the scope
	equal map[aLength][]aLength // linked to each other
	known []aLength             // and not yet passed on
	work  int                   // so far
}

// measure finds the lengths of banks that uses do not state: those of what they are linked with.
func (r *reader) measure(scope *atom.Instance, uses []*use, links []connection) {
	m := &measuring{r: r, scope: scope, uses: map[string]*use{}, lists: map[*use][]anArray{}, equal: map[aLength][]aLength{}}
	open := false
	for _, u := range uses {
		if m.uses[u.name.s] == nil {
			m.uses[u.name.s] = u
		}
		if d := r.lookup(u); d != nil && len(d.open) > 0 {
			open = true
			if u.lengths == nil {
				r.within(u.name.s, func() { r.stated(u, d) })
			}
			for _, name := range d.open {
				if u.lengths[name] > 0 { // what is wrong is not passed on
					m.known = append(m.known, aLength{u, name})
				}
			}
		}
	}
	if !open {
		return
	}
	for _, c := range links {
		m.link(c)
	}
	if scope.Kind == atom.Alternative { // its laws have its interface
		for _, u := range uses {
			m.pair(end{}, end{use: u}, atom.NeedRole, atom.NeedRole)
			m.pair(end{}, end{use: u}, atom.ProductRole, atom.ProductRole)
		}
	}
	for len(m.known) > 0 {
		from := m.known[0]
		m.known = m.known[1:]
		for _, to := range m.equal[from] {
			m.set(to, from.u.lengths[from.name])
		}
	}
}

func (m *measuring) set(l aLength, n int) {
	if l.u.lengths[l.name] == 0 {
		l.u.lengths[l.name] = n
		m.known = append(m.known, l)
	}
}

// end is one side of a link: a use, or the scope itself where there is none; "" for all its elements.
type end struct {
	use     *use
	element string
}

func (m *measuring) end(e endpoint) end {
	switch u := m.uses[e.element]; {
	case e.path != "":
		return end{m.uses[e.path], e.element}
	case m.scope.Parent != nil && (e.element == "needs" || e.element == "products"):
		return end{}
	case u != nil && m.scope.Port(e.element) == nil && m.scope.Port(e.element+"[0]") == nil:
		return end{use: u}
	}
	return end{element: e.element}
}

// link notes which lengths a line makes equal.
func (m *measuring) link(c connection) {
	if m.work > maxMeasured {
		return
	}
	single := len(c.from) == 1 || !slices.ContainsFunc(c.to, func(e endpoint) bool { return m.end(e).element != "" })
	for j, f := range c.from {
		for k, t := range c.to {
			if !single && j != k {
				continue
			}
			if f.path != "" && m.uses[f.path] == nil || t.path != "" && m.uses[t.path] == nil {
				continue // somewhere else, or nowhere
			}
			from, to := m.end(f), m.end(t)
			if m.work += 1 + len(m.arrays(from.use))*len(m.arrays(to.use)); m.work > maxMeasured {
				m.r.fault("limit", c.at, "the lengths of banks take too long to find by these links", "say them, with: {n: 6}")
				return
			}
			fromRole, toRole := atom.ProductRole, atom.NeedRole
			if from.use == nil {
				fromRole = atom.NeedRole
			}
			if to.use == nil {
				toRole = atom.ProductRole
			}
			m.pair(from, to, fromRole, toRole)
		}
	}
}

// pair notes that arrays of two ends are linked.
func (m *measuring) pair(from, to end, fromRole, toRole atom.Role) {
	a, b := m.arrays(from.use), m.arrays(to.use)
	for n := range b {
		t := &b[n]
		if t.role != toRole || to.element != "" && t.name != to.element {
			continue
		}
		name := t.name
		if from.element != "" && to.element != "" {
			name = from.element
		} else if from.element != "" && name != from.element {
			continue
		}
		for k := range a {
			if f := &a[k]; f.name == name && f.role == fromRole {
				m.same(from.use, f, to.use, t)
			}
		}
	}
}

// same notes that two arrays have one length.
func (m *measuring) same(u *use, f *anArray, v *use, t *anArray) {
	from, to := aLength{u, f.open}, aLength{v, t.open}
	switch {
	case f.open != "" && t.open != "":
		m.equal[from], m.equal[to] = append(m.equal[from], to), append(m.equal[to], from)
	case f.open != "":
		m.set(from, t.n)
	case t.open != "":
		m.set(to, f.n)
	}
}

// anArray is an array or a bank of an end; a bank whose length is asked for names it.
type anArray struct {
	name string
	role atom.Role
	n    int
	open string
}

// arrays lists those of a use, or of the scope.
func (m *measuring) arrays(u *use) (all []anArray) {
	if all, ok := m.lists[u]; ok {
		return all
	}
	def, open := m.scope.Def, []string(nil)
	if u != nil {
		d := m.r.lookup(u)
		if d == nil {
			return nil
		}
		def, open = d.def, d.open
	}
	for k := 0; k < len(def.Elements); k++ {
		name, n := atom.Array(def.Elements[k:])
		if n == 0 {
			continue
		}
		x := anArray{name: name, role: def.Elements[k].Role, n: n}
		if length := strings.TrimPrefix(def.Elements[k].Length, "$"); slices.Contains(open, length) {
			x.open = length
		}
		all = append(all, x)
		k += n - 1
	}
	m.lists[u] = all
	return all
}
