package lua

import "slices"

// Closed are the standard libraries for scripts that must not reach out of their host: base, math, string and table, with no
// function that reads files, the clock, other programs or addresses, compiles, or writes where nobody looks.
func Closed() []Lib {
	var libs []Lib
	for _, l := range Standard() {
		if !slices.Contains([]string{"_G", "math", "string", "table"}, l.Name) {
			continue
		}
		l.Funcs = slices.DeleteFunc(l.Funcs, func(f Func) bool {
			return slices.Contains([]string{"collectgarbage", "dump", "getfenv", "load", "loadstring", "print", "setfenv"}, f.Name)
		})
		libs = append(libs, l)
	}
	return libs
}
