// Plans cases with Ruckig. Input on stdin, numbers as little-endian float64: joints, count, then for each case p0, v0,
// a0, pf, vf, af, vmax, amax, jmax of all joints. Output for each case: duration in s (negative: Ruckig's error), time
// taken in ns. Repeats until the input ends.
#include <chrono>
#include <cstdio>
#include <vector>

#include <ruckig/ruckig.hpp>

static bool numbers(double *to, size_t n) { return fread(to, sizeof(double), n, stdin) == n; }

template <size_t N> static bool plan(size_t count) {
    ruckig::Ruckig<N> planner;
    ruckig::InputParameter<N> in;
    ruckig::Trajectory<N> out;
    std::vector<double> answer(2 * count);
    std::vector<double> cases(count * 9 * N);
    if (!numbers(cases.data(), cases.size()))
        return false;
    for (size_t c = 0; c < count; ++c) {
        const double *x = &cases[c * 9 * N];
        for (auto *field : {&in.current_position, &in.current_velocity, &in.current_acceleration, &in.target_position,
                            &in.target_velocity, &in.target_acceleration, &in.max_velocity, &in.max_acceleration, &in.max_jerk})
            for (size_t i = 0; i < N; ++i)
                (*field)[i] = *x++;
        auto start = std::chrono::steady_clock::now();
        auto result = planner.calculate(in, out);
        auto end = std::chrono::steady_clock::now();
        answer[2 * c] = result >= 0 ? out.get_duration() : double(result);
        answer[2 * c + 1] = double(std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count());
    }
    return fwrite(answer.data(), sizeof(double), answer.size(), stdout) == answer.size() && fflush(stdout) == 0;
}

int main() {
    double head[2];
    bool fine = true;
    while (fine && numbers(head, 2)) {
        switch (int(head[0])) {
        case 1: fine = plan<1>(size_t(head[1])); break;
        case 3: fine = plan<3>(size_t(head[1])); break;
        case 7: fine = plan<7>(size_t(head[1])); break;
        default: fine = false;
        }
    }
    return fine ? 0 : 1;
}
