package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
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

// Reader reads a recording from beginning to end, whatever its state: it reads intact records, and Losses lists the
// rest. After damage it continues at the next intact record; the summary at the end, if there is one, says what should
// be there.
type Reader struct {
	name        string
	src         io.ReaderAt
	size        int64
	win         []byte // the bytes read last by look, from winAt on
	winAt       int64
	in          *bufio.Reader // from at on
	file        *os.File
	at          int64    // in the file, of the next record
	sure        int64    // the end of the last intact chunk
	sum         *summary // nil if it is missing or damaged
	schemas     map[uint16]*Schema
	channels    map[uint16]*Channel
	order       []*Channel
	metadata    []Metadata
	attachments []Attachment
	losses      []Loss
	open        int    // index in losses, from 1, of a loss after which no message has come yet
	matched     int    // number of the summary's first chunks that have been read or are lost
	record      []byte // the record being read
	chunk       []byte // the rest of the chunk being read
	chunkAt     int64
	plain       []byte        // the chunk, uncompressed
	zstd        *zstd.Decoder // nil before the first chunk that needs it; likewise
	lz4         *lz4.Reader
	foreign     bool // from another program: records may be longer than Sinew's, messages may be outside chunks
	sought      bool // definitions have been searched for in the whole file
	whole       bool // the end of the data was seen
	done        bool
	crc         uint32 // of the data so far
	orphans     int    // messages of unknown channels
	messages    int
	chunks      int
	newest, lag int64 // of the messages read: the greatest time, and how far behind it others came
}

// Metadata is a metadata record.
type Metadata struct {
	Name   string
	Values map[string]string
}

// Bounds on the sizes that one record may claim.
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

// NewReader reads a recording from in; name is what errors call it. An input without random access, such as a pipe, is
// read into memory first. It is an error if in is not a recording.
func NewReader(name string, in io.Reader) (*Reader, error) {
	r := &Reader{name: name, schemas: map[uint16]*Schema{}, channels: map[uint16]*Channel{}, newest: math.MinInt64}
	if err := r.source(in); err != nil {
		return nil, fmt.Errorf("trace: %s: %w", name, err)
	}
	if r.size == 0 {
		return nil, fmt.Errorf("trace: %s is empty", name)
	}
	r.sum = r.summary()
	if head := r.look(0, len(magic)); string(head) == magic {
		r.crc = crc32.ChecksumIEEE(head)
		r.seek(int64(len(magic)))
	} else if r.sum == nil {
		return nil, fmt.Errorf("trace: %s is not an MCAP recording: it does not begin with the format's magic bytes", name)
	} else {
		r.resume(0, 0, "does not begin with the format's magic bytes")
	}
	return r, nil
}

// source finds a way to read in.
func (r *Reader) source(in io.Reader) error {
	if s, ok := in.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		if n, err := s.Seek(0, io.SeekEnd); err == nil {
			r.src, r.size = s, n
			return nil
		}
	}
	b, err := io.ReadAll(in)
	r.src, r.size = bytes.NewReader(b), int64(len(b))
	return err
}

// seek continues reading at a place in the file.
func (r *Reader) seek(at int64) {
	r.at = at
	rest := io.NewSectionReader(r.src, at, r.size-at)
	if r.in == nil {
		r.in = bufio.NewReaderSize(rest, int(min(1<<16, r.size)))
	} else {
		r.in.Reset(rest)
	}
}

// Close frees the reader and closes a file that Open opened.
func (r *Reader) Close() error {
	r.done = true
	if r.zstd != nil {
		r.zstd.Close()
	}
	if r.lz4 != nil {
		r.lz4.Reset(nil) // its buffers, of up to 4 MB, are for the next reader
	}
	if r.file != nil {
		return r.file.Close()
	}
	return nil
}

// Next returns the next message in the order of the file, which in Sinew's files is the order of tags; on the
// real clock only within each enclave. At the end of the recording or of its readable part the error is io.EOF; there
// are no other errors.
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
		start := r.at
		op, body, fault := r.readRecord()
		switch {
		case r.done:
		case fault != "":
			r.damaged(start, fault)
		case op == opMessage:
			if m, ok := r.message(body); ok {
				return m, nil
			}
		default:
			r.handle(op, body, start)
		}
		if r.done {
			r.settle()
		}
	}
}

// Channels lists the channels met so far, in the order of the file.
func (r *Reader) Channels() []*Channel { return r.order }

// Metadata lists the metadata records met so far.
func (r *Reader) Metadata() []Metadata { return r.metadata }

// Attachments lists the attachments met so far.
func (r *Reader) Attachments() []Attachment { return r.attachments }

