package reactor
import ("testing"; "github.com/sinew-robotics/sinew/reactor")
func benchN(b *testing.B, n int) {
	b.ReportAllocs()
	for b.Loop() {
		p, err := reactor.Build(many(n), reactor.Options{})
		if err != nil { b.Fatal(err) }
		_ = p
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/reactor")
}
func BenchmarkN1(b *testing.B) { benchN(b, 1) }
func BenchmarkN10(b *testing.B) { benchN(b, 10) }
func BenchmarkN20(b *testing.B) { benchN(b, 20) }
func BenchmarkN100(b *testing.B) { benchN(b, 100) }
