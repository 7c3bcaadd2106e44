package main

import (
	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/app/remote/panda"
	"github.com/sinew-robotics/sinew/tool/run"
)

// heavy names the enclaves of a program that a replay can do without where no pictures are wanted.
func heavy(s run.Spec) []string {
	if h, ok := s.(interface{ Heavy() []string }); ok {
		return h.Heavy()
	}
	return nil
}

// programs lists the programs that the commands know by name.
func programs() []run.Spec { return []run.Spec{lemon.Spec{}, dive.Spec{}, panda.Spec{}} }
