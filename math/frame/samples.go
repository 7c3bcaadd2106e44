package frame

import (
	"sort"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// sample is the pose of a frame at a time.
type sample struct {
	at     int64
	parent int32
	pose   spatial.Pose
}

// samples are a frame's history in a ring, the oldest first.
type samples struct {
	ring  []sample
	head  int
	count int
}

func (s *samples) at(i int) *sample { return &s.ring[(s.head+i)%len(s.ring)] }

func (s *samples) clear() { s.head, s.count = 0, 0 }

// shift forgets the oldest.
func (s *samples) shift() {
	s.head = (s.head + 1) % len(s.ring)
	s.count--
}

// search finds the first sample that is not before a time.
func (s *samples) search(at int64) int {
	return sort.Search(s.count, func(i int) bool { return s.at(i).at >= at })
}

// insert puts x before sample i. If that makes more than most, the oldest is forgotten, which may be x.
func (s *samples) insert(x sample, i, most int) (forgot bool) {
	if s.count == most {
		if i == 0 {
			return true
		}
		s.shift()
		i, forgot = i-1, true
	}
	if s.count == len(s.ring) {
		ring := make([]sample, min(most, max(1, 2*len(s.ring))))
		for k := range s.count {
			ring[k] = *s.at(k)
		}
		s.ring, s.head = ring, 0
	}
	s.count++
	for k := s.count - 1; k > i; k-- {
		*s.at(k) = *s.at(k - 1)
	}
	*s.at(i) = x
	return forgot
}

// sample returns the parent and the pose in it at a time; ok is false if the samples do not reach that time. When the
// parent changes, the earlier sample holds until the change.
func (n *node) sample(at int64) (parent int32, pose spatial.Pose, ok bool) {
	if n.fixed {
		s := n.at(0)
		return s.parent, s.pose, true
	}
	i := n.search(at)
	if i == n.count {
		return 0, spatial.Pose{}, false
	}
	after := n.at(i)
	if after.at == at {
		return after.parent, after.pose, true
	}
	if i == 0 {
		return 0, spatial.Pose{}, false
	}
	before := n.at(i - 1)
	if before.parent != after.parent {
		return before.parent, before.pose, true
	}
	part := float64(uint64(at)-uint64(before.at)) / float64(uint64(after.at)-uint64(before.at))
	return before.parent, before.pose.Toward(after.pose, part), true
}
