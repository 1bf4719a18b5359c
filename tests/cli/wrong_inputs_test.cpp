// Wrong usage, wrong input, things missing: the exact message, the exit code, and no file touched.
#include <catch2/catch.hpp>

#include <algorithm>

#include "cli/program.hpp"

using saddle::test::Outcome;
using saddle::test::Workshop;

namespace {

struct Wrong {
  std::string what;
  std::vector<std::string> arguments;
  int exit_code;
  std::string message;  // all of stderr but its last line end
  std::string text;     // of the input file, where there is one
  std::vector<std::string> environment = {};
};

const std::string kHelp = "\nTry 'saddle --help'.";
const std::string kGood = "var x, y\nminimize x^2 + y^2\nsubject to\n  sum: x + y = 1\n";
const std::string kRc = "rc\nv1 a 0 1\nr1 a b 1k\nc1 b 0 1n\n.tran 1u 5u\n.end\n";

std::string usage(const std::string& message) {
  return "saddle: error: " + message + kHelp;
}

const std::vector<Wrong> kWrong{
    // Usage.
    {"no verb", {}, 2, usage("A subcommand is required"), ""},
    {"unknown verb", {"fly"}, 2, usage("fly: no such verb; expected solve, compile, run or check"), ""},
    {"no file", {"solve"}, 2, usage("FILE is required"), ""},
    {"unknown option",
     {"solve", "in.opt", "--frob"},
     2,
     usage("The following argument was not expected: --frob"),
     kGood},
    {"a file too many",
     {"solve", "in.opt", "more"},
     2,
     usage("The following argument was not expected: more"),
     kGood},
    {"compile without output", {"compile", "in.opt"}, 2, usage("--output is required"), kGood},
    {"compile of a deck",
     {"compile", "in.cir", "-o", "x.cir"},
     2,
     usage("FILE: compile takes a problem (.opt); this is a deck already"),
     kRc},
    {"unknown level",
     {"run", "in.opt", "--level", "ideal"},
     2,
     usage("--level: ideal not in {saturating,linear}"),
     kGood},
    {"unknown method",
     {"run", "in.opt", "--method", "sgd"},
     2,
     usage("--method: sgd not in {bdmm,mdmm}"),
     kGood},
    {"unknown integrator",
     {"run", "in.opt", "--integrator", "rk4"},
     2,
     usage("--integrator: rk4 not in {auto,bdf,euler,gear,trap}"),
     kGood},
    {"stop is no number",
     {"run", "in.opt", "--stop", "soon"},
     2,
     usage("--stop: expected a number > 0 like 1.6m, not 'soon'"),
     kGood},
    {"negative tolerance",
     {"check", "in.opt", "--tolerance", "-1"},
     2,
     usage("--tolerance: expected a number > 0 like 1.6m, not '-1'"),
     kGood},
    {"tolerance of 2",
     {"run", "in.opt", "--reltol", "2", "--csv", "x.csv"},
     2,
     "saddle: error: relative_tolerance: expected 0 < x < 1",
     kGood},
    {"time in the past",
     {"solve", "in.opt", "--time", "-3"},
     2,
     usage("--time: expected a number >= 0 like 1.6m, not '-3'"),
     kGood},
    {"picture of another kind",
     {"run", "in.opt", "--plot", "x.pdf"},
     2,
     usage("--plot: 'x.pdf' must end in .svg or .png"),
     kGood},
    {"unknown signal",
     {"run", "in.opt", "--plot", "x.png", "--signals", "v(nix)", "--csv", "x.csv"},
     2,
     usage("--signals: there is no signal 'v(nix)'"),
     kGood},
    {"flow of a deck", {"run", "in.cir", "--flow"}, 2, usage("--flow: a deck has no flow"), kRc},
    {"no .tran and no --stop",
     {"run", "in.cir", "--csv", "x.csv"},
     2,
     usage("--stop: the deck has no .tran card: say how long to run, for example --stop 1m"),
     "rc\nv1 a 0 1\nr1 a b 1k\nc1 b 0 1n\n.end\n"},
    {"output directory missing",
     {"compile", "in.opt", "-o", "none/x.cir"},
     2,
     "saddle: error: cannot write 'none/x.cir': No such file or directory",
     kGood},
    {"compile overwrites its input",
     {"compile", "in.opt", "-o", "./in.opt"},
     2,
     usage("./in.opt: one file cannot be two things; give every output a name of its own"),
     kGood},
    {"two outputs in one file",
     {"run", "in.opt", "--csv", "x.csv", "--raw", "./x.csv"},
     2,
     usage("x.csv: one file cannot be two things; give every output a name of its own"),
     kGood},
    // Input.
    {"missing file", {"solve", "gone.opt"}, 3, "error: cannot read 'gone.opt': no such file", ""},
    {"unknown kind of file",
     {"solve", "in.txt"},
     3,
     "error: in.txt: unknown kind of file; expected a problem (.opt) or a deck (.cir, .sp, .net, .ckt, "
     ".spice)",
     kGood},
    {"undefined name",
     {"compile", "in.opt", "-o", "x.cir"},
     3,
     "in.opt:4:12: error: unknown name 'z'\n    sum: x + z = 1\n             ^",
     "var x, y\nminimize x^2 + y^2\nsubject to\n  sum: x + z = 1\n"},
    {"inequality",
     {"solve", "in.opt"},
     3,
     "in.opt:4:14: error: inequality constraints are not supported yet; only '=' is\n    sum: x + y <= 1\n"
     "               ^",
     "var x, y\nminimize x^2 + y^2\nsubject to\n  sum: x + y <= 1\n"},
    {"objective without a circuit",
     {"compile", "in.opt", "-o", "x.cir"},
     3,
     "in.opt:2:10: error: the resistive style needs a separable quadratic objective and linear constraints: "
     "the "
     "objective is not quadratic in 'x'\n  minimize x^4 + y^2\n           ^",
     "var x, y\nminimize x^4 + y^2\nsubject to\n  sum: x + y = 1\n"},
    {"constraint without a circuit",
     {"check", "in.opt"},
     3,
     "in.opt:4:3: error: the resistive style needs a separable quadratic objective and linear constraints: "
     "constraint "
     "'disc' is not linear\n    disc: x^2 + y = 1\n    ^",
     "var x, y\nminimize x^2 + y^2\nsubject to\n  disc: x^2 + y = 1\n"},
    {"a source that jumps",
     {"compile", "in.opt", "-o", "x.cir"},
     3,
     "in.opt:1:7: error: a circuit cannot jump: the pulse of 'E' needs a rise, a fall and a width > 0\n"
     "  input E(t) = pulse(0, 1, 0, 0, 0, 1u, 2u)\n        ^",
     "input E(t) = pulse(0, 1, 0, 0, 0, 1u, 2u)\nvar x, y\nminimize x^2 + y^2\nsubject to\n  sum: x + y = "
     "E\n"},
    {"missing circuit file",
     {"run", "in.opt"},
     3,
     "in.opt:1:9: error: cannot read 'gone.cir': no such file\n  circuit \"gone.cir\"\n          ^",
     "circuit \"gone.cir\"\nsubject to\n  V(a) = 1\n"},
    {"unknown element",
     {"run", "in.cir", "--csv", "x.csv"},
     3,
     "in.cir:2:1: error: unknown element 'k1': the letters known are R, C, V, I, E, G, B and X\n  k1 a b 3\n "
     " ^",
     "deck\nk1 a b 3\n.end\n"},
    {"resistance of zero",
     {"check", "in.cir"},
     3,
     "in.cir:3:8: error: resistance must not be zero\n  r1 a 0 0\n         ^",
     "deck\nv1 a 0 1\nr1 a 0 0\n.tran 1u 1m\n.end\n"},
    // Circuits without an answer.
    {"floating node",
     {"solve", "in.cir"},
     4,
     "in.cir: error: no operating point: the matrix is singular: nothing determines 'v(b)'; equations "
     "that say too little or contradict each other: current law at node 'b'; tried Newton, gmin stepping, "
     "source stepping, pseudo-transient; give every variable an equation that contains it (a path to ground "
     "for every "
     "node)",
     "deck\nv1 a 0 1\nc1 a b 1n\nc2 b 0 1n\n.tran 1u 1m\n.end\n"},
    {"two voltage sources in parallel",
     {"run", "in.cir", "--csv", "x.csv"},
     4,
     "in.cir: error: no operating point: the matrix is singular: nothing determines 'i(v1)', 'i(v2)'; "
     "equations that say too little or contradict each other: voltage law of 'v1', voltage law of 'v2'; tried "
     "Newton, gmin "
     "stepping, source stepping, pseudo-transient; give every variable an equation that contains it (a path "
     "to ground "
     "for every node)",
     "deck\nv1 a 0 1\nv2 a 0 2\nr1 a 0 1k\n.tran 1u 1m\n.end\n"},
    // Missing programs.
    {"ngspice missing",
     {"check", "in.opt", "--csv", "x.csv"},
     5,
     "saddle: error: the library of ngspice cannot be loaded (no/such/libngspice.so: cannot open shared "
     "object file: No "
     "such file or directory): install libngspice0, or name the library in SADDLE_NGSPICE_LIBRARY",
     kGood,
     {"SADDLE_NGSPICE_LIBRARY=no/such/libngspice.so"}},
    {"gnuplot missing",
     {"run", "in.opt", "--plot", "x.png"},
     5,
     "saddle: error: the program 'no/such/gnuplot' cannot be started (No such file or directory): install "
     "gnuplot to draw "
     "plots",
     kGood,
     {"SADDLE_GNUPLOT=no/such/gnuplot"}},
};

}  // namespace

TEST_CASE("wrong inputs get their exact message and exit code and leave no file behind") {
  const Wrong& wrong = kWrong[GENERATE(range(std::size_t{0}, kWrong.size()))];
  DYNAMIC_SECTION(wrong.what) {
    const Workshop shop;
    for (const std::string& argument : wrong.arguments)
      if (argument.starts_with("in.")) shop.write(argument, wrong.text);
    const std::vector<std::string> before = shop.files();
    const Outcome outcome = shop.saddle(wrong.arguments, wrong.environment);
    CHECK(outcome.exit_code == wrong.exit_code);
    CHECK(outcome.err == wrong.message + "\n");
    CHECK(shop.files() == before);
  }
}
