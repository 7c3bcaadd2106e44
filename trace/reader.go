package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Message is one recorded value.
type Message struct {
	Channel   *Channel
	Time      int64 // logical, in nanoseconds
	Microstep uint32
	Data      []byte // valid until the next call of Next
}

// Loss is a part of a recording that cannot be read, or was never written.
type Loss struct {
	Offset   int64  // in the file
	What     string // is wrong, in words
	Dropped  bool   // by the recorder, which left a mark
	Messages int    // lost, where it is known
}

// String gives the loss as a clause.
func (l Loss) String() string { return l.What }

// Reader reads a recording from its beginning to its end, whatever state it is in: what is whole is read,
// what is not is listed by Losses. It needs no summary and no seeking.
type Reader struct {
	name        string
	in          *bufio.Reader
	file        *os.File
	at          int64 // in the file, of the next record
	schemas     map[uint16]*Schema
	channels    map[uint16]*Channel
	order       []*Channel
	metadata    []Metadata
	attachments []Attachment
	losses      []Loss
	record      []byte // the record being read
	chunk       []byte // what is left of the chunk being read
	chunkAt     int64
	plain       []byte // the chunk, uncompressed
	zstd        *zstd.Decoder
	whole       bool // the end of the data was seen
	done        bool
	crc         uint32 // of the data so far
	orphans     int    // messages of no known channel
	messages    int
	chunks      int
}

// Metadata is a metadata record.
type Metadata struct {
	Name   string
	Values map[string]string
}

// Bounds on what one record may claim.
const (
	maxRecord = 1 << 30
	maxChunk  = 1 << 29
)

// Open opens the recording at path.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	r, err := NewReader(path, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.file = f
	return r, nil
}

// NewReader reads a recording from in; name is what errors call it. The error says that in is no recording.
func NewReader(name string, in io.Reader) (*Reader, error) {
	r := &Reader{name: name, in: bufio.NewReaderSize(in, 1<<16), schemas: map[uint16]*Schema{}, channels: map[uint16]*Channel{}}
	head := make([]byte, len(magic))
	n, err := io.ReadFull(r.in, head)
	if n == 0 && err != nil {
		return nil, fmt.Errorf("trace: %s is empty", name)
	}
	if string(head) != magic {
		return nil, fmt.Errorf("trace: %s is not an MCAP recording: it does not begin with the format's magic bytes", name)
	}
	r.at, r.crc = int64(n), crc32.ChecksumIEEE(head)
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxChunk), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, fmt.Errorf("trace: zstd: %w", err)
	}
	r.zstd = z
	return r, nil
}

// Close frees the reader and closes a file that Open opened.
func (r *Reader) Close() error {
	r.done = true
	r.zstd.Close()
	if r.file != nil {
		return r.file.Close()
	}
	return nil
}

// Next returns the next message in the order of the file, which in Sinew's files is the order of tags; on the
// real clock only within each enclave. At the end, be it the true one or that of what can be read, the error is io.EOF; there is no other.
func (r *Reader) Next() (Message, error) {
	for {
		for len(r.chunk) > 0 {
			if m, ok := r.fromChunk(); ok {
				return m, nil
			}
		}
		if r.done {
			return Message{}, io.EOF
		}
		op, body, ok := r.readRecord()
		if !ok {
			r.done = true
			continue
		}
		if op == opMessage {
			if m, ok := r.message(body); ok {
				return m, nil
			}
		}
		r.handle(op, body)
	}
}

// Losses lists what was found lost so far.
func (r *Reader) Losses() []Loss { return r.losses }

// Channels lists the channels met so far, in the order of the file.
func (r *Reader) Channels() []*Channel { return r.order }

// Metadata lists the metadata records met so far.
func (r *Reader) Metadata() []Metadata { return r.metadata }

// Attachments lists the attachments met so far.
func (r *Reader) Attachments() []Attachment { return r.attachments }

// Report says in a line what was read and what was lost, such as "run.mcap stops at byte 70123: chunk 12 is
// cut short; 11 chunks, 33412 messages read". It is empty when all was read.
func (r *Reader) Report() string {
	if len(r.losses) == 0 {
		return ""
	}
	var b bytes.Buffer
	b.WriteString(r.name)
	for i, l := range r.losses {
		if i == 5 {
			fmt.Fprintf(&b, "; %d more faults", len(r.losses)-i)
			break
		}
		if i > 0 {
			b.WriteString(";")
		}
		b.WriteString(" " + l.What)
	}
	fmt.Fprintf(&b, "; %d chunks, %d messages read", r.chunks, r.messages)
	return b.String()
}

