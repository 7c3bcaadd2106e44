package lemon

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

// trial is a lock-step run to which faults happen, with all that was seen of it. The arm is looked at every
// millisecond in the simulator itself, behind the box and the wire, so that nothing the program believes counts.
type trial struct {
	p      Params
	seed   uint64
	length time.Duration
	script []event
	hooks  hooks
	sink   io.Writer // in place of the recording's file
	out    string
	settle time.Duration // how long an arm may take to rest that is told no more; 0 for 300 ms

	arm      []look
	data     []timed[WorldData]
	commands []timed[Command]
	states   []timed[SafetyState]
	plans    []timed[Plan]
	located  []timed[Located]
	targets  []timed[Target]
	s        *session
	sum      *Summary
	err      error
}

// look is the arm at a time of the simulator.
type look struct {
	at    time.Duration
	q, dq [Joints]float64
	tip   spatial.Vec3
}

type timed[T any] struct {
	at time.Duration
	v  T
}

const ms = time.Millisecond

// newTrial prepares a run of the demo with a camera of 15 frames a second, which halves the test's time.
func newTrial(length time.Duration) *trial {
	p := DefaultParams()
	p.FrameRate = 15
	return &trial{p: p, seed: 1, length: length}
}

// at adds an event.
func (r *trial) at(t time.Duration, do func(*session)) {
	r.script = append(r.script, event{t, do})
}

// order adds an order of the operator.
func (r *trial) order(t time.Duration, o OperatorCommand) {
	r.at(t, func(s *session) { s.net.Operator.Order.Schedule(o, 0) })
}

// wire lets the wire misbehave from a time on.
func (r *trial) wire(t time.Duration, f box.Failures) {
	f.Seed = r.seed
	r.at(t, func(s *session) { s.rig.Net.SetFailures(f) })
}

func tapAll[T any](t *testing.T, rec *record.Recorder, path string, to *[]timed[T]) {
	t.Helper()
	err := record.Tap(rec, path, func(tag reactor.Tag, v *T) { *to = append(*to, timed[T]{tag.Time.Duration(), *v}) })
	if err != nil {
		t.Fatal(err)
	}
}

// run runs the trial.
func (r *trial) run(t *testing.T) *trial {
	t.Helper()
	chain, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	data := kinematics.NewData(chain)
	script := slices.Clone(r.script)
	for at := ms; at <= r.length; at += ms {
		script = append(script, event{at, func(s *session) {
			l := look{at: at}
			s.rig.World.State(l.q[:], l.dq[:], make([]float64, Joints))
			l.tip = chain.FK(data, l.q[:]).P
			r.arm = append(r.arm, l)
		}})
	}
	slices.SortStableFunc(script, func(a, b event) int { return int(a.at - b.at) })
	h := r.hooks
	h.script = script
	h.ready = func(s *session) {
		r.s = s
		tapAll(t, s.rec, "robot.world_data", &r.data)
		tapAll(t, s.rec, "planning.safety.checked", &r.commands)
		tapAll(t, s.rec, "planning.safety.verdict", &r.states)
		tapAll(t, s.rec, "planning.planner.next", &r.plans)
		tapAll(t, s.rec, "vision.camera.located", &r.located)
		tapAll(t, s.rec, "vision.validation.valid", &r.targets)
		if r.hooks.ready != nil {
			r.hooks.ready(s)
		}
	}
	r.sum, _, r.err = ran(context.Background(), options{Params: r.p, Fast: true, For: r.length, Seed: r.seed, Out: r.out, Sink: r.sink, hooks: h})
	return r
}

// safe runs the trial and checks what must hold whatever happens: no limit violation, an arm that moves smoothly
// and within its workspace, and none that moves while the robot is not ready.
func (r *trial) safe(t *testing.T) *trial {
	t.Helper()
	if r.run(t); r.err != nil {
		t.Fatal(r.err)
	}
	if r.sum.Violations != 0 {
		t.Errorf("%d limit violations", r.sum.Violations)
	}
	if r.sum.DeadlineMisses != 0 {
		t.Errorf("%d deadline misses in lock-step", r.sum.DeadlineMisses)
	}
	if got, want := len(r.data), int((r.length-r.p.StartAfter)/r.p.Period)+1; got != want {
		t.Errorf("%d cycles of control, want %d", got, want)
	}
	r.smooth(t)
	r.stillWhenUnready(t)
	r.bound(t)
	return r
}

// smooth checks the arm's joints by differences: the box spreads commands over a cycle and the servos follow, so
// that speeds stay below a joint's limit and accelerations below what the box itself uses to stop after an error.
func (r *trial) smooth(t *testing.T) {
	t.Helper()
	var speed, acc float64
	for i := 1; i < len(r.arm); i++ {
		for j := range Joints {
			speed = max(speed, math.Abs(r.arm[i].dq[j]))
			acc = max(acc, math.Abs(r.arm[i].dq[j]-r.arm[i-1].dq[j])/ms.Seconds())
		}
	}
	if speed > xarm.JointSpeed || acc > 2*xarm.JointAcc {
		t.Errorf("joints reached %.3g rad/s and %.3g rad/s²", speed, acc)
	}
	t.Logf("joints: %.3g rad/s, %.3g rad/s²", speed, acc)
}

