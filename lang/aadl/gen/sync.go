package gen

// synchrony says how a thread takes messages of several ports together.
type synchrony struct{}

// synchrony is read from the model.
func (p *program) synchrony(*thread) *synchrony { return nil }
