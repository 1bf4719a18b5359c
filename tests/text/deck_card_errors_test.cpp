#include <catch2/catch.hpp>

#include "deck_testing.hpp"

namespace saddle {

TEST_CASE("wrong cards and wrong decks as a whole are named at their place", "[text]") {
  check_messages({
      {"t\n"
       "V1 a 0 1\n"
       ".tran 1u 0\n",
       "deck.cir:3:10: error: .tran: the stop time must be greater than zero\n"
       "  .tran 1u 0\n"
       "           ^"},
      {"t\n"
       "V1 a 0 1\n"
       ".tran 1u 1m\n"
       ".tran 1u 2m\n",
       "deck.cir:4:1: error: a second .tran card\n"
       "  .tran 1u 2m\n"
       "  ^"},
      {"t\n"
       ".tran 1u\n",
       "deck.cir:2:1: error: .tran needs a step and a stop time\n"
       "  .tran 1u\n"
       "  ^"},
      {"t\n"
       ".tran 1u 1m 2m\n",
       "deck.cir:2:13: error: .tran: the start of saving must lie between 0 and the stop time\n"
       "  .tran 1u 1m 2m\n"
       "              ^"},
      {"t\n"
       ".tran 1u 1m 0 1u 5 uic\n",
       "deck.cir:2:18: error: .tran: unexpected '5'\n"
       "  .tran 1u 1m 0 1u 5 uic\n"
       "                   ^"},
      {"t\n"
       "V1 a 0 1\n"
       ".foo bar\n",
       "deck.cir:3:1: error: unknown card '.foo'\n"
       "  .foo bar\n"
       "  ^"},
      {"t\n"
       "V1 a 0 1\n"
       ".model d1 d\n",
       "deck.cir:3:1: error: .model is not supported yet\n"
       "  .model d1 d\n"
       "  ^"},
      {"t\n"
       "V1 a 0 1\n"
       ".control\n"
       "run\n"
       ".endc\n",
       "deck.cir:3:1: error: .control is not supported yet\n"
       "  .control\n"
       "  ^"},
      {"\n"
       "+ R1 a 0 1k\n",
       "deck.cir:2:1: error: a continuation line with nothing to continue\n"
       "  + R1 a 0 1k\n"
       "  ^"},
      {"t\n"
       "+ R1 a 0 1k\n",
       "deck.cir:2:1: error: a continuation line with nothing to continue\n"
       "  + R1 a 0 1k\n"
       "  ^"},
      {"",
       "deck.cir:1:1: error: the deck is empty\n"
       "  \n"
       "  ^"},
      {"\n"
       "\n",
       "deck.cir:1:1: error: the deck is empty\n"
       "  \n"
       "  ^"},
      {"only a title\n",
       "deck.cir:1:1: error: the deck has no elements\n"
       "  only a title\n"
       "  ^"},
      {"t\n"
       "R1 a b 1k\n",
       "deck.cir:2:1: error: no element is connected to ground (node 0)\n"
       "  R1 a b 1k\n"
       "  ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".ic v(b)=1\n",
       "deck.cir:3:7: error: nothing is connected to node 'b'\n"
       "  .ic v(b)=1\n"
       "        ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".ic a=1\n",
       "deck.cir:3:5: error: expected v(node)=value\n"
       "  .ic a=1\n"
       "      ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".ic v(a)=1 v(a)=2\n",
       "deck.cir:3:14: error: node 'a' has two initial voltages, 1 and 2\n"
       "  .ic v(a)=1 v(a)=2\n"
       "               ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".ic v(0)=1\n",
       "deck.cir:3:7: error: ground has no initial voltage: it is always 0\n"
       "  .ic v(0)=1\n"
       "        ^"},
      {"t\n"
       "C1 a b 1k ic=2\n"
       "R1 a 0 1\n"
       ".tran 1 2 uic\n",
       "deck.cir:2:11: error: 'ic=' works for a capacitor to ground only; give .ic for both nodes instead\n"
       "  C1 a b 1k ic=2\n"
       "            ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".options method=euler\n",
       "deck.cir:3:17: error: unknown method 'euler': trap or gear\n"
       "  .options method=euler\n"
       "                  ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".options reltol=0\n",
       "deck.cir:3:17: error: option 'reltol' must be greater than zero\n"
       "  .options reltol=0\n"
       "                  ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".options reltol\n",
       "deck.cir:3:16: error: option 'reltol' needs a value\n"
       "  .options reltol\n"
       "                 ^"},
      {"t\n"
       ".param a={b} b={a}\n"
       "R1 a 0 {a}\n",
       "deck.cir:2:17: error: parameter 'a' is defined by itself\n"
       "  .param a={b} b={a}\n"
       "                  ^"},
      {"t\n"
       ".param a=1\n"
       ".param a=2\n",
       "deck.cir:3:8: error: parameter 'a' is defined twice\n"
       "  .param a=2\n"
       "         ^"},
      {"t\n"
       ".param a\n",
       "deck.cir:2:9: error: expected '=' after 'a'\n"
       "  .param a\n"
       "          ^"},
      {"t\n"
       ".param a= b=2\n",
       "deck.cir:2:10: error: the value of 'a' is missing\n"
       "  .param a= b=2\n"
       "           ^"},
      {"t\n"
       ".param a={1} 2\n",
       "deck.cir:2:14: error: expected 'name=value', found '2'\n"
       "  .param a={1} 2\n"
       "               ^"},
      {"t\n"
       ".param a={v(1)}\n",
       "deck.cir:2:11: error: 'v(...)' can only be read by a B source\n"
       "  .param a={v(1)}\n"
       "            ^"},
      {"t\n"
       ".param a={time}\n",
       "deck.cir:2:11: error: unknown parameter 'time'\n"
       "  .param a={time}\n"
       "            ^"},
      {"t\n"
       ".param a=(2*3\n",
       "deck.cir:2:10: error: expected ')' to close this '('\n"
       "  .param a=(2*3\n"
       "           ^"},
  });
}

}  // namespace saddle
