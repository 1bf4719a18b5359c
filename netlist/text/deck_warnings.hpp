// Warnings about a deck: each once, however often its line is expanded.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <saddle/netlist/text/readers.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

class DeckWarnings {
 public:
  DeckWarnings(const SourceText& text, std::vector<Warning>* out) : text_(text), out_(out) {}

  void add(std::size_t offset, const std::string& message) {
    if (out_ && said_.emplace(offset, message).second)
      out_->push_back({message_at(text_, offset, "warning", message)});
  }

 private:
  const SourceText& text_;
  std::vector<Warning>* out_;
  std::set<std::pair<std::size_t, std::string>> said_;
};

}  // namespace saddle
