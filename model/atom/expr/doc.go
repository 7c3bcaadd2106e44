// Package expr has expressions as the Physics of an Atom: "acc = acc_des + K1*de + K2*e", one assignment or several.
//
// An expression is checked before it runs: names against the Atom's interface, and dimensions (unit.Dimension; an angle
// has none) of everything that is added, compared or assigned. It is compiled to a flat program over registers that
// does not allocate when it runs. Every operation rounds to float64, so an expression, the Go source that [Program.Go]
// makes of it, and the same formula on another machine of the same architecture give the same bits. Division by zero
// gives Inf, which the interface's validity flags.
//
//	block      = statement { [ ";" ] statement }
//	statement  = name "=" expression
//	expression = or [ "?" expression ":" expression ]
//	or         = and { "||" and }
//	and        = compare { "&&" compare }
//	compare    = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
//	sum        = product { ( "+" | "-" ) product }
//	product    = unary { ( "*" | "/" ) unary }
//	unary      = ( "-" | "+" | "!" ) unary | power
//	power      = primary [ "^" unary ]
//	primary    = number [ unit ] | name | function "(" expression { "," expression } ")" | "(" expression ")"
//
// Statements run from top to bottom. A name is a need, a product, a storage, or else a temporary value that the block
// itself assigns; each is assigned once. A storage has its old value until it is assigned. "dt" is the period, "pi" the
// number π. "#" and "//" begin a comment.
package expr
