package main

import (
	"github.com/sinew-robotics/sinew/follow"
	"github.com/sinew-robotics/sinew/program"
)

// programs lists the programs that the commands know by name.
func programs() []program.Spec { return []program.Spec{follow.Spec{}} }
