// Package otg plans jerk-limited trajectories online: from any position, velocity and acceleration to any other, as
// fast as the limits allow, for any number of joints at once.
//
// Units are whatever the joints are measured in (rad, m) and seconds. Limits bound velocity, acceleration and jerk,
// may be asymmetric, and may also bound the position.
//
// # Method
//
// The task is that of L. Berscheid, T. Kröger, "Jerk-limited Real-time Trajectory Generation with Arbitrary Target
// States", RSS 2021; the solution is different. For one joint and one duration T, all motions between the two states
// that keep the limits form a convex set, because the joint is a triple integrator and its limits are linear. The
// positions they can reach are therefore an interval, whose ends belong to two profiles:
//
//   - the upper one, jerk up, down, up: from a0 to a peak A, to a trough B, to af, held at AMax and AMin where it
//     touches them, and cruising at VMax where it touches that;
//   - the lower one, its mirror image.
//
// Both follow from T in closed form. T is possible exactly when the target lies between them, so a range of possible
// durations ends where the target is on one of the two. Along the upper profile x = A − B grows with T, and the
// position is x³/4 + k1·x/4 + k2 − c²/4x, or a polynomial of degree four where a limit is held, or of degree two where
// both are. Their extrema are known in closed form, so there is at most one root between two of them, and Newton's
// method with a bracket finds it. The first root is the quickest motion; the others bound the blocked durations, which
// come from target velocities that cannot be reached later without turning round. The other roots are sought only if a
// joint must wait for another over a duration that is not possible for it. At the first root the motion is the profile
// with the target, and the other profile need not be known.
//
// For any other duration the plan is a plateau, if there is one: the quickest motion to some velocity, a cruise, and
// the quickest motion from there. At fixed duration its distance grows with the velocity with a known slope, so
// Newton's method finds it too. If the target lies between the last plateau and one of the profiles above, it is the
// mean of both with the weight that puts it on the target; no limit can be broken, because the set is convex.
//
// A start outside the limits is first braked into them, as fast as allowed. Position limits are linear too, but not
// part of the closed form: a motion that would leave them is replaced by a slower one that does not, or by one that
// comes to rest twice on the way. The latter is not the quickest possible.
//
// # Planning again
//
// A plan from a state that a plan for the same target went through arrives at the same time. For a target at rest,
// planning again in every cycle is fine. For a target with velocity or acceleration it is not: the end of a quickest
// motion leaves no margin, so a state that is off by rounding may have to turn round. Follow the plan instead, until
// the target changes.
//
// # Exactness
//
// Each phase begins with the velocity and acceleration of the closed form, not with the sum of the earlier phases, and
// times in the later half are counted from the end, so errors do not grow with the duration. Every plan is checked at
// all its extrema before it is returned: [Slower] and [Failed] say that the check failed.
//
// Nothing here reads a clock, starts a goroutine or allocates while it runs: equal inputs give equal bits.
package otg
