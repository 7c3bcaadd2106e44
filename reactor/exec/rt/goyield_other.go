//go:build !linux || (!amd64 && !arm64)

package rt

import "runtime"

func goyield() { runtime.Gosched() }
