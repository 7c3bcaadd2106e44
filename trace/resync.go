package trace

import "bytes"

// look returns n bytes from a place in the file, nil if there are fewer. They are valid until the next call.
func (r *Reader) look(at int64, n int) []byte {
	if at < 0 || at+int64(n) > r.size {
		return nil
	}
	if at < r.winAt || at+int64(n) > r.winAt+int64(len(r.win)) {
		if cap(r.win) == 0 {
			r.win = make([]byte, min(1<<16, r.size))
		}
		r.win = r.win[:cap(r.win)]
		if n > len(r.win) {
			return nil
		}
		k, _ := r.src.ReadAt(r.win, at) // bytes that cannot be read are treated as missing
		r.win, r.winAt = r.win[:k], at
		if k < n {
			return nil
		}
	}
	return r.win[at-r.winAt:][:n]
}

// known says whether records begin with op.
func (r *Reader) known(op byte) bool {
	return op >= opHeader && op <= opDataEnd || op >= 0x80 && r.foreign
}

// headAt reads the head of a record. ok is false if there is none, or its length goes beyond the file.
func (r *Reader) headAt(at int64) (op byte, size int64, ok bool) {
	b := r.look(at, recordHead)
	if b == nil || !r.known(b[0]) {
		return 0, 0, false
	}
	n := le.Uint64(b[1:])
	return b[0], int64(n), n <= maxRecord && int64(n) <= r.size-at-recordHead
}

// Sizes in a record's form: a number of bytes, or a length followed by that many bytes.
const (
	by32 = -4
	by64 = -8
)

// form is the layout of a record's contents, nil for a message.
func form(op byte) []int {
	switch op {
	case opHeader, opMetadata:
		return []int{by32, by32}
	case opFooter:
		return []int{footerContent}
	case opSchema:
		return []int{2, by32, by32, by32}
	case opChannel:
		return []int{2 + 2, by32, by32, by32}
	case opChunk:
		return []int{8 + 8 + 8 + 4, by32, by64}
	case opMessageIndex:
		return []int{2, by32}
	case opChunkIndex:
		return []int{4 * 8, by32, 8, by32, 8 + 8}
	case opAttachment:
		return []int{8 + 8, by32, by32, by64, 4}
	case opAttachmentIndex:
		return []int{5 * 8, by32, by32}
	case opStatistics:
		return []int{8 + 2 + 4*4 + 2*8, by32}
	case opMetadataIndex:
		return []int{2 * 8, by32}
	case opSummaryOffset:
		return []int{1 + 2*8}
	case opDataEnd:
		return []int{4}
	}
	return nil
}

// exact reports whether the parts of a record add up to its size. get returns n bytes of its contents, from a place on.
func exact(op byte, size int64, get func(at int64, n int) []byte) bool {
	parts := form(op)
	if parts == nil {
		return op == opMessage && size >= messageHead
	}
	at := int64(0)
	for _, n := range parts {
		if n > 0 {
			if at += int64(n); at > size {
				return false
			}
			continue
		}
		if size-at < int64(-n) {
			return false
		}
		b := get(at, -n)
		if b == nil {
			return false
		}
		at += int64(-n)
		length := uint64(le.Uint32(b))
		if n == by64 {
			length = le.Uint64(b)
		}
		if length > uint64(size-at) {
			return false
		}
		at += int64(length)
	}
	return at == size
}

// scan finds the first wanted, intact record from a place on, before end: a chunk by its checksum, others by their form
// and by what follows.
func (r *Reader) scan(at, end int64, want func(op byte) bool) (int64, bool) {
	for ; at < end && at+recordHead <= r.size; at++ {
		if b := r.look(at, recordHead); b == nil || b[0] == 0 || b[0] == opMessage && !r.loose() || !want(b[0]) {
			if b == nil {
				return 0, false // a fault of the disk
			}
			continue
		}
		if r.sound(at) {
			return at, true
		}
	}
	return 0, false
}

// sound reports whether there is an intact record at a place.
func (r *Reader) sound(at int64) bool {
	op, size, ok := r.headAt(at)
	begin := at + recordHead
	if !ok || !exact(op, size, func(at int64, n int) []byte { return r.look(begin+at, n) }) {
		return false
	}
	after := begin + size
	switch op {
	case opChunk:
		b := make([]byte, size)
		if n, _ := r.src.ReadAt(b, begin); n < len(b) {
			return false
		}
		plain, err := r.unchunk(b)
		return err == nil && records(plain)
	case opFooter:
		return bytes.Equal(r.look(after, len(magic)), []byte(magic)) && after+int64(len(magic)) == r.size
	case opMessage: // only the records that follow confirm it
		id := r.look(begin, 2)
		for range 3 {
			next, size, ok := r.headAt(after)
			if !ok || next != opMessage && form(next) == nil {
				return false
			}
			after += recordHead + size
		}
		return id != nil && r.channels[le.Uint16(id)] != nil
	}
	_, _, ok = r.headAt(after)
	return ok || after == r.size
}

// records reports whether b consists of complete records.
func records(b []byte) bool {
	for len(b) > 0 {
		p := parser{b: b}
		op, size := p.u8(), p.u64()
		body := p.bytes(int(min(size, maxRecord)))
		if p.bad || op != opMessage && op != opSchema && op != opChannel || op == opMessage && len(body) < messageHead {
			return false
		}
		b = p.b
	}
	return true
}

// define finds a channel whose record was lost: in the summary, or among the definitions left in the file.
func (r *Reader) define(id uint16) *Channel {
	if r.adopt(id) != nil || r.sum != nil || r.sought || len(r.losses) == 0 {
		return r.channels[id]
	}
	r.sought = true
	for at := r.at; ; at++ {
		var ok bool
		if at, ok = r.scan(at, r.size, func(op byte) bool { return op == opSchema || op == opChannel }); !ok {
			return r.channels[id]
		}
		op, size, _ := r.headAt(at)
		body := make([]byte, size)
		if n, _ := r.src.ReadAt(body, at+recordHead); n < len(body) {
			return r.channels[id]
		}
		if op == opSchema {
			r.schema(body, at)
		} else {
			r.channel(body, at)
		}
	}
}
