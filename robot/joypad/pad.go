package joypad

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Config says where to look for a controller. The zero value takes the first one of this machine.
type Config struct {
	Dir   string        // "" for /dev/input; files in it whose names begin with "event" are examined
	Every time.Duration // interval of the search while there is none; 0 for 500 ms
	Match string        // part of the device's name, in any case; "" accepts every controller
	// Probe returns what a file is, or an error if it is not a controller; nil asks the kernel.
	Probe func(f *os.File) (name string, l Layout, err error)
	// Report, which may be nil, is called about controllers that come, go, or cannot be read.
	Report func(line string)
}

// Pad is a controller that may be plugged in and out at any time. Its methods may be called from any goroutine.
type Pad struct {
	cfg  Config
	stop chan struct{}
	done sync.WaitGroup

	mu     sync.Mutex // guards the following fields
	state  State
	name   string
	n      uint64
	file   *os.File
	closed bool
}

// Open starts to look for a controller. Finding none is not an error.
func Open(cfg Config) *Pad {
	if cfg.Dir == "" {
		cfg.Dir = "/dev/input"
	}
	if cfg.Every <= 0 {
		cfg.Every = 500 * time.Millisecond
	}
	if cfg.Probe == nil {
		cfg.Probe = probe
	}
	if cfg.Report == nil {
		cfg.Report = func(string) {}
	}
	p := &Pad{cfg: cfg, stop: make(chan struct{})}
	p.done.Add(1)
	go p.run()
	return p
}

// State returns the controller's state, the device's name, and the number of reports.
func (p *Pad) State() (s State, name string, reports uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state, p.name, p.n
}

// Close closes the controller.
func (p *Pad) Close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.stop)
		if p.file != nil {
			_ = p.file.Close()
		}
	}
	p.mu.Unlock()
	p.done.Wait()
}

// run looks for controllers and reads them one after the other.
func (p *Pad) run() {
	defer p.done.Done()
	again := time.NewTicker(p.cfg.Every)
	defer again.Stop()
	denied := false
	for {
		f, name, l, err := p.find()
		if err != nil && !denied {
			p.cfg.Report(err.Error())
		}
		denied = err != nil
		if f != nil && p.hold(f, name) {
			p.cfg.Report(name + " is plugged in")
			p.read(f, l)
			p.letGo(f)
			p.cfg.Report(name + " is gone")
		}
		select {
		case <-p.stop:
			return
		case <-again.C:
		}
	}
}

// find opens the first controller; f is nil when there is none. err says that a device may not be read.
func (p *Pad) find() (f *os.File, name string, l Layout, err error) {
	files, _ := filepath.Glob(filepath.Join(p.cfg.Dir, "event*")) // the pattern is valid
	for _, file := range files {
		f, open := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if open != nil {
			if os.IsPermission(open) {
				err = fmt.Errorf("joypad: %w: let your user into the group that owns it, mostly \"input\"", open)
			}
			continue
		}
		if name, l, probed := p.cfg.Probe(f); probed == nil && strings.Contains(strings.ToLower(name), strings.ToLower(p.cfg.Match)) {
			return f, name, l, nil
		}
		_ = f.Close()
	}
	return nil, "", Layout{}, err
}

// hold makes a controller the present one, unless the pad is closed.
func (p *Pad) hold(f *os.File, name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		_ = f.Close()
		return false
	}
	p.file, p.name, p.state = f, name, State{Connected: true}
	return true
}

// letGo handles the unplugging of a controller: nothing is pressed any longer.
func (p *Pad) letGo(f *os.File) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = f.Close()
	p.file, p.name, p.state = nil, "", State{}
	p.n++
}

// read takes a controller's events until it is unplugged.
func (p *Pad) read(f *os.File, l Layout) {
	d := NewDecoder(l)
	var b [EventSize]byte
	for {
		if _, err := io.ReadFull(f, b[:]); err != nil {
			return
		}
		if d.Take(ParseEvent(&b)) {
			p.mu.Lock()
			p.state = d.State
			p.n++
			p.mu.Unlock()
		}
	}
}
