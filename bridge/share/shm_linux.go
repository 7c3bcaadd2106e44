package share

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"golang.org/x/sys/unix"
)

// mapped is a process's view of the table.
type mapped struct {
	memory
	file   *os.File
	raw    []byte
	names  []string
	closed atomic.Bool
	use    sync.RWMutex // read-locked while the memory is accessed, write-locked to unmap it
}

// absent reports whether nothing is at an address.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, errNoOverseer)
}

var errNoOverseer = errors.New("the table has no overseer")

// create makes a table at a path, and replaces one whose overseer is dead. An empty path means memory without a name,
// for child processes that inherit Memory.File.
func create(path string, names []string) (Hub, error) {
	size := int64(8 * sizeOf(len(names)))
	var f *os.File
	if path == "" {
		fd, err := unix.MemfdCreate("sinew", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
		if err != nil {
			return nil, fmt.Errorf("share: %w", err)
		}
		f = os.NewFile(uintptr(fd), "memfd")
	} else {
		if old, err := openFile(path); err == nil {
			held := locked(old, 0)
			_ = old.Close()
			if held {
				return nil, fmt.Errorf("share: %s belongs to an overseer that runs: end it, or give another path", path)
			}
		}
		var err error
		if f, err = os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"); err != nil {
			return nil, fmt.Errorf("share: %w", err)
		}
	}
	h, err := furnish(f, path, size, names)
	if err != nil {
		if path != "" {
			_ = os.Remove(f.Name())
		}
		return nil, errors.Join(fmt.Errorf("share: %s: %w", path, err), f.Close())
	}
	return h, nil
}

// furnish gives a new file its size, lock and contents, and then its name.
func furnish(f *os.File, path string, size int64, names []string) (*Memory, error) {
	if err := f.Truncate(size); err != nil {
		return nil, err
	}
	if path == "" {
		if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL); err != nil {
			return nil, err
		}
	}
	if !lock(f, 0) {
		return nil, errors.New("the file is locked")
	}
	m, err := mapFile(f, size)
	if err != nil {
		return nil, err
	}
	m.nodes, m.names = len(names), names
	m.format(names)
	if path != "" {
		if err := os.Rename(f.Name(), path); err != nil {
			return nil, errors.Join(err, m.unmap())
		}
	}
	return &Memory{mapped: m, path: path, joined: make([]bool, len(names)), known: make([]string, len(names))}, nil
}

// openFile opens a potential table: a regular file of this user that no other user may write.
func openFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if s, ok := info.Sys().(*syscall.Stat_t); !info.Mode().IsRegular() || ok && (int(s.Uid) != os.Geteuid() || s.Mode&0o022 != 0 && s.Nlink > 0) {
		_ = f.Close()
		return nil, errors.New("not a regular file of this user that only it may write")
	}
	return f, nil
}

func mapFile(f *os.File, size int64) (*mapped, error) {
	if size < 8 || size%8 != 0 || size > int64(8*sizeOf(MostNodes)) {
		return nil, fmt.Errorf("not a table of this version: it has %d bytes", size)
	}
	raw, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	if err != nil {
		return nil, fmt.Errorf("the file cannot be mapped: %w", err)
	}
	return &mapped{memory: memory{w: unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(raw))), size/8)}, file: f, raw: raw}, nil
}

// open maps an existing table and checks it.
func open(f *os.File) (m *mapped, err error) {
	info, err := f.Stat()
	if err == nil {
		m, err = mapFile(f, info.Size())
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.unmap())
		}
	}()
	defer caught(debug.SetPanicOnFault(true), &err)
	mem, names, err := inspect(m.w)
	if err == nil {
		m.memory, m.names = *mem, names
	}
	return m, err
}

// caught turns an access to memory that is gone because the file was truncated into an error. It is deferred with the
// result of debug.SetPanicOnFault.
func caught(old bool, err *error) {
	debug.SetPanicOnFault(old)
	if r := recover(); r != nil {
		fault, ok := r.(interface{ Addr() uintptr })
		if !ok {
			panic(r)
		}
		*err = fmt.Errorf("%w: nothing is at %#x", ErrCut, fault.Addr())
	}
}

func (m *mapped) unmap() error {
	m.use.Lock()
	defer m.use.Unlock()
	m.closed.Store(true)
	if m.raw == nil {
		return nil
	}
	raw := m.raw
	m.raw, m.w = nil, nil
	return unix.Munmap(raw)
}

// lock takes the lock on a byte for this opening of the file: byte 0 is for the overseer, 1+i for node i.
func lock(f *os.File, at int64) bool {
	return unix.FcntlFlock(f.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Start: at, Len: 1}) == nil
}

// locked reports whether somebody else holds the lock on a byte.
func locked(f *os.File, at int64) bool {
	l := unix.Flock_t{Type: unix.F_WRLCK, Start: at, Len: 1}
	return unix.FcntlFlock(f.Fd(), unix.F_OFD_GETLK, &l) == nil && l.Type != unix.F_UNLCK
}

// wake wakes the processes that wait at a bell.
func wake(b *bell) {
	atomic.AddUint64(&b.rung, 1)
	if atomic.LoadUint64(&b.waits) != 0 {
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&b.rung)), 1 /* FUTEX_WAKE */, 1<<30, 0, 0, 0)
	}
}

