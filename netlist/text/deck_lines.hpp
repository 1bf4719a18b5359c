// A deck as logical lines.
//
// One pass makes a folded copy of the text, character for character as long as the original: lower
// case, comments blanked out, the line break and the `+` of a continuation blanked out. So a logical
// line is one contiguous range, every name is a view into the copy, and every offset is also an
// offset into what the user wrote, whatever was continued over how many lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

struct LogicalLine {
  std::size_t begin = 0, end = 0;  // the first character, and past the last; never blank at either side
  std::size_t term = 0;            // where the text of a `; = term` comment begins; 0: there is none
};

struct DeckLines {
  SourceText folded;               // messages about it show the original
  std::string title;               // the first line of the deck
  std::vector<LogicalLine> lines;  // up to, and without, `.end`
};

// Throws InputError for an empty deck and for a continuation line with nothing to continue.
DeckLines fold_deck(const SourceText& source);

// The term of the problem that the device of this line stands for, as written: ` ; = ` and the
// rest of the physical line.
std::string term_of(const SourceText& source, const LogicalLine& line);

}  // namespace saddle
