package lemon

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/sim"
)

// Frame announces a picture. A recording holds frames instead of pixels: for the simulated camera, a frame's shot is
// enough to make its pictures again.
type Frame struct {
	Seq     uint64
	Exposed reactor.Time // when, by the program's clock; 0 if the camera does not say, which means its latency ago
	Shot    sim.Shot
}

// Eye turns a frame into its pictures. They are valid until the next call.
type Eye interface {
	Look(f *Frame) (color *perception.Image, depth *perception.Depth, err error)
}

// Picture shows the camera's latest frame to pages and reports. It is not recorded; the frame is.
type Picture struct {
	Seq   uint64
	Color *perception.Image
	Depth *perception.Depth
	Blob  perception.Blob
	Seen  bool
}

// AppendTrace implements codec.Tracer: it keeps only the number.
func (p *Picture) AppendTrace(dst []byte) []byte {
	for i := range 8 {
		dst = append(dst, byte(p.Seq>>(8*i)))
	}
	return dst
}

// StatelessInKeyframes says that keyframes hold no pictures, because the next frame brings new ones.
func (p *Picture) StatelessInKeyframes() {}

// DecodeTrace implements codec.Tracer.
func (p *Picture) DecodeTrace(data []byte) error {
	if len(data) != 8 {
		return fmt.Errorf("a picture's trace has %d bytes, not 8", len(data))
	}
	*p = Picture{}
	for i, b := range data {
		p.Seq |= uint64(b) << (8 * i)
	}
	return nil
}

// Located is what the camera found in a frame, in its optical frame (x right, y down, z forward).
type Located struct {
	Seen   bool
	Point  spatial.Vec3 // m
	Area   int32        // pixels
	U, V   float64      // pixels, of the centroid
	Taken  reactor.Time // when the frame was exposed
	Seq    uint64
	Status perception.Status
	Frozen int32 // how many consecutive frames have been the same
}

// Camera fetches colour and depth pictures and finds the largest cluster of yellow in them.
//
//	physical action frame
//	parameter       load
//	out             located, picture
type Camera struct {
	reactor.Reactor
	Frame   reactor.PhysicalAction[Frame]
	Load    reactor.Parameter[float64]
	Located reactor.Out[Located]
	Picture reactor.Out[Picture]

	eye     Eye
	frame   Frame // being processed
	locator *perception.Locator
	guard   perception.FrameGuard
	latency time.Duration
	work    float64
	Bad     uint64 // frames refused: unreadable, frozen
	skipped atomic.Uint64
}

// Skipped counts the frames that were not processed because a newer one was waiting.
func (r *Camera) Skipped() uint64 { return r.skipped.Load() }

// yellow is the table of the lemon's colours, shared by all instances of the program in a process.
var yellow = sync.OnceValue(func() *perception.ColorTable { return perception.NewColorTable(perception.Yellow()) })

// newCamera makes the reactor.
func newCamera(parent reactor.Parent, name string, eye Eye, in perception.Intrinsics, p *Params) (*Camera, error) {
	l, err := perception.NewLocator(perception.LocatorConfig{
		Segment: perception.SegmenterConfig{W: in.W, H: in.H, Color: perception.Yellow(), Table: yellow(), MinArea: 40}, Camera: in,
	})
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	r := &Camera{eye: eye, locator: l, latency: p.CameraLatency}
	reactor.Init(parent, name, r)
	r.Load.Define(p.ImageJob.Seconds()*1e3, reactor.ParamInfo{Unit: "ms", Help: "extra work on every frame", Min: 0, Max: mostJob.Seconds() * 1e3})
	r.Frame.MinDelay(p.CameraLatency)
	r.Frame.Capacity(int((oldest+p.CameraLatency).Seconds()*p.FrameRate) + 4) // frames that wait longer are useless
	r.Reaction("process").On(&r.Frame).Sets(&r.Located, &r.Picture).
		Deadline(time.Duration(1.5e9/p.FrameRate), func() { r.skipped.Add(1) }). // by then a newer one waits
		Do(r.process)
	return r, nil
}

