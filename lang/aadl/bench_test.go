package aadl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// large is a text with n subcomponents in one implementation, of a hundred classifiers, and twice as many connections.
func large(n int) string {
	var b strings.Builder
	b.WriteString("package A\npublic\n")
	for i := range 100 {
		fmt.Fprintf(&b, "\tprocess P%d\n\t\tfeatures\n\t\t\ta: in event data port;\n\t\t\tb: out event data port {Queue_Size => 3;};\n\t\tproperties\n\t\t\tPeriod => 10 ms;\n\tend P%d;\n", i, i)
	}
	b.WriteString("\tsystem S\n\tend S;\n\tsystem implementation S.i\n\t\tsubcomponents\n")
	for i := range n {
		fmt.Fprintf(&b, "\t\t\ts%d: process P%d;\n", i, i%100)
	}
	b.WriteString("\t\tconnections\n")
	for i := range 2 * n {
		fmt.Fprintf(&b, "\t\t\tc%d: port s%d.b -> s%d.a {Latency => 1 ms .. 2 ms;};\n", i, i%n, (i+1)%n)
	}
	return b.String() + "\tend S.i;\nend A;\n"
}

func BenchmarkLink(b *testing.B) {
	for _, n := range []int{0, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f, faults := syntax.Parse("a.aadl", large(n))
			if len(faults) > 0 {
				b.Fatal(faults)
			}
			b.ReportAllocs()
			b.ReportMetric(float64(len(f.Tokens)), "tokens")
			for b.Loop() {
				if _, faults := Link([]*syntax.File{f}); len(faults) > 0 {
					b.Fatal(faults)
				}
			}
		})
	}
}
