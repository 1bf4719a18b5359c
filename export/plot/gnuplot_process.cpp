#include <saddle/export/plot/gnuplot_process.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

extern char** environ;

namespace saddle {

namespace {

class File {
 public:
  File() = default;
  explicit File(int number) : number_(number) {}
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~File() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

struct Pipe {
  File reading, writing;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw PlotError(fmt::format("no pipe to gnuplot could be made: {}", std::strerror(errno)));
    reading = File(ends[0]);
    writing = File(ends[1]);
  }
};

// While it lives, a pipe whose reader is gone gives an error instead of a signal to this thread.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() {
    ::sigemptyset(&set_);
    ::sigaddset(&set_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~IgnoreBrokenPipe() {
    const timespec now{};
    if (!::sigismember(&before_, SIGPIPE))
      while (::sigtimedwait(&set_, nullptr, &now) > 0) {
      }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t set_, before_;
};

pid_t start(const char* program, const Pipe& in, const Pipe& out, const Pipe& error, const sigset_t& mask) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, in.reading.number(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, out.writing.number(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, error.writing.number(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::string name(program), defaults("-d");
  std::array<char*, 3> arguments{name.data(), defaults.data(), nullptr};
  pid_t pid = -1;
  const int failed = ::posix_spawnp(&pid, program, &files, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0)
    throw PlotError(fmt::format("the program '{}' cannot be started ({}): install gnuplot to draw plots",
                                program, std::strerror(failed)));
  return pid;
}

void read_some(File& file, std::string& into) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) return file.close();
  into.append(buffer.data(), static_cast<std::size_t>(count));
}

void write_some(File& file, std::string_view& left) {
  const ssize_t count = ::write(file.number(), left.data(), left.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
  if (count < 0 || left.empty()) file.close();
}

// Feeds the script and collects both outputs at once, so that no pipe fills up.
void converse(std::string_view script, File& in, File& out, File& error, std::string& picture,
              std::string& complaint) {
  ::fcntl(in.number(), F_SETFL, O_NONBLOCK);
  while (out.open() || error.open()) {
    std::array<pollfd, 3> waits{
        {{in.number(), POLLOUT, 0}, {out.number(), POLLIN, 0}, {error.number(), POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;  // files that are closed are -1: ignored
    if (in.open() && waits[0].revents) write_some(in, script);
    if (out.open() && waits[1].revents) read_some(out, picture);
    if (error.open() && waits[2].revents) read_some(error, complaint);
  }
}

std::string first_words(std::string complaint) {
  std::replace_if(
      complaint.begin(), complaint.end(), [](unsigned char c) { return c < ' '; }, ' ');
  const std::size_t begin = std::min(complaint.find_first_not_of(' '), complaint.size());
  return begin == complaint.size() ? "it did not say why" : complaint.substr(begin, 200);
}

}  // namespace

std::string run_gnuplot(const std::string& script) {
  const char* named = std::getenv("SADDLE_GNUPLOT");
  Pipe in, out, error;
  const IgnoreBrokenPipe ignore;
  const pid_t pid = start(named && *named ? named : "gnuplot", in, out, error, ignore.before());
  in.reading.close();
  out.writing.close();
  error.writing.close();
  std::string picture, complaint;
  converse(script, in.writing, out.reading, error.reading, picture, complaint);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty())
    throw PlotError(fmt::format("gnuplot did not draw the plot: {}", first_words(complaint)));
  return picture;
}

}  // namespace saddle
