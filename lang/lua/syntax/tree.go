package syntax

// Block is a list of statements with its own scope.
type Block struct {
	Stmts []Stmt
	End   int // the line of the word that ends it
}

// Stmt is a statement: one of the types below whose names end in Stmt.
type Stmt interface{ stmt() }

// Expr is an expression: one of the types below whose names end in Expr.
type Expr interface{ expr() }

// The statements.
type (
	// LocalStmt declares local variables.
	LocalStmt struct {
		Names   []string
		Attribs []string // "", "const" or "close"
		Values  []Expr
		Line    int
	}
	// AssignStmt assigns to variables and fields.
	AssignStmt struct {
		Targets, Values []Expr
		Line            int
	}
	// CallStmt calls a function for its effects.
	CallStmt struct {
		Call *CallExpr
		Line int
	}
	// DoStmt is a block.
	DoStmt struct{ Body *Block }
	// WhileStmt repeats while a condition holds.
	WhileStmt struct {
		Cond Expr
		Body *Block
		Line int
	}
	// RepeatStmt repeats until a condition, which sees the block's locals, holds.
	RepeatStmt struct {
		Body *Block
		Cond Expr
		Line int
	}
	// IfStmt chooses: Conds[i] guards Blocks[i]; an extra block is the else.
	IfStmt struct {
		Conds  []Expr
		Blocks []*Block
		Lines  []int
	}
	// NumForStmt counts.
	NumForStmt struct {
		Name              string
		Start, Stop, Step Expr // Step may be nil
		Body              *Block
		Line              int
	}
	// GenForStmt loops over what an iterator gives.
	GenForStmt struct {
		Names  []string
		Values []Expr
		Body   *Block
		Line   int
	}
	// FuncStmt assigns a function to a name or, with Local, declares it.
	FuncStmt struct {
		Target Expr
		Local  string
		Func   *FuncExpr
		Line   int
	}
	// ReturnStmt returns.
	ReturnStmt struct {
		Values []Expr
		Line   int
	}
	// GotoStmt jumps to a label; break is a goto of "break".
	GotoStmt struct {
		Label string
		Line  int
	}
	// LabelStmt is a place to jump to.
	LabelStmt struct {
		Name string
		Line int
	}
)

// The expressions.
type (
	// NilExpr is nil.
	NilExpr struct{}
	// BoolExpr is true or false.
	BoolExpr struct{ Value bool }
	// IntExpr is an integer.
	IntExpr struct{ Value int64 }
	// FloatExpr is a float.
	FloatExpr struct{ Value float64 }
	// StringExpr is a string.
	StringExpr struct{ Value string }
	// VarargExpr is "...".
	VarargExpr struct{ Line int }
	// NameExpr is a variable.
	NameExpr struct {
		Name string
		Line int
	}
	// IndexExpr is a field of a table.
	IndexExpr struct {
		Table, Key Expr
		Line       int
	}
	// CallExpr calls Func or, with Method, a method of Func.
	CallExpr struct {
		Func   Expr
		Method string
		Args   []Expr
		Line   int
	}
	// FuncExpr is a function.
	FuncExpr struct {
		Name      string // as messages call it
		Params    []string
		Vararg    bool
		Body      *Block
		Line, End int
	}
	// BinaryExpr is an operation on two operands, "and" and "or" included.
	BinaryExpr struct {
		Op   string
		L, R Expr
		Line int
	}
	// UnaryExpr is an operation on one operand.
	UnaryExpr struct {
		Op   string
		X    Expr
		Line int
	}
	// TableExpr makes a table. Keys[i] is nil where Values[i] is an element of the list.
	TableExpr struct {
		Keys, Values []Expr
		Line         int
	}
	// ParenExpr truncates what it holds to one value.
	ParenExpr struct{ X Expr }
)

func (*LocalStmt) stmt()  {}
func (*AssignStmt) stmt() {}
func (*CallStmt) stmt()   {}
func (*DoStmt) stmt()     {}
func (*WhileStmt) stmt()  {}
func (*RepeatStmt) stmt() {}
func (*IfStmt) stmt()     {}
func (*NumForStmt) stmt() {}
func (*GenForStmt) stmt() {}
func (*FuncStmt) stmt()   {}
func (*ReturnStmt) stmt() {}
func (*GotoStmt) stmt()   {}
func (*LabelStmt) stmt()  {}

func (*NilExpr) expr()    {}
func (*BoolExpr) expr()   {}
func (*IntExpr) expr()    {}
func (*FloatExpr) expr()  {}
func (*StringExpr) expr() {}
func (*VarargExpr) expr() {}
func (*NameExpr) expr()   {}
func (*IndexExpr) expr()  {}
func (*CallExpr) expr()   {}
func (*FuncExpr) expr()   {}
func (*BinaryExpr) expr() {}
func (*UnaryExpr) expr()  {}
func (*TableExpr) expr()  {}
func (*ParenExpr) expr()  {}
