package trace

import (
	"slices"
	"strings"
)

// Match reports whether one of the patterns matches a topic; without patterns every topic matches. In a pattern * is
// any run of characters and ? any one. A pattern may leave out the front of a topic up to a dot or slash: "planner.*"
// matches "planning.planner.next" and "door/planner.clock" too.
func Match(patterns []string, topic string) bool {
	if len(patterns) == 0 {
		return true
	}
	for _, p := range patterns {
		if glob(p, topic) {
			return true
		}
		for i := range len(topic) {
			if (topic[i] == '.' || topic[i] == '/') && glob(p, topic[i+1:]) {
				return true
			}
		}
	}
	return false
}

// unmet lists the patterns that match no topic, probably because of typing errors.
func unmet(patterns, topics []string) (none []string) {
	for _, p := range patterns {
		if !slices.ContainsFunc(topics, func(t string) bool { return Match([]string{p}, t) }) {
			none = append(none, p)
		}
	}
	return none
}

// glob matches the whole of s.
func glob(p, s string) bool {
	star, from := -1, 0 // the last * and the end of the text it matches
	i, j := 0, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i] == '*':
			star, from = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == s[j]):
			i++
			j++
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(p[i:], "*") == ""
}

// FileName makes a file name from a topic, without an extension.
func FileName(topic string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`+" ", r) || r < ' ' {
			return '_'
		}
		return r
	}, strings.TrimLeft(topic, "./"))
}
