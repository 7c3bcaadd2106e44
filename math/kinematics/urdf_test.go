package kinematics_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Every description under testdata is wrong; beside it stands what is to be said about it.
func TestFaultsAreAllNamedWithTheirPlace(t *testing.T) {
	files, err := filepath.Glob("testdata/*.urdf")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = kinematics.ParseURDF(filepath.Base(file), data)
		var faults diag.Faults
		if !errors.As(err, &faults) {
			t.Errorf("%s: %v is no Faults", file, err)
			continue
		}
		golden.Check(t, strings.TrimSuffix(file, ".urdf")+".txt", []byte(err.Error()+"\n"))
	}
}

func TestDescriptionOfTheXArm(t *testing.T) {
	c, u := xarm7.chain(t)
	if u.Name != "xarm7" || u.Root() != "link_base" || c.Base() != "link_base" || c.Tip() != "link_eef" || c.N() != 7 {
		t.Errorf("%s %s %s %s %d", u.Name, u.Root(), c.Base(), c.Tip(), c.N())
	}
	if d := cmp.Diff(kinematics.Limit{Lower: -2.042035, Upper: 2.024581, Velocity: 3.14, Effort: 50}, c.Limit(1)); d != "" {
		t.Error(d)
	}
	if c.JointName(1) != "joint2" || c.LinkName(1) != "link2" || c.Damping(1) != 10 || c.Friction(1) != 1 || c.Prismatic(1) {
		t.Errorf("%s %s %g %g", c.JointName(1), c.LinkName(1), c.Damping(1), c.Friction(1))
	}
	mass, com, in := c.Body(3)
	if mass != 1.7269 || com.Dist(spatial.V(0.07047, -0.11575, 0.012)) > 1e-15 || math.Abs(in.XY-0.00137112) > 1e-12 {
		t.Errorf("link 4: %g kg at %v, %+v", mass, com, in)
	}
	if l := u.Link("link4"); l.Visual[0].RGBA != [4]float64{0.93, 0.93, 0.92, 1} || l.Visual[0].Kind != kinematics.Cylinder {
		t.Errorf("%+v", l.Visual[0])
	}
	p, err := u.Pose("link7", "camera_color_optical_frame")
	if err != nil || p.R.Col(2).Dist(spatial.V(0, 0, 1)) > 1e-12 {
		t.Errorf("camera: %+v, %v", p, err)
	}
}

func TestChainSaysWhatIsWrong(t *testing.T) {
	_, u := xarm7.chain(t)
	for _, tt := range []struct{ base, tip, want string }{
		{"link_bse", "link_eef", `xarm7.urdf: no link is called "link_bse"; the links are link_base, link1,`},
		{"link_base", "hand", `no link is called "hand"`},
		{"link4", "link2", "link link2 is not below link link4; give a tip that hangs on the base"},
		{"link7", "link_eef", "no joint moves between link7 and link_eef"},
	} {
		if _, err := u.Chain(tt.base, tt.tip); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s to %s: %v", tt.base, tt.tip, err)
		}
	}
	if _, err := u.Pose("link3", "link_eef"); err == nil || !strings.Contains(err.Error(), "not rigidly tied") {
		t.Errorf("a pose over moving joints: %v", err)
	}
	mimic := `<robot name="m"><link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j"/></joint></robot>`
	u, err := kinematics.ParseURDF("m.urdf", []byte(mimic))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Chain("a", "c"); err == nil || !strings.Contains(err.Error(), "m.urdf:3:1: joint k mimics j") {
		t.Errorf("a joint that mimics: %v", err)
	}
	if _, err := kinematics.ParseURDF("f.urdf", []byte(strings.Replace(mimic, "continuous", "floating", 1))); err != nil {
		t.Fatal(err)
	}
}

// Whatever the bytes: an answer, or faults that have a place.
func FuzzParseURDF(f *testing.F) {
	for _, r := range []robot{xarm7, panda} {
		data, err := os.ReadFile(r.file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	files, _ := filepath.Glob("testdata/*.urdf")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(randomURDF(seeded(1), 5)))
	fuzz.Run(f, func(t *testing.T, data []byte) {
		u, err := kinematics.ParseURDF("f", data)
		if err != nil {
			var faults diag.Faults
			if !errors.As(err, &faults) || len(faults) == 0 {
				t.Fatalf("%v", err)
			}
			for _, fault := range faults {
				if fault.Line < 1 || fault.Column < 1 || fault.What == "" || fault.Do == "" {
					t.Fatalf("%+v", fault)
				}
			}
			return
		}
		for i := range u.Links {
			c, err := u.Chain(u.Root(), u.Links[i].Name)
			if err != nil || c.N() > 50 {
				continue
			}
			d, q := kinematics.NewData(c), make([]float64, c.N())
			c.FK(d, q)
			c.RNEA(d, q, q, q, make([]float64, c.N()))
		}
	})
}
