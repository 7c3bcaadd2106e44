// Command wheelchair runs Wheelchair::Wheelchair.pmk, and has every command that looks at programs: go run . -h lists
// them.
package main

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/system"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// main is yours: give it the drivers and bridges that there are.
func main() { cli.Main(system.Spec(system.Drivers{})) }
