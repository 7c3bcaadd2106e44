package follow

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sinew-robotics/sinew/kinematics"
	"github.com/sinew-robotics/sinew/perception"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/spatial"
	"github.com/sinew-robotics/sinew/view"
)

// Live shows a run while it goes on: a progress line in the terminal, and a page when Serve was called. It
// implements Show.
type Live struct {
	Progress io.Writer     // nil for no progress line; what is no terminal gets a line every few seconds
	For      time.Duration // of the run, 0 without end

	meter   *exec.Meter
	bars    *mpb.Progress
	bar     *mpb.Bar
	stop    chan struct{}
	done    sync.WaitGroup
	errorMM atomic.Uint64 // float64 bits
	cycles  atomic.Uint64
	stopped atomic.Bool
	robot   atomic.Pointer[string] // why it does not move; "" or nil if it does
	state   robotState             // of the robot, as robot says it
	text    atomic.Pointer[wording]
	hub     *view.Hub
	server  *view.Server
	chain   *kinematics.Chain
	data    *kinematics.Data
	links   []spatial.Pose
	series  [3]*view.Series
	newest  atomic.Pointer[Picture]
	lemon   func(time.Duration) spatial.Vec3
}

const (
	refresh    = 200 * time.Millisecond // of the progress line and the page's status
	lineEvery  = 5 * time.Second        // where the progress goes to a file
	developing = 66 * time.Millisecond  // a picture for the page
)

// Serve opens the page.
func (l *Live) Serve(addr string, p Params) error {
	h, err := Describe()
	if err != nil {
		return err
	}
	u, err := xarm.Description()
	if err != nil {
		return err
	}
	l.chain, l.data = h.Chain, kinematics.NewData(h.Chain)
	l.links = make([]spatial.Pose, h.Chain.N()+1)
	prog := view.Program{
		Name:   "xArm 7 follows a lemon",
		Links:  robotLinks(u, h.Chain),
		Joints: jointNames(h.Chain),
		Markers: []view.Marker{
			{Name: "tool", Shape: view.Shape{Kind: view.SphereShape, Size: [3]float64{0.008}, At: spatial.Identity(), Colour: 0x3b82f6}, Trail: 600},
			{Name: "goal", Shape: view.Shape{Kind: view.SphereShape, Size: [3]float64{0.01}, At: spatial.Identity(), Colour: 0x22c55e}},
			{Name: "lemon", Shape: view.Shape{Kind: view.SphereShape, Size: [3]float64{0.032}, At: spatial.Identity(), Colour: 0xf5c518}, Trail: 300},
		},
		Plots: []view.Plot{
			{Title: "Tracking error", Unit: "mm", Series: []string{"error"}},
			{Title: "Speed", Unit: "m/s", Series: []string{"speed"}, Limits: []view.Limit{{Name: "limit", Value: p.Speed}}},
			{Title: "Acceleration", Unit: "m/s²", Series: []string{"acceleration"}, Limits: []view.Limit{{Name: "limit", Value: p.Acc}}},
		},
	}
	if l.hub, err = view.NewHub(prog); err != nil {
		return err
	}
	for i, name := range []string{"error", "speed", "acceleration"} {
		l.series[i] = l.hub.Series(name)
	}
	l.server, err = view.Serve(l.hub, addr)
	return err
}

// URL is the page's address.
func (l *Live) URL() string { return l.server.URL() }

// Close ends the page.
func (l *Live) Close() error {
	if l.server == nil {
		return nil
	}
	return l.server.Close()
}

func jointNames(c *kinematics.Chain) []string {
	names := make([]string, c.N())
	for i := range names {
		names[i] = fmt.Sprintf("J%d", i+1)
	}
	return names
}

// robotLinks takes the bodies to draw from the robot's description: the base, then the moving links.
func robotLinks(u *kinematics.URDF, c *kinematics.Chain) []view.Link {
	names := []string{c.Base()}
	for i := range c.N() {
		names = append(names, c.LinkName(i))
	}
	var ls []view.Link
	for i, n := range names {
		l := view.Link{Name: n}
		if link := u.Link(n); link != nil {
			for _, s := range link.Visual {
				l.Shapes = append(l.Shapes, drawn(s, i))
			}
		}
		ls = append(ls, l)
	}
	return ls
}

