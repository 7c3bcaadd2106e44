package trace

import (
	"bytes"
	"hash/crc32"
	"maps"
	"strconv"
)

// summary is the summary at the end of a recording, confirmed by its checksum.
type summary struct {
	schemas  map[uint16]*Schema
	channels map[uint16]*Channel
	chunks   []chunkInfo // in the order of the file
	shift    int64       // displacement of the file's end: negative if bytes are missing

	counted                bool
	allChunks, allMessages int
}

// maxSummary bounds the summary, in bytes.
const maxSummary = 1 << 28

// summary reads the summary, nil if it is missing, damaged or has no checksum. It is found by its distance from the
// end, so that missing or excess bytes before it do not matter.
func (r *Reader) summary() *summary {
	const footer, offset = recordHead + footerContent, recordHead + 1 + 8 + 8
	at := r.size - int64(len(magic)) - footer
	b := bytes.Clone(r.look(at, footer+len(magic)))
	if at < 0 || b == nil || b[0] != opFooter || le.Uint64(b[1:]) != footerContent || string(b[footer:]) != magic {
		return nil
	}
	start, offsets, sum := int64(le.Uint64(b[9:])), int64(le.Uint64(b[17:])), le.Uint32(b[25:])
	first := at // of the summary offsets
	for {
		o := r.look(first-offset, offset)
		if o == nil || o[0] != opSummaryOffset || le.Uint64(o[1:]) != offset-recordHead {
			break
		}
		first -= offset
	}
	if offsets == 0 { // without them the displacement of the footer is unknown
		offsets = first
	}
	length := at - first + offsets - start
	if sum == 0 || start <= 0 || length <= 0 || length > maxSummary || length > at {
		return nil
	}
	all := make([]byte, length+footer-4)
	if n, _ := r.src.ReadAt(all, at-length); n < len(all) || crc32.ChecksumIEEE(all) != sum {
		return nil
	}
	s := &summary{schemas: map[uint16]*Schema{}, channels: map[uint16]*Channel{}, shift: at - length - start}
	p := parser{b: all[:length]}
	for len(p.b) > 0 {
		op, size := p.u8(), p.u64()
		body := p.bytes(int(min(size, maxRecord)))
		if p.bad || !s.take(op, body) {
			return nil
		}
	}
	return s
}

// take adds a record of the summary.
func (s *summary) take(op byte, body []byte) bool {
	p := parser{b: body}
	switch op {
	case opSchema:
		x := readSchema(body)
		if x != nil {
			s.schemas[x.ID] = x
		}
		return x != nil
	case opChannel:
		c, schema := readChannel(body)
		if c == nil {
			return false
		}
		if c.Schema = s.schemas[schema]; c.Schema == nil {
			c.Schema = &Schema{ID: schema}
		}
		s.channels[c.ID] = c
	case opStatistics:
		s.allMessages = int(p.u64())
		p.bytes(2 + 3*4)
		s.allChunks, s.counted = int(p.u32()), true
	case opChunkIndex:
		c := chunkInfo{from: p.u64(), to: p.u64(), offset: p.u64(), length: p.u64()}
		p.bytes(int(p.u32()))
		p.u64()
		c.compression, c.compressed, c.raw = p.text(), p.u64(), p.u64()
		s.chunks = append(s.chunks, c)
	}
	return !p.bad
}

// readSchema reads the contents of a schema record, nil if they make no sense.
func readSchema(b []byte) *Schema {
	p := parser{b: b}
	s := &Schema{ID: p.u16(), Name: p.text(), Encoding: p.text(), Data: bytes.Clone(p.bytes(int(p.u32())))}
	if p.bad {
		return nil
	}
	return s
}

func (s *Schema) same(t *Schema) bool {
	return s.ID == t.ID && s.Name == t.Name && s.Encoding == t.Encoding && bytes.Equal(s.Data, t.Data)
}

// readChannel reads the contents of a channel record, nil if they make no sense, and the number of its schema.
func readChannel(b []byte) (*Channel, uint16) {
	p := parser{b: b}
	id, schema := p.u16(), p.u16()
	c := &Channel{ID: id, Topic: p.text(), Encoding: p.text(), Metadata: p.table()}
	if p.bad {
		return nil, 0
	}
	c.Level, _ = strconv.Atoi(c.Metadata["level"]) // 0 in recordings of other programs
	return c, schema
}

func (c *Channel) same(d *Channel) bool {
	return c.ID == d.ID && c.Topic == d.Topic && c.Encoding == d.Encoding && maps.Equal(c.Metadata, d.Metadata)
}
