package lua

// matcher matches Lua's patterns. It backtracks on Go's stack, at most maxMatch deep, and every step costs an
// instruction of the budget.
type matcher struct {
	vm       *VM
	src, pat []byte
	level    int
	depth    int
	captures [maxCaptures]capture
}

type capture struct{ start, n int }

const (
	maxCaptures     = 32
	maxMatch        = 200
	captureOpen     = -1
	capturePosition = -2
)

func (m *matcher) reset() { m.level, m.depth = 0, 0 }

// match matches the pattern from p at s and returns the end of the match, or -1.
func (m *matcher) match(s, p int) int {
	if m.depth++; m.depth > maxMatch {
		m.vm.fail("pattern too complex")
	}
	defer func() { m.depth-- }()
	for {
		if m.vm.budget--; m.vm.budget < 0 {
			m.vm.exhaustedHard()
		}
		if p == len(m.pat) {
			return s
		}
		switch m.pat[p] {
		case '(':
			if p+1 < len(m.pat) && m.pat[p+1] == ')' {
				return m.startCapture(s, p+2, capturePosition)
			}
			return m.startCapture(s, p+1, captureOpen)
		case ')':
			return m.endCapture(s, p+1)
		case '$':
			if p+1 == len(m.pat) {
				if s == len(m.src) {
					return s
				}
				return -1
			}
		case '%':
			if p+1 < len(m.pat) {
				switch c := m.pat[p+1]; {
				case c == 'b':
					if s = m.balance(s, p+2); s < 0 {
						return -1
					}
					p += 4
					continue
				case c == 'f':
					p += 2
					if p >= len(m.pat) || m.pat[p] != '[' {
						m.vm.fail("missing '[' after '%%f' in pattern")
					}
					end := m.classEnd(p)
					before, after := byte(0), byte(0)
					if s > 0 {
						before = m.src[s-1]
					}
					if s < len(m.src) {
						after = m.src[s]
					}
					if m.set(before, p, end-1) || !m.set(after, p, end-1) {
						return -1
					}
					p = end
					continue
				case isDigitByte(c):
					if s = m.again(s, c); s < 0 {
						return -1
					}
					p += 2
					continue
				}
			}
		}
		var done bool
		if s, p, done = m.item(s, p); done {
			return s
		}
	}
}

// item matches a single character class and its repetition. It returns either the settled match or where to go on.
func (m *matcher) item(s, p int) (int, int, bool) {
	end := m.classEnd(p)
	repeat := byte(0)
	if end < len(m.pat) {
		repeat = m.pat[end]
	}
	switch repeat {
	case '?':
		if m.single(s, p, end) {
			if r := m.match(s+1, end+1); r >= 0 {
				return r, 0, true
			}
		}
		return s, end + 1, false
	case '+':
		if !m.single(s, p, end) {
			return -1, 0, true
		}
		return m.most(s+1, p, end), 0, true
	case '*':
		return m.most(s, p, end), 0, true
	case '-':
		for {
			if r := m.match(s, end+1); r >= 0 {
				return r, 0, true
			}
			if !m.single(s, p, end) {
				return -1, 0, true
			}
			s++
		}
	}
	if !m.single(s, p, end) {
		return -1, 0, true
	}
	return s + 1, end, false
}

func (m *matcher) most(s, p, end int) int {
	i := 0
	for m.single(s+i, p, end) {
		i++
	}
	m.vm.budget -= int64(i)
	for ; i >= 0; i-- {
		if r := m.match(s+i, end+1); r >= 0 {
			return r
		}
	}
	return -1
}

func (m *matcher) startCapture(s, p, what int) int {
	if m.level >= maxCaptures {
		m.vm.fail("too many captures")
	}
	m.captures[m.level] = capture{s, what}
	m.level++
	r := m.match(s, p)
	if r < 0 {
		m.level--
	}
	return r
}

func (m *matcher) endCapture(s, p int) int {
	l := m.level - 1
	for ; l >= 0; l-- {
		if m.captures[l].n == captureOpen {
			break
		}
	}
	if l < 0 {
		m.vm.fail("invalid pattern capture")
	}
	m.captures[l].n = s - m.captures[l].start
	r := m.match(s, p)
	if r < 0 {
		m.captures[l].n = captureOpen
	}
	return r
}

