package bag

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// magic begins every bag that is read and written.
const magic = "#ROSBAG V2.0\n"

// Kinds of records, in the header field op.
const (
	opMessage    = 0x02
	opBag        = 0x03
	opIndex      = 0x04
	opChunk      = 0x05
	opChunkInfo  = 0x06
	opConnection = 0x07
)

// Limits on what is read at once, whatever the file says.
const (
	maxHeader     = 1 << 20 // bytes of a record's header
	maxConnection = 4 << 20 // bytes of what a connection record says of the publisher
)

// Sizes of records that always have the same size.
const (
	bagHeaderSize = 4096 // of the first record, padded so that it can be overwritten
	indexEntry    = 12   // a message in an index record
)

// head holds the fields of a record's header. Which of them are present depends on the kind of record.
type head struct {
	op                       byte
	conn, ver, count, size   uint32
	connCount, chunkCount    uint32
	index, chunk             uint64
	time, begin, end         wire.Time
	topic, packed, encryptor []byte
	has                      fields
}

// fields is a set of header fields.
type fields uint16

const (
	hasOp fields = 1 << iota
	hasConn
	hasVer
	hasCount
	hasSize
	hasConnCount
	hasChunkCount
	hasIndex
	hasChunk
	hasTime
	hasBegin
	hasEnd
	hasTopic
	hasPacked
)

// needed are the fields that each kind of record must have.
func needed(op byte) fields {
	switch op {
	case opMessage:
		return hasConn | hasTime
	case opBag:
		return hasIndex | hasConnCount | hasChunkCount
	case opIndex:
		return hasVer | hasConn | hasCount
	case opChunk:
		return hasPacked | hasSize
	case opChunkInfo:
		return hasVer | hasChunk | hasBegin | hasEnd | hasCount
	case opConnection:
		return hasConn | hasTopic
	}
	return 0
}

// names of the fields in the order of their bits.
var names = [...]string{"op", "conn", "ver", "count", "size", "conn_count", "chunk_count", "index_pos", "chunk_pos", "time", "start_time", "end_time", "topic", "compression"}

// each splits the fields of a header or of a connection's data, which are key=value after a length of four bytes. It
// returns what is wrong.
func each(b []byte, do func(name, value []byte) string) string {
	for len(b) > 0 {
		if len(b) < 4 {
			return "a field ends within its length"
		}
		n := uint64(binary.LittleEndian.Uint32(b))
		if b = b[4:]; n > uint64(len(b)) {
			return fmt.Sprintf("a field announces %d bytes, and %d follow", n, len(b))
		}
		name, value, ok := bytes.Cut(b[:n], []byte{'='})
		if !ok {
			return fmt.Sprintf("a field of %d bytes has no =", n)
		}
		if why := do(name, value); why != "" {
			return why
		}
		b = b[n:]
	}
	return ""
}

// parse parses a header. The texts share its bytes. It returns what is wrong.
func (h *head) parse(b []byte) string {
	*h = head{}
	if why := each(b, h.field); why != "" {
		return why
	}
	if h.has&hasOp == 0 {
		return "the header has no field op"
	}
	if missing := needed(h.op) &^ h.has; missing != 0 {
		for i, name := range names {
			if missing&(1<<i) != 0 {
				return fmt.Sprintf("the header of a record of kind %d has no field %s", h.op, name)
			}
		}
	}
	return ""
}

// field sets a field; unknown fields are left to later versions.
func (h *head) field(name, value []byte) string {
	switch string(name) {
	case "op":
		if len(value) != 1 {
			return fmt.Sprintf("the field op has %d bytes, not 1", len(value))
		}
		h.op = value[0]
		h.has |= hasOp
	case "conn":
		return h.number(hasConn, &h.conn, value)
	case "ver":
		return h.number(hasVer, &h.ver, value)
	case "count":
		return h.number(hasCount, &h.count, value)
	case "size":
		return h.number(hasSize, &h.size, value)
	case "conn_count":
		return h.number(hasConnCount, &h.connCount, value)
	case "chunk_count":
		return h.number(hasChunkCount, &h.chunkCount, value)
	case "index_pos":
		return h.place(hasIndex, &h.index, value)
	case "chunk_pos":
		return h.place(hasChunk, &h.chunk, value)
	case "time":
		return h.stamp(hasTime, &h.time, value)
	case "start_time":
		return h.stamp(hasBegin, &h.begin, value)
	case "end_time":
		return h.stamp(hasEnd, &h.end, value)
	case "topic":
		h.topic = value
		h.has |= hasTopic
	case "compression":
		h.packed = value
		h.has |= hasPacked
	case "encryptor":
		h.encryptor = value
	}
	return ""
}

