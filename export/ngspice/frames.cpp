#include <saddle/export/ngspice/frames.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace saddle {

namespace {

struct Header {
  std::uint64_t length;
  FrameType type;
};

constexpr std::size_t kBufferSize = 1 << 16;

}  // namespace

void FrameWriter::send(FrameType type, std::string_view bytes) {
  Header header{};
  header.length = bytes.size();
  header.type = type;
  buffer_.append(reinterpret_cast<const char*>(&header), sizeof header).append(bytes);
  if (type != FrameType::point || buffer_.size() >= kBufferSize) flush();
}

void FrameWriter::flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(file_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;  // nobody listens any more; SIGPIPE ends this process
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

std::optional<Frame> FrameReader::next() {
  Header header;
  const std::size_t left = buffer_.size() - used_;
  if (left >= sizeof header) std::memcpy(&header, buffer_.data() + used_, sizeof header);
  if (left < sizeof header || left - sizeof header < header.length) {
    buffer_.erase(0, used_);
    used_ = 0;
    return std::nullopt;
  }
  Frame frame{header.type, buffer_.substr(used_ + sizeof header, header.length)};
  used_ += sizeof header + header.length;
  return frame;
}

}  // namespace saddle
