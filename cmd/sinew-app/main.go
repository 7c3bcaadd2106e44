// Command sinew-app runs the programs of this repository that sinew does not contain. sinew becomes sinew-app when one of
// them is named.
package main

import "github.com/sinew-robotics/sinew/cmd/sinew-app/programs"

func main() { programs.Main() }
