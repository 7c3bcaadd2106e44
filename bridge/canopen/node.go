package canopen

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"time"
)

// Access says how an object may be accessed.
type Access uint8

// The kinds of access by SDO. An object that is mapped to a PDO is also read or written by the PDO.
const (
	ReadOnly Access = iota
	ReadWrite
	Mapped        = 4 // a flag: it can be mapped to a PDO
	MappedToSend  = ReadOnly | Mapped
	MappedToWrite = ReadWrite | Mapped
)

// Object is an entry of a device's object dictionary: a number of Size bytes or, if Size is 0, a text.
type Object struct {
	Index  uint16
	Sub    uint8
	Size   uint8 // 1, 2 or 4 bytes
	Access Access
	Value  uint32 // signed numbers in two's complement, in the lowest bytes
	Text   string
	Check  func(value uint32) error // refuses a value with an Abort; may be nil
}

// key orders objects.
func key(index uint16, sub uint8) uint32 { return uint32(index)<<8 | uint32(sub) }

// pdos is the number of PDOs that a Node has in each direction.
const pdos = 4

// pdo is a PDO with its present mapping.
type pdo struct {
	id      uint16
	on      bool
	every   uint8 // SYNCs
	count   uint8
	objects [8]*Object
	n       int
	data    Frame // received, and not yet applied
	fresh   bool
}

// Node is a device on a bus: an object dictionary, with an SDO server, PDOs and heartbeats. Its owner passes received
// frames to Receive and lets time pass with Tick. It allocates nothing in cycles, has no clock and starts no goroutines.
type Node struct {
	ID    uint8
	State NodeState
	// Synced is called at a SYNC, when PDOs have been sent and received ones applied; it may be nil.
	Synced func()
	// Changed is called when the state of network management has changed; it may be nil.
	Changed func(NodeState)
	// Lost is called when the master's heartbeat, which object 1016:01 requires, has not come in time; it may be nil.
	Lost func()

	objects  []Object
	send     func(*Frame)
	out      Frame
	get, put [pdos]pdo
	sdo      transfer
	beat     time.Duration // since the last heartbeat
	silence  time.Duration // since the master's
	heard    bool
}

// NewNode makes a device with the given objects and those that every node has (1000, 1001, 1016 to 1018, PDOs). send gets
// the frames that it sends.
func NewNode(id uint8, deviceType uint32, objects []Object, send func(*Frame)) (*Node, error) {
	if id == 0 || id > MaxNode {
		return nil, fmt.Errorf("canopen: node %d: give a number from 1 to %d", id, MaxNode)
	}
	n := &Node{ID: id, send: send}
	n.objects = append(slices.Clone(objects),
		Object{Index: 0x1000, Size: 4, Value: deviceType}, Object{Index: 0x1001, Size: 1, Access: MappedToSend},
		Object{Index: 0x1016, Size: 1, Value: 1}, Object{Index: 0x1016, Sub: 1, Size: 4, Access: ReadWrite},
		Object{Index: 0x1017, Size: 2, Access: ReadWrite}, Object{Index: 0x1018, Size: 1, Value: 1}, Object{Index: 0x1018, Sub: 1, Size: 4})
	for i := range uint16(pdos) {
		for _, base := range [2]uint16{0x1400, 0x1800} {
			id := uint32(ReceivedPDO(id, int(i)+1))
			if base == 0x1800 {
				id = uint32(SentPDO(n.ID, int(i)+1))
			}
			n.objects = append(n.objects, Object{Index: base + i, Size: 1, Value: 2},
				Object{Index: base + i, Sub: 1, Size: 4, Access: ReadWrite, Value: id | 1<<31, Check: func(v uint32) error { return n.dial(base+i, v) }},
				Object{Index: base + i, Sub: 2, Size: 1, Access: ReadWrite, Value: 1, Check: func(v uint32) error {
					if v > 240 {
						return AbortValue // events and remote requests: this node only supports SYNC
					}
					return nil
				}}, Object{Index: base + i + 0x200, Size: 1, Access: ReadWrite, Check: func(v uint32) error { return n.mapped(base+i, v) }})
			for sub := range uint8(8) {
				n.objects = append(n.objects, Object{Index: base + i + 0x200, Sub: sub + 1, Size: 4, Access: ReadWrite,
					Check: func(v uint32) error { return n.mappable(base+i, v) }})
			}
		}
	}
	slices.SortFunc(n.objects, func(a, b Object) int { return cmp.Compare(key(a.Index, a.Sub), key(b.Index, b.Sub)) })
	for i := range n.objects[1:] {
		if a, b := &n.objects[i], &n.objects[i+1]; a.Index == b.Index && a.Sub == b.Sub {
			return nil, fmt.Errorf("canopen: object %04X:%02X is there twice", a.Index, a.Sub)
		}
	}
	return n, nil
}

