// Stiff equations of the Test Set for IVP Solvers: HIRES, Van der Pol, Robertson.
#include "problem.hpp"
#include "small_ode.hpp"

namespace saddle::bench {

namespace {

// High irradiance response of photomorphogenesis: eight concentrations.
struct Hires {
  static constexpr int kSize = 8;
  static constexpr std::array<double, 8> kStart{1, 0, 0, 0, 0, 0, 0, 0.0057};
  static constexpr std::array<double, 8> kScale{5e-4, 1e-4, 5e-5, 1e-3, 2e-3, 5e-3, 2e-3, 2e-3};
  static constexpr std::array<Place, 25> kEntries{{{0, 0}, {0, 1}, {0, 2},  //
                                                   {1, 0}, {1, 1},          //
                                                   {2, 2}, {2, 3}, {2, 4},  //
                                                   {3, 1}, {3, 2}, {3, 3},  //
                                                   {4, 4}, {4, 5}, {4, 6},  //
                                                   {5, 3}, {5, 4}, {5, 5}, {5, 6},
                                                   {5, 7}, {6, 5}, {6, 6}, {6, 7},  //
                                                   {7, 5}, {7, 6}, {7, 7}}};

  static void rate(std::span<const double> y, std::span<double> F) {
    const double bound = 280 * y[5] * y[7];
    F[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    F[1] = 1.71 * y[0] - 8.75 * y[1];
    F[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    F[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    F[4] = -1.745 * y[4] + 0.43 * (y[5] + y[6]);
    F[5] = -bound + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    F[6] = bound - 1.81 * y[6];
    F[7] = -F[6];
  }

  static std::array<double, 25> jacobian(std::span<const double> y) {
    const double a = 280 * y[7], b = 280 * y[5];
    return {-1.71,  0.43,  8.32,                 //
            1.71,   -8.75,                       //
            -10.03, 0.43,  0.035,                //
            8.32,   1.71,  -1.12,                //
            -1.745, 0.43,  0.43,                 //
            0.69,   1.71,  -a - 0.43, 0.69, -b,  //
            a,      -1.81, b,                    //
            -a,     1.81,  -b};
  }
};

// y1' = y2,  eps y2' = (1 - y1^2) y2 - y1.
struct VanDerPol {
  static constexpr double kEps = 1e-6;
  static constexpr int kSize = 2;
  static constexpr std::array<double, 2> kStart{2, 0};
  static constexpr std::array<double, 2> kScale{1, 0.5};
  static constexpr std::array<Place, 3> kEntries{{{0, 1}, {1, 0}, {1, 1}}};

  static void rate(std::span<const double> y, std::span<double> F) {
    F[0] = y[1];
    F[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / kEps;
  }

  static std::array<double, 3> jacobian(std::span<const double> y) {
    return {1, (-2 * y[0] * y[1] - 1) / kEps, (1 - y[0] * y[0]) / kEps};
  }
};

// Three concentrations whose sum stays 1; y1 falls as 1/t for ages.
struct Robertson {
  static constexpr int kSize = 3;
  static constexpr std::array<double, 3> kStart{1, 0, 0};
  static constexpr std::array<double, 3> kScale{1e-8, 5e-14, 1};
  static constexpr std::array<Place, 7> kEntries{{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}};

  static void rate(std::span<const double> y, std::span<double> F) {
    const double slow = 0.04 * y[0] - 1e4 * y[1] * y[2], fast = 3e7 * y[1] * y[1];
    F[0] = -slow;
    F[1] = slow - fast;
    F[2] = fast;
  }

  static std::array<double, 7> jacobian(std::span<const double> y) {
    const double a = 1e4 * y[2], b = 1e4 * y[1], c = 6e7 * y[1];
    return {-0.04, a, b, 0.04, -a - c, -b, c};
  }
};

template <class Equations>
Problem problem_of(std::string name, std::string title, double stop, std::vector<double> reference) {
  return {std::move(name),
          std::move(title),
          stop,
          0,
          [](double rtol) { return std::make_unique<SmallOde<Equations>>(rtol); },
          [reference = std::move(reference)] { return reference; }};
}

}  // namespace

Problem hires() {
  return problem_of<Hires>(
      "hires", "HIRES", 321.8122,
      {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
       0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2});
}

Problem van_der_pol() {
  return problem_of<VanDerPol>("vdpol", "Van der Pol, eps = 1e-6", 2,
                               {0.1706167732170483e1, -0.8928097010247975});
}

Problem robertson() {
  return problem_of<Robertson>("robertson", "Robertson to t = 1e11", 1e11,
                               {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050});
}

}  // namespace saddle::bench
