// Command sinew-app runs the programs of this repository that sinew does not have in itself. sinew becomes it when one of
// them is named.
package main

import "github.com/sinew-robotics/sinew/cmd/sinew-app/programs"

func main() { programs.Main() }
