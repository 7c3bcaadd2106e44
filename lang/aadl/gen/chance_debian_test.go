//go:build debian

package gen_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/roscpp"
)

var compiled = flag.Int("cpp", 2, "how many systems of chance TestRandomCompiles compiles")

// TestRandomCompiles compiles systems of chance in C++, with Debian's messages and roscpp, without a warning.
func TestRandomCompiles(t *testing.T) {
	for seed := range uint64(*compiled) {
		dir := t.TempDir()
		if _, _, err := roscpp.Write(dir, inCpp(t, seed), false); err != nil {
			t.Fatal(err)
		}
		args := []string{"-std=c++17", "-O0", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", filepath.Join(dir, "include")}
		names, err := filepath.Glob(filepath.Join(dir, "whole_msgs", "*", "*.[ms][sr][gv]"))
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			tool(t, dir, "/usr/bin/python3", "/usr/lib/gencpp/gen_cpp.py", name, "-Iwhole_msgs:whole_msgs/msg", "-Istd_msgs:/usr/share/std_msgs/msg", "-p", "whole_msgs", "-o", "include/whole_msgs", "-e", "/usr/share/gencpp")
		}
		folders, err := filepath.Glob(filepath.Join(dir, "*", "include"))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, f := range folders {
			args = append(args, "-I", f)
			if pkg := filepath.Base(filepath.Dir(f)); pkg != "whole_base" {
				fmt.Fprintf(&b, "#include \"%s/src/framework.cpp\"\n#include <%s/node.h>\n%[2]s::Node node_%[2]s;\n", filepath.Join(dir, pkg), pkg)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "all.cpp"), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		tool(t, dir, "g++", append(args, "all.cpp")...)
	}
}
