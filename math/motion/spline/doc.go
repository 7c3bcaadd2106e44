// Package spline has the polynomials between the waypoints of a trajectory: straight lines, cubics and quintics for one
// joint, and paths made of them for many joints.
//
// Positions are rad or m and times s. A segment of duration T is a polynomial in s = t/T, whose coefficients are of the
// magnitude of the positions. A quintic is determined by position, velocity and acceleration at both ends (Siciliano,
// Sciavicco, Villani, Oriolo, "Robotics: Modelling, Planning and Control", 2009, section 4.2.1), with h = p₁ − p₀
//
//	c₃ =  10h − (6v₀ + 4v₁)T − (3a₀ −  a₁)T²/2
//	c₄ = −15h + (8v₀ + 7v₁)T + (3a₀ − 2a₁)T²/2
//	c₅ =   6h − (3v₀ + 3v₁)T − ( a₀ −  a₁)T²/2
//
// and a cubic by position and velocity, c₂ = 3h − (2v₀ + v₁)T and c₃ = −2h + (v₀ + v₁)T.
//
// Nothing here reads a clock or allocates once it is built: equal inputs give equal bits.
package spline
