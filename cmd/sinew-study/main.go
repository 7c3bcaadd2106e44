// Command sinew-study contains a study's server and database. `sinew scenario run`, list, show and report, and every program
// with those commands, start it and send it orders on its standard input.
package main

import (
	"os"

	"github.com/sinew-robotics/sinew/tool/study/host"
)

func main() { os.Exit(host.Main()) }
