//go:build linux && !race

package rt

import "golang.org/x/sys/unix"

// lockFlags lock the existing pages.
const lockFlags = unix.MCL_CURRENT
