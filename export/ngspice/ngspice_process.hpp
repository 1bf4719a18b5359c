// One run of a deck in libngspice, in a process of its own. Every way to fail becomes an exception
// with one clear sentence; the library's return codes are not among the evidence, because they
// say success for a deck it could not read and for a run that stopped half way.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace saddle {

struct NgspiceOptions {
  double timeout = 300;     // wall-clock time before the process is ended [s]; > 0
  double stop = 0;          // time that the run must reach [s]; 0: any
  long minimum_points = 1;  // that the run must give
};

struct NgspiceVector {
  std::string name;  // as ngspice calls it: "x", "v1#branch"
  std::vector<double> values;
};

struct NgspiceRun {
  std::string plot;                    // "tran1"
  std::vector<double> time;            // [s]
  std::vector<NgspiceVector> vectors;  // all but time
  std::vector<std::string> messages;   // what ngspice printed to stderr
  double seconds = 0;                  // CPU time of reading the deck and running it
};

// The library cannot be loaded.
class NgspiceMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class NgspiceFailure : public std::runtime_error {
 public:
  enum class Kind { crashed, timed_out, netlist, no_result, stopped_early, too_few_points, system };
  NgspiceFailure(Kind kind, const std::string& sentence, std::vector<std::string> messages = {})
      : std::runtime_error(sentence), kind_(kind), messages_(std::move(messages)) {}
  Kind kind() const { return kind_; }
  const std::vector<std::string>& messages() const { return messages_; }  // ngspice's own words

 private:
  Kind kind_;
  std::vector<std::string> messages_;
};

// Runs the deck's transient analysis. The library is the one that the environment variable
// SADDLE_NGSPICE_LIBRARY names, else libngspice.so.0, else libngspice.so.
NgspiceRun run_ngspice(const std::string& deck, const NgspiceOptions& options = {});

}  // namespace saddle