// readRecord reads the next record of the file; fault says why there is none. At the end the reader is done.
func (r *Reader) readRecord() (op byte, body []byte, fault string) {
	var head [recordHead]byte
	n, err := io.ReadFull(r.in, head[:])
	if err != nil {
		r.ends(r.at+int64(n), "the end of the recording is missing"+readError(err))
		return 0, nil, ""
	}
	op = head[0]
	size := le.Uint64(head[1:])
	if r.whole { // the summary follows
		r.done = true
		return 0, nil, ""
	}
	if !r.known(op) || size > maxRecord {
		return 0, nil, fmt.Sprintf("has no record at byte %d", r.at)
	}
	if int64(size) > r.size-r.at-recordHead {
		return 0, nil, r.what(op) + " is cut short"
	}
	r.record, err = readAll(r.in, r.record, int(size))
	if err != nil {
		return 0, nil, r.what(op) + " is cut short" + readError(err)
	}
	body = r.record
	if !r.foreign && !exact(op, int64(size), func(at int64, n int) []byte { return body[at : at+int64(n)] }) || !r.followed(op) {
		return 0, nil, fmt.Sprintf("has %s at byte %d that is damaged", r.what(op), r.at)
	}
	if op == opMessage && !r.loose() {
		return 0, nil, fmt.Sprintf("has a message at byte %d outside any chunk", r.at)
	}
	r.at += recordHead + int64(size)
	if op != opDataEnd {
		r.crc = crc32.Update(crc32.Update(r.crc, crc32.IEEETable, head[:]), crc32.IEEETable, body)
	}
	return op, body, ""
}

// followed reports whether another record can follow, which is checked if no checksum covers the record.
func (r *Reader) followed(op byte) bool {
	next, _ := r.in.Peek(recordHead)
	return len(next) < recordHead || op == opChunk || op == opFooter || r.known(next[0]) && le.Uint64(next[1:]) <= maxRecord
}

// loose reports whether messages may be outside chunks, where no checksum covers them.
func (r *Reader) loose() bool {
	return r.foreign && r.chunks == 0 && (r.sum == nil || len(r.sum.chunks) == 0)
}

// readAll reads n bytes into b, which grows only as bytes arrive.
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

// handle takes in a record that begins at start and is not a message.
func (r *Reader) handle(op byte, body []byte, start int64) {
	ok := true
	switch op {
	case opHeader:
		p := parser{b: body}
		profile, name := p.text(), p.text()
		r.foreign = profile != Profile && name != library // one of them may be damaged
	case opFooter: // the end of the data was not seen
		if ok = r.sound(start); ok {
			r.at = start
			r.ends(start, "the end of the data is missing")
		}
	case opSchema:
		ok = r.schema(body, start)
	case opChannel:
		ok = r.channel(body, start)
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
		r.damaged(start, fmt.Sprintf("has %s at byte %d that is damaged", r.what(op), start))
	}
}

func (r *Reader) schema(b []byte, at int64) bool {
	s := readSchema(b)
	if s == nil {
		return false
	}
	if r.sum != nil && r.sum.schemas[s.ID] != nil && !s.same(r.sum.schemas[s.ID]) {
		r.lose(at, "has a schema at byte %d that is damaged: that of the summary counts", at)
		s = r.sum.schemas[s.ID]
	}
	if r.schemas[s.ID] == nil {
		r.schemas[s.ID] = s
	}
	return true
}

func (r *Reader) channel(b []byte, at int64) bool {
	c, schema := readChannel(b)
	if c == nil {
		return false
	}
	if r.sum != nil && r.sum.channels[c.ID] != nil {
		if known := r.sum.channels[c.ID]; !c.same(known) || schema != known.Schema.ID {
			r.lose(at, "has a channel at byte %d that is damaged: that of the summary counts", at)
		}
		r.adopt(c.ID)
		return true
	}
	if c.Schema = r.schemas[schema]; c.Schema == nil {
		c.Schema = &Schema{ID: schema}
	}
	if r.channels[c.ID] == nil {
		r.channels[c.ID] = c
		r.order = append(r.order, c)
	}
	return true
}

// adopt takes a channel's definition from the summary.
func (r *Reader) adopt(id uint16) *Channel {
	if r.channels[id] == nil && r.sum != nil && r.sum.channels[id] != nil {
		r.channels[id] = r.sum.channels[id]
		r.order = append(r.order, r.channels[id])
	}
	return r.channels[id]
}

func (r *Reader) meta(b []byte, start int64) bool {
	p := parser{b: b}
	m := Metadata{p.text(), p.table()}
	if p.bad {
		return false
	}
	r.metadata = append(r.metadata, m)
	if m.Name == MetadataGap {
		v := m.Values
		n, _ := strconv.Atoi(v["messages"])
		chunks, _ := strconv.Atoi(v["chunks"])
		from, _ := strconv.ParseInt(v["from_time"], 10, 64)
		to, _ := strconv.ParseInt(v["to_time"], 10, 64)
		r.losses = append(r.losses, Loss{Offset: start, Dropped: true, Gap: true, Messages: n, Chunks: chunks, From: from, To: to, What: fmt.Sprintf(
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

func (r *Reader) message(b []byte) (Message, bool) {
	p := parser{b: b}
	id, seq, t, _ := p.u16(), p.u32(), int64(p.u64()), p.u64()
	c := r.channels[id]
	if c == nil && !p.bad {
		c = r.define(id)
	}
	if p.bad || c == nil {
		if r.orphans++; r.orphans == 1 {
			r.lose(r.at, "has a message before byte %d of no known channel", r.at)
			r.losses[len(r.losses)-1].Gap, r.losses[len(r.losses)-1].From = true, t
		}
		return Message{}, false
	}
	r.messages++
	if r.newest = max(r.newest, t); r.newest-t > r.lag {
		r.lag = r.newest - t
	}
	if r.open > 0 {
		r.losses[r.open-1].To, r.open = t, 0
	}
	return Message{c, t, seq, p.b}, true
}
