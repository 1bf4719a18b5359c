// Lines of a deck: the title, comments, cards folded with `+`.
#pragma once

#include <string>
#include <string_view>

namespace saddle {

// A first line that ngspice takes for a title and for nothing else: one line, not empty.
std::string deck_title(std::string_view title);

// A comment of any length, on as many `*` lines as it needs.
void append_comment(std::string& deck, std::string_view comment);

// A card, folded at blanks, and behind it `; = term` where a term is given.
void append_card(std::string& deck, std::string_view card, std::string_view term = {});

}  // namespace saddle
