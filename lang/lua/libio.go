package lua

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// file is a file that a script has open. In the arena it is a userdata with a number; a saved state has no open files.
type file struct {
	f *os.File
	r *bufio.Reader
}

// errNoFile means that a file does not exist, in Lua's words.
var errNoFile = fmt.Errorf("%s such file or directory", "No")

// libIO gives io.write, and access to files in the directories that the host allows. If it allows none, opening a file
// fails.
func libIO() Lib {
	return Lib{Name: "io", Funcs: []Func{
		{Name: "write", Call: func(vm *VM, n int) int {
			for i := range n {
				if v := vm.Arg(i); v.t == tFloat { // without the .0 of tostring, as in Lua
					vm.output(formatG(nil, v.num(), 14, false))
					continue
				}
				vm.output(vm.stringArg(i, n))
			}
			return 0
		}},
		{Name: "open", Call: ioOpen},
		{Name: "lines", Call: ioLines},
		{Name: "close", Call: fileClose},
		{Name: "type", Call: ioType},
		{Name: " nextline", Call: func(vm *VM, _ int) int {
			return vm.readLine(vm.fileOf(vm.own(1)[0]), false)
		}},
		{Name: " read", Call: fileRead},
		{Name: " write", Call: fileWrite},
		{Name: " lines", Call: func(vm *VM, n int) int {
			vm.fileArg(n)
			vm.Push(vm.goClosure(vm.function("io. nextline"), vm.Arg(0)))
			return 1
		}},
		{Name: " seek", Call: fileSeek},
		{Name: " flush", Call: func(vm *VM, n int) int {
			vm.fileArg(n)
			vm.Push(vm.Arg(0))
			return 1
		}},
	}, Setup: func(vm *VM, _ Value) {
		methods := vm.newTable(0, 8)
		vm.set(vm.registry, vm.String("FILE*"), ref(methods, tTable))
		for _, name := range []string{"read", "write", "lines", "seek", "flush"} {
			vm.set(methods, vm.String(name), vm.function("io. "+name))
		}
		vm.set(methods, vm.String("close"), vm.function("io.close"))
		vm.set(methods, vm.events[evIndex], ref(methods, tTable))
		vm.set(methods, vm.events[evName], vm.String("FILE*"))
		vm.set(methods, vm.events[evClose], vm.function("io.close"))
		vm.set(methods, vm.events[evGC], vm.function("io.close"))
	}}
}

func (vm *VM) output(b []byte) {
	if vm.config.Stdout != nil {
		vm.config.Stdout(b)
	}
}

// within returns the path of a file in an allowed directory, with links resolved.
func (vm *VM) within(name string) (string, error) {
	if len(vm.config.Allow) == 0 {
		return "", errors.New("no directory is allowed to this script")
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, os.ErrNotExist) {
		var dir string
		if dir, err = filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
			real = filepath.Join(dir, filepath.Base(abs))
		}
	}
	if err != nil {
		return "", errNoFile
	}
	for _, dir := range vm.config.Allow {
		root, err := filepath.Abs(dir)
		if err == nil {
			root, err = filepath.EvalSymlinks(root)
		}
		if rel, err2 := filepath.Rel(root, real); err == nil && err2 == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
			return real, nil
		}
	}
	return "", errors.New("outside the directories that are allowed to this script")
}

func (vm *VM) openFile(name, mode string) (Value, error) {
	flags, ok := map[string]int{"r": os.O_RDONLY, "w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC,
		"a": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "r+": os.O_RDWR, "w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC,
		"a+": os.O_RDWR | os.O_CREATE | os.O_APPEND}[strings.Replace(mode, "b", "", 1)]
	if !ok {
		vm.argFault(1, "invalid mode")
	}
	path, err := vm.within(name)
	if err != nil {
		return Nil, err
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return Nil, errNoFile
	}
	vm.files = append(vm.files, &file{f: f, r: bufio.NewReader(f)})
	meta := vm.get(vm.registry, vm.String("FILE*"))
	if meta.t != tTable {
		return Nil, errNoFile
	}
	r := vm.alloc(1, tUser)
	vm.cells[r+1] = Value{v: uint64(len(vm.files)) << 32}
	vm.setMeta(r, meta)
	return ref(r, tUser), nil
}

func ioOpen(vm *VM, n int) int {
	name := string(vm.stringArg(0, n))
	v, err := vm.openFile(name, string(vm.stringArg(1, n, "r")))
	if err != nil {
		vm.Push(Nil)
		vm.Push(vm.String(name + ": " + err.Error()))
		vm.Push(Int(2))
		return 3
	}
	vm.Push(v)
	return 1
}

func ioLines(vm *VM, n int) int {
	name := string(vm.stringArg(0, n))
	v, err := vm.openFile(name, "r")
	if err != nil {
		vm.fail("%s: %s", name, err)
	}
	vm.Push(vm.goClosure(vm.function("io. nextline"), v))
	return 1
}

