//go:build debian

package frame

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// question is put to tf2 and to a Buffer.
type question struct {
	Do     string     `json:"do"`
	Parent string     `json:"parent,omitempty"`
	Child  string     `json:"child,omitempty"`
	Pose   [7]float64 `json:"pose"` // x, y, z, w, x, y, z
	Target string     `json:"target,omitempty"`
	Source string     `json:"source,omitempty"`
	Fixed  string     `json:"fixed,omitempty"`
	At     int64      `json:"at"`
	Then   int64      `json:"then"`
}

type answer struct {
	Pose  *[7]float64 `json:"pose"`
	At    int64       `json:"at"`
	Error string      `json:"error"`
	Text  string      `json:"text"`
}

// questions makes up a tree that grows and moves, and looks into it.
func questions(r *rand.Rand) (all []question) {
	names := make([]string, 3+r.IntN(10))
	for i := range names {
		names[i] = fmt.Sprintf("f%d", i)
	}
	any := func() string {
		if r.IntN(60) == 0 {
			return "nowhere"
		}
		return names[r.IntN(len(names))]
	}
	parents, fixed := map[int]int{}, map[int]bool{}
	for i := range names {
		parents[i], fixed[i] = r.IntN(max(i, 1)), r.IntN(4) == 0
	}
	now := int64(20e9)
	stamps := []int64{now}
	at := func() int64 {
		if t := stamps[r.IntN(len(stamps))]; r.IntN(2) == 0 {
			return t
		}
		return now - int64(14e9) + r.Int64N(15e9)
	}
	all = append(all, question{Do: "new"})
	for range 500 {
		now += r.Int64N(1e8)
		switch k := r.IntN(10); {
		case k < 5:
			i := 1 + r.IntN(len(names)-1)
			if r.IntN(100) == 0 { // it hangs elsewhere from now on, and be it on its own child
				parents[i] = r.IntN(len(names))
			}
			q := question{Do: "set", Child: names[i], Parent: names[parents[i]], At: now, Pose: turned(r)}
			if q.Parent == q.Child {
				continue
			}
			switch r.IntN(20) {
			case 0:
				q.At = at()
			case 1:
				fixed[i] = !fixed[i]
			}
			if fixed[i] {
				q.Do = "fixed"
			}
			stamps = append(stamps, q.At)
			all = append(all, q)
		case k < 8:
			all = append(all, question{Do: "lookup", Target: any(), Source: any(), At: at()})
		case k < 9:
			all = append(all, question{Do: "across", Target: any(), Source: any(), Fixed: any(), At: at(), Then: at()})
		default:
			q := question{Do: "lookup", Target: any(), Source: any()} // the newest
			all = append(all, q, question{Do: "newest", Target: q.Target, Source: q.Source})
		}
	}
	return all
}

func turned(r *rand.Rand) [7]float64 {
	x, n := [7]float64{}, 0.0
	for i := range x {
		x[i] = r.NormFloat64()
		if i >= 3 {
			n += x[i] * x[i]
		}
	}
	for i := 3; i < 7; i++ {
		x[i] /= math.Sqrt(n)
	}
	return x
}

func pose(x [7]float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(x[0], x[1], x[2]), R: spatial.Quat{W: x[3], X: x[4], Y: x[5], Z: x[6]}.Rot()}
}

// ask puts a question to a buffer.
func (q question) ask(b **Buffer) (p spatial.Pose, at int64, err error) {
	switch {
	case q.Do == "new":
		*b = New(Options{})
	case q.Do == "set":
		_ = (*b).Set(Transform{q.Parent, q.Child, q.At, pose(q.Pose)}) // tf2's does not say what it refuses
	case q.Do == "fixed":
		_ = (*b).SetFixed(Transform{q.Parent, q.Child, q.At, pose(q.Pose)})
	case q.Do == "lookup" && q.At != 0:
		at = q.At
		p, err = (*b).Lookup(q.Target, q.Source, q.At)
	case q.Do == "across":
		at = q.At
		p, err = (*b).Across(q.Target, q.At, q.Source, q.Then, q.Fixed)
	case q.Do == "lookup":
		p, at, err = (*b).Newest(q.Target, q.Source)
	default:
		var x query
		if x, err = (*b).ask(q.Target, q.Source); err == nil {
			at, err = x.newest()
		}
	}
	return p, max(at, 0), err // tf2 has zero for always
}

