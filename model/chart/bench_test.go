package chart

import "testing"

// grasping is the seed's coordination of a grasp: its figure 3 around its figure 2.
func grasping() *Model {
	return &Model{Name: "grasping", Root: State("",
		State("operational",
			State("approach").OnEntry(nothing),
			State("grasp").OnEntry(nothing).OnExit(nothing),
			Trans("initial", "approach"),
			Trans("approach", "grasp", "e_contact").If(func(*Call) (bool, error) { return true, nil }).Run(nothing),
			Trans("grasp", "approach", "e_released"),
		),
		State("mem_low"),
		Trans("initial", "operational"),
		Trans("operational", "mem_low", "e_mem_low"),
		Trans("mem_low", "operational", "e_mem_ok"),
	)}
}

func nothing(*Call) error { return nil }

func machine(t testing.TB, model *Model, cfg Config) *Machine {
	t.Helper()
	m, err := New(model, nil, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// BenchmarkGrasp takes the transition approach → grasp and the way back: an operation is both, with the events sent by
// number, and with the e_done of each leaf looked at.
func BenchmarkGrasp(b *testing.B) {
	m := machine(b, grasping(), Config{})
	m.Run()
	contact, _ := m.Event("e_contact")
	released, _ := m.Event("e_released")
	b.ReportAllocs()
	for b.Loop() {
		m.Send(contact)
		m.Step(1)
		m.Send(released)
		m.Step(1)
	}
	if m.Path(m.Leaf()) != "root.operational.approach" {
		b.Fatal(m.Path(m.Leaf()))
	}
}
