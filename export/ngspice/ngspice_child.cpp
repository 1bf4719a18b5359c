#include <saddle/export/ngspice/ngspice_child.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <string_view>

#include <saddle/export/ngspice/frames.hpp>
#include <saddle/export/ngspice/ngspice_library.hpp>

namespace saddle {

namespace {

constexpr int kPipe = 3;

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * t.tv_usec; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string_view bytes_of(const double* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(double)};
}

// What the callbacks write to; the library hands it back as their last argument.
struct Listener {
  FrameWriter frames{kPipe};
  std::string plot;           // type of the last plot that began
  std::vector<double> point;  // reused for every point
};

// Lines come as "stdout text" or "stderr text".
int on_print(char* line, int, void* self) {
  const std::string_view text(line);
  constexpr std::string_view kError = "stderr ";
  if (text.starts_with(kError))
    static_cast<Listener*>(self)->frames.send(FrameType::message, text.substr(kError.size()));
  return 0;
}

int on_status(char*, int, void*) {
  return 0;
}

int on_exit(int status, bool, bool, int, void* self) {
  static_cast<Listener*>(self)->frames.send(FrameType::quit, std::to_string(status));
  ::_exit(EXIT_SUCCESS);
}

int on_plot(NgspicePlotInfo* info, int, void* self) {
  auto& listener = *static_cast<Listener*>(self);
  listener.plot = info->type;
  std::string text = listener.plot;
  for (int k = 0; k < info->vector_count; ++k) text.append("\n").append(info->vectors[k]->name);
  listener.point.resize(static_cast<std::size_t>(info->vector_count));
  listener.frames.send(FrameType::plot, text);
  return 0;
}

int on_point(NgspiceValues* values, int, int, void* self) {
  auto& listener = *static_cast<Listener*>(self);
  const std::size_t count = std::min(listener.point.size(), static_cast<std::size_t>(values->vector_count));
  for (std::size_t k = 0; k < count; ++k) listener.point[k] = values->vectors[k]->real;
  listener.frames.send(FrameType::point, bytes_of(listener.point.data(), count));
  return 0;
}

int on_thread(bool, int, void*) {
  return 0;
}

// Own silence, own signals, no core file, no life after the parent, no files but the pipe.
void become_quiet(int pipe) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);

  if (pipe != kPipe) ::dup2(pipe, kPipe);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, file);
  ::close_range(kPipe + 1, ~0U, 0);
}

// A user's .spiceinit would change what a deck means: ngspice looks for it in HOME, in
// SPICE_USERINIT_DIR and in the working directory. The system's spinit stays: it loads the code models.
void hide_user_settings() {
  ::setenv("HOME", "/nonexistent", 1);
  ::unsetenv("SPICE_USERINIT_DIR");
  ::unsetenv("USERPROFILE");
  ::unsetenv("SPICE_ASCIIRAWFILE");
  if (::chdir("/") != 0) ::_exit(EXIT_FAILURE);
  std::setlocale(LC_ALL, "C");
}

}  // namespace

void ngspice_child(int pipe, const std::vector<std::string>& libraries,
                   std::vector<std::string>& deck_lines) {
  become_quiet(pipe);
  Listener listener;
  NgspiceLibrary library;
  if (const std::string why = library.load(libraries); !why.empty()) {
    listener.frames.send(FrameType::library_missing, why);
    ::_exit(EXIT_SUCCESS);
  }
  hide_user_settings();
  library.init(on_print, on_status, on_exit, on_point, on_plot, on_thread, &listener);

  const double start = cpu_seconds();
  std::vector<char*> lines;
  for (std::string& line : deck_lines) lines.push_back(line.data());
  lines.push_back(nullptr);
  library.circuit(lines.data());
  listener.frames.send(FrameType::loaded, {});
  std::string run = "run";
  library.command(run.data());

  std::array<double, 2> figures{cpu_seconds() - start, 0};
  if (!listener.plot.empty()) {
    std::string scale = listener.plot + ".time";
    if (const NgspiceVectorInfo* time = library.vector(scale.data())) figures[1] = time->length;
  }
  listener.frames.send(FrameType::finished, bytes_of(figures.data(), figures.size()));
  ::_exit(EXIT_SUCCESS);
}

}  // namespace saddle
