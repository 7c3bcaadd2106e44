package view

import "time"

// Since is since, and ReadLinks reads the links: tests look at what readers see in between.

const (
	RingSize = ringSize
	MaxPath  = maxPath
)

func (s *Series) Since(from uint64, f func(t time.Duration, v float64)) uint64 {
	return s.since(from, f)
}

func (h *Hub) ReadLinks(seen uint64, dst []float64) (uint64, bool) { return h.links.read(seen, dst) }