// Object returns an object, nil if it does not exist.
func (n *Node) Object(index uint16, sub uint8) *Object {
	i, ok := slices.BinarySearchFunc(n.objects, key(index, sub), func(o Object, k uint32) int { return cmp.Compare(key(o.Index, o.Sub), k) })
	if !ok {
		return nil
	}
	return &n.objects[i]
}

// Boot starts the node: it sends the boot-up message and becomes PreOperational.
func (n *Node) Boot() {
	for i := range pdos {
		n.get[i], n.put[i] = pdo{}, pdo{}
		for _, base := range [2]uint16{0x1400, 0x1800} {
			n.Object(base+uint16(i), 1).Value |= 1 << 31
			n.Object(base+uint16(i)+0x200, 0).Value = 0
		}
	}
	n.Object(0x1016, 1).Value, n.Object(0x1017, 0).Value = 0, 0
	n.sdo = transfer{}
	n.heard, n.beat, n.silence = false, 0, 0
	n.out.SetHeartbeat(n.ID, Booting)
	n.send(&n.out)
	n.become(PreOperational)
}

func (n *Node) become(s NodeState) {
	n.State = s
	if n.Changed != nil {
		n.Changed(s)
	}
}

// Cry sends an emergency message.
func (n *Node) Cry(e Emergency) {
	n.Object(0x1001, 0).Value = uint32(e.Register)
	if n.State == Operational || n.State == PreOperational {
		n.out.SetEmergency(n.ID, e)
		n.send(&n.out)
	}
}

// Tick lets d pass.
func (n *Node) Tick(d time.Duration) {
	if period := time.Duration(n.Object(0x1017, 0).Value) * time.Millisecond; period > 0 {
		if n.beat += d; n.beat >= period {
			n.beat = 0
			n.out.SetHeartbeat(n.ID, n.State)
			n.send(&n.out)
		}
	}
	if limit := time.Duration(n.Object(0x1016, 1).Value&0xffff) * time.Millisecond; limit > 0 && n.heard {
		if n.silence += d; n.silence > limit {
			n.heard = false
			if n.Lost != nil {
				n.Lost()
			}
		}
	}
}

// Receive handles a frame from the bus.
func (n *Node) Receive(f *Frame) {
	switch {
	case f.ID == idNMT && f.N == 2 && (f.Data[1] == 0 || f.Data[1] == n.ID):
		n.command(Command(f.Data[0]))
	case f.IsSync():
		if n.State == Operational {
			n.sync()
		}
	case f.ID == idRequest+uint16(n.ID) && f.N == 8:
		if n.State == Operational || n.State == PreOperational {
			n.serve(f)
		}
	default:
		if master, _, ok := f.Heartbeat(); ok && uint32(master) == n.Object(0x1016, 1).Value>>16&0x7f {
			n.heard, n.silence = true, 0
			return
		}
		for i := range n.get {
			if p := &n.get[i]; p.on && p.id == f.ID && n.State == Operational {
				p.data, p.fresh = *f, true
			}
		}
	}
}

