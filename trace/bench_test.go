package trace

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/foxglove/mcap/go/mcap"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// payload is a message of 112 bytes that compresses as a pose does.
func payload(b *testing.B) []byte {
	p := spatial.Identity()
	p.P = spatial.V(0.1, 0.2, 0.3)
	return poseCodec(b).Append(nil, unsafe.Pointer(&p))
}

// nextPayload changes the position a little, as motion does.
func nextPayload(data []byte, i int64) {
	le.PutUint64(data[len(data)-8:], 0x3fd3333333333333+uint64(i)*0x1234567)
}

// BenchmarkWrite measures the cost of a message for the control loop and, waiting for the disk, in total.
func BenchmarkWrite(b *testing.B) {
	for _, k := range []struct {
		name string
		o    Options
	}{{"loop", Options{Chunks: 64}}, {"zstd", Options{Wait: true}}, {"plain", Options{Wait: true, Plain: true}}} {
		b.Run(k.name, func(b *testing.B) {
			w := start(b, io.Discard, k.o)
			ch := channel(b, w, "a.b", poseCodec(b))
			data := payload(b)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			var i int64
			for b.Loop() {
				nextPayload(data, i)
				w.Write(ch, i*1000, 0, data)
				i++
			}
			s := w.Stats()
			_ = w.Close()
			b.ReportMetric(float64(s.DroppedMessages)/float64(i), "dropped/op")
		})
	}
}

// BenchmarkRecord encodes a pose into the chunk.
func BenchmarkRecord(b *testing.B) {
	w := start(b, io.Discard, Options{Wait: true, Plain: true})
	c := poseCodec(b)
	ch := channel(b, w, "a.b", c)
	p := spatial.Identity()
	var i int64
	for b.Loop() {
		w.Record(ch, i*1000, 0, c, unsafe.Pointer(&p))
		i++
	}
	_ = w.Close()
}

// BenchmarkOfficial is the format's own library doing the same in the caller.
func BenchmarkOfficial(b *testing.B) {
	for _, k := range []struct {
		name string
		o    mcap.WriterOptions
	}{
		{"zstd-fastest", mcap.WriterOptions{Chunked: true, IncludeCRC: true, Compression: mcap.CompressionZSTD, CompressionLevel: mcap.CompressionLevelFastest}},
		{"zstd-default", mcap.WriterOptions{Chunked: true, IncludeCRC: true, Compression: mcap.CompressionZSTD}},
		{"plain", mcap.WriterOptions{Chunked: true, IncludeCRC: true}},
	} {
		b.Run(k.name, func(b *testing.B) {
			w, err := mcap.NewWriter(io.Discard, &k.o)
			if err != nil {
				b.Fatal(err)
			}
			_ = w.WriteHeader(&mcap.Header{})
			_ = w.WriteSchema(&mcap.Schema{ID: 1, Name: "S", Encoding: "protobuf"})
			_ = w.WriteChannel(&mcap.Channel{SchemaID: 1, Topic: "t", MessageEncoding: "protobuf"})
			data := payload(b)
			b.SetBytes(int64(len(data)))
			m := mcap.Message{Data: data}
			var i int64
			for b.Loop() {
				nextPayload(data, i)
				m.LogTime = uint64(i * 1000)
				m.PublishTime = m.LogTime
				if err := w.WriteMessage(&m); err != nil {
					b.Fatal(err)
				}
				i++
			}
			_ = w.Close()
		})
	}
}

func BenchmarkRead(b *testing.B) {
	var f bytes.Buffer
	w := start(b, &f, Options{Wait: true})
	ch := channel(b, w, "a.b", poseCodec(b))
	data := payload(b)
	const n = 100_000
	for i := range int64(n) {
		nextPayload(data, i)
		w.Write(ch, i*1000, 0, data)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := NewReader("b", bytes.NewReader(f.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
		_ = r.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/msg")
	b.ReportMetric(float64(f.Len())/n, "file-bytes/msg")
}

// slowDisk takes its time for every write.
type slowDisk time.Duration

func (d slowDisk) Write(p []byte) (int, error) {
	time.Sleep(time.Duration(d))
	return len(p), nil
}

// BenchmarkCycle measures the median and worst cost of 20 messages a cycle for the control loop, on a fast disk, one
// that stalls for 0.2 s at a time, and one that is full.
func BenchmarkCycle(b *testing.B) {
	for _, k := range []struct {
		name string
		sink io.Writer
	}{{"quick", io.Discard}, {"slow", slowDisk(200 * time.Millisecond)}, {"full", &fullDisk{room: 1000}}} {
		b.Run(k.name, func(b *testing.B) {
			w := start(b, k.sink, Options{ChunkSize: 100_000})
			ch := channel(b, w, "a.b", poseCodec(b))
			data := payload(b)
			var took []time.Duration
			var i int64
			for b.Loop() {
				nextPayload(data, i)
				begin := time.Now()
				for range 20 {
					w.Write(ch, i*1000, 0, data)
				}
				took = append(took, time.Since(begin))
				i++
				time.Sleep(100 * time.Microsecond)
			}
			dropped := w.Stats().DroppedMessages
			_ = w.Close()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
			b.ReportMetric(float64(took[len(took)*999/1000]), "p99.9-ns")
			b.ReportMetric(100*float64(dropped)/float64(20*i), "dropped-%")
			b.ReportMetric(0, "ns/op")
		})
	}
}
