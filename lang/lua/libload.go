package lua

import (
	"os"
	"path/filepath"
	"strings"
)

// libPackage loads modules and files, only from the directories that the host allows.
func libPackage() Lib {
	return Lib{Name: "package", Funcs: []Func{
		{Name: " require", Call: packageRequire},
		{Name: " dofile", Call: packageDofile},
		{Name: " loadfile", Call: packageLoadfile},
		{Name: "reload", Call: packageReload},
	}, Setup: func(vm *VM, t Value) {
		path := vm.config.Path
		if path == "" {
			path = "./?.lua;./?/init.lua"
		}
		vm.set(uint32(t.v), vm.String("path"), vm.String(path))
		vm.set(uint32(t.v), vm.String("cpath"), vm.String(""))
		vm.set(uint32(t.v), vm.String("loaded"), ref(vm.loaded(), tTable))
		vm.set(uint32(t.v), vm.String("preload"), ref(vm.newTable(0, 0), tTable))
		vm.set(uint32(t.v), vm.String("config"), vm.String("/\n;\n?\n!\n-\n"))
		for _, name := range []string{"require", "dofile", "loadfile"} {
			vm.set(vm.globals, vm.String(name), vm.function("package. "+name))
		}
	}}
}

// readFile reads a file in an allowed directory; its text has room in the arena.
func (vm *VM) readFile(name string) (string, error) {
	path, err := vm.within(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	vm.checkRoom(int(info.Size()))
	text, err := os.ReadFile(path)
	return string(text), err
}

func packageLoadfile(vm *VM, n int) int {
	name := string(vm.stringArg(0, n))
	text, err := vm.readFile(name)
	if err != nil {
		vm.Push(Nil)
		vm.Push(vm.String("cannot open " + name + ": " + err.Error()))
		return 2
	}
	env := ref(vm.globals, tTable)
	if n > 2 {
		env = vm.Arg(2)
	}
	return vm.pushLoaded("@"+name, text, string(vm.stringArg(1, n, "bt")), env)
}

func packageDofile(vm *VM, n int) int {
	name := string(vm.stringArg(0, n))
	text, err := vm.readFile(name)
	if err != nil {
		vm.fail("cannot open %s: %s", name, err)
	}
	f, err := vm.load("@"+name, text, ref(vm.globals, tTable))
	if err != nil {
		vm.failValue(vm.String(err.Error()))
	}
	slot := vm.room(vm.top, 8)
	vm.cells[slot], vm.cells[slot+1] = f, Nil
	vm.top = slot + 2
	vm.callGo(slot, 0)
	return int(vm.results)
}

// packageRequire returns what a module returned when it was first loaded.
func packageRequire(vm *VM, n int) int {
	name := string(vm.stringArg(0, n))
	key, loaded := vm.Arg(0), vm.loaded()
	if v := vm.get(loaded, key); v.Truth() {
		vm.Push(v)
		return 1
	}
	loader, from := vm.findLoader(name, loaded)
	v := vm.invoke(loader, key, vm.String(from))
	if v.t == tNil {
		if v = vm.get(loaded, key); v.t == tNil {
			v = Bool(true)
		}
	}
	vm.set(loaded, key, v)
	vm.Push(v)
	vm.Push(vm.String(from))
	return 2
}

// packageReload updates a module from its file and reports whether the update is in place; if not, everything is as before
// and it says why.
func packageReload(vm *VM, n int) int {
	name := string(vm.stringArg(0, n))
	if n > 1 && !vm.callable(vm.Arg(1)) {
		vm.argTypeFault(1, n, "function")
	}
	file, text, tried := vm.findModule(name)
	if file == "" {
		vm.fail("module '%s' not found:%s", name, tried)
	}
	if _, err := vm.Update(Update{Module: name, Chunk: "@" + file, Text: text, check: vm.Arg(1)}); err != nil {
		vm.Push(Nil)
		vm.Push(vm.String(err.Error()))
		return 2
	}
	vm.Push(Bool(true))
	return 1
}

// findLoader finds the function that makes a module: a preloaded one, or a file's.
func (vm *VM) findLoader(name string, loaded uint32) (loader Value, from string) {
	if p := vm.get(loaded, vm.String("package")); p.t == tTable {
		if pre := vm.get(uint32(p.v), vm.String("preload")); pre.t == tTable {
			if f := vm.get(uint32(pre.v), vm.String(name)); f.t != tNil {
				return f, ":preload:"
			}
		}
	}
	file, text, tried := vm.findModule(name)
	if file == "" {
		vm.fail("module '%s' not found:\n\tno field package.preload['%s']%s", name, name, tried)
	}
	f, err := vm.load("@"+file, text, ref(vm.globals, tTable))
	if err != nil {
		vm.fail("error loading module '%s' from file '%s':\n\t%s", name, file, err)
	}
	vm.Push(f)
	return f, file
}

// findModule reads the file of a module, or says where it has looked.
func (vm *VM) findModule(name string) (file, text, tried string) {
	path := vm.config.Path
	if p := vm.get(vm.loaded(), vm.String("package")); p.t == tTable {
		path = vm.Text(vm.get(uint32(p.v), vm.String("path")))
	}
	for _, form := range strings.Split(path, ";") {
		if form == "" {
			continue
		}
		file := strings.ReplaceAll(form, "?", strings.ReplaceAll(name, ".", "/"))
		candidates := []string{file}
		if !filepath.IsAbs(file) {
			for _, dir := range vm.config.Allow {
				candidates = append(candidates, filepath.Join(dir, file))
			}
		}
		for _, c := range candidates {
			text, err := vm.readFile(c)
			if err == nil {
				return c, text, ""
			}
			tried += "\n\tno file '" + c + "': " + err.Error()
		}
	}
	return "", "", tried
}
