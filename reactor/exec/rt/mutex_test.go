package rt

import (
	"sync"
	"testing"
)

func TestMutexExcludes(t *testing.T) {
	var m Mutex
	var wg sync.WaitGroup
	n := 0
	for range 8 {
		wg.Go(func() {
			for range 2000 {
				m.Lock()
				n++
				m.Unlock()
			}
		})
	}
	wg.Wait()
	if n != 8*2000 {
		t.Fatalf("counted %d of %d", n, 8*2000)
	}
	if a := testing.AllocsPerRun(100, func() { m.Lock(); n++; m.Unlock() }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestMutexByThreads has threads that know who they are exclude others that do not.
func TestMutexByThreads(t *testing.T) {
	var m Mutex
	var wg sync.WaitGroup
	n := 0
	for k := range 6 {
		wg.Go(func() {
			_, self := Setup(Options{})
			defer self.Release()
			for range 2000 {
				if k%2 == 0 {
					m.LockAs(self)
					n++
					m.UnlockAs(self)
					continue
				}
				m.Lock()
				n++
				m.Unlock()
			}
		})
	}
	wg.Wait()
	if n != 6*2000 {
		t.Fatalf("counted %d of %d", n, 6*2000)
	}
}

func BenchmarkMutexByThread(b *testing.B) {
	var m Mutex
	n := 0
	_, self := Setup(Options{})
	defer self.Release()
	for b.Loop() {
		m.LockAs(self)
		n++
		m.UnlockAs(self)
	}
}

func BenchmarkMutex(b *testing.B) {
	var m Mutex
	n := 0
	for b.Loop() {
		m.Lock()
		n++
		m.Unlock()
	}
}
