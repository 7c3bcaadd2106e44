package link

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// leastKey and sizeMAC are in bytes: the MAC is HMAC-SHA-256 cut to its first 16 bytes (RFC 2104, section 5).
const (
	leastKey = 16
	sizeMAC  = 16
)

// Nonce makes a session's keys its own. Each end draws one at random.
type Nonce [16]byte

// ParseKey reads a pre-shared key from the contents of a file: hexadecimal digits, or else the bytes themselves
// without white space around them; 16 bytes at least.
func ParseKey(text []byte) ([]byte, error) {
	text = bytes.TrimSpace(text)
	if key, err := hex.DecodeString(string(text)); err == nil {
		text = key
	}
	if len(text) < leastKey {
		return nil, fmt.Errorf("link: the key has %d bytes: at least %d are needed, as from `openssl rand -hex 32`", len(text), leastKey)
	}
	return bytes.Clone(text), nil
}

// seal computes MACs under one key.
type seal struct {
	mac hash.Hash
	sum []byte
}

// newSeal derives the key for one purpose from the pre-shared key (HKDF-SHA-256, RFC 5869).
func newSeal(psk []byte, purpose string, nonces ...Nonce) (*seal, error) {
	if len(psk) < leastKey {
		return nil, fmt.Errorf("link: the key has %d bytes: at least %d are needed", len(psk), leastKey)
	}
	var salt []byte
	for _, n := range nonces {
		salt = append(salt, n[:]...)
	}
	key, err := hkdf.Key(sha256.New, psk, salt, "sinew link 1: "+purpose, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("link: no key can be derived: %w", err)
	}
	return &seal{mac: hmac.New(sha256.New, key), sum: make([]byte, 0, sha256.Size)}, nil
}

// over is the MAC of both parts, valid until the next call.
func (s *seal) over(first, b []byte) []byte {
	s.mac.Reset()
	_, _ = s.mac.Write(first)
	_, _ = s.mac.Write(b)
	s.sum = s.mac.Sum(s.sum[:0])
	return s.sum[:sizeMAC]
}

// good reports whether b ends in the MAC of first and what is before.
func (s *seal) good(first, b []byte) bool {
	n := len(b) - sizeMAC
	return n >= 0 && hmac.Equal(s.over(first, b[:n]), b[n:])
}