func (n *Node) command(c Command) {
	switch c {
	case Start:
		n.become(Operational)
	case Stop:
		n.become(Stopped)
	case PreOperation:
		n.become(PreOperational)
	case Reset, ResetDialogue:
		n.become(Booting)
		n.Boot()
	}
}

// sync sends the present values, and applies what was received since the last SYNC.
func (n *Node) sync() {
	for i := range n.put {
		p := &n.put[i]
		if !p.on {
			continue
		}
		if p.count++; p.count < p.every {
			continue
		}
		p.count = 0
		n.out = Frame{ID: p.id}
		for _, o := range p.objects[:p.n] {
			for b := range o.Size {
				n.out.Data[n.out.N] = byte(o.Value >> (8 * b))
				n.out.N++
			}
		}
		n.send(&n.out)
	}
	for i := range n.get {
		p := &n.get[i]
		if !p.fresh {
			continue
		}
		p.fresh = false
		at := uint8(0)
		for _, o := range p.objects[:p.n] {
			if at+o.Size > p.data.N {
				break // shorter than the mapping
			}
			v := uint32(0)
			for b := range o.Size {
				v |= uint32(p.data.Data[at]) << (8 * b)
				at++
			}
			if o.Check == nil || o.Check(v) == nil {
				o.Value = v
			}
		}
	}
	if n.Synced != nil {
		n.Synced()
	}
}

// of is the PDO whose parameters an object describes.
func (n *Node) of(dialogue uint16) *pdo {
	if dialogue >= 0x1800 {
		return &n.put[dialogue-0x1800]
	}
	return &n.get[dialogue-0x1400]
}

// dial switches a PDO on or off.
func (n *Node) dial(dialogue uint16, v uint32) error {
	p := n.of(dialogue)
	if v&(1<<31) != 0 {
		p.on = false
		return nil
	}
	if p.on {
		return AbortValue // it must be switched off before it is changed
	}
	if v&0x7fffffff > 0x7ff {
		return AbortValue
	}
	p.id, p.n, p.count, p.fresh = uint16(v), 0, 0, false
	p.every = uint8(max(n.Object(dialogue, 2).Value, 1))
	for i := range uint8(n.Object(dialogue+0x200, 0).Value) {
		m := n.Object(dialogue+0x200, i+1).Value
		p.objects[p.n] = n.Object(uint16(m>>16), uint8(m>>8))
		p.n++
	}
	p.on = true
	return nil
}

// mapped sets the number of objects that a PDO maps.
func (n *Node) mapped(dialogue uint16, count uint32) error {
	if n.of(dialogue).on {
		return AbortState
	}
	bits := uint32(0)
	for i := range min(count, 9) {
		o := n.Object(dialogue+0x200, uint8(i+1))
		if o == nil || o.Value == 0 {
			return AbortMapping
		}
		bits += o.Value & 0xff
	}
	if count > 8 || bits > 64 {
		return AbortTooLong
	}
	return nil
}

// mappable checks one object of a mapping.
func (n *Node) mappable(dialogue uint16, m uint32) error {
	if n.of(dialogue).on || n.Object(dialogue+0x200, 0).Value != 0 {
		return AbortState
	}
	o := n.Object(uint16(m>>16), uint8(m>>8))
	switch {
	case o == nil:
		return AbortMissing
	case o.Access&Mapped == 0, dialogue < 0x1800 && o.Access&ReadWrite == 0, m&0xff != uint32(o.Size)*8:
		return AbortMapping
	}
	return nil
}

// transfer is an SDO transfer in several frames.
type transfer struct {
	to     *Object // being written; nil: being read
	data   [maxObject]byte
	n, at  int
	toggle byte
	open   bool
}

