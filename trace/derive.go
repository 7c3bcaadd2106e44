package trace

// MetadataDerived is the key of a channel's metadata that names the topics from which its messages follow.
const MetadataDerived = "derived"

// Derived reports whether the channel's messages follow from others of the recording, such as pictures and scenes for
// viewers. They add no information about a run, so comparisons leave them out.
func (c *Channel) Derived() bool { return c.Metadata[MetadataDerived] != "" }

// meant reports whether patterns match the channel. Without patterns every topic that is not derived matches.
func (c *Channel) meant(patterns []string) bool {
	return Match(patterns, c.Topic) && (len(patterns) > 0 || !c.Derived())
}

// Follow registers f to be called with every message of a channel before its chunk is written, on the goroutine that
// writes, in the order of the file. data is valid until f returns. Messages that f adds with Derive come after the
// message. Follow must be called before the first message.
func (w *Writer) Follow(ch uint16, f func(time int64, microstep uint32, data []byte)) {
	d := w.disk
	for len(d.follow) <= int(ch) {
		d.follow = append(d.follow, nil)
	}
	d.follow[ch] = append(d.follow[ch], f)
}

// Derive adds a message that follows from the one passed to a function given to Follow, at the same tag. Only such a
// function may call it. If a chunk is lost, the messages that would have been derived from it are lost too,
// uncounted.
func (w *Writer) Derive(ch uint16, data []byte) {
	d := w.disk
	b, start := appendMessageHead(d.mixed, ch, d.now.time, d.now.microstep)
	d.mixed = end(append(b, data...), start)
	d.derived++
}

// derive returns the chunk with the messages derived from its own.
func (d *disk) derive(c *chunk) *chunk {
	if len(d.follow) == 0 {
		return c
	}
	d.mixed, d.derived = d.mixed[:0], 0
	for b := c.buf; len(b) > 0; {
		size := recordHead + int(le.Uint64(b[1:]))
		d.mixed = append(d.mixed, b[:size]...)
		h := b[recordHead:]
		if ch := int(le.Uint16(h)); ch < len(d.follow) {
			d.now = tag{int64(le.Uint64(h[6:])), le.Uint32(h[2:])}
			for _, f := range d.follow[ch] {
				f(d.now.time, d.now.microstep, b[recordHead+messageHead:size:size])
			}
		}
		b = b[size:]
	}
	with := *c
	with.buf, with.messages = d.mixed, c.messages+d.derived
	return &with
}
