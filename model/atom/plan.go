package atom

import (
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/period"
)

// Target is the machine that a model is to run on.
type Target struct {
	Cores         int                      // 1 when 0
	Times         map[string]time.Duration // measured worst times, which replace the model's: of computation by a path or by the identity of a definition, of communication by Between
	Communication time.Duration            // Δ_com of compositions for which neither a measurement nor the model states it
}

// Between is the name under which Target.Times has the communication time of a composition: "communication(C1)".
func Between(composition string) string { return "communication(" + composition + ")" }

// Plan is how a valid model runs: its periodic Atoms separated into compositions, each with a period that its Atoms allow and
// the target can schedule.
type Plan struct {
	Model     *Model
	Target    Target
	Groups    []Group
	Wires     []Wire      // all links between Atoms and Externals, resolved through Molecules and into Alternatives
	Constants []*Instance // run once, in this order, before anything else
	Reasons   []string    // why these periods were chosen, in words

	parts []*part // what Revise needs
}

// Worst returns the sum of equation 1 over instances that run one after the other, without the communication: their worst
// computation times, measured or as the model states them.
func (p *Plan) Worst(members ...*Instance) time.Duration {
	var q part
	for _, i := range members {
		alt, _ := Law(i)
		q.add(i, &i.Constraint, alt != nil)
	}
	sum, _ := q.worst(Target{Times: p.Target.Times})
	return sum
}

// Group is one composition after separation: Atoms that are temporally coupled, C1 or C2 of the paper.
type Group struct {
	Name     string
	Stages   []Stage       // its real-time loops, in the order in which they run
	Worst    time.Duration // t_comp_max(C), equation 1
	Between  time.Duration // Δ_com, included in Worst: the communication between its loops, per cycle
	Allowed  period.Set    // T_exe(C), equation 2
	Period   time.Duration
	Offset   time.Duration // of its first cycle: after the response of those it reads from, if they are as fast or faster and its period is a multiple of theirs
	Core     int
	Priority int           // by rate: 1 is the least urgent
	Response time.Duration // worst time from a cycle's start to its end, by response-time analysis, without Offset
}

// Stage is one real-time loop with its Atoms in the order in which they run.
//
// Members are Simple Atoms, Alternatives, periodic Externals, and sporadic Externals that have needs. Sporadic Atoms are at
// the place where they run when due. The Atoms of an Alternative's laws are together, law by law, followed by the Alternative
// itself, which gives the products of the law in command. Sporadic Externals that only produce are in no stage, because their
// products arrive from outside; Constant instances are in Plan.Constants.
type Stage struct {
	Name    string
	Members []*Instance
}

// Wire is a link between the Product of an Atom or External and a Need of another, with the Molecules' links in between
// resolved. A law of an Alternative reads from the source of the Alternative's need of the same name, and a Wire goes from
// each law's Product to the Alternative's; readers of the Alternative are wired to the Alternative's Product. Of the
// Alternative's needs only Select has a wire of its own.
type Wire struct {
	From, To *Port
	narrow   int32 // in Model.ranges
	last     int32 // of Model.Links, the one that ends it, counted from 1; 0: it ends at a law, to which no link leads
	Periodic bool  // a periodic link: sampled, it imposes neither coupling nor order
}

// Narrow returns what is valid at To beyond what From promises, to be guarded while it runs; zero: nothing.
func (w *Wire) Narrow() Validity { return w.To.Owner.model.ranges[w.narrow] }

// Links returns the links of Model.Links that the wire stands for, from the product on, while the model is unchanged.
func (w *Wire) Links() []int { return w.through(nil) }

// through appends the links of w to chain.
func (w *Wire) through(chain []int) []int {
	m, start := w.To.Owner.model, len(chain)
	n := w.last
	for range m.Links {
		if n == 0 {
			break
		}
		chain = append(chain, int(n)-1)
		from := m.Links[n-1].from
		if from == w.From.number {
			break
		}
		if n = m.into[from]; n == 0 { // a law's need: the link leads to that of its Alternative
			n = m.into[m.twin(from)]
		}
	}
	slices.Reverse(chain[start:])
	return chain
}

// Law returns the Alternative that has i in one of its laws, and the number of that law as Select counts them; nil and -1 if i
// is in none.
func Law(i *Instance) (alternative *Instance, number int) {
	for c := i; c.Parent != nil; c = c.Parent {
		if c.Parent.Kind != Alternative {
			continue
		}
		for n, l := range c.Parent.Children {
			if l == c {
				return c.Parent, n
			}
		}
	}
	return nil, -1
}
