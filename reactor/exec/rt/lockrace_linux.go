//go:build linux && race

package rt

import "golang.org/x/sys/unix"

// lockFlags lock pages once they are touched: the race detector maps far more than any machine has.
const lockFlags = unix.MCL_CURRENT | unix.MCL_ONFAULT
