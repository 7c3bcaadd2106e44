package bag

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/pierrec/lz4/v4"
)

// Compression says how the messages of a bag are compressed, one chunk at a time.
type Compression string

// The compressions of rosbag. A Writer cannot write BZ2.
const (
	None Compression = "none"
	BZ2  Compression = "bz2"
	LZ4  Compression = "lz4" // as in roslz4: an LZ4 frame of independent blocks, with a checksum of its content
)

// lz4Magic begins an LZ4 frame. Older kinds of frames, which roslz4 does not read, begin differently.
const lz4Magic = "\x04\x22\x4d\x18"

// unpacker decompresses chunks.
type unpacker struct {
	lz4 *lz4.Reader
}

// unpack appends the decompressed bytes of packed, size of them, to to. It allocates memory as they come, not as they
// are announced.
func (u *unpacker) unpack(to []byte, how Compression, packed []byte, size int) ([]byte, error) {
	var from io.Reader
	switch how {
	case None:
		if len(packed) != size {
			return to, fmt.Errorf("it announces %d bytes and has %d", size, len(packed))
		}
		return append(to, packed...), nil
	case BZ2:
		from = bzip2.NewReader(bytes.NewReader(packed))
	case LZ4:
		if !bytes.HasPrefix(packed, []byte(lz4Magic)) {
			return to, errors.New("it does not begin as an LZ4 frame does")
		}
		if u.lz4 == nil {
			u.lz4 = lz4.NewReader(nil)
		}
		u.lz4.Reset(bytes.NewReader(packed))
		from = u.lz4
	default:
		return to, fmt.Errorf("the compression %.40q is not known: a bag has none, bz2 or lz4", string(how))
	}
	begun := len(to)
	for {
		if len(to) == cap(to) { // begin with a likely size
			to = append(to, make([]byte, min(size-(len(to)-begun)+1, max(4*len(packed), 4096)))...)[:len(to)]
		}
		n, err := from.Read(to[len(to):min(cap(to), begun+size+1)])
		to = to[:len(to)+n]
		switch {
		case len(to)-begun > size:
			return to, fmt.Errorf("it announces %d bytes and has more", size)
		case errors.Is(err, io.EOF) && len(to)-begun == size:
			return to, nil
		case errors.Is(err, io.EOF):
			return to, fmt.Errorf("it announces %d bytes and has %d", size, len(to)-begun)
		case err != nil:
			return to, fmt.Errorf("behind %d bytes: %w", len(to)-begun, err)
		}
	}
}

// packer compresses chunks.
type packer struct {
	how Compression
	out bytes.Buffer
	lz4 *lz4.Writer
}

func newPacker(how Compression) (*packer, error) {
	p := &packer{how: how}
	switch how {
	case None:
	case LZ4:
		p.lz4 = lz4.NewWriter(nil)
		// Blocks of 1 MiB, as in bags that rosbag writes.
		return p, p.lz4.Apply(lz4.BlockSizeOption(lz4.Block1Mb), lz4.ChecksumOption(true), lz4.ConcurrencyOption(1))
	case BZ2:
		return nil, errors.New("bags with bz2 are read and not written: take lz4, or none and then `rosbag compress`")
	default:
		return nil, fmt.Errorf("the compression %q is not known: take lz4 or none", string(how))
	}
	return p, nil
}

// pack compresses data. The result is valid until the next call.
func (p *packer) pack(data []byte) ([]byte, error) {
	if p.lz4 == nil {
		return data, nil
	}
	p.out.Reset()
	p.lz4.Reset(&p.out)
	if _, err := p.lz4.Write(data); err != nil {
		return nil, err
	}
	err := p.lz4.Close()
	return p.out.Bytes(), err
}
