package roscpp

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// reserved are words of C++ and Python, the languages that use messages, and macros that are not functions.
var reserved = strings.Fields(`alignas alignof and and_eq as asm assert async atomic auto await bitand bitor bool break case catch char class
	compl concept const const_cast constexpr continue co_await co_return co_yield decltype def default del delete do double
	dynamic_cast elif else enum errno except explicit export extern false finally float for friend from global goto i386 if import in
	inline int is lambda linux long major makedev minor mutable namespace new noexcept None nonlocal not not_eq nullptr
	operator or or_eq pass private protected public raise register reinterpret_cast requires return self short signed sizeof static
	static_assert static_cast std stderr stdin stdout struct switch template this thread_local throw true True False try
	typedef typeid typename union unix unsigned using virtual void volatile wchar_t while with xor xor_eq yield`)

// snake turns any text into a lower-case identifier, valid for fields in ROS and variables in C++.
func snake(s string) string {
	name := plain(s)
	if slices.Contains(reserved, name) {
		name += "_"
	}
	return name
}

// plain turns any text into lower case: Robot_Pose.psi becomes robot_pose_psi. Such names are valid for nodes, services and
// packages.
func plain(s string) string {
	var b strings.Builder
	before := rune('_')
	for _, r := range s {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			if unicode.IsUpper(r) && unicode.IsLower(before) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
			before = r
		case before != '_':
			b.WriteByte('_')
			before = '_'
		}
	}
	name := strings.Trim(b.String(), "_")
	if name == "" || unicode.IsDigit(rune(name[0])) {
		name = "x" + name
	}
	return name
}

// macros are constants that are macros, or cannot be constants of a message.
var macros = strings.Fields("BUFSIZ EOF FALSE INFINITY NAN NULL RAND_MAX TRUE")

// constant is the name of an enumeration's value.
func constant(s string) string {
	name := strings.ToUpper(plain(s))
	if slices.Contains(macros, name) {
		name += "_"
	}
	return name
}

var (
	graphName = regexp.MustCompile(`^[~/]?[A-Za-z][A-Za-z0-9_]*(/[A-Za-z][A-Za-z0-9_]*)*$`)
	typeName  = regexp.MustCompile(`^[a-z][a-z0-9_]*/[A-Z][A-Za-z0-9]*$`)
)
