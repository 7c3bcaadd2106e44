package lua

import "slices"

// Closed returns the standard libraries for scripts that must not reach outside their host: base, math, string and table,
// without the functions that read files, the clock, other programs or addresses, compile, or write where nobody looks.
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
