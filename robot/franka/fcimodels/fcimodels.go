// Package fcimodels makes the model library that libfranka loads from a robot (LoadModelLibrary): a shared object with
// poses, Jacobians along the axes of the base and of the frame, mass matrix, Coriolis and gravity torques. Source
// writes C code with an arm's parameters from math/kinematics, and Build compiles it with the machine's C compiler.
//
// Symbols and arguments are those that libfranka 0.4 to 0.17 looks up: O_T_J1 … O_T_J9 (8 is the flange, 9 the end
// effector), O_J_J…, Ji_J_J…, M_NE, c_NE and g_NE. Loads are in the flange's frame, as the robot's state shows them.
package fcimodels

import (
	"bytes"
	"context"
	"debug/elf"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

//go:embed c/functions.c
var functions []byte

// Source returns the C source of the library of a bare arm: with seven joints that turn about z, and its tip at the
// flange.
func Source(arm *kinematics.Chain) ([]byte, error) {
	if arm.N() != franka.Joints {
		return nil, fmt.Errorf("fcimodels: an arm of %d joints: libfranka's model has %d", arm.N(), franka.Joints)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* The model library of %s, generated. SI units.\n", arm.Base())
	b.WriteString("   mount holds each joint's frame at zero in the one before, then the flange's in the last one. */\n")
	fmt.Fprintf(&b, "struct frame { double r[9], p[3]; };\nstatic const struct frame mount[%d] = {\n", franka.Joints+1)
	for i := range franka.Joints + 1 {
		at, axis := arm.Mount(i)
		if i < franka.Joints && (axis != spatial.V(0, 0, 1) || arm.Prismatic(i)) {
			return nil, fmt.Errorf("fcimodels: joint %d does not turn about z", i+1)
		}
		b.WriteString("  {")
		row(&b, at.R[:])
		b.WriteString(", ")
		row(&b, []float64{at.P.X, at.P.Y, at.P.Z})
		b.WriteString("},\n")
	}
	b.WriteString("};\n\n/* bodies weigh, about their centres of mass: xx, xy, xz, yy, yz, zz. */\n")
	fmt.Fprintf(&b, "struct body { double mass, com[3], inertia[6]; };\nstatic const struct body bodies[%d] = {\n", franka.Joints)
	for i := range franka.Joints {
		mass, com, t := arm.Body(i)
		fmt.Fprintf(&b, "  {%s, ", number(mass))
		row(&b, []float64{com.X, com.Y, com.Z})
		b.WriteString(", ")
		row(&b, []float64{t.XX, t.XY, t.XZ, t.YY, t.YZ, t.ZZ})
		b.WriteString("},\n")
	}
	b.WriteString("};\n\n")
	b.Write(functions)
	return b.Bytes(), nil
}

// number writes x so that it reads back to the bit.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func row(b *bytes.Buffer, xs []float64) {
	b.WriteByte('{')
	for i, x := range xs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(number(x))
	}
	b.WriteByte('}')
}

// ErrNoCompiler says that this machine has no C compiler.
var ErrNoCompiler = errors.New("fcimodels: no C compiler here (cc, gcc or clang, or what CC names): install one")

// Compiler returns the C compiler: the one in the environment variable CC, or else the first of cc, gcc and clang.
func Compiler() (string, error) {
	for _, name := range []string{os.Getenv("CC"), "cc", "gcc", "clang"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoCompiler
}

// Build compiles a source with a compiler (Compiler) to a shared object for this machine. It takes a fraction of a
// second, and ends early with ctx.
func Build(ctx context.Context, compiler string, source []byte) (object []byte, err error) {
	dir, err := os.MkdirTemp("", "sinew-model-")
	if err != nil {
		return nil, fmt.Errorf("fcimodels: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "libfcimodels.so")
	// No fused products and sums, so that results are the same on every machine.
	cmd := exec.CommandContext(ctx, compiler, "-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-o", out, "-x", "c", "-", "-lm")
	cmd.Stdin, cmd.Env = bytes.NewReader(source), append(os.Environ(), "TMPDIR="+dir) // for the output of a cancelled compiler
	if said, err := child.CombinedOutput(cmd); err != nil {
		return nil, fmt.Errorf("fcimodels: %s: %w\n%s", compiler, err, said)
	}
	return os.ReadFile(out)
}

// machines are the numbers in LoadModelLibrary by Go's names and by ELF's.
var machines = [...]struct {
	goarch string
	elf    elf.Machine
}{{"amd64", elf.EM_X86_64}, {"386", elf.EM_386}, {"arm", elf.EM_ARM}, {"arm64", elf.EM_AARCH64}}

// Prepare returns a function for box.ServerConfig.Library: it builds the library of a bare arm when the first program
// asks for it, and refuses machines other than this one.
func Prepare(ctx context.Context, arm *kinematics.Chain, compiler string) (func(franka.Library) ([]byte, error), error) {
	source, err := Source(arm)
	if err != nil {
		return nil, err
	}
	build := sync.OnceValues(func() ([]byte, error) { return Build(ctx, compiler, source) })
	return func(l franka.Library) ([]byte, error) {
		if a := int(l.Architecture); l.System != 0 || runtime.GOOS != "linux" || a >= len(machines) || machines[a].goarch != runtime.GOARCH {
			return nil, fmt.Errorf("fcimodels: the client wants one for architecture %d, system %d of FCI, this machine (%s, %s) builds its own kind only: give the file of another robot's",
				l.Architecture, l.System, runtime.GOARCH, runtime.GOOS)
		}
		return build()
	}, nil
}

// Stored is Prepare for an existing library. If it is an ELF object, other machines are refused.
func Stored(object []byte) func(franka.Library) ([]byte, error) {
	f, err := elf.NewFile(bytes.NewReader(object))
	return func(l franka.Library) ([]byte, error) {
		if a := int(l.Architecture); err == nil && (l.System != 0 || a >= len(machines) || machines[a].elf != f.Machine) {
			return nil, fmt.Errorf("fcimodels: the client wants one for architecture %d, system %d of FCI, the file is for %v", l.Architecture, l.System, f.Machine)
		}
		return object, nil
	}
}
