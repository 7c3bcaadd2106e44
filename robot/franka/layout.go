package franka

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/bridge/link"
)

// members codes or lists an image of franka::RobotState. The order is that of the class: figure 1.2.1 of the report
// "Reducing the Traffic in the Control Loop for the Robot Arm" for version 3.
type members struct {
	coder
	layout link.Layout
	quanta []grain
	list   bool
	blank  Members // numbers that become NaN when reading
	index  int     // of the member to come, then
}

func (m *members) field(name string, k link.Kind, n int) { // only when listing
	f := link.Field{Name: name, Kind: k, Count: n}
	for _, g := range m.quanta {
		if slices.Contains(g.names, name) {
			f.Quantum = g.quantum
		}
	}
	m.layout = append(m.layout, f)
}

func (m *members) vector(name string, x []float64) {
	if m.list {
		m.field(name, link.Float64, len(x))
		return
	}
	m.floats(x)
	m.blanks(x)
}

func (m *members) scalar(name string, x *float64) {
	if m.list {
		m.field(name, link.Float64, 1)
		return
	}
	m.float(x)
	if m.blanks(nil) {
		*x = math.NaN()
	}
}

func (m *members) triples(name string, x *[6][3]float64) {
	if m.list {
		m.field(name, link.Float64, 18)
		return
	}
	absent := m.blanks(nil)
	for i := range x {
		m.floats(x[i][:])
		if absent {
			x[i] = [3]float64{math.NaN(), math.NaN(), math.NaN()}
		}
	}
}

func (m *members) errors(name string, x *Errors, n int) {
	if m.list {
		m.field(name, link.Bool, n)
		return
	}
	m.flags(x, n)
	m.blanks(nil)
}

func (m *members) boolean(name string, x *bool) {
	if m.list {
		m.field(name, link.Bool, 1)
		return
	}
	m.coder.boolean(x)
}

func (m *members) count(name string, x *uint64) {
	if m.list {
		m.field(name, link.Uint64, 1)
		return
	}
	m.u64(x)
}

// Layout lists the public members of franka::RobotState in v, named as there: 44 in version 3, 46 in 4, 47 from 5
// on, 49 from 10 on.
func Layout(v Version) link.Layout {
	m := members{list: true, quanta: stateQuanta(), layout: make(link.Layout, 0, 49)}
	m.state(v, new(State))
	return m.layout
}

// CommandLayout lists the members of franka::RobotCommand in v: those of its datagram.
func CommandLayout(v Version) link.Layout {
	m := members{list: true, quanta: commandQuanta()}
	m.command(v, new(Command))
	return m.layout
}

// membersSize is the size in bytes of the image that Layout describes.
func membersSize(v Version) int {
	size := StateSize(v)
	if v.single() {
		size = StateSize(Version9) + 2*6*3*8
	}
	return size - 2 + 8 + 72 + 24 // without the two modes; with m_total, I_total, F_x_Ctotal
}

// AppendMembers appends the image of s that Layout describes: little-endian, without padding. It allocates only to
// lengthen dst.
func AppendMembers(dst []byte, v Version, s *State) []byte {
	dst, b := grow(dst, membersSize(v))
	m := members{coder: coder{b: b}}
	m.state(v, s)
	return dst
}

// ReadMembers reads such an image into s. Members that are not in it do not change: the modes of motion generator
// and controller, and those that v does not have. Wrong sizes and robot modes are errors.
func ReadMembers(b []byte, v Version, s *State) error {
	if len(b) != membersSize(v) {
		return fmt.Errorf("%w: the members of a state of protocol %d have %d bytes, not %d",
			ErrSize, v, membersSize(v), len(b))
	}
	m := members{coder: coder{b: b, read: true}}
	m.state(v, s)
	if s.Mode > ModeRecovery {
		return fmt.Errorf("%w: version %d, robot %v in the members of a state", ErrMode, v, s.Mode)
	}
	return nil
}

// AppendCommandMembers appends the image of c that CommandLayout describes.
func AppendCommandMembers(dst []byte, v Version, c *Command) []byte { return AppendCommand(dst, v, c) }

