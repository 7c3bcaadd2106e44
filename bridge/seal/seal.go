// Package seal proves that a datagram comes from a holder of a pre-shared key, with a MAC under a separate key for
// every session and purpose.
package seal

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// Size is the size of a MAC in bytes: HMAC-SHA-256 cut to its first 16 bytes (RFC 2104, section 5).
const Size = 16

// leastKey is the least size of a key in bytes.
const leastKey = 16

// Nonce makes a session's keys unique. Each end draws one at random.
type Nonce [16]byte

// NewNonce draws a nonce.
func NewNonce() (n Nonce) {
	_, _ = rand.Read(n[:]) // never fails
	return n
}

// ParseKey parses a pre-shared key from the contents of a file: hexadecimal digits, or else the bytes themselves
// without surrounding white space; 16 bytes at least.
func ParseKey(text []byte) ([]byte, error) {
	text = bytes.TrimSpace(text)
	if key, err := hex.DecodeString(string(text)); err == nil {
		text = key
	}
	if err := check(text); err != nil {
		return nil, err
	}
	return bytes.Clone(text), nil
}

func check(psk []byte) error {
	if len(psk) < leastKey {
		return fmt.Errorf("the key has %d bytes: at least %d are needed, as from `openssl rand -hex 32`", len(psk), leastKey)
	}
	return nil
}

// Seal computes MACs under one key. It is not safe for concurrent use.
type Seal struct {
	mac hash.Hash
	sum []byte
}

// New derives the key for one purpose from the pre-shared key (HKDF-SHA-256, RFC 5869). The purpose names protocol and
// direction, such as "sinew link 1: to interface".
func New(psk []byte, purpose string, nonces ...Nonce) (*Seal, error) {
	if err := check(psk); err != nil {
		return nil, err
	}
	var salt []byte
	for _, n := range nonces {
		salt = append(salt, n[:]...)
	}
	key, err := hkdf.Key(sha256.New, psk, salt, purpose, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("no key can be derived: %w", err)
	}
	return &Seal{mac: hmac.New(sha256.New, key), sum: make([]byte, 0, sha256.Size)}, nil
}

// Over returns the MAC of the concatenation of both parts, valid until the next call.
func (s *Seal) Over(first, b []byte) []byte {
	s.mac.Reset()
	_, _ = s.mac.Write(first)
	_, _ = s.mac.Write(b)
	s.sum = s.mac.Sum(s.sum[:0])
	return s.sum[:Size]
}

// Good reports whether b ends in the MAC of first and the rest of b.
func (s *Seal) Good(first, b []byte) bool {
	n := len(b) - Size
	return n >= 0 && hmac.Equal(s.Over(first, b[:n]), b[n:])
}
