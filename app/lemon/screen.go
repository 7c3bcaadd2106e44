package lemon

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
)

// screen shows a run on a hub. Its methods other than develop are called from the program's threads and are quick.
type screen struct {
	figure
	hub    *view.Hub
	series [3]*view.Series
	newest atomic.Pointer[Picture]
	plans  planner
	clouds cloud
}

// planner predicts where the arm will go, on a goroutine of its own, from the newest command and target.
type planner struct {
	mu     sync.Mutex
	cmd    motion.Command
	target Target
	fresh  bool
	config motion.ServoConfig
	points []spatial.Vec3
}

// cloud keeps copies of the pictures while a page asks for them.
type cloud struct {
	mu     sync.Mutex
	wanted time.Time // when a page last asked
	depth  perception.Depth
	color  perception.Image
	eye    spatial.Pose // of the camera
	points []view.Point
}

// newScreen makes a screen for a hub made from sceneOf.
func newScreen(hub *view.Hub, p *Params) (*screen, error) {
	g, err := newFigure(hub)
	if err != nil {
		return nil, err
	}
	c := &screen{figure: g, hub: hub}
	c.plans.config = servoConfig(p)
	for i, name := range []string{"error", "speed", "acceleration"} {
		c.series[i] = hub.Series(name)
	}
	hub.Cloud(c.cloud)
	return c, nil
}

// tick shows a cycle. Curves are kept even while nobody watches, so that a page that opens shows the last seconds.
func (c *screen) tick(s *Sample) {
	t := time.Duration(s.T * 1e9)
	c.series[0].Add(t, s.Error*1000)
	c.series[1].Add(t, s.Speed)
	c.series[2].Add(t, s.Acc)
	if c.hub.Watched() && !math.IsNaN(s.Error) {
		c.goal(s.Goal)
	}
}

// robot shows a reading.
func (c *screen) robot(t time.Duration, w *WorldData) {
	c.figure.robot(t, w)
	if k := &c.clouds; c.hub.Watched() && k.mu.TryLock() {
		k.eye = w.Pose.Mul(c.h.Mount)
		k.mu.Unlock()
	}
}

// plan takes the newest command and target. If the predicting goroutine holds the lock, it skips this one.
func (c *screen) plan(cmd *motion.Command, t *Target) {
	p := &c.plans
	if !c.hub.Watched() || !p.mu.TryLock() {
		return
	}
	if cmd != nil {
		p.cmd, p.fresh = *cmd, true
	}
	if t != nil {
		p.target = *t
	}
	p.mu.Unlock()
}

// foresee draws the path on which the planner alone would lead the arm in the next 0.6 s.
func (c *screen) foresee() {
	p := &c.plans
	p.mu.Lock()
	cmd, target, fresh := p.cmd, p.target, p.fresh
	p.fresh = false
	p.mu.Unlock()
	if !fresh || !c.hub.Watched() {
		return
	}
	p.points = foresee(p.points[:0], p.config, &cmd, &target)
	c.hub.Path("plan", p.points)
}

// picture leaves the newest picture for the goroutine that encodes it.
func (c *screen) picture(_ time.Duration, p *Picture) {
	if !c.hub.Watched() || p.Color == nil {
		return
	}
	x := *p
	c.newest.Store(&x)
	if k := &c.clouds; p.Depth != nil && k.mu.TryLock() {
		if time.Since(k.wanted) < cloudLasts {
			pix := append(k.depth.Pix[:0], p.Depth.Pix...)
			k.depth = *p.Depth
			k.depth.Pix = pix
			rgb := append(k.color.Pix[:0], p.Color.Pix...)
			k.color = *p.Color
			k.color.Pix = rgb
		}
		k.mu.Unlock()
	}
}

// cloud returns what the depth camera sees, in the base frame.
func (c *screen) cloud() []view.Point {
	k := &c.clouds
	k.mu.Lock()
	defer k.mu.Unlock()
	k.wanted = time.Now()
	if k.depth.Pix == nil {
		return nil
	}
	k.points = deproject(k.points[:0], c.h.Camera, k.eye, &k.depth, &k.color, cloudStep)
	return slices.Clone(k.points)
}

// develop encodes pictures for the page, at most fifteen a second. The camera reuses a picture's pixels after a while,
// so they are copied first, and the copy is dropped if the camera has reused them meanwhile.
func (c *screen) develop(ctx context.Context) {
	tick := time.NewTicker(developing)
	defer tick.Stop()
	mine := &image.RGBA{}
	var jpg bytes.Buffer
	var last uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.foresee()
		p := c.newest.Load()
		if p == nil || p.Seq == last {
			continue
		}
		last = p.Seq
		mine = copyPixels(mine, p.Color)
		jpg.Reset()
		if d := c.newest.Load().Seq - p.Seq; d >= keptPictures-1 || jpeg.Encode(&jpg, mine, &jpeg.Options{Quality: 80}) != nil {
			continue
		}
		x := p.Blob
		c.hub.Image(bytes.Clone(jpg.Bytes()), view.Detection{Found: p.Seen, X: float64(x.X0), Y: float64(x.Y0),
			W: float64(x.X1 - x.X0), H: float64(x.Y1 - x.Y0), Label: "lemon"})
	}
}

