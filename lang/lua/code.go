package lua

// An instruction is 32 bits: the operation in the lowest byte, then A, B and C; or A and Bx, 16 bits; or sJ, 24 bits
// with a sign. R is a register, K a constant, U an upvalue. A call's function stands in R[A], the next cell is for the
// frame, and the arguments begin at R[A+2].
const (
	opMove      = iota // R[A] = R[B]
	opLoadI            // R[A] = sBx
	opLoadK            // R[A] = K[Bx]
	opLoadKX           // R[A] = K[the next word]
	opLoadNil          // R[A] … R[A+B] = nil
	opLoadTrue         // R[A] = true
	opLoadFalse        // R[A] = false
	opFalseSkip        // R[A] = false; skip the next
	opGetUp            // R[A] = U[B]
	opSetUp            // U[B] = R[A]
	opGetGlobal        // R[A] = U[B][K[C]]
	opGetTable         // R[A] = R[B][R[C]]
	opGetInt           // R[A] = R[B][C]
	opGetField         // R[A] = R[B][K[C]]
	opSetGlobal        // U[A][K[B]] = R[C]
	opSetTable         // R[A][R[B]] = R[C]
	opSetInt           // R[A][B] = R[C]
	opSetField         // R[A][K[B]] = R[C]
	opNewTable         // R[A] = {}; B entries, C elements
	opSelf             // R[A+2] = R[B]; R[A] = R[B][K[C]]

	opAdd // R[A] = R[B] + R[C], and so on
	opSub
	opMul
	opMod
	opPow
	opDiv
	opIDiv
	opBAnd
	opBOr
	opBXor
	opShl
	opShr
	opAddK // R[A] = R[B] + K[C], and so on
	opSubK
	opMulK
	opModK
	opPowK
	opDivK
	opIDivK
	opAddI // R[A] = R[B] + sC
	opUnm  // R[A] = -R[B]
	opBNot
	opNot
	opLen
	opConcat // R[A] = R[A] .. … .. R[A+B-1]

	opClose // close upvalues and variables from R[A] on
	opTBC   // R[A] is to be closed
	opJmp   // pc += sJ
	opEq    // if (R[A] == R[B]) ~= C, skip the next; else it is a jump to make
	opLt
	opLe
	opEqK // R[A] == K[B]
	opEqI // R[A] == sB
	opLtI
	opLeI
	opGtI
	opGeI
	opTest // if truth(R[A]) ~= C, skip the next; else jump
	opCall // R[A] … = R[A](B-1 arguments), C-1 results; 0: up to the top
	opTailCall
	opReturn  // return R[A] …, B-1 of them; C: close first
	opReturn0 // return
	opReturn1 // return R[A]
	opForLoop
	opForPrep
	opTForPrep
	opTForCall // R[A+4] … = R[A](R[A+1], R[A+2]), C results
	opTForLoop // if R[A+4] ~= nil, R[A+2] = R[A+4] and jump back by Bx
	opSetList  // R[A][N+i] = R[A+i], 1 <= i <= B (0: up to the top), N being the next word
	opClosure  // R[A] = closure of prototype Bx
	opVararg   // R[A] … = …, C-1 of them (0: all)
	opCount
)

const (
	maxRegs   = 250
	maxLocals = 200
	maxJump   = 1<<23 - 1
	listFlush = 50
)

func abc(op, a, b, c int) uint32 {
	return uint32(op) | uint32(a&0xff)<<8 | uint32(b&0xff)<<16 | uint32(c)<<24
}
func abx(op, a, bx int) uint32 { return uint32(op) | uint32(a)<<8 | uint32(bx)<<16 }
func asj(op, j int) uint32     { return uint32(op) | uint32(j)<<8 }

func getA(i uint32) uint32 { return i >> 8 & 0xff }
func getB(i uint32) uint32 { return i >> 16 & 0xff }
func getC(i uint32) uint32 { return i >> 24 }

// prototype is a compiled function that is not yet in the arena.
type prototype struct {
	code      []uint32
	lines     []uint32
	consts    []constant
	protos    []*prototype
	upvalues  []upvalue
	locals    []localName
	name      string
	params    int
	vararg    bool
	regs      int
	line, end int
}

// constant is a constant of a program: kind tInt, tFloat (bits in i) or tString.
type constant struct {
	kind int
	i    int64
	s    string
}

type upvalue struct {
	name    string
	inStack bool // of the function around; else one of its upvalues
	index   int
}

type localName struct {
	name     string
	reg      int
	from, to int // instructions
}
