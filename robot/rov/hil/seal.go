package hil

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/sinew-robotics/sinew/bridge/seal"
)

// NewSeal derives the key for one purpose from the pre-shared key; nil without one.
func NewSeal(psk []byte, purpose string, nonces ...seal.Nonce) (*seal.Seal, error) {
	if psk == nil {
		return nil, nil
	}
	s, err := seal.New(psk, "sinew hil 1: "+purpose, nonces...)
	if err != nil {
		return nil, fmt.Errorf("hil: %w", err)
	}
	return s, nil
}

// Seals are the seals of a session's two directions.
func Seals(psk []byte, asked, answered seal.Nonce) (toSimulator, toController *seal.Seal, err error) {
	if toSimulator, err = NewSeal(psk, "to simulator", asked, answered); err != nil {
		return nil, nil, err
	}
	toController, err = NewSeal(psk, "to controller", asked, answered)
	return toSimulator, toController, err
}

// Finish ends the datagram that begins at start: its CRC-32 (IEEE), and with a key its MAC, both over everything
// before.
func Finish(dst []byte, start int, s *seal.Seal) []byte {
	if s != nil {
		dst[start+offFlags] |= flagMAC
	}
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
	if s == nil {
		return dst
	}
	return append(dst, s.Over(nil, dst[start:])...)
}

// Open checks the end of a datagram and returns its header and the content. If s is nil there must be no MAC. It
// distinguishes damage by the network from a wrong key: a wrong CRC is errDamaged.
func Open(b []byte, s *seal.Seal) (h Header, body []byte, err error) {
	if h, err = ReadHeader(b); err != nil {
		return h, nil, err
	}
	n, ok := Whole(b)
	switch {
	case !ok:
		return h, nil, errDamaged
	case h.Keyed != (s != nil), s != nil && !s.Good(nil, b):
		return h, nil, ErrKey
	}
	return h, b[SizeHeader:n], nil
}

// Whole reports whether the CRC-32 is right, in all versions, and its position. b has a header.
func Whole(b []byte) (n int, ok bool) {
	n = len(b) - SizeCRC
	if b[offFlags]&flagMAC != 0 {
		n -= seal.Size
	}
	return n, n >= SizeHeader && crc32.ChecksumIEEE(b[:n]) == binary.LittleEndian.Uint32(b[n:])
}
