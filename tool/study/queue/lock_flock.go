//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package queue

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file for as long as it is open. ok is false if it is already locked.
func lock(f *os.File) (ok bool, err error) {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, unix.EINTR):
			return false, &os.PathError{Op: "lock", Path: f.Name(), Err: err}
		}
	}
}
