#include <catch2/catch.hpp>

#include "deck_testing.hpp"

namespace saddle {

TEST_CASE("wrong sources of a deck are named at their place", "[text]") {
  check_messages({
      {"t\n"
       "V1 a 0 PWL(0 0 2u 1 1u 0)\n",
       "deck.cir:2:21: error: voltage source 'v1': pwl times must ascend, 1e-06 follows 2e-06\n"
       "  V1 a 0 PWL(0 0 2u 1 1u 0)\n"
       "                      ^"},
      {"t\n"
       "V1 a 0 PWL(0 0 2u)\n",
       "deck.cir:2:16: error: voltage source 'v1': pwl needs pairs of time and value\n"
       "  V1 a 0 PWL(0 0 2u)\n"
       "                 ^"},
      {"t\n"
       "V1 a 0 SIN(0 1 -1k)\n",
       "deck.cir:2:16: error: voltage source 'v1': the frequency must not be negative\n"
       "  V1 a 0 SIN(0 1 -1k)\n"
       "                 ^"},
      {"t\n"
       "V1 a 0 SIN(0)\n",
       "deck.cir:2:8: error: voltage source 'v1': sin needs at least 2 values, 1 given\n"
       "  V1 a 0 SIN(0)\n"
       "         ^"},
      {"t\n"
       "V1 a 0 PULSE(0 1 0 1n 1n 1u 1u)\n",
       "deck.cir:2:29: error: voltage source 'v1': the period 1e-06 is shorter than rise, width and fall "
       "together, 1.002e-06\n"
       "  V1 a 0 PULSE(0 1 0 1n 1n 1u 1u)\n"
       "                              ^"},
      {"t\n"
       "V1 a 0 PULSE(0 1)\n",
       "deck.cir:2:8: error: voltage source 'v1': pulse without a rise time takes it from the .tran card, "
       "and there is none\n"
       "  V1 a 0 PULSE(0 1)\n"
       "         ^"},
      {"t\n"
       "V1 a 0 PULSE(0 1 0 1n 1n 1u 2u 3 4)\n",
       "deck.cir:2:32: error: voltage source 'v1': pulse takes at most 7 values\n"
       "  V1 a 0 PULSE(0 1 0 1n 1n 1u 2u 3 4)\n"
       "                                 ^"},
      {"t\n"
       "V1 a 0 PULSE(0 1 0 -1n 1n 1u 2u)\n",
       "deck.cir:2:20: error: voltage source 'v1': the rise time must not be negative\n"
       "  V1 a 0 PULSE(0 1 0 -1n 1n 1u 2u)\n"
       "                     ^"},
      {"t\n"
       "V1 a 0 PULSE(0 1\n"
       "R1 a 0 1\n",
       "deck.cir:2:13: error: '(' is never closed\n"
       "  V1 a 0 PULSE(0 1\n"
       "              ^"},
      {"t\n"
       "V1 a 0\n",
       "deck.cir:2:7: error: voltage source 'v1' has no value\n"
       "  V1 a 0\n"
       "        ^"},
      {"t\n"
       "V1 a 0 EXP(0 1)\n",
       "deck.cir:2:8: error: voltage source 'v1': 'exp' is not supported, only PULSE, SIN and PWL\n"
       "  V1 a 0 EXP(0 1)\n"
       "         ^"},
      {"t\n"
       "V1 a 0 1 2\n",
       "deck.cir:2:10: error: voltage source 'v1': unexpected '2'\n"
       "  V1 a 0 1 2\n"
       "           ^"},
      {"t\n"
       "V1 a 0 PWL(0 0 1u 1 r=0)\n",
       "deck.cir:2:21: error: voltage source 'v1': 'r=' is not supported in pwl\n"
       "  V1 a 0 PWL(0 0 1u 1 r=0)\n"
       "                      ^"},
      {"t\n"
       "V1 a 0 SIN(0 1 1k) PULSE(0 1 0 1 1 1 3)\n",
       "deck.cir:2:20: error: voltage source 'v1' has two functions of time\n"
       "  V1 a 0 SIN(0 1 1k) PULSE(0 1 0 1 1 1 3)\n"
       "                     ^"},
      {"t\n"
       "V1 a 0 DC\n",
       "deck.cir:2:10: error: voltage source 'v1': the DC value is missing\n"
       "  V1 a 0 DC\n"
       "           ^"},
      {"t\n"
       "I1 a 0 SIN(0 1)\n",
       "deck.cir:2:8: error: current source 'i1': sin without a frequency takes it from the .tran card, and "
       "there is none\n"
       "  I1 a 0 SIN(0 1)\n"
       "         ^"},
  });
}

}  // namespace saddle
