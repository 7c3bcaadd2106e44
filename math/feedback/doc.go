// Package feedback has the PID law: one value brought to a reference by its error, with a bounded output and an integral
// that does not wind up.
//
// Units are those of the caller: e of the value, P of output over e, I of output over e and s, D of output over e a second.
// The law, K. J. Åström and T. Hägglund, "Advanced PID Control" (2006), chapter 3, is
//
//	u = P·e + i + D·ė,  bounded to [Min, Max],
//
// and then, by forward Euler, the integral
//
//	None             i += I·e·dt
//	Conditional      as None, but not while u is beyond a bound and e would drive it farther (section 3.5)
//	BackCalculation  i += (I·e + (u' − u)/T)·dt, u' being the bounded output (section 3.5)
//
// bounded to [IMin, IMax]. The derivative is that of the measured value, not of the reference, so that a reference that
// jumps does not kick; a reference's own rate is taken where the caller knows it.
package feedback
