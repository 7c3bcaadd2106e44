package node

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/lang/asn1"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/reactor"
)

// steering are parameters as package param/gen writes them.
type steering struct {
	Gain   float64
	Tries  int64
	Mode   string
	Ranges []float64
	Loud   bool
}

func (s steering) Validate() error {
	if s.Gain == 2.5 {
		return errors.New("a gain of 2.5 is not valid")
	}
	return nil
}

func (s steering) Clone() steering { s.Ranges = slices.Clone(s.Ranges); return s }

func steeringOf(v *param.Value) (s steering) {
	g := v.Member("gains")
	s = steering{g.Member("kp").Real, v.Member("tries").Int, v.Member("mode").Text, nil, v.Member("loud").Bool}
	for _, p := range v.Member("ranges").Parts {
		s.Ranges = append(s.Ranges, p.Value.Real)
	}
	return s
}

const steeringModule = `M DEFINITIONS ::= BEGIN
P ::= SEQUENCE {
  gains  SEQUENCE { kp REAL (0..3), ki REAL OPTIONAL }, -- of the loop
  tries  INTEGER (1..9),
  mode   ENUMERATED { calm, wild },
  ranges SEQUENCE (SIZE (2)) OF REAL (0..MAX), -- unit: m
  loud   BOOLEAN,
  name   UTF8String
}
END`

