package link

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/sinew-robotics/sinew/bridge/seal"
)

// Session is one end of an open link: it makes the packets that this end sends and reads those of the other. It must be
// used by one goroutine at a time, allocates only for notices and snapshots, and has no clock.
type Session struct {
	end     End
	config  Config
	out     sender
	in      receiver
	counter uint32  // of the last notice sent
	heard   uint32  // the highest counter of a notice received
	recent  uint64  // those among the 64 before it that were received
	zip     *zipper // for snapshots: this end's compressor or decompressor
}

// Packet is what Session.Receive found.
type Packet struct {
	Notice    bool   // Session.Notice has it; the fields below are not set
	Snapshot  bool   // a whole image was received, on which restored images are based from now on; Seq is its sample
	Seq       uint64 // the newest sample
	Count     int    // of samples: Seq, Seq−1, …
	New       uint8  // bit j: sample Seq−j was not held before
	Mark      bool   // as sent
	Keyframe  bool   // depends on no other sample
	Requested bool   // the other end cannot read what this end sends: keyframes follow automatically
}

// NewSession opens a session after a hello was accepted. Both ends must pass the same configuration, the nonces of hello
// and accept, and the same pre-shared key, or nil for packets without a MAC.
func NewSession(end End, c Config, asked, answered Nonce, psk []byte) (*Session, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.complete()
	s := &Session{end: end, config: c}
	id := crc32.Update(crc32.ChecksumIEEE(asked[:]), crc32.IEEETable, answered[:])
	toApplication, toInterface := guard{crc: !c.NoCRC, session: id}, guard{crc: !c.NoCRC, session: id}
	var err error
	if psk != nil {
		if toApplication.seal, err = seal.New(psk, purposes+"to application", asked, answered); err != nil {
			return nil, err
		}
		if toInterface.seal, err = seal.New(psk, purposes+"to interface", asked, answered); err != nil {
			return nil, err
		}
	}
	state := direction{kindState, c.State, c.StateQuanta, 1, c.Compression, toApplication}
	command := direction{kindCommand, c.Command, c.CommandQuanta, c.Redundancy, c.Compression, toInterface}
	if end == Application {
		state, command = command, state
	}
	if err = s.out.start(state); err != nil {
		return nil, err
	}
	if err = s.in.start(command); err != nil {
		return nil, err
	}
	s.zip, err = newZipper(end == Interface, c.State.Of().Size())
	return s, err
}

// Send appends the packet of sample seq to dst. image is whole, in the layout from which this end's selection was made.
// Numbers must rise, but may leave some out; for a number that does not rise dst is returned unchanged. mark is passed
// on.
func (s *Session) Send(dst []byte, seq uint64, image []byte, mark bool) []byte {
	ack, ok := s.in.win.answer()
	return s.out.append(dst, seq, image, mark, ack, ok, s.in.lost)
}

// Receive reads a packet of the other end. A Status other than OK says why the packet is treated as lost; p then has no
// samples. A repeated notice is reported as Duplicate with p.Notice set, so that it can be answered again.
func (s *Session) Receive(b []byte, p *Packet) Status {
	*p = Packet{}
	status := s.receive(b, p)
	s.in.stats.count(status, len(b))
	return status
}

func (s *Session) receive(b []byte, p *Packet) Status {
	if len(b) < sizeShort {
		return Malformed
	}
	switch b[0] >> 4 {
	case kindNotice:
		return s.receiveNotice(b, p)
	case kindSnapshot:
		return s.receiveSnapshot(b, p)
	case s.in.kind:
	default:
		return Malformed
	}
	h := readHead(b)
	status := s.in.read(b, h, p)
	if status != OK && status != Undecodable {
		return status
	}
	// The packet is genuine, even if it cannot be decoded.
	if h.flags&flagAck != 0 && s.out.win.any {
		s.out.win.acknowledge(widen(h.ack, s.out.win.newest))
	}
	if h.flags&flagAsk != 0 {
		p.Requested = true
		s.out.win.restart()
	}
	return status
}

// Until says that no sample sent by the other end so far has a number greater than most. A packet with a greater one is
// Early and leaves no trace, so that a damaged number does not become the newest. Without a MAC or a CRC nothing else
// reveals the damage, so a caller that knows how quickly the numbers rise calls Until before each Receive.
func (s *Session) Until(most uint64) { s.in.until, s.in.bound = most, true }

