package trace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/trace/codec"
)

// Options of a Writer. The zero value suits a run on the real clock.
type Options struct {
	// Plain leaves chunks uncompressed; otherwise they are compressed with zstd at its fastest level.
	Plain bool
	// Wait makes Write wait for the disk if all chunks are under way, so that no message is ever dropped. It is for
	// runs faster than real time and for tests. Otherwise Write never waits and whole chunks are dropped, counted, and
	// marked in the file by a MetadataGap record.
	Wait bool
	// ChunkSize is the number of bytes after which a chunk is written to disk, 1 MiB if zero. A message that does not
	// fit makes its chunk grow, once.
	ChunkSize int
	// ChunkTime is the span of logical time after which a chunk is written to disk however small it is, 1 s if zero. It
	// is the most that a killed program loses.
	ChunkTime time.Duration
	// Chunks is the number of chunks in memory, 8 if zero, at least 2.
	Chunks int
	// Epoch is the wall time of logical time zero in nanoseconds since 1970. If it is not zero, it is written as
	// epoch_ns into a MetadataRun record, in which two runs then differ.
	Epoch int64
}

func (o Options) defaults() Options {
	if o.ChunkSize <= 0 {
		o.ChunkSize = 1 << 20
	}
	if o.ChunkTime <= 0 {
		o.ChunkTime = time.Second
	}
	if o.Chunks == 0 {
		o.Chunks = 8
	}
	o.Chunks = max(2, o.Chunks)
	return o
}

// Attachment is a file stored alongside the messages, such as a camera picture or the program's graph.
type Attachment struct {
	Time      int64 // logical time in nanoseconds
	Name      string
	MediaType string // such as "image/jpeg"
	Data      []byte // must not be changed afterwards
}

// Stats counts the outcome of the messages so far. Messages in unfinished chunks are not counted.
type Stats struct {
	Messages, Chunks, Bytes        uint64 // in the file
	DroppedMessages, DroppedChunks uint64 // because the disk was slow, full or broken
	WriteErrors                    uint64
}

// LossError is returned by Close when part of the recording is missing.
type LossError struct {
	Chunks, Messages uint64
	Err              error // the first failed write, nil if the disk was only too slow
}

// Error says what is lost and what to do.
func (e *LossError) Error() string {
	why := "the disk was too slow: record fewer topics, or to a faster disk"
	if e.Err != nil {
		why = e.Err.Error()
	}
	return fmt.Sprintf("trace: %d chunks with %d messages are not recorded: %s", e.Chunks, e.Messages, why)
}

// Unwrap returns the first failed write.
func (e *LossError) Unwrap() error { return e.Err }

// maxMessage and maxExtras bound one message and the attachments and metadata waiting for a chunk, in bytes.
const (
	maxMessage = 1 << 28
	maxExtras  = 1 << 28
)

// Writer records messages. Its methods except Stats are called by one goroutine at a time, the one that runs the
// control loop; they copy into a chunk's buffer and return. A separate goroutine compresses and writes full chunks, in
// order.
type Writer struct {
	opts     Options
	chunk    *chunk // being filled, nil once closed
	free     chan *chunk
	full     chan *chunk
	done     chan struct{}
	channels []*Channel
	schemas  []*Schema
	gap      gap // dropped since the last chunk handed over
	disk     *disk
	file     *os.File
	stats    *counters
}

type counters struct {
	messages, chunks, bytes, lostMessages, lostChunks, errors atomic.Uint64
}

// chunk is a batch of messages on its way to the disk.
type chunk struct {
	buf      []byte // message records
	messages int
	first    tag // the least
	last     tag // the greatest
	gap      gap // goes before it
	channels []*Channel
	extras   []extra // go before it
	size     int     // of the extras
}

type tag struct {
	time      int64
	microstep uint32
}

func (t tag) before(u tag) bool {
	return t.time < u.time || t.time == u.time && t.microstep < u.microstep
}

// gap sums up messages that are lost.
type gap struct {
	from, to                tag
	messages, chunks, bytes int
}

func (g *gap) add(h gap) {
	if h.messages == 0 {
		return
	}
	if g.messages == 0 || h.from.before(g.from) {
		g.from = h.from
	}
	if g.messages == 0 || g.to.before(h.to) {
		g.to = h.to
	}
	g.messages += h.messages
	g.chunks += h.chunks
	g.bytes += h.bytes
}

func (c *chunk) lost() gap {
	if c.messages == 0 {
		return gap{}
	}
	return gap{c.first, c.last, c.messages, 1, len(c.buf)}
}

// extra is an attachment or a metadata record.
type extra struct {
	attachment *Attachment
	name       string
	metadata   map[string]string
}

// Create makes a recording at path. An existing file is not replaced, because it may be a recording.
func Create(path string, o Options) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("trace: no recording: %s is there already; nothing is replaced: name another file, or remove this one", path)
	} else if err != nil {
		return nil, fmt.Errorf("trace: no recording: %w", err)
	}
	w, err := NewWriter(f, o)
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	w.file = f
	return w, nil
}

