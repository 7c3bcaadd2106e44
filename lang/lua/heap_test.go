package lua

import (
	"testing"

	"pgregory.net/rapid"
)

// TestHeap allocates and frees blocks of all sizes at random and checks the whole heap after every step.
func TestHeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := newHeap(uint32(rapid.IntRange(600, 4000).Draw(t, "cells")))
		live := map[uint32]uint32{}
		var order []uint32
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			if len(order) > 0 && rapid.Bool().Draw(t, "free") {
				i := rapid.IntRange(0, len(order)-1).Draw(t, "which")
				r := order[i]
				for k := range live[r] {
					if h.cells[r+1+k].v != uint64(r) {
						t.Fatalf("block %d of %d cells has lost what was written in it", r, live[r])
					}
				}
				h.release(r)
				delete(live, r)
				order = append(order[:i], order[i+1:]...)
			} else {
				n := uint32(rapid.IntRange(1, 300).Draw(t, "size"))
				kind := rapid.SampledFrom([]uint32{tRaw, tPart}).Draw(t, "kind")
				if r := h.take(n, kind); r != 0 {
					for k := range n {
						h.cells[r+1+k].v = uint64(r)
					}
					live[r] = n
					order = append(order, r)
				} else if free := h.end - 1 - h.used; free > h.reserve+n && uint32(h.largest()) > 2*n+h.reserve {
					t.Fatalf("no block for %d cells, though one of %d is free", n, h.largest())
				}
			}
			if err := newVerifier(&VM{heap: *h}).run(func(v *verifier) { v.blocks(); v.freeLists() }); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range order {
			h.release(r)
		}
		if h.used != 0 || h.largest() != h.end-1 {
			t.Fatalf("all is free, but %d cells are in use and the largest block has %d of %d", h.used, h.largest(), h.end-1)
		}
	})
}

// TestTable holds a table against a map, with the collector at work between the steps.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vm, err := New(Config{Heap: 256 << 10})
		if err != nil {
			t.Fatal(err)
		}
		tab := vm.newTable(0, 0)
		if err := vm.SetGlobal("t", ref(tab, tTable)); err != nil {
			t.Fatal(err)
		}
		type key struct {
			v uint64
			t uint32
		}
		want := map[key]int64{}
		keys := rapid.OneOf(
			rapid.Map(rapid.Int64Range(-3, 40), Int),
			rapid.Map(rapid.SampledFrom([]float64{0.5, 1, 2, 3.25, 1e300, -7}), Float),
			rapid.Map(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}), vm.String),
			rapid.Just(Bool(true)))
		for step := range int64(rapid.IntRange(1, 150).Draw(t, "steps")) {
			k := keys.Draw(t, "key")
			n := normal(k)
			if rapid.IntRange(0, 2).Draw(t, "what") == 0 {
				vm.set(tab, k, Nil)
				delete(want, key{n.v, n.t})
			} else {
				vm.set(tab, k, Int(step))
				want[key{n.v, n.t}] = step
			}
			vm.gcWork(rapid.IntRange(0, 60).Draw(t, "work"))
			count := 0
			for k, hint := Nil, uint32(0); ; count++ {
				var v Value
				var ok bool
				if k, v, hint, ok = vm.next(tab, k, hint); !ok {
					t.Fatal("next does not know its own key")
				}
				if k.t == tNil {
					break
				}
				if w, ok := want[key{k.v, k.t}]; !ok || int64(v.v) != w {
					t.Fatalf("key %v: %v, want %d", k, v, w)
				}
				if got := vm.get(tab, k); got.v != v.v {
					t.Fatalf("key %v: get says %v", k, got)
				}
			}
			if count != len(want) {
				t.Fatalf("%d keys, want %d", count, len(want))
			}
			if l := vm.length(tab); l > 0 && vm.getInt(tab, l).t == tNil || vm.getInt(tab, l+1).t != tNil {
				t.Fatalf("%d is no border", l)
			}
		}
		if err := vm.verify(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestHeapSizes: heaps whose bytes 32 bits do not count are refused, rather than that texts in them are lost.
func TestHeapSizes(t *testing.T) {
	for _, size := range []int64{-1, 1, 64<<10 - 1, 1<<32 + 1, 1 << 36, 1<<36 + 1} {
		if vm, err := New(Config{Heap: size}); err == nil || vm != nil {
			t.Errorf("a heap of %d bytes is made: %v", size, err)
		}
	}
}
