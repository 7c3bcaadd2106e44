package atoms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/model/atom"
)

// sized returns the definition of a use; if its banks have no length yet, the one with the lengths that have been found.
// It is nil after a fault.
func (r *reader) sized(u *use, d *definition) *definition {
	if len(d.open) == 0 {
		return d
	}
	lengths := make([]int, len(d.open))
	for k, name := range d.open {
		switch lengths[k] = u.lengths[name]; {
		case lengths[k] < 0:
			return nil // already reported
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

// listed is the most frequent length of the lists of values for banks of a length; 0 if there are none.
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

// measuring finds lengths from the links of a scope.
type measuring struct {
	r       *reader
	scope   *atom.Instance
	uses    map[string]*use
	arrays  map[*use][]anArray // of a use; nil: of the scope
	changed bool               // a length has been found in this round
	work    int                // so far
}

// anArray is an array or a bank; open names the length of a bank if it is wanted.
type anArray struct {
	name, open string
	role       atom.Role
	n          int
}

// measure finds the lengths of banks that uses do not state, from what they are linked with.
func (r *reader) measure(scope *atom.Instance, uses []*use, links []connection) {
	m := &measuring{r: r, scope: scope, uses: map[string]*use{}, arrays: map[*use][]anArray{nil: arrays(scope.Def, nil)}}
	for _, u := range uses {
		if m.uses[u.name.s] == nil {
			m.uses[u.name.s] = u
		}
		d := r.lookup(u)
		if d == nil {
			continue
		}
		m.arrays[u] = arrays(d.def, d.open)
		if len(d.open) > 0 {
			m.changed = true
			if u.lengths == nil {
				r.within(u.name.s, func() { r.stated(u, d) })
			}
		}
	}
	for m.changed { // alternating from both ends: a chain in either order is known after two rounds
		m.changed = false
		for k := range links {
			m.link(&links[k])
		}
		for k := len(links) - 1; k >= 0; k-- {
			m.link(&links[k])
		}
		if scope.Kind == atom.Alternative { // its laws have its interface
			for _, u := range uses {
				m.pair(end{}, end{use: u}, atom.NeedRole, atom.NeedRole)
				m.pair(end{}, end{use: u}, atom.ProductRole, atom.ProductRole)
			}
		}
	}
}

// arrays lists the arrays of a definition; some of their lengths may be wanted.
func arrays(def *atom.Definition, open []string) (all []anArray) {
	for k := 0; k < len(def.Elements); k++ {
		e := &def.Elements[k]
		if name, n := atom.Array(def.Elements[k:]); n > 0 {
			x := anArray{name: name, role: e.Role, n: n}
			if length := strings.TrimPrefix(e.Length, "$"); slices.Contains(open, length) {
				x.open = length
			}
			all = append(all, x)
			k += n - 1
		}
	}
	return all
}

// end is one side of a link: a use, or the scope itself if nil; "" for all its elements.
type end struct {
	use     *use
	element string
}

func (m *measuring) end(e *endpoint) end {
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

// link finds what a line of links says about lengths.
func (m *measuring) link(c *connection) {
	if m.work > maxMeasured {
		return
	}
	single := len(c.from) == 1 || !slices.ContainsFunc(c.to, func(e endpoint) bool { return m.end(&e).element != "" })
	for j := range c.from {
		for k := range c.to {
			f, t := &c.from[j], &c.to[k]
			if !single && j != k || f.path != "" && m.uses[f.path] == nil || t.path != "" && m.uses[t.path] == nil {
				continue // somewhere else, or nowhere
			}
			from, to := m.end(f), m.end(t)
			if m.work += 1 + len(m.arrays[from.use])*len(m.arrays[to.use]); m.work > maxMeasured {
				m.r.fault("limit", c.at, "the lengths of banks take too long to find by these links", "say them, with: {n: 6}")
				m.changed = false
				return
			}
			gives, takes := atom.ProductRole, atom.NeedRole
			if from.use == nil {
				gives = atom.NeedRole
			}
			if to.use == nil {
				takes = atom.ProductRole
			}
			m.pair(from, to, gives, takes)
		}
	}
}

// pair finds what two ends say about each other's lengths.
func (m *measuring) pair(from, to end, gives, takes atom.Role) {
	for _, t := range m.arrays[to.use] {
		name := t.name // name that it is linked with
		if from.element != "" && to.element != "" {
			name = from.element
		}
		if t.role != takes || to.element != "" && t.name != to.element || from.element != "" && name != from.element {
			continue
		}
		for _, f := range m.arrays[from.use] {
			if f.name == name && f.role == gives {
				m.same(from.use, f, to.use, t)
				m.same(to.use, t, from.use, f)
			}
		}
	}
}

// same gives array g of u the length of f of v, if that is known and the other is wanted.
func (m *measuring) same(v *use, f anArray, u *use, g anArray) {
	n := f.n
	if f.open != "" {
		n = v.lengths[f.open]
	}
	if g.open != "" && n > 0 && u.lengths[g.open] == 0 {
		u.lengths[g.open] = n
		m.changed = true
	}
}
