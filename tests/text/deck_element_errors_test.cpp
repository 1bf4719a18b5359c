#include <catch2/catch.hpp>

#include "deck_testing.hpp"

namespace saddle {

TEST_CASE("wrong elements of a deck are named at their place", "[text]") {
  check_messages({
      {"t\n"
       "q1 a b c model\n",
       "deck.cir:2:1: error: unknown element 'q1': the letters known are R, C, V, I, E, G, B and X\n"
       "  q1 a b c model\n"
       "  ^"},
      {"t\n"
       "123 a 0 1k\n",
       "deck.cir:2:1: error: unknown element '123': the letters known are R, C, V, I, E, G, B and X\n"
       "  123 a 0 1k\n"
       "  ^"},
      {"t\n"
       "R1 a\n",
       "deck.cir:2:5: error: resistor 'r1' needs 2 nodes, 1 given\n"
       "  R1 a\n"
       "      ^"},
      {"t\n"
       "R1 a 0 ; no value\n",
       "deck.cir:2:7: error: resistor 'r1': the resistance is missing\n"
       "  R1 a 0 ; no value\n"
       "        ^"},
      {"t\n"
       "R1 a 0 abc\n",
       "deck.cir:2:8: error: 'abc' is not a number\n"
       "  R1 a 0 abc\n"
       "         ^"},
      {"t\n"
       ".param rval=1k\n"
       "R1 a 0 rval\n",
       "deck.cir:3:8: error: 'rval' is not a number; the parameter is written {rval}\n"
       "  R1 a 0 rval\n"
       "         ^"},
      {"t\n"
       "R1 a 0 0\n",
       "deck.cir:2:8: error: resistance must not be zero\n"
       "  R1 a 0 0\n"
       "         ^"},
      {"t\n"
       "C1 a 0 -1n\n",
       "deck.cir:2:8: error: capacitance must be greater than zero\n"
       "  C1 a 0 -1n\n"
       "         ^"},
      {"t\n"
       "C1 a 0 {1-1}\n",
       "deck.cir:2:8: error: capacitance must be greater than zero\n"
       "  C1 a 0 {1-1}\n"
       "         ^"},
      {"t\n"
       "R1 a 0 1k 2k\n",
       "deck.cir:2:11: error: resistor 'r1': unexpected '2k'\n"
       "  R1 a 0 1k 2k\n"
       "            ^"},
      {"t\n"
       "R1 a 0 1k\n"
       "r1 a 0 2k\n",
       "deck.cir:3:1: error: device 'r1' is already defined on line 2\n"
       "  r1 a 0 2k\n"
       "  ^"},
      {"t\n"
       "R1 a 0 {2*unknown}\n",
       "deck.cir:2:11: error: unknown parameter 'unknown'\n"
       "  R1 a 0 {2*unknown}\n"
       "            ^"},
      {"t\n"
       "R1 a 0 {2*(1+3}\n",
       "deck.cir:2:11: error: expected ')' to close this '('\n"
       "  R1 a 0 {2*(1+3}\n"
       "            ^"},
      {"t\n"
       "R1 a 0 {2*3\n",
       "deck.cir:2:8: error: '{' is never closed\n"
       "  R1 a 0 {2*3\n"
       "         ^"},
      {"t\n"
       "R1 a 0 {1/0}\n",
       "deck.cir:2:10: error: division by zero\n"
       "  R1 a 0 {1/0}\n"
       "           ^"},
      {"t\n"
       "R1 a 0 1e999\n",
       "deck.cir:2:8: error: '1e999' is too large for a number\n"
       "  R1 a 0 1e999\n"
       "         ^"},
      {"t\n"
       "B1 a 0 V=2*I(v9)\n"
       "R1 a 0 1k\n",
       "deck.cir:2:14: error: there is no device 'v9'\n"
       "  B1 a 0 V=2*I(v9)\n"
       "               ^"},
      {"t\n"
       "B1 a 0 V=2*I(r1)\n"
       "R1 a 0 1k\n",
       "deck.cir:2:14: error: the current of resistor 'r1' cannot be read; put a 0 V source in series\n"
       "  B1 a 0 V=2*I(r1)\n"
       "               ^"},
      {"t\n"
       "B1 a 0 V=v(nowhere)\n"
       "R1 a 0 1k\n",
       "deck.cir:2:12: error: nothing is connected to node 'nowhere'\n"
       "  B1 a 0 V=v(nowhere)\n"
       "             ^"},
      {"t\n"
       "B1 a 0 V=2*speed\n"
       "R1 a 0 1k\n",
       "deck.cir:2:12: error: unknown parameter 'speed'\n"
       "  B1 a 0 V=2*speed\n"
       "             ^"},
      {"t\n"
       "B1 a 0 V=\n",
       "deck.cir:2:10: error: behavioural source 'b1': the expression is missing\n"
       "  B1 a 0 V=\n"
       "           ^"},
      {"t\n"
       "B1 a 0 2*v(a)\n",
       "deck.cir:2:8: error: behavioural source 'b1' needs V=expression or I=expression\n"
       "  B1 a 0 2*v(a)\n"
       "         ^"},
      {"t\n"
       "B1 a 0 V=v(a) +\n"
       "+ * 2\n",
       "deck.cir:3:3: error: expected an operand\n"
       "  + * 2\n"
       "    ^"},
      {"t\n"
       "B1 a 0 V=v(a,b,c)\n"
       "R1 a 0 1\n",
       "deck.cir:2:10: error: v() takes one node, or two for their difference\n"
       "  B1 a 0 V=v(a,b,c)\n"
       "           ^"},
      {"t\n"
       "E1 a 0 VALUE={v(b)}\n",
       "deck.cir:2:8: error: voltage-controlled voltage source 'e1': 'value' is not supported, only the "
       "linear form; a B source takes any expression\n"
       "  E1 a 0 VALUE={v(b)}\n"
       "         ^"},
      {"t\n"
       "E1 a 0 b 0\n",
       "deck.cir:2:11: error: voltage-controlled voltage source 'e1': the gain is missing\n"
       "  E1 a 0 b 0\n"
       "            ^"},
      {"t\n"
       "G1 a 0 b\n",
       "deck.cir:2:9: error: voltage-controlled current source 'g1' needs 4 nodes, 3 given\n"
       "  G1 a 0 b\n"
       "          ^"},
      {"t\n"
       "R1 a 0 1}\n",
       "deck.cir:2:9: error: '}' without '{'\n"
       "  R1 a 0 1}\n"
       "          ^"},
      {"t\n"
       "R1 a 0 1k m=2\n",
       "deck.cir:2:11: error: resistor 'r1': unexpected 'm'\n"
       "  R1 a 0 1k m=2\n"
       "            ^"},
      {"t\n"
       "R1 ä{} 0 1k\n",
       "deck.cir:2:5: error: resistor 'r1' needs 2 nodes, 1 given\n"
       "  R1 ä{} 0 1k\n"
       "      ^"},
      {"t\n"
       "R1 a 0 100kk7x?\n",
       "deck.cir:2:8: error: '100kk7x?' is not a number\n"
       "  R1 a 0 100kk7x?\n"
       "         ^"},
      {"t\n"
       "R1 a 0 {2 3}\n",
       "deck.cir:2:11: error: unexpected '3' in the expression\n"
       "  R1 a 0 {2 3}\n"
       "            ^"},
      {"t\n"
       "C1 a 0 1n ic 3\n",
       "deck.cir:2:13: error: expected '=' after 'ic'\n"
       "  C1 a 0 1n ic 3\n"
       "              ^"},
      {"t\n"
       "B1 a 0 I=foo(v(a))\n",
       "deck.cir:2:10: error: unknown function 'foo'\n"
       "  B1 a 0 I=foo(v(a))\n"
       "           ^"},
      {"t\n"
       "B1 a 0 V = 1 tc1=3\n",
       "deck.cir:2:14: error: unexpected 't' in the expression\n"
       "  B1 a 0 V = 1 tc1=3\n"
       "               ^"},
  });
}

}  // namespace saddle
