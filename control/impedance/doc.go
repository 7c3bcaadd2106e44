// Package impedance makes an arm with torque commands behave as a spring and a damper: its joints, or its tip.
//
// In joint space, with references q_d, q̇_d and torques τ_f of their own,
//
//	τ = K·(q_d − q) + D·(q̇_d − q̇) + τ_f + h(q, q̇)
//
// and at the tip, with reference pose, twist and wrench,
//
//	τ = Jᵀ·(K·e + D·(ẋ_d − J·q̇) + w) + N·(k_n·(q_0 − q) − d_n·q̇) + h(q, q̇)
//
// where e = (p_d − p, log(R_d·Rᵀ)), all in the base frame, K and D diagonal along the base's axes or those of the tip,
// h the torques of gravity, Coriolis and centrifugal forces (RNEA), and N the projection onto motions of the joints that
// leave the tip where it is; q_0 is where they were at activation. Units: N/m, N·m/rad, N·s/m, N·m·s/rad. Source:
// N. Hogan, "Impedance Control: An Approach to Manipulation", ASME JDSMC 107, 1985; O. Khatib, "A unified approach for
// motion and force control of robot manipulators", IEEE J-RA 3(1), 1987, section V, for the tip's law without shaping of
// inertia.
//
// # Contact
//
// A reference that moves on while the tip is stopped by a wall pushes with D·ẋ_d besides the spring, and the blow of the
// first contact depends on the tip's velocity. Where contact/damping is given, along each axis of translation, the reference's
// twist counts less, and that damping, of the tip's own velocity, counts more, the more the spring is loaded against it:
//
//	D·(ẋ_d − ẋ) becomes (1 − s)·D·(ẋ_d − ẋ) − s·D_c·ẋ,  s = min(1, |K·e|/contact/force).
//
// The wrench of the law is bounded to limits/force and limits/torque, by norm.
package impedance