// NewWriter records to sink and starts the goroutine that writes, which Close ends. When sink is a file (has
// Seek and Truncate) a failed write is undone and recording continues as soon as writes succeed again; otherwise
// nothing more is recorded after a write that failed half-way.
func NewWriter(sink io.Writer, o Options) (*Writer, error) {
	o = o.defaults()
	w := &Writer{opts: o, done: make(chan struct{}), stats: &counters{}}
	w.free, w.full = make(chan *chunk, o.Chunks), make(chan *chunk, o.Chunks)
	d, err := newDisk(sink, o, w.stats)
	if err != nil {
		return nil, err
	}
	w.disk = d
	for range o.Chunks {
		c := &chunk{buf: make([]byte, o.ChunkSize+o.ChunkSize/4+4096)}
		clear(c.buf) // so that the control loop causes no page fault
		c.reset()
		w.free <- c
	}
	w.chunk = <-w.free
	if o.Epoch != 0 {
		if err := w.Metadata(MetadataRun, map[string]string{"epoch_ns": fmt.Sprint(o.Epoch)}); err != nil {
			return nil, err
		}
	}
	go func() {
		defer close(w.done)
		for c := range w.full {
			d.write(c)
			c.reset()
			w.free <- c
		}
		d.finish()
	}()
	return w, nil
}

func (c *chunk) reset() {
	*c = chunk{buf: c.buf[:0], extras: c.extras[:0]}
}

// Channel adds a channel and returns its id. Several channels may have the same topic.
func (w *Writer) Channel(topic string, s Schema, encoding string, metadata map[string]string) (uint16, error) {
	if len(w.channels) == 1<<16-1 || len(w.schemas) == 1<<16-2 {
		return 0, fmt.Errorf("trace: %s: a recording has room for 65535 channels; record fewer topics", topic)
	}
	i := slices.IndexFunc(w.schemas, func(have *Schema) bool {
		return have.Name == s.Name && have.Encoding == s.Encoding && string(have.Data) == string(s.Data)
	})
	if i < 0 {
		i = len(w.schemas)
		w.schemas = append(w.schemas, &Schema{ID: uint16(i + 1), Name: s.Name, Encoding: s.Encoding, Data: s.Data})
	}
	c := &Channel{ID: uint16(len(w.channels)), Topic: topic, Encoding: encoding, Schema: w.schemas[i], Metadata: metadata}
	w.channels = append(w.channels, c)
	return c.ID, nil
}

// Schemed is anything with a schema: a *codec.Codec, a *codec.View or a *wellknown.Schema.
type Schemed interface {
	Schema() (name, encoding string, data []byte)
}

// ChannelOf adds a channel for the values that of encodes.
func (w *Writer) ChannelOf(topic string, of Schemed, metadata map[string]string) (uint16, error) {
	name, encoding, data := of.Schema()
	return w.Channel(topic, Schema{Name: name, Encoding: encoding, Data: data}, encoding, metadata)
}

// Write records a message at a tag: time in nanoseconds, not negative. Times of one channel do not fall; those of
// different channels may, as the messages of an enclave that lags behind another on the real clock do. A message on a
// channel that Channel did not return, or of more than 256 MiB, is counted as dropped. Write copies payload, allocates
// nothing once the chunks have reached their size, and never waits unless Options.Wait is set.
func (w *Writer) Write(ch uint16, time int64, microstep uint32, payload []byte) {
	c := w.room(time)
	if c == nil || int(ch) >= len(w.channels) || len(payload) > maxMessage {
		w.refuse(tag{time, microstep}, len(payload))
		return
	}
	b, start := appendMessageHead(c.buf, ch, time, microstep)
	c.buf = end(append(b, payload...), start)
	w.count(c, tag{time, microstep})
}

// Fill begins a chunk with a message. Any goroutine may call it, at the same time as the Writer's other methods, so
// copying a large message delays no other write. Enter, called like Write, puts the chunk in its place; until then the
// message is not recorded. If no chunk is free the message is counted as dropped.
func (w *Writer) Fill(ch uint16, time int64, microstep uint32, payload []byte) Filled {
	f := Filled{at: tag{time, microstep}, size: len(payload)}
	if int(ch) >= len(w.channels) || len(payload) > maxMessage {
		return f
	}
	if w.opts.Wait {
		f.chunk = <-w.free
	} else {
		select {
		case f.chunk = <-w.free:
		default:
			return f
		}
	}
	b, start := appendMessageHead(f.chunk.buf, ch, time, microstep)
	f.chunk.buf = end(append(b, payload...), start)
	return f
}

// Filled is a chunk that Fill has begun.
type Filled struct {
	chunk *chunk
	at    tag
	size  int
}

