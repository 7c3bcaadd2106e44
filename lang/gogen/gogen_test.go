package gogen

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestFile(t *testing.T) {
	f := New("yaw")
	f.Doc("Package yaw controls a heading.", "It has\n  indented lines\nand more.")
	time, other := f.Import("time"), f.Import("example.org/x/time")
	f.Comment(strings.Repeat("word ", 40))
	f.P("func Wait(d %s.Duration) { %s.Sleep(d) }", time, other)
	f.Comment("\ty = x")
	got, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	long := strings.TrimSpace(strings.Repeat("word ", 23))
	want := "// Package yaw controls a heading.\n//\n// It has\n//\n//\tindented lines\n//\n// and more.\npackage yaw\n\nimport (\n\t\"time\"\n\n\ttime2 \"example.org/x/time\"\n)\n\n// " +
		long + "\n// " + strings.TrimSpace(strings.Repeat("word ", 17)) + "\nfunc Wait(d time.Duration) { time2.Sleep(d) }\n\n//\ty = x\n"
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
	f.P("func (")
	if _, err := f.Source(); err == nil || !strings.Contains(err.Error(), "func (") {
		t.Errorf("source that is no Go was returned: %v", err)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ in, exported, local string }{
		{"psi_des", "PsiDes", "psiDes"},
		{"RobotPose.psi", "RobotPosePsi", "robotPosePsi"},
		{"IMU.psi", "IMUPsi", "imuPsi"},
		{"IMUShift", "IMUShift", "imuShift"},
		{"FrameShiftIMU", "FrameShiftIMU", "frameShiftIMU"},
		{"f[0]", "F0", "f0"},
		{"K1", "K1", "k1"},
		{"type", "Type", "type_"},
		{"3d", "X3d", "x3d"},
		{"", "X", "x"},
		{"ψ", "Ψ", "ψ"},
		{"界", "X界", "界"},
	} {
		if got := (struct{ in, exported, local string }{c.in, Exported(c.in), Local(c.in)}); got != c {
			t.Errorf("got %v, want %v", got, c)
		}
	}
	n := NewNames("psi")
	if a, b := n.Local("psi"), n.Local("psi"); a != "psi2" || b != "psi3" {
		t.Errorf("%s and %s", a, b)
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"psi_des", "", "f[0]", "ǅ", "º", "\xff", "A.B", "len"} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, s string) {
		e, l := Exported(s), Local(s)
		if !token.IsIdentifier(e) || !token.IsExported(e) {
			t.Errorf("%q gives %q, no exported name", s, e)
		}
		if !token.IsIdentifier(l) || token.IsExported(l) {
			t.Errorf("%q gives %q, no local name", s, l)
		}
		src := "package a\n\n" + Comment(s) + "var x int\n"
		if _, err := parser.ParseFile(token.NewFileSet(), "a.go", src, 0); err != nil {
			t.Errorf("the comment of %q is no comment: %v", s, err)
		}
	})
}

func TestSeal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	src := Seal([]byte("package a\n"), "sinew gen", "a.atoms.yaml")
	if Edited(src) || !Edited(append(src, '\n')) || !Edited([]byte("package a\n\n")) {
		t.Fatal("the seal does not tell what was edited")
	}
	files := []Written{{"a.go", src}, {"b.go", src}}
	for range 2 {
		if err := Write(dir, files, false); err != nil {
			t.Fatal(err)
		}
	}
	edited := append(append([]byte{}, src...), "// mine\n"...)
	if err := os.WriteFile(filepath.Join(dir, "b.go"), edited, 0o644); err != nil {
		t.Fatal(err)
	}
	files[0].Source = Seal([]byte("package b\n"), "sinew gen", "a.atoms.yaml")
	if err := Write(dir, files, false); err == nil || !strings.Contains(err.Error(), "b.go was edited") {
		t.Fatalf("an edited file was overwritten: %v", err)
	}
	if a, _ := os.ReadFile(filepath.Join(dir, "a.go")); string(a) != string(src) {
		t.Error("one file was written although another could not be")
	}
	if err := Write(dir, files, true); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "b.go")); string(b) != string(src) {
		t.Error("--force did not write")
	}
	// What is not made any more goes, unless it was edited or is somebody else's.
	if err := os.WriteFile(filepath.Join(dir, "mine.go"), []byte("package a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.go"), edited, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, files[:1], false); err == nil || !strings.Contains(err.Error(), "b.go is not made any more") {
		t.Errorf("an edited file was removed: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.go"), src, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, files[:1], false); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if d := cmp.Diff([]string{filepath.Join(dir, "a.go"), filepath.Join(dir, "mine.go")}, left); err != nil || d != "" {
		t.Error(err, d)
	}
}