// ReadCommandMembers reads such an image.
func ReadCommandMembers(b []byte, v Version, c *Command) error { return ReadCommand(b, v, c) }

func (m *members) state(v Version, s *State) {
	m.vector("O_T_EE", s.OTEE[:])
	m.vector("O_T_EE_d", s.OTEEd[:])
	m.vector("F_T_EE", s.FTEE[:])
	if v.hasNE() {
		m.vector("F_T_NE", s.FTNE[:])
		m.vector("NE_T_EE", s.NETEE[:])
	}
	m.vector("EE_T_K", s.EETK[:])
	m.masses(s)
	m.vector("elbow", s.Elbow[:])
	m.vector("elbow_d", s.ElbowD[:])
	m.vector("elbow_c", s.ElbowC[:])
	m.vector("delbow_c", s.DelbowC[:])
	m.vector("ddelbow_c", s.DDelbowC[:])
	m.vector("tau_J", s.TauJ[:])
	m.vector("tau_J_d", s.TauJd[:])
	m.vector("dtau_J", s.DTauJ[:])
	m.vector("q", s.Q[:])
	m.vector("q_d", s.Qd[:])
	m.vector("dq", s.DQ[:])
	m.vector("dq_d", s.DQd[:])
	m.vector("ddq_d", s.DDQd[:])
	m.vector("joint_contact", s.JointContact[:])
	m.vector("cartesian_contact", s.CartesianContact[:])
	m.vector("joint_collision", s.JointCollision[:])
	m.vector("cartesian_collision", s.CartesianCollision[:])
	m.vector("tau_ext_hat_filtered", s.TauExtHatFiltered[:])
	m.vector("O_F_ext_hat_K", s.OFExtHatK[:])
	m.vector("K_F_ext_hat_K", s.KFExtHatK[:])
	m.vector("O_dP_EE_d", s.ODPEEd[:])
	if v.hasBaseAcceleration() {
		m.vector("O_ddP_O", s.ODDPO[:])
	}
	m.vector("O_T_EE_c", s.OTEEc[:])
	m.vector("O_dP_EE_c", s.ODPEEc[:])
	m.vector("O_ddP_EE_c", s.ODDPEEc[:])
	m.vector("theta", s.Theta[:])
	m.vector("dtheta", s.DTheta[:])
	if v.hasAccelerometers() {
		m.triples("accelerometer_top", &s.AccelerometerTop)
		m.triples("accelerometer_bottom", &s.AccelerometerBottom)
	}
	m.errors("current_errors", &s.CurrentErrors, v.Errors())
	m.errors("last_motion_errors", &s.LastErrors, v.Errors())
	m.scalar("control_command_success_rate", &s.SuccessRate)
	if m.list {
		m.field("robot_mode", link.Uint8, 1)
	} else {
		m.u8((*uint8)(&s.Mode))
		m.blanks(nil)
	}
	m.count("time", &s.ID)
}

func (m *members) masses(s *State) {
	m.scalar("m_ee", &s.MEE)
	m.vector("I_ee", s.IEE[:])
	m.vector("F_x_Cee", s.FxCee[:])
	m.scalar("m_load", &s.MLoad)
	m.vector("I_load", s.ILoad[:])
	m.vector("F_x_Cload", s.FxCload[:])
	m.scalar("m_total", &s.MTotal)
	m.vector("I_total", s.ITotal[:])
	m.vector("F_x_Ctotal", s.FxCtotal[:])
}

// command is the order of a RobotCommand datagram, which is that of its members.
func (m *members) command(v Version, x *Command) {
	m.count("message_id", &x.ID)
	m.vector("q_c", x.QC[:])
	m.vector("dq_c", x.DQC[:])
	m.vector("O_T_EE_c", x.OTEEc[:])
	m.vector("O_dP_EE_c", x.ODPEEc[:])
	m.vector("elbow_c", x.ElbowC[:])
	m.boolean("valid_elbow", &x.ValidElbow)
	m.boolean("motion_generation_finished", &x.Finished)
	m.vector("tau_J_d", x.TauJd[:])
	if v.hasNone() {
		m.boolean("torque_command_finished", &x.TorqueFinished)
	}
}
