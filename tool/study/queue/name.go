package queue

import (
	"regexp"
	"strings"
)

// units are the units with which names of figures end, as people write them.
var units = map[string]string{"mm": "mm", "m": "m", "s": "s", "ms": "ms", "us": "µs", "deg": "°", "rad": "rad", "percent": "%", "n": "N", "hz": "Hz", "mb": "MB"}

// readable splits a figure's name: tracking_rms_mm is "tracking rms" in mm.
func readable(name string) (words, unit string) {
	words = name
	if i := strings.LastIndexByte(name, '_'); i > 0 && units[name[i+1:]] != "" {
		words, unit = name[:i], units[name[i+1:]]
	}
	return strings.ReplaceAll(words, "_", " "), unit
}

// labelled is a figure's name with its unit, as on an axis.
func labelled(name string) string {
	words, unit := readable(name)
	if unit == "" {
		return words
	}
	return words + " [" + unit + "]"
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*`)

// spelled writes the names in an expression as people read them.
func spelled(expression string, figures []string) string {
	known := map[string]bool{}
	for _, f := range figures {
		known[f] = true
	}
	return word.ReplaceAllStringFunc(expression, func(w string) string {
		if known[w] {
			return labelled(w)
		}
		return w
	})
}
