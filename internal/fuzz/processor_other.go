//go:build !unix

package fuzz

import "time"

// processor returns the wall time, because the system does not provide the process's processor
// time.
func processor() time.Duration { return time.Duration(time.Now().UnixNano()) }
