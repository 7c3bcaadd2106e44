package trace

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// openChunk makes r.chunk the records of a chunk, or lists it as lost.
func (r *Reader) openChunk(b []byte, start int64) {
	plain, err := r.unchunk(b)
	if err == nil && !r.belongs(b, int64(len(plain))) {
		err = errors.New("the recording's summary has no such chunk")
	}
	if err != nil {
		r.damaged(start, fmt.Sprintf("chunk %d at byte %d is damaged: %v", r.chunks+1, start, err))
		return
	}
	r.chunks++
	r.chunk, r.chunkAt, r.sure = plain, start, r.at
}

// unchunk extracts the records of a chunk.
func (r *Reader) unchunk(b []byte) ([]byte, error) {
	p := parser{b: b}
	p.u64()
	p.u64()
	size, sum, compression := p.u64(), p.u32(), p.text()
	n := p.u64()
	if p.bad || n > uint64(len(p.b)) || size > maxChunk {
		return nil, errors.New("its head makes no sense")
	}
	plain, err := r.unpack(compression, p.b[:n], int(size))
	if err == nil && (sum != 0 || !r.foreign) && sum != crc32.ChecksumIEEE(plain) { // other programs may omit it
		err = errors.New("its checksum is wrong")
	}
	if err == nil && uint64(len(plain)) != size {
		err = fmt.Errorf("it holds %d bytes where %d belong", len(plain), size)
	}
	return plain, err
}

func (r *Reader) unpack(compression string, b []byte, size int) (plain []byte, err error) {
	switch compression {
	case "":
		return b, nil
	case "zstd":
		if cap(r.plain) < size {
			if size > 1<<20 && size/1024 > len(b)*64 { // zstd cannot compress more than that
				return nil, errors.New("its size makes no sense")
			}
			r.plain = make([]byte, 0, size)
		}
		if r.zstd == nil {
			r.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxChunk), zstd.WithDecodeAllCapLimit(true))
			if err != nil {
				return nil, err
			}
		}
		return r.zstd.DecodeAll(b, r.plain[:0:size])
	case "lz4":
		if r.lz4 == nil {
			r.lz4 = lz4.NewReader(nil) // it keeps buffers of megabytes from chunk to chunk
		}
		r.lz4.Reset(bytes.NewReader(b))
		return readAll(io.LimitReader(r.lz4, int64(size)), r.plain, size)
	}
	return nil, fmt.Errorf("its compression %q is none of zstd, lz4 and none", compression)
}

// fromChunk takes the next record from the chunk; ok is true for a message.
func (r *Reader) fromChunk() (Message, bool) {
	p := parser{b: r.chunk}
	op, size := p.u8(), p.u64()
	body := p.bytes(int(min(size, maxRecord)))
	if p.bad {
		r.lose(r.chunkAt, "chunk %d at byte %d is damaged: a record goes beyond its end", r.chunks, r.chunkAt)
		r.chunk = nil
		return Message{}, false
	}
	r.chunk = p.b
	switch op {
	case opMessage:
		return r.message(body)
	case opSchema:
		if !r.schema(body, r.chunkAt) {
			r.lose(r.chunkAt, "chunk %d at byte %d has a damaged schema", r.chunks, r.chunkAt)
		}
	case opChannel:
		if !r.channel(body, r.chunkAt) {
			r.lose(r.chunkAt, "chunk %d at byte %d has a damaged channel", r.chunks, r.chunkAt)
		}
	}
	return Message{}, false
}
