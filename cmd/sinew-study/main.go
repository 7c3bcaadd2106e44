// Command sinew-study has a study's server and database: `sinew scenario run`, list, show and report, and every program with
// those commands, start it and tell it on its standard input what to do.
package main

import (
	"os"

	"github.com/sinew-robotics/sinew/tool/study/host"
)

func main() { os.Exit(host.Main()) }
