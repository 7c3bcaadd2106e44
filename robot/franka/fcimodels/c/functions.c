/* What follows is the same for every arm. Matrices that callers see are column-major, the arm's own row-major; twists
   are linear part first. Forward recursion and Jacobians after Siciliano et al. (2009), sections 2.7 and 3.1, torques
   by recursive Newton-Euler after Featherstone (2008), table 5.1. */
#include <math.h>

#define JOINTS 7

static void apply(const double r[9], const double v[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2];
}

static void apply_back(const double r[9], const double v[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = r[i] * v[0] + r[i + 3] * v[1] + r[i + 6] * v[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void times(const double i[6], const double v[3], double out[3]) {
  out[0] = i[0] * v[0] + i[1] * v[1] + i[2] * v[2];
  out[1] = i[1] * v[0] + i[3] * v[1] + i[4] * v[2];
  out[2] = i[2] * v[0] + i[4] * v[1] + i[5] * v[2];
}

static struct frame then(const struct frame *a, const struct frame *b) {
  struct frame f;
  double p[3];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      f.r[3 * i + k] = a->r[3 * i] * b->r[k] + a->r[3 * i + 1] * b->r[3 + k] + a->r[3 * i + 2] * b->r[6 + k];
  apply(a->r, b->p, p);
  for (int i = 0; i < 3; i++) f.p[i] = a->p[i] + p[i];
  return f;
}

/* turned is joint i's frame in the one before, at angle q. */
static struct frame turned(int i, double q) {
  struct frame f = mount[i];
  double s = sin(q), c = cos(q);
  for (int k = 0; k < 9; k += 3) {
    f.r[k] = c * mount[i].r[k] + s * mount[i].r[k + 1];
    f.r[k + 1] = c * mount[i].r[k + 1] - s * mount[i].r[k];
  }
  return f;
}

/* place finds frame n in the base: 0 to 6 are the joints, 7 is the flange, 8 the end effector, which ee has in the
   flange. Those of the joints on the way are left in at. */
static struct frame place(const double *q, int n, const double *ee, struct frame at[JOINTS]) {
  struct frame f = mount[0];
  for (int i = 0; i < JOINTS && i <= n; i++) {
    struct frame t = turned(i, q ? q[i] : 0);
    f = at[i] = i ? then(&at[i - 1], &t) : t;
  }
  if (n >= 7) f = then(&f, &mount[JOINTS]);
  if (n >= 8) {
    struct frame t;
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) t.r[3 * i + k] = ee[4 * k + i];
      t.p[i] = ee[12 + i];
    }
    f = then(&f, &t);
  }
  return f;
}

static void pose(const double *q, int n, const double *ee, double out[16]) {
  struct frame at[JOINTS], f = place(q, n, ee, at);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) out[4 * k + i] = f.r[3 * i + k];
    out[4 * k + 3] = 0;
    out[12 + k] = f.p[k];
  }
  out[15] = 1;
}

static void jacobian(const double *q, int n, const double *ee, int body, double out[6 * JOINTS]) {
  struct frame at[JOINTS], f = place(q, n, ee, at);
  for (int i = 0; i < JOINTS; i++) {
    double *column = out + 6 * i;
    for (int k = 0; k < 6; k++) column[k] = 0;
    if (i > n) continue; /* joints further out do not move it */
    double z[3] = {at[i].r[2], at[i].r[5], at[i].r[8]};
    double d[3] = {f.p[0] - at[i].p[0], f.p[1] - at[i].p[1], f.p[2] - at[i].p[2]}, v[3];
    cross(z, d, v);
    if (body) {
      apply_back(f.r, v, column);
      apply_back(f.r, z, column + 3);
      continue;
    }
    for (int k = 0; k < 3; k++) column[k] = v[k], column[3 + k] = z[k];
  }
}

/* loaded is the last link with a load, whose centre of mass and inertia are along the flange's axes. */
static struct body loaded(double mass, const double com[3], const double *inertia) {
  const struct body *own = &bodies[JOINTS - 1];
  const double *r = mount[JOINTS].r;
  struct body b = *own;
  double at[3], turned[9], half[9];
  apply(r, com, at);
  for (int k = 0; k < 3; k++) at[k] += mount[JOINTS].p[k];
  b.mass = own->mass + mass;
  if (b.mass > 0)
    for (int k = 0; k < 3; k++) b.com[k] = (own->mass * own->com[k] + mass * at[k]) / b.mass;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      half[3 * i + k] = 0;
      for (int m = 0; inertia && m < 3; m++) half[3 * i + k] += r[3 * i + m] * inertia[3 * k + m];
    }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      turned[3 * i + k] = half[3 * i] * r[3 * k] + half[3 * i + 1] * r[3 * k + 1] + half[3 * i + 2] * r[3 * k + 2];
  const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
  const double masses[2] = {own->mass, mass};
  const double *centres[2] = {own->com, at};
  for (int k = 0; k < 6; k++) {
    int i = row[k], j = column[k];
    b.inertia[k] = own->inertia[k] + (turned[3 * i + j] + turned[3 * j + i]) / 2;
    for (int m = 0; m < 2; m++) { /* Steiner, from the common centre */
      double d[3] = {centres[m][0] - b.com[0], centres[m][1] - b.com[1], centres[m][2] - b.com[2]};
      b.inertia[k] += masses[m] * ((i == j ? d[0] * d[0] + d[1] * d[1] + d[2] * d[2] : 0) - d[i] * d[j]);
    }
  }
  return b;
}

