package lua

import (
	"encoding/binary"
	"math"
)

// packer reads a format of string.pack.
type packer struct {
	vm     *VM
	format []byte
	at     int
	big    bool
	align  int
}

// item is one option of a format and its size.
type item struct {
	kind byte // i, u, f, d, s (size of the length), c, z, x, X, or 0 for an option that only sets a mode
	size int
}

const maxIntSize = 16

func (p *packer) number(otherwise int) int {
	if p.at >= len(p.format) || !isDigitByte(p.format[p.at]) {
		return otherwise
	}
	v := 0
	for p.at < len(p.format) && isDigitByte(p.format[p.at]) && v < maxString {
		v = v*10 + int(p.format[p.at]-'0')
		p.at++
	}
	return v
}

func (p *packer) intSize(otherwise int) int {
	n := p.number(otherwise)
	if n < 1 || n > maxIntSize {
		p.vm.fail("integral size (%d) out of limits [1,%d]", n, maxIntSize)
	}
	return n
}

// option reads an option without its alignment.
func (p *packer) option() item {
	c := p.format[p.at]
	p.at++
	switch c {
	case 'b', 'B':
		return item{kind: sign(c), size: 1}
	case 'h', 'H':
		return item{kind: sign(c), size: 2}
	case 'i', 'I':
		return item{kind: sign(c), size: p.intSize(4)}
	case 'l', 'L', 'j', 'J':
		return item{kind: sign(c), size: 8}
	case 'T':
		return item{kind: 'u', size: 8}
	case 'f':
		return item{kind: 'f', size: 4}
	case 'd', 'n':
		return item{kind: 'd', size: 8}
	case 's':
		return item{kind: 's', size: p.intSize(8)}
	case 'c':
		n := p.number(-1)
		if n < 0 {
			p.vm.fail("missing size for format option 'c'")
		}
		return item{kind: 'c', size: n}
	case 'z', 'x', 'X':
		return item{kind: c, size: choose(c == 'x', 1, 0)}
	case ' ':
	case '<', '=':
		p.big = false
	case '>':
		p.big = true
	case '!':
		p.align = p.intSize(8)
	default:
		p.vm.fail("invalid format option '%c'", c)
	}
	return item{}
}

func sign(c byte) byte {
	if c >= 'a' {
		return 'i'
	}
	return 'u'
}

// next reads an option; total is the number of bytes before it.
func (p *packer) next(total int) (it item, padding int) {
	it = p.option()
	align := it.size
	switch it.kind {
	case 'X':
		if p.at >= len(p.format) {
			p.vm.argFault(0, "invalid next option for option 'X'")
		}
		next := p.option()
		if align = next.size; next.kind == 'c' || align == 0 {
			p.vm.argFault(0, "invalid next option for option 'X'")
		}
	case 'i', 'u', 'f', 'd', 's':
	default:
		return it, 0
	}
	if align = min(align, p.align); align > 1 {
		if align&(align-1) != 0 {
			p.vm.argFault(0, "format asks for alignment not power of 2")
		}
		padding = -total & (align - 1)
	}
	return it, padding
}

func (p *packer) putInt(out []byte, v uint64, size int, negative bool) []byte {
	for i := range size {
		at := i
		if p.big {
			at = size - 1 - i
		}
		b := byte(0)
		if negative {
			b = 0xff
		}
		if at < 8 {
			b = byte(v >> (8 * uint(at)))
		}
		out = append(out, b)
	}
	return out
}

func (p *packer) getInt(b []byte, signed bool) int64 {
	var v uint64
	size := len(b)
	for i := size - 1; i >= 0; i-- {
		c := b[i]
		if p.big {
			c = b[size-1-i]
		}
		if i >= 8 {
			if c != 0 && !(signed && c == 0xff) {
				p.vm.fail("%d-byte integer does not fit into Lua Integer", size)
			}
			continue
		}
		v = v<<8 | uint64(c)
	}
	if signed && size < 8 {
		shift := uint(64 - 8*size)
		return int64(v<<shift) >> shift
	}
	return int64(v)
}

