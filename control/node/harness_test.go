package node

import (
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
)

type unsafePointer = unsafe.Pointer

// sink keeps what it gets.
type sink struct {
	reactor.Reactor
	Value reactor.In[float64]
}

func newSink(parent reactor.Parent, into *[]float64) *sink {
	s := &sink{}
	reactor.Init(parent, "sink", s)
	s.Reaction("take").On(&s.Value).Do(func() { *into = append(*into, s.Value.Get()) })
	return s
}
