// Answers on standard output with OpenCV's results for the pictures on standard input, and how long they took.
//
//   image W H\n <3WH bytes RGB>          takes a picture, answers nothing
//   pair W H\n <3WH bytes> <3WH bytes>   takes a stereo pair, answers nothing
//   range HLO HHI SLO SHI VLO VHI\n      takes the colour range, answers nothing
//   contours N\n   fastest pipeline, N times: "ns area u v" of the largest outline (polygon moments)
//   stats N\n      connected components, N times: "ns area u v" of the largest (pixel sums)
//   bm D W N\n     block matching, D disparities, window W, N times: "ns matched"
//   hsv\n          the HSV of all 2^24 colours, 3 bytes each, red slowest
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <vector>

#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace {

cv::Mat picture, second, hsv, mask;
cv::Scalar low, high;

cv::Mat readPicture(int w, int h) {
  cv::Mat m(h, w, CV_8UC3);
  if (std::fread(m.data, 1, m.total() * 3, stdin) != m.total() * 3) std::exit(1);
  return m;
}

struct Found {
  double area = 0, u = 0, v = 0;
};

Found contours() {
  static std::vector<std::vector<cv::Point>> outlines;
  cv::cvtColor(picture, hsv, cv::COLOR_RGB2HSV);
  cv::inRange(hsv, low, high, mask);
  cv::findContours(mask, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
  double best = -1;
  size_t at = 0;
  for (size_t i = 0; i < outlines.size(); i++) {
    double a = cv::contourArea(outlines[i]);
    if (a > best) best = a, at = i;
  }
  Found f;
  if (best <= 0) return f;
  cv::Moments m = cv::moments(outlines[at]);
  f.area = m.m00, f.u = m.m10 / m.m00, f.v = m.m01 / m.m00;
  return f;
}

Found stats() {
  static cv::Mat labels, table, centroids;
  cv::cvtColor(picture, hsv, cv::COLOR_RGB2HSV);
  cv::inRange(hsv, low, high, mask);
  int n = cv::connectedComponentsWithStats(mask, labels, table, centroids, 8);
  Found f;
  for (int i = 1; i < n; i++) {
    int a = table.at<int>(i, cv::CC_STAT_AREA);
    if (a > f.area) f = {double(a), centroids.at<double>(i, 0), centroids.at<double>(i, 1)};
  }
  return f;
}

template <class F>
long long median(int n, F work) {
  std::vector<long long> took;
  for (int i = 0; i < std::max(n, 1); i++) {
    auto t0 = std::chrono::steady_clock::now();
    work();
    auto t1 = std::chrono::steady_clock::now();
    took.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(t1 - t0).count());
  }
  std::nth_element(took.begin(), took.begin() + took.size() / 2, took.end());
  return took[took.size() / 2];
}

void blob(int n, Found (*pipeline)()) {
  Found f;
  long long ns = median(n, [&] { f = pipeline(); });
  std::printf("%lld %.17g %.17g %.17g\n", ns, f.area, f.u, f.v);
}

void match(int disparities, int window, int n) {
  static cv::Mat left, right, out;
  auto bm = cv::StereoBM::create(disparities, window);
  bm->setDisp12MaxDiff(1);
  long long ns = median(n, [&] {
    cv::cvtColor(picture, left, cv::COLOR_RGB2GRAY);
    cv::cvtColor(second, right, cv::COLOR_RGB2GRAY);
    bm->compute(left, right, out);
  });
  std::printf("%lld %d\n", ns, cv::countNonZero(out >= 0));
}

void allColours() {
  cv::Mat in(4096, 4096, CV_8UC3), out;
  for (int i = 0; i < 1 << 24; i++) {
    in.data[3 * i] = i >> 16, in.data[3 * i + 1] = i >> 8, in.data[3 * i + 2] = i;
  }
  cv::cvtColor(in, out, cv::COLOR_RGB2HSV);
  std::fwrite(out.data, 1, size_t(3) << 24, stdout);
}

}  // namespace

int main() {
  cv::setNumThreads(1);
  char line[200];
  while (std::fgets(line, sizeof line, stdin)) {
    int a, b, c, d, e, f;
    if (std::sscanf(line, "image %d %d", &a, &b) == 2) {
      picture = readPicture(a, b);
    } else if (std::sscanf(line, "pair %d %d", &a, &b) == 2) {
      picture = readPicture(a, b), second = readPicture(a, b);
    } else if (std::sscanf(line, "range %d %d %d %d %d %d", &a, &b, &c, &d, &e, &f) == 6) {
      low = cv::Scalar(a, c, e), high = cv::Scalar(b, d, f);
    } else if (std::sscanf(line, "contours %d", &a) == 1) {
      blob(a, contours);
    } else if (std::sscanf(line, "stats %d", &a) == 1) {
      blob(a, stats);
    } else if (std::sscanf(line, "bm %d %d %d", &a, &b, &c) == 3) {
      match(a, b, c);
    } else if (std::strncmp(line, "hsv", 3) == 0) {
      allColours();
    } else {
      std::fprintf(stderr, "opencv peer: no such command: %s", line);
      return 2;
    }
    std::fflush(stdout);
  }
}
