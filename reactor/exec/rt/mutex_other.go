//go:build !linux

package rt

import "sync"

// Mutex is a lock that threads of different priority may share. Only on Linux does the holder inherit the priority of a
// waiting thread. The zero value is unlocked.
type Mutex struct{ sync.Mutex }

// LockAs is Lock.
func (m *Mutex) LockAs(*Thread) { m.Lock() }

// UnlockAs is Unlock.
func (m *Mutex) UnlockAs(*Thread) { m.Unlock() }
