#include <fcntl.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/files/csv.hpp>
#include <saddle/export/files/number_text.hpp>
#include <saddle/export/files/raw.hpp>

#include "export/support.hpp"

using namespace saddle;
using namespace saddle::test;

namespace {

Waveforms two_signals() {
  Waveforms waveforms;
  waveforms.title = "two\nsignals";
  waveforms.time = {0, 1e-9, 1.0 / 3};
  waveforms.signals = {{"v(x)", "V", {0.1, -2.5e-17, 1e300}}, {"i(v 1)", "A", {1, 2, 0.1 + 0.2}}};
  return waveforms;
}

}  // namespace

TEST_CASE("numbers are written in their shortest form that reads back the same", "[files]") {
  for (const double value : {0.1, 1.0 / 3, 1e-5, 5e-324, 1.7976931348623157e308, -0.0, 123456789.0})
    CHECK(std::strtod(number_text(value).c_str(), nullptr) == value);
  CHECK(number_text(1e-5) == "1e-05");
  CHECK(number_text(0.1) == "0.1");
}

TEST_CASE("a file appears with its commit, whole", "[files]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("out.txt");
  {
    AtomicFile file(path);
    file.append("half");
    CHECK_FALSE(std::filesystem::exists(path));
    file.append(" and half");
    file.commit();
  }
  CHECK(read_whole(path) == "half and half");
  CHECK(directory.names() == std::vector<std::string>{"out.txt"});
}

TEST_CASE("a file that is not committed leaves nothing behind", "[files]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("out.txt");
  write_file(path, "old");
  {
    AtomicFile file(path);
    file.append(std::string(1 << 20, 'x'));
  }
  CHECK(read_whole(path) == "old");
  CHECK(directory.names() == std::vector<std::string>{"out.txt"});
}

TEST_CASE("a file that is replaced keeps its mode, and a link stays a link", "[files]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("out.txt"), link = directory.file("link.txt");
  write_file(path, "old");
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  std::filesystem::create_symlink(path, link);
  write_file(link, "new");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(read_whole(path) == "new");
  struct stat now;
  REQUIRE(::stat(path.c_str(), &now) == 0);
  CHECK((now.st_mode & 07777) == 0640);
}

TEST_CASE("what is no regular file is written to, not replaced", "[files]") {
  write_file("/dev/null", "gone");
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a file that cannot be written is named in the error", "[files]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("missing/out.txt");
  CHECK_THROWS_WITH(write_file(path, "x"), "cannot write '" + path + "': No such file or directory");
  CHECK_THROWS_AS(write_file(path, "x"), OutputError);
  const std::string itself = directory.file("");
  CHECK_THROWS_WITH(write_file(itself, "x"), "cannot write '" + itself + "': Is a directory");
}

TEST_CASE("CSV has a header and every digit", "[files]") {
  const TemporaryDirectory directory;
  Waveforms waveforms = two_signals();
  waveforms.signals[1].name = "a,\"b\"";
  const std::string path = directory.file("w.csv");
  write_csv(path, waveforms);
  CHECK(read_whole(path) ==
        "time,v(x),\"a,\"\"b\"\"\"\n"
        "0,0.1,1\n"
        "1e-09,-2.5e-17,2\n"
        "0.3333333333333333,1e+300,0.30000000000000004\n");
}

TEST_CASE("an ASCII raw file is ngspice's", "[files]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("w.raw");
  write_raw(path, two_signals(), RawFormat::ascii);
  CHECK(read_whole(path) ==
        "Title: two signals\n"
        "Plotname: Transient Analysis\n"
        "Flags: real\n"
        "No. Variables: 3\n"
        "No. Points: 3\n"
        "Variables:\n"
        "\t0\ttime\ttime\n"
        "\t1\tv(x)\tvoltage\n"
        "\t2\ti(v_1)\tcurrent\n"
        "Values:\n"
        " 0\t0\n\t0.1\n\t1\n\n"
        " 1\t1e-09\n\t-2.5e-17\n\t2\n\n"
        " 2\t0.3333333333333333\n\t1e+300\n\t0.30000000000000004\n\n");
}

TEST_CASE("a binary raw file holds the doubles themselves", "[files]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("w.raw");
  write_raw(path, two_signals());
  const std::string content = read_whole(path);
  const std::size_t data = content.find("Binary:\n") + 8;
  REQUIRE(content.size() - data == 9 * sizeof(double));
  double values[9];
  std::memcpy(values, content.data() + data, sizeof values);
  CHECK(values[0] == 0);
  CHECK(values[1] == 0.1);
  CHECK(values[2] == 1);
  CHECK(values[6] == 1.0 / 3);
  CHECK(values[8] == 0.1 + 0.2);
}

TEST_CASE("ngspice loads both raw formats", "[files]") {
  if (std::system("ngspice --version > /dev/null 2>&1") != 0) {
    WARN("skipped: the program ngspice is not installed");
    return;
  }
  const TemporaryDirectory directory;
  const auto format = GENERATE(RawFormat::binary, RawFormat::ascii);
  Waveforms waveforms = two_signals();
  waveforms.signals[1].name = "i(v1)";
  write_raw(directory.file("w.raw"), waveforms, format);
  write_file(directory.file("load.sp"), "load a raw file\n.control\nset numdgt=16\nload " +
                                            directory.file("w.raw") +
                                            "\nprint i(v1)[2] v(x)[1] time[2]\nquit\n.endc\n.end\n");
  const std::string command =
      "ngspice -b '" + directory.file("load.sp") + "' > '" + directory.file("said") + "' 2>&1";
  REQUIRE(std::system(command.c_str()) == 0);
  const std::string said = read_whole(directory.file("said"));
  const auto printed = [&](const std::string& name) {
    const std::size_t at = said.find(name + " = ");
    return at == std::string::npos ? std::nan("") : std::strtod(said.c_str() + at + name.size() + 3, nullptr);
  };
  CHECK(printed("i(v1)[2]") == Approx(0.1 + 0.2).epsilon(1e-15));
  CHECK(printed("v(x)[1]") == Approx(-2.5e-17).epsilon(1e-15));
  CHECK(printed("time[2]") == Approx(1.0 / 3).epsilon(1e-15));
}
