package gogen

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// Names are the identifiers of one scope, each given once.
type Names struct{ taken map[string]bool }

// NewNames starts a scope in which some names are taken.
func NewNames(taken ...string) *Names {
	n := &Names{taken: map[string]bool{}}
	for _, t := range taken {
		n.taken[t] = true
	}
	return n
}

// Exported returns a unique exported name: "robot_pose.psi" becomes RobotPosePsi.
func (n *Names) Exported(s string) string { return n.Unique(Exported(s)) }

// Local returns a unique unexported name: "robot_pose.psi" becomes robotPosePsi.
func (n *Names) Local(s string) string { return n.Unique(Local(s)) }

// Unique returns the first of name, name2, name3 … that is free.
func (n *Names) Unique(name string) string {
	free := name
	for k := 2; n.taken[free]; k++ {
		free = name + strconv.Itoa(k)
	}
	n.taken[free] = true
	return free
}

// Exported turns any text into an exported identifier.
func Exported(s string) string {
	name := joined(words(s))
	if r := []rune(name); len(r) == 0 || !unicode.IsUpper(r[0]) {
		return "X" + name
	}
	return name
}

// Local turns any text into an identifier that begins with a lower-case letter and is not a keyword.
func Local(s string) string {
	ws := words(s)
	if len(ws) == 0 {
		return "x"
	}
	first := []rune(ws[0])
	switch {
	case strings.ToUpper(ws[0]) == ws[0]: // IMU, K1
		first = []rune(strings.ToLower(ws[0]))
	default: // IMUShift becomes imuShift
		for n := range first {
			if !unicode.IsUpper(first[n]) || n > 0 && n+1 < len(first) && unicode.IsLower(first[n+1]) {
				break
			}
			first[n] = unicode.ToLower(first[n])
		}
	}
	name := string(first) + joined(ws[1:])
	if r := []rune(name)[0]; !unicode.IsLetter(r) || unicode.IsUpper(r) {
		name = "x" + name
	}
	if token.IsKeyword(name) || predeclared(name) {
		name += "_"
	}
	return name
}

// joined joins words, each with a capital letter.
func joined(words []string) (name string) {
	for _, w := range words {
		r := []rune(w)
		name += string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return name
}

// words splits text at characters that no identifier can have.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// predeclared reports whether a name would hide one of the language.
func predeclared(name string) bool {
	switch name {
	case "any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "copy", "delete", "error", "false", "float32",
		"float64", "imag", "init", "int", "int16", "int32", "int64", "int8", "iota", "len", "main", "make", "max", "min", "new", "nil",
		"panic", "print", "println", "real", "recover", "rune", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr":
		return true
	}
	return false
}
