package trace

import (
	"fmt"
	"hash/crc32"
	"io"
	"strconv"

	"github.com/klauspost/compress/zstd"
)

// undoer is a sink that can be truncated, such as a file.
type undoer interface {
	io.Seeker
	Truncate(size int64) error
}

// disk turns chunks into bytes of the file. Only the Writer's goroutine uses it.
type disk struct {
	sink   io.Writer
	zstd   *zstd.Encoder // nil to leave chunks uncompressed
	stats  *counters
	out    []byte // the records of one write
	size   uint64 // of the file
	crc    uint32 // of the data section
	broken bool   // the file ends within a record
	err    error  // the first failed write
	gap    gap    // lost messages not yet marked

	follow  [][]func(time int64, microstep uint32, data []byte) // by channel
	mixed   []byte                                              // the messages of a chunk and those derived from them
	derived int                                                 // messages in mixed
	now     tag                                                 // tag of the message that is being followed

	state
	perChannel [][]uint64 // of the chunk: log time and offset of each message
}

// state is what a failed write must not change.
type state struct {
	channels int // how many of the first are in the file
	schemas  int
	last     []*Channel // all known channels
	chunks   []chunkInfo
	extras   []extraInfo
	totals   totals
}

func newDisk(sink io.Writer, o Options, stats *counters) (*disk, error) {
	d := &disk{sink: sink, stats: stats}
	if !o.Plain {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
		if err != nil {
			return nil, fmt.Errorf("trace: zstd: %w", err)
		}
		d.zstd = e
	}
	d.out = appendHeader(nil)
	if !d.commit() {
		return nil, fmt.Errorf("trace: the recording cannot begin: %w", d.err)
	}
	return d, nil
}

// commit writes d.out completely or not at all.
func (d *disk) commit() bool {
	if d.broken {
		return false
	}
	n, err := d.sink.Write(d.out)
	if err == nil && n < len(d.out) {
		err = io.ErrShortWrite
	}
	if err == nil {
		d.crc = crc32.Update(d.crc, crc32.IEEETable, d.out)
		d.size += uint64(len(d.out))
		d.stats.bytes.Store(d.size)
		return true
	}
	d.stats.errors.Add(1)
	if d.err == nil {
		d.err = err
	}
	if n > 0 {
		d.broken = true
		if u, ok := d.sink.(undoer); ok {
			_, seek := u.Seek(int64(d.size), io.SeekStart)
			d.broken = u.Truncate(int64(d.size)) != nil || seek != nil
		}
	}
	return false
}

// write writes a chunk with the records before and after it, or counts it as lost.
func (d *disk) write(c *chunk) {
	d.gap.add(c.gap)
	before := d.state
	d.totals.perChannel = append([]uint64(nil), before.totals.perChannel...)
	d.out = d.out[:0]
	d.definitions(c.channels)
	if d.gap.messages > 0 {
		d.extra(&extra{name: MetadataGap, metadata: d.gap.metadata()})
	}
	for i := range c.extras {
		d.extra(&c.extras[i])
	}
	whole := c
	if c.messages > 0 {
		whole = d.derive(c)
		d.chunk(whole)
	}
	if len(d.out) == 0 {
		return
	}
	if !d.commit() {
		d.state = before
		d.last = c.channels
		d.gap.add(c.lost())
		d.stats.lostMessages.Add(uint64(c.messages))
		if c.messages > 0 {
			d.stats.lostChunks.Add(1)
		}
		return
	}
	d.gap = gap{}
	d.stats.messages.Add(uint64(whole.messages))
	if c.messages > 0 {
		d.stats.chunks.Add(1)
	}
}

// at returns the file offset of the next record.
func (d *disk) at() uint64 { return d.size + uint64(len(d.out)) }

// definitions writes the schemas and channels that are new.
func (d *disk) definitions(all []*Channel) {
	d.last = all
	for _, c := range all[d.channels:] {
		if int(c.Schema.ID) > d.schemas {
			d.out = appendSchema(d.out, c.Schema.ID, c.Schema)
			d.schemas = int(c.Schema.ID)
		}
		d.out = appendChannel(d.out, c, c.Schema.ID)
	}
	d.channels = len(all)
	for len(d.totals.perChannel) < len(all) {
		d.totals.perChannel = append(d.totals.perChannel, 0)
	}
}

func (d *disk) extra(x *extra) {
	info := extraInfo{offset: d.at(), name: x.name}
	if a := x.attachment; a != nil {
		d.out = appendAttachment(d.out, a)
		info.attachment = &Attachment{Time: a.Time, Name: a.Name, MediaType: a.MediaType}
		info.size = uint64(len(a.Data))
		d.totals.attachments++
	} else {
		d.out = appendMetadata(d.out, x.name, x.metadata)
		d.totals.metadata++
	}
	info.length = d.at() - info.offset
	d.extras = append(d.extras, info)
}

func (g *gap) metadata() map[string]string {
	i := func(n int64) string { return strconv.FormatInt(n, 10) }
	return map[string]string{
		"from_time": i(g.from.time), "from_microstep": i(int64(g.from.microstep)),
		"to_time": i(g.to.time), "to_microstep": i(int64(g.to.microstep)),
		"messages": i(int64(g.messages)), "chunks": i(int64(g.chunks)), "bytes": i(int64(g.bytes)),
	}
}

