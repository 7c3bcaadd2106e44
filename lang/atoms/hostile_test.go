package atoms

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/model/atom"
)

// fill repeats f behind head until the text is as long as it may be.
func fill(head string, f func(k int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for k := 0; b.Len() < maxText-4096; k++ {
		b.WriteString(f(k))
	}
	return b.String()
}

// bound repeats f at most n times between head and tail.
func bound(n int, head string, f func(k int) string, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for k := range n {
		if b.Len() > maxText-len(tail)-4096 {
			break
		}
		b.WriteString(f(k))
	}
	return b.String() + tail
}

func rep(s string) func(int) string { return func(int) string { return s } }

// hostile are texts that try to take long.
func hostile() map[string]string {
	return map[string]string{
		"keys":        fill("", func(k int) string { return fmt.Sprintf("k%d: a\n", k) }),
		"same key":    fill("", rep("a: b\n")),
		"frames":      fill("frames:\n", func(k int) string { return fmt.Sprintf("  k%d: a\n", k) }),
		"framelist":   fill("frames: [", rep("a,")) + "a]",
		"unknown is":  fill("instances:\n", func(k int) string { return fmt.Sprintf("  k%d: a%d\n", k, k) }),
		"instances":   fill("define: {A: {products: {x: Length}}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  k%d: A\n", k) }),
		"library":     fill("instances:\n", func(k int) string { return fmt.Sprintf("  k%d: PID\n", k) }),
		"definitions": fill("define:\n", func(k int) string { return fmt.Sprintf("  k%d: {needs: {x: Length}}\n", k) }),
		"expressions": fill("define:\n", func(k int) string { return fmt.Sprintf("  k%d: {products: {x: Ratio}, physics: x = 1}\n", k) }),
		"badexpr":     fill("define:\n", func(k int) string { return fmt.Sprintf("  k%d: {products: {x: Ratio}, physics: x = y}\n", k) }),
		"longexpr": fill("define:\n", func(k int) string {
			return fmt.Sprintf("  k%d: {products: {x: Ratio}, physics: \"x = %s 1\"}\n", k, strings.Repeat("1 + ", 4000))
		}),
		"temporaries": fill("define:\n", func(k int) string {
			var b strings.Builder
			for j := range 6000 {
				fmt.Fprintf(&b, "t%d=q;", j)
			}
			return fmt.Sprintf("  k%d: {products: {x: Ratio}, physics: \"%s\"}\n", k, b.String())
		}),
		"exprlines": fill("define:\n", func(k int) string {
			return fmt.Sprintf("  k%d:\n    products: {x: Ratio}\n    physics: |\n%s", k, strings.Repeat("      @ @ @ @ @ @\n", 3000))
		}),
	}
}

// hostileLinks are such links.
func hostileLinks() map[string]string {
	return map[string]string{
		"links":       fill("define: {A: {products: {x: Length}}, B: {needs: {x: Length}}}\ninstances: {a: A, b: B}\nlinks:\n", rep("  - a.x -> b.x\n")),
		"links wrong": fill("define: {A: {products: {x: Length}}, B: {needs: {x: Length}}}\ninstances: {a: A, b: B}\nlinks:\n", rep("  - a.x\n")),
		"links text":  fill("define: {A: {products: {x: Length}}, B: {needs: {x: Length}}}\ninstances: {a: A, b: B}\nlinks: |\n", rep("  a.x -> b.x\n")),
		"link lists":  "instances: {a: {products: {x: Length}}}\nlinks:\n  - " + fill("", rep("a,")) + "a -> " + "a",
		"link both":   "instances: {a: {products: {x: Length}}}\nlinks:\n  - " + strings.Repeat("a,", 250000) + "a -> " + strings.Repeat("a,", 250000) + "a",
		"link both2":  "define: {A: {products: {\"x[500]\": Length}}, B: {needs: {\"x[500]\": Length}}}\ninstances: {a: A, b: B}\nlinks:\n  - " + strings.Repeat("a,", 1000) + "a -> " + strings.Repeat("b,", 1000) + "b",
		"link whole":  "define: {A: {products: {x: Length}}, B: {needs: {x: Length}}}\ninstances: {a: A, b: B}\nlinks:\n  - " + strings.Repeat("a,", 200000) + "a -> " + strings.Repeat("b,", 200000) + "b",
		"parens":      "instances: {a: {products: {x: Length}}}\nlinks:\n  - a.(" + fill("", rep("x,")) + "x) -> b",
		"comments":    fill("", rep("#\n")),
		"blank":       fill("", rep("\n")),
		"spaces":      fill("model: x", rep(" ")),
	}
}

