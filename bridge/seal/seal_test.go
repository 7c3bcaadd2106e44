package seal

import (
	"bytes"
	"testing"
)

func TestParseKey(t *testing.T) {
	for text, want := range map[string]string{
		"30313233343536373839616263646566\n": "0123456789abcdef", " seventeen bytes!! ": "seventeen bytes!!",
		"too short": "", "30313233": "", "": "",
	} {
		got, err := ParseKey([]byte(text))
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// TestKeysDiffer seals the same bytes for two purposes and two sessions: no MAC serves for another.
func TestKeysDiffer(t *testing.T) {
	psk, text := []byte("0123456789abcdef"), []byte("forces")
	var all [][]byte
	for _, purpose := range []string{"to robot", "to application"} {
		for _, n := range []Nonce{{1}, {2}} {
			s, err := New(psk, purpose, n)
			if err != nil {
				t.Fatal(err)
			}
			mac := bytes.Clone(s.Over([]byte("head"), text))
			for _, other := range all {
				if bytes.Equal(mac, other) {
					t.Errorf("%s %v: a MAC that is another's", purpose, n[0])
				}
			}
			all = append(all, mac)
			if whole := append(bytes.Clone(text), mac...); !s.Good([]byte("head"), whole) || s.Good([]byte("heat"), whole) || s.Good(nil, whole[1:]) {
				t.Errorf("%s %v: the wrong datagram passes, or the right one does not", purpose, n[0])
			}
		}
	}
	if _, err := New(psk[1:], "to robot"); err == nil {
		t.Error("a key of 15 bytes passes")
	}
	s, _ := New(psk, "to robot")
	whole := append(bytes.Clone(text), s.Over(nil, text)...)
	if n := testing.AllocsPerRun(100, func() { s.Good(nil, whole) }); n != 0 {
		t.Errorf("a datagram allocates %v times", n)
	}
}
