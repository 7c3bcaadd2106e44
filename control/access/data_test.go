package access

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
)

// act is what a thread does at a time: it reads, and perhaps writes.
type act struct {
	at     time.Duration
	writes bool
}

// user is a thread that does some acts with shared data.
type user struct {
	reactor.Reactor
	next  reactor.Action[int]
	data  Data[int]
	acts  []act
	value int // the next to be written
	saw   []string
}

func newUser(parent reactor.Parent, name string, first int, acts []act) *user {
	u := &user{acts: acts, value: first}
	reactor.Init(parent, name, u)
	u.data.Init(&u.Reactor, "data")
	u.Reaction("begin").On(u.Startup()).Sets(&u.next).Do(func() {
		for i, a := range u.acts {
			u.next.Schedule(i, a.at)
		}
	})
	u.Reaction("act").On(&u.next).Uses(&u.data.Change).Sets(&u.data.Write).Do(func() {
		u.saw = append(u.saw, fmt.Sprint(u.Tag().Time, *u.data.Get()))
		if u.acts[u.next.Get()].writes {
			u.data.Set(u.value)
			u.value++
		}
	})
	return u
}

// TestData: whatever threads do with shared data, and however many of them work at once, each reads what was there when its tag
// began, and the writes of a tag are carried out in the order of the channels.
func TestData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		threads := rapid.IntRange(1, 5).Draw(t, "threads")
		var acts [][]act
		for k := range threads {
			times := rapid.SliceOfNDistinct(rapid.IntRange(1, 12), 0, 6, rapid.ID[int]).Draw(t, fmt.Sprint("times ", k))
			slices.Sort(times)
			var all []act
			for _, at := range times {
				all = append(all, act{time.Duration(at) * ms, rapid.Bool().Draw(t, "writes")})
			}
			acts = append(acts, all)
		}
		want, unseen := predicted(acts)
		for _, workers := range []int{1, 3} {
			m := reactor.NewMain("m")
			inner := newHolder(m, threads)
			var users []*user
			for k := range threads {
				u := newUser(m, fmt.Sprint("u", k), 100*(k+1), acts[k])
				Join(u.data.Lines(), inner.lines.Lines().Part(k, 1))
				users = append(users, u)
			}
			p, err := reactor.Build(m, reactor.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			p.Run(reactor.Tag{Time: reactor.Time(20 * ms)})
			for k, u := range users {
				if !slices.Equal(u.saw, want[k]) {
					t.Fatalf("%d workers: thread %d saw %v, not %v", workers, k, u.saw, want[k])
				}
			}
			if inner.cell.unseen != unseen {
				t.Fatalf("%d values were unseen, not %d", inner.cell.unseen, unseen)
			}
		}
	})
}

// predicted is what each thread sees, by the rule alone.
func predicted(acts [][]act) (saw [][]string, unseen uint64) {
	saw = make([][]string, len(acts))
	value, next := 0, make([]int, len(acts))
	for k := range acts {
		next[k] = 100 * (k + 1)
	}
	for at := range 13 {
		now, writes := value, uint64(0)
		for k := range acts {
			for _, a := range acts[k] {
				if a.at != time.Duration(at)*ms {
					continue
				}
				saw[k] = append(saw[k], fmt.Sprint(a.at, now))
				if a.writes {
					value, writes = next[k], writes+1
					next[k]++
				}
			}
		}
		if writes > 1 {
			unseen += writes - 1
		}
	}
	return saw, unseen
}

// holder has data that those outside share.
type holder struct {
	reactor.Reactor
	lines Gives[Write[int], Change]
	cell  *Cell[int]
}

func newHolder(parent reactor.Parent, threads int) *holder {
	h := &holder{}
	reactor.Init(parent, "holder", h)
	h.lines.Init(&h.Reactor, "data_set", "data_change", threads)
	h.cell = NewCell[int](h, "data", threads)
	Join(h.lines.Lines(), h.cell.Lines())
	return h
}

// TestNoRight: only a reaction that has declared the change may read, since another could run beside the owner.
func TestNoRight(t *testing.T) {
	m := reactor.NewMain("m")
	u := newUser(m, "u", 1, nil)
	u.Reaction("undeclared").On(u.Startup()).Do(func() { u.data.Get() })
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a reaction reads data whose change it has not declared")
		}
	}()
	p.Run(reactor.Tag{Time: reactor.Time(ms)})
}

// TestNoOwner: data that nobody owns are zero.
func TestNoOwner(t *testing.T) {
	m := reactor.NewMain("m")
	u := newUser(m, "u", 5, []act{{ms, true}, {2 * ms, false}})
	built(t, m, 1).Run(reactor.Tag{Time: reactor.Time(3 * ms)})
	if !slices.Equal(u.saw, []string{"1ms 0", "2ms 0"}) {
		t.Error(u.saw)
	}
}

// TestDataAllocates: reading and writing allocate nothing, however large the data.
func TestDataAllocates(t *testing.T) {
	type large [4096]byte
	m := reactor.NewMain("m")
	u := &struct {
		reactor.Reactor
		tick reactor.Timer
		data Data[large]
		v    large
	}{}
	reactor.Init(m, "u", u)
	u.tick.Set(0, ms)
	u.data.Init(&u.Reactor, "data")
	u.Reaction("run").On(&u.tick).Uses(&u.data.Change).Sets(&u.data.Write).Do(func() {
		u.v[0] = u.data.Get()[0] + 1
		u.data.Set(u.v)
	})
	c := NewCell[large](m, "c", 1)
	Join(u.data.Lines(), c.Lines())
	p := built(t, m, 1)
	p.Start()
	for range 100 {
		p.Step(nil)
	}
	if x := testing.AllocsPerRun(1000, func() { p.Step(nil) }); x > 0 || c.value[0] == 0 {
		t.Errorf("a tag allocates %v times, %d", x, c.value[0])
	}
}
