package link

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// put writes numbers into an image.
func put(image []byte, l Layout, name string, v ...float64) {
	i, ok := l.Find(name)
	if !ok {
		panic(name)
	}
	at := l.Offset(i)
	for k, x := range v {
		switch l[i].Kind {
		case Uint64:
			binary.LittleEndian.PutUint64(image[at+8*k:], uint64(x))
		case Float64:
			binary.LittleEndian.PutUint64(image[at+8*k:], math.Float64bits(x))
		default:
			image[at+k] = byte(x)
		}
	}
}

func get(image []byte, l Layout, name string) []float64 {
	i, _ := l.Find(name)
	at := l.Offset(i)
	v := make([]float64, l[i].Count)
	for k := range v {
		switch l[i].Kind {
		case Uint64:
			v[k] = float64(binary.LittleEndian.Uint64(image[at+8*k:]))
		case Float64:
			v[k] = float(image[at+8*k:])
		default:
			v[k] = float64(image[at+k])
		}
	}
	return v
}

var (
	testState = Layout{
		{"O_T_EE", Float64, 16, Quantum{1e-6, 1e-6}}, {"m_ee", Float64, 1, Quantum{}}, {"tau_J", Float64, 7, Quantum{1e-3, 0}}, {"q", Float64, 7, Quantum{1e-6, 0}}, {"dq", Float64, 7, Quantum{1e-5, 0}},
		{"O_T_EE_c", Float64, 16, Quantum{5e-9, 1e-8}}, {"errors", Bool, 41, Quantum{}}, {"robot_mode", Uint8, 1, Quantum{}}, {"time", Uint64, 1, Quantum{}},
	}
	testCommand = Layout{
		{"q_c", Float64, 7, Quantum{1e-9, 0}}, {"dq_c", Float64, 7, Quantum{1e-7, 0}}, {"O_T_EE_c", Float64, 16, Quantum{5e-9, 1e-8}}, {"O_dP_EE_c", Float64, 6, Quantum{1e-7, 0}},
		{"elbow_c", Float64, 2, Quantum{5e-9, 0}}, {"valid_elbow", Bool, 1, Quantum{}}, {"motion_generation_finished", Bool, 1, Quantum{}}, {"tau_J_d", Float64, 7, Quantum{1e-4, 0}},
	}
)

// circle is generate_cartesian_pose_motion, the pose after k ms; its rotation is turned a little too.
func circle(k int) []float64 {
	t := float64(k) / 1000
	angle := math.Pi / 4 * (1 - math.Cos(math.Pi/5*t))
	s, c := math.Sincos(0.4 * math.Sin(angle))
	return []float64{
		c, -s, 0, 0, -s, -c, 0, 0, 0, 0, -1, 0,
		0.306891 + 0.3*math.Sin(angle), 1e-9 * float64(k%2), 0.59028 + 0.3*(math.Cos(angle)-1), 1,
	}
}

// noisy fills a state k ms after the start with a motion and sensors' noise.
func noisy(image []byte, r *rand.Rand, k int) {
	clear(image)
	p := circle(k)
	put(image, testState, "O_T_EE_c", p...)
	for _, i := range []int{12, 13, 14} {
		p[i] += 2e-5 * r.NormFloat64()
	}
	put(image, testState, "O_T_EE", p...)
	put(image, testState, "m_ee", 0.73)
	put(image, testState, "time", float64(1_000_000+k))
	put(image, testState, "robot_mode", 2)
	var q, dq, tau []float64
	for i := range 7 {
		w := 0.3 + 0.2*float64(i)
		t := float64(k) / 1000
		q = append(q, math.Sin(w*t)+2e-5*r.NormFloat64())
		dq = append(dq, w*math.Cos(w*t)+1e-3*r.NormFloat64())
		tau = append(tau, 20*math.Sin(w*t+1)+0.05*r.NormFloat64())
	}
	put(image, testState, "q", q...)
	put(image, testState, "dq", dq...)
	put(image, testState, "tau_J", tau...)
}