func (h *head) number(f fields, to *uint32, value []byte) string {
	if len(value) != 4 {
		return wrongSize(f, value, 4)
	}
	*to = binary.LittleEndian.Uint32(value)
	h.has |= f
	return ""
}

func (h *head) place(f fields, to *uint64, value []byte) string {
	if len(value) != 8 {
		return wrongSize(f, value, 8)
	}
	*to = binary.LittleEndian.Uint64(value)
	h.has |= f
	return ""
}

func (h *head) stamp(f fields, to *wire.Time, value []byte) string {
	if len(value) != 8 {
		return wrongSize(f, value, 8)
	}
	*to = stampOf(value)
	h.has |= f
	return ""
}

func wrongSize(f fields, value []byte, want int) string {
	for i, name := range names {
		if f == 1<<i {
			return fmt.Sprintf("the field %s has %d bytes, not %d", name, len(value), want)
		}
	}
	return ""
}

func stampOf(b []byte) wire.Time {
	return wire.Time{Sec: binary.LittleEndian.Uint32(b), Nsec: binary.LittleEndian.Uint32(b[4:])}
}

// cut splits the record at the beginning of b; n is its length. It returns what is wrong.
func (h *head) cut(b []byte) (data []byte, n int, why string) {
	if len(b) < 4 {
		return nil, 0, "a record ends within its header's length"
	}
	size := uint64(binary.LittleEndian.Uint32(b))
	if size > uint64(len(b)-4) {
		return nil, 0, fmt.Sprintf("a record announces a header of %d bytes, and %d follow", size, len(b)-4)
	}
	if why := h.parse(b[4 : 4+size]); why != "" {
		return nil, 0, why
	}
	rest := b[4+size:]
	if len(rest) < 4 {
		return nil, 0, "a record ends within its data's length"
	}
	length := uint64(binary.LittleEndian.Uint32(rest))
	if rest = rest[4:]; length > uint64(len(rest)) {
		return nil, 0, fmt.Sprintf("a record announces %d bytes, and %d follow", length, len(rest))
	}
	return rest[:length:length], len(b) - len(rest) + int(length), ""
}

// connection reads a connection record.
func connection(h *head, data []byte) (*Connection, string) {
	c := &Connection{ID: h.conn, Topic: string(h.topic)}
	why := each(data, func(name, value []byte) string {
		switch string(name) {
		case "type":
			c.Type = string(value)
		case "md5sum":
			c.MD5 = string(value)
		case "message_definition":
			c.Text = string(value)
		case "callerid":
			c.Caller = string(value)
		case "latching":
			c.Latching = string(value) == "1"
		case "topic": // the header has it
		default:
			c.More = append(c.More, More{string(name), string(value)})
		}
		return ""
	})
	switch {
	case why != "":
	case c.Topic == "":
		why = "a connection has no topic"
	case c.Type == "" || c.MD5 == "":
		why = fmt.Sprintf("the connection of %s has no type or no md5sum", c.Topic)
	}
	return c, why
}

// same reports whether two records of a connection agree.
func (c *Connection) same(d *Connection) bool {
	return c.Topic == d.Topic && c.Type == d.Type && c.MD5 == d.MD5
}

// appendField adds a field to a header.
func appendField(b []byte, name string, value ...byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(name)+1+len(value)))
	return append(append(append(b, name...), '='), value...)
}

func number(x uint32) []byte { return binary.LittleEndian.AppendUint32(nil, x) }
func place(x int64) []byte   { return binary.LittleEndian.AppendUint64(nil, uint64(x)) }
func stamp(t wire.Time) []byte {
	return wire.AppendTime(nil, t)
}

// appendSized appends bytes after their length.
func appendSized(b, data []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(data))), data...)
}