// hostileYAML is such YAML.
func hostileYAML() map[string]string {
	return map[string]string{
		"quotes":        fill("model: \"", rep("\\n")) + "\"",
		"quote lines":   fill("model: \"", rep("a\n")) + "\"",
		"plain lines":   fill("model: a\n", rep(" a\n")),
		"literal":       fill("doc: |\n", rep(" a\n")),
		"literal blank": fill("doc: |\n", rep("\n")),
		"commas":        fill("instances: [", rep(",")) + "]",
		"colons":        fill("", rep(":")),
		"colons2":       fill("", rep("a: ")),
		"dashes":        fill("links:\n", rep("-\n")),
		"dashes2":       fill("links:\n", rep("- - - - -\n")),
		"braces":        fill("instances: {", rep("a: {},")) + "}",
		"braces open":   fill("instances: ", rep("{a: b}\n")),
		"flow":          fill("instances: [", rep("{a},")) + "]",
	}
}

// hostileMarks are other signs of YAML.
func hostileMarks() map[string]string {
	return map[string]string{
		"anchors":   fill("instances:\n", func(k int) string { return fmt.Sprintf("  k%d: &a%d b\n", k, k) }),
		"aliases":   fill("instances:\n", func(k int) string { return fmt.Sprintf("  k%d: *a\n", k) }),
		"tags":      fill("instances:\n", func(k int) string { return fmt.Sprintf("  k%d: !t b\n", k) }),
		"docs":      fill("", rep("---\n")),
		"docs2":     fill("", rep("a: b\n---\n")),
		"percent":   fill("", rep("%a\n")),
		"question":  fill("", rep("? a\n")),
		"question2": fill("", rep("? ")),
		"bars":      fill("a: ", rep("|\n")),
		"unicode":   fill("model: ", rep("∪")),
		"members": bound(9000, "define: {A: {products: {x: Length}}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  k%d: A\n", k) }, "compositions: {C: {loops: {L: ["+func() string {
			var b strings.Builder
			for k := range 9000 {
				fmt.Fprintf(&b, "k%d,", k)
			}
			return b.String()
		}()+"k0]}}}\n"),
		"loops":      fill("compositions: {C: {loops: [", func(k int) string { return fmt.Sprintf("l%d,", k) }) + "x]}}",
		"composites": fill("compositions:\n", func(k int) string { return fmt.Sprintf("  l%d: {period: 10 ms}\n", k) }),
	}
}

