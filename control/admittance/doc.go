// Package admittance lets an arm with position commands give way to forces at its tip, as a mass with a damper and a spring
// between the reference and the tip would:
//
//	M·ẍ + D·ẋ + K·x = F + F_d
//
// for the displacement x of the tip from where the reference positions of the joints put it, along each selected axis of the base
// or the tip; F is what the force-torque sensor measures without the tool's gravity and the sensor's bias, F_d a wanted
// force. Units: kg, kg·m²; N·s/m, N·m·s/rad; N/m, N·m/rad. Source: N. Hogan, "Impedance Control", ASME JDSMC 107, 1985;
// C. Ott, R. Mukherjee, Y. Nakamura, "Unified impedance and admittance control", ICRA 2010, eq. 5 to 7. D is given itself, not
// as a ratio, so that an axis without a spring is damped too. Velocities are integrated with the damping implicit, so no
// damping is too strong for the period:
//
//	ẋ⁺ = (ẋ + dt·(F + F_d − K·x)/M) / (1 + dt·D/M).
//
// The displacement goes to the joints by damped least squares, δ̇ = J⁺·ẋ; what of δ does not move the tip decays.
//
// # Contact
//
// The loop through a wall of stiffness k is k·e^{−sT}/(D·s) once the mass is small: without overshoot if D ≥ e·k·T, T
// being the delay of sensor and arm together. Such a damping between reference and tip would make the tip push with D·v
// against a wall while the reference moves on. So contact/damping damps the tip's own velocity ẋ + J·q̇_d instead, the more the
// closer the force is to contact/force, and costs nothing in free motion.
package admittance
