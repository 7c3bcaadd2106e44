// Package admittance lets an arm with position commands give way to forces at its tip, as a mass with a damper and a spring
// between the reference and the tip would:
//
//	M·ẍ + D·ẋ + K·x = F + F_d
//
// for the displacement x of the tip from its pose at the joints' reference positions, along each selected axis of the base or the
// tip; F is what the force-torque sensor measures without the tool's gravity and the sensor's bias, F_d a wanted force. Units:
// kg, kg·m²; N·s/m, N·m·s/rad; N/m, N·m/rad. Source: N. Hogan, "Impedance Control", ASME JDSMC 107, 1985; C. Ott, R. Mukherjee,
// Y. Nakamura, "Unified impedance and admittance control", ICRA 2010, eq. 5 to 7. D is given directly, not as a damping ratio, so
// that an axis without a spring is damped too. The damping is integrated implicitly, so that no damping is too strong for the
// period:
//
//	ẋ⁺ = (ẋ + dt·(F + F_d − K·x)/M) / (1 + dt·D/M).
//
// The displacement goes to the joints by damped least squares, δ̇ = J⁺·ẋ; the part of δ that does not move the tip decays.
//
// # Contact
//
// The loop through a wall of stiffness k is k·e^{−sT}/(D·s) if the mass is small. It does not overshoot if D ≥ e·k·T, where T is
// the delay of sensor and arm together. Such a damping between reference and tip would make the tip push with D·v against a wall
// while the reference moves on. Therefore contact/damping damps the tip's own velocity ẋ + J·q̇_d instead. It grows with the
// force up to its full value at contact/force, and has no effect in free motion.
package admittance
