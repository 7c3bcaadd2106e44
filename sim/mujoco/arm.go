//go:build mujoco

package mujoco

/*
#cgo LDFLAGS: -lmujoco
#include <stdlib.h>
#include <string.h>
#include <mujoco/mujoco.h>

// MuJoCo's default handler writes a log file into the working directory; the counts in mjData suffice.
static void quiet(const char* msg) { (void)msg; }

static mjModel* load(const char* xml, int size, char* error, int errorSize) {
	mju_user_warning = quiet;
	mjVFS* vfs = malloc(sizeof(mjVFS));
	if (!vfs) return NULL;
	mj_defaultVFS(vfs);
	mjModel* m = NULL;
	if (mj_makeEmptyFileVFS(vfs, "arm.xml", size) == 0) {
		memcpy(vfs->filedata[0], xml, size);
		m = mj_loadXML("arm.xml", vfs, error, errorSize);
	}
	mj_deleteVFS(vfs);
	free(vfs);
	return m;
}

// acceleration solves the arm's free motion: no contacts, limits, friction, damping or actuators.
static void acceleration(mjModel* m, mjData* d) {
	int flags = m->opt.disableflags;
	m->opt.disableflags = flags | mjDSBL_CONSTRAINT | mjDSBL_PASSIVE | mjDSBL_ACTUATION;
	mj_forward(m, d);
	m->opt.disableflags = flags;
}

static int warnings(const mjData* d) {
	int n = 0;
	for (int i = 0; i < mjNWARNING; i++) n += d->warning[i].number;
	return n;
}

// resets counts the warnings for which MuJoCo has reset the state.
static int resets(const mjData* d) {
	return d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number + d->warning[mjWARN_BADQACC].number;
}
*/
import "C"

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

// Arm is an arm simulated by MuJoCo. Its servos, units and methods are those of sim.Arm. It is not safe for
// concurrent use and no method but New and Close allocates.
type Arm struct {
	chain *kinematics.Chain
	kin   *kinematics.Data
	cfg   sim.ArmConfig
	ref   *sim.Interpolator

	model *C.mjModel
	data  *C.mjData
	spare *C.mjData // for Acceleration

	qpos, qvel, ctrl, applied []float64 // views of data
	mocapPos, mocapQuat       []float64

	q, dq, ddq, tau, gravity, zero, external []float64
}

// New compiles the chain's model and returns the arm at rest with all joints at zero.
func New(chain *kinematics.Chain, cfg sim.ArmConfig) (*Arm, error) {
	cfg, err := cfg.Filled(chain)
	if err != nil {
		return nil, err
	}
	text, err := MJCF(chain, cfg)
	if err != nil {
		return nil, err
	}
	xml := C.CString(text)
	defer C.free(unsafe.Pointer(xml))
	var why [1000]C.char
	m := C.load(xml, C.int(len(text)), &why[0], C.int(len(why)))
	if m == nil {
		return nil, fmt.Errorf("mujoco: the model made from chain %s to %s does not compile: %s", chain.Base(), chain.Tip(),
			strings.TrimSpace(C.GoString(&why[0])))
	}
	n := chain.N()
	a := &Arm{chain: chain, kin: kinematics.NewData(chain), cfg: cfg, ref: sim.NewInterpolator(n), model: m}
	a.data, a.spare = C.mj_makeData(m), C.mj_makeData(m)
	if a.data == nil || a.spare == nil {
		a.Close()
		return nil, fmt.Errorf("mujoco: no memory for the simulation's data")
	}
	a.qpos, a.qvel = view(a.data.qpos, n), view(a.data.qvel, n)
	a.ctrl, a.applied = view(a.data.ctrl, n), view(a.data.qfrc_applied, n)
	a.mocapPos, a.mocapQuat = view(a.data.mocap_pos, 3), view(a.data.mocap_quat, 4)
	for _, s := range []*[]float64{&a.q, &a.dq, &a.ddq, &a.tau, &a.gravity, &a.zero, &a.external} {
		*s = make([]float64, n)
	}
	a.Reset(a.zero)
	return a, nil
}

func view(p *C.mjtNum, n int) []float64 { return unsafe.Slice((*float64)(unsafe.Pointer(p)), n) }