/* torques finds those that give the accelerations ddq at q and dq; null pointers are zeros. fall is free fall. */
static void torques(const double *q, const double *dq, const double *ddq, const double *fall, const struct body *last,
                    double tau[JOINTS]) {
  struct frame at[JOINTS];
  double force[JOINTS][3], torque[JOINTS][3];
  double w[3] = {0, 0, 0}, dw[3] = {0, 0, 0}, a[3] = {0, 0, 0}, x[3], y[3];
  for (int k = 0; fall && k < 3; k++) a[k] = -fall[k];
  for (int i = 0; i < JOINTS; i++) {
    const struct body *b = i == JOINTS - 1 ? last : &bodies[i];
    double v = dq ? dq[i] : 0;
    at[i] = turned(i, q[i]);
    cross(w, at[i].p, x);
    cross(w, x, y);
    cross(dw, at[i].p, x);
    for (int k = 0; k < 3; k++) y[k] += a[k] + x[k];
    apply_back(at[i].r, y, a);
    apply_back(at[i].r, w, x);
    apply_back(at[i].r, dw, y);
    dw[0] = y[0] + x[1] * v;
    dw[1] = y[1] - x[0] * v;
    dw[2] = y[2] + (ddq ? ddq[i] : 0);
    w[0] = x[0], w[1] = x[1], w[2] = x[2] + v;
    cross(w, b->com, x);
    cross(w, x, y);
    cross(dw, b->com, x);
    for (int k = 0; k < 3; k++) force[i][k] = b->mass * (a[k] + x[k] + y[k]);
    times(b->inertia, w, x);
    cross(w, x, y);
    times(b->inertia, dw, x);
    cross(b->com, force[i], torque[i]);
    for (int k = 0; k < 3; k++) torque[i][k] += x[k] + y[k];
  }
  double f[3] = {0, 0, 0}, m[3] = {0, 0, 0};
  for (int i = JOINTS - 1; i >= 0; i--) {
    for (int k = 0; k < 3; k++) f[k] += force[i][k], m[k] += torque[i][k];
    tau[i] = m[2];
    apply(at[i].r, f, x);
    apply(at[i].r, m, y);
    for (int k = 0; k < 3; k++) f[k] = x[k];
    cross(at[i].p, f, x);
    for (int k = 0; k < 3; k++) m[k] = x[k] + y[k];
  }
}

/* The functions that libfranka calls. */

#define OUTER(n)                                                                    \
  void O_T_J##n(const double *q, double *out) { pose(q, n - 1, 0, out); }           \
  void O_J_J##n(const double *q, double *out) { jacobian(q, n - 1, 0, 0, out); }    \
  void Ji_J_J##n(const double *q, double *out) { jacobian(q, n - 1, 0, 1, out); }

OUTER(2)
OUTER(3)
OUTER(4)
OUTER(5)
OUTER(6)
OUTER(7)
OUTER(8)

void O_T_J1(const double *q, double *out) { pose(q, 0, 0, out); }
void O_J_J1(double *out) { jacobian(0, 0, 0, 0, out); }
void Ji_J_J1(double *out) { jacobian(0, 0, 0, 1, out); }
void O_T_J9(const double *q, const double *ee, double *out) { pose(q, 8, ee, out); }
void O_J_J9(const double *q, const double *ee, double *out) { jacobian(q, 8, ee, 0, out); }
void Ji_J_J9(const double *q, const double *ee, double *out) { jacobian(q, 8, ee, 1, out); }

void M_NE(const double *q, const double *inertia, double mass, const double *com, double *out) {
  struct body last = loaded(mass, com, inertia);
  for (int i = 0; i < JOINTS; i++) {
    double unit[JOINTS] = {0};
    unit[i] = 1;
    torques(q, 0, unit, 0, &last, out + JOINTS * i);
  }
  for (int i = 0; i < JOINTS; i++) /* as symmetric as it is */
    for (int k = 0; k < i; k++)
      out[JOINTS * i + k] = out[JOINTS * k + i] = (out[JOINTS * i + k] + out[JOINTS * k + i]) / 2;
}

void c_NE(const double *q, const double *dq, const double *inertia, double mass, const double *com, double *out) {
  struct body last = loaded(mass, com, inertia);
  torques(q, dq, 0, 0, &last, out);
}

void g_NE(const double *q, const double *fall, double mass, const double *com, double *out) {
  struct body last = loaded(mass, com, 0);
  torques(q, 0, 0, fall, &last, out);
}
