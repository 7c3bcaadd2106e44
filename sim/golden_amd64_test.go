package sim

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Recordings keep shots instead of pixels, so the pictures of given shots must not change by accident.
// Other machine architectures may round differently and have no golden file.
func TestPicturesOfShotsStayTheSame(t *testing.T) {
	const file = "testdata/shots.amd64.golden"
	r := newRenderer(t, D435iNoise())
	img, depth := pictures(r)
	path, err := NamedPath("wander", 5)
	if err != nil {
		t.Fatal(err)
	}
	l := Lemon{Path: path, Turn: 3 * time.Second}
	var b strings.Builder
	for k := range 5 {
		now := time.Duration(k) * 700 * time.Millisecond
		s := Shot{Seq: uint64(k), Time: now, Lemon: l.Pose(now), Visible: true, Seed: uint64(k)}
		s.Camera = above(spatial.V(0.4+0.05*float64(k), 0, 0.3+0.1*float64(k)))
		s.Camera.R = spatial.RotY(0.2 * float64(k)).Mul(s.Camera.R)
		if err := r.Render(&s, img, depth); err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		h.Write(img.Pix)
		if err := binary.Write(h, binary.LittleEndian, depth.Pix); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "shot %d at %v: lemon %.6f: %016x\n", s.Seq, s.Time, s.Lemon.P, h.Sum64())
	}
	golden.Check(t, file, []byte(b.String()))
}