func drawn(s kinematics.Shape, i int) view.Shape {
	colours := [...]uint32{0x9aa0a6, 0xe8eaed}
	v := view.Shape{At: s.Origin, Colour: colours[i%2]}
	switch s.Kind {
	case kinematics.Box:
		v.Kind, v.Size = view.BoxShape, [3]float64{s.Size.X, s.Size.Y, s.Size.Z}
	case kinematics.Sphere:
		v.Kind, v.Size = view.SphereShape, [3]float64{s.Radius}
	case kinematics.CapsuleShape:
		v.Kind, v.Size = view.CapsuleShape, [3]float64{s.Radius, s.Length}
	default:
		v.Kind, v.Size = view.CylinderShape, [3]float64{s.Radius, s.Length}
	}
	return v
}

// Begin implements Show.
func (l *Live) Begin(m *exec.Meter, _ *Network, r *Rig) {
	l.meter, l.stop = m, make(chan struct{})
	l.errorMM.Store(math.Float64bits(math.NaN()))
	l.text.Store(&wording{})
	if r != nil {
		lemon := r.World.Lemon()
		l.lemon = func(t time.Duration) spatial.Vec3 { p, _ := lemon.At(t + r.Start); return p }
	}
	if l.hub != nil {
		l.done.Go(l.develop)
	}
	if isTerminal(l.Progress) {
		l.bars = mpb.New(mpb.WithOutput(l.Progress), mpb.WithWidth(24), mpb.WithRefreshRate(refresh))
		text := mpb.PrependDecorators(decor.Any(func(s decor.Statistics) string { return l.text.Load().in(s.AvailableWidth) }))
		if l.For > 0 {
			l.bar = l.bars.AddBar(int64(l.For), text)
		} else {
			l.bar = l.bars.New(0, mpb.SpinnerStyle(), text)
		}
	}
	l.done.Go(l.follow)
}

// isTerminal tells whether a progress line can be rewritten in place.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && f != nil && cwriter.IsTerminal(int(f.Fd()))
}

// follow keeps the progress line and the page's status up to date.
func (l *Live) follow() {
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	var older, before pace
	begun := time.Now()
	lines := time.Duration(0)
	for last := false; !last; {
		select {
		case <-l.stop:
			last = true
		case <-tick.C:
		}
		since := time.Since(begun)
		now := pace{since, l.meter.Time().Duration(), l.cycles.Load()}
		if now.wall-before.wall < refresh/2 {
			before = older // too short for a rate
		}
		text := l.line(before, now)
		older, before = before, now
		l.text.Store(&text)
		if l.hub != nil {
			l.hub.Status(text.long)
			l.hub.Alarm(text.alarm)
		}
		if l.bar != nil && l.For > 0 {
			l.bar.SetCurrent(min(int64(now.robot), int64(l.For)))
		}
		if l.bar == nil && l.Progress != nil && since/lineEvery > lines {
			lines = since / lineEvery
			fmt.Fprintln(l.Progress, text.in(math.MaxInt))
		}
	}
}

// wording is the progress in words.
type wording struct{ long, short, alarm string }

// in is the progress line for a terminal so many columns wide.
func (w *wording) in(width int) string {
	text := w.long
	if width < 76 {
		text = w.short
	}
	if w.alarm != "" {
		text += " · " + w.alarm
	}
	return text + " "
}

// pace is how far a run has come.
type pace struct {
	wall, robot time.Duration
	cycles      uint64
}

// line puts the progress into words.
func (l *Live) line(a, b pace) wording {
	w := wording{alarm: l.alarm()}
	w.long = fmt.Sprintf("%5.1f s", b.robot.Seconds())
	w.short = w.long
	if wall := (b.wall - a.wall).Seconds(); wall > 0 {
		rate := fmt.Sprintf(" · %.0f Hz", float64(b.cycles-a.cycles)/wall)
		w.long, w.short = w.long+rate, w.short+rate
		if x := (b.robot - a.robot).Seconds() / wall; b.robot > 0 && math.Abs(x-1) > 0.2 {
			w.long += fmt.Sprintf(" (%.1f× real time)", x)
		}
	}
	if e := math.Float64frombits(l.errorMM.Load()); !math.IsNaN(e) {
		w.long += fmt.Sprintf(" · error %.1f mm", e)
		w.short += fmt.Sprintf(" · %.1f mm", e)
	}
	w.long += fmt.Sprintf(" · %d deadline misses", l.meter.Misses())
	w.short += fmt.Sprintf(" · %d late", l.meter.Misses())
	return w
}