func (r *Reader) lose(at int64, format string, args ...any) {
	r.losses = append(r.losses, Loss{Offset: at, What: fmt.Sprintf(format, args...)})
}

// readRecord reads the next record of the file; ok is false when no further one can be.
func (r *Reader) readRecord() (op byte, body []byte, ok bool) {
	var head [recordHead]byte
	n, err := io.ReadFull(r.in, head[:])
	if err != nil {
		if !r.whole {
			r.lose(r.at, "stops at byte %d: the end of the recording is missing%s", r.at+int64(n), readError(err))
		}
		return 0, nil, false
	}
	op = head[0]
	size := le.Uint64(head[1:])
	if r.whole && (op == opFooter || op > opDataEnd || op == 0) {
		return 0, nil, false
	}
	if op == 0 || op > opDataEnd && op < 0x80 || size > maxRecord {
		r.lose(r.at, "stops at byte %d: there is no record", r.at)
		return 0, nil, false
	}
	r.record, err = readAll(r.in, r.record, int(size))
	if err != nil {
		if !r.whole {
			r.lose(r.at, "stops at byte %d: %s is cut short%s", r.at, r.what(op), readError(err))
		}
		return 0, nil, false
	}
	r.at += recordHead + int64(size)
	if !r.whole && op != opDataEnd {
		r.crc = crc32.Update(crc32.Update(r.crc, crc32.IEEETable, head[:]), crc32.IEEETable, r.record)
	}
	return op, r.record, true
}

