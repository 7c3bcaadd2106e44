package trace

// parser takes values from the front of b; a missing value is zero and sets bad.
type parser struct {
	b   []byte
	bad bool
}

func (p *parser) bytes(n int) []byte {
	if p.bad || n < 0 || n > len(p.b) {
		p.bad = true
		return nil
	}
	b := p.b[:n:n]
	p.b = p.b[n:]
	return b
}

func (p *parser) u8() byte {
	if b := p.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (p *parser) u16() uint16 {
	if b := p.bytes(2); b != nil {
		return le.Uint16(b)
	}
	return 0
}

func (p *parser) u32() uint32 {
	if b := p.bytes(4); b != nil {
		return le.Uint32(b)
	}
	return 0
}

func (p *parser) u64() uint64 {
	if b := p.bytes(8); b != nil {
		return le.Uint64(b)
	}
	return 0
}

func (p *parser) text() string { return string(p.bytes(int(p.u32()))) }

// table reads a map of texts.
func (p *parser) table() map[string]string {
	in := parser{b: p.bytes(int(p.u32()))}
	var m map[string]string
	for len(in.b) > 0 && !in.bad {
		k, v := in.text(), in.text()
		if m == nil {
			m = map[string]string{}
		}
		m[k] = v
	}
	p.bad = p.bad || in.bad
	return m
}
