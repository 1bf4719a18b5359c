// Tables, printed as they are finished and kept for a Markdown file.
#pragma once

#include <string>
#include <vector>

namespace saddle::bench {

struct Table {
  std::string title;
  std::vector<std::string> header;  // the first column is text, the others are numbers
  std::vector<std::vector<std::string>> rows;
  std::string note;  // below the table; may be empty
};

class Report {
 public:
  void add(const Table& table);  // prints it too
  void write_markdown(const std::string& path, const std::string& command) const;

 private:
  std::string markdown_;
};

// Three significant digits, in a form short enough for a table.
std::string short_number(double value);

}  // namespace saddle::bench
