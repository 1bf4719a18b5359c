// The three-stage Radau IIA method of order 5, and the transformation that splits its stages.
#pragma once

namespace saddle::radau {

// Collocation at the zeros c of d^2/dx^2 [x^2 (x - 1)^3]: (4 -+ sqrt 6)/10 and 1.
inline constexpr int kStages = 3;
inline constexpr double kSqrt6 = 2.449489742783178098;
inline constexpr double c[kStages] = {(4 - kSqrt6) / 10, (4 + kSqrt6) / 10, 1};

// A^-1, with a_ij the integral of the j-th Lagrange polynomial from 0 to c_i: h u'(c_i) =
// sum_j (A^-1)_ij (u(c_j) - u(0)) for every cubic u.
inline constexpr double inverse[kStages][kStages] = {
    {3.2247448713915890491, 1.1678400846904054949, -0.25319726474218082619},
    {-3.5678400846904054949, 0.7752551286084109510, 1.0531972647421808262},
    {5.5319726474218082619, -7.5319726474218082619, 5.0}};

// A^-1 = T Lambda T^-1, Lambda = diag(gamma, [alpha -beta; beta alpha]): a real eigenvalue and the pair
// alpha +- i beta, whose two unknowns w2, w3 make one complex one, w2 + i w3.
inline constexpr double gamma = 3.6378342527444957322;
inline constexpr double alpha = 2.6810828736277521339;
inline constexpr double beta = 3.0504301992474105694;
inline constexpr double T[kStages][kStages] = {
    {0.094438762488975241487, -0.14125529502095420843, -0.030029194105147424492},
    {0.25021312296533331138, 0.20412935229379993200, 0.38294211275726193780},
    {1.0, 1.0, 0.0}};
inline constexpr double T_inverse[kStages][kStages] = {
    {4.1787185915519047273, 0.32768282076106238708, 0.52337644549944954804},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};

// The embedded method of order 3 with one more stage at c = 0 of weight 1/gamma differs from the
// method itself by M^-1 [ d/dt q(t_n) + (1/h) sum_i d_i (q_i - q_n) ], M = gamma/h C + G.
inline constexpr double error[kStages] = {-(13 + 7 * kSqrt6) / 3, (-13 + 7 * kSqrt6) / 3, -1.0 / 3};

}  // namespace saddle::radau