// Enter passes the chunk that was being filled to the disk and continues with f.
func (w *Writer) Enter(f Filled) {
	if f.chunk == nil || w.chunk == nil {
		w.refuse(f.at, f.size)
		return
	}
	if c := w.chunk; len(c.buf) == 0 { // it has only records that come before a chunk
		f.chunk.extras, c.extras = c.extras, f.chunk.extras
		f.chunk.size = c.size
		c.reset()
		w.free <- c
	} else {
		w.send()
	}
	w.chunk = f.chunk
	w.count(w.chunk, f.at)
}

// Record is like Write, but encodes the value at p with cd directly into the chunk.
func (w *Writer) Record(ch uint16, time int64, microstep uint32, cd *codec.Codec, p unsafe.Pointer) {
	c := w.room(time)
	if c == nil || int(ch) >= len(w.channels) {
		w.refuse(tag{time, microstep}, 0)
		return
	}
	b, start := appendMessageHead(c.buf, ch, time, microstep)
	c.buf = end(cd.Append(b, p), start)
	w.count(c, tag{time, microstep})
}

// room returns the chunk for a message of a time.
func (w *Writer) room(time int64) *chunk {
	if c := w.chunk; c != nil && c.messages > 0 && time-c.first.time >= int64(w.opts.ChunkTime) {
		w.seal()
	}
	return w.chunk
}

func (w *Writer) count(c *chunk, t tag) {
	if c.messages == 0 || t.before(c.first) {
		c.first = t
	}
	if c.messages == 0 || c.last.before(t) {
		c.last = t
	}
	c.messages++
	if len(c.buf) >= w.opts.ChunkSize {
		w.seal()
	}
}

func (w *Writer) refuse(t tag, size int) {
	w.gap.add(gap{t, t, 1, 0, size})
	w.stats.lostMessages.Add(1)
}

// seal passes the chunk to the disk and takes a free one, or drops its messages if there is none.
func (w *Writer) seal() {
	c := w.chunk
	if len(c.buf) == 0 && len(c.extras) == 0 {
		return
	}
	var next *chunk
	if w.opts.Wait {
		next = <-w.free
	} else {
		select {
		case next = <-w.free:
		default:
			w.gap.add(c.lost())
			w.stats.lostMessages.Add(uint64(c.messages))
			w.stats.lostChunks.Add(1)
			c.buf, c.messages = c.buf[:0], 0
			return
		}
	}
	w.send()
	w.chunk = next
}

func (w *Writer) send() {
	c := w.chunk
	c.gap, w.gap = w.gap, gap{}
	c.channels = w.channels
	w.full <- c // never blocks: there are as many places as chunks
}

// Flush passes the current chunk to the disk without waiting until it is full, or for the disk.
func (w *Writer) Flush() {
	if w.chunk != nil {
		w.seal()
	}
}

// Attach adds an attachment. In the file, attachments and metadata come before the chunk being filled.
func (w *Writer) Attach(a Attachment) error {
	return w.extra(extra{attachment: &a}, a.Name, len(a.Data))
}

// Metadata adds a metadata record; m must not be changed afterwards.
func (w *Writer) Metadata(name string, m map[string]string) error {
	size := 0
	for k, v := range m {
		size += len(k) + len(v)
	}
	return w.extra(extra{name: name, metadata: m}, name, size)
}

func (w *Writer) extra(x extra, name string, size int) error {
	if w.chunk == nil {
		return fmt.Errorf("trace: %s comes after the recording was closed", name)
	}
	if w.chunk.size+size > maxExtras {
		return fmt.Errorf("trace: %s is not recorded: %d bytes of attachments wait for the disk already", name, w.chunk.size)
	}
	w.chunk.size += size
	w.chunk.extras = append(w.chunk.extras, x)
	return nil
}

// Stats returns the counts so far. Any goroutine may call it.
func (w *Writer) Stats() Stats {
	s := w.stats
	return Stats{
		Messages: s.messages.Load(), Chunks: s.chunks.Load(), Bytes: s.bytes.Load(),
		DroppedMessages: s.lostMessages.Load(), DroppedChunks: s.lostChunks.Load(), WriteErrors: s.errors.Load(),
	}
}

// Close writes the rest and the summary, waits for the disk, and closes a file that Create made. The error is a
// *LossError if messages are missing. Closing again does nothing.
func (w *Writer) Close() error {
	if w.chunk == nil {
		return nil
	}
	w.send()
	w.chunk = nil
	close(w.full)
	<-w.done
	err := w.disk.err
	if s := w.Stats(); s.DroppedMessages > 0 {
		err = &LossError{s.DroppedChunks, s.DroppedMessages, err}
	} else if err != nil {
		err = fmt.Errorf("trace: the recording is not complete: %w", err)
	}
	if w.file != nil {
		err = errors.Join(err, w.file.Sync(), w.file.Close())
	}
	return err
}
