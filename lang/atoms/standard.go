package atoms

import "github.com/sinew-robotics/sinew/model/atom/lib"

// Standard is the library of Atoms that Sinew has: package model/atom/lib.
func Standard() Library {
	var l Library
	for _, e := range lib.All() {
		l = append(l, Entry{Name: e.Name, New: e.New})
	}
	return l
}
