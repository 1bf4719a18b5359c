#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/ngspice/ngspice_process.hpp>
#include <saddle/export/spice/deck_writer.hpp>

#include "export/support.hpp"

using namespace saddle;
using namespace saddle::test;

namespace {

using Kind = NgspiceFailure::Kind;

const NgspiceVector& vector_named(const NgspiceRun& run, const std::string& name) {
  for (const NgspiceVector& vector : run.vectors)
    if (vector.name == name) return vector;
  FAIL("no vector " << name);
  throw std::logic_error("not reached");
}

NgspiceFailure failure_of(const std::string& deck, const NgspiceOptions& options = {}) {
  try {
    run_ngspice(deck, options);
  } catch (const NgspiceFailure& failure) {
    return failure;
  }
  FAIL("ngspice ran the deck");
  throw std::logic_error("not reached");
}

bool no_children() {
  return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

// The process numbers of the children of this process.
std::vector<pid_t> children() {
  std::vector<pid_t> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (pid_t child; list >> child;) found.push_back(child);
  }
  return found;
}

const char* const kSlow =
    "takes hours\nv1 a 0 sin(0 1 1k)\nr1 a b 1k\nc1 b 0 1n\n.tran 1e-9 100 99 1e-9\n.end\n";

}  // namespace

TEST_CASE("ngspice charges a capacitor as the closed form says", "[ngspice]") {
  if (!have_ngspice()) return;
  DeckOptions tight;
  tight.transient = rc_step().transient;
  tight.transient->max_step = 2e-9;
  const NgspiceRun run = run_ngspice(write_deck(rc_step(), tight), {.stop = 5e-6, .minimum_points = 2500});
  CHECK(run.plot == "tran1");
  CHECK(run.time.back() == Approx(5e-6));
  CHECK(run.seconds > 0);
  const NgspiceVector& out = vector_named(run, "out");
  REQUIRE(out.values.size() == run.time.size());
  double worst = 0;
  for (std::size_t k = 0; k < run.time.size(); ++k)
    worst = std::max(worst, std::abs(out.values[k] - (1 - std::exp(-run.time[k] / 1e-6))));
  // The first step is one of backward Euler with h <= 2 ns: h^2 / (2 tau^2) = 2e-6; trapezoidal
  // steps add h^2 / 12 tau^2 = 3e-7 at most.
  CHECK(worst < 5e-6);
  CHECK(no_children());
}

TEST_CASE("a deck that ngspice cannot read is said to be one, with ngspice's words", "[ngspice]") {
  if (!have_ngspice()) return;
  const NgspiceFailure failure = failure_of("bad\nv1 a 0 1\nd1 a 0 nomodel\n.tran 1e-6 1e-3\n.end\n");
  CHECK(failure.kind() == Kind::netlist);
  CHECK(std::string(failure.what()) ==
        "ngspice could not read the deck: Error on line 3 or its substitute: d1 a 0 nomodel, could not find "
        "a valid "
        "modelname");
  CHECK(no_children());
}

TEST_CASE("a deck that is cut off, empty or noise is a failure, not a crash", "[ngspice]") {
  if (!have_ngspice()) return;
  for (const std::string& deck :
       {std::string("title\nr1 a 0 1\n"), std::string(), std::string("title\n.end\n"),
        std::string("\x01\xff\xfe\n\x80 a b\n.end\n")})
    CHECK_THROWS_AS(run_ngspice(deck), NgspiceFailure);
}

TEST_CASE("two sources in parallel have no solution", "[ngspice]") {
  if (!have_ngspice()) return;
  const NgspiceFailure failure = failure_of("loop\nv1 a 0 1\nv2 a 0 2\nr1 a 0 1\n.tran 1e-6 1e-3\n.end\n");
  CHECK(failure.kind() == Kind::no_result);
  CHECK_THAT(failure.what(), Catch::StartsWith("ngspice gave no transient waveforms: "));
  bool singular = false;
  for (const std::string& message : failure.messages())
    singular |= message.find("singular matrix") != std::string::npos;
  CHECK(singular);
}

