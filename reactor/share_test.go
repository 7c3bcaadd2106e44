package reactor

import (
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
)

// list is copied when it waits, chart is never changed.
type (
	list  []int
	chart struct{ Points *[]int }
	nest  struct {
		list
		Charts [2]*atlas
	}
	atlas  struct{ Pages map[int]string }
	framed struct {
		chart
		Notes []string
	}
)

func (l list) Clone() list  { return slices.Clone(l) }
func (chart) Immutable()    {}
func (*atlas) Immutable()   {}
func (n *nest) Clone() nest { return nest{n.list.Clone(), n.Charts} }

func TestWhatAnAssignmentDoesNotCopy(t *testing.T) {
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[[4]float64](), ""},
		{reflect.TypeFor[struct {
			Name string
			At   time.Time
			D    time.Duration
			C    complex64
		}](), ""},
		{reflect.TypeFor[[0][]int](), ""},
		{reflect.TypeFor[[]int](), "a []int"},
		{reflect.TypeFor[struct{ A [2]struct{ B []int } }](), "a []int in A[i].B"},
		{reflect.TypeFor[struct{ M map[string]int }](), "a map[string]int in M"},
		{reflect.TypeFor[struct{ f func() }](), "a func() in f"},
		{reflect.TypeFor[error](), "a error"},
		{reflect.TypeFor[*int](), "a *int"},
		{reflect.TypeFor[chan int](), "a chan int"},
		{reflect.TypeFor[chart](), ""},
		{reflect.TypeFor[*atlas](), ""},
		{reflect.TypeFor[struct{ A *atlas }](), ""},
		{reflect.TypeFor[*chart](), ""}, // has the method too
		{reflect.TypeFor[framed](), "a []string in Notes"},
		{reflect.TypeFor[nest](), "a reactor.list in list"},
	} {
		if got := Shares(c.t); got != c.want {
			t.Errorf("%v: %q, want %q", c.t, got, c.want)
		}
	}
	if Shares(reflect.TypeFor[netip.Addr]()) == "" {
		t.Error("netip.Addr holds a pointer and does not say what becomes of it")
	}
}

// mailing sends values of a type on every way that takes time.
type mailing[T any] struct {
	Reactor
	T                     Timer
	A                     Action[T]
	P                     PhysicalAction[T]
	Out                   Out[T]
	Now, Late, Phys, Loop In[T]
}

// mails makes a sender and, in an enclave, a receiver; make returns the value and change modifies it after it was sent.
func mails[T any](make func() T, change func(T)) (m *Main, got *[]string) {
	m, got = NewMain("main"), &[]string{}
	s, far := &mailing[T]{}, &mailing[T]{}
	Init(m, "s", s)
	Init(m, "far", far)
	far.Isolate()
	Connect(&s.Out, &s.Late).After(time.Millisecond)
	Connect(&s.Out, &s.Loop).After(0)
	Connect(&s.Out, &s.Phys).Physical()
	Connect(&s.Out, &far.Late).After(time.Millisecond)
	s.Reaction("send").On(&s.T).Sets(&s.A, &s.Out).Do(func() {
		v := make()
		s.A.Schedule(v, time.Millisecond)
		s.P.Schedule(v, time.Millisecond)
		change(v)
		v = make()
		s.Out.Set(v)
	})
	s.Reaction("spoil").On(&s.Loop).Do(func() { change(s.Loop.Get()) })
	for _, r := range []*mailing[T]{s, far} {
		r.Reaction("see").On(&r.A, &r.P, &r.Late, &r.Phys).Do(func() {
			say := func(what string, present bool, v T) {
				if present {
					*got = append(*got, fmt.Sprintf("%s.%s %v", r.Name(), what, v))
				}
			}
			say("a", r.A.Present(), r.A.Get())
			say("p", r.P.Present(), r.P.Get())
			say("late", r.Late.Present(), r.Late.Get())
			say("phys", r.Phys.Present(), r.Phys.Get())
		})
	}
	return m, got
}

func TestValuesThatWaitAreNobodyElses(t *testing.T) {
	want := []string{"s.phys [1 2]", "s.a [1 2]", "s.p [1 2]", "s.late [1 2]", "far.late [1 2]"}
	check := func(name string, m *Main, got *[]string) {
		t.Helper()
		build(t, m).Run(ForeverTag)
		if d := cmp.Diff(want, *got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	m, got := mails(func() list { return list{1, 2} }, func(l list) { l[0] = 9 })
	check("list", m, got)
	m, got = mails(func() [2]int { return [2]int{1, 2} }, func(a [2]int) { a[0] = 9 })
	check("array", m, got)
}

func TestSharedValuesDoNotBuild(t *testing.T) {
	m, _ := mails(func() []int { return nil }, func([]int) {})
	_, err := Build(m, Options{})
	if err == nil {
		t.Fatal("a []int was let across time")
	}
	for _, want := range []string{
		"s.a: holds values until they are due, and []int has a []int, which sender and receiver would share; send arrays, or give",
		"s.p: holds values until they are due",
		"far.a: holds", "far.p: holds",
		"s.late: carries values from s.out to another tag",
		"s.loop: carries values from s.out to another tag",
		"s.phys: carries values from s.out to another tag",
		"far.late: carries values from s.out to another enclave",
		"share_test.go:",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	if n := len(err.(diag.Faults)); n != 8 {
		t.Errorf("%d faults, want 8:\n%v", n, err)
	}
	same := NewMain("main")
	a, b := &mailing[*atlas]{}, &struct {
		Reactor
		In In[*atlas]
	}{}
	Init(same, "a", a)
	Init(same, "b", b)
	Connect(&a.Out, &b.In)
	build(t, same)
	tag := NewMain("main") // at the same tag a slice is nobody's fault
	x, y := &struct {
		Reactor
		Out Out[[]int]
	}{}, &struct {
		Reactor
		In In[[]int]
	}{}
	Init(tag, "x", x)
	Init(tag, "y", y)
	Connect(&x.Out, &y.In)
	build(t, tag)
}