func (r *Camera) process() {
	r.frame = r.Frame.Get()
	f := &r.frame
	out := Located{Taken: r.Tag().Time.Add(-r.latency), Seq: f.Seq}
	if f.Exposed > 0 {
		out.Taken = min(out.Taken, f.Exposed) // it may have been on its way for a long time
	}
	color, depth, err := r.eye.Look(f)
	if err != nil {
		r.Bad++
		out.Status = perception.BadImage
		r.Located.Set(out)
		return
	}
	r.burn()
	out.Frozen = int32(r.guard.Repeats(color, depth))
	t, status := r.locator.Locate(color, depth)
	out.Status, out.Area, out.U, out.V = status, int32(t.Blob.Area), t.Blob.U, t.Blob.V
	if out.Frozen > 0 {
		r.Bad++
	}
	out.Seen = status == perception.OK && out.Frozen == 0
	out.Point = t.Point
	r.Located.Set(out)
	r.Picture.Set(Picture{f.Seq, color, depth, t.Blob, status == perception.OK || status == perception.NoDepth})
}

// burn does the extra work of the parameter image_job, in rounds of about 1 µs.
func (r *Camera) burn() {
	for range int(r.Load.Get() * 1e3) {
		for i := range 700 {
			r.work += float64(i) * 1e-9
		}
	}
}

// Spot is the object's place in the robot's frame, if it was seen.
type Spot struct {
	Seen  bool
	P     spatial.Vec3 // m, base frame
	Down  spatial.Vec3 // unit vector from the camera into the picture, base frame
	Taken reactor.Time
	Tool  spatial.Pose // of the tool when the frame was taken
}

// CoordTransform converts the object's place from the camera's frame to the robot's, with the tool's pose at the frame's
// exposure.
//
//	in  located, robot
//	out spot
type CoordTransform struct {
	reactor.Reactor
	Located reactor.In[Located]
	Robot   reactor.In[spatial.Pose]
	Spot    reactor.Out[Spot]

	mount spatial.Pose // optical frame in the tool's
	past  []timedPose
	n     int

	Old uint64 // frames too old to say where the object is; they set nothing
}

type timedPose struct {
	at   reactor.Time
	pose spatial.Pose
}

// newCoordTransform makes the reactor; mount is the camera's optical frame in the tool's frame.
func newCoordTransform(parent reactor.Parent, name string, mount spatial.Pose, p *Params) *CoordTransform {
	r := &CoordTransform{mount: mount, past: make([]timedPose, int((oldest+p.CameraLatency)/p.Period)+4)} // as far back as a frame may have been on its way
	reactor.Init(parent, name, r)
	r.Reaction("remember").On(&r.Robot).Do(func() {
		r.past[r.n%len(r.past)] = timedPose{r.Tag().Time, r.Robot.Get()}
		r.n++
	})
	r.Reaction("transform").On(&r.Located).Sets(&r.Spot).Do(r.transform)
	return r
}

func (r *CoordTransform) transform() {
	l := r.Located.Get()
	if (r.Tag().Time - l.Taken).Duration() > oldest {
		r.Old++
		return
	}
	tool, ok := r.poseAt(l.Taken)
	if !l.Seen || !ok {
		r.Spot.Set(Spot{Taken: l.Taken, Tool: tool})
		return
	}
	eye := tool.Mul(r.mount)
	r.Spot.Set(Spot{true, eye.Apply(l.Point), eye.R.Col(2), l.Taken, tool})
}

// poseAt interpolates between the remembered poses around a time.
func (r *CoordTransform) poseAt(t reactor.Time) (spatial.Pose, bool) {
	k := min(r.n, len(r.past))
	if k == 0 {
		return spatial.Identity(), false
	}
	after := r.past[(r.n-1)%len(r.past)]
	if t >= after.at || k == 1 {
		return after.pose, true
	}
	for i := 2; i <= k; i++ {
		before := r.past[(r.n-i)%len(r.past)]
		if before.at <= t {
			s := float64(t-before.at) / float64(after.at-before.at)
			d := spatial.Delta(before.pose, after.pose).Scale(s)
			return spatial.Pose{P: before.pose.P.Add(d.Lin), R: spatial.Exp(d.Ang).Mul(before.pose.R)}, true
		}
		after = before
	}
	return after.pose, r.n <= len(r.past) // otherwise it is older than everything remembered
}