// copyPixels copies a picture into dst, or into a new one if the size differs. Pictures make no garbage, because a
// collection costs the control thread its caches.
func copyPixels(dst *image.RGBA, src *perception.Image) *image.RGBA {
	if size := image.Rect(0, 0, src.W, src.H); dst.Rect != size {
		dst = image.NewRGBA(size)
	}
	for y := range src.H {
		from, to := src.Row(y), dst.Pix[y*dst.Stride:]
		for x := range src.W {
			to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = from[3*x], from[3*x+1], from[3*x+2], 255
		}
	}
	return dst
}

// status is the state of a run, for the progress line and the page. The program's threads write it.
type status struct {
	errorMM atomic.Uint64 // float64 bits
	cycles  atomic.Uint64
	stopped atomic.Bool
	halted  atomic.Bool                // by the operator's emergency stop
	is      atomic.Pointer[robotState] // nil before the first change
	auto    bool                       // the program continues automatically
	page    bool                       // there is one
}

// developing is the interval between a page's pictures.
const developing = 66 * time.Millisecond

// tick takes a cycle.
func (l *status) tick(s *Sample) {
	l.cycles.Add(1)
	l.stopped.Store(s.Stopped)
	l.errorMM.Store(math.Float64bits(s.Error * 1000))
}

// robot takes a reading.
func (l *status) robot(_ time.Duration, w *WorldData) {
	var was robotState
	if is := l.is.Load(); is != nil {
		was = *is
	}
	lost := !w.Ready && (was.lost || w.Fault == xarm.FaultLost)
	if r := (robotState{w.Ready, w.Fault, w.Error, lost}); r != was {
		kept := r // rare: only a change allocates
		l.is.Store(&kept)
	}
}

// ordered takes the operator's order.
func (l *status) ordered(c OperatorCommand) { l.halted.Store(c == OperatorStop) }

// words implements run.Instance.Status.
func (l *status) words() run.Words {
	w := run.Words{Cycles: l.cycles.Load()}
	if e := math.Float64frombits(l.errorMM.Load()); w.Cycles > 0 && !math.IsNaN(e) {
		w.Long, w.Short = fmt.Sprintf("error %.1f mm", e), fmt.Sprintf("%.1f mm", e)
	}
	switch is := l.is.Load(); {
	case l.halted.Load():
		w.Alarm = l.stop("the operator", is)
	case is != nil && (is.code != 0 || is.fault != xarm.FaultNone):
		w.Alarm = is.words(l.page, l.auto)
	case l.stopped.Load():
		w.Alarm = l.stop("the safety check", is)
	case is != nil:
		w.Alarm = is.words(l.page, l.auto)
	}
	return w
}

// stop returns the words for an emergency stop.
func (l *status) stop(by string, is *robotState) string {
	if is == nil || is.ready {
		return "emergency stop by " + by + ": the arm brakes"
	}
	return "emergency stop by " + by + ": the motors are off; " + next(l.page, false)
}

// robotState is what can keep the robot from moving.
type robotState struct {
	ready bool
	fault xarm.Fault
	code  uint8
	lost  bool // the link has been lost since the robot was ready
}

// words describes what is wrong and what to do about it; nothing if all is well. page says that there is a page on
// which to reset the robot, auto that the program continues automatically.
func (r robotState) words(page, auto bool) string {
	switch {
	case r.ready:
		return ""
	case r.code != 0:
		return fmt.Sprintf("the robot stopped: error %d, %s: remove the cause; %s", r.code, xarm.ErrorCode(r.code).Name(), next(page, auto))
	case r.fault == xarm.FaultLost:
		return "the robot does not answer: " + r.fault.String() + ", dialling it again"
	case r.fault != xarm.FaultNone:
		return "the robot does not answer: " + r.fault.String()
	}
	if r.lost {
		return "the robot was lost and answers again, but is not ready: " + next(page, auto)
	}
	return "the robot answers, but takes no commands, as after a restart or a stop of its control box: " + next(page, auto)
}

// next says what makes an answering robot ready.
func next(page, auto bool) string {
	how := "reset it, which needs the page, or let auto_resume in --params be true"
	if page {
		how = "press reset on the page once it rests"
	}
	if auto {
		how = "the program goes on by itself, except after an emergency stop: then " + how
	}
	return how
}
