package dive

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func FuzzAddress(f *testing.F) {
	f.Add([]byte(`{"address":"127.0.0.1:4810","mode":"free"}`))
	f.Add([]byte(`{"address":7}`))
	f.Add([]byte("Jack-like, free, at 127.0.0.1:4810\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		if addr, err := addressIn(line); (err == nil) != (addr != "") {
			t.Errorf("%q: %q, %v", line, addr, err)
		}
	})
}

func FuzzOtherHeading(f *testing.F) {
	f.Add([]byte("time_s,measured_deg,true_deg,set_point_deg\n0.0,1,2,\n0.025,1,,75\n"))
	f.Add([]byte("a\n\"b"))
	f.Add([]byte("t,m,t,s\nNaN,Inf,1e400,x\n"))
	f.Fuzz(func(t *testing.T, table []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "heading.csv"), table, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := other(dir)
		if err == nil && len(s.X) != len(s.Y) {
			t.Errorf("%d times, %d headings", len(s.X), len(s.Y))
		}
		if _, d := compare(s, s); d < 0 || math.IsNaN(d) {
			t.Errorf("it differs from itself by %g", d)
		}
	})
}
