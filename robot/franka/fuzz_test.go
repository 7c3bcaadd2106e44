package franka

import (
	"bytes"
	"errors"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// version makes a version of a byte.
func fuzzVersion(x byte) Version { return versions[int(x)%len(versions)] }

func FuzzReadState(f *testing.F) {
	for i, v := range versions {
		f.Add(byte(i), AppendState(nil, v, goldenState(v)))
	}
	fuzz.Run(f, func(t *testing.T, x byte, b []byte) {
		v := fuzzVersion(x)
		var s, back State
		if err := ReadState(b, v, &s); err != nil {
			if !errors.Is(err, ErrSize) && !errors.Is(err, ErrMode) {
				t.Fatal(err)
			}
			return
		}
		if err := ReadState(AppendState(nil, v, &s), v, &back); err != nil || !sameBits(s, back) {
			t.Fatal(err)
		}
	})
}

func FuzzReadMembers(f *testing.F) {
	for i, v := range versions {
		f.Add(byte(i), AppendMembers(nil, v, goldenState(v)))
	}
	fuzz.Run(f, func(t *testing.T, x byte, b []byte) {
		v := fuzzVersion(x)
		var s, back State
		if err := ReadMembers(b, v, &s); err != nil {
			return
		}
		if err := ReadMembers(AppendMembers(nil, v, &s), v, &back); err != nil || !sameBits(s, back) {
			t.Fatal(err)
		}
	})
}

func FuzzReadCommand(f *testing.F) {
	for i, v := range versions {
		f.Add(byte(i), AppendCommand(nil, v, goldenCommand(v)))
	}
	fuzz.Run(f, func(t *testing.T, x byte, b []byte) {
		v := fuzzVersion(x)
		var c, back Command
		if err := ReadCommand(b, v, &c); err != nil {
			if !errors.Is(err, ErrSize) {
				t.Fatal(err)
			}
			return
		}
		if err := ReadCommand(AppendCommand(nil, v, &c), v, &back); err != nil || !sameBits(c, back) {
			t.Fatal(err)
		}
	})
}

func FuzzReadRequest(f *testing.F) {
	for i, v := range versions {
		for k := range kindCount {
			b, _ := AppendRequest(nil, v, goldenRequest(k, v))
			f.Add(byte(i), b)
		}
	}
	fuzz.Run(f, func(t *testing.T, x byte, b []byte) {
		v := fuzzVersion(x)
		var r, back Request
		n, err := ReadRequest(b, v, &r)
		if err != nil {
			if !errors.Is(err, ErrShort) && !errors.Is(err, ErrMessage) {
				t.Fatal(err)
			}
			return
		}
		again, err := AppendRequest(nil, v, &r)
		if err != nil || n != len(again) {
			t.Fatal(n, len(again), err)
		}
		if _, err := ReadRequest(again, v, &back); err != nil || !sameBits(r, back) {
			t.Fatal(err)
		}
	})
}

func FuzzReadResponse(f *testing.F) {
	for i, v := range versions {
		for k := range kindCount {
			for s := range statusCount {
				b, _ := AppendResponse(nil, v, goldenResponse(k, s, v))
				f.Add(byte(i), b)
			}
		}
	}
	fuzz.Run(f, func(t *testing.T, x byte, b []byte) {
		v := fuzzVersion(x)
		var r Response
		n, err := ReadResponse(b, v, &r)
		if err != nil {
			if !errors.Is(err, ErrShort) && !errors.Is(err, ErrMessage) {
				t.Fatal(err)
			}
			return
		}
		var read Response
		read, err = readMessage(bytes.NewReader(b), v)
		if err != nil || !sameResponse(read, r) {
			t.Fatalf("as a stream: %+v, %v", read, err)
		}
		if again, err := AppendResponse(nil, v, &r); err != nil || len(again) > n {
			t.Fatal(n, len(again), err)
		}
	})
}

func sameResponse(a, b Response) bool {
	x, y := a.Data, b.Data
	a.Data, b.Data = nil, nil
	return bytes.Equal(x, y) && sameBits(a, b)
}
