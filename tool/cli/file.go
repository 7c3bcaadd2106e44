package cli

import "github.com/sinew-robotics/sinew/tool/run"

// FileProgram is a program that is made from a file, as a deployment is: on a command line the file's name stands for it.
type FileProgram interface {
	run.Spec
	// Takes says whether a word of a command line names such a file, rather than a program or a model.
	Takes(word string) bool
	// Load makes the program with the file's content as its parameters.
	Load(file string) (run.Spec, error)
}

// file is the program that a word names as a file, nil if it names none.
func (t *Tool) file(word string) (run.Spec, error) {
	for _, s := range t.Programs {
		if f, ok := s.(FileProgram); ok && f.Takes(word) {
			return f.Load(word)
		}
	}
	return nil, nil
}
