package hil

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
)

const (
	leastKey = 16 // bytes, as link.ParseKey wants them
	sizeMAC  = 16 // HMAC-SHA-256 cut to its first 16 bytes (RFC 2104, section 5)
	sizeCRC  = 4
)

// nonce makes a session's keys its own. Each end draws one.
type nonce [16]byte

func newNonce() (n nonce) {
	_, _ = rand.Read(n[:]) // never fails
	return n
}

// seal computes MACs under one key; nil is no key.
type seal struct {
	mac hash.Hash
	sum []byte
}

// newSeal derives the key for one purpose from the pre-shared key (HKDF-SHA-256, RFC 5869); nil where there is none.
func newSeal(psk []byte, purpose string, nonces ...nonce) (*seal, error) {
	if psk == nil {
		return nil, nil
	}
	if len(psk) < leastKey {
		return nil, fmt.Errorf("hil: the key has %d bytes: at least %d are needed, as from `openssl rand -hex 32`", len(psk), leastKey)
	}
	var salt []byte
	for _, n := range nonces {
		salt = append(salt, n[:]...)
	}
	key, err := hkdf.Key(sha256.New, psk, salt, "sinew hil 1: "+purpose, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("hil: no key can be derived: %w", err)
	}
	return &seal{mac: hmac.New(sha256.New, key), sum: make([]byte, 0, sha256.Size)}, nil
}

// seals are those of a session's two directions.
func seals(psk []byte, asked, answered nonce) (toSimulator, toController *seal, err error) {
	if toSimulator, err = newSeal(psk, "to simulator", asked, answered); err != nil {
		return nil, nil, err
	}
	toController, err = newSeal(psk, "to controller", asked, answered)
	return toSimulator, toController, err
}

func (s *seal) over(b []byte) []byte {
	s.mac.Reset()
	_, _ = s.mac.Write(b)
	s.sum = s.mac.Sum(s.sum[:0])
	return s.sum[:sizeMAC]
}

// finish ends the datagram that begins at start: its CRC-32 (IEEE), and with a key its MAC, both over all before.
func finish(dst []byte, start int, s *seal) []byte {
	if s != nil {
		dst[start+offFlags] |= flagMAC
	}
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
	if s == nil {
		return dst
	}
	return append(dst, s.over(dst[start:])...)
}

// open checks the end of a datagram and returns its header and what is between the two. Where s is nil there must be no
// MAC. What the network has damaged is told from what has another key: a wrong CRC is errDamaged.
func open(b []byte, s *seal) (h header, body []byte, err error) {
	if h, err = readHeader(b); err != nil {
		return h, nil, err
	}
	n, ok := whole(b)
	switch {
	case !ok:
		return h, nil, errDamaged
	case h.keyed != (s != nil), s != nil && !hmac.Equal(s.over(b[:n+sizeCRC]), b[n+sizeCRC:]):
		return h, nil, errKey
	}
	return h, b[sizeHeader:n], nil
}

// whole reports whether the CRC-32 is right, in all versions, and where it is. b has a header.
func whole(b []byte) (n int, ok bool) {
	n = len(b) - sizeCRC
	if b[offFlags]&flagMAC != 0 {
		n -= sizeMAC
	}
	return n, n >= sizeHeader && crc32.ChecksumIEEE(b[:n]) == binary.LittleEndian.Uint32(b[n:])
}
