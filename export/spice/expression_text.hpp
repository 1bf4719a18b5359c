// Behavioural expressions as ngspice 39 computes them the way they are meant:
//   - integer powers as products, because x^n, x**n and pow(x, n) all take |x| there;
//   - ln for the natural logarithm, u for the step, sgn for the sign;
//   - no call of limit(), which silently gives 0.
// Other powers are written pow(a, b): they have a meaning for a positive base only.
#pragma once

#include <functional>
#include <string>

#include <saddle/models/expression/graph.hpp>

namespace saddle {

// `symbol_text` gives the text of a symbol by its index: "v(x)", "i(v1)", "time". Operands keep
// their order, so the text reads back as the same sums and products. Throws DeckError for a
// constant that is not finite and for an expression of more than a million characters.
std::string expression_text(const Graph& graph, NodeId root,
                            const std::function<std::string(int symbol)>& symbol_text);

}  // namespace saddle
