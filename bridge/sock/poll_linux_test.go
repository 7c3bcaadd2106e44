package sock

import (
	"errors"
	"net/netip"
	"os"
	"testing"
)

// The system may announce a datagram and then drop it because its checksum is wrong: the reader must not wait for
// another one, which may never come.
func TestWhatIsNotThereIsNotWaitedFor(t *testing.T) {
	s, err := Listen(netip.MustParseAddrPort("127.0.0.1:0"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b := make([]byte, 1500)
	for range 3 {
		if _, _, err := s.poll.take(s.conn, b); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
	}
	d, err := Dial(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	d.Send([]byte("here"))
	for ok := false; !ok; {
		n, from, there, err := s.Receive(b, 1<<62)
		if err != nil || there && (string(b[:n]) != "here" || from != d.Addr()) {
			t.Fatalf("%q from %v, %v", b[:n], from, err)
		}
		ok = there
	}
}
