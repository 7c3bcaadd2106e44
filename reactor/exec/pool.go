package exec

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// pool runs the reactions of one level on an enclave's workers. The thread that drives the enclave is worker 0.
type pool struct {
	e      *reactor.Enclave
	always bool          // split every level
	ids    []int32       // places of the level's reactions
	claim  atomic.Uint64 // epoch<<40 | size<<20 | next
	left   atomic.Int32
	epoch  uint64
	helper []*rt.Waiter
	quit   atomic.Bool
	gone   chan struct{}
	fault  atomic.Pointer[workerPanic]
	cost   []levelCost // indexed by the level's first reaction
}

// levelCost estimates the time to run a level on one thread.
type levelCost struct {
	ns   float64 // per reaction, 0 unknown
	runs uint32
}

// workerPanic carries a panic from a worker to the enclave's thread.
type workerPanic struct {
	reaction string
	value    any
	stack    []byte
}

const (
	levelMax    = 1<<20 - 1
	worthSplit  = 3 * time.Microsecond // a level shorter than this runs on one thread
	sampleEvery = 64
	spinFor     = 40 * time.Microsecond
)

func newPool(e *reactor.Enclave) *pool {
	p := &pool{e: e, gone: make(chan struct{})}
	if e.Workers() == 1 {
		return p
	}
	p.cost = make([]levelCost, e.Reactions())
	for w := 1; w < e.Workers(); w++ {
		wait := rt.NewWaiter(rt.Deep)
		p.helper = append(p.helper, wait)
		go p.help(w, wait)
	}
	return p
}

// runner is the LevelRunner for RunLevels: nil when there is one worker.
func (p *pool) runner() reactor.LevelRunner {
	if len(p.helper) == 0 {
		return nil
	}
	return p
}

// RunLevel runs the reactions ids, split among the workers when that pays.
func (p *pool) RunLevel(e *reactor.Enclave, ids []int32) {
	c := &p.cost[ids[0]]
	c.runs++
	if !p.always && (c.ns == 0 || c.ns*float64(len(ids)) < float64(worthSplit)) || len(ids) > levelMax {
		p.inTurn(e, ids, c)
		return
	}
	e.BeginParallel()
	p.ids = ids
	p.epoch++
	p.left.Store(int32(len(ids)))
	p.claim.Store(p.epoch<<40 | uint64(len(ids))<<20)
	for _, h := range p.helper[:min(len(p.helper), len(ids)-1)] {
		h.Wake()
	}
	p.work(0)
	for i := 0; p.left.Load() > 0; i++ {
		if i&0x3ff == 0x3ff {
			runtime.Gosched()
		}
	}
	e.EndParallel()
	if f := p.fault.Swap(nil); f != nil {
		panic(*f)
	}
}

// inTurn runs a level on the calling thread and occasionally measures it.
func (p *pool) inTurn(e *reactor.Enclave, ids []int32, c *levelCost) {
	if c.ns > 0 && c.runs%sampleEvery != 0 {
		for _, id := range ids {
			e.Invoke(0, id)
		}
		return
	}
	t := rt.Now()
	for _, id := range ids {
		e.Invoke(0, id)
	}
	ns := float64(rt.Now()-t+1) / float64(len(ids))
	if c.ns == 0 {
		c.ns = ns
	}
	c.ns += (ns - c.ns) / 4
}

// work takes reactions until none is left. A claim combines the epoch, the size and the index, so a late worker finds
// the level used up instead of taking reactions from the next one.
func (p *pool) work(w int) (did bool) {
	for p.available() {
		c := p.claim.Add(1) - 1
		i, n := int(c&levelMax), int(c>>20&levelMax)
		if i >= n {
			return did
		}
		did = true
		p.invoke(w, p.ids[i])
		p.left.Add(-1)
	}
	return did
}

func (p *pool) invoke(w int, id int32) {
	defer func() {
		if v := recover(); v != nil {
			p.fault.CompareAndSwap(nil, &workerPanic{p.e.Running(w), v, debug.Stack()})
		}
	}()
	p.e.Invoke(w, id)
}

// available reports whether the level has a reaction to take.
func (p *pool) available() bool {
	c := p.claim.Load()
	return c&levelMax < c>>20&levelMax
}

// help is a worker's thread: it works, spins briefly for more work, and sleeps.
func (p *pool) help(w int, wait *rt.Waiter) {
	defer func() { p.gone <- struct{}{} }()
	for !p.quit.Load() {
		if p.work(w) {
			for until := rt.Now() + int64(spinFor); rt.Now() < until && !p.available() && !p.quit.Load(); {
				for i := 0; i < 50 && !p.available(); i++ {
				}
			}
			continue
		}
		wait.WaitUntil(rt.Forever)
	}
}

// close ends the workers.
func (p *pool) close() {
	p.quit.Store(true)
	for _, h := range p.helper {
		h.Wake()
	}
	for range p.helper {
		<-p.gone
	}
}
