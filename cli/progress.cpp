#include "progress.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace saddle::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void on_interrupt(int) {
  if (interrupted) std::signal(SIGINT, SIG_DFL);  // a third Ctrl-C ends the program at once
  interrupted = 1;
}

}  // namespace

Progress::Progress(double stop)
    : stop_(stop),
      terminal_(isatty(fileno(stderr)) != 0),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_) {
  interrupted = 0;
  std::signal(SIGINT, on_interrupt);
}

Progress::~Progress() {
  std::signal(SIGINT, SIG_DFL);
  if (drawn_) fmt::print(stderr, "\r{:<60}\r", "");
}

bool Progress::operator()(double time) {
  if (interrupted) return false;
  if (!terminal_) return true;
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (now - begin_ < 1s || now - last_ < 100ms) return true;
  last_ = now;
  drawn_ = true;
  const double part = std::clamp(time / stop_, 0.0, 1.0);
  const int filled = static_cast<int>(40 * part);
  fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", 40 - filled, 100 * part);
  std::fflush(stderr);
  return true;
}

}  // namespace saddle::cli
