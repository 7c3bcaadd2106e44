package link

import (
	"encoding/binary"
	"hash/crc32"
)

// Traffic counts one direction at one end.
type Traffic struct {
	Packets   uint64 // of samples, snapshots and notices: sent, or received whatever their status
	Samples   uint64 // sent; received for the first time
	Keyframes uint64 // packets of samples that depend on no other
	Snapshots uint64
	Notices   uint64
	Bytes     uint64    // of all packets, guards included
	Raw       uint64    // of the same samples as whole images
	Guard     uint64    // of Bytes: CRC and MAC of samples
	Recovered uint64    // received: samples that came with a later packet first
	Status    [8]uint64 // received: packets by their Status
}

func (t *Traffic) count(s Status, n int) {
	t.Packets++
	t.Bytes += uint64(n)
	t.Status[s]++
}

// direction is common to the sender and receiver of one direction.
type direction struct {
	kind        byte
	sel         Selection
	quanta      Quanta
	most        int
	compression Compression
	guard       guard
}

// checked reports whether packets carry a check byte: if nothing else protects packets that depend on earlier samples.
func (d *direction) checked() bool {
	return !d.guard.crc && d.guard.seal == nil && (d.compression == Delta || d.compression == XOR)
}

// sender makes the packets of one direction.
type sender struct {
	direction
	win    window
	delta  *delta
	blocks *blocks
	packed []byte
	bits   bitWriter
	buf    []byte
	stats  Traffic
}

// mostBits is the greatest size of a Delta payload in bits.
func mostBits(packed Layout, most int) int { return 64 + most*(packed.Size()*11+4*len(packed)) }

func (s *sender) start(d direction) error {
	s.direction = d
	s.packed = make([]byte, 0, d.sel.Size())
	if d.compression == Delta {
		s.delta = newDelta(d.sel.Packed(), d.quanta, d.most, true)
		s.buf = make([]byte, mostBits(d.sel.Packed(), d.most))
		return nil
	}
	var err error
	s.blocks, err = newBlocks(d.compression, d.sel.Size(), d.most, true)
	return err
}

func (s *sender) append(dst []byte, seq uint64, image []byte, mark bool, ack uint64, acks, ask bool) []byte {
	if s.win.any && seq <= s.win.newest {
		return dst
	}
	s.packed = s.sel.Extract(s.packed[:0], image)
	if s.delta != nil {
		s.packed = s.delta.measure(seq, s.packed)
	} else {
		s.blocks.measure(seq, s.packed)
	}
	s.win.add(seq)
	age, leans := s.win.reference(seq)
	h := head{kind: s.kind, seq: uint16(seq & 0xfff), ack: uint16(ack & 0xfff)}
	h.flags = flag(!leans, flagLong) | flag(acks, flagAck) | flag(ask, flagAsk) | flag(mark, flagMark)
	if !acks {
		h.ack = 0
	}
	start := len(dst)
	dst = h.append(dst)
	if !leans {
		dst = binary.LittleEndian.AppendUint64(dst, seq)
		s.stats.Keyframes++
	}
	dst = s.payload(dst, seq, age)
	end := len(dst)
	dst = s.guard.append(dst, start, seq, s.guard.crc)
	s.stats.Packets++
	s.stats.Samples++
	s.stats.Guard += uint64(len(dst) - end)
	s.stats.Bytes += uint64(len(dst) - start)
	s.stats.Raw += uint64(len(image))
	return dst
}

func flag(set bool, f byte) byte {
	if set {
		return f
	}
	return 0
}

func (s *sender) payload(dst []byte, seq, age uint64) []byte {
	if s.delta == nil {
		dst = s.blocks.encode(dst, seq, age)
		if s.checked() {
			dst = append(dst, check(s.packed)^byte(s.guard.session))
		}
		return dst
	}
	s.bits.start(s.buf)
	s.delta.encode(&s.bits, &s.win, seq, age)
	dst = append(dst, s.bits.bytes()...)
	if s.checked() {
		dst = append(dst, byte(s.delta.digest(s.delta.last))^byte(s.guard.session))
	}
	return dst
}

// check folds a packed image into a byte.
func check(b []byte) byte {
	return byte(crc32.ChecksumIEEE(b))
}

// receiver reads the packets of one direction.
type receiver struct {
	direction
	win     window
	seen    [history]uint64 // by sample: one more than the number of the packet that was received
	delta   *delta
	blocks  *blocks
	count   int // of samples in the last packet
	samples [mostSamples][]byte
	astray  int // long packets in a row that were stale
	unlike  int // packets in a row whose check byte did not match
	work    []byte
	lost    bool // a keyframe is needed
	until   uint64
	bound   bool // no number is greater than until
	base    []byte
	spare   []byte
	based   bool
	basedOn uint64
	notice  Notice
	stats   Traffic
}

