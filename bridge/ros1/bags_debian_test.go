//go:build debian

package ros1

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// TestDebianBags: rosbag play sends what is in a bag of ours, rosbag record writes what we play, and both bags hold the same.
func TestDebianBags(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	g := under(t, uri)
	n := dial(t, uri, "go")
	dir := t.TempDir()
	from := filepath.Join(dir, "from.bag")
	sample(t, from, 60)
	want, r := contents(t, from)

	var got []string
	var subs []*Subscription
	all := make(chan struct{})
	for _, topic := range []string{"/a", "/map"} {
		s, err := n.SubscribeBody(topic, SubOptions{}, func(d wire.Description, b []byte) {
			n.mu.Lock()
			defer n.mu.Unlock()
			got = append(got, topic+" "+d.Type+" "+d.MD5+" "+string(b))
			if len(got) == 60 {
				close(all)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		subs = append(subs, s)
	}
	g.Run("/usr/lib/rosbag/play", "-q", "-r", "10", "-d", "0", "--wait-for-subscribers", from)
	wait(t, all)
	n.mu.Lock()
	slices.Sort(got)
	n.mu.Unlock()
	var sent []string
	for topic, lines := range want {
		for _, l := range lines {
			sent = append(sent, topic+" "+l)
		}
	}
	slices.Sort(sent)
	if !slices.Equal(got, sent) {
		t.Errorf("rosbag play sends\n%q\nof\n%q", got, sent)
	}

	for _, s := range subs { // so that playing waits for rosbag record
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, how := range []string{"--lz4", "--bz2"} {
		to := filepath.Join(dir, "to"+how+".bag")
		c := exec.Command("/usr/lib/rosbag/record", "-q", how, "--chunksize", "1", "-l", "30", "-O", to, "/a", "/map")
		c.Env = g.env
		end, err := child.Start(c)
		if err != nil {
			t.Fatal(err)
		}
		player := dial(t, uri, "player"+how[2:])
		played, dropped, err := player.PlayBag(t.Context(), r, PlayOptions{Rate: 10, Await: true})
		if err != nil || played != 60 || dropped != 0 {
			t.Error(played, dropped, err)
		}
		late := time.AfterFunc(30*time.Second, func() { _ = c.Process.Kill() })
		if err := end(); err != nil { // when it has 30 messages of each topic
			t.Error(err)
		}
		late.Stop()
		if recorded, _ := contents(t, to); fmt.Sprint(recorded) != fmt.Sprint(want) {
			t.Errorf("rosbag record %s has\n%q\nof\n%q", how, recorded, want)
		}
	}
}
