// Command site runs Depot::Site.impl, and has every command that looks at programs: go run . -h lists them.
package main

import (
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/system"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// main is yours: give it the drivers and bridges that there are.
func main() { cli.Main(system.Spec(system.Drivers{})) }
