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

func BenchmarkMutex(b *testing.B) {
	var m Mutex
	n := 0
	for b.Loop() {
		m.Lock()
		n++
		m.Unlock()
	}
}
