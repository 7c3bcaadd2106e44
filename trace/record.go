package trace

import (
	"encoding/binary"
	"hash/crc32"
	"maps"
	"slices"
)

// Opcodes of MCAP's records (https://mcap.dev/spec, "Records").
const (
	opHeader = iota + 1
	opFooter
	opSchema
	opChannel
	opMessage
	opChunk
	opMessageIndex
	opChunkIndex
	opAttachment
	opAttachmentIndex
	opStatistics
	opMetadata
	opMetadataIndex
	opSummaryOffset
	opDataEnd
)

// library is the name of this package in the header of its files.
const library = "sinew"

const (
	magic         = "\x89MCAP0\r\n"
	recordHead    = 1 + 8         // opcode, length
	messageHead   = 2 + 4 + 8 + 8 // channel, sequence, log time, publish time
	footerContent = 8 + 8 + 4
)

var le = binary.LittleEndian

// begin appends a record's opcode and room for its length; end fills the length in.
func begin(b []byte, op byte) ([]byte, int) {
	b = append(b, op, 0, 0, 0, 0, 0, 0, 0, 0)
	return b, len(b)
}

func end(b []byte, start int) []byte {
	le.PutUint64(b[start-8:], uint64(len(b)-start))
	return b
}

func appendText(b []byte, s string) []byte {
	return append(le.AppendUint32(b, uint32(len(s))), s...)
}

func appendMap(b []byte, m map[string]string) []byte {
	start := len(b)
	b = le.AppendUint32(b, 0)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		b = appendText(appendText(b, k), m[k])
	}
	le.PutUint32(b[start:], uint32(len(b)-start-4))
	return b
}

func appendHeader(b []byte) []byte {
	b, at := begin(append(b, magic...), opHeader)
	return end(appendText(appendText(b, Profile), library), at)
}

func appendSchema(b []byte, id uint16, s *Schema) []byte {
	b, at := begin(b, opSchema)
	b = appendText(appendText(le.AppendUint16(b, id), s.Name), s.Encoding)
	return end(append(le.AppendUint32(b, uint32(len(s.Data))), s.Data...), at)
}

func appendChannel(b []byte, c *Channel, schema uint16) []byte {
	b, at := begin(b, opChannel)
	b = le.AppendUint16(le.AppendUint16(b, c.ID), schema)
	return end(appendMap(appendText(appendText(b, c.Topic), c.Encoding), c.Metadata), at)
}

// appendMessageHead appends a message record without its data, with room for its length.
func appendMessageHead(b []byte, ch uint16, time int64, microstep uint32) ([]byte, int) {
	n := len(b)
	b = append(b, opMessage,
		0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0)
	h := b[n+recordHead : n+recordHead+messageHead]
	le.PutUint16(h, ch)
	le.PutUint32(h[2:], microstep)
	le.PutUint64(h[6:], uint64(time))
	le.PutUint64(h[14:], uint64(time))
	return b, n + recordHead
}

func appendMetadata(b []byte, name string, m map[string]string) []byte {
	b, at := begin(b, opMetadata)
	return end(appendMap(appendText(b, name), m), at)
}

func appendAttachment(b []byte, a *Attachment) []byte {
	b, at := begin(b, opAttachment)
	b = le.AppendUint64(le.AppendUint64(b, uint64(a.Time)), uint64(a.Time))
	b = appendText(appendText(b, a.Name), a.MediaType)
	b = append(le.AppendUint64(b, uint64(len(a.Data))), a.Data...)
	return end(le.AppendUint32(b, crc32.ChecksumIEEE(b[at:])), at)
}

// chunkInfo is the summary's entry of a chunk.
type chunkInfo struct {
	from, to        uint64 // log times
	offset, length  uint64 // of the chunk's record
	indexes         []channelOffset
	indexLength     uint64
	compressed, raw uint64
	messages        int
	compression     string
}

type channelOffset struct {
	id     uint16
	offset uint64
}

func appendChunkIndex(b []byte, c *chunkInfo) []byte {
	b, at := begin(b, opChunkIndex)
	b = le.AppendUint64(le.AppendUint64(b, c.from), c.to)
	b = le.AppendUint64(le.AppendUint64(b, c.offset), c.length)
	b = le.AppendUint32(b, uint32(len(c.indexes)*10))
	for _, x := range c.indexes {
		b = le.AppendUint64(le.AppendUint16(b, x.id), x.offset)
	}
	b = appendText(le.AppendUint64(b, c.indexLength), c.compression)
	return end(le.AppendUint64(le.AppendUint64(b, c.compressed), c.raw), at)
}

// extraInfo is the summary's entry of an attachment or a metadata record.
type extraInfo struct {
	offset, length uint64
	attachment     *Attachment // without its data; nil for metadata
	size           uint64      // of the attachment's data
	name           string
}

func appendExtraIndex(b []byte, x *extraInfo) []byte {
	if x.attachment == nil {
		b, at := begin(b, opMetadataIndex)
		return end(appendText(le.AppendUint64(le.AppendUint64(b, x.offset), x.length), x.name), at)
	}
	b, at := begin(b, opAttachmentIndex)
	b = le.AppendUint64(le.AppendUint64(b, x.offset), x.length)
	b = le.AppendUint64(le.AppendUint64(b, uint64(x.attachment.Time)), uint64(x.attachment.Time))
	b = le.AppendUint64(b, x.size)
	return end(appendText(appendText(b, x.attachment.Name), x.attachment.MediaType), at)
}

// totals is the contents of the statistics record.
type totals struct {
	messages                      uint64
	schemas, channels             int
	attachments, metadata, chunks int
	from, to                      uint64
	perChannel                    []uint64 // by channel id
}

func appendStatistics(b []byte, t *totals) []byte {
	b, at := begin(b, opStatistics)
	b = le.AppendUint16(le.AppendUint64(b, t.messages), uint16(t.schemas))
	for _, n := range []int{t.channels, t.attachments, t.metadata, t.chunks} {
		b = le.AppendUint32(b, uint32(n))
	}
	b = le.AppendUint64(le.AppendUint64(b, t.from), t.to)
	start := len(b)
	b = le.AppendUint32(b, 0)
	for id, n := range t.perChannel {
		if n > 0 {
			b = le.AppendUint64(le.AppendUint16(b, uint16(id)), n)
		}
	}
	le.PutUint32(b[start:], uint32(len(b)-start-4))
	return end(b, at)
}
