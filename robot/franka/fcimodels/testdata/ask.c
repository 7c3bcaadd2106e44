/* Asks a model library as libfranka does: loads argv[1], reads postures from standard input (q, dq, load's mass, centre
   of mass and inertia, end effector, free fall: 46 numbers) and writes 9 poses, 9 Jacobians along the base's axes, 9
   along the frame's, mass matrix, Coriolis and gravity torques for each. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

static void *find(const char *name, int n) {
  char full[32];
  snprintf(full, sizeof full, name, n);
  void *f = dlsym(library, full);
  if (!f) {
    fprintf(stderr, "no %s\n", full);
    exit(1);
  }
  return f;
}

typedef void only_out(double *);
typedef void of_q(const double *, double *);
typedef void of_ee(const double *, const double *, double *);
typedef void mass_of(const double *, const double *, double, const double *, double *);
typedef void coriolis_of(const double *, const double *, const double *, double, const double *, double *);
typedef void gravity_of(const double *, const double *, double, const double *, double *);

int main(int argc, char **argv) {
  double in[46];
  static double all[9 * 16 + 18 * 42 + 49 + 14];
  if (argc != 2 || !(library = dlopen(argv[1], RTLD_NOW))) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  while (fread(in, sizeof in, 1, stdin) == 1) {
    const double *q = in, *dq = in + 7, *com = in + 15, *inertia = in + 18, *ee = in + 27, *fall = in + 43;
    double mass = in[14], *to = all;
    for (int n = 1; n <= 8; n++, to += 16) ((of_q *)find("O_T_J%d", n))(q, to);
    ((of_ee *)find("O_T_J%d", 9))(q, ee, to);
    to += 16;
    const char *names[2] = {"O_J_J%d", "Ji_J_J%d"};
    for (int k = 0; k < 2; k++) {
      ((only_out *)find(names[k], 1))(to);
      to += 42;
      for (int n = 2; n <= 8; n++, to += 42) ((of_q *)find(names[k], n))(q, to);
      ((of_ee *)find(names[k], 9))(q, ee, to);
      to += 42;
    }
    ((mass_of *)find("M_NE", 0))(q, inertia, mass, com, to);
    ((coriolis_of *)find("c_NE", 0))(q, dq, inertia, mass, com, to + 49);
    ((gravity_of *)find("g_NE", 0))(q, fall, mass, com, to + 56);
    fwrite(all, sizeof all, 1, stdout);
  }
  return 0;
}
