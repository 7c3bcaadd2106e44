package heading

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// swim runs the law by hand in the loop with the simulated vehicle for 20 s, C2 at every nth cycle of C1, and returns the
// heading after each.
func swim(t *testing.T, v rov.Vehicle, noise string, c1 time.Duration, nth int) (psi []float64) {
	t.Helper()
	v, err := v.WithNoise(noise)
	if err != nil {
		t.Fatal(err)
	}
	w, err := rov.NewWorld(rov.WorldConfig{Vehicle: v, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	h, f := NewByHand(v), make([]float64, len(v.Thrusters))
	for k := 0; time.Duration(k)*c1 < 20*time.Second; k++ {
		r := w.Readings()
		in := Reading{Roll: r.IMU.Roll, Pitch: r.IMU.Pitch, Yaw: r.IMU.Yaw, WX: r.IMU.P, WY: r.IMU.Q, WZ: r.IMU.R,
			VX: r.Loch.U, VY: r.Loch.V, VZ: r.Loch.W, Z: r.Depth.Z, PsiDes: PsiDesired}
		h.Step(&in, f, c1.Seconds(), k%nth == 0)
		w.Command(f)
		if err := w.AdvanceTo(reactor.Time(time.Duration(k+1) * c1)); err != nil {
			t.Fatal(err)
		}
		psi = append(psi, w.Truth().RPY().Yaw)
	}
	return psi
}

// The paper's step to 75°: no more than 5 % beyond it, and there within the time that the slow pole takes, s = −1.13.
func TestStepTo75Degrees(t *testing.T) {
	for _, v := range rov.Vehicles() {
		for noise, within := range map[string]float64{"none": 0.01, "paper": 0.1} { // each on its own
			psi := swim(t, v, noise, T1, 2)
			top, last := 0.0, 0.0
			for k, x := range psi {
				top = math.Max(top, x)
				if math.Abs(lib.Wrap(x-PsiDesired)) > 0.05*PsiDesired+within {
					last = float64(k+1) * T1.Seconds()
				}
			}
			t.Logf("%s, noise %s: overshoot %.2f %%, settled after %.2f s, ends %.2f° off", v.Name, noise,
				100*(top/PsiDesired-1), last, (psi[len(psi)-1]-PsiDesired)*180/math.Pi)
			if top > 1.05*PsiDesired+within || last > 5 || math.Abs(psi[len(psi)-1]-PsiDesired) > within {
				t.Errorf("%s, noise %s: not within bounds", v.Name, noise)
			}
		}
	}
}

// At every period of Stable the loop settles; far beyond it does not.
func TestStableIsStable(t *testing.T) {
	v := rov.JackLike()
	swing := func(nth int) float64 {
		psi := swim(t, v, "none", 5*time.Millisecond, nth)
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range psi[len(psi)*3/4:] {
			low, high = math.Min(low, x), math.Max(high, x)
		}
		return high - low
	}
	for _, i := range Stable() {
		for _, p := range []time.Duration{i.Min, (i.Min + i.Max) / 2 / (5 * time.Millisecond) * (5 * time.Millisecond), i.Max} {
			if s := swing(int(p / (5 * time.Millisecond))); s > 0.01 {
				t.Errorf("at %v the heading still swings by %g rad", p, s)
			}
		}
	}
	if s := swing(60); s < 0.01 {
		t.Errorf("at 300 ms it swings by %g rad only: the claim is too careful, or the loop is not closed", s)
	}
}