// Close frees MuJoCo's memory. The arm must not be used afterwards.
func (a *Arm) Close() {
	C.mj_deleteData(a.data)
	C.mj_deleteData(a.spare)
	C.mj_deleteModel(a.model)
	a.data, a.spare, a.model = nil, nil, nil
}

// Reset puts the arm at rest at q (rad), clamped to the joint limits, without external torque.
func (a *Arm) Reset(q []float64) {
	C.mj_resetData(a.model, a.data)
	for i, x := range q[:len(a.q)] {
		l := a.chain.Limit(i)
		if x-x != 0 {
			x = 0
		}
		a.q[i] = math.Max(l.Lower, math.Min(x, l.Upper))
	}
	copy(a.qpos, a.q)
	clear(a.dq)
	clear(a.external)
	a.ref.Reset(a.q)
	a.chain.RNEA(a.kin, a.q, a.zero, a.zero, a.tau)
}

// Step advances the arm by dt seconds with the reference ref (rad), in equal steps of at most MaxStep.
func (a *Arm) Step(dt float64, ref []float64) {
	if !(dt > 0) || math.IsInf(dt, 1) {
		return
	}
	n := int(math.Ceil(dt/a.cfg.MaxStep - 1e-9))
	h := dt / float64(n)
	a.ref.Set(ref)
	a.model.opt.timestep = C.mjtNum(h)
	for range n {
		r, rate := a.ref.Next(h)
		a.chain.RNEA(a.kin, a.q, a.zero, a.zero, a.gravity)
		for i := range r {
			a.ctrl[i] = a.cfg.Kp[i]*r[i] + a.cfg.Kd[i]*rate[i] + a.gravity[i]
		}
		copy(a.applied, a.external)
		C.mj_step(a.model, a.data)
		for i, v := range a.qvel {
			a.ddq[i] = (v - a.dq[i]) / h
		}
		a.chain.RNEA(a.kin, a.q, a.dq, a.ddq, a.tau)
		for i := range a.tau {
			a.tau[i] -= a.external[i]
		}
		copy(a.q, a.qpos)
		copy(a.dq, a.qvel)
	}
	a.finite()
}

// finite panics with sim.NotFinite if the state is or was not finite; in the latter case MuJoCo has reset itself.
func (a *Arm) finite() {
	at := time.Duration(float64(a.data.time) * float64(time.Second))
	if n := C.resets(a.data); n > 0 {
		panic(sim.NotFinite{What: "position, velocity or acceleration of a joint, whereupon MuJoCo has reset itself,", Index: int(n) - 1, X: math.NaN(), At: at})
	}
	sim.Finite("position of a joint, rad", at, a.q)
	sim.Finite("velocity of a joint, rad/s", at, a.dq)
	sim.Finite("torque of a joint, N·m", at, a.tau)
}

// State copies positions (rad), velocities (rad/s) and torques (N·m); the torque is the link side's, as in sim.Arm.
func (a *Arm) State(q, dq, tau []float64) {
	copy(q, a.q)
	copy(dq, a.dq)
	copy(tau, a.tau)
}

// SetExternal sets the torque (N·m) that the surroundings exert on the joints from now on.
func (a *Arm) SetExternal(tau []float64) { copy(a.external, tau) }

// SetLemon moves the lemon.
func (a *Arm) SetLemon(p spatial.Pose) {
	q := p.R.Quat()
	a.mocapPos[0], a.mocapPos[1], a.mocapPos[2] = p.P.X, p.P.Y, p.P.Z
	a.mocapQuat[0], a.mocapQuat[1], a.mocapQuat[2], a.mocapQuat[3] = q.W, q.X, q.Y, q.Z
}

// Acceleration writes the joint accelerations that motor torques tau (N·m) cause at q and dq without
// friction, damping and limits: what kinematics.Chain's ABA computes with the configuration's armature. It
// leaves the simulation untouched.
func (a *Arm) Acceleration(q, dq, tau, ddq []float64) {
	n := len(a.q)
	copy(view(a.spare.qpos, n), q)
	copy(view(a.spare.qvel, n), dq)
	copy(view(a.spare.qfrc_applied, n), tau)
	C.acceleration(a.model, a.spare)
	copy(ddq, view(a.spare.qacc, n))
}

// Warnings counts MuJoCo's warnings since the last Reset: numbers that are not finite or too large, after which it
// resets itself.
func (a *Arm) Warnings() int { return int(C.warnings(a.data)) }
