#include "deck_testing.hpp"

namespace saddle {

using Names = std::vector<std::string>;

TEST_CASE("a clean deck has no warnings", "[text]") {
  CHECK(warnings_of("t\nV1 a 0 1\nR1 a 0 4.7k\nC1 a 0 10f\nC2 a 0 10fF\nC3 a 0 1uF\n.tran 1u 1m\n").empty());
}

TEST_CASE("what is read otherwise than it may be meant is said", "[text]") {
  CHECK(warnings_of("t\nR1 a 0 4k7\nR2 a 0 1\n") ==
        Names{"deck.cir:2:8: warning: '4k7' means 4000: what follows the suffix is ignored\n"
              "  R1 a 0 4k7\n"
              "         ^"});
  CHECK(warnings_of("t\nC1 a 0 1F\nR2 a 0 1\n") ==
        Names{"deck.cir:2:8: warning: '1F' is in femtofarads: the suffix f means 1e-15\n"
              "  C1 a 0 1F\n"
              "         ^"});
  CHECK(warnings_of("t\nC1 a 0 1n ic=2\nR2 a 0 1\n") ==
        Names{"deck.cir:2:11: warning: 'ic=' has no effect without 'uic' on the .tran card\n"
              "  C1 a 0 1n ic=2\n"
              "            ^"});
}

TEST_CASE("what has no effect is said", "[text]") {
  CHECK(warnings_of("t\nV1 a 0 AC 1 90\nR2 a 0 1\n") ==
        Names{"deck.cir:2:8: warning: voltage source 'v1': the AC value is ignored\n"
              "  V1 a 0 AC 1 90\n"
              "         ^"});
  CHECK(
      warnings_of("t\nV1 a 0 DC 3 SIN(1 1 1k)\nR2 a 0 1\n") ==
      Names{"deck.cir:2:11: warning: voltage source 'v1': the DC value is not used, the source begins at 1\n"
            "  V1 a 0 DC 3 SIN(1 1 1k)\n"
            "            ^"});
  CHECK(warnings_of("t\nV1 a 0 1\nR2 a 0 1\n.options acct itl1=100 reltol=1e-4\n") ==
        Names{"deck.cir:4:10: warning: option 'acct' is not known and has no effect\n"
              "  .options acct itl1=100 reltol=1e-4\n"
              "           ^",
              "deck.cir:4:15: warning: option 'itl1' is not known and has no effect\n"
              "  .options acct itl1=100 reltol=1e-4\n"
              "                ^"});
}

TEST_CASE("cards about output are skipped with one warning for each kind", "[text]") {
  const Names warnings = warnings_of(
      "t\nV1 a 0 1\nR2 a 0 1\n.print tran v(a)\n.print tran i(v1)\n.save v(a)\n.plot v(a)\n.probe v(a)\n");
  REQUIRE(warnings.size() == 4);
  CHECK(warnings[0] ==
        "deck.cir:4:1: warning: .print is skipped: every signal is saved\n"
        "  .print tran v(a)\n"
        "  ^");
}

TEST_CASE("a node with a single connection is said, of many only the first ten", "[text]") {
  CHECK(warnings_of("t\nV1 a 0 1\nR1 a b 1\n") ==
        Names{"deck.cir:3:6: warning: node 'b' has only one connection\n"
              "  R1 a b 1\n"
              "       ^"});
  CHECK(warnings_of("t\nV1 a 0 1\nR1 a b 1\nB1 a 0 I=v(b)\n").empty());
  std::string text = "t\n";
  for (int k = 0; k < 50; ++k) text += "R" + std::to_string(k) + " 0 n" + std::to_string(k) + " 1\n";
  const Names warnings = warnings_of(text);
  REQUIRE(warnings.size() == 11);
  CHECK(warnings[10] ==
        "deck.cir:51:7: warning: 40 more nodes have only one connection\n"
        "  R49 0 n49 1\n"
        "        ^");
}

TEST_CASE("a line in a subcircuit warns once, however many instances there are", "[text]") {
  CHECK(warnings_of("t\n.subckt s a\nR1 a 0 4k7\n.ends\nX1 n s\nX2 n s\n").size() == 1);
}

}  // namespace saddle
