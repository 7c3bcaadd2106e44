package follow

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/kinematics"
	"github.com/sinew-robotics/sinew/motion"
	"github.com/sinew-robotics/sinew/perception"
	"github.com/sinew-robotics/sinew/spatial"
	"github.com/sinew-robotics/sinew/view"
)

// screen brings a run before a hub. Its methods but develop are called from the program's threads and are quick.
type screen struct {
	hub    *view.Hub
	h      Hardware
	data   *kinematics.Data
	links  []spatial.Pose
	series [3]*view.Series
	lemon  func(time.Duration) spatial.Vec3
	newest atomic.Pointer[Picture]
	plans  planner
	clouds cloud
}

// planner foresees on a goroutine of its own where the arm will go, from the newest command and target.
type planner struct {
	mu     sync.Mutex
	cmd    motion.Command
	target Target
	fresh  bool
	config motion.ServoConfig
	points []spatial.Vec3
}

// cloud keeps copies of the pictures while somebody wants to see it.
type cloud struct {
	mu     sync.Mutex
	wanted time.Time // when a page asked last
	depth  perception.Depth
	color  perception.Image
	eye    spatial.Pose // of the camera
	points []view.Point
}

const (
	foreseen   = 150 // cycles ahead
	foreseeDt  = 5   // cycles from point to point
	cloudStep  = 4   // of so many pixels in each direction one is a point
	cloudLasts = time.Second
)

// newScreen makes a screen for a hub of sceneOf's.
func newScreen(hub *view.Hub, p *Params) (*screen, error) {
	h, err := Describe()
	if err != nil {
		return nil, err
	}
	l := p.Limits()
	c := &screen{hub: hub, h: h, data: kinematics.NewData(h.Chain), links: make([]spatial.Pose, h.Chain.N()+1)}
	c.plans.config = motion.ServoConfig{Limits: l.Limits, T: p.Period.Seconds(), Workspace: &l.Workspace}
	for i, name := range []string{"error", "speed", "acceleration"} {
		c.series[i] = hub.Series(name)
	}
	hub.Cloud(c.cloud)
	return c, nil
}

// tick shows a cycle. Curves are kept also while nobody watches: a page that opens shows the last seconds.
func (c *screen) tick(s *Sample) {
	t := time.Duration(s.T * 1e9)
	c.series[0].Add(t, s.Error*1000)
	c.series[1].Add(t, s.Speed)
	c.series[2].Add(t, s.Acc)
	if c.hub.Watched() && !math.IsNaN(s.Error) {
		c.hub.Pose("goal", spatial.Pose{P: s.Goal, R: spatial.IdentityRot()})
	}
}

// robot shows a reading.
func (c *screen) robot(t time.Duration, w *WorldData) {
	if !c.hub.Watched() {
		return
	}
	chain := c.h.Chain
	chain.FK(c.data, w.Q[:])
	c.links[0] = spatial.Identity()
	for i := range chain.N() {
		c.links[i+1] = chain.Frame(c.data, i)
	}
	c.hub.Links(t, c.links)
	c.hub.Joints(t, w.Q[:])
	c.hub.Pose("tool", w.Pose)
	c.hub.Pose("tool frame", w.Pose)
	c.hub.Pose("base", spatial.Identity())
	c.hub.Pose("camera", w.Pose.Mul(c.h.Mount))
	if k := &c.clouds; k.mu.TryLock() {
		k.eye = w.Pose.Mul(c.h.Mount)
		k.mu.Unlock()
	}
	if c.lemon != nil {
		c.hub.Pose("lemon", spatial.Pose{P: c.lemon(t), R: spatial.IdentityRot()})
	}
}

// plan takes the newest command and target; whoever foresees has priority, the next one will do.
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

// foresee draws where the planner, left to itself, would lead the arm in the next 0.6 s.
func (c *screen) foresee() {
	p := &c.plans
	p.mu.Lock()
	cmd, target, fresh := p.cmd, p.target, p.fresh
	p.fresh = false
	p.mu.Unlock()
	if !fresh || !c.hub.Watched() {
		return
	}
	s, err := motion.NewServo(p.config)
	if err != nil {
		return
	}
	s.Reset(cmd.Pose())
	s.Adopt(cmd)
	s.Target(motion.Sighting{Pose: target.Pose, Vel: target.Vel, Moves: true})
	p.points = append(p.points[:0], cmd.P)
	for i := 1; i <= foreseen; i++ {
		pose, _ := s.Next(motion.Input{})
		if i%foreseeDt == 0 {
			p.points = append(p.points, pose.P)
		}
	}
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

// cloud is what the depth camera sees, in the base frame.
func (c *screen) cloud() []view.Point {
	k := &c.clouds
	k.mu.Lock()
	defer k.mu.Unlock()
	k.wanted = time.Now()
	k.points = k.points[:0]
	d, scale := &k.depth, k.depth.Scale
	if scale == 0 {
		scale = perception.DefaultDepthScale
	}
	eye := k.eye
	if d.Pix == nil {
		return nil
	}
	for v := 0; v < d.H; v += cloudStep {
		for u := 0; u < d.W; u += cloudStep {
			raw := d.Pix[v*d.Stride+u]
			if raw == 0 {
				continue
			}
			at := eye.Apply(c.h.Camera.Deproject(float64(u), float64(v), float64(raw)*scale))
			x := view.Point{X: float32(at.X), Y: float32(at.Y), Z: float32(at.Z), Colour: 0x808080}
			if u < k.color.W && v < k.color.H {
				rgb := k.color.Row(v)[3*u:]
				x.Colour = uint32(rgb[0])<<16 | uint32(rgb[1])<<8 | uint32(rgb[2])
			}
			k.points = append(k.points, x)
		}
	}
	return slices.Clone(k.points)
}

// develop encodes pictures for the page, at most fifteen a second. The camera draws into a picture's pixels again
// after a while, so they are copied first, and the copy is dropped if the camera was as far meanwhile.
func (c *screen) develop(stop <-chan struct{}) {
	tick := time.NewTicker(developing)
	defer tick.Stop()
	mine := &image.RGBA{}
	var jpg bytes.Buffer
	var last uint64
	for {
		select {
		case <-stop:
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
