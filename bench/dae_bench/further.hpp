// Problems beside those the integrators are measured by: nothing has been tuned to them.
#pragma once

#include "problem.hpp"

namespace saddle::bench {

std::vector<Problem> chemistry();
std::vector<Problem> ring_modulator();
std::vector<Problem> squeezer();
std::vector<Problem> switching_circuits();
std::vector<Problem> algebraic_circuits();
std::vector<Problem> linkages();
std::vector<Problem> orbits();
std::vector<Problem> fields();

// All of them.
std::vector<Problem> further_problems();

template <class Equations>
class GenericDae;

template <class Equations>
Problem generic_problem(std::string name, std::string title, double stop, int index,
                        std::vector<double> reference) {
  return {std::move(name),
          std::move(title),
          stop,
          index,
          [](double rtol) { return std::make_unique<GenericDae<Equations>>(rtol); },
          [reference = std::move(reference)] { return reference; }};
}

}  // namespace saddle::bench
