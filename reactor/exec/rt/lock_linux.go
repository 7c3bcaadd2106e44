//go:build linux && !race

package rt

import "golang.org/x/sys/unix"

// lockFlags lock the pages there are.
const lockFlags = unix.MCL_CURRENT
