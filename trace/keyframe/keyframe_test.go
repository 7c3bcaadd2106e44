package keyframe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// leaf has no pointers.
type leaf struct {
	a int64
	b uint8
	c float32
}

type named interface{ name() string }

type label string

func (l label) name() string { return string(l) }

// item has everything that a keeper must be able to follow.
type item struct {
	id     int
	text   string
	next   *item
	leaf   leaf
	inside *int64 // of some leaf
	list   []int32
	window []int32 // of somebody's list
	ptrs   []*item
	boxes  [3]box
	any    any
	named  named
	names  map[string]*item
	counts map[leaf]int
	shared atomic.Pointer[leaf]
	n      atomic.Uint64
	f      func() int
	locked guarded
}

type box struct {
	p *leaf
	s []leaf
}

// guarded holds a lock, which is not restored, among copied fields.
type guarded struct {
	mu   sync.Mutex
	vals []int
	by   map[int]int
}

// dump writes down everything that is reachable, with its addresses.
func dump(all []*item) string {
	var b strings.Builder
	seen := map[*item]bool{}
	var visit func(*item)
	visit = func(x *item) {
		if x == nil || seen[x] {
			return
		}
		seen[x] = true
		fmt.Fprintf(&b, "%p %d %q →%p %v", x, x.id, x.text, x.next, x.leaf)
		if x.inside != nil {
			fmt.Fprintf(&b, " inside %p %d", x.inside, *x.inside)
		}
		fmt.Fprintf(&b, " list %p %v|%v window %p %v|%v", x.list, x.list, x.list[:cap(x.list)], x.window, x.window, x.window[:cap(x.window)])
		fmt.Fprintf(&b, " ptrs %p %p", x.ptrs, x.ptrs[:cap(x.ptrs)])
		for _, y := range x.boxes {
			if y.p != nil {
				fmt.Fprintf(&b, " %p %v", y.p, *y.p)
			}
			fmt.Fprintf(&b, " %v", y.s)
		}
		switch v := x.any.(type) {
		case *leaf:
			fmt.Fprintf(&b, " any %p %v", v, *v)
		case *item:
			fmt.Fprintf(&b, " any %p", v)
			visit(v)
		case map[string]int, box, []int, int, nil:
			fmt.Fprintf(&b, " any %v", v)
		}
		fmt.Fprint(&b, " named ", x.named, " counts ", x.counts, " names ", len(x.names))
		for _, k := range slices.Sorted(mapKeys(x.names)) {
			fmt.Fprintf(&b, " %s:%p", k, x.names[k])
		}
		if l := x.shared.Load(); l != nil {
			fmt.Fprintf(&b, " shared %p %v", l, *l)
		}
		fmt.Fprintf(&b, " %d %v %v", x.n.Load(), x.locked.vals, x.locked.by)
		if x.f != nil {
			fmt.Fprintf(&b, " f %d", x.f())
		}
		b.WriteByte('\n')
		visit(x.next)
		for _, y := range x.ptrs {
			visit(y)
		}
		for _, k := range slices.Sorted(mapKeys(x.names)) {
			visit(x.names[k])
		}
	}
	for _, x := range all {
		visit(x)
	}
	return b.String()
}

func mapKeys(m map[string]*item) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// disturb changes something somewhere.
func disturb(t *rapid.T, all []*item) {
	some := func() *item { return rapid.SampledFrom(all).Draw(t, "item") }
	x, y, v := some(), some(), rapid.IntRange(-9, 9).Draw(t, "v")
	fresh := func() *item { return &item{id: v, next: y, names: map[string]*item{"x": x}} }
	l := leaf{int64(v), uint8(v), float32(v)}
	what := rapid.IntRange(0, 22).Draw(t, "what")
	if what >= 13 {
		disturbMore(t, what, x, y, v)
		return
	}
	switch what {
	case 0:
		x.id, x.text = v, fmt.Sprint(v)
	case 1:
		x.next = y
	case 2:
		x.next = fresh()
	case 3:
		x.leaf, x.inside = l, &y.leaf.a
	case 4:
		if x.inside != nil {
			*x.inside = int64(v)
		}
	case 5:
		x.list = append(x.list, int32(v))
	case 6:
		x.list = slices.Repeat([]int32{int32(v)}, rapid.IntRange(0, 5000).Draw(t, "n"))
	case 7:
		n := len(y.list)
		x.window = y.list[n/3 : n/2]
	case 8:
		for i := range x.window {
			x.window[i] = int32(v)
		}
	case 9:
		x.ptrs = append(x.ptrs, y, fresh())
	case 10:
		x.ptrs = x.ptrs[:len(x.ptrs)/2]
	case 11:
		x.boxes[1] = box{&leaf{int64(v), 1, 2}, []leaf{l, l}}
	case 12:
		if p := x.boxes[1].p; p != nil {
			p.a, x.boxes[1].s[1].c = int64(v), float32(v)
		}
	}
}

