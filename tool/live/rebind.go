package live

import (
	"errors"

	"github.com/sinew-robotics/sinew/reactor"
)

// Rebind makes the bus carry the values of another instance of its program: a run that a debugger has made again.
// Watches continue. It must be called while neither instance runs.
func (b *Bus) Rebind(p *reactor.Program) error {
	ports, doors := p.Ports(), p.Doors()
	if len(ports) != b.ports || len(doors) != len(b.doors) || len(p.Enclaves) != len(b.enclaves) {
		return errors.New("live: the program made anew has other ports or doors: its Make does not always make the same")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, i := range ports {
		if i.Source == id {
			b.values[id] = i.Value
		}
	}
	for k, d := range doors {
		b.values[b.ports+k], b.values[b.ports+len(doors)+k] = d.Value, d.Sent
	}
	b.p, b.doors, b.params = p, doors, nil
	b.openParams()
	return nil
}
