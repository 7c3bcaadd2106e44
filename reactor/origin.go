package reactor

import (
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// origin is a place (file:line) in the text of a program: an index into its Main's list, 0 for none.
type origin uint32

// inside means a place in this package.
const inside origin = math.MaxUint32

// origins are the places from which a program is declared. They are few, however large the program.
type origins struct {
	texts []string
	known map[uintptr]origin // places of frames by program counter, see caller
	dir   string             // folder of this package's files
	here  origin             // where the declaration in progress was called
}

func (o *origins) open() {
	o.known = map[uintptr]origin{}
	_, file, _, _ := runtime.Caller(0)
	o.dir = file[:strings.LastIndexByte(file, '/')+1]
}

// place returns the origin of a call, inside for a call in this package (except its tests).
func (o *origins) place(f *runtime.Frame) origin {
	if name, own := strings.CutPrefix(f.File, o.dir); own && !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "/") {
		return inside
	}
	o.texts = append(o.texts, f.File[strings.LastIndexByte(f.File, '/')+1:]+":"+strconv.Itoa(f.Line))
	return origin(len(o.texts))
}

// text returns the place as file:line.
func (o *origins) text(at origin) string {
	if at == 0 {
		return ""
	}
	return o.texts[at-1]
}

// slab hands out values that are adjacent in memory, in the order of the calls, so that things declared together are
// stored together.
type slab[T any] struct {
	chunk []T
	made  int // total room of all chunks
}

// grow begins a chunk with room for n values, or for a quarter of the existing number.
func (s *slab[T]) grow(n int) {
	n = max(n, 4, min(s.made/4, 256))
	s.chunk, s.made = make([]T, 0, n), s.made+n
}

func (s *slab[T]) new() *T {
	if len(s.chunk) == cap(s.chunk) {
		s.grow(1)
	}
	n := len(s.chunk)
	s.chunk = s.chunk[:n+1]
	return &s.chunk[n]
}

// add appends x to a list that the slab has made. A list that is completed before the next is begun takes no more room
// than it needs.
func (s *slab[T]) add(list []T, x T) []T {
	n, used := len(list), len(s.chunk)
	if n == 0 || used == 0 || used == cap(s.chunk) || &list[n-1] != &s.chunk[used-1] {
		if cap(s.chunk)-used <= n {
			s.grow(2 * n)
		}
		s.chunk = append(s.chunk, list...)
	}
	s.chunk = append(s.chunk, x)
	end := len(s.chunk)
	return s.chunk[end-n-1 : end : end]
}

// longer appends x to a list that doubles its capacity, so that a long list is rarely copied and leaves little
// garbage.
func longer[E any](list []E, x E) []E {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(4, len(list)))
	}
	return append(list, x)
}
