//go:build !linux || (!amd64 && !arm64)

package rt

import (
	"errors"
	"time"
)

// keeper grants no priorities, because nothing here could take one back.
type keeper struct{}

var priorities keeper

// lent stands for a priority; no thread has one.
type lent struct{}

func (lent) drop()    {}
func (lent) move(int) {}

func (keeper) keep(int, time.Duration) (lent, error) { return lent{}, errors.ErrUnsupported }

// Lapses returns how often threads of this process have lost their real-time priority: 0 here, because none is
// granted.
func Lapses() uint64 { return 0 }