// robotState is what can keep the robot from moving.
type robotState struct {
	ready bool
	fault Fault
	code  uint8
}

// String says what is wrong; nothing if all is well.
func (r robotState) String() string {
	switch {
	case r.ready:
		return ""
	case r.code != 0:
		return fmt.Sprintf("the robot stopped: error %d, %s", r.code, xarm.ErrorCode(r.code).Name())
	case r.fault != NoFault:
		return "the robot does not answer: " + r.fault.String()
	}
	return "the robot is not ready"
}

// alarm says why the robot does not move; nothing if it does.
func (l *Live) alarm() string {
	if s := l.robot.Load(); s != nil && *s != "" {
		return *s
	}
	if l.stopped.Load() {
		return "emergency stop by the safety check"
	}
	return ""
}

// End implements Show.
func (l *Live) End() {
	close(l.stop)
	l.done.Wait()
	if l.bar != nil {
		l.bar.Abort(false) // wherever it stands, the run is over
		l.bars.Wait()
	}
}

// Tick implements Show. Curves are kept also while nobody watches: a page that opens shows the last seconds.
func (l *Live) Tick(s *Sample) {
	l.cycles.Add(1)
	l.stopped.Store(s.Stopped)
	l.errorMM.Store(math.Float64bits(s.Error * 1000))
	if l.hub == nil {
		return
	}
	t := time.Duration(s.T * 1e9)
	l.series[0].Add(t, s.Error*1000)
	l.series[1].Add(t, s.Speed)
	l.series[2].Add(t, s.Acc)
	if l.hub.Watched() && !math.IsNaN(s.Error) {
		l.hub.Pose("goal", spatial.Pose{P: s.Goal, R: spatial.IdentityRot()})
	}
}

// Robot implements Show.
func (l *Live) Robot(t time.Duration, w *WorldData) {
	if r := (robotState{w.Ready, w.Fault, w.Error}); r != l.state {
		text := r.String() // seldom: only a change allocates
		l.state = r
		l.robot.Store(&text)
	}
	if l.hub == nil || !l.hub.Watched() {
		return
	}
	l.chain.FK(l.data, w.Q[:])
	l.links[0] = spatial.Identity()
	for i := range l.chain.N() {
		l.links[i+1] = l.chain.Frame(l.data, i)
	}
	l.hub.Links(t, l.links)
	l.hub.Joints(t, w.Q[:])
	l.hub.Pose("tool", w.Pose)
	if l.lemon != nil {
		l.hub.Pose("lemon", spatial.Pose{P: l.lemon(t), R: spatial.IdentityRot()})
	}
}

// Picture implements Show: the newest picture is left for the goroutine that encodes it.
func (l *Live) Picture(_ time.Duration, p *Picture) {
	if l.hub == nil || !l.hub.Watched() || p.Color == nil {
		return
	}
	c := *p
	l.newest.Store(&c)
}

// develop encodes pictures for the page, at most fifteen a second. The camera draws into a picture's pixels again
// after a while, so they are copied first, and the copy is dropped if the camera was as far meanwhile.
func (l *Live) develop() {
	tick := time.NewTicker(developing)
	defer tick.Stop()
	mine := &image.RGBA{}
	var jpg bytes.Buffer
	var last uint64
	for {
		select {
		case <-l.stop:
			return
		case <-tick.C:
		}
		p := l.newest.Load()
		if p == nil || p.Seq == last {
			continue
		}
		last = p.Seq
		mine = copyPixels(mine, p.Color)
		jpg.Reset()
		if l.newest.Load().Seq-p.Seq >= keptPictures-1 || jpeg.Encode(&jpg, mine, &jpeg.Options{Quality: 80}) != nil {
			continue
		}
		x := p.Blob
		l.hub.Image(bytes.Clone(jpg.Bytes()), view.Detection{Found: p.Seen, X: float64(x.X0), Y: float64(x.Y0),
			W: float64(x.X1 - x.X0), H: float64(x.Y1 - x.Y0), Label: "lemon"})
	}
}

// copyPixels copies a picture into dst, or into a new one where the size differs: pictures make no garbage, as a
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