// chunk writes the chunk's record and the index of its messages.
func (d *disk) chunk(c *chunk) {
	info := chunkInfo{offset: d.at(), raw: uint64(len(c.buf)), messages: c.messages}
	d.index(c.buf, &info)
	var start, size int
	d.out, start = begin(d.out, opChunk)
	d.out = le.AppendUint64(le.AppendUint64(d.out, info.from), info.to)
	d.out = le.AppendUint32(le.AppendUint64(d.out, info.raw), crc32.ChecksumIEEE(c.buf))
	if d.zstd != nil {
		info.compression = "zstd"
	}
	d.out = le.AppendUint64(appendText(d.out, info.compression), 0)
	size = len(d.out)
	if d.zstd != nil {
		d.out = d.zstd.EncodeAll(c.buf, d.out)
	} else {
		d.out = append(d.out, c.buf...)
	}
	info.compressed = uint64(len(d.out) - size)
	le.PutUint64(d.out[size-8:], info.compressed)
	d.out = end(d.out, start)
	info.length = d.at() - info.offset
	d.messageIndexes(&info)
	d.chunks = append(d.chunks, info)
	d.totals.chunks++
}

// index goes through the message records of a chunk.
func (d *disk) index(b []byte, info *chunkInfo) {
	for len(d.perChannel) < d.channels {
		d.perChannel = append(d.perChannel, nil)
	}
	for i := range d.perChannel {
		d.perChannel[i] = d.perChannel[i][:0]
	}
	info.from = ^uint64(0)
	for at := 0; at < len(b); {
		n := int(le.Uint64(b[at+1:]))
		ch, t := le.Uint16(b[at+recordHead:]), le.Uint64(b[at+recordHead+6:])
		if int(ch) < len(d.perChannel) {
			d.perChannel[ch] = append(d.perChannel[ch], t, uint64(at))
			d.totals.perChannel[ch]++
		}
		info.from, info.to = min(info.from, t), max(info.to, t)
		at += recordHead + n
	}
	t := &d.totals
	if t.messages == 0 {
		t.from = info.from
	}
	t.from, t.to = min(t.from, info.from), max(t.to, info.to)
	t.messages += uint64(info.messages)
}

func (d *disk) messageIndexes(info *chunkInfo) {
	first := d.at()
	for ch, entries := range d.perChannel {
		if len(entries) == 0 {
			continue
		}
		info.indexes = append(info.indexes, channelOffset{uint16(ch), d.at()})
		var start int
		d.out, start = begin(d.out, opMessageIndex)
		d.out = le.AppendUint32(le.AppendUint16(d.out, uint16(ch)), uint32(8*len(entries)))
		for _, x := range entries {
			d.out = le.AppendUint64(d.out, x)
		}
		d.out = end(d.out, start)
	}
	info.indexLength = d.at() - first
}

// finish marks the last losses and writes the end of the data, the summary and the footer.
func (d *disk) finish() {
	if d.gap.messages > 0 {
		d.write(&chunk{channels: d.last})
	}
	d.out = d.out[:0]
	var start int
	d.out, start = begin(d.out, opDataEnd)
	d.out = end(le.AppendUint32(d.out, d.crc), start)
	summary := len(d.out)
	offsets := d.summary()
	offsetStart := d.at()
	d.out = append(d.out, offsets...)
	summaryStart := d.size + uint64(summary)
	if offsetStart == summaryStart {
		summaryStart, offsetStart = 0, 0
	}
	d.out, start = begin(d.out, opFooter)
	le.PutUint64(d.out[start-8:], footerContent)
	d.out = le.AppendUint64(le.AppendUint64(d.out, summaryStart), offsetStart)
	d.out = le.AppendUint32(d.out, crc32.ChecksumIEEE(d.out[summary:]))
	d.out = append(d.out, magic...)
	d.commit()
	if d.zstd != nil {
		_ = d.zstd.Close()
	}
}

// summary appends the groups of the summary and returns the records that say where they begin.
func (d *disk) summary() (offsets []byte) {
	group := func(op byte, write func()) {
		from := d.at()
		if write(); d.at() == from {
			return
		}
		var start int
		offsets, start = begin(offsets, opSummaryOffset)
		offsets = append(offsets, op)
		offsets = end(le.AppendUint64(le.AppendUint64(offsets, from), d.at()-from), start)
	}
	known := d.last[:d.channels]
	schemas := map[uint16]bool{}
	group(opSchema, func() {
		for _, c := range known {
			if !schemas[c.Schema.ID] {
				d.out = appendSchema(d.out, c.Schema.ID, c.Schema)
				schemas[c.Schema.ID] = true
			}
		}
	})
	group(opChannel, func() {
		for _, c := range known {
			d.out = appendChannel(d.out, c, c.Schema.ID)
		}
	})
	group(opStatistics, func() {
		d.totals.channels, d.totals.schemas = d.channels, len(schemas)
		d.out = appendStatistics(d.out, &d.totals)
	})
	group(opChunkIndex, func() {
		for i := range d.chunks {
			d.out = appendChunkIndex(d.out, &d.chunks[i])
		}
	})
	for _, op := range []byte{opAttachmentIndex, opMetadataIndex} {
		group(op, func() {
			for i := range d.extras {
				if x := &d.extras[i]; (x.attachment != nil) == (op == opAttachmentIndex) {
					d.out = appendExtraIndex(d.out, x)
				}
			}
		})
	}
	return offsets
}
