// The program as a user meets it: what it prints, what it writes, what its exit code says.
#include <catch2/catch.hpp>

#include <cmath>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

using saddle::test::Outcome;
using saddle::test::Workshop;
using Json = nlohmann::json;

namespace {

const std::string kExamples = std::string(SADDLE_SOURCE_DIR) + "/examples/";

bool ngspice_missing(const Outcome& outcome) {
  if (outcome.exit_code != 5 || outcome.err.find("ngspice") == std::string::npos) return false;
  WARN("skipped: " << outcome.err);
  return true;
}

}  // namespace

TEST_CASE("solve tells the optimum by flow, by circuit and exactly") {
  const Workshop shop;
  const Outcome outcome = shop.saddle({"solve", kExamples + "qp.opt", "--json"});
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  const Json j = Json::parse(outcome.out);
  // x = x0 - a_x lambda/2 with lambda = 2 (a.x0 - E)/|a|^2, a = (2/7, 5/7), (x0, y0) = (1, 2), E(0) = 0.5
  const double lambda = 2 * (12.0 / 7 - 0.5) / (29.0 / 49);
  CHECK(j["status"] == "settled");
  CHECK(j["variables"]["x"].get<double>() == Approx(1 - lambda / 7));
  CHECK(j["variables"]["y"].get<double>() == Approx(2 - 5 * lambda / 14));
  CHECK(j["multipliers"]["lambda(line)"].get<double>() == Approx(lambda));
  CHECK(j["objective"].get<double>() == Approx(lambda * lambda / 4 * 29 / 49));
  CHECK(j["max_violation"].get<double>() < 1e-12);
  CHECK(j["kkt_residual"].get<double>() < 1e-12);
  CHECK(j["settling_time"].get<double>() > 0);
  CHECK(j["devices"] == 16);
  CHECK(j["circuit"]["variables"]["x"].get<double>() == Approx(1 - lambda / 7));
  CHECK(j["exact"]["variables"]["y"].get<double>() == Approx(2 - 5 * lambda / 14));

  const Outcome table = shop.saddle({"solve", kExamples + "qp.opt"});
  CHECK(table.exit_code == 0);
  CHECK(table.out.find("exact optimum") != std::string::npos);
  CHECK(table.out.find("16 devices") != std::string::npos);
}

TEST_CASE("solve follows the inputs in time") {
  const Workshop shop;
  const Json j = Json::parse(shop.saddle({"solve", kExamples + "qp.opt", "--time", "0.4e-3", "--json"}).out);
  const double lambda = 2 * (12.0 / 7 - 1.5) / (29.0 / 49);
  CHECK(j["multipliers"]["lambda(line)"].get<double>() == Approx(lambda));
}

TEST_CASE("solve says no with exit code 1") {
  const Workshop shop;
  shop.write("conflict.opt", "var x\nminimize x^2\nsubject to\n  a: x = 0\n  b: x = 1\nmethod mdmm(c = 1)\n");
  const Outcome conflict = shop.saddle({"solve", "conflict.opt", "--json", "--flow"});
  CHECK(conflict.exit_code == 1);
  CHECK(Json::parse(conflict.out)["status"] == "infeasible");
  shop.write("endless.opt", "var x, y\nminimize x + y\nsubject to\n  a: x = y\nmethod mdmm(c = 1)\n");
  const Outcome endless = shop.saddle({"solve", "endless.opt", "--json"});
  CHECK(endless.exit_code == 1);
  CHECK(Json::parse(endless.out)["status"] == "unbounded");
  shop.write("swing.opt", "var x\nminimize x\nsubject to\n  a: x = 1\nmethod bdmm\n");
  const Outcome swing = shop.saddle({"solve", "swing.opt", "--json"});
  CHECK(swing.exit_code == 1);
  CHECK(Json::parse(swing.out)["status"] == "unstable");
}