// Sample restores sample p.Seq−j of the last received packet into a whole image: the selected members are from that
// sample, the others from the last snapshot, or zero.
func (s *Session) Sample(j int, image []byte) {
	copy(image, s.in.base)
	s.in.sel.Restore(image, s.in.unpacked(j))
}

// Origin says where a member of a restored image comes from.
type Origin uint8

// The origins.
const (
	Zero Origin = iota // never sent
	Kept               // from the last snapshot
	Live               // from the sample
)

func (o Origin) String() string { return [...]string{"zero", "kept", "live"}[o] }

// Origin returns where member i of the images that Sample restores comes from.
func (s *Session) Origin(i int) Origin {
	switch {
	case s.in.sel.Has(i):
		return Live
	case s.in.based:
		return Kept
	}
	return Zero
}

// Snapshot appends a packet with the whole image of sample seq, which becomes the base of what the application
// restores. It is compressed by Zstandard and may be as large as the image. Only the interface sends snapshots.
func (s *Session) Snapshot(dst []byte, seq uint64, image []byte) []byte {
	if s.end != Interface {
		return dst
	}
	start := len(dst)
	dst = append(dst, kindSnapshot<<4)
	dst = binary.LittleEndian.AppendUint64(dst, seq)
	dst = s.zip.append(dst, image)
	dst = s.out.guard.append(dst, start, seq, true)
	s.out.stats.Packets++
	s.out.stats.Snapshots++
	s.out.stats.Bytes += uint64(len(dst) - start)
	return dst
}

func (s *Session) receiveSnapshot(b []byte, p *Packet) Status {
	const front = 9
	if s.end != Application || len(b) < front+s.in.guard.size(true) {
		return Malformed
	}
	seq := binary.LittleEndian.Uint64(b[1:])
	b, status := s.in.guard.check(b, seq, true)
	if status != OK {
		return status
	}
	if s.in.based && seq <= s.in.basedOn {
		return Duplicate
	}
	if b[0] != kindSnapshot<<4 || !s.zip.read(s.in.spare, b[front:]) {
		return Malformed
	}
	s.in.base, s.in.spare = s.in.spare, s.in.base
	s.in.based, s.in.basedOn = true, seq
	p.Snapshot, p.Seq = true, seq
	s.in.stats.Snapshots++
	return OK
}

// Notify appends a new notice, and sets its counter. The caller sends the appended bytes again, unchanged, until an
// answer comes.
func (s *Session) Notify(dst []byte, n Notice) []byte {
	s.counter++
	n.Counter = s.counter
	start := len(dst)
	dst = appendNotice(dst, &n)
	dst = s.out.guard.append(dst, start, noticeNumber(s.counter), true)
	s.out.stats.Packets++
	s.out.stats.Notices++
	s.out.stats.Bytes += uint64(len(dst) - start)
	return dst
}

// noticeNumber keeps the numbers of notices distinct from those of samples.
func noticeNumber(counter uint32) uint64 { return 1<<63 | uint64(counter) }

func (s *Session) receiveNotice(b []byte, p *Packet) Status {
	if len(b) < sizeNotice+s.in.guard.size(true) {
		return Malformed
	}
	c := binary.LittleEndian.Uint32(b[2:])
	b, status := s.in.guard.check(b, noticeNumber(c), true)
	if status != OK {
		return status
	}
	if !readNotice(b, &s.in.notice) {
		return Malformed
	}
	p.Notice = true
	switch back := s.heard - c; {
	case c > s.heard:
		s.recent = s.recent<<min(64, c-s.heard) | 1
		s.heard = c
	case back >= 64:
		return Stale
	case s.recent>>back&1 == 1:
		return Duplicate
	default:
		s.recent |= 1 << back
	}
	s.in.stats.Notices++
	return OK
}

// Notice is the notice received last.
func (s *Session) Notice() Notice { return s.in.notice }

// Sent and Received are the traffic so far.
func (s *Session) Sent() Traffic { return s.out.stats }

// Received is the received traffic.
func (s *Session) Received() Traffic { return s.in.stats }

// Config is the session's configuration, with its defaults filled in.
func (s *Session) Config() Config { return s.config }
