package lua

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// spec is one conversion of string.format.
type spec struct {
	flags     string
	width     int
	precision int // -1 if there is none
	verb      byte
}

func (s spec) has(flag byte) bool { return strings.IndexByte(s.flags, flag) >= 0 }

func stringFormat(vm *VM, n int) int {
	f := vm.stringArg(0, n)
	var out []byte
	arg := 0
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			out = append(out, f[i])
			continue
		}
		if i++; i < len(f) && f[i] == '%' {
			out = append(out, '%')
			continue
		}
		if arg++; arg >= n {
			vm.argFault(arg, "no value")
		}
		var s spec
		s, i = vm.parseSpec(f, i)
		out = vm.convert(out, s, arg, n)
		vm.checkText(len(out))
	}
	vm.Push(vm.intern(out))
	return 1
}

// allowed holds the flags that a conversion takes, and whether it takes a precision.
var allowed = map[byte]string{'d': "-+0 .", 'i': "-+0 .", 'u': "-0.", 'c': "-", 'x': "-#0.", 'X': "-#0.", 'o': "-#0.",
	'a': "-+#0 .", 'A': "-+#0 .", 'f': "-+#0 .", 'e': "-+#0 .", 'E': "-+#0 .", 'g': "-+#0 .", 'G': "-+#0 .",
	'p': "-", 'q': "", 's': "-."}

// parseSpec reads the conversion that begins at f[i], after the %, and returns the position of its letter.
func (vm *VM) parseSpec(f []byte, i int) (spec, int) {
	begin := i
	for i < len(f) && strings.IndexByte("-+ #0123456789.", f[i]) >= 0 {
		i++
	}
	if i-begin >= 22 {
		vm.fail("invalid format string to 'format'")
	}
	s := spec{precision: -1}
	if i < len(f) {
		s.verb = f[i]
	}
	flags, ok := allowed[s.verb]
	if !ok {
		vm.fail("invalid conversion '%%%s' to 'format'", f[begin:min(i+1, len(f))])
	}
	if s.verb == 'q' && i > begin {
		vm.fail("specifier '%%q' cannot have modifiers")
	}
	at := begin
	for strings.IndexByte(flags, f[at]) >= 0 && f[at] != '.' {
		at++
	}
	s.flags = string(f[begin:at])
	digits := func() int {
		v, from := 0, at
		for at < from+2 && isDigitByte(f[at]) {
			v = v*10 + int(f[at]-'0')
			at++
		}
		return v
	}
	if f[at] != '0' {
		s.width = digits()
	}
	if f[at] == '.' && strings.IndexByte(flags, '.') >= 0 {
		at++
		s.precision = digits()
	}
	if at != i {
		vm.fail("invalid conversion specification: '%%%s'", f[begin:i+1])
	}
	return s, i
}

func (vm *VM) convert(out []byte, s spec, arg, n int) []byte {
	switch s.verb {
	case 'c':
		return s.pad(out, string([]byte{byte(vm.intArg(arg, n))}))
	case 'd', 'i':
		return s.number(out, strconv.FormatInt(vm.intArg(arg, n), 10))
	case 'x', 'X', 'o', 'u':
		return s.unsigned(out, uint64(vm.intArg(arg, n)))
	case 'a', 'A', 'f', 'e', 'E', 'g', 'G':
		return s.float(out, vm.floatArg(arg, n))
	case 'p':
		v := vm.need(arg, n)
		if v.t < tString && v.t != tGo {
			return s.pad(out, "(null)")
		}
		if vm.config.NoOffsets {
			return s.pad(out, v.Type())
		}
		return s.pad(out, fmt.Sprintf("0x%08x", v.v))
	case 'q':
		return vm.literal(out, vm.need(arg, n), arg)
	}
	v := vm.show(vm.need(arg, n))
	vm.Push(v)
	text := vm.text(uint32(v.v))
	if s.precision < 0 && s.width == 0 {
		return append(out, text...)
	}
	if strings.IndexByte(string(text), 0) >= 0 {
		vm.argFault(arg, "string contains zeros")
	}
	if s.precision >= 0 && s.precision < len(text) {
		text = text[:s.precision]
	}
	return s.pad(out, string(text))
}

