package link

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// names lists errors with their bits.
func names(e franka.Errors) string {
	var w []string
	for i := range franka.Error(64) {
		if e.Has(i) {
			w = append(w, fmt.Sprintf("%v (bit %d)", i, i))
		}
	}
	return strings.Join(w, ", ")
}
