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

// guard stands for a limit to the time from the end of a sleep until a goroutine goes on; there is none without a priority.
type guard struct{}

func guarded(lent) *guard { return nil }

func (*guard) move(int)     {}
func (*guard) release()     {}
func (*guard) sleeps(int64) {}
func (*guard) wakes()       {}

func (keeper) still(f func() error) error { return f() }

// Lapses returns how often threads of this process have lost their real-time priority: 0 here, because none is
// granted.
func Lapses() uint64 { return 0 }