TEST_CASE("solve takes any smooth problem as a flow and says why there is no circuit") {
  const Workshop shop;
  shop.write("ball.opt",
             "var x start 1, y start 0.2\nminimize exp(x) + y^4 + x*y\nsubject to\n  ball: x^2 + y^2 = "
             "2\nmethod mdmm(c = 2)\n");
  const Outcome outcome = shop.saddle({"solve", "ball.opt"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out.find("circuit   none: the resistive style") != std::string::npos);
  const Json j = Json::parse(shop.saddle({"solve", "ball.opt", "--json"}).out);
  CHECK(j["kkt_residual"].get<double>() < 1e-9);
  CHECK(j["devices"].is_null());
}

TEST_CASE("compile writes a deck that run simulates like the problem") {
  const Workshop shop;
  const Outcome compiled = shop.saddle({"compile", kExamples + "qp.opt", "-o", "qp.cir"});
  REQUIRE(compiled.exit_code == 0);
  CHECK(compiled.out.find("bill of materials") != std::string::npos);
  CHECK(compiled.out.find("r_couple_line_x") != std::string::npos);
  const Outcome deck = shop.saddle({"run", "qp.cir", "--json", "--csv", "deck.csv", "--raw", "deck.raw"});
  const Outcome problem = shop.saddle({"run", kExamples + "qp.opt", "--json", "--csv", "problem.csv"});
  REQUIRE(deck.exit_code == 0);
  REQUIRE(problem.exit_code == 0);
  const Json a = Json::parse(deck.out), b = Json::parse(problem.out);
  CHECK(a["steps"].get<long>() > 0);
  CHECK(a["newton_iterations"].get<long>() >= a["steps"].get<long>());
  CHECK(a.contains("rejected_steps"));
  CHECK(a.contains("seconds"));
  CHECK(a["final"]["v(x)"].get<double>() == Approx(b["final"]["v(x)"].get<double>()).epsilon(1e-6));
  CHECK(shop.read("deck.csv").starts_with("time,v("));
  CHECK(shop.read("deck.raw").find("Plotname: Transient Analysis") != std::string::npos);
}

TEST_CASE("the same run gives the same bytes") {
  const Workshop shop;
  for (const char* name : {"one", "two"}) {
    REQUIRE(shop.saddle({"run", kExamples + "constrained-flipflop.opt", "--csv", std::string(name) + ".csv",
                         "--raw", std::string(name) + ".raw"})
                .exit_code == 0);
    REQUIRE(shop.saddle({"compile", kExamples + "constrained-flipflop.opt", "-o", std::string(name) + ".cir"})
                .exit_code == 0);
  }
  for (const char* kind : {".csv", ".raw", ".cir"})
    CHECK(shop.read(std::string("one") + kind) == shop.read(std::string("two") + kind));
  CHECK_FALSE(shop.read("one.csv").empty());
}

TEST_CASE("run follows the flow too, and both agree while the amplifier is linear") {
  const Workshop shop;
  const Json flow = Json::parse(shop.saddle({"run", kExamples + "qp.opt", "--flow", "--json"}).out);
  const Json circuit =
      Json::parse(shop.saddle({"run", kExamples + "qp.opt", "--level", "linear", "--json"}).out);
  CHECK(flow["final"]["x"].get<double>() == Approx(circuit["final"]["v(x)"].get<double>()).epsilon(1e-5));
  CHECK(flow["final"]["lambda(line)"].get<double>() ==
        Approx(-1.4 * circuit["final"]["v(lambda_line)"].get<double>()).epsilon(1e-5));
}

TEST_CASE("check agrees with ngspice on every example and figure") {
  const std::string file = GENERATE("qp.opt", "qp-ringing.opt", "constrained-flipflop.opt", "flipflop.cir");
  const Workshop shop;
  const Outcome outcome = shop.saddle({"check", kExamples + file, "--json"});
  if (ngspice_missing(outcome)) return;
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const Json j = Json::parse(outcome.out);
  CHECK(j["agrees"] == true);
  CHECK(j["tolerance"] == 1e-3);
  CHECK(j["judge_error"].get<double>() <= 1e-4);
  CHECK(j["signals"].size() >= 6);
  for (const Json& signal : j["signals"]) {
    INFO(signal);
    CHECK(signal["max_error"].get<double>() <= 1e-3);
    CHECK(signal["rms_error"].get<double>() <= signal["max_error"].get<double>() + 1e-15);
  }
}

TEST_CASE("check says no when the tolerance is not met, and never widens it") {
  const Workshop shop;
  const Outcome outcome = shop.saddle({"check", kExamples + "qp-ringing.opt", "--reltol", "0.1", "--json"});
  if (ngspice_missing(outcome)) return;
  CHECK(outcome.exit_code == 1);
  const Json j = Json::parse(outcome.out);
  CHECK(j["agrees"] == false);
  CHECK(j["tolerance"] == 1e-3);
}

TEST_CASE("help shows an example and the exit codes") {
  const Workshop shop;
  const Outcome outcome = shop.saddle({"--help"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out.find("saddle check examples/qp.opt") != std::string::npos);
  CHECK(outcome.out.find("5 something needed is missing") != std::string::npos);
  for (const char* verb : {"solve", "compile", "run", "check"}) {
    const Outcome help = shop.saddle({verb, "--help"});
    CHECK(help.exit_code == 0);
    CHECK(help.out.find("Example:") != std::string::npos);
  }
}