func (vm *VM) fileOf(v Value) *file {
	if v.t == tUser {
		if i := int(vm.cells[uint32(v.v)+1].v >> 32); i > 0 && i <= len(vm.files) {
			return vm.files[i-1]
		}
	}
	return nil
}

func (vm *VM) isFile(v Value) bool {
	return v.t == tUser && vm.meta(uint32(v.v)) == uint32(vm.get(vm.registry, vm.String("FILE*")).v)
}

func (vm *VM) fileArg(n int) *file {
	if !vm.isFile(vm.Arg(0)) {
		vm.argTypeFault(0, n, "FILE*")
	}
	f := vm.fileOf(vm.Arg(0))
	if f == nil {
		vm.fail("attempt to use a closed file")
	}
	return f
}

func fileClose(vm *VM, n int) int {
	if !vm.isFile(vm.Arg(0)) {
		vm.argTypeFault(0, n, "FILE*")
	}
	if f := vm.fileOf(vm.Arg(0)); f != nil {
		at := int(vm.cells[uint32(vm.Arg(0).v)+1].v>>32) - 1
		f.f.Close()
		vm.files[at] = nil
		vm.cells[uint32(vm.Arg(0).v)+1].v = 0
	}
	vm.Push(Bool(true))
	return 1
}

func ioType(vm *VM, n int) int {
	switch v := vm.need(0, n); {
	case !vm.isFile(v):
		vm.Push(Nil)
	case vm.fileOf(v) == nil:
		vm.Push(vm.String("closed file"))
	default:
		vm.Push(vm.String("file"))
	}
	return 1
}

// readLine pushes the next line, or nil at the end.
func (vm *VM) readLine(f *file, keep bool) int {
	if f == nil {
		vm.fail("file is already closed")
	}
	var line []byte
	for {
		part, err := f.r.ReadSlice('\n')
		line = append(line, part...)
		vm.checkRoom(len(line))
		if err == nil || err != bufio.ErrBufferFull {
			break
		}
	}
	if len(line) == 0 {
		vm.Push(Nil)
		return 1
	}
	if !keep && line[len(line)-1] == '\n' {
		line = line[:len(line)-1]
	}
	vm.Push(vm.intern(line))
	return 1
}

func fileRead(vm *VM, n int) int {
	f := vm.fileArg(n)
	if n == 1 {
		return vm.readLine(f, false)
	}
	count := 0
	for i := 1; i < n; i++ {
		if v := vm.Arg(i); isNumeric(v) {
			k := vm.intArg(i, n)
			vm.checkRoom(int(k))
			b := make([]byte, k)
			got, _ := io.ReadFull(f.r, b)
			if got == 0 && k > 0 {
				vm.Push(Nil)
				return count + 1
			}
			vm.Push(vm.intern(b[:got]))
			count++
			continue
		}
		switch what := strings.TrimPrefix(string(vm.stringArg(i, n)), "*"); what[:min(1, len(what))] {
		case "l", "L":
			vm.readLine(f, what[0] == 'L')
		case "a":
			b, _ := io.ReadAll(io.LimitReader(f.r, int64(vm.end)*cellSize))
			vm.Push(vm.intern(b))
		case "n":
			vm.readNumber(f)
		default:
			vm.argFault(i, "invalid format")
		}
		count++
		if vm.cells[vm.top-1].t == tNil {
			break
		}
	}
	return count
}

// readNumber pushes the number at the current position of a file, or nil.
func (vm *VM) readNumber(f *file) {
	var b []byte
	for {
		c, err := f.r.ReadByte()
		if err != nil {
			break
		}
		if isSpaceByte(c) && len(b) == 0 {
			continue
		}
		if !isAlphaByte(c) && !isDigitByte(c) && c != '.' && c != '-' && c != '+' || len(b) > 200 {
			f.r.UnreadByte()
			break
		}
		b = append(b, c)
	}
	switch i, x, kind := syntax.Number(string(b)); kind {
	case syntax.Int:
		vm.Push(Int(i))
	case syntax.Float:
		vm.Push(Float(x))
	default:
		vm.Push(Nil)
	}
}

func fileWrite(vm *VM, n int) int {
	f := vm.fileArg(n)
	for i := 1; i < n; i++ {
		if _, err := f.f.Write(vm.stringArg(i, n)); err != nil {
			vm.Push(Nil)
			vm.Push(vm.String(err.Error()))
			return 2
		}
	}
	vm.Push(vm.Arg(0))
	return 1
}

func fileSeek(vm *VM, n int) int {
	f := vm.fileArg(n)
	whence, ok := map[string]int{"set": io.SeekStart, "cur": io.SeekCurrent, "end": io.SeekEnd}[string(vm.stringArg(1, n, "cur"))]
	if !ok {
		vm.argFault(1, "invalid option")
	}
	offset := vm.intArg(2, n, 0)
	if whence == io.SeekCurrent {
		offset -= int64(f.r.Buffered())
	}
	at, err := f.f.Seek(offset, whence)
	f.r.Reset(f.f)
	if err != nil {
		vm.Push(Nil)
		vm.Push(vm.String(err.Error()))
		return 2
	}
	vm.Push(Int(at))
	return 1
}
