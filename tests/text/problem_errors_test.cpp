// Wrong problems, each with its whole message.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include <saddle/netlist/text/readers.hpp>

using namespace saddle;

namespace {

struct Wrong {
  std::string text;
  std::string message;
};

std::string failure(const std::string& text) {
  try {
    parse_problem(SourceText("p.opt", text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

void check(const std::vector<Wrong>& table) {
  for (const Wrong& wrong : table) CHECK(failure(wrong.text) == wrong.message);
}

}  // namespace

TEST_CASE("files that are no problem", "[problem]") {
  check({
      {"",
       "p.opt:1:1: error: there is no problem in this file; it needs at least 'var' and 'minimize'\n  \n  ^"},
      {"# only a comment\n",
       "p.opt:1:1: error: there is no problem in this file; it needs at least 'var' and 'minimize'\n"
       "  # only a comment\n  ^"},
      {"var x\n",
       "p.opt:1:6: error: there is no objective; add 'minimize' and an expression\n  var x\n       ^"},
      {"var x\nminimise x^2",
       "p.opt:2:1: error: unknown keyword 'minimise'; did you mean 'minimize'?\n  minimise x^2\n  ^"},
      {"goal x^2", "p.opt:1:1: error: unknown keyword 'goal'\n  goal x^2\n  ^"},
      {"*x", "p.opt:1:1: error: expected a statement such as 'var' or 'minimize'\n  *x\n  ^"},
      {"var x\nmaximize x",
       "p.opt:2:1: error: 'maximize' is not supported; minimize the negative\n  maximize x\n  ^"},
      {"title \"abc",
       "p.opt:1:7: error: this string is not closed; expected '\"' on the same line\n  title \"abc\n        "
       "^"},
      {"title abc", "p.opt:1:7: error: expected the title in double quotes\n  title abc\n        ^"},
      {"title \"a\" b",
       "p.opt:1:11: error: expected the end of the line before 'b'\n  title \"a\" b\n            ^"},
      {"title \"a\"\ntitle \"b\"",
       "p.opt:2:1: error: 'title' stands here a second time; the first is on line 1\n  title \"b\"\n  ^"},
  });
  try {
    read_problem("no/such/problem.opt");
    FAIL("read a file that is not there");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) == "error: cannot read 'no/such/problem.opt': no such file");
  }
}

TEST_CASE("wrong names", "[problem]") {
  check({
      {"var speed\nminimize sped^2",
       "p.opt:2:10: error: unknown name 'sped'; did you mean 'speed'?\n  minimize sped^2\n           ^"},
      {"var x\nminimize x^2 + zeta",
       "p.opt:2:16: error: unknown name 'zeta'\n  minimize x^2 + zeta\n                 ^"},
      {"param A = 1\nvar A",
       "p.opt:2:5: error: 'A' is declared twice; the first time on line 1\n  var A\n      ^"},
      {"var x, x",
       "p.opt:1:8: error: 'x' is declared twice; the first time on line 1\n  var x, x\n         ^"},
      {"var t", "p.opt:1:5: error: 't' cannot be a name: it is the time of inputs\n  var t\n      ^"},
      {"var stop", "p.opt:1:5: error: 'stop' cannot be a name: it is a keyword\n  var stop\n      ^"},
      {"param start = 1",
       "p.opt:1:7: error: 'start' cannot be a name: it is a keyword\n  param start = 1\n        ^"},
      {"var sin", "p.opt:1:5: error: 'sin' cannot be a name: it is a function\n  var sin\n      ^"},
      {"var 1x", "p.opt:1:5: error: expected the name of a variable\n  var 1x\n      ^"},
      {"var x y", "p.opt:1:7: error: expected ',' or 'start' before 'y'\n  var x y\n        ^"},
      {"var x\nminimize x(x + 1)",
       "p.opt:2:10: error: 'x' is a variable, not a function; for a product write x*(...)\n"
       "  minimize x(x + 1)\n           ^"},
      {"var k\nminimize (k - 2k)^2",
       "p.opt:2:15: error: '2k' is ambiguous because 'k' is a name here; write 2*k or 2000\n"
       "  minimize (k - 2k)^2\n                ^"},
      {"var x\nminimize 2x",
       "p.opt:2:11: error: unexpected 'x' after the number 2; write 2*x\n  minimize 2x\n            ^"},
      {"var x\nminimize x*t",
       "p.opt:2:12: error: the time 't' can only stand in inputs; declare an input and use it here\n"
       "  minimize x*t\n             ^"},
  });
}

TEST_CASE("wrong parameters", "[problem]") {
  check({
      {"var x\nparam A = 2*x",
       "p.opt:2:13: error: this must be constant, but 'x' is a variable\n  param A = 2*x\n              ^"},
      {"input E(t) = 1\nparam A = E",
       "p.opt:2:11: error: this must be constant, but 'E' is an input\n  param A = E\n            ^"},
      {"param A 1", "p.opt:1:9: error: expected '=' after 'A'\n  param A 1\n          ^"},
      {"param A =", "p.opt:1:10: error: expected an operand\n  param A =\n           ^"},
      {"param A = 1 2",
       "p.opt:1:13: error: expected an operator or ',' before '2'\n  param A = 1 2\n              ^"},
      {"param A = 1,",
       "p.opt:1:13: error: expected the name of a parameter\n  param A = 1,\n              ^"},
      {"param A = A", "p.opt:1:11: error: unknown name 'A'\n  param A = A\n            ^"},
      {"param A = 1/(2 - 2)", "p.opt:1:12: error: division by zero\n  param A = 1/(2 - 2)\n             ^"},
      {"param A = ln(-1)",
       "p.opt:1:11: error: the value of this is not a finite number\n  param A = ln(-1)\n            ^"},
      {"param A = 1e999",
       "p.opt:1:11: error: the number 1e999 is too large\n  param A = 1e999\n            ^"},
      {"param A = 0, B = 3/A",
       "p.opt:1:18: error: division by zero in '3/A', with the values of its parameters\n"
       "  param A = 0, B = 3/A\n                   ^"},
      {"param A = -1\nvar x\nminimize x^2 + sqrt(A)",
       "p.opt:3:10: error: there is no finite value for 'sqrt(A)', with the values of its parameters\n"
       "  minimize x^2 + sqrt(A)\n           ^"},
      {"param A = (1 + 2\nvar x",
       "p.opt:1:11: error: expected ')' to close this '('\n  param A = (1 + 2\n            ^"},
  });
}

TEST_CASE("wrong inputs", "[problem]") {
  check({
      {"input E = 1",
       "p.opt:1:9: error: expected '(t)' after 'E': an input is a function of the time\n  input E = 1\n      "
       "    ^"},
      {"input E(t) 1", "p.opt:1:12: error: expected '=' after 'E(t)'\n  input E(t) 1\n             ^"},
      {"input E(t) = pulse(0, 1, 0)",
       "p.opt:1:14: error: 'pulse' takes 7 arguments (v1, v2, delay, rise, fall, width, period), not 3\n"
       "  input E(t) = pulse(0, 1, 0)\n               ^"},
      {"input E(t) = pulse(0, 1, 0, -1u, 1u, 2m, 4m)",
       "p.opt:1:29: error: the rise time of a pulse cannot be negative\n"
       "  input E(t) = pulse(0, 1, 0, -1u, 1u, 2m, 4m)\n                              ^"},
      {"input E(t) = pulse(0, 1, 0, 1u, -1u, 2m, 4m)",
       "p.opt:1:33: error: the fall time of a pulse cannot be negative\n"
       "  input E(t) = pulse(0, 1, 0, 1u, -1u, 2m, 4m)\n                                  ^"},
      {"input E(t) = pulse(0, 1, 0, 0, 0, 2m, 1m)",
       "p.opt:1:39: error: the period of a pulse cannot be shorter than rise + width + fall = 0.002\n"
       "  input E(t) = pulse(0, 1, 0, 0, 0, 2m, 1m)\n                                        ^"},
      {"input E(t) = 2*pulse(0, 1, 0, 0, 0, 1m, 1m)",
       "p.opt:1:16: error: 'pulse' can only be the whole right-hand side of an input\n"
       "  input E(t) = 2*pulse(0, 1, 0, 0, 0, 1m, 1m)\n                 ^"},
      {"input E(t) = sin(0, 1)",
       "p.opt:1:14: error: as an input 'sin' takes 3 to 6 arguments (offset, amplitude, frequency, delay, "
       "damping, "
       "phase), not 2\n  input E(t) = sin(0, 1)\n               ^"},
      {"input E(t) = sin(0, 1, 0)",
       "p.opt:1:24: error: the frequency of a sine must be positive\n  input E(t) = sin(0, 1, 0)\n           "
       "              ^"},
      {"input E(t) = pwl(0, 1, 2)",
       "p.opt:1:14: error: 'pwl' takes pairs of a time and a value, not 3 arguments\n"
       "  input E(t) = pwl(0, 1, 2)\n               ^"},
      {"input E(t) = pwl(0, 1, 2m, 3, 1m, 4)",
       "p.opt:1:31: error: the times of 'pwl' must ascend, but 0.001 does not come after 0.002\n"
       "  input E(t) = pwl(0, 1, 2m, 3, 1m, 4)\n                                ^"},
      {"var x\ninput E(t) = x + t",
       "p.opt:2:14: error: an input depends on 't' and parameters only, but 'x' is a variable\n"
       "  input E(t) = x + t\n               ^"},
      {"input E(t) = pulse(0, 1",
       "p.opt:1:19: error: expected ')' to close this '('\n  input E(t) = pulse(0, 1\n                    ^"},
      {"input E(t) = pulse(0 1)",
       "p.opt:1:22: error: expected an operator, ',' or ')' before '1'\n  input E(t) = pulse(0 1)\n          "
       "             ^"},
  });
}

TEST_CASE("wrong objectives", "[problem]") {
  check({
      {"var x\nminimize", "p.opt:2:9: error: expected an operand\n  minimize\n          ^"},
      {"var x\nminimize 3",
       "p.opt:2:10: error: the objective does not depend on any variable\n  minimize 3\n           ^"},
      {"var x\nminimize x^2 +\nsubject to",
       "p.opt:2:15: error: expected an operand\n  minimize x^2 +\n                ^"},
      {"var x\nminimize x^2\nminimize x^4",
       "p.opt:3:1: error: 'minimize' stands here a second time; the first is on line 2\n  minimize x^4\n  ^"},
      {"var x\nminimize x^2 $", "p.opt:2:14: error: unexpected '$'\n  minimize x^2 $\n               ^"},
      {"var x\nminimize x^2)",
       "p.opt:2:13: error: unexpected ')': there is no '(' that it closes\n  minimize x^2)\n              ^"},
      {"var x\nminimize sin(x, 1)",
       "p.opt:2:10: error: 'sin' takes 1 argument, not 2\n  minimize sin(x, 1)\n           ^"},
      {"var x\nminimize foo(x)",
       "p.opt:2:10: error: unknown function 'foo'\n  minimize foo(x)\n           ^"},
      {"var x\nminimize V(u1)",
       "p.opt:2:10: error: 'V(...)' is a node voltage, but this problem has no circuit\n  minimize V(u1)\n   "
       "        ^"},
      {"var x in [0, 1]", "p.opt:1:7: error: bounds are not supported yet\n  var x in [0, 1]\n        ^"},
      {"var x start 1 in [0, 1]",
       "p.opt:1:15: error: bounds are not supported yet\n  var x start 1 in [0, 1]\n                ^"},
  });
  const std::string deep = failure("var x\nminimize " + std::string(201, '(') + "x");
  CHECK(deep.starts_with("p.opt:2:210: error: expression nested deeper than 200 levels\n"));
}

TEST_CASE("wrong constraints", "[problem]") {
  const std::string begin = "var x, y\nminimize x^2 + y^2\nsubject to\n";
  check({
      {begin + "x + y",
       "p.opt:4:6: error: expected '=' and the right-hand side of the constraint\n  x + y\n       ^"},
      {begin + "x + y <= 1",
       "p.opt:4:7: error: inequality constraints are not supported yet; only '=' is\n  x + y <= 1\n        "
       "^"},
      {begin + "a: 1 >= x",
       "p.opt:4:6: error: inequality constraints are not supported yet; only '=' is\n  a: 1 >= x\n       ^"},
      {begin + "x == 1", "p.opt:4:4: error: write '=' instead of '=='\n  x == 1\n     ^"},
      {begin + "x = 1\n-y = 2",
       "p.opt:5:4: error: a second '=' in one constraint; a line that begins with a sign goes on with the "
       "line before "
       "it, so begin it with a label\n  -y = 2\n     ^"},
      {begin + "1 = 2", "p.opt:4:1: error: this constraint has no variable\n  1 = 2\n  ^"},
      {begin + "x + y = y + x", "p.opt:4:1: error: this constraint has no variable\n  x + y = y + x\n  ^"},
      {begin + "a: x = 1\na: y = 1",
       "p.opt:5:1: error: there is already a constraint 'a', on line 4\n  a: y = 1\n  ^"},
      {begin + "x y = 1", "p.opt:4:3: error: expected an operator or '=' before 'y'\n  x y = 1\n    ^"},
      {begin + "x = 1 y", "p.opt:4:7: error: expected an operator before 'y'\n  x = 1 y\n        ^"},
      {begin + "a: = 1", "p.opt:4:4: error: expected an operand\n  a: = 1\n     ^"},
      {begin + "x = ", "p.opt:4:4: error: expected an operand\n  x = \n     ^"},
      {begin + "methd mdmm",
       "p.opt:4:1: error: unknown name 'methd'; did you mean 'method'?\n  methd mdmm\n  ^"},
      {"var x\nsubject x = 1",
       "p.opt:2:9: error: expected 'to' after 'subject'\n  subject x = 1\n          ^"},
      {"var x\nx = 1", "p.opt:2:1: error: unknown keyword 'x'\n  x = 1\n  ^"},
  });
}

TEST_CASE("wrong methods and times", "[problem]") {
  const std::string begin = "var x\nminimize x^2\n";
  check({
      {begin + "method newton",
       "p.opt:3:8: error: unknown method 'newton'; there are bdmm and mdmm\n  method newton\n         ^"},
      {begin + "method",
       "p.opt:3:7: error: expected the name of a method: bdmm or mdmm\n  method\n        ^"},
      {begin + "method mdmm(tua = 1)",
       "p.opt:3:13: error: unknown option 'tua'; there are c, tau, multiplier_tau and coupling\n"
       "  method mdmm(tua = 1)\n              ^"},
      {begin + "method mdmm(tau = 0)",
       "p.opt:3:19: error: 'tau' must be positive, but is 0\n  method mdmm(tau = 0)\n                    ^"},
      {begin + "method mdmm(c = -1)",
       "p.opt:3:17: error: 'c' must not be negative, but is -1\n  method mdmm(c = -1)\n                  ^"},
      {begin + "method bdmm(c = 1)",
       "p.opt:3:13: error: 'c' is an option of mdmm; bdmm has no penalty\n  method bdmm(c = 1)\n             "
       " ^"},
      {begin + "method mdmm(c = 1, c = 2)",
       "p.opt:3:20: error: 'c' is given twice\n  method mdmm(c = 1, c = 2)\n                     ^"},
      {begin + "method mdmm(c = 1",
       "p.opt:3:12: error: expected ')' to close this '('\n  method mdmm(c = 1\n             ^"},
      {begin + "method mdmm(coupling = 7u)",
       "p.opt:3:13: error: 'coupling' is for constrained circuits, and this problem has no circuit\n"
       "  method mdmm(coupling = 7u)\n              ^"},
      {begin + "method mdmm\nmethod bdmm",
       "p.opt:4:1: error: 'method' stands here a second time; the first is on line 3\n  method bdmm\n  ^"},
      {begin + "stop 0", "p.opt:3:6: error: 'stop' must be positive, but is 0\n  stop 0\n       ^"},
      {begin + "stop x",
       "p.opt:3:6: error: this must be constant, but 'x' is a variable\n  stop x\n       ^"},
  });
}

TEST_CASE("wrong constrained circuits", "[problem]") {
  const std::string folder = std::string(SADDLE_SOURCE_DIR) + "/examples/";
  const auto in_folder = [&](const std::string& text) -> std::string {
    try {
      parse_problem(SourceText(folder + "p.opt", text));
    } catch (const InputError& error) {
      const std::string message = error.what();
      return message.starts_with(folder) ? message.substr(folder.size()) : message;
    }
    return "no error";
  };
  const std::string begin = "circuit \"flipflop.cir\"\n";
  CHECK(in_folder("circuit \"missing.cir\"") ==
        "p.opt:1:9: error: cannot read '" + folder +
            "missing.cir': no such file\n  circuit \"missing.cir\"\n          ^");
  CHECK(in_folder("circuit flipflop.cir") ==
        "p.opt:1:9: error: expected the file name of a circuit in double quotes\n  circuit flipflop.cir\n    "
        "      ^");
  CHECK(in_folder(begin + "subject to\nV(u11) = 1") ==
        "p.opt:3:3: error: the circuit has no node 'u11'; did you mean 'u1'?\n  V(u11) = 1\n    ^");
  CHECK(in_folder(begin + "subject to\nV() = 1") ==
        "p.opt:3:1: error: 'V' takes 1 or 2 nodes, not 0\n  V() = 1\n  ^");
  CHECK(in_folder(begin + "stop V(u1)") ==
        "p.opt:2:6: error: 'V(...)' can only stand in constraints\n  stop V(u1)\n       ^");
  CHECK(in_folder(begin) ==
        "p.opt:1:23: error: there is no constraint on the circuit\n  circuit \"flipflop.cir\"\n              "
        "          ^");
  const std::string rules =
      "error: a problem with a circuit has no 'var' and no 'minimize': its variables are the node voltages\n";
  CHECK(in_folder(begin + "var x") == "p.opt:2:1: " + rules + "  var x\n  ^");
  CHECK(in_folder(begin + "minimize 1") == "p.opt:2:1: " + rules + "  minimize 1\n  ^");
  CHECK(in_folder("var x\n" + begin) == "p.opt:2:1: " + rules + "  circuit \"flipflop.cir\"\n  ^");
}
