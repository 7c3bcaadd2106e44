package grasp

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestScan(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("SCAN"))
	if n == 0 {
		t.Skip()
	}
	from, _ := strconv.Atoi(os.Getenv("FROM"))
	for seed := from + 1; seed <= from+n; seed++ {
		v := grasp(t, uint64(seed), func(p *Params) { p.Failure = os.Getenv("FAIL") })
		fmt.Printf("%d %-16s grasped %v t %.1f wall %.1f attempts %d faults %d rec %d peak %.1f viol %d heap %d %s\n", seed, v.Failure, v.Grasped, v.Time, v.WallSeconds, v.Attempts, v.Faults, v.Recovered, v.ForcePeak, v.Violations, v.Heap, v.Reason)
		if !v.Grasped || os.Getenv("SAY") != "" {
			for _, l := range v.States {
				fmt.Printf("   %.3f %s\n", l.At, l.Text)
			}
			for _, l := range v.Said {
				fmt.Printf("   %.3f %s\n", l.At, l.Text)
			}
		}
	}
}
