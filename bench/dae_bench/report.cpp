#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace saddle::bench {

void Report::add(const Table& table) {
  std::vector<std::size_t> width;
  for (const std::string& name : table.header) width.push_back(name.size());
  for (const auto& row : table.rows)
    for (std::size_t j = 0; j < row.size(); ++j) width[j] = std::max(width[j], row[j].size());
  const auto line = [&](const std::vector<std::string>& cells, const std::string& between) {
    std::string text;
    for (std::size_t j = 0; j < cells.size(); ++j)
      text += (j > 0 ? between : "") + (j == 0 ? fmt::format("{:<{}}", cells[j], width[j])
                                               : fmt::format("{:>{}}", cells[j], width[j]));
    return text;
  };
  std::string rule = "|---";
  for (std::size_t j = 1; j < table.header.size(); ++j) rule += "|--:";

  fmt::print("\n{}\n\n  {}\n", table.title, line(table.header, "  "));
  markdown_ += fmt::format("\n## {}\n\n| {} |\n{}|\n", table.title, line(table.header, " | "), rule);
  for (const auto& row : table.rows) {
    fmt::print("  {}\n", line(row, "  "));
    markdown_ += fmt::format("| {} |\n", line(row, " | "));
  }
  if (!table.note.empty()) {
    fmt::print("\n  {}\n", table.note);
    markdown_ += fmt::format("\n{}\n", table.note);
  }
  std::fflush(stdout);
}

void Report::write_markdown(const std::string& path, const std::string& command) const {
  std::ofstream file(path);
  file << "# Saddle beside IDA\n\nMade by `" << command << "`.\n" << markdown_;
  if (!file.flush()) throw std::runtime_error("cannot write '" + path + "'");
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return "-";
  if (value != 0 && (std::abs(value) < 1e-2 || std::abs(value) >= 1e5)) return fmt::format("{:.2e}", value);
  return fmt::format("{:.{}f}", value, std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : 2);
}

}  // namespace saddle::bench
