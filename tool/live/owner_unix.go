//go:build unix

package live

import (
	"os"
	"syscall"
)

// ownerOf returns the owner of a file.
func ownerOf(info os.FileInfo) (uid int, known bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}