func steered(t testing.TB, live ...string) Described[steering] {
	t.Helper()
	set, faults := asn1.Parse(asn1.Source{Name: "m", Text: []byte(steeringModule)})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	k := set.Modules[0].Types[0]
	v, faults := param.Read(k, param.ASN1, "v", []byte(`{ gains { kp 1.5 }, tries 3, mode calm, ranges { 1, 2 }, loud FALSE, name "x" }`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return Described[steering]{Type: k, Value: v, Of: steeringOf, Live: live}
}

// helm is a node whose algorithm is a reactor of its own.
type helm struct {
	Node[steering, memory]
	eye   *eye
	tuned []string
	late  reactor.Timer
}

// Recover begins anew.
func (h *helm) Recover(error) State { return Init }

func (h *helm) Tune(s steering) error {
	if h.tuned = append(h.tuned, fmt.Sprint(h.Tag().Time, s)); s.Tries == 7 {
		return errors.New("7 is unlucky")
	}
	return nil
}

type eye struct {
	reactor.Reactor
	order reactor.In[None]
	tick  reactor.Timer
	seen  []string
}

func newHelm(t testing.TB, live ...string) (*reactor.Main, *helm) {
	t.Helper()
	m := reactor.NewMain("helm")
	h := &helm{}
	reactor.Init(m, "helm", h)
	if err := h.Setup(Config{}, steering{}, h); err != nil {
		t.Fatal(err)
	}
	e := &eye{}
	reactor.Init(&h.Running, "eye", e)
	h.eye = e
	e.tick.Set(5*ms, 10*ms)
	if err := h.Describe(steered(t, live...), &e.order); err != nil {
		t.Fatal(err)
	}
	revision := uint64(0)
	e.Reaction("look").On(&e.tick).Uses(&e.order).Do(func() {
		if r := h.Revision(); r != revision {
			revision = r
			e.seen = append(e.seen, fmt.Sprint(e.Tag().Time, h.Params()))
		}
	})
	return m, h
}

// wish is a change that is asked for at a time.
type wish struct {
	at   int // ms
	path string
	to   any
}

// grant runs the program of a helm for 400 ms, asking for changes, and returns the answers.
func grant(t *testing.T, m *reactor.Main, observe func(*reactor.Program), all ...wish) (answers []string) {
	t.Helper()
	var p *reactor.Program
	receipts := make([]*reactor.Receipt, len(all))
	var acts []act
	for i, w := range all {
		acts = append(acts, act{time.Duration(w.at) * ms, func(*script) {
			for k, d := range p.Doors() {
				if d.Path == "helm."+w.path {
					receipts[i] = p.Submit(k, func(at unsafePointer) { reflect.NewAt(d.Type, at).Elem().Set(reflect.ValueOf(w.to)) })
				}
			}
		}})
	}
	newScript(m, acts...)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	observe(p)
	p.Run(reactor.Tag{Time: reactor.Time(400 * ms)})
	for i, r := range receipts {
		say := "there is no door"
		if r != nil {
			_, err, done := r.Outcome()
			if say = "taken"; err != nil || !done {
				say = fmt.Sprint(err)
			}
		}
		answers = append(answers, fmt.Sprintf("%d %s: %s", all[i].at, all[i].path, say))
	}
	return answers
}

// refusals notes at what times doors refused.
type refusals struct {
	p  *reactor.Program
	at []string
}

func (r *refusals) AtTag(_ *reactor.Enclave, rec reactor.Record) {
	doors := r.p.Doors()
	for _, k := range rec.Doors {
		if doors[k].Refused() {
			r.at = append(r.at, fmt.Sprint(rec.Tag.Time, " ", doors[k].Path))
		}
	}
}

// TestDescribedParameters: what is live is changed through doors, in its bounds and if the node agrees, and what is refused
// moves nothing; what is not live is constant; all can be listed.
func TestDescribedParameters(t *testing.T) {
	m, h := newHelm(t, "gains.kp", "tries", "mode", "ranges", "loud")
	var doors, constants []string
	r := &refusals{}
	got := grant(t, m, func(p *reactor.Program) {
		r.p = p
		p.Observe(r)
		for _, d := range p.Doors() {
			if d.Param != nil {
				doors = append(doors, fmt.Sprintf("%s %s %v..%v", d.Path, d.Param.Type, d.Param.Min, d.Param.Max))
			}
		}
		for _, c := range p.Constants() {
			constants = append(constants, c.Path+" "+c.Value+" "+c.Type+" "+c.Unit)
		}
	}, wish{10, "gains.kp", 2.0}, wish{20, "gains.kp", 4.0}, wish{30, "gains.kp", 2.5}, wish{40, "tries", int64(7)}, wish{50, "mode", "odd"}, wish{60, "mode", "wild"},
		wish{70, "ranges[1]", 5.0}, wish{80, "ranges[0]", -1.0}, wish{90, "loud", true}, wish{92, "name", "y"})
	wantLines(t, "doors", doors, "helm.gains.kp a number from 0 to 3 0..3", "helm.tries a whole number from 1 to 9 1..9", "helm.mode one of calm, wild 0..0",
		"helm.ranges[0] a number from 0 m 0..0", "helm.ranges[1] a number from 0 m 0..0", "helm.loud true or false 0..0")
	wantLines(t, "constants", constants, `helm.name "x" a text of characters `)
	wantLines(t, "answers", got, "10 gains.kp: taken", "20 gains.kp: 4 is out of range; give a number from 0 to 3", "30 gains.kp: a gain of 2.5 is not valid",
		"40 tries: 7 is unlucky", `50 mode: mode is "odd"; take one of calm, wild`, "60 mode: taken", "70 ranges[1]: taken",
		"80 ranges[0]: ranges[0] is -1 m; give a number from 0 m", "90 loud: taken", "92 name: there is no door")
	wantLines(t, "refusals", r.at, "20ms helm.gains.kp", "30ms helm.gains.kp", "40ms helm.tries", "50ms helm.mode", "80ms helm.ranges[0]")
	wantLines(t, "seen", h.eye.seen, "5ms {1.5 3 calm [1 2] false}", "15ms {2 3 calm [1 2] false}", "65ms {2 3 wild [1 2] false}", "75ms {2 3 wild [1 5] false}", "95ms {2 3 wild [1 5] true}")
	wantLines(t, "tuned", h.tuned, "10ms {2 3 calm [1 2] false}", "40ms {2 7 calm [1 2] false}", "60ms {2 3 wild [1 2] false}", "70ms {2 3 wild [1 5] false}", "90ms {2 3 wild [1 5] true}")
}

// TestDescribedIsChecked: what cannot change is refused before the program is built, and Configure has no place.
func TestDescribedIsChecked(t *testing.T) {
	m := reactor.NewMain("helm")
	h := &helm{}
	reactor.Init(m, "helm", h)
	if err := h.Setup(Config{}, steering{}, h); err != nil {
		t.Fatal(err)
	}
	wantLines(t, "faults", codes(h.Describe(steered(t, "gains", "nosuch", "name"))), "node-parameters helm.gains.ki", "node-parameters helm.nosuch")
	defer func() {
		if s := fmt.Sprint(recover()); !strings.Contains(s, "those of its description") {
			t.Error(s)
		}
	}()
	h.Configure(steering{})
}

// TestChangesOutliveInit: after a fault and another Init the node has the parameters that were changed.
func TestChangesOutliveInit(t *testing.T) {
	m, h := newHelm(t, "tries")
	h.Begin(func() memory { return memory{Sum: 4} })
	h.late.Set(20*ms, 0)
	h.Running.Reaction("fail").On(&h.late).Do(func() { h.Vars().Sum++; h.Fail(errors.New("no")) })
	grant(t, m, func(*reactor.Program) {}, wish{10, "tries", int64(5)})
	if h.Params().Tries != 5 || h.Vars().Sum != 4 || h.Revision() != 3 {
		t.Error(h.Params(), h.Vars(), h.Revision())
	}
}