// hostileModels are such interfaces and instances.
func hostileModels() map[string]string {
	return map[string]string{
		"ports":       fill("instances: {a: {products: {", func(k int) string { return fmt.Sprintf("k%d: Length,", k) }) + "}}}",
		"arrays":      fill("define:\n", func(k int) string { return fmt.Sprintf("  k%d: {products: {\"x[1000]\": Length}}\n", k) }),
		"arrays used": bound(48, "define:\n  A: {products: {\"x[1000]\": Length}, needs: {\"n[20]\": Length}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  k%d: A\n", k) }, ""),
		"values":      fill("define:\n  A: {products: {\"x[1000]\": Length}}\ninstances:\n  a:\n    is: A\n    values: {x: [", rep("1 m, ")) + "1 m]}\n",
		"periods":     "instances: {a: {every: [" + fill("", func(k int) string { return fmt.Sprintf("\"%d ms .. %d ms\",", 2*k+1, 2*k+2) }) + "1 s]}}",
		"periods2":    "instances: {a: {every: \"" + fill("", func(k int) string { return fmt.Sprintf("[%d ms, %d ms] ∪ ", 2*k+1, 2*k+2) }) + "1 s\"}}",
		"drivers":     fill("drivers:\n", func(k int) string { return fmt.Sprintf("  k%d: {a: b}\n", k) }),
		"banks": bound(9000, "instances:\n", func(k int) string { return fmt.Sprintf("  k%d: {is: Actuators}\n", k) }, "links:\n"+func() string {
			var b strings.Builder
			for k := range 4000 {
				fmt.Fprintf(&b, "  - k%d, k%d -> k%d, k%d\n", k, k+1, k+2, k+3)
			}
			return b.String()
		}()),
		"banks wide": fill("instances:\n", func(k int) string { return fmt.Sprintf("  k%d: {is: Thrusters256}\n", k) }),
		"banks both": "instances: {a: Thrusters, b: ThrusterAllocation}\nlinks:\n" + strings.Repeat("  - "+strings.Repeat("a,", 1000)+"a -> "+strings.Repeat("b,", 1000)+"b\n", 20),
		"needs": fill("instances:\n", func(k int) string {
			return fmt.Sprintf("  k%d: {needs: {x: Length WORLD z in 0 m .. 3 m frozen 3 s}}\n", k)
		}),
		"chain": bound(9000, "define: {A: {needs: {x: Length}, products: {y: Length}, physics: y = x}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  a%d: {is: A, every: 10 ms .. 20 ms, worst: 1 us}\n", k) }, "links:\n"+func() string {
			var b strings.Builder
			for k := range 9000 {
				fmt.Fprintf(&b, "  - a%d.y -> a%d.x\n", k, k+1)
			}
			return b.String()
		}()),
		"alternatives": bound(9000, "define: {A: {needs: {x: Length}, products: {y: Length}, physics: y = x}, L: {needs: {x: Length, select: Boolean}, products: {y: Length}, laws: {a: A, b: A}}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  a%d: L\n", k) }, ""),
		"conditions":   fill("define: {A: {needs: {x: Length}}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  a%d: {is: A, when: a%d}\n", k, k+1) }),
		"worst":        fill("define: {A: {needs: {x: Length}}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  a%d: {is: A, every: %d ms, worst: 1 us}\n", k, k+1) }),
		"parts": bound(9000, "define: {A: {needs: {x: periodic Length}, products: {y: Length}, physics: y = x}}\ninstances:\n", func(k int) string { return fmt.Sprintf("  a%d: {is: A, every: 10 ms .. 20 ms, worst: 1 us}\n", k) }, "links:\n"+func() string {
			var b strings.Builder
			for k := range 9000 {
				fmt.Fprintf(&b, "  - a%d.y -> a%d.x\n", k, k+1)
			}
			return b.String()
		}()),
	}
}

// all are the hostile texts.
func all() map[string]string {
	texts := hostile()
	for _, more := range []map[string]string{hostileLinks(), hostileYAML(), hostileMarks(), hostileModels()} {
		maps.Copy(texts, more)
	}
	return texts
}

// TestHostile reads texts that ask for as much work as possible, those that took longest: minutes for some. Now they end,
// with few faults. BenchmarkHostile has all of them.
func TestHostile(t *testing.T) {
	l := Standard()
	texts := all()
	for _, name := range []string{"keys", "badexpr", "members", "loops", "periods", "literal blank", "parens", "link whole", "link both2", "unknown is", "banks", "banks wide", "banks both"} {
		src := texts[name]
		if src == "" {
			t.Fatalf("there is no text %s", name)
		}
		d, faults := ReadDocument("x.atoms.yaml", []byte(src), Options{Library: l})
		_, every := d.Check(atom.Target{})
		if len(faults) > maxFaults+1 || len(every) > maxReported+1 {
			t.Errorf("%s: %d and %d faults", name, len(faults), len(every))
		}
		for _, f := range faults {
			if n := len(f.Error()); n > 4*maxMessage {
				t.Errorf("%s: a fault of %d bytes", name, n)
			}
		}
	}
}

// BenchmarkHostile takes the times of those texts one by one.
func BenchmarkHostile(b *testing.B) {
	l := Standard()
	for name, src := range all() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d, _ := ReadDocument("x.atoms.yaml", []byte(src), Options{Library: l})
				d.Check(atom.Target{})
			}
		})
	}
}
