// One step of the same vehicle in C, with the equation in matrix form: -O2, no library.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double mass[6], lin[6], quad[6], weight, buoyancy, stream[3], tau[6], cb[3], edge;

static void cross(const double *a, const double *b, double *c) {
	c[0] = a[1] * b[2] - a[2] * b[1];
	c[1] = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
}

static void rate(const double *x, double *k) {
	double w = x[3], a = x[4], b = x[5], c = x[6];
	double r[3][3] = {
		{1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)},
		{2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)},
		{2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)},
	};
	const double *v = x + 7, *o = x + 10;
	double under = 0.5 + (x[2] + r[2][0] * cb[0] + r[2][1] * cb[1] + r[2][2] * cb[2]) / edge;
	double buoyant = buoyancy * fmin(1, fmax(0, under));
	double water[3], rel[6], p[3], pi[3], f1[3], m1[3], m2[3], turn[3], up[3], lift[3], righting[3];
	for (int i = 0; i < 3; i++) {
		k[i] = r[i][0] * v[0] + r[i][1] * v[1] + r[i][2] * v[2];
		water[i] = r[0][i] * stream[0] + r[1][i] * stream[1] + r[2][i] * stream[2];
		rel[i] = v[i] - water[i];
		rel[3 + i] = o[i];
		p[i] = mass[i] * rel[i];
		pi[i] = mass[3 + i] * o[i];
		up[i] = r[2][i];
		lift[i] = -buoyant * up[i];
	}
	k[3] = 0.5 * (-a * o[0] - b * o[1] - c * o[2]);
	k[4] = 0.5 * (w * o[0] + b * o[2] - c * o[1]);
	k[5] = 0.5 * (w * o[1] + c * o[0] - a * o[2]);
	k[6] = 0.5 * (w * o[2] + a * o[1] - b * o[0]);
	cross(o, p, f1);
	cross(o, pi, m1);
	cross(rel, p, m2);
	cross(o, water, turn);
	cross(cb, lift, righting);
	for (int i = 0; i < 3; i++) {
		double d = lin[i] * rel[i] + quad[i] * fabs(rel[i]) * rel[i];
		k[7 + i] = (tau[i] - f1[i] - d + (weight - buoyant) * up[i]) / mass[i] - turn[i];
		d = lin[3 + i] * o[i] + quad[3 + i] * fabs(o[i]) * o[i];
		k[10 + i] = (tau[3 + i] - m1[i] - m2[i] - d + righting[i]) / mass[3 + i];
	}
}

static void step(double *x, double dt) {
	double k[13], sum[13], y[13];
	rate(x, k);
	for (int i = 0; i < 13; i++) { sum[i] = k[i]; y[i] = x[i] + dt / 2 * k[i]; }
	rate(y, k);
	for (int i = 0; i < 13; i++) { sum[i] += 2 * k[i]; y[i] = x[i] + dt / 2 * k[i]; }
	rate(y, k);
	for (int i = 0; i < 13; i++) { sum[i] += 2 * k[i]; y[i] = x[i] + dt * k[i]; }
	rate(y, k);
	double n = 0;
	for (int i = 0; i < 13; i++) x[i] += dt / 6 * (sum[i] + k[i]);
	for (int i = 3; i < 7; i++) n += x[i] * x[i];
	n = 1 / sqrt(n);
	for (int i = 3; i < 7; i++) x[i] *= n;
}

int main(int argc, char **argv) {
	double in[34];
	if (argc != 36) return 2;
	long n = atol(argv[1]);
	for (int i = 0; i < 34; i++) in[i] = atof(argv[2 + i]);
	double dt = in[0];
	memcpy(mass, in + 1, sizeof mass);
	memcpy(lin, in + 7, sizeof lin);
	memcpy(quad, in + 13, sizeof quad);
	weight = in[19];
	buoyancy = in[20];
	memcpy(cb, in + 21, sizeof cb);
	memcpy(stream, in + 24, sizeof stream);
	memcpy(tau, in + 27, sizeof tau);
	edge = in[33];
	double x[13] = {0, 0, 5, 1};
	struct timespec t0, t1;
	clock_gettime(CLOCK_MONOTONIC, &t0);
	for (long i = 0; i < n; i++) step(x, dt);
	clock_gettime(CLOCK_MONOTONIC, &t1);
	printf("%.17g\n", ((t1.tv_sec - t0.tv_sec) * 1e9 + (t1.tv_nsec - t0.tv_nsec)) / n);
	for (int i = 0; i < 13; i++) printf("%.17g\n", x[i]);
	return 0;
}