// literal writes a value so that Lua reads it back.
func (vm *VM) literal(out []byte, v Value, arg int) []byte {
	switch v.t {
	case tString:
		return quoted(out, vm.text(uint32(v.v)))
	case tInt:
		if int64(v.v) == math.MinInt64 {
			return append(out, "0x8000000000000000"...)
		}
		return strconv.AppendInt(out, int64(v.v), 10)
	case tFloat:
		f := v.num()
		switch {
		case f == math.Inf(1):
			return append(out, "1e9999"...)
		case f == math.Inf(-1):
			return append(out, "-1e9999"...)
		case f != f:
			return append(out, "(0/0)"...)
		}
		return append(out, hexFloat(f)...)
	case tNil, tFalse, tTrue:
		return append(out, vm.text(uint32(vm.show(v).v))...)
	}
	vm.argFault(arg, "value has no literal form")
	return nil
}

// hexFloat is C's %a.
func hexFloat(f float64) string {
	if a := math.Abs(f); a > 0 && a < 0x1p-1022 { // C does not normalize
		digits := strings.TrimRight(fmt.Sprintf("%013x", math.Float64bits(a)), "0")
		return strings.TrimSuffix(strconv.FormatFloat(math.Copysign(0, f), 'f', 0, 64), "0") + "0x0." + digits + "p-1022"
	}
	s := strconv.FormatFloat(f, 'x', -1, 64)
	// Go writes at least two digits of the exponent.
	if i := strings.IndexByte(s, 'p'); i >= 0 && len(s) == i+4 && s[i+2] == '0' {
		s = s[:i+2] + s[i+3:]
	}
	return s
}

// pad pads to the width.
func (s spec) pad(out []byte, text string) []byte {
	fill := strings.Repeat(" ", max(s.width-len(text), 0))
	if s.has('-') {
		return append(append(out, text...), fill...)
	}
	return append(append(out, fill...), text...)
}

// number pads digits that may have a sign, with zeros if the flag asks for them.
func (s spec) number(out []byte, digits string) []byte {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	} else if s.has('+') {
		sign = "+"
	} else if s.has(' ') {
		sign = " "
	}
	if s.precision == 0 && digits == "0" {
		digits = ""
	}
	digits = strings.Repeat("0", max(s.precision-len(digits), 0)) + digits
	return s.signed(out, sign, digits, s.has('0') && s.precision < 0)
}

func (s spec) signed(out []byte, sign, digits string, zeros bool) []byte {
	if zeros && !s.has('-') {
		digits = strings.Repeat("0", max(s.width-len(sign)-len(digits), 0)) + digits
	}
	return s.pad(out, sign+digits)
}

func (s spec) unsigned(out []byte, v uint64) []byte {
	base := 16
	if s.verb == 'o' {
		base = 8
	} else if s.verb == 'u' {
		base = 10
	}
	digits, prefix := strconv.FormatUint(v, base), ""
	if s.has('#') && v != 0 {
		prefix = map[byte]string{'x': "0x", 'X': "0X", 'o': "0"}[s.verb]
	}
	if s.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	if s.precision == 0 && v == 0 {
		digits = ""
	}
	digits = strings.Repeat("0", max(s.precision-len(digits), 0)) + digits
	return s.signed(out, prefix, digits, s.has('0') && s.precision < 0)
}

func (s spec) float(out []byte, f float64) []byte {
	sign := ""
	if math.Signbit(f) {
		sign, f = "-", -f
	} else if s.has('+') {
		sign = "+"
	} else if s.has(' ') {
		sign = " "
	}
	precision := s.precision
	if precision < 0 {
		precision = 6
	}
	zeros, text := s.has('0'), ""
	switch lower := s.verb | 32; {
	case math.IsInf(f, 0):
		text, zeros = "inf", false
	case f != f:
		text, zeros = "nan", false
	case lower == 'a':
		text = hexFloat(f)
		if s.precision >= 0 {
			text = strconv.FormatFloat(f, 'x', s.precision, 64)
			if i := strings.IndexByte(text, 'p'); len(text) == i+4 && text[i+2] == '0' {
				text = text[:i+2] + text[i+3:]
			}
		}
		sign, text = sign+"0x", strings.TrimPrefix(text, "0x")
	case lower == 'g':
		text = string(formatG(nil, f, precision, s.has('#')))
	default:
		text = strconv.FormatFloat(f, lower, precision, 64)
		if s.has('#') && precision == 0 {
			text = strings.Replace(text+"e", "e", ".e", 1)
			text = strings.TrimSuffix(text, "e")
		}
	}
	if s.verb < 'a' {
		sign, text = strings.ToUpper(sign), strings.ToUpper(text)
	}
	return s.signed(out, sign, text, zeros)
}
