package ros1

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// bags measures how fast bags are written to a file and read from it.
func bags(o Options, emit bench.Emit) error {
	dir, err := os.MkdirTemp("", "sinew-bench-bag-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all := 512 << 20
	if o.Quick {
		all = 8 << 20
	}
	for _, c := range []struct {
		name string
		how  bag.Compression
		size int
		note string
	}{
		{"none", bag.None, 10_000, "messages of 10 kB, not compressed; the file is in the system's cache"},
		{"lz4", bag.LZ4, 10_000, "messages of 10 kB, half of their bytes random, with LZ4"},
		{"small", bag.None, 100, "messages of 100 B, not compressed"},
	} {
		file := filepath.Join(dir, c.name+".bag")
		wrote, read, err := throughput(o, file, c.how, c.size, all/c.size)
		if err != nil {
			return fmt.Errorf("bag %s: %w", c.name, err)
		}
		emit(bench.Result{Name: "ros1_bag_write_" + c.name, Value: wrote, Unit: "MB/s", Note: c.note})
		emit(bench.Result{Name: "ros1_bag_read_" + c.name, Value: read, Unit: "MB/s", Note: "in the order of time; " + c.note})
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}

// throughput returns the megabytes of messages per second that are written and read.
func throughput(o Options, file string, how bag.Compression, size, count int) (wrote, read float64, err error) {
	pool := make([]byte, 4<<20) // beyond the distance at which LZ4 finds repetitions
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for i := 0; i < len(pool); i += 2 {
		pool[i] = byte(random.Uint32())
	}
	body := func(i int) []byte {
		at := i * size % (len(pool) - size)
		return pool[at : at+size]
	}
	begun := time.Now()
	f, err := os.Create(file)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	w, err := bag.NewWriter(f, bag.WriterOptions{Compression: how}) // bag.Create would wait for the disk at the end
	if err != nil {
		return 0, 0, err
	}
	c := w.Connect(bag.Connection{Topic: "/bytes", Description: (&stdmsgs.UInt8MultiArray{}).Describe()})
	for i := range count {
		if err := w.Write(c, wire.TimeOf(int64(i+1)*1e6), body(i)); err != nil {
			return 0, 0, errors.Join(err, w.Close())
		}
	}
	if err := w.Close(); err != nil {
		return 0, 0, err
	}
	megabytes := float64(size*count) / 1e6
	wrote = megabytes / time.Since(begun).Seconds()
	begun = time.Now()
	r, err := bag.Open(file, bag.Options{})
	if err != nil {
		return 0, 0, err
	}
	defer r.Close()
	n := 0
	for m := r.Messages(bag.Selection{}); ; n++ {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, 0, err
		}
		if want := body(n); len(x.Data) != size || [8]byte(x.Data) != [8]byte(want) {
			return 0, 0, fmt.Errorf("message %d differs from the written one", n)
		}
	}
	if n != count {
		return 0, 0, fmt.Errorf("%d messages of %d came back", n, count)
	}
	return wrote, megabytes / time.Since(begun).Seconds(), nil
}
