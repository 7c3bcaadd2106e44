//go:build debian

package bag

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/lang/rosmsg"
)

// theirs is what Debian's rosbag says of a bag.
type theirs struct {
	Messages    []string
	Info, Rates string
}

// lines are messages as the peer's JSON has them.
func (m *Messages) lines() (all []string, err error) {
	values := rosmsg.Values{}
	for {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		v, err := values.Decode(x.Description, x.Data)
		if err != nil {
			return all, err
		}
		if again := v.Append(nil); !bytes.Equal(again, x.Data) {
			return all, fmt.Errorf("%x is decoded, and %x again", x.Data, again)
		}
		sum := sha1.Sum(x.Data)
		all = append(all, strings.Join([]string{x.Topic, fmt.Sprint(x.Time.Nanoseconds()), x.Type, x.MD5, hex.EncodeToString(sum[:])}, " "))
	}
}

// TestDebian: Debian's rosbag reads our bags as we do, and we read its own, whole and cut off, as it does.
func TestDebian(t *testing.T) {
	dir := t.TempDir()
	for _, how := range []Compression{None, LZ4} {
		var all []said
		// Topics are not in the order of the times; each is, which this rosbag needs. The time of no two is the same: rosbag
		// orders those in another way.
		for i := range 300 {
			data := fmt.Sprintf("%d %s", i, strings.Repeat("x", i%90))
			all = append(all, said{fmt.Sprintf("/t%d", i%3), at(int64(3*i+60-20*(i%3)) * 123456789), string(append([]byte{byte(len(data)), 0, 0, 0}, data...))})
		}
		b := written(t, all, WriterOptions{Compression: how, ChunkSize: 2000})
		if err := os.WriteFile(filepath.Join(dir, "ours-"+string(how)+".bag"), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("/usr/bin/python3", "testdata/bags.py", dir)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: is python3-rosbag installed? run `make deps`", err)
	}
	var said map[string]theirs
	if err := json.Unmarshal(out, &said); err != nil || len(said) != 2+3*4 {
		t.Fatal(len(said), err)
	}
	for name, x := range said {
		t.Run(name, func(t *testing.T) { x.compare(t, filepath.Join(dir, name)) })
	}
}

func (x theirs) compare(t *testing.T, file string) {
	cut := strings.Contains(filepath.Base(file), "-0.")
	r, err := Open(file, Options{Recover: cut})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got, err := r.Messages(Selection{}).lines()
	if err != nil {
		t.Fatal(err)
	}
	want := x.Messages
	if cut {
		// rosbag gives up a chunk that is whole if the index behind it is not.
		if more := len(got) - len(want); more < 0 || more > 100 || len(want) < 10 || r.Damage() == nil {
			t.Errorf("%d messages are recovered, %d by rosbag; %v", len(got), len(want), r.Damage())
		}
		slices.Sort(got)
		got = slices.DeleteFunc(got, func(m string) bool { return !slices.Contains(want, m) })
		slices.Sort(want)
	}
	for i := range max(len(got), len(want)) {
		if i >= min(len(got), len(want)) || got[i] != want[i] {
			t.Fatalf("%d messages, and rosbag reads %d; they differ from number %d on:\n%s\n%s", len(got), len(want), i, strings.Join(got[i:min(i+3, len(got))], "\n"), strings.Join(want[i:min(i+3, len(want))], "\n"))
		}
	}
	if cut {
		return
	}
	for rates, want := range map[bool]string{false: x.Info, true: x.Rates} {
		var b strings.Builder
		s, err := r.Summary(rates)
		if err == nil {
			err = s.Print(&b, time.Local)
		}
		if err != nil || b.String() != want+"\n" {
			t.Errorf("the summary is\n%s\nand rosbag's\n%s\n%v", b.String(), want, err)
		}
	}
}
