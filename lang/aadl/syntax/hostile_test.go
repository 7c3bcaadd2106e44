package syntax

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

// most is the memory that reading may take, in bytes for each token.
const most = 200

// allocated is how many bytes f asks for.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestMemoryIsLinear: all that is ever asked for, also what is dropped on the way, is at most so much for each token, and
// no more of them in a text ten times as long.
func TestMemoryIsLinear(t *testing.T) {
	each := func(n int) float64 {
		text, tokens := model(n), 0
		return allocated(func() {
			f, faults := Parse("a", text)
			if tokens = len(f.Tokens); len(faults) > 0 {
				t.Error(faults)
			}
		}) / float64(tokens)
	}
	small, large := each(200), each(2000)
	t.Logf("%.0f and %.0f bytes a token", small, large)
	if small > most || large > most || large > 1.1*small {
		t.Errorf("%.0f and %.0f bytes a token", small, large)
	}
}

// hostile are texts of about n bytes that try to take long.
func hostile(n int) map[string]string {
	fill := func(head, part, tail string) string { return head + strings.Repeat(part, n/len(part)) + tail }
	texts := map[string]string{
		"NULs": fill("", "\x00", ""), "NULs and letters": fill("", "a\x00", ""), "bytes": fill("", "\xff", ""), "stray": fill("", "a @ ", ""),
		"spaces": fill("package", " ", "A public end A;"), "lines": fill("package", "\r\n", "A public end A;"),
		"comments": fill("", "--\n", ""), "comment": fill("--", "-", ""), "returns": fill("", "--\r", ""), "indented": fill("", "--\n ", ""),
		"word": fill("", "a", ""), "underscores": fill("a", "_", ""), "name": fill("package A", "::A", " public end A;"), "number": fill("", "1", ""),
		"exponents": fill("package A public properties P => (", "1E999999,", "1); end A;"), "quotes": fill("", `"`, ""), "open quotes": fill("", "\"\n", ""),
		"escaped quotes": fill(`"`, `\"`, ""), "escaped lines": fill(`"`, "\\\"\n", ""), "escaped semicolons": fill(`"`, `\";`, ""), "mixed quotes": fill("", `"'`+"\n", ""),
		"annexes": fill("", "{**", ""), "annex ends": fill("", "{**}", ""), "colons": fill("", ":", ""), "semicolons": fill("", ";", ""), "ends": fill("", "end ", ""),
		"packages": fill("", "package ", ""), "empty packages": fill("", "package A public end A;", ""), "publics": fill("package A ", "public ", ""),
		"property sets": fill("", "property set ", ""), "systems": fill("package A public ", "system ", ""), "open systems": fill("package A public ", "system S ", ""),
		"sections": fill("package A public system S ", "features ", ""), "nonsense": fill("package A public system S ", "a ", ""),
		"near misses": fill("package A public system S ", "featurs ", ""), "declarations": fill("package A public system S features ", "a:", ""),
		"braces": fill("package A public system S features a: in event port ", "{", ""), "parentheses": fill("package A public properties P => ", "(", ""),
		"brackets": fill("package A public properties P => ", "[a => ", ""), "bindings": fill("package A public system S extends T ", "(a => data b", ""),
		"lists of": fill("property set S is A: type ", "list of ", ""), "records": fill("property set S is A: type ", "record (a: ", ""), "nots": fill("package A public properties P => ", "not ", ""),
		"ands": fill("package A public properties P => a ", "and a ", "; end A;"), "ors and ands": fill("package A public properties P => a ", "and a or a ", "; end A;"),
		"path": fill("package A public properties P => reference (a", ".a", "); end A;"), "indices": fill("package A public properties P => reference (a", "[1]", "); end A;"),
		"values": fill("package A public properties P => 1 ", ", 1 in modes (m)", "; end A;"), "list": fill("package A public properties P => (1", ", 1", "); end A;"),
		"wide": fill("package A public properties P => (", "\n-- c\n1, ", "1); end A;"), "signs": fill("package A public properties P => ", "-+", ""),
		"kinds": fill("property set S is A: aadlstring applies to (", "thread ", "); end S;"), "dots": fill("", "..", ""), "array": fill("package A public system S features a: in event port ", "[3]", "; end S; end A;"),
	}
	for name := range texts {
		if len(texts[name]) < n/2 {
			panic(name)
		}
	}
	return texts
}

// TestHostile reads texts that ask for as much work as possible: the memory they take grows with their length, and so do
// the tokens that are looked at, which have to be asked for. BenchmarkHostile has the times.
func TestHostile(t *testing.T) {
	small, large := hostile(20_000), hostile(200_000)
	for _, name := range slices.Sorted(maps.Keys(small)) {
		read := func(text string) float64 {
			return allocated(func() {
				f, faults := Parse("a", text)
				if len(faults) > maxFaults+1 {
					t.Errorf("%s: %d faults", name, len(faults))
				}
				if len(faults) == 0 {
					if _, err := Format(f); err != nil {
						t.Error(err)
					}
				}
			})
		}
		if a, b := read(small[name]), read(large[name]); b > 15*a+1e6 || b > 300*float64(len(large[name])) {
			t.Errorf("%s: %.0f bytes, and of the longer text %.0f", name, a, b)
		}
	}
}

// BenchmarkHostile takes the times of those texts: they differ by what is in them, and each is linear.
func BenchmarkHostile(b *testing.B) {
	texts := hostile(1_000_000)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(texts[name])))
			for b.Loop() {
				f, _ := Parse("a", texts[name])
				_, _ = Format(f)
			}
		})
	}
}

// BenchmarkParse reads a model of some megabytes.
func BenchmarkParse(b *testing.B) {
	text, tokens := model(3000), 0
	b.SetBytes(int64(len(text)))
	bytes := allocated(func() {
		for b.Loop() {
			f, faults := Parse("a", text)
			if tokens = len(f.Tokens); len(faults) > 0 {
				b.Fatal(faults)
			}
		}
	})
	b.ReportMetric(bytes/float64(b.N*tokens), "B/token")
}

// BenchmarkFormat lays it out.
func BenchmarkFormat(b *testing.B) {
	text := model(3000)
	f, _ := Parse("a", text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Format(f); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPlacesInLongLines: a place is where counting from the line's beginning comes to.
func TestPlacesInLongLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "lines") {
			part := rapid.StringOfN(rapid.RuneFrom([]rune("aé漢😀\r\xff ")), 1, 9, -1).Draw(t, "part")
			b.WriteString(strings.Repeat(part, rapid.IntRange(0, 1500).Draw(t, "times")) + "\n")
		}
		f, _ := Parse("long.aadl", b.String())
		at := rapid.IntRange(0, b.Len()-1).Draw(t, "at")
		for at > 0 && !utf8.RuneStart(f.Text[at]) {
			at--
		}
		before := f.Text[:at]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		want := diag.Pos{File: "long.aadl", Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(line)}
		if got := f.Position(int32(at)); got != want {
			t.Fatalf("byte %d is at %v, not %v", at, got, want)
		}
	})
}
