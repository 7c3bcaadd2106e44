package codec

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// peer is a general compressor, set up once and used as economically as its interface allows.
type peer struct {
	name   string
	encode func(dst, src []byte) []byte
	decode func(dst, src []byte) ([]byte, error) // dst must have room
}

// Peers are the compressors that the codecs are compared with: those of the thesis except QuickLZ, which has no Go
// version, and their successors.
func peers() ([]peer, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	quick, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	var table lz4.Compressor
	return []peer{
		streamed("zlib", func(w io.Writer) (resetter, error) { return zlib.NewWriterLevel(w, zlib.DefaultCompression) },
			func(r io.Reader) (io.ReadCloser, error) { return zlib.NewReader(r) }),
		streamed("flate", func(w io.Writer) (resetter, error) { return flate.NewWriter(w, flate.BestSpeed) },
			func(r io.Reader) (io.ReadCloser, error) { return flate.NewReader(r), nil }),
		{"zstd_default",
			func(dst, src []byte) []byte { return enc.EncodeAll(src, dst) },
			func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) }},
		{"zstd_fastest",
			func(dst, src []byte) []byte { return quick.EncodeAll(src, dst) },
			func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) }},
		{"snappy",
			func(dst, src []byte) []byte { return snappy.Encode(dst[:cap(dst)], src) },
			func(dst, src []byte) ([]byte, error) { return snappy.Decode(dst[:cap(dst)], src) }},
		{"s2",
			func(dst, src []byte) []byte { return s2.Encode(dst[:cap(dst)], src) },
			func(dst, src []byte) ([]byte, error) { return s2.Decode(dst[:cap(dst)], src) }},
		{"lz4",
			func(dst, src []byte) []byte {
				n, err := table.CompressBlock(src, dst[:cap(dst)])
				if err != nil || n == 0 {
					return append(dst, src...) // incompressible
				}
				return dst[:n]
			},
			func(dst, src []byte) ([]byte, error) {
				n, err := lz4.UncompressBlock(src, dst[:cap(dst)])
				return dst[:max(0, n)], err
			}},
	}, nil
}

type resetter interface {
	io.WriteCloser
	Reset(io.Writer)
}

// streamed is a compressor with a reusable writer and reader.
func streamed(name string, writer func(io.Writer) (resetter, error), reader func(io.Reader) (io.ReadCloser, error)) peer {
	var out bytes.Buffer
	var r io.ReadCloser
	w, err := writer(&out)
	return peer{name,
		func(dst, src []byte) []byte {
			if err != nil {
				return nil
			}
			out.Reset()
			w.Reset(&out)
			_, _ = w.Write(src)
			_ = w.Close()
			return append(dst, out.Bytes()...)
		},
		func(dst, src []byte) ([]byte, error) {
			in := bytes.NewReader(src)
			var err error
			switch re := r.(type) {
			case zlib.Resetter:
				err = re.Reset(in, nil)
			default:
				r, err = reader(in)
			}
			if err != nil {
				return nil, err
			}
			dst = dst[:cap(dst)]
			n, err := io.ReadFull(r, dst)
			if err == io.ErrUnexpectedEOF {
				err = nil
			}
			return dst[:n], err
		}}
}

// run codes every image separately and returns the sizes and the times.
func (p *peer) run(images [][]byte) (w way, allocs float64, err error) {
	room := 2*len(images[0]) + 1024
	code, back := make([]byte, 0, room), make([]byte, 0, len(images[0])+64)
	empty := clock()
	var x []byte
	for _, image := range images {
		x = append(x[:0], image...) // into the cache
		start := time.Now()
		b := p.encode(code[:0], x)
		w.encode = append(w.encode, since(start)-empty)
		w.bytes = append(w.bytes, float64(len(b)))
		if len(b) == len(x) && bytes.Equal(b, x) {
			continue
		}
		start = time.Now()
		y, err := p.decode(back[:0], b)
		w.decode = append(w.decode, since(start)-empty)
		if err != nil || !bytes.Equal(x, y) {
			return w, 0, fmt.Errorf("bench: %s does not restore its input: %w", p.name, err)
		}
	}
	return w, testing.AllocsPerRun(20, func() { p.encode(code[:0], images[0]) }), nil
}
