package syntax

import (
	"errors"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// FuzzParse reads any text: it gives a tree or an error with a line of the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"local a <const>, b <close> = 1, nil", "for i = 1, 2, 3 do goto x ::x:: end", "return function(a, ...) return ... end",
		"x = 0x1p-3 .. 1e5 // 2 ^ -3 << 1 ~= not #t", "a.b[c]:d 'e' {f; g = 1, [2] = 3}", "--[==[ long\n]] ]==] s = [[\nt]]", "'\\x41\\u{20AC}\\z \\065\\\n'",
		"if a then elseif b then else end", "repeat local x until x while true do break end", "x = 'unfinished", "((((((((", "goto 1", "\x1bLua", "a = = b", "local function f() end ;;;", "0x", "3..2", "[==[", "\"\\400\"", "f{", "local x <y> = 1"} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		tree, err := Parse("fuzz", text)
		var bad *Error
		if err != nil && (!errors.As(err, &bad) || bad.Line < 1) || err == nil && tree == nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
