// Runs the saddle program in a directory of its own and tells what came out.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace saddle::test {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

class Workshop {
 public:
  Workshop() {
    std::string name = (std::filesystem::temp_directory_path() / "saddle-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary directory");
    directory_ = name;
  }
  ~Workshop() { std::filesystem::remove_all(directory_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(directory_ / name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(directory_ / name); }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_))
      names.push_back(entry.path().filename().string());
    return names;
  }

  // `environment` holds settings like "NAME=value" on top of the present ones.
  Outcome saddle(const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment = {}) const {
    const pid_t child = fork();
    if (child == 0) {
      if (chdir(directory_.c_str()) != 0) _exit(99);
      if (!freopen(".out", "w", stdout) || !freopen(".err", "w", stderr)) _exit(99);
      for (const std::string& setting : environment) {
        const std::size_t equals = setting.find('=');
        setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
      }
      std::vector<char*> argv{const_cast<char*>("saddle")};
      for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
      argv.push_back(nullptr);
      execv(SADDLE_PROGRAM, argv.data());
      _exit(99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), read(".out"),
                    read(".err")};
    std::filesystem::remove(directory_ / ".out");
    std::filesystem::remove(directory_ / ".err");
    return outcome;
  }

 private:
  std::filesystem::path directory_;
};

}  // namespace saddle::test