var (
	beyond = regexp.MustCompile(`Requested time (\d+\.\d{9}) but the (earliest|latest) data is at time (\d+\.\d{9}), when`)
	alone  = regexp.MustCompile(`extrapolation at time (\d+\.\d{9}), but only time (\d+\.\d{9}) is`)
)

// fault reads what tf2 says is wrong.
func (a answer) fault() (k Kind, at, limit int64) {
	ns := func(s string) int64 {
		n, _ := strconv.ParseInt(strings.Replace(s, ".", "", 1), 10, 64) // the expression has only digits
		return n
	}
	beyond, alone := beyond.FindStringSubmatch(a.Text), alone.FindStringSubmatch(a.Text)
	switch {
	case strings.Contains(a.Text, "does not exist"):
		return Unknown, 0, 0
	case strings.Contains(a.Text, "contains a loop"):
		return Loop, 0, 0
	case strings.Contains(a.Text, "not part of the same tree"):
		return Unconnected, 0, 0
	case beyond != nil && beyond[2] == "earliest":
		return Past, ns(beyond[1]), ns(beyond[3])
	case beyond != nil:
		return Future, ns(beyond[1]), ns(beyond[3])
	case alone != nil && ns(alone[1]) < ns(alone[2]):
		return Past, ns(alone[1]), ns(alone[2])
	case alone != nil:
		return Future, ns(alone[1]), ns(alone[2])
	}
	return 255, 0, 0
}

// TestBesideTF2: on random trees, at random times, it finds what ROS's tf2 finds, or fails as that does.
func TestBesideTF2(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	var all []question
	for range 100 {
		all = append(all, questions(r)...)
	}
	var in bytes.Buffer
	e := json.NewEncoder(&in)
	for _, q := range all {
		if err := e.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("/usr/bin/python3", "testdata/tf2.py")
	c.Stdin = &in
	out, err := c.Output()
	if err != nil {
		t.Fatal(err, "is python3-tf2-ros installed? run `make deps`")
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	var b *Buffer
	found, failed := 0, map[Kind]int{}
	for i, q := range all {
		var a answer
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &a) != nil {
			t.Fatalf("%d of %d answers, then %q", i, len(all), lines.Text())
		}
		p, at, err := q.ask(&b)
		var fault *Error
		switch {
		case q.Do == "new" || q.Do == "set" || q.Do == "fixed":
			continue
		case errors.As(err, &fault) && fault.Kind == Unknown && fault.Target == fault.Source:
			// tf2 knows where a frame is in itself although it does not know the frame.
		case errors.As(err, &fault):
			failed[fault.Kind]++
			kind, asked, limit := a.fault()
			if kind != fault.Kind || kind == Past && (asked != fault.At || limit != fault.Limit) || kind == Future && (asked != fault.At || limit != fault.Limit) {
				t.Fatalf("%d %+v: %v, and tf2 says %+v", i, q, err, a)
			}
		case a.Error != "":
			t.Fatalf("%d %+v: %v, and tf2 says %+v", i, q, p, a)
		default:
			found++
			d := 0.0
			if q.Do != "newest" {
				d = apart(p, pose(*a.Pose))
			}
			if d > 1e-9 || at != a.At {
				t.Fatalf("%d %+v: %v at %d, and tf2 says %+v, %g away", i, q, p, at, a, d)
			}
		}
	}
	if found < 5000 || failed[Unknown] < 100 || failed[Unconnected] < 20 || failed[Past] < 100 || failed[Future] < 100 || failed[Loop] < 100 {
		t.Errorf("too few of a kind: %d found, failed %v", found, failed)
	}
	t.Logf("%d found, failed %v", found, failed)
}
