package fcimodels

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// postures is how many are compared of each arm; SINEW_LONG=1 takes ten times as many.
func postures() int {
	if os.Getenv("SINEW_LONG") != "" {
		return 10_000
	}
	return 1000
}

// posture is what the library is asked about; the numbers go to testdata/ask.c in this order.
type posture struct {
	Q, DQ   [7]float64
	Mass    float64
	Com     [3]float64
	Inertia [9]float64
	EE      franka.Pose
	Fall    [3]float64
}

// answer is what comes back.
type answer struct {
	Pose       [9]franka.Pose
	Zero, Body [9][42]float64
	Mass       [49]float64
	Coriolis   [7]float64
	Gravity    [7]float64
}

func random(r *rand.Rand, l *franka.Limits) (p posture) {
	span := func(most float64) float64 { return most * (2*r.Float64() - 1) }
	for i, j := range l.Joints {
		p.Q[i] = j.Lower + r.Float64()*(j.Upper-j.Lower)
		p.DQ[i] = span(j.V)
	}
	p.Mass = 3 * r.Float64()
	for k := range p.Com {
		p.Com[k], p.Fall[k] = span(0.2), span(9.81)
	}
	// The tensor of some points is one that a body can have.
	for range 4 {
		x := spatial.V(span(0.1), span(0.1), span(0.1))
		d := x.Dot(x)
		v := [3]float64{x.X, x.Y, x.Z}
		for i := range 3 {
			p.Inertia[4*i] += d
			for k := range 3 {
				p.Inertia[3*i+k] -= v[i] * v[k]
			}
		}
	}
	p.EE = franka.PoseOf(spatial.Pose{P: spatial.V(span(0.2), span(0.2), span(0.2)), R: spatial.Exp(spatial.V(span(2), span(2), span(2)))})
	return p
}

// expected is the answer of math/kinematics.
func expected(d *franka.Dynamics, p *posture) (a answer) {
	eetk := franka.IdentityPose()
	d.Tool(&p.EE, &eetk)
	d.Carry(p.Mass, p.Com, p.Inertia)
	for f := range franka.Stiffness {
		a.Pose[f], a.Zero[f], a.Body[f] = d.Pose(f, &p.Q), d.ZeroJacobian(f, &p.Q), d.BodyJacobian(f, &p.Q)
	}
	a.Mass, a.Coriolis, a.Gravity = d.Mass(&p.Q), d.Coriolis(&p.Q, &p.DQ), d.Gravity(&p.Q, p.Fall)
	return a
}

// compiler returns the C compiler, or skips the test.
func compiler(t *testing.T) string {
	t.Helper()
	cc, err := Compiler()
	if err != nil {
		t.Skip(err)
	}
	return cc
}

// ask sends postures through a library.
func ask(t *testing.T, cc string, object []byte, ps []posture) []answer {
	t.Helper()
	dir := t.TempDir()
	so, program := filepath.Join(dir, "model.so"), filepath.Join(dir, "ask")
	if err := os.WriteFile(so, object, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := child.CombinedOutput(exec.Command(cc, "-std=c99", "-O1", "-o", program, "testdata/ask.c", "-ldl")); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	var in bytes.Buffer
	if err := binary.Write(&in, binary.NativeEndian, ps); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, so)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := child.Output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	as := make([]answer, len(ps))
	if err := binary.Read(bytes.NewReader(out), binary.NativeEndian, as); err != nil {
		t.Fatal(err)
	}
	return as
}

// worst is the greatest difference of two rows.
func worst(a, b []float64) (d float64) {
	for i, x := range a {
		if e := math.Abs(x - b[i]); !(e <= d) {
			d = e
		}
	}
	return d
}

// TestLibraryIsKinematics loads the library of both arms and compares all that it computes with math/kinematics.
func TestLibraryIsKinematics(t *testing.T) {
	cc := compiler(t)
	for v, model := range map[franka.Version]func() (*kinematics.Chain, error){franka.Version5: franka.Model, franka.Version7: franka.FR3Model} {
		arm, err := model()
		if err != nil {
			t.Fatal(err)
		}
		source, err := Source(arm)
		if err != nil {
			t.Fatal(err)
		}
		object, err := Build(t.Context(), cc, source)
		if err != nil {
			t.Fatal(err)
		}
		seed := fuzz.Seed()
		r, l := rand.New(rand.NewPCG(seed, 1)), franka.LimitsOf(v)
		ps := make([]posture, postures())
		for i := range ps {
			ps[i] = random(r, &l)
		}
		d, err := franka.DynamicsOf(v)
		if err != nil {
			t.Fatal(err)
		}
		most := map[string]float64{}
		for i, got := range ask(t, cc, object, ps) {
			want := expected(d, &ps[i])
			for f := range want.Pose {
				most["poses"] = max(most["poses"], worst(got.Pose[f][:], want.Pose[f][:]))
				most["Jacobians in the base"] = max(most["Jacobians in the base"], worst(got.Zero[f][:], want.Zero[f][:]))
				most["Jacobians in the frame"] = max(most["Jacobians in the frame"], worst(got.Body[f][:], want.Body[f][:]))
			}
			most["mass"] = max(most["mass"], worst(got.Mass[:], want.Mass[:]))
			most["Coriolis"] = max(most["Coriolis"], worst(got.Coriolis[:], want.Coriolis[:]))
			most["gravity"] = max(most["gravity"], worst(got.Gravity[:], want.Gravity[:]))
		}
		for what, d := range most {
			t.Logf("protocol %d, %s: %.2g", v, what, d)
			if !(d <= 1e-12) {
				t.Errorf("protocol %d, seed %d: %s differ by %g", v, seed, what, d)
			}
		}
	}
}