// disturbMore changes values behind interfaces, maps and locks.
func disturbMore(t *rapid.T, what int, x, y *item, v int) {
	l := leaf{int64(v), uint8(v), float32(v)}
	switch what {
	case 13:
		x.any = []any{nil, &l, y, map[string]int{"v": v}, box{s: []leaf{l}}, []int{v}, v}[rapid.IntRange(0, 6).Draw(t, "any")]
	case 14:
		switch a := x.any.(type) {
		case map[string]int:
			a["v"]++
		case box:
			a.s[0].a++
		case []int:
			a[0]++
		case *leaf:
			a.b++
		}
	case 15:
		x.named = label(fmt.Sprint(v))
	case 16:
		if x.names == nil {
			x.names = map[string]*item{}
		}
		x.names[fmt.Sprint(v)] = y
	case 17:
		delete(x.names, "x")
		clear(x.counts)
	case 18:
		if x.counts == nil {
			x.counts = map[leaf]int{}
		}
		x.counts[l]++
		x.counts[leaf{c: float32(math.NaN())}]++
	case 19:
		x.shared.Store(&leaf{a: int64(v)})
		x.n.Add(uint64(v))
	case 20:
		if p := x.shared.Load(); p != nil {
			p.a++
		}
		x.n.Add(1)
	case 21:
		x.locked.mu.Lock()
		x.locked.vals = append(x.locked.vals, v)
		x.locked.by = map[int]int{v: v}
		x.locked.mu.Unlock()
	case 22:
		x.f = func() int { return v }
	}
}

// TestAnywhere: whatever happens in between, every image restores the state in which it was taken, in any order.
func TestAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]*item, rapid.IntRange(1, 5).Draw(t, "items"))
		for i := range all {
			all[i] = &item{id: i}
		}
		k, err := NewKeeper([]any{&all})
		if err != nil {
			t.Fatal(err)
		}
		type taken struct {
			im   *Image
			text string
		}
		images := []taken{{k.Take(), dump(all)}}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				images = append(images, taken{k.Take(), dump(all)})
			case 1:
				x := rapid.SampledFrom(images).Draw(t, "image")
				k.Restore(x.im)
				if got := dump(all); got != x.text {
					t.Fatalf("restored:\n%s\ntaken:\n%s", got, x.text)
				}
			default:
				disturb(t, all)
			}
		}
		runtime.GC()
		for _, x := range images {
			k.Restore(x.im)
			if got := dump(all); got != x.text {
				t.Fatalf("at the end, restored:\n%s\ntaken:\n%s", got, x.text)
			}
		}
	})
}

// TestSharing: an image costs what changed.
func TestSharing(t *testing.T) {
	type state struct {
		big  []float64
		grow []int
		n    *int
	}
	s := &state{big: make([]float64, 1<<17), grow: make([]int, 0, 1<<16), n: new(int)}
	k, err := NewKeeper([]any{s})
	if err != nil {
		t.Fatal(err)
	}
	first := k.Take().Bytes()
	if first < 8<<17 {
		t.Errorf("the first image has %d bytes, less than what there is", first)
	}
	*s.n++
	s.big[77] = 1
	s.grow = append(s.grow, 1)
	second := k.Take()
	if n := second.Bytes(); n > 2*grain+8192 {
		t.Errorf("the second image has %d bytes for three changes", n)
	}
	s.big[78] = 2
	k.Restore(second)
	if n := k.Take().Bytes(); n > 8192 {
		t.Errorf("an image after Restore has %d bytes for no change", n)
	}
}