func (m *matcher) balance(s, p int) int {
	if p+1 >= len(m.pat) {
		m.vm.fail("malformed pattern (missing arguments to '%%b')")
	}
	if s >= len(m.src) || m.src[s] != m.pat[p] {
		return -1
	}
	open, closing, depth := m.pat[p], m.pat[p+1], 1
	for i := s + 1; i < len(m.src); i++ {
		switch c := m.src[i]; {
		case c == closing:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == open:
			depth++
		}
	}
	return -1
}

// again matches what a capture has matched.
func (m *matcher) again(s int, digit byte) int {
	l := int(digit) - '1'
	if l < 0 || l >= m.level || m.captures[l].n == captureOpen {
		m.vm.fail("invalid capture index %%%d", l+1)
	}
	c := m.captures[l]
	n := max(c.n, 0)
	if len(m.src)-s >= n && string(m.src[c.start:c.start+n]) == string(m.src[s:s+n]) {
		return s + n
	}
	return -1
}

func (m *matcher) classEnd(p int) int {
	c := m.pat[p]
	p++
	switch c {
	case '%':
		if p >= len(m.pat) {
			m.vm.fail("malformed pattern (ends with '%%')")
		}
		return p + 1
	case '[':
		if p < len(m.pat) && m.pat[p] == '^' {
			p++
		}
		for first := true; first || p >= len(m.pat) || m.pat[p] != ']'; first = false {
			if p >= len(m.pat) {
				m.vm.fail("malformed pattern (missing ']')")
			}
			c := m.pat[p]
			p++
			if c == '%' {
				p++
			}
		}
		return p + 1
	}
	return p
}

func (m *matcher) single(s, p, end int) bool {
	if s >= len(m.src) {
		return false
	}
	c := m.src[s]
	switch m.pat[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pat[p+1])
	case '[':
		return m.set(c, p, end-1)
	}
	return m.pat[p] == c
}

// set matches a byte with the set from p to its closing bracket.
func (m *matcher) set(c byte, p, end int) bool {
	want := true
	p++
	if m.pat[p] == '^' {
		want = false
		p++
	}
	for ; p < end; p++ {
		switch {
		case m.pat[p] == '%':
			p++
			if inClass(c, m.pat[p]) {
				return want
			}
		case p+2 < end && m.pat[p+1] == '-':
			if m.pat[p] <= c && c <= m.pat[p+2] {
				return want
			}
			p += 2
		case m.pat[p] == c:
			return want
		}
	}
	return !want
}

func isDigitByte(c byte) bool { return c >= '0' && c <= '9' }
func isAlphaByte(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }
func isSpaceByte(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !isDigitByte(c) && !isAlphaByte(c)
}

// inClass reports whether a byte is in the class of a letter; an upper-case letter means the complement.
func inClass(c, class byte) bool {
	var in bool
	switch class | 32 {
	case 'a':
		in = isAlphaByte(c)
	case 'd':
		in = isDigitByte(c)
	case 'l':
		in = c >= 'a' && c <= 'z'
	case 's':
		in = isSpaceByte(c)
	case 'u':
		in = c >= 'A' && c <= 'Z'
	case 'w':
		in = isAlphaByte(c) || isDigitByte(c)
	case 'x':
		in = isDigitByte(c) || c|32 >= 'a' && c|32 <= 'f'
	case 'p':
		in = isPunct(c)
	case 'c':
		in = c < ' ' || c == 0x7f
	case 'z':
		in = c == 0
	case 'g':
		in = c > ' ' && c < 0x7f
	default:
		return class == c
	}
	if !isAlphaByte(class) {
		return class == c
	}
	return in == (class >= 'a')
}

// value is a capture of the match from s to e.
func (m *matcher) value(i, s, e int) Value {
	if i >= m.level {
		if i > 0 {
			m.vm.fail("invalid capture index %%%d", i+1)
		}
		return m.vm.intern(m.src[s:e])
	}
	c := m.captures[i]
	switch c.n {
	case captureOpen:
		m.vm.fail("unfinished capture")
	case capturePosition:
		return Int(int64(c.start) + 1)
	}
	return m.vm.intern(m.src[c.start : c.start+c.n])
}

// pushCaptures pushes all captures, or the whole match if there are none and whole is set.
func (m *matcher) pushCaptures(s, e int, whole bool) int {
	n := m.level
	if n == 0 && whole {
		n = 1
	}
	for i := range n {
		m.vm.Push(m.value(i, s, e))
	}
	return n
}
