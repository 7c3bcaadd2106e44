package atoms

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// passer passes a bank on.
type passer struct {
	In  []atom.Need[unit.Force]    `frame:"THRUSTERS" length:"$n"`
	F   []atom.Product[unit.Force] `frame:"THRUSTERS" length:"$n"`
	All atom.Product[unit.Force]
}

func (p *passer) Physics(unit.Time) {
	for k := range p.F {
		p.F[k].Set(p.In[k].Get())
	}
}

func withBanks() Options {
	return Options{Library: append(Standard(), lib.Entry{Name: "Pass", New: func(n ...int) any { return atom.Sized[passer](n...) }})}
}

// forces are Externals in whose place others can stand.
const forces = `
define:
  Six: {products: {"f[6]": Force THRUSTERS}}
  Drive:
    needs: {"in[6]": Force THRUSTERS}
    products: {"f[6]": Force THRUSTERS}
    instances: {one: Pass, two: Pass}
    links: [needs -> one, one.f -> two.in, two -> products]
  Law:
    needs: {"in[3]": Force THRUSTERS, select: sporadic Boolean}
    products: {"f[3]": Force THRUSTERS}
    laws: {a: Pass, b: {is: Pass, with: {n: 3}}}
`

// TestLengthOfBanks has every way to say how long a bank is.
func TestLengthOfBanks(t *testing.T) {
	for text, want := range map[string]string{
		"{t: {is: Thrusters, with: {n: 5}}}":                          "t 5",
		"{t: {is: Thrusters5}}":                                       "t 5",
		"{t: {is: lib.Thrusters12}}":                                  "t 12",
		"{t: {is: Thrusters4, with: {n: 4}}}":                         "t 4",
		"{t: {is: Thrusters, values: {position_x: [1 m, 2 m, 3 m]}}}": "t 3",
		"{s: Six, a: Actuators}\nlinks: [s -> a]":                     "a 6",
		"{s: Six, a: Actuators}\nlinks: [s.f -> a.f]":                 "a 6",
		"{s: Six, a: Actuators}\nlinks: [s.f -> a]":                   "a 6",
		"{s: Six, a: Actuators}\nlinks: [s -> a.f]":                   "a 6",
		"{a: Actuators, p: Pass, q: Pass, r: {is: Pass, with: {n: 7}}}\nlinks: [p.f -> a.f, q.f -> p.in, r.f -> q.in]": "a 7, p 7, q 7, r 7",
		"{a: Actuators4, p: Pass, q: Pass}\nlinks: [p -> a, q.f -> p.in]":                                              "a 4, p 4, q 4",
		"{s: Six, p: Pass, q: Pass}\nlinks: [\"s.f, s.f -> p.in, q.in\"]":                                              "p 6, q 6",
		"{s: Six, a: Actuators, p: Pass}\nlinks: [\"s.f -> a, p.in\"]":                                                 "a 6, p 6",
		"{d: Drive, a: Actuators}\nlinks: [d -> a]":                                                                    "a 6, d.one 6, d.two 6",
		"{l: Law, a: Actuators}\nlinks: [l.f -> a.f]":                                                                  "a 3, l.a 3, l.b 3",
	} {
		d, faults := ReadDocument("test.atoms.yaml", []byte(forces+"instances: "+text), withBanks())
		if len(faults) > 0 {
			t.Errorf("%s\n%v", text, faults)
			continue
		}
		var got []string
		for _, i := range d.Model.Instances {
			if n := i.Parameters["n"]; n != "" && i.Def.Name != "Six" {
				got = append(got, i.Path+" "+n)
				if p := i.Ports[0]; strings.HasSuffix(p.Element.Name, "[0]") {
					if _, k := p.Array(); fmt.Sprint(k) != n {
						t.Errorf("%s: %s has %d elements", text, p.Path(), k)
					}
				}
			}
		}
		for _, w := range strings.Split(want, ", ") {
			if !strings.Contains(strings.Join(got, ", ")+",", w+",") {
				t.Errorf("%s: %v, want %s", text, got, want)
			}
		}
		if len(got) != strings.Count(want, ",")+1 {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// TestNoLength: what is wrong about a length is said once, with what to do.
func TestNoLength(t *testing.T) {
	for text, want := range map[string]string{
		"{a: {is: Actuators, driver: d, update: sporadic}}": `it is not said how many elements the banks of a have: length n of Actuators; say it, with: {n: 6}, or link it with what has as many (length)`,
		"{a: Actuators, p: Pass}\nlinks: [p -> a]":          `it is not said how many elements the banks of a have|of p have`,
		"{a: {is: Actuators, with: {n: 0}}}":                `"0" is no length of a bank; give a whole number from 1 to 256 (length)`,
		"{a: {is: Actuators, with: {n: 257}}}":              `"257" is no length of a bank`,
		"{a: {is: Actuators, with: {n: many}}}":             `"many" is no length of a bank`,
		"{a: {is: Actuators, with: {m: 6}}}":                `with: {n: 6}`,
		"{a: {is: Actuators6, with: {n: 8}}}":               `n = 8, and the banks of Actuators6 have 6 elements; say it once (length)`,
		"{a: Actuators0}":                                   `no definition or library Atom Actuators0; did you mean Actuators?`,
		"{a: Actuators1000}":                                `no definition or library Atom Actuators1000`,
		"{a: PID3}":                                         `no definition or library Atom PID3`,
		"{s: {is: Six, driver: s, every: 10 ms, worst: 1 ms}, a: {is: Actuators8, driver: a, every: 10 ms, worst: 1 ms}}\nlinks: [s -> a]":     `a.f: s.f has 6 elements, a.f has 8; give a the length n = 6 (length)`,
		"{s: {is: Six, driver: s, every: 10 ms, worst: 1 ms}, a: {is: Actuators4, driver: a, every: 10 ms, worst: 1 ms}}\nlinks: [s.f -> a.f]": `a.f: s.f has 6 elements, a.f has 4; give a the length n = 6 (length)`,
	} {
		d, faults := ReadDocument("test.atoms.yaml", []byte(forces+"instances: "+text), withBanks())
		words := strings.Split(want, "|")
		if len(faults) == 0 {
			faults = checked(d)
		}
		if len(faults) != len(words) {
			t.Errorf("%s\n%v", text, faults)
			continue
		}
		for k, w := range words {
			if !strings.Contains(faults[k].Error(), w) || faults[k].Line < 13 || faults[k].Column < 1 || !explained(faults[k].Code) {
				t.Errorf("%s\n%v\nwant %s", text, faults[k], w)
			}
		}
	}
	_, faults := ReadDocument("test.atoms.yaml", []byte("define: {Mine: {physics: lib.ThrusterAllocation}}\ninstances: {m: Mine}"), withBanks())
	if len(faults) != 1 || !strings.Contains(faults.Error(), "put their length behind the name: lib.ThrusterAllocation6") {
		t.Error(faults)
	}
	d, _ := ReadDocument("test.atoms.yaml", []byte(forces+"  Spare: {instances: {s: Six, a: Actuators4}, links: [s -> a]}\ninstances: {s: {is: Six, driver: s, every: 10 ms, worst: 1 ms}}"), withBanks())
	if faults := checked(d); len(faults) != 1 || faults[0].Code != "length" || faults[0].Line != 13 {
		t.Errorf("where nothing uses it: %v", faults)
	}
	d = read(t, "define: {Mine: {physics: lib.Thrusters6, products: {\"forward[6]\": Force OWN}}}\ninstances: {m: {is: Mine, driver: x}}")
	if p := instance(t, d.Model, "m").Port("forward[5]"); p.Element.Frame != "OWN" || p.Element.Field != "Forward[5]" {
		t.Errorf("%+v", p.Element)
	}
}

// Lengths are found whatever the order of instances and links, along chains of any length.
func TestLengthsAlongChains(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(1, 9).Draw(rt, "length"), rapid.IntRange(2, 20).Draw(rt, "chain")
		said := rapid.IntRange(0, k-1).Draw(rt, "said")
		var names, links []string
		for i := range k {
			is := fmt.Sprintf("p%d: Pass", i)
			if i == said {
				is = fmt.Sprintf("p%d: {is: Pass, with: {n: %d}}", i, n)
			}
			names = append(names, is)
			if i > 0 {
				links = append(links, fmt.Sprintf("p%d.f -> p%d.in", i-1, i))
			}
		}
		names, links = rapid.Permutation(names).Draw(rt, "instances"), rapid.Permutation(links).Draw(rt, "links")
		d, faults := ReadDocument("test.atoms.yaml", []byte("instances: {"+strings.Join(names, ", ")+"}\nlinks: ["+strings.Join(links, ", ")+"]"), withBanks())
		if len(faults) > 0 || len(d.Model.Links) != n*(k-1) {
			rt.Fatalf("%d links: %v", len(d.Model.Links), faults)
		}
	})
}