// serve handles an SDO request.
func (n *Node) serve(f *Frame) {
	index, sub := binary.LittleEndian.Uint16(f.Data[1:]), f.Data[3]
	id := idAnswer + uint16(n.ID)
	var err error
	switch c := f.Data[0]; c >> 5 {
	case 1:
		err = n.begin(f, index, sub)
	case 2:
		err = n.read(index, sub)
	case 0, 3:
		if index, sub, err = 0, 0, AbortCommand; n.sdo.open {
			err = n.segment(f, c>>5 == 3)
		}
	case 4:
		n.sdo.open = false
		return
	default:
		err = AbortCommand
	}
	if err != nil {
		n.sdo.open = false
		a, ok := err.(Abort)
		if !ok {
			a = AbortGeneral
		}
		n.out.setSDO(id, 0x80, index, sub, uint32(a))
	}
	n.send(&n.out)
}

// find looks an object up for an SDO.
func (n *Node) find(index uint16, sub uint8) (*Object, error) {
	if o := n.Object(index, sub); o != nil {
		return o, nil
	}
	if n.Object(index, 0) != nil {
		return nil, AbortSub
	}
	return nil, AbortMissing
}

// read begins an upload.
func (n *Node) read(index uint16, sub uint8) error {
	o, err := n.find(index, sub)
	if err != nil {
		return err
	}
	id := idAnswer + uint16(n.ID)
	if o.Size > 0 {
		n.out.setSDO(id, 0x43|(4-o.Size)<<2, index, sub, o.Value)
		return nil
	}
	t := &n.sdo
	*t = transfer{open: true}
	t.n = copy(t.data[:], o.Text)
	n.out.setSDO(id, 0x41, index, sub, uint32(t.n))
	return nil
}

// begin begins a download.
func (n *Node) begin(f *Frame, index uint16, sub uint8) error {
	o, err := n.find(index, sub)
	switch {
	case err != nil:
		return err
	case o.Access&ReadWrite == 0:
		return AbortReadOnly
	}
	c := f.Data[0]
	n.out.setSDO(idAnswer+uint16(n.ID), 0x60, index, sub, 0)
	if c&2 != 0 {
		size := 4
		if c&1 != 0 {
			size -= int(c >> 2 & 3)
		}
		if o.Size == 0 || int(o.Size) != size && c&1 != 0 {
			return AbortLength
		}
		return o.write(f.Data[4 : 4+o.Size])
	}
	if binary.LittleEndian.Uint32(f.Data[4:]) > maxObject {
		return AbortMemory
	}
	n.sdo = transfer{open: true, to: o}
	return nil
}

// write sets a value.
func (o *Object) write(b []byte) error {
	if o.Size == 0 {
		o.Text = string(b)
		return nil
	}
	if len(b) != int(o.Size) {
		return AbortLength
	}
	v := uint32(0)
	for i, x := range b {
		v |= uint32(x) << (8 * i)
	}
	if o.Check != nil {
		if err := o.Check(v); err != nil {
			return err
		}
	}
	o.Value = v
	return nil
}

// segment continues a transfer.
func (n *Node) segment(f *Frame, upload bool) error {
	t, c := &n.sdo, f.Data[0]
	if upload != (t.to == nil) {
		return AbortCommand
	}
	if c&0x10 != t.toggle {
		return AbortToggle
	}
	n.out = Frame{ID: idAnswer + uint16(n.ID), N: 8}
	if upload {
		k := copy(n.out.Data[1:], t.data[t.at:t.n])
		t.at += k
		n.out.Data[0] = t.toggle | byte(7-k)<<1
		if t.at == t.n {
			n.out.Data[0] |= 1
			t.open = false
		}
		t.toggle ^= 0x10
		return nil
	}
	k := 7 - int(c>>1&7)
	if t.n+k > len(t.data) {
		return AbortMemory
	}
	t.n += copy(t.data[t.n:], f.Data[1:1+k])
	n.out.Data[0] = 0x20 | t.toggle
	t.toggle ^= 0x10
	if c&1 != 0 {
		t.open = false
		return t.to.write(t.data[:t.n])
	}
	return nil
}
