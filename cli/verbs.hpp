// One function a verb: adds its subcommand with its options; what the verb does runs in the
// subcommand's callback and leaves its exit code here.
#pragma once

namespace CLI {
class App;
}

namespace saddle::cli {

struct Outcome {
  int exit_code = 0;
};

void add_solve(CLI::App& app, Outcome& outcome);
void add_compile(CLI::App& app, Outcome& outcome);
void add_run(CLI::App& app, Outcome& outcome);
void add_check(CLI::App& app, Outcome& outcome);

}  // namespace saddle::cli
