//go:build !unix

package fuzz

import "time"

// processor is the clock on the wall, where the system does not tell the process's own.
func processor() time.Duration { return time.Duration(time.Now().UnixNano()) }