// pair opens a session at both ends.
func pair(t testing.TB, c Config, psk []byte) (app, robot *Session) {
	t.Helper()
	var err error
	if app, err = NewSession(Application, c, Nonce{1}, Nonce{2}, psk); err != nil {
		t.Fatal(err)
	}
	if robot, err = NewSession(Interface, c, Nonce{1}, Nonce{2}, psk); err != nil {
		t.Fatal(err)
	}
	return app, robot
}

func sel(t testing.TB, l Layout, names ...string) Selection {
	t.Helper()
	s, err := l.Select(names...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// delay is a line that hands over what was put in a number of cycles ago.
type delay struct {
	cycles int
	line   [][]byte
}

func (d *delay) step(b []byte) []byte {
	d.line = append(d.line, b)
	if len(d.line) <= d.cycles {
		return nil
	}
	b, d.line = d.line[0], d.line[1:]
	return b
}

// guarded is what a CRC-32 takes more than the byte of check that delta has without.
const guarded = 3

// Bars: bytes of a packet, header and guard included, with answers that take some cycles.
func TestSizes(t *testing.T) {
	cartesian, joints := []string{"O_T_EE_c", "time"}, []string{"q", "dq", "tau_J", "O_T_EE"}
	for _, c := range []struct {
		name           string
		state, command []string
		redundancy     int
		cycles         int
		down, up       float64
	}{
		{"cartesian", cartesian, cartesian[:1], 1, 1, 10, 10},
		{"cartesian, 3 commands", cartesian, cartesian[:1], 3, 1, 10, 13},
		{"cartesian, 3 commands, 10 ms", cartesian, cartesian[:1], 3, 5, 10, 14},
		{"cartesian, 3 commands, 80 ms", cartesian, cartesian[:1], 3, 40, 16, 19},
		{"joints", joints, []string{"q_c"}, 1, 1, 40, 12},
		{"joints, 3 commands, 10 ms", joints, []string{"q_c"}, 3, 5, 42, 20},
	} {
		app, robot := pair(t, Config{State: sel(t, testState, c.state...), Command: sel(t, testCommand, c.command...),
			Compression: Delta, Redundancy: c.redundancy}, nil)
		r := rand.New(rand.NewPCG(1, 2))
		down, up := delay{cycles: c.cycles}, delay{cycles: c.cycles}
		state, command := make([]byte, testState.Size()), make([]byte, testCommand.Size())
		var p Packet
		var atDown, atUp uint64
		const cycles, from = 1500, 500
		for k := range cycles {
			if k == from {
				atDown, atUp = robot.Sent().Bytes, app.Sent().Bytes
			}
			noisy(state, r, k)
			if b := down.step(robot.Send(nil, uint64(k), state, false)); b != nil {
				if s := app.Receive(b, &p); s != OK {
					t.Fatal(c.name, k, s)
				}
			}
			put(command, testCommand, "O_T_EE_c", circle(k)...)
			q := make([]float64, 7)
			for i := range q {
				q[i] = math.Sin((0.3 + 0.2*float64(i)) * float64(k) / 1000)
			}
			put(command, testCommand, "q_c", q...)
			if b := up.step(app.Send(nil, uint64(k), command, false)); b != nil {
				if s := robot.Receive(b, &p); s != OK {
					t.Fatal(c.name, k, s)
				}
			}
		}
		n := float64(cycles - from)
		a, b := float64(robot.Sent().Bytes-atDown)/n, float64(app.Sent().Bytes-atUp)/n
		t.Logf("%s: %.2f bytes down, %.2f up", c.name, a, b)
		if c.down, c.up = c.down+guarded, c.up+guarded; a > c.down || b > c.up {
			t.Errorf("%s: %.2f bytes down and %.2f up, of %g and %g", c.name, a, b, c.down, c.up)
		}
	}
}
