#include <catch2/catch.hpp>

#include "deck_testing.hpp"

namespace saddle {

TEST_CASE("wrong subcircuits of a deck are named at their place", "[text]") {
  check_messages({
      {"t\n"
       "X1 a 0 nosuch\n",
       "deck.cir:2:8: error: unknown subcircuit 'nosuch'\n"
       "  X1 a 0 nosuch\n"
       "         ^"},
      {"t\n"
       ".subckt pair a b\n"
       "R1 a b 1k\n"
       ".ends\n"
       "X1 a pair\n",
       "deck.cir:5:6: error: 'pair' has 2 nodes, this instance gives 1\n"
       "  X1 a pair\n"
       "       ^"},
      {"t\n"
       ".subckt pair a b\n"
       "R1 a b 1k\n"
       ".ends\n"
       "X1 a 0 0 pair\n",
       "deck.cir:5:8: error: 'pair' has 2 nodes, this instance gives 3\n"
       "  X1 a 0 0 pair\n"
       "         ^"},
      {"t\n"
       ".subckt one a\n"
       "X1 a two\n"
       ".ends\n"
       ".subckt two a\n"
       "X1 a one\n"
       ".ends\n"
       "X1 b one\n",
       "deck.cir:6:6: error: subcircuit 'one' contains itself: one > two > one\n"
       "  X1 a one\n"
       "       ^"},
      {"t\n"
       "X1 o p m saddle_ota i0=1u gain=3\n",
       "deck.cir:2:27: error: saddle_ota has no parameter 'gain' (it has i0, alpha, linear)\n"
       "  X1 o p m saddle_ota i0=1u gain=3\n"
       "                            ^"},
      {"t\n"
       "X1 o p saddle_ota\n",
       "deck.cir:2:8: error: 'saddle_ota' has 3 nodes, this instance gives 2\n"
       "  X1 o p saddle_ota\n"
       "         ^"},
      {"t\n"
       ".subckt one a p=1\n"
       "R1 a 0 {p}\n"
       ".ends\n"
       "X1 b one q=2\n",
       "deck.cir:5:10: error: subcircuit 'one' has no parameter 'q'\n"
       "  X1 b one q=2\n"
       "           ^"},
      {"t\n"
       "R1 a 0 1k\n"
       ".ends\n",
       "deck.cir:3:1: error: '.ends' without '.subckt'\n"
       "  .ends\n"
       "  ^"},
      {"t\n"
       ".subckt one a\n"
       "R1 a 0 1k\n",
       "deck.cir:2:9: error: subcircuit 'one' has no '.ends'\n"
       "  .subckt one a\n"
       "          ^"},
      {"t\n"
       ".subckt one a\n"
       "R1 a 0 1k\n"
       ".ends two\n",
       "deck.cir:4:7: error: '.ends two' stands where subcircuit 'one' is open\n"
       "  .ends two\n"
       "        ^"},
      {"t\n"
       ".subckt one a a\n"
       ".ends\n",
       "deck.cir:2:15: error: port 'a' appears twice\n"
       "  .subckt one a a\n"
       "                ^"},
      {"t\n"
       ".subckt one a 0\n"
       ".ends\n",
       "deck.cir:2:15: error: ground cannot be a port of a subcircuit\n"
       "  .subckt one a 0\n"
       "                ^"},
      {"t\n"
       ".subckt\n",
       "deck.cir:2:8: error: '.subckt' without a name\n"
       "  .subckt\n"
       "         ^"},
      {"t\n"
       ".subckt one a\n"
       ".ends\n"
       ".subckt one a\n"
       ".ends\n",
       "deck.cir:4:9: error: subcircuit 'one' is defined twice\n"
       "  .subckt one a\n"
       "          ^"},
      {"t\n"
       "X1\n",
       "deck.cir:2:3: error: instance 'x1' names no subcircuit\n"
       "  X1\n"
       "    ^"},
      {"t\n"
       "X1 a 0 sub\n"
       "X1 a 0 sub\n",
       "deck.cir:3:1: error: instance 'x1' is already defined on line 2\n"
       "  X1 a 0 sub\n"
       "  ^"},
      {"t\n"
       ".subckt sub a\n"
       ".tran 1 2\n"
       ".ends\n"
       "X1 a sub\n",
       "deck.cir:3:1: error: .tran cannot stand in a subcircuit\n"
       "  .tran 1 2\n"
       "  ^"},
      {"t\n"
       "X1 a b saddle_follower x=1\n",
       "deck.cir:2:24: error: saddle_follower has no parameter 'x'\n"
       "  X1 a b saddle_follower x=1\n"
       "                         ^"},
      {"t\n"
       "X1 a b saddle_inverter beta=1 beta=2\n",
       "deck.cir:2:31: error: parameter 'beta' is given twice\n"
       "  X1 a b saddle_inverter beta=1 beta=2\n"
       "                                ^"},
      {"t\n"
       ".subckt s a\n"
       "R1 a 0 {p}\n"
       ".ends\n"
       "X1 b s\n",
       "deck.cir:3:9: error: unknown parameter 'p'\n"
       "  R1 a 0 {p}\n"
       "          ^"},
      {"t\n"
       ".subckt s a p=1 p=2\n"
       ".ends\n",
       "deck.cir:2:17: error: parameter 'p' is defined twice\n"
       "  .subckt s a p=1 p=2\n"
       "                  ^"},
      {"t\n"
       ".subckt s a\n"
       "R1 a n 1k\n"
       "B1 a 0 V=v(b)\n"
       ".ends\n"
       "R2 b 0 1\n"
       "X1 b s\n",
       "deck.cir:4:12: error: nothing is connected to node 'x1.b'\n"
       "  B1 a 0 V=v(b)\n"
       "             ^"},
  });
}

}  // namespace saddle
