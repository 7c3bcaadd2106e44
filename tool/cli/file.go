package cli

import "github.com/sinew-robotics/sinew/tool/run"

// FileProgram is a program made from a file, such as a deployment. On a command line the file's name stands for it.
type FileProgram interface {
	run.Spec
	// Takes reports whether a word of a command line is the name of such a file, rather than of a program or a model.
	Takes(word string) bool
	// Load makes the program with the file's content as its parameters.
	Load(file string) (run.Spec, error)
}

// file is the program made from the file that a word names, nil if it names none.
func (t *Tool) file(word string) (run.Spec, error) {
	for _, s := range t.Programs {
		if f, ok := s.(FileProgram); ok && f.Takes(word) {
			return f.Load(word)
		}
	}
	return nil, nil
}
