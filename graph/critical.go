package graph

// CriticalPath returns the chain of reactions that takes longest within one tag: each waits for the previous one,
// because of connections without delay or the order within its reactor. weight returns the duration of a reaction, in
// any unit; if it is nil each reaction has weight 1, or 0 if only startup, shutdown or a reset triggers it. Of equally
// long chains, CriticalPath returns the one with the smaller ids. The ids of g must be valid (see Check); reactions
// that wait for each other in a cycle are left out.
func CriticalPath(g *Graph, weight func(reaction int) float64) []int {
	if weight == nil {
		weight = g.oneEach
	}
	next := g.dependencies()
	waits := make([]int, len(next)) // number of reactions that must still come before it
	for _, to := range next {
		for _, v := range to {
			waits[v]++
		}
	}
	var ready []int
	for v, n := range waits {
		if n == 0 {
			ready = append(ready, v)
		}
	}
	took, before := make([]float64, len(next)), make([]int, len(next))
	for v := range before {
		before[v] = None
	}
	last := None
	for len(ready) > 0 {
		v := ready[0]
		ready = ready[1:]
		if v < len(g.Reactions) {
			took[v] += max(weight(v), 0)
			if took[v] > 0 && (last == None || took[v] > took[last] || took[v] == took[last] && v < last) {
				last = v
			}
		}
		for _, u := range next[v] {
			if took[v] > took[u] || took[v] > 0 && took[v] == took[u] && v < before[u] {
				took[u], before[u] = took[v], v
			}
			if waits[u]--; waits[u] == 0 {
				ready = append(ready, u)
			}
		}
	}
	var path []int
	for v := last; v != None; v = before[v] {
		if v < len(g.Reactions) {
			path = append(path, v)
		}
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// oneEach weighs a reaction 1, or 0 if it runs at most once while its mode is active.
func (g *Graph) oneEach(reaction int) float64 {
	for _, t := range g.Reactions[reaction].Triggers {
		if t.Kind == RefPort || t.Kind == RefTrigger && g.Triggers[t.ID].Kind >= Timer {
			return 1
		}
	}
	return 0
}
