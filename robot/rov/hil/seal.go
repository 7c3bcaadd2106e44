package hil

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/sinew-robotics/sinew/bridge/seal"
)

const sizeCRC = 4

// newSeal derives the key for one purpose from the pre-shared key; nil where there is none.
func newSeal(psk []byte, purpose string, nonces ...seal.Nonce) (*seal.Seal, error) {
	if psk == nil {
		return nil, nil
	}
	s, err := seal.New(psk, "sinew hil 1: "+purpose, nonces...)
	if err != nil {
		return nil, fmt.Errorf("hil: %w", err)
	}
	return s, nil
}

// seals are those of a session's two directions.
func seals(psk []byte, asked, answered seal.Nonce) (toSimulator, toController *seal.Seal, err error) {
	if toSimulator, err = newSeal(psk, "to simulator", asked, answered); err != nil {
		return nil, nil, err
	}
	toController, err = newSeal(psk, "to controller", asked, answered)
	return toSimulator, toController, err
}

// finish ends the datagram that begins at start: its CRC-32 (IEEE), and with a key its MAC, both over all before.
func finish(dst []byte, start int, s *seal.Seal) []byte {
	if s != nil {
		dst[start+offFlags] |= flagMAC
	}
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
	if s == nil {
		return dst
	}
	return append(dst, s.Over(nil, dst[start:])...)
}

// open checks the end of a datagram and returns its header and what is between the two. Where s is nil there must be no
// MAC. What the network has damaged is told from what has another key: a wrong CRC is errDamaged.
func open(b []byte, s *seal.Seal) (h header, body []byte, err error) {
	if h, err = readHeader(b); err != nil {
		return h, nil, err
	}
	n, ok := whole(b)
	switch {
	case !ok:
		return h, nil, errDamaged
	case h.keyed != (s != nil), s != nil && !s.Good(nil, b):
		return h, nil, errKey
	}
	return h, b[sizeHeader:n], nil
}

// whole reports whether the CRC-32 is right, in all versions, and where it is. b has a header.
func whole(b []byte) (n int, ok bool) {
	n = len(b) - sizeCRC
	if b[offFlags]&flagMAC != 0 {
		n -= seal.Size
	}
	return n, n >= sizeHeader && crc32.ChecksumIEEE(b[:n]) == binary.LittleEndian.Uint32(b[n:])
}