func stringPack(vm *VM, n int) int {
	p := &packer{vm: vm, format: vm.stringArg(0, n), align: 1}
	var out []byte
	arg := 0
	for p.at < len(p.format) {
		it, padding := p.next(len(out))
		out = append(out, make([]byte, padding)...)
		switch it.kind {
		case 'i', 'u':
			arg++
			v := vm.intArg(arg, n)
			if it.size < 8 {
				limit := int64(1) << uint(8*it.size-1)
				if it.kind == 'i' && (v < -limit || v >= limit) {
					vm.argFault(arg, "integer overflow")
				}
				if it.kind == 'u' && uint64(v) >= uint64(limit)*2 {
					vm.argFault(arg, "unsigned overflow")
				}
			}
			out = p.putInt(out, uint64(v), it.size, it.kind == 'i' && v < 0)
		case 'f', 'd':
			arg++
			f := vm.floatArg(arg, n)
			if it.kind == 'f' {
				out = p.putInt(out, uint64(math.Float32bits(float32(f))), 4, false)
			} else {
				out = p.putInt(out, math.Float64bits(f), 8, false)
			}
		case 's', 'z', 'c':
			arg++
			out = p.putString(out, it, arg, n)
		case 'x':
			out = append(out, 0)
		}
		vm.checkText(len(out))
	}
	vm.Push(vm.intern(out))
	return 1
}

func (p *packer) putString(out []byte, it item, arg, n int) []byte {
	s := p.vm.stringArg(arg, n)
	switch it.kind {
	case 's':
		if it.size < 8 && uint64(len(s)) >= 1<<uint(8*it.size) {
			p.vm.argFault(arg, "string length does not fit in given size")
		}
		return append(p.putInt(out, uint64(len(s)), it.size, false), s...)
	case 'z':
		for _, c := range s {
			if c == 0 {
				p.vm.argFault(arg, "string contains zeros")
			}
		}
		return append(append(out, s...), 0)
	}
	if len(s) > it.size {
		p.vm.argFault(arg, "string longer than given size")
	}
	p.vm.checkText(it.size)
	return append(append(out, s...), make([]byte, it.size-len(s))...)
}

func stringPackSize(vm *VM, n int) int {
	p := &packer{vm: vm, format: vm.stringArg(0, n), align: 1}
	total := 0
	for p.at < len(p.format) {
		it, padding := p.next(total)
		if it.kind == 's' || it.kind == 'z' {
			vm.argFault(0, "variable-length format")
		}
		total += padding
		if it.kind != 'X' {
			total += it.size
		}
		if total > math.MaxInt32 {
			vm.argFault(0, "format result too large")
		}
	}
	vm.Push(Int(int64(total)))
	return 1
}

func stringUnpack(vm *VM, n int) int {
	p := &packer{vm: vm, format: vm.stringArg(0, n), align: 1}
	s := vm.stringArg(1, n)
	start := max(position(vm.intArg(2, n, 1), len(s)), 1) - 1
	if start > int64(len(s)) {
		vm.argFault(2, "initial position out of string")
	}
	at, count := int(start), 0
	need := func(k int) {
		if k > len(s)-at {
			vm.argFault(1, "data string too short")
		}
	}
	for p.at < len(p.format) {
		it, padding := p.next(at)
		need(padding)
		at += padding
		switch it.kind {
		case 'i', 'u':
			need(it.size)
			vm.Push(Int(p.getInt(s[at:at+it.size], it.kind == 'i')))
		case 'f', 'd':
			need(it.size)
			vm.Push(Float(p.float(s[at : at+it.size])))
		case 'c':
			need(it.size)
			vm.Push(vm.intern(s[at : at+it.size]))
		case 's':
			need(it.size)
			k := p.getInt(s[at:at+it.size], false)
			at += it.size
			if k < 0 || k > int64(len(s)-at) {
				vm.argFault(1, "data string too short")
			}
			vm.Push(vm.intern(s[at : at+int(k)]))
			at += int(k) - it.size
		case 'z':
			end := at
			for ; ; end++ {
				if end >= len(s) {
					vm.argFault(1, "unfinished string for format 'z'")
				}
				if s[end] == 0 {
					break
				}
			}
			vm.Push(vm.intern(s[at:end]))
			at = end + 1
		case 'x':
			need(1)
		}
		if it.kind != 0 && it.kind != 'x' && it.kind != 'X' && it.kind != 'z' {
			count++
		} else if it.kind == 'z' {
			count++
			continue
		}
		if it.kind != 'X' {
			at += it.size
		}
	}
	vm.Push(Int(int64(at) + 1))
	return count + 1
}

func (p *packer) float(b []byte) float64 {
	var order binary.ByteOrder = binary.LittleEndian
	if p.big {
		order = binary.BigEndian
	}
	if len(b) == 4 {
		return float64(math.Float32frombits(order.Uint32(b)))
	}
	return math.Float64frombits(order.Uint64(b))
}
