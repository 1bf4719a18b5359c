// What the ngspice process tells its parent: a stream of frames, each a type, a length and bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace saddle {

enum class FrameType : std::uint8_t {
  library_missing,  // text: why it could not be loaded
  message,          // text: one line that ngspice printed to stderr
  loaded,           // the deck has been read; messages before it are about the netlist
  plot,             // text: the plot's type ("tran1"), then one vector name a line
  point,            // doubles: one value for each vector of the last plot
  quit,             // text: ngspice asked to end, with its exit status
  finished,         // doubles: CPU seconds; points ngspice holds
};

struct Frame {
  FrameType type;
  std::string bytes;
};

// The child's side: buffered, flushed at every frame that is not a point.
class FrameWriter {
 public:
  explicit FrameWriter(int file) : file_(file) {}
  void send(FrameType type, std::string_view bytes);
  void flush();

 private:
  int file_;
  std::string buffer_;
};

// The parent's side: bytes in, whole frames out.
class FrameReader {
 public:
  void append(std::string_view bytes) { buffer_.append(bytes); }
  std::optional<Frame> next();

 private:
  std::string buffer_;
  std::size_t used_ = 0;
};

}  // namespace saddle
