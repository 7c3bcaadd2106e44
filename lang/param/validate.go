package param

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// Wrong is the fault of a value in a program: the value at path differs from what is wanted.
func Wrong(code, path string, is any, want string) diag.Fault {
	return diag.Fault{Code: code, Path: path, What: fmt.Sprintf("%s is %v", path, is), Do: "give " + want}
}

// TextFaults checks a text in a program.
func TextFaults(path, text string, a Alphabet, s *Size) (fs diag.Faults) {
	if k := strings.IndexFunc(text, func(r rune) bool { return !a.Has(r) }); k >= 0 {
		r, _ := utf8.DecodeRuneInString(text[k:])
		fs = append(fs, diag.Fault{Code: Letters, Path: path, What: fmt.Sprintf("%s has the character %q", path, r), Do: "it is none of " + a.String()})
	}
	if n := utf8.RuneCountInString(text); !s.Has(n) {
		fs = append(fs, Wrong(Sizes, path, fmt.Sprintf("%d characters long", n), s.of("character")))
	}
	return fs
}