TEST_CASE("a deck without an analysis gives no waveforms", "[ngspice]") {
  if (!have_ngspice()) return;
  CHECK(failure_of("none\nv1 a 0 1\nr1 a 0 1\n.end\n").kind() == Kind::no_result);
}

TEST_CASE("a run that stops half way is noticed", "[ngspice]") {
  if (!have_ngspice()) return;
  // dv/dt = 1e6 v^2 from 1 V: infinite after 1 us.
  const NgspiceFailure failure =
      failure_of("explodes\nb1 0 a i = v(a)*v(a)*1e-3\nc1 a 0 1n\n.ic v(a)=1\n.tran 1e-8 1e-5 uic\n.end\n",
                 {.stop = 1e-5});
  CHECK(failure.kind() == Kind::stopped_early);
  CHECK_THAT(failure.what(), Catch::StartsWith("ngspice stopped at ") &&
                                 Catch::Contains("before the end of the run at 1e-05 s") &&
                                 Catch::Contains("imestep too small"));
}

TEST_CASE("fewer points than asked for is a failure", "[ngspice]") {
  if (!have_ngspice()) return;
  const NgspiceFailure failure = failure_of(write_deck(rc_step()), {.stop = 5e-6, .minimum_points = 1000000});
  CHECK(failure.kind() == Kind::too_few_points);
  CHECK_THAT(failure.what(), Catch::Contains("at least 1000000 were asked for"));
}

TEST_CASE("a run that hangs is ended at the time limit", "[ngspice]") {
  if (!have_ngspice()) return;
  const auto start = std::chrono::steady_clock::now();
  const NgspiceFailure failure = failure_of(kSlow, {.timeout = 0.5});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  CHECK(failure.kind() == Kind::timed_out);
  CHECK(std::string(failure.what()) == "ngspice did not finish within 0.5 s and was ended");
  CHECK(took.count() < 5);
  CHECK(no_children());
}

TEST_CASE("a crash of ngspice is a sentence, and nothing else", "[ngspice]") {
  if (!have_ngspice()) return;
  std::thread assassin([] {
    for (int tries = 0; tries < 500; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (tries < 10) continue;  // let it get under way
      for (const pid_t child : children()) {
        ::kill(child, SIGKILL);
        return;
      }
    }
  });
  const NgspiceFailure failure = failure_of(kSlow, {.timeout = 30});
  assassin.join();
  CHECK(failure.kind() == Kind::crashed);
  CHECK(std::string(failure.what()) == "ngspice crashed with signal 9 (Killed)");
  CHECK(no_children());
}

TEST_CASE("a library that is missing or another one is said to be missing", "[ngspice]") {
  {
    const EnvironmentGuard guard("SADDLE_NGSPICE_LIBRARY", "/nonexistent/libngspice.so");
    CHECK_THROWS_AS(run_ngspice(write_deck(rc_step())), NgspiceMissing);
    CHECK_THROWS_WITH(
        run_ngspice(write_deck(rc_step())),
        "the library of ngspice cannot be loaded (/nonexistent/libngspice.so: cannot open shared object "
        "file: No such file or directory): install libngspice0, or name the library in "
        "SADDLE_NGSPICE_LIBRARY");
  }
  const EnvironmentGuard guard("SADDLE_NGSPICE_LIBRARY", "libm.so.6");
  CHECK_THROWS_AS(run_ngspice(write_deck(rc_step())), NgspiceMissing);
  CHECK(no_children());
}

TEST_CASE("a user's .spiceinit changes nothing", "[ngspice]") {
  if (!have_ngspice()) return;
  const TemporaryDirectory home;
  write_file(home.file(".spiceinit"), "quit\n");
  const EnvironmentGuard guard("HOME", home.file(""));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(home.file(""));
  CHECK_NOTHROW(run_ngspice(write_deck(rc_step()), {.stop = 5e-6}));
  std::filesystem::current_path(before);
  CHECK(home.names() == std::vector<std::string>{".spiceinit"});
}
