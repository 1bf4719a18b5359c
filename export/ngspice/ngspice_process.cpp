#include <saddle/export/ngspice/ngspice_process.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include <saddle/export/ngspice/frames.hpp>
#include <saddle/export/ngspice/ngspice_child.hpp>

namespace saddle {

namespace {

using Kind = NgspiceFailure::Kind;
using Clock = std::chrono::steady_clock;

std::vector<std::string> library_names() {
  if (const char* name = std::getenv("SADDLE_NGSPICE_LIBRARY"); name && *name) return {name};
  return {"libngspice.so.0", "libngspice.so"};
}

std::vector<std::string> split_lines(const std::string& deck) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < deck.size()) {
    const std::size_t end = std::min(deck.find('\n', begin), deck.size());
    lines.push_back(deck.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// A child that is ended and waited for whatever happens: no zombie, no orphan.
class ChildProcess {
 public:
  explicit ChildProcess(pid_t pid) : pid_(pid) {}
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() {
    if (pid_ > 0) end();
  }
  void end() {
    ::kill(pid_, SIGKILL);
    wait();
  }
  int wait() {  // the status as waitpid gives it
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
};

class ReadingEnd {
 public:
  explicit ReadingEnd(int file) : file_(file) {}
  ReadingEnd(const ReadingEnd&) = delete;
  ReadingEnd& operator=(const ReadingEnd&) = delete;
  ~ReadingEnd() { ::close(file_); }

  // Waits for bytes until the deadline. Empty optional: too late; empty text: the other end closed.
  std::optional<std::string_view> read(Clock::time_point deadline) {
    while (true) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) return std::nullopt;
      pollfd wait{file_, POLLIN, 0};
      const int ready = ::poll(&wait, 1, static_cast<int>(std::min<long long>(left, 60'000)));
      if (ready < 0 && errno != EINTR) return std::string_view{};
      if (ready <= 0) continue;
      const ssize_t count = ::read(file_, buffer_.data(), buffer_.size());
      if (count < 0 && errno == EINTR) continue;
      return std::string_view(buffer_.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
  }

 private:
  int file_;
  std::array<char, 1 << 16> buffer_;
};

// What the child has said so far.
struct Account {
  NgspiceRun run;
  std::optional<std::size_t> time_column;
  std::size_t netlist_messages = 0;  // how many messages came while the deck was read
  bool loaded = false, finished = false;
  std::string missing, quit;
  double points_in_ngspice = 0;

  void take(const Frame& frame) {
    switch (frame.type) {
      case FrameType::library_missing:
        missing = frame.bytes;
        break;
      case FrameType::message:
        run.messages.push_back(frame.bytes);
        break;
      case FrameType::loaded:
        loaded = true;
        netlist_messages = run.messages.size();
        break;
      case FrameType::plot:
        begin_plot(frame.bytes);
        break;
      case FrameType::point:
        add_point(frame.bytes);
        break;
      case FrameType::quit:
        quit = frame.bytes;
        break;
      case FrameType::finished:
        finished = true;
        std::memcpy(&run.seconds, frame.bytes.data(), sizeof(double));
        std::memcpy(&points_in_ngspice, frame.bytes.data() + sizeof(double), sizeof(double));
        break;
    }
  }

  void begin_plot(const std::string& text) {
    std::vector<std::string> names = split_lines(text);
    run.plot = names.front();
    run.time.clear();
    run.vectors.clear();
    time_column.reset();
    for (std::size_t k = 1; k < names.size(); ++k) {
      if (names[k] == "time")
        time_column = k - 1;
      else
        run.vectors.push_back({std::move(names[k]), {}});
    }
  }

  void add_point(const std::string& bytes) {
    const std::size_t count = bytes.size() / sizeof(double);
    if (!time_column || count != run.vectors.size() + 1) return;  // the count at the end tells
    const auto value = [&](std::size_t k) {
      double number;
      std::memcpy(&number, bytes.data() + k * sizeof(double), sizeof(double));
      return number;
    };
    run.time.push_back(value(*time_column));
    for (std::size_t k = 0; k < run.vectors.size(); ++k)
      run.vectors[k].values.push_back(value(k < *time_column ? k : k + 1));
  }
};

bool is_error(std::string_view message) {
  std::string lower(message.substr(0, 400));
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower.starts_with("error") || lower.find("fatal") != std::string::npos ||
         lower.find(" error") != std::string::npos || lower.find("aborted") != std::string::npos ||
         lower.find("timestep too small") != std::string::npos;
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

// The first messages that tell what is wrong, on one line: "first; second". A message that ends in a
// colon takes the two lines behind it along: the card, and what is wrong with it.
std::string told(const std::vector<std::string>& messages, std::size_t begin, std::size_t end) {
  constexpr int kMost = 3;
  std::string text;
  int taken = 0;
  for (std::size_t k = begin; k < end && taken < kMost; ++k) {
    if (!is_error(messages[k])) continue;
    std::string line = one_line(messages[k]);
    if (line.ends_with(':'))
      for (int more = 0; more < 2 && k + 1 < end && !is_error(messages[k + 1]); ++more)
        line += (more == 0 ? " " : ", ") + one_line(messages[++k]);
    if (text.find(line) != std::string::npos) continue;
    text += (taken++ ? "; " : "") + line;
  }
  return text;
}

std::string because(const std::string& reason) {
  return reason.empty() ? "" : ": " + reason;
}

[[noreturn]] void fail(Kind kind, const std::string& sentence, Account& account) {
  throw NgspiceFailure(kind, sentence, std::move(account.run.messages));
}

// Evidence in the order of its weight: how the process ended, what it said while it read the deck,
// which plot it made, how far that goes.
void judge(Account& account, int status, const NgspiceOptions& options) {
  const NgspiceRun& run = account.run;
  if (!account.missing.empty())
    throw NgspiceMissing(
        fmt::format("the library of ngspice cannot be loaded ({}): install libngspice0, or name the "
                    "library in SADDLE_NGSPICE_LIBRARY",
                    account.missing));
  if (WIFSIGNALED(status))
    fail(Kind::crashed,
         fmt::format("ngspice crashed with signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status))),
         account);
  const std::string netlist =
      told(run.messages, 0, account.loaded ? account.netlist_messages : run.messages.size());
  const std::string later = told(run.messages, account.netlist_messages, run.messages.size());
  if (!netlist.empty() && run.plot.empty())
    fail(Kind::netlist, "ngspice could not read the deck: " + netlist, account);
  if (!account.quit.empty() || !account.finished)
    fail(Kind::crashed,
         fmt::format("ngspice ended by itself{}{}",
                     account.quit.empty() ? "" : " with exit status " + account.quit, because(later)),
         account);
  if (!netlist.empty()) fail(Kind::netlist, "ngspice did not read the deck as written: " + netlist, account);
  if (!run.plot.starts_with("tran") || run.time.empty())
    fail(Kind::no_result, "ngspice gave no transient waveforms" + because(later), account);
  if (static_cast<double>(run.time.size()) != account.points_in_ngspice)
    fail(Kind::no_result,
         fmt::format("ngspice reported {} points and holds {}", run.time.size(), account.points_in_ngspice),
         account);
  if (run.time.back() < options.stop * (1 - 1e-9))
    fail(Kind::stopped_early,
         fmt::format("ngspice stopped at {:.6g} s, before the end of the run at {:.6g} s{}", run.time.back(),
                     options.stop, because(later)),
         account);
  if (static_cast<long>(run.time.size()) < options.minimum_points)
    fail(Kind::too_few_points,
         fmt::format("ngspice gave {} points, at least {} were asked for", run.time.size(),
                     options.minimum_points),
         account);
}

}  // namespace

NgspiceRun run_ngspice(const std::string& deck, const NgspiceOptions& options) {
  std::vector<std::string> lines = split_lines(deck);
  const std::vector<std::string> libraries = library_names();
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw NgspiceFailure(Kind::system,
                         fmt::format("no pipe to ngspice could be made: {}", std::strerror(errno)));
  const pid_t pid = ::fork();
  if (pid < 0) {
    const int error = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw NgspiceFailure(Kind::system,
                         fmt::format("no process for ngspice could be made: {}", std::strerror(error)));
  }
  if (pid == 0) ngspice_child(ends[1], libraries, lines);
  ::close(ends[1]);

  ReadingEnd pipe(ends[0]);
  ChildProcess child(pid);
  const auto limit = std::chrono::duration<double>(std::min(options.timeout, 1e8));
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
  Account account;
  FrameReader frames;
  while (true) {
    const auto bytes = pipe.read(deadline);
    if (!bytes) {
      child.end();
      fail(Kind::timed_out,
           fmt::format("ngspice did not finish within {:g} s and was ended", options.timeout), account);
    }
    if (bytes->empty()) break;
    frames.append(*bytes);
    while (const auto frame = frames.next()) account.take(*frame);
  }
  judge(account, child.wait(), options);
  return std::move(account.run);
}

}  // namespace saddle
