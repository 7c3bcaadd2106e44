//go:build !linux

package joypad

import (
	"errors"
	"os"
)

// probe finds no controllers: only Linux's input devices are supported.
func probe(*os.File) (string, Layout, error) {
	return "", Layout{}, errors.New("joypad: controllers are read on Linux only: use a script, or the page's gamepad")
}