// TestOtherArmsAreRefused because libfranka's functions have seven joints about z.
func TestOtherArmsAreRefused(t *testing.T) {
	for _, c := range []struct{ joints, want string }{
		{`<joint name="j1" type="revolute"><parent link="l0"/><child link="l1"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint><link name="l1"/>`, "1 joints"},
		{seven("1 0 0"), "joint 1"},
	} {
		u, err := kinematics.ParseURDF("x.urdf", []byte(`<robot name="x"><link name="l0"/>`+c.joints+`</robot>`))
		if err != nil {
			t.Fatal(err)
		}
		tip := u.Links[len(u.Links)-1].Name
		arm, err := u.Chain("l0", tip)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Source(arm); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// seven is an arm of seven joints about an axis.
func seven(axis string) string {
	var b strings.Builder
	for i := range 7 {
		from, to := string(rune('0'+i)), string(rune('1'+i))
		b.WriteString(`<link name="l` + to + `"/><joint name="j` + to + `" type="revolute"><parent link="l` + from + `"/><child link="l` + to +
			`"/><axis xyz="` + axis + `"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`)
	}
	return b.String()
}

// TestOtherMachinesAreRefused by what is built and by a file for another machine.
func TestOtherMachinesAreRefused(t *testing.T) {
	arm, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	built, err := Prepare(t.Context(), arm, compiler(t))
	if err != nil {
		t.Fatal(err)
	}
	here := -1
	for i, m := range machines {
		if m.goarch == runtime.GOARCH && runtime.GOOS == "linux" {
			here = i
		}
	}
	var object []byte
	for a := range 5 {
		for system := range 2 {
			l := franka.Library{Architecture: uint8(a), System: uint8(system)}
			b, err := built(l)
			if wanted := a == here && system == 0; wanted != (err == nil) || wanted != (len(b) > 0) {
				t.Errorf("%+v: %d bytes, %v", l, len(b), err)
			}
			if err == nil {
				object = b
			}
		}
	}
	if here < 0 {
		return // libfranka has no name for this machine, and each was refused
	}
	if f, err := elf.NewFile(bytes.NewReader(object)); err != nil || f.Machine != machines[here].elf {
		t.Errorf("what is built is for another machine: %v", err)
	}
}

// TestStoredKnowsItsMachine by the head of the file, if it is an ELF object.
func TestStoredKnowsItsMachine(t *testing.T) {
	for i, m := range machines {
		var head bytes.Buffer
		err := binary.Write(&head, binary.LittleEndian, elf.Header64{
			Ident: [elf.EI_NIDENT]byte{0x7F, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
			Type:  uint16(elf.ET_DYN), Machine: uint16(m.elf), Version: uint32(elf.EV_CURRENT),
		})
		if err != nil {
			t.Fatal(err)
		}
		stored := Stored(head.Bytes())
		for a := range len(machines) + 1 {
			for system := range 2 {
				b, err := stored(franka.Library{Architecture: uint8(a), System: uint8(system)})
				switch wanted := a == i && system == 0; {
				case wanted && (err != nil || !bytes.Equal(b, head.Bytes())):
					t.Errorf("a file for %s: %v", m.goarch, err)
				case !wanted && (err == nil || !strings.Contains(err.Error(), "the file is for "+m.elf.String())):
					t.Errorf("a file for %s, architecture %d and system %d: %v", m.goarch, a, system, err)
				}
			}
		}
	}
	if b, err := Stored([]byte("MZ"))(franka.Library{System: 1}); err != nil || string(b) != "MZ" {
		t.Errorf("a file of another kind: %q, %v", b, err)
	}
}

// TestNothingIsLeft of a build, nor of what a compiler leaves that is killed.
func TestNothingIsLeft(t *testing.T) {
	cc, dir := filepath.Join(t.TempDir(), "cc"), t.TempDir()
	if err := os.WriteFile(cc, []byte("#!/bin/sh\ncat >\"$TMPDIR/left.s\"\necho begun\nkill -KILL $$\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	if _, err := Build(t.Context(), cc, []byte("int x;")); err == nil || !strings.Contains(err.Error(), "begun") {
		t.Errorf("a compiler that is killed: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestFailuresAreTold(t *testing.T) {
	cc := compiler(t)
	if _, err := Build(t.Context(), cc, []byte("int x = ;")); err == nil || !strings.Contains(err.Error(), "error") {
		t.Errorf("a bad source: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Build(ctx, cc, []byte("int x;")); err == nil {
		t.Error("built although nobody waits any more")
	}
	t.Setenv("CC", "")
	t.Setenv("PATH", t.TempDir())
	if _, err := Compiler(); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("no compiler: %v", err)
	}
}
