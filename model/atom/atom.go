// Package atom describes control laws as compositions of Atoms, with the terms of "Atoms based control of mobile robots with
// Hardware-In-the-Loop validation" (Lasbouygues, Ropars, Passama, Andreu, Lapierre; IROS 2015), and checks them before
// anything moves: datatypes, frames, axes, temporal constraints, and the periods at which they may run.
//
// An Atom is a struct whose fields are its interface, and a method that is its Physics:
//
//	type AngleControl struct {
//		E      atom.Need[unit.Angle]                  `frame:"$frame" axis:"$axis"`
//		DE     atom.Need[unit.AngularSpeed]           `frame:"$frame" axis:"$axis"`
//		K1     atom.Need[unit.Frequency]              `update:"constant"`
//		K2     atom.Need[unit.FrequencySquared]       `update:"constant"`
//		AccDes atom.Need[unit.AngularAcceleration]    `frame:"$frame" axis:"$axis"`
//		Acc    atom.Product[unit.AngularAcceleration] `frame:"$frame" axis:"$axis"`
//	}
//
//	func (a *AngleControl) Physics(dt unit.Time) {
//		a.Acc.Set(a.AccDes.Get() + unit.AngularAcceleration(float64(a.K1.Get())*float64(a.DE.Get())) + …)
//	}
//
// A struct without Physics is an External Knowledge Atom: a sensor, an actuator, a network link, a file. Text models
// (package lang/atoms) make the same structures.
package atom

