package codec

import (
	"reflect"
	"testing"
)

// A type has one codec for each name of its message, and a type that cannot be recorded is refused each time.
func TestCodecsCompileOnce(t *testing.T) {
	type sample struct{ X, Y float64 }
	type faulty struct{ C chan int }
	var all Codecs
	of := func(name string) *Codec {
		c, err := all.For(reflect.TypeFor[sample](), name)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, name := range []string{"a.Sample", ""} {
		if first := of(name); of(name) != first {
			t.Errorf("the codec of %q was compiled again", name)
		}
	}
	if name, _, _ := of("a.Other").Schema(); name != "a.Other" {
		t.Errorf("it is called %s", name)
	}
	for range 2 {
		if c, err := all.For(reflect.TypeFor[faulty](), ""); err == nil {
			t.Errorf("%v has been made", c)
		}
	}
}
