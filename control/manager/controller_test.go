package manager

import "testing"

// forward passes its references on to the commands of its joints.
type forward struct {
	joints []string
	kind   string
}

func (f *forward) Parameters() []Parameter {
	return []Parameter{{Name: "joints", At: &f.joints}, {Name: "interface", At: &f.kind, OneOf: []string{"position", "velocity", "effort"}}}
}

func (f *forward) Configure(*Setup) (Description, error) {
	d := Description{Commands: Needs(f.kind, f.joints...)}
	for _, n := range d.Commands {
		d.References = append(d.References, Interface{Name: n.Name})
	}
	return d, nil
}

func (f *forward) Activate(io *IO) error {
	for i := range f.joints {
		io.SetReference(i, io.Command(i))
	}
	return nil
}

func (f *forward) Update(io *IO) error {
	for i := range f.joints {
		io.SetCommand(i, io.Reference(i))
	}
	return nil
}

func (f *forward) Deactivate(*IO) {}

func TestForward(t *testing.T) {
	var c Controller = &forward{joints: []string{"a", "b"}, kind: "position"}
	d, err := c.Configure(&Setup{Name: "f"})
	if err != nil || d.Commands[1].Name != "b/position" || KindOf(d.Commands[1].Name, "") != Position {
		t.Fatalf("%+v, %v", d, err)
	}
	io := IO{commands: [][]float64{{1}, {2}}, references: [][]float64{{3}, {4}}}
	if err := c.Activate(&io); err != nil || io.Reference(1) != 2 {
		t.Fatalf("references are %v after activation, not the commands: %v", io.references, err)
	}
	io.SetReference(0, 9)
	if err := c.Update(&io); err != nil || io.Command(0) != 9 {
		t.Fatalf("the command is %g: %v", io.Command(0), err)
	}
}
