package joypad

import (
	"bytes"
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// probe asks the kernel what a device is: its name, and the ranges of its axes (linux/input.h: EVIOCGNAME, EVIOCGBIT,
// EVIOCGABS). A controller has two sticks and the button A.
func probe(f *os.File) (name string, l Layout, err error) {
	var text [256]byte
	if err := ask(f, 0x06, unsafe.Pointer(&text), unsafe.Sizeof(text)); err != nil {
		return "", l, err
	}
	var keys [96]byte // a bit for each of 768 codes
	if err := ask(f, 0x20+EvKey, unsafe.Pointer(&keys), unsafe.Sizeof(keys)); err != nil {
		return "", l, err
	}
	var abs [8]byte // a bit for each of 64 codes
	if err := ask(f, 0x20+EvAbs, unsafe.Pointer(&abs), unsafe.Sizeof(abs)); err != nil {
		return "", l, err
	}
	const sticks = 1<<LeftX | 1<<LeftY | 1<<RightX | 1<<RightY
	if keys[BtnSouth/8]>>(BtnSouth%8)&1 == 0 || abs[0]&sticks != sticks {
		return "", l, errNoController
	}
	l = Layout{Dead: F710().Dead, Placed: keys[btnTL2/8]>>(btnTL2%8)&1 != 0} // xpad has no triggers as buttons
	for code := range uint16(64) {
		i := axisOf(code)
		if i < 0 || abs[code/8]>>(code%8)&1 == 0 {
			continue
		}
		var info struct{ Value, Min, Max, Fuzz, Flat, Resolution int32 }
		if err := ask(f, 0x40+uintptr(code), unsafe.Pointer(&info), unsafe.Sizeof(info)); err != nil {
			return "", l, err
		}
		l.Ranges[i] = Range{info.Min, info.Max, info.Flat}
	}
	n, _, _ := bytes.Cut(text[:], []byte{0})
	return string(n), l, nil
}

var errNoController = errors.New("joypad: the device has no sticks, or no button A")

// ask makes an ioctl that reads: direction 2, size, type 'E' and number (asm-generic/ioctl.h).
func ask(f *os.File, number uintptr, to unsafe.Pointer, size uintptr) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed unix.Errno
	if err := raw.Control(func(fd uintptr) {
		_, _, failed = unix.Syscall(unix.SYS_IOCTL, fd, 2<<30|size<<16|'E'<<8|number, uintptr(to))
	}); err != nil {
		return err
	}
	if failed != 0 {
		return failed
	}
	return nil
}
