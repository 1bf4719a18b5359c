#include <saddle/solver/analyses/transient.hpp>

#include <stdexcept>

#include <fmt/format.h>

#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/analyses/transient_run.hpp>
#include <saddle/solver/system/check.hpp>

namespace saddle {

namespace {

void check(const System& system, const TransientOptions& options) {
  require(options.check());
  check_description(system);
  if (!options.initial.empty()) check_values(system, "initial", options.initial);
  for (const int variable : options.save)
    if (variable < 0 || variable >= system.size())
      throw std::invalid_argument(
          fmt::format("save: expected variables 0..{}, got {}", system.size() - 1, variable));
}

}  // namespace

TransientResult transient(System& system, const TransientOptions& options) {
  check(system, options);
  return TransientRun(system, options).run();
}

}  // namespace saddle
