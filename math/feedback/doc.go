// Package feedback implements PID control: it brings a value to a reference, with a bounded output and an integral that
// does not wind up.
//
// Units are the caller's: e is in units of the value, P in output per e, I in output per e and second, D in output per e/s.
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
// bounded to [IMin, IMax]. The derivative is that of the measured value, not of the reference, so that a jump of the
// reference causes no kick; the reference's rate is included if the caller knows it.
package feedback
