package ros1

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
)

var rewrite = flag.Bool("rewrite", false, "write the packages in msg anew")

// TestGenerated: the packages in msg are those of the definitions.
func TestGenerated(t *testing.T) {
	set, faults := rosmsg.Load("definitions")
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	all, err := set.Generate(rosmsg.Options{Root: "github.com/sinew-robotics/sinew/bridge/ros1/msg", Maker: "go test ./bridge/ros1 -rewrite"})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		dir := filepath.Join("msg", p.Name)
		if *rewrite {
			if err := gogen.Write(dir, p.Files, true); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range p.Files {
			got, err := os.ReadFile(filepath.Join(dir, f.Name))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(f.Source), string(got)); d != "" {
				t.Errorf("%s: run go test ./bridge/ros1 -rewrite: %s", f.Name, d)
			}
		}
	}
}