// stillWhenUnready checks that the arm rests from the settling time after the robot ceased to be ready until it is again.
func (r *trial) stillWhenUnready(t *testing.T) {
	t.Helper()
	since := time.Duration(-1)
	settle := r.settle
	if settle == 0 {
		settle = 300 * ms
	}
	k := 0
	for _, l := range r.arm {
		for k < len(r.data) && r.data[k].at <= l.at {
			switch d := &r.data[k]; {
			case d.v.Ready:
				since = -1
			case since < 0:
				since = d.at
			}
			k++
		}
		if since < 0 || l.at < since+settle {
			continue
		}
		for _, v := range l.dq {
			if math.Abs(v) > 0.01 {
				t.Fatalf("at %v a joint moves at %.3g rad/s though the robot has not been ready since %v", l.at, v, since)
			}
		}
	}
}

// bound checks that the tip never left the workspace by more than the box's own braking takes.
func (r *trial) bound(t *testing.T) {
	t.Helper()
	l := r.p.Limits()
	for _, a := range r.arm {
		if c := l.Clearance(a.tip); c < -0.02 {
			t.Fatalf("at %v the tip is %.1f mm outside the workspace", a.at, -1000*c)
		}
	}
}

// speed is the greatest speed of the tip in m/s between two times, over windows of 4 ms.
func (r *trial) speed(from, to time.Duration) float64 {
	top := 0.0
	for i := 4; i < len(r.arm); i++ {
		if a := r.arm[i]; a.at >= from && a.at <= to {
			top = max(top, a.tip.Dist(r.arm[i-4].tip)/(4*ms).Seconds())
		}
	}
	return top
}

// rests checks that the tip does not move in a span of time.
func (r *trial) rests(t *testing.T, from, to time.Duration) {
	t.Helper()
	if v := r.speed(from, to); v > 0.001 {
		t.Errorf("the tip moves at %.2g m/s between %v and %v", v, from, to)
	}
}

// follows checks that in the last second before a time the tool was where the lemon wants it, to 10 mm.
func (r *trial) follows(t *testing.T, by time.Duration) {
	t.Helper()
	truth := r.s.truth()
	worst, n := 0.0, 0
	for _, a := range r.arm {
		if a.at > by-time.Second && a.at <= by {
			goal, _ := truth(a.at)
			worst = max(worst, goal.Dist(a.tip))
			n++
		}
	}
	if n == 0 || worst > 0.010 {
		t.Errorf("before %v the tool is up to %.1f mm off", by, 1000*worst)
	}
}

// inOrder checks that good readings never go backwards in time: each is the arm as it was at a refresh of the box's
// registers, no earlier than the one before.
func (r *trial) inOrder(t *testing.T) {
	t.Helper()
	i := 0
	for _, d := range r.data {
		if d.v.Fault != xarm.FaultNone || d.at < r.p.StalePeriod {
			continue
		}
		was := i
		for i < len(r.arm) && r.arm[i].at <= d.at && !sameReading(&r.arm[i].q, &d.v.Q) {
			i++
		}
		if i == len(r.arm) || r.arm[i].at > d.at {
			t.Fatalf("the reading at %v is none the arm was at between %v and now", d.at, r.arm[was].at)
		}
	}
}

func sameReading(q, read *[Joints]float64) bool {
	for i := range q {
		if float64(float32(q[i])) != read[i] {
			return false
		}
	}
	return true
}

// ready returns the program's account of readiness: the times at which it changed.
func (r *trial) ready() (changes []time.Duration) {
	was := false
	for _, d := range r.data {
		if d.v.Ready != was {
			was = d.v.Ready
			changes = append(changes, d.at)
		}
	}
	return changes
}

// readyAt is whether the robot was ready in the last cycle before a time.
func (r *trial) readyAt(t *testing.T, at time.Duration, want bool) {
	t.Helper()
	got := false
	for _, d := range r.data {
		if d.at <= at {
			got = d.v.Ready
		}
	}
	if got != want {
		t.Errorf("at %v ready is %v, want %v; it changed at %v", at, got, want, r.ready())
	}
}

// again runs the same trial once more, recorded, compares the output hashes and replays the recording.
func (r *trial) again(t *testing.T) {
	t.Helper()
	b := &trial{p: r.p, seed: r.seed, length: r.length, script: r.script, hooks: r.hooks, out: t.TempDir()}
	if b.run(t); b.err != nil {
		t.Fatal(b.err)
	}
	if b.sum.OutputHash != r.sum.OutputHash {
		t.Fatalf("the same faults give %s and %s", r.sum.OutputHash, b.sum.OutputHash)
	}
	rep, err := run.Replay(context.Background(), []run.Spec{Spec{}}, filepath.Join(b.out, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	if !rep.Same() || rep.Hash != r.sum.OutputHash {
		t.Fatalf("replay gives %s, the run gave %s: %+v", rep.Hash, r.sum.OutputHash, rep.Diff)
	}
}

// jump is a path that stands at From and from time At on at To.
type jump struct {
	from, to spatial.Vec3
	when     time.Duration
}

// At implements sim.Path.
func (j jump) At(t time.Duration) (pos, vel spatial.Vec3) {
	if t < j.when {
		return j.from, vel
	}
	return j.to, vel
}

// lemon puts the lemon on a path.
func lemon(p sim.Path) func(*Rig) { return func(r *Rig) { r.World.Lemon().Path = p } }