// readAll reads n bytes into b, which grows only as far as there are bytes.
func readAll(in io.Reader, b []byte, n int) ([]byte, error) {
	b = b[:0]
	for len(b) < n {
		step := min(n-len(b), max(1<<20, len(b)))
		if cap(b)-len(b) < step {
			b = append(b[:cap(b)], make([]byte, len(b)+step-cap(b))...)[:len(b)]
		}
		k, err := io.ReadFull(in, b[len(b):len(b)+step])
		b = b[:len(b)+k]
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

func readError(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ""
	}
	return " (" + err.Error() + ")"
}

func (r *Reader) what(op byte) string {
	if op == opChunk {
		return fmt.Sprintf("chunk %d", r.chunks+1)
	}
	if name := [...]string{opHeader: "the header", opSchema: "a schema", opChannel: "a channel", opMessage: "a message",
		opAttachment: "an attachment", opMetadata: "a metadata record", opDataEnd: "the end of the data"}; int(op) < len(name) && name[op] != "" {
		return name[op]
	}
	return "a record"
}

// handle takes in a record that is not a message.
func (r *Reader) handle(op byte, body []byte) {
	start := r.at - int64(len(body)) - recordHead
	ok := true
	switch op {
	case opSchema:
		ok = r.schema(body)
	case opChannel:
		ok = r.channel(body)
	case opChunk:
		r.openChunk(body, start)
	case opMetadata:
		ok = r.meta(body, start)
	case opAttachment:
		ok = r.attachment(body)
	case opDataEnd:
		r.whole = true
		if p := (parser{b: body}); len(body) == 4 && !slices.ContainsFunc(r.losses, func(l Loss) bool { return !l.Dropped }) {
			if sum := p.u32(); sum != 0 && sum != r.crc {
				r.lose(start, "has damage somewhere before byte %d: the checksum of its data is wrong", start)
			}
		}
	}
	if !ok {
		r.lose(start, "has %s at byte %d that is damaged", r.what(op), start)
	}
}

func (r *Reader) schema(b []byte) bool {
	p := parser{b: b}
	s := &Schema{ID: p.u16(), Name: p.text(), Encoding: p.text(), Data: bytes.Clone(p.bytes(int(p.u32())))}
	if p.bad {
		return false
	}
	if r.schemas[s.ID] == nil {
		r.schemas[s.ID] = s
	}
	return true
}

func (r *Reader) channel(b []byte) bool {
	p := parser{b: b}
	id, schema := p.u16(), p.u16()
	c := &Channel{ID: id, Topic: p.text(), Encoding: p.text(), Metadata: p.table(), Schema: r.schemas[schema]}
	c.Level, _ = strconv.Atoi(c.Metadata["level"]) // 0 in others' recordings
	if p.bad {
		return false
	}
	if c.Schema == nil {
		c.Schema = &Schema{ID: schema}
	}
	if r.channels[id] == nil {
		r.channels[id] = c
		r.order = append(r.order, c)
	}
	return true
}

func (r *Reader) meta(b []byte, start int64) bool {
	p := parser{b: b}
	m := Metadata{p.text(), p.table()}
	if p.bad {
		return false
	}
	r.metadata = append(r.metadata, m)
	if m.Name == MetadataGap {
		n, _ := strconv.Atoi(m.Values["messages"])
		v := m.Values
		r.losses = append(r.losses, Loss{Offset: start, Dropped: true, Messages: n, What: fmt.Sprintf(
			"lacks %d messages from (%s ns, %s) to (%s ns, %s), which the recorder had to drop",
			n, v["from_time"], v["from_microstep"], v["to_time"], v["to_microstep"])})
	}
	return true
}

func (r *Reader) attachment(b []byte) bool {
	p := parser{b: b}
	a := Attachment{Time: int64(p.u64())}
	p.u64()
	a.Name, a.MediaType = p.text(), p.text()
	size := p.u64()
	if size > uint64(len(b)) {
		return false
	}
	a.Data = bytes.Clone(p.bytes(int(size)))
	sum := p.u32()
	if p.bad || sum != 0 && sum != crc32.ChecksumIEEE(b[:len(b)-len(p.b)-4]) {
		return false
	}
	r.attachments = append(r.attachments, a)
	return true
}

// openChunk makes r.chunk the records of a chunk, or lists it as lost.
func (r *Reader) openChunk(b []byte, start int64) {
	p := parser{b: b}
	p.u64()
	p.u64()
	size, sum, compression := p.u64(), p.u32(), p.text()
	n := p.u64()
	if p.bad || n > uint64(len(p.b)) || size > maxChunk {
		r.lose(start, "chunk %d at byte %d is damaged: its head makes no sense", r.chunks+1, start)
		return
	}
	plain, err := r.unpack(compression, p.b[:n], int(size))
	if err == nil && sum != 0 && sum != crc32.ChecksumIEEE(plain) {
		err = errors.New("its checksum is wrong")
	}
	if err == nil && uint64(len(plain)) != size {
		err = fmt.Errorf("it holds %d bytes where %d belong", len(plain), size)
	}
	if err != nil {
		r.lose(start, "chunk %d at byte %d is damaged: %v", r.chunks+1, start, err)
		return
	}
	r.chunks++
	r.chunk, r.chunkAt = plain, start
}

func (r *Reader) unpack(compression string, b []byte, size int) ([]byte, error) {
	switch compression {
	case "":
		return b, nil
	case "zstd":
		if cap(r.plain) < size {
			if size > 1<<20 && size/1024 > len(b)*64 { // zstd packs no better than that
				return nil, errors.New("its size makes no sense")
			}
			r.plain = make([]byte, 0, size)
		}
		return r.zstd.DecodeAll(b, r.plain[:0:size])
	case "lz4":
		return readAll(io.LimitReader(lz4.NewReader(bytes.NewReader(b)), int64(size)), r.plain, size)
	}
	return nil, fmt.Errorf("its compression %q is none of zstd, lz4 and none", compression)
}

// fromChunk takes the next record off the chunk; ok is true for a message.
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
		if !r.schema(body) {
			r.lose(r.chunkAt, "chunk %d at byte %d has a damaged schema", r.chunks, r.chunkAt)
		}
	case opChannel:
		if !r.channel(body) {
			r.lose(r.chunkAt, "chunk %d at byte %d has a damaged channel", r.chunks, r.chunkAt)
		}
	}
	return Message{}, false
}

func (r *Reader) message(b []byte) (Message, bool) {
	p := parser{b: b}
	c, seq, t, _ := r.channels[p.u16()], p.u32(), p.u64(), p.u64()
	if p.bad || c == nil {
		if r.orphans++; r.orphans == 1 {
			r.lose(r.at, "has a message before byte %d of no known channel", r.at)
		}
		return Message{}, false
	}
	r.messages++
	return Message{c, int64(t), seq, p.b}, true
}
