package link

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/codec"
	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// nanoseconds is the median time of f over rounds of n calls.
func nanoseconds(rounds, n int, f func()) float64 {
	times := make([]float64, rounds)
	for i := range times {
		at := rt.Now()
		for range n {
			f()
		}
		times[i] = float64(rt.Now()-at) / float64(n)
	}
	return bench.Median(times)
}

// compressors repeats the table of section 2.3.3.
func (b *experiments) compressors() error {
	b.Part("Compressors (section 2.3.3)", "The seed's vector, an O_T_EE_c of 128 bytes with two numbers that are not zero. The seed's sizes and times are those "+
		"of its C programs on its computer, with whatever they did beside; QuickLZ is given as the seed has it. The last rows are a link that knows the packet before: "+
		"whole packets with their header, of the same vector moving on.")
	src, rounds, n := codec.Thesis(), 21, 2000
	if b.o.Quick {
		rounds, n = 5, 200
	}
	peers, err := codec.Sizes(src, n)
	if err != nil {
		return err
	}
	rle := link.AppendZeroRuns(nil, src)
	code, back := make([]byte, 0, 256), make([]byte, len(src))
	if n, ok := link.ReadZeroRuns(back, rle); !ok || n != len(rle) || !bytes.Equal(back, src) {
		return fmt.Errorf("the zero runs of %d bytes do not give back what went in", len(rle))
	}
	peers = append(peers, codec.Size{Name: "RLE", Bytes: len(rle),
		Encode: nanoseconds(rounds, n, func() { link.AppendZeroRuns(code[:0], src) }) / 1e3,
		Decode: nanoseconds(rounds, n, func() { link.ReadZeroRuns(back, rle) }) / 1e3})
	t := book.Table{Name: "compressors", Caption: "128 bytes", Columns: []string{"method", "bytes", "seed's bytes", "encode [µs]", "decode [µs]", "seed's time [µs]"}}
	t.Add(report.Neutral, "QuickLZ", "–", "41", "–", "–", "101")
	theirs := map[string][2]string{"zlib": {"33", "203"}, "snappy": {"41", "26"}, "RLE": {"24", "1"}}
	for _, p := range peers {
		verdict := report.Neutral
		if p.Name == "RLE" {
			verdict = report.Good
			if p.Bytes != 24 {
				verdict = report.Bad
			}
		}
		seed, note := theirs[p.Name], ""
		if seed[0] != "" {
			note = fmt.Sprintf("; the seed: %s B, %s us", seed[0], seed[1])
		}
		t.Add(verdict, p.Name, p.Bytes, seed[0], p.Encode, p.Decode, seed[1])
		b.Figure(bench.Result{Name: "compress_" + p.Name + "_size", Value: float64(p.Bytes), Unit: "B", Note: "of the seed's 128" + note})
		b.Figure(bench.Result{Name: "compress_" + p.Name + "_encode", Value: p.Encode, Unit: "us", Note: fmt.Sprintf("decode %.3g us%s", p.Decode, note)})
	}
	for _, c := range []link.Compression{link.None, link.RLE, link.XOR, link.Delta} {
		if err := b.stream(&t, c, rounds, n); err != nil {
			return err
		}
	}
	b.Table(t)
	return nil
}

// stream measures whole packets of the seed's vector, whose two numbers move as in the Cartesian example.
func (b *experiments) stream(t *book.Table, c link.Compression, rounds, n int) error {
	state, err := franka.Layout(franka.Version3).Select("O_T_EE_c")
	if err != nil {
		return err
	}
	command, err := franka.CommandLayout(franka.Version3).Select("O_T_EE_c")
	if err != nil {
		return err
	}
	cfg := link.Config{State: state, Command: command, Compression: c}
	near, err := link.NewSession(link.Interface, cfg, link.Nonce{1}, link.Nonce{2}, nil)
	if err != nil {
		return err
	}
	far, err := link.NewSession(link.Application, cfg, link.Nonce{1}, link.Nonce{2}, nil)
	if err != nil {
		return err
	}
	at := state.Of().Offset(state.Members()[0])
	image, answer, got := make([]byte, state.Of().Size()), make([]byte, command.Of().Size()), make([]byte, state.Of().Size())
	var encode, decode []float64
	var packet, back []byte
	var p link.Packet
	bytesSum, packets := 0, 0
	for k := range 200 + rounds*n/10 {
		angle := math.Pi / 4 * (1 - math.Cos(math.Pi/5*float64(k)*period))
		binary.LittleEndian.PutUint64(image[at+8*11:], math.Float64bits(-0.999023))
		binary.LittleEndian.PutUint64(image[at+8*13:], math.Float64bits(-0.00810967+0.3*math.Sin(angle)))
		t0 := rt.Now()
		packet = near.Send(packet[:0], uint64(k), image, false)
		t1 := rt.Now()
		s := far.Receive(packet, &p)
		far.Sample(0, got)
		t2 := rt.Now()
		if s != link.OK {
			return fmt.Errorf("%v: packet %d: %v", c, k, s)
		}
		back = far.Send(back[:0], uint64(k), answer, false)
		if s := near.Receive(back, &p); s != link.OK {
			return fmt.Errorf("%v: answer %d: %v", c, k, s)
		}
		if k < 100 { // until references are acknowledged and caches warm
			continue
		}
		encode, decode = append(encode, float64(t1-t0)/1e3), append(decode, float64(t2-t1)/1e3)
		bytesSum += len(packet)
		packets++
	}
	size := float64(bytesSum) / float64(max(1, packets))
	t.Add(report.Neutral, fmt.Sprintf("packet, %v", c), fmt.Sprintf("%.1f", size), "", bench.Median(encode), bench.Median(decode), "")
	b.Figure(bench.Result{Name: fmt.Sprintf("compress_packet_%v_size", c), Value: size, Unit: "B", Note: fmt.Sprintf("of 128, header included; encode %.3g us, decode %.3g us, restored image included", bench.Median(encode), bench.Median(decode))})
	return nil
}