import (
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// Physics is the core of an Atom: it computes the products from needs and internal storages. dt is the period of its
// composition, 0 if it is Constant or Sporadic.
type Physics interface{ Physics(dt unit.Time) }

// Tracker is a law of an Alternative that can follow along while another law is in command: Track is called instead of
// Physics, with the products holding the other law's values, and sets the storages so that Physics could go on from there
// without a bump.
type Tracker interface{ Track(dt unit.Time) }

// Kind says what an instance is.
type Kind uint8

// The kinds of instances.
const (
	Composition Kind = iota // the root
	Simple                  // an Atom
	External                // an External Knowledge Atom: its Physics is undefined, a driver implements it
	Molecule
	Alternative // several laws behind one interface, one of which is in command
)

// Update is how a value is renewed in time: the value of a Constraint.
type Update uint8

// The updates. A Physics is Constant, Sporadic or Periodic, a Need is one of these or Coupled.
const (
	Unstated Update = iota
	Constant
	Sporadic
	Periodic
	Coupled
)

// String returns the update's name in lower case, as ParseUpdate reads it.
func (u Update) String() string {
	switch u {
	case Constant:
		return "constant"
	case Sporadic:
		return "sporadic"
	case Periodic:
		return "periodic"
	case Coupled:
		return "coupled"
	}
	return "unstated"
}

// Constraint is a temporal constraint with its properties (section III-D).
type Constraint struct {
	Update    Update
	Worst     time.Duration // t_comp_max of a Physics that is not Constant: its worst computation time here; 0: unknown
	Periods   period.Set    // T_phy of a periodic Physics, T_Need of a periodic Need; nil: not stated, any period
	Condition string        // C_s_phy of a sporadic Physics: path of the Atom, or of its Boolean product, that decides when it runs
}

// Compatible reports Ctr(n) ≡ Ctr(p): the constraint on a Need and the one on the Physics that makes the Product are both
// Constant, both Sporadic, both Periodic, or Coupled and Periodic (section III-D).
func Compatible(need, physics Update) bool {
	switch need {
	case Constant, Sporadic, Periodic:
		return physics == need
	}
	return need == Coupled && physics == Periodic
}

// Datatype is the type of an interface element: what it is, in which frame, along or about which axis.
type Datatype struct {
	Type  unit.Type
	Axis  unit.Axis
	Frame unit.Frame
}

// String formats the datatype as the paper does: [Angle, WORLD, z].
func (d Datatype) String() string {
	return "[" + d.Type.String() + ", " + string(d.Frame) + ", " + d.Axis.String() + "]"
}

// Validity is the values that an interface element may have: those that a Product promises, those that a Need accepts, and
// both for a Need or Product of a Molecule. A promise beyond what is accepted is a fault of the model (Check). While the
// model runs, a value outside is flagged and not passed on; NaN always is.
type Validity struct {
	Min, Max float64       // in the type's SI unit; both 0: any number
	Frozen   time.Duration // a value that is equal to the bit for this long is a fault of its sensor; 0: never
}

// Role is the part of the interface to which an element belongs.
type Role uint8

// The roles.
const (
	NeedRole Role = iota
	ProductRole
	StorageRole
)

// String returns the role's name: need, product or storage.
func (r Role) String() string { return [...]string{"need", "product", "storage"}[r] }

// Element is an interface element as declared: frame and axis may name an interface parameter ("$axis").
type Element struct {
	Name     string // "acc_des"
	Frame    string // "WORLD", "$frame"; "" is NOFRAME
	Axis     string // "z", "$axis"; "" is NOAXIS
	Length   string // of an element of a bank, the bank's length: "$n"
	Field    string // of a Go struct, its field: "AccDes", "Force[2]"
	Role     Role
	Type     unit.Type
	Update   Constraint // of a Need; Coupled if nothing is stated
	Validity Validity
	Initial  float64 // of a storage, and of a product until its Physics has run
	Place    diag.Pos
}

// Parameter is an interface parameter: a frame, an axis or the length of banks that an instance chooses.
type Parameter struct {
	Name    string // "axis"
	Axis    bool   // over axes; otherwise over frames
	Length  bool   // over lengths: the definition's struct has banks that already have the length Default
	Default string // "" for none
	Place   diag.Pos
}

// Definition is the 5-tuple of an Atom or a Molecule: A = (Name, Phy, Int, IntPar, Constraints). It does not change after an
// instance uses it, because its elements are examined then.
type Definition struct {
	Name       string
	Elements   []Element // Int: needs, products, internal storages, in declaration order
	Parameters []Parameter
	Physics    string     // for people: a Go function or an expression; "" for undefined
	Identity   string     // unique name of a Go struct: "example.org/robot/parts.PID[Angle,Torque]~1f2e3d4c"; "" for any other
	Constraint Constraint // on the Physics, unless the instance says otherwise
	Doc        string
	Place      diag.Pos
}

// Port is an interface element of an instance.
type Port struct {
	Update   Constraint // of a Need; Check reads those of all ports
	Element  *Element
	Owner    *Instance
	Datatype Datatype // found by Check
	Index    int      // in Owner.Ports
	number   int32    // among all ports of the model
	role     Role     // of the element
	cell     cell     // the place of the value
}

// Instance is an Atom, Molecule or Alternative that is used in a composition, with values for its parameters and
// constraints. The fields that Check reads of every instance come first.
type Instance struct {
	ID         int // in Model.Instances
	Kind       Kind
	twins      int32       // of an Alternative or a law of one: index of its own in Model.twins
	declared   []Parameter // of the definition
	open       bool        // the datatypes of some of its ports depend on declared, or cannot be known
	first      int32       // the number of its first port; the others follow
	Parent     *Instance   // nil for the root
	Parameters map[string]string
	Values     map[string]float64
	Renewed    map[string]Constraint // constraints on needs, by name, that differ from the definition
	Condition  *Port                 // of a Sporadic one: the Boolean product that decides when it runs, found by Check; nil: when a sporadic need is updated
	Properties Properties
	Constraint Constraint
	Loop       string // the real-time loop it runs in; "": the plan decides
	Driver     string // of an External: the name of its driver in the program that runs the model
	Def        *Definition
	Ports      []*Port
	Choice     *Choice
	Name       string
	Path       string      // dotted, without the root: "robot_pose.psi"
	Children   []*Instance // of a Molecule, an Alternative (its laws) or the root
	Body       any         // the Go struct, a Physics unless it is External, a Molecule or an Alternative
	Place      diag.Pos
	model      *Model
}

// Choice is how an Alternative chooses.
type Choice struct {
	Select *Port         // a Need of type Unsigned or Boolean: the number of the law in command, from 0
	Fade   time.Duration // bumpless transfer: the step of the products at a switch decays in this time; 0: only laws that track
}

// Path returns the port's dotted path: "yaw_control.e".
func (p *Port) Path() string { return p.Owner.join(p.Element.Name) }

// Link is L(n, p): from a Product to a Need. In a Molecule From may be a Need of the Molecule, and To a Product of it.
type Link struct {
	From, To *Port
	from, to int32 // their numbers, unless From or To has been changed since Join
	Place    diag.Pos
}

// Loop is a real-time loop: some Atoms of one composition that run one after the other.
type Loop struct {
	Name        string // "Navigation"
	Composition string // "C1"
	Place       diag.Pos
}

// Timing is the requirements on one composition, which is named by its loops.
type Timing struct {
	Name          string
	Period        time.Duration // 0: the plan chooses
	Communication time.Duration // Δ_com of equation 1, per cycle; 0: not stated
	Place         diag.Pos
}

// Model is a composition of Atoms, C = (I, L), complete or under construction. Check reports whether it is valid.
type Model struct {
	Name      string
	Root      *Instance
	Instances []*Instance // parents before children; Instances[0] is the root
	Links     []Link
	Loops     []Loop
	Timings   []Timing
	Budget    Budget
	Faults    diag.Faults // of its construction: Check reports them first

	twins  []int32              // of ports of Alternatives and laws: see pair
	count  int32                // of ports
	ports  []*[block]*Port      // all, by number
	needs  []int32              // the numbers of the ports that are Needs
	facts  []*[block]fact       // of each port
	ranges []Validity           // valid ranges of ports: fact.span
	valid  map[Validity]int32   // index in ranges
	frames map[unit.Frame]int32 // number of each frame: quantity.frame

	row       []Port // room for ports to be added
	each      []*Port
	loose     []loose
	instances []Instance
	paths     map[string]*Instance // all instances with a unique path
	faulty    map[*Definition]bool // definitions with a reported fault
	into      []int32              // per port, of the last check: the link that ends there, counted from 1; 0: none
}
