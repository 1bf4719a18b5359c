#include <saddle/export/files/atomic_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace saddle {

namespace {

constexpr std::size_t kBufferSize = 1 << 16;

std::string follow_links(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string result(real);
  std::free(real);
  return result;
}

// No two AtomicFiles of this process share a name; O_EXCL sees to those of others.
std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}.{}-{}.part", target, ::getpid(), counter++);
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(follow_links(path_)) {
  struct stat existing;
  const bool exists = ::stat(target_.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) {
    file_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) fail(errno);
    return;
  }
  open_temporary();
  if (exists && ::fchmod(file_, existing.st_mode & 07777) != 0) {
    const int error = errno;
    ::close(file_);
    ::unlink(temporary_.c_str());
    fail(error);
  }
}

void AtomicFile::open_temporary() {
  do {
    temporary_ = temporary_name(target_);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (file_ < 0 && errno == EEXIST);
  if (file_ < 0) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::append(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferSize) flush();
}

void AtomicFile::flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(file_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (::close(std::exchange(file_, -1)) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void AtomicFile::fail(int error) const {
  throw OutputError(fmt::format("cannot write '{}': {}", path_, std::strerror(error)));
}

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.append(content);
  file.commit();
}

}  // namespace saddle
