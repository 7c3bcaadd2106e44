// Package definitions has the definitions of ROS 1's common messages and services, for machines without ROS.
package definitions

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/rosmsg"
)

//go:embed */msg */srv
var files embed.FS

// Standard has the definitions of this package.
func Standard() *rosmsg.Set {
	var all []rosmsg.Source
	_ = fs.WalkDir(files, ".", func(name string, e fs.DirEntry, _ error) error { // embedded files can be read
		if e.IsDir() {
			return nil
		}
		pkg, _, _ := strings.Cut(name, "/")
		kind := path.Ext(name)
		text, err := files.ReadFile(name)
		all = append(all, rosmsg.Source{File: name, Name: pkg + "/" + strings.TrimSuffix(path.Base(name), kind), Service: kind == ".srv", Text: string(text)})
		return err
	})
	set, _ := rosmsg.Parse(all) // a test reads them
	return set
}

// Find finds a type of messages: first in this package, which is the same on every machine, and then in the folders
// of packages.
func Find(name string, folders ...string) (*rosmsg.Message, error) {
	m, err := Standard().Type(name)
	if err == nil {
		return m, nil
	}
	set, _ := rosmsg.Load(slices.DeleteFunc(append(folders, rosmsg.Debian), func(d string) bool { return d == "" })...)
	m, more := set.Type(name)
	if more != nil && len(set.Messages()) > 0 {
		err = more // it knows more names that may be meant
	}
	if more != nil {
		return nil, err
	}
	return m, nil
}
