// Runs something in a process of its own, so that its peak memory is its own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

namespace saddle::bench {

// What `work` returns; zeros if the child died.
template <std::size_t N>
std::array<double, N> in_child(const std::function<std::array<double, N>()>& work) {
  std::array<double, N> result{};
  int ends[2];
  if (pipe(ends) != 0) return result;
  const pid_t child = fork();
  if (child == 0) {
    result = work();
    const bool written = write(ends[1], result.data(), sizeof result) == sizeof result;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  const bool complete = child > 0 && read(ends[0], result.data(), sizeof result) == sizeof result;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return complete ? result : std::array<double, N>{};
}

}  // namespace saddle::bench
