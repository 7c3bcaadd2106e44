//go:build !linux

package share

import (
	"errors"
	"io/fs"
	"syscall"
)

// errNoMemory says what other systems lack.
var errNoMemory = errors.New("share: shared memory needs Linux's futexes and locks: give unix:PATH or tcp:127.0.0.1:PORT")

func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, errNoMemory)
}

func create(string, []string) (Hub, error) { return nil, errNoMemory }

func attach(string, string, string) (Line, error) { return nil, errNoMemory }

// readMemory would need shared memory.
func readMemory(string) (Snapshot, error) { return Snapshot{}, errNoMemory }