func (r *receiver) start(d direction) error {
	r.direction = d
	r.base, r.spare = make([]byte, d.sel.Of().Size()), make([]byte, d.sel.Of().Size())
	for j := range d.most {
		r.samples[j] = make([]byte, d.sel.Size())
	}
	if d.compression == Delta {
		r.delta = newDelta(d.sel.Packed(), d.quanta, d.most, false)
		r.work = make([]byte, mostBits(d.sel.Packed(), d.most)+slack)
		return nil
	}
	var err error
	r.blocks, err = newBlocks(d.compression, d.sel.Size(), d.most, false)
	return err
}

// read reads a packet of samples.
func (r *receiver) read(b []byte, h head, p *Packet) Status {
	front := sizeShort
	long := h.flags&flagLong != 0
	if long {
		front += sizeLong
	}
	if len(b) < front+r.guard.size(r.guard.crc)+int(flag(r.checked(), 1)) {
		return Malformed
	}
	seq := widen(h.seq, r.win.newest)
	if long {
		if seq = binary.LittleEndian.Uint64(b[sizeShort:]); uint16(seq&0xfff) != h.seq || seq >= 1<<63 {
			return Malformed
		}
	}
	switch {
	case r.bound && seq > r.until:
		return Early
	case r.win.any && seq+history <= r.win.newest:
		r.stray(long)
		return Stale
	case r.seen[seq%history] == seq+1:
		return Duplicate
	}
	b, status := r.guard.check(b, seq, r.guard.crc)
	if status != OK {
		return status
	}
	if !long && !r.win.any {
		r.lost = true
		return Undecodable
	}
	count, status := r.decode(b[front:], seq, long)
	if status != OK {
		r.doubt(status)
		return status
	}
	r.lost, r.astray, r.unlike, r.seen[seq%history] = false, 0, 0, seq+1
	r.keep(seq, count, p)
	p.Seq, p.Count, p.Mark, p.Keyframe = seq, count, h.flags&flagMark != 0, long
	if long {
		r.stats.Keyframes++
	}
	return OK
}

// doubt notes that a packet brought nothing. One that depends on samples that are not stored requests a keyframe. So do
// several in a row with wrong check bytes: a damaged sample may have been accepted, and they depend on it.
func (r *receiver) doubt(s Status) {
	const most = 3
	if r.unlike++; s != Damaged {
		r.unlike = 0
	}
	r.lost = r.lost || s == Undecodable || r.unlike >= most
}

// stray handles numbers that have gone astray, for example because of a damaged long packet without a guard: after
// several stale long packets in a row it forgets the numbers received so far. With a MAC that cannot happen.
func (r *receiver) stray(long bool) {
	const most = 8
	if r.astray++; !long || r.guard.seal != nil {
		r.astray = 0
	}
	if r.astray == most {
		r.astray, r.win, r.seen = 0, window{}, [history]uint64{}
	}
}

func (r *receiver) decode(b []byte, seq uint64, long bool) (count int, status Status) {
	n := len(b)
	var sum byte
	if r.checked() {
		n--
		sum = b[n] ^ byte(r.guard.session)
	}
	if r.delta == nil {
		count, status = r.blocks.decode(b[:n], &r.win, seq, long)
		if status == OK && r.checked() && check(r.blocks.fresh[0]) != sum {
			return 0, Damaged
		}
		return count, status
	}
	if n > len(r.work)-slack {
		return 0, Malformed
	}
	copy(r.work, b[:n])
	clear(r.work[n : n+slack])
	var bits bitReader
	bits.start(r.work, n)
	count, status = r.delta.decode(&bits, &r.win, seq, long)
	if status == OK && r.checked() && byte(r.delta.digest(&r.delta.fresh[0])) != sum {
		return 0, Damaged
	}
	return count, status
}

// keep unpacks the samples and adds the new ones to the history.
func (r *receiver) keep(seq uint64, count int, p *Packet) {
	r.count = count
	for j := range count {
		if r.delta != nil {
			restoreAll(r.delta.members, r.samples[j], &r.delta.fresh[j])
		} else {
			copy(r.samples[j], r.blocks.fresh[j])
		}
		at := seq - uint64(j)
		if r.win.any && (at+history <= r.win.newest || r.win.holds(at)) || !r.win.add(at) {
			continue
		}
		p.New |= 1 << j
		r.stats.Samples++
		r.stats.Raw += uint64(len(r.base))
		if j > 0 {
			r.stats.Recovered++
		}
		if r.delta != nil {
			r.delta.keep(at, j)
		} else {
			r.blocks.keep(at, j)
		}
	}
}

// unpacked is the packed image of a sample of the last packet.
func (r *receiver) unpacked(j int) []byte { return r.samples[min(max(j, 0), max(0, r.count-1))] }
