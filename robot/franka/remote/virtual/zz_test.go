package virtual

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ZN"))
	if n == 0 {
		t.Skip()
	}
	from, _ := strconv.Atoi(os.Getenv("ZF"))
	cyc, bad, lim := 0, 0, uint64(0)
	b := time.Now()
	kinds := map[string]int{}
	for s := from; s < from+n; s++ {
		u := UnreachableSetup(uint64(s), 5*time.Second)
		r, err := Run(u)
		if err != nil {
			t.Fatal(err)
		}
		cyc += r.Cycles
		lim += r.Interface.Limited
		k := fmt.Sprintf("%d %v", s%8, r.Errors)
		if r.Errors == 0 {
			k = fmt.Sprintf("%d err %v completed %v", s%8, r.Err, r.Completed)
		} else {
			bad++
		}
		kinds[k]++
		if os.Getenv("ZV") != "" {
			fmt.Println(s, r, r.Interface.Limited, r.Interface.Stops, r.Interface.Replans)
		}
	}
	fmt.Println(cyc, "cycles", bad, "bad", lim, "limited", time.Since(b), time.Since(b)/time.Duration(cyc))
	for k, v := range kinds {
		fmt.Println(v, k)
	}
}
