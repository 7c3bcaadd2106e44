package queue

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const lockFile = "study.lock"

// occupy creates a study's folder and locks it for this process until free is called or the process ends. The lock
// file is not removed: it names the last process.
func occupy(dir string) (free func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	ok, err := lock(f)
	if err == nil && !ok {
		who, _ := io.ReadAll(io.LimitReader(f, 256)) // it is only for people
		err = fmt.Errorf("another study is being run in %s, by process %s: wait until it has ended, or give another --out",
			dir, cmp.Or(strings.TrimSpace(string(who)), "unknown"))
	} else if err == nil {
		if err = f.Truncate(0); err == nil {
			_, err = f.WriteAt([]byte(name(os.Getpid())+"\n"), 0)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}
