package coordination

import "testing"

// BenchmarkTracker is an update of the position tracker, back to back.
func BenchmarkTracker(b *testing.B) {
	for _, w := range []struct{ name, function string }{{"go", ""}, {"without", "without"}, {"due", "due"}, {"fitted", "fitted"}} {
		b.Run(w.name, func(b *testing.B) {
			update := law(inGo)
			if w.function != "" {
				var err error
				if update, err = inLua(w.function); err != nil {
					b.Fatal(err)
				}
			}
			from, to := pose(0, 0), pose(0, 0.3)
			for b.Loop() {
				if _, err := update(&from, &to); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
