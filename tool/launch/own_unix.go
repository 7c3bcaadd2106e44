//go:build unix

package launch

import (
	"io/fs"
	"os"
	"syscall"
)

// own reports whether something belongs to the user of this process.
func own(i fs.FileInfo) bool {
	s, ok := i.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