// counter saves itself.
type counter struct {
	n, asked, put int
	next          *counter
}

func (c *counter) SaveState() any      { c.asked++; return c.n }
func (c *counter) RestoreState(to any) { c.n = to.(int); c.put++ }

// scratch is no state.
type scratch struct{ pixels []byte }

func (*scratch) StatelessInKeyframes() {}

func TestSaverAndStateless(t *testing.T) {
	type state struct {
		c    counter // by value
		p    any     // by pointer
		more []counter
		s    scratch
		q    *scratch
		n    int
	}
	behind := &counter{n: 100}
	s := &state{c: counter{n: 1, next: behind}, p: &counter{n: 2}, more: []counter{{n: 3}, {n: 4}}, q: &scratch{[]byte("a")}, s: scratch{[]byte("b")}}
	k, err := NewKeeper([]any{s})
	if err != nil {
		t.Fatal(err)
	}
	im := k.Take()
	p := s.p.(*counter)
	s.c.n, p.n, s.more[1].n, behind.n, s.n = 11, 12, 14, 15, 16
	s.q.pixels[0], s.s.pixels = 'x', []byte("y")
	k.Restore(im)
	if s.c.n != 1 || p.n != 2 || s.more[1].n != 4 || s.n != 0 {
		t.Errorf("restored %+v, %+v", s, p)
	}
	if s.c.asked != 1 || s.c.put != 1 {
		t.Errorf("a Saver was asked %d times and restored %d times", s.c.asked, s.c.put)
	}
	if behind.n != 15 {
		t.Error("the keeper looked inside a Saver")
	}
	if string(s.q.pixels) != "x" || string(s.s.pixels) != "y" {
		t.Error("what is stateless was restored")
	}
}

// TestRandom: generators continue from where they were.
func TestRandom(t *testing.T) {
	type state struct {
		a *rand.Rand
		b *rand.ChaCha8
	}
	s := &state{rand.New(rand.NewPCG(1, 2)), rand.NewChaCha8([32]byte{1})}
	draw := func() (v [9]uint64) {
		for i := range v {
			v[i] = s.a.Uint64() ^ s.b.Uint64()
		}
		return v
	}
	draw()
	k, err := NewKeeper([]any{s})
	if err != nil {
		t.Fatal(err)
	}
	im := k.Take()
	want := draw()
	k.Restore(im)
	if got := draw(); got != want {
		t.Errorf("%v, then %v", want, got)
	}
}

// TestDeep: a long list does not need a deep stack, and memory that the program drops is released.
func TestDeep(t *testing.T) {
	type link struct{ next *link }
	root := &link{}
	grow := func(n int) {
		root.next = nil
		for range n {
			root.next = &link{root.next}
		}
	}
	k, err := NewKeeper([]any{root})
	if err != nil {
		t.Fatal(err)
	}
	grow(50000)
	k.Take()
	grow(10)
	im := k.Take()
	if n := len(k.blocks); n > 4000 {
		t.Errorf("%d blocks are kept for a list of ten", n)
	}
	grow(3)
	k.Restore(im)
	n := 0
	for x := root.next; x != nil; x = x.next {
		n++
	}
	if n != 10 {
		t.Errorf("the list has %d items, want 10", n)
	}
}

func TestRoots(t *testing.T) {
	m := map[string]int{"a": 1}
	k, err := NewKeeper([]any{m})
	if err != nil {
		t.Fatal(err)
	}
	im := k.Take()
	m["a"], m["b"] = 2, 3
	k.Restore(im)
	if len(m) != 1 || m["a"] != 1 {
		t.Errorf("restored %v", m)
	}
	_, err = NewKeeper([]any{m, 3, nil, (*int)(nil)})
	for _, want := range []string{"root 1 is int", "root 2 is <nil>", "root 3 is *int"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error %v does not say %q", err, want)
		}
	}
}
