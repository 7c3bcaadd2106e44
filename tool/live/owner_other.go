//go:build !unix

package live

import "os"

// ownerOf is not known here: folders of a user are closed to others by the system.
func ownerOf(os.FileInfo) (uid int, known bool) { return 0, false }
