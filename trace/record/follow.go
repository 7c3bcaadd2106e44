package record

import (
	"fmt"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// recorded is a topic of the recording.
type recorded struct {
	ch uint16
	cd *codec.Codec
}

// recordedAs finds a topic by its name or by the path of a port that is recorded under it.
func (r *Recorder) recordedAs(topic string) (x recorded, ok bool) {
	if x, ok = r.recorded[topic]; ok {
		return x, true
	}
	for _, i := range r.p.Ports() {
		if p := &r.ports[i.Source]; i.Path == topic && p.traced {
			return recorded{p.ch, p.cd}, true
		}
	}
	return x, false
}

// Follow calls f with every value that is recorded under a topic, such as "door/robot.reading". It does so a little
// later than Tap: when the value is about to be written, on the goroutine that writes, with the value decoded from the
// recording. Everything that f adds to the recording with trace.Writer.Derive is therefore a function of the recording.
// f must not retain the pointer. Follow must be called before the program runs; recorded is false if the topic is not
// recorded. A port may also be named by the path of a port that reads it.
func Follow[T any](r *Recorder, topic string, f func(tag reactor.Tag, value *T)) (recorded bool, err error) {
	x, ok := r.recordedAs(topic)
	if !ok {
		return false, nil
	}
	if x.cd.Type() != typeOf[T]() {
		return false, fmt.Errorf("following %s: it carries %v, not %v", topic, x.cd.Type(), typeOf[T]())
	}
	var value T
	r.w.Follow(x.ch, func(time int64, microstep uint32, data []byte) {
		if x.cd.Decode(data, unsafe.Pointer(&value)) == nil { // as it was encoded a moment ago
			f(reactor.Tag{Time: reactor.Time(time), Microstep: microstep}, &value)
		}
	})
	return true, nil
}