// await waits until the bell rings again after it was read as seen, or for Look.
func await(rung *uint64, seen uint64) {
	ts := unix.NsecToTimespec(int64(Look))
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(rung)), 0 /* FUTEX_WAIT */, uintptr(uint32(seen)), uintptr(unsafe.Pointer(&ts)), 0, 0)
}

// Memory is a [Hub] in shared memory.
type Memory struct {
	*mapped
	path   string
	joined []bool   // nodes that have sent something, or whose locks were held
	known  []string // their latest causes
	next   int      // the node that is asked first
	looked int64    // rt.Now of the latest look at the locks
	gone   []int    // nodes whose processes have ended, to be reported
}

// File is the memory's file, for a child process to inherit.
func (h *Memory) File() *os.File { return h.file }

// Receive implements Hub.
func (h *Memory) Receive() (node.Report, error) {
	for {
		r, seen, ok, err := h.poll()
		if ok || err != nil {
			return r, err
		}
		h.rest(-1, seen)
	}
}

// rest waits at a bell, unless the memory is gone. It sets the flag before the kernel compares the counter, and a
// writer reads the flag after incrementing the counter, so at least one of them sees the other's change.
func (m *mapped) rest(i int, seen uint64) {
	rung := m.wait(i, 1)
	if rung == nil {
		return
	}
	await(rung, seen) // the kernel handles a bell that is unmapped meanwhile
	m.wait(i, 0)
}

// wait sets whether a reader waits at its bell. It returns nil if the memory is gone.
func (m *mapped) wait(i int, is uint64) (rung *uint64) {
	m.use.RLock()
	defer m.use.RUnlock()
	if m.raw == nil {
		return nil
	}
	var gone error // the next poll reports it
	defer caught(debug.SetPanicOnFault(true), &gone)
	b := m.bell(i)
	atomic.StoreUint64(&b.waits, is)
	return &b.rung
}

// poll takes one report, if there is one.
func (h *Memory) poll() (r node.Report, seen uint64, ok bool, err error) {
	h.use.RLock()
	defer h.use.RUnlock()
	if h.closed.Load() {
		return r, 0, false, ErrClosed
	}
	defer caught(debug.SetPanicOnFault(true), &err)
	seen = atomic.LoadUint64(&h.bell(-1).rung)
	if now := rt.Now(); now-h.looked >= int64(Look) { // before the rings, which contain the last messages of nodes that have gone
		h.looked = now
		h.look()
	}
	var rec record
	for k := range h.nodes {
		i := (h.next + k) % h.nodes
		ok, err := h.up(i).pop(&rec)
		if !ok && err == nil {
			continue
		}
		h.next, h.joined[i] = i+1, h.joined[i] || !slices.Contains(h.gone, i)
		if err == nil {
			r, err = rec.report(i, h.known[i])
		}
		if err != nil {
			return r, seen, false, fmt.Errorf("node %s: %w", h.names[i], err)
		}
		if r.Ask.To == "" {
			h.known[i] = r.Notice.Cause
		}
		return r, seen, true, nil
	}
	if n := len(h.gone); n > 0 {
		i := h.gone[n-1]
		h.gone = h.gone[:n-1]
		return node.Report{Node: int32(i), Notice: node.Notice{State: node.Lost}}, seen, true, nil
	}
	return r, seen, false, nil
}

// look finds nodes whose processes have ended. They are reported when the rings are empty.
func (h *Memory) look() {
	for i := range h.nodes {
		is := locked(h.file, int64(1+i))
		if h.joined[i] && !is {
			h.gone = append(h.gone, i)
		}
		h.joined[i] = is
	}
}

// within calls do while the memory is mapped. It is an error if the file is truncated meanwhile.
func (h *Memory) within(do func() error) (err error) {
	h.use.RLock()
	defer h.use.RUnlock()
	if h.closed.Load() {
		return ErrClosed
	}
	defer caught(debug.SetPanicOnFault(true), &err)
	return do()
}

// Answer implements Hub.
func (h *Memory) Answer(i int, a node.Answer) error {
	return h.within(func() error {
		var r record
		r.fromMessage(&Message{Answer: a})
		if err := h.down(i).push(&r); err != nil {
			return err
		}
		wake(h.bell(i))
		return nil
	})
}

// Publish implements Hub.
func (h *Memory) Publish(s node.System) error {
	return h.within(func() error {
		var r record
		r.fromMessage(&Message{Changed: true, Answer: node.Answer{System: s}})
		h.systemCell().write(&r)
		for i := range h.nodes {
			wake(h.bell(i))
		}
		return nil
	})
}

// Status implements Hub.
func (h *Memory) Status(i int, s node.Status) error {
	return h.within(func() error {
		var r record
		r.fromStatus(&s)
		h.statusCell(i).write(&r)
		return nil
	})
}

// Close implements Hub. The file is removed.
func (h *Memory) Close() error {
	if h.closed.Swap(true) {
		return nil
	}
	h.farewell()
	var err error
	if h.path != "" {
		err = os.Remove(h.path)
	}
	return errors.Join(err, h.unmap(), h.file.Close())
}

// farewell tells the nodes that the overseer has closed.
func (h *Memory) farewell() {
	var lost error
	defer caught(debug.SetPanicOnFault(true), &lost)
	atomic.StoreUint64(&h.w[wordOver], 1)
	for i := -1; i < h.nodes; i++ {
		wake(h.bell(i))
	}
}
