// Whatever the outside world does while the program writes: nothing finished is lost, nothing
// half-written is left under its final name, and the exit status is 0 only if all is there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "testbench/network/program.h"
#include "testbench/outside/writers.h"
#include "testbench/support/sanitized.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* kOld = "what was there before\n";

/// Of a file or standard output, what is the same in every run.
std::string without_varying(const std::string& text) {
  json document = json::parse(text, nullptr, false);
  if (document.is_object()) {
    const std::function<void(json&)> strip = [&](json& value) {
      if (value.is_object()) value.erase("performance");
      if (value.is_structured()) {
        for (json& each : value) strip(each);
      }
    };
    strip(document);
    return document.dump();
  }
  static const std::regex varying("time=\"[^\"]*\"|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9.]+ s\\b");
  return std::regex_replace(text, varying, "");
}

/// The same, worked out once for each text: most are as before.
const std::string& comparable(const std::string& text) {
  static std::map<std::string, std::string> known;
  const auto [at, is_new] = known.try_emplace(text);
  if (is_new) at->second = without_varying(text);
  return at->second;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Whether a file, to be as `whole`, has all of its parts, but says of some that they failed: the
/// only way in which a file that is written to its end may differ.
bool says_what_failed(const std::string& text, const std::string& whole) {
  // Of a picture without what failed, its end has to do.
  for (const std::string end : {"</svg>\n", "IEND\xae\x42\x60\x82"}) {
    const auto ends_so = [&end](const std::string& each) {
      return each.size() >= end.size() &&
             each.compare(each.size() - end.size(), end.size(), end) == 0;
    };
    if (ends_so(whole)) return ends_so(text);
  }
  const std::vector<std::string> lines = lines_of(text);
  const std::vector<std::string> expected = lines_of(whole);
  // A waveform goes as far as the run has come, and ends with a time.
  if (expected.front().rfind("$version", 0) == 0) {
    return lines.size() > 1 && lines.size() <= expected.size() && lines.back().front() == '#' &&
           std::equal(lines.begin(), lines.end() - 1, expected.begin());
  }
  const auto has_all = [](const auto& list, const auto& parts) {
    return std::all_of(parts.begin(), parts.end(), [&list](const auto& each) {
      return std::find(list.begin(), list.end(), each) != list.end();
    });
  };
  if (lines.empty() || lines.front() != expected.front()) {
    // JSON, which comparable() gives in one line.
    const json document = json::parse(text, nullptr, false);
    if (!document.is_object()) return false;
    const json undisturbed = json::parse(whole);
    for (const auto& [key, value] : undisturbed.items()) {
      if (!document.contains(key)) return false;
    }
  } else if (text.back() != '\n') {
    return false;
  } else if (expected.front().rfind("series,", 0) == 0) {
    // A line for each point; or, of a time series, none for one that failed.
    if (expected.front().find(",failure") == std::string::npos) return lines.size() == 1;
    if (lines.size() != expected.size()) return false;
  } else if (expected.front().rfind("first_name,", 0) == 0) {
    if (lines.size() != expected.size()) return false;
  } else if (expected.front().rfind("topology,", 0) == 0) {
    if (lines.size() < expected.size()) return false;  // what is red may have been refused
  } else if (expected.front().rfind("<?xml", 0) == 0) {
    if (lines.back() != expected.back()) return false;
  } else {
    std::vector<std::string> headings;
    for (const std::string& line : expected) {
      if (line.rfind('#', 0) == 0) headings.push_back(line);
    }
    if (headings.empty() || !has_all(lines, headings)) return false;
  }
  const auto failures = [](const std::string& each) {
    static const std::regex failure(
        "\"kind\":\"(error|crash)\"|\"error\":\"|,(error|crash)\n|<failure |,red,|"
        "[1-9][0-9]* red\\b|no result|no value: runs have failed");
    return std::distance(std::sregex_iterator(each.begin(), each.end(), failure), {});
  };
  return failures(text) > failures(whole);
}

/// The points of an SQLite file; nothing if it is no whole file.
std::optional<std::set<std::string>> points_in(const std::string& path) {
  sqlite3* database = nullptr;
  std::set<std::string> points;
  std::string integrity;
  const auto add_point = [](void* set, int, char** values, char**) {
    static_cast<std::set<std::string>*>(set)->insert(std::string(values[0]) + " " + values[1] +
                                                     comparable(values[2]));
    return 0;
  };
  const auto set_text = [](void* text, int, char** values, char**) {
    *static_cast<std::string*>(text) += values[0];
    return 0;
  };
  const bool whole =
      sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK &&
      sqlite3_exec(database, "PRAGMA integrity_check", set_text, &integrity, nullptr) ==
          SQLITE_OK &&
      integrity == "ok" &&
      sqlite3_exec(database, "SELECT configuration, load, result FROM points", add_point, &points,
                   nullptr) == SQLITE_OK;
  sqlite3_close(database);
  if (!whole) return std::nullopt;
  return points;
}

bool is_database(const std::string& path) {
  return fs::path(path).extension() == ".sqlite";
}

/// What the shim says about the last run.
struct Strike {
  std::uint64_t calls = 0;
  std::string call;  ///< name; empty: none was struck
  std::uint64_t process = 0;
};

bool has_ended(pid_t process) {
  siginfo_t info{};
  // Unlike waitpid(), this can leave it to be waited for.
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == process;
}

bool is_stopped(std::uint64_t process) {
  const std::string status = read_file("/proc/" + std::to_string(process) + "/stat");
  return status.find(") T ") != std::string::npos;
}

/// A program and the worlds around it.
class Outside : public Program {
 protected:
  Outside() {
    for (const auto& [name, text] : inputs_of_writers()) folder.write(name, text);
    fs::create_directory(folder.file("out"));
    remember_other_programs();
  }

  /// gnuplot, yosys and what makes RTL blocks take long, and always do the same with the same
  /// input: that is done once.
  void remember_other_programs() {
    const std::string known = NETLOOM_KNOWN;
    fs::create_directories(known);
    fs::create_directories(folder.file("bin"));
    const char* before = std::getenv("PATH");
    const std::string path = before == nullptr ? "" : before;
    const std::string head = "#!/bin/sh\nPATH='" + path + "'\nk='" + known + "'\n";
    folder.write("bin/gnuplot", head +
                                    "input=$(cat)\nsum=$(printf '%s' \"$input\" | cksum)\n"
                                    "o=\"$k/${sum% *}-${sum#* }.picture\"\n"
                                    "[ -e \"$o\" ] || { new=$(mktemp -d \"$k/XXXXXX\") && "
                                    "printf '%s\\n' \"$input\" > \"$new/input\" && "
                                    "gnuplot \"$new/input\" > \"$new/output\" && "
                                    "mv \"$new/output\" \"$o\" && rm -r \"$new\"; } || exit\n"
                                    "exec cat \"$o\"\n");
    folder.write("bin/yosys",
                 head + "o=\"$k/$(cat script.ys '" NETLOOM_RTL "'/*.sv '" NETLOOM_RTL
                        "'/generated/*.sv | cksum | tr ' ' -)\"\n"
                        "[ -e \"$o\" ] || { yosys \"$@\" && new=$(mktemp -d \"$k/XXXXXX\") && "
                        "find . -maxdepth 1 -type f -exec cp -t \"$new\" {} + && "
                        "{ mv -T \"$new\" \"$o\" || [ -e \"$o\" ]; } 2> /dev/null; } || exit\n"
                        "cp \"$o\"/* .\n");
    // rtl/build_block, which the name of its interpreter begins; --output FILE is among its
    // arguments.
    folder.write("bin/python3",
                 head + "o=\"$k/$(cat \"$1\" '" NETLOOM_RTL "'/generated/*.sv '" NETLOOM_RTL
                        "'/loadable/*.h block.sv | cksum | tr ' ' -).so\"\n"
                        "before=\nfor each; do\n"
                        "[ \"$before\" = --output ] && output=$each\nbefore=$each\ndone\n"
                        "[ -e \"$o\" ] || { python3 \"$@\" && new=$(mktemp \"$k/XXXXXX\") && "
                        "cp \"$output\" \"$new\" && mv \"$new\" \"$o\"; } || exit\n"
                        "cp \"$o\" \"$output\"\n");
    for (const char* name : {"bin/gnuplot", "bin/yosys", "bin/python3"})
      chmod(folder.file(name).c_str(), 0755);
    path_ = folder.file("bin") + ":" + path;
  }

  /// In the program's process: `world` strikes at call number `call`.
  void enter(const std::string& world, std::uint64_t call) const {
    setenv("PATH", path_.c_str(), 1);
    setenv("TMPDIR", folder.file("tmp").c_str(), 1);
    if (world.empty()) return;
    setenv("LD_PRELOAD", NETLOOM_SHIM, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    setenv(
        "NETLOOM_WORLD",
        (world + " " + std::to_string(call) + " " + folder.file("out") + " " + folder.file("state"))
            .c_str(),
        1);
  }

  Result run_in(const std::string& world, std::uint64_t call,
                const std::vector<std::string>& arguments) {
    fs::remove(folder.file("state"));
    return run(arguments, [&] { enter(world, call); });
  }

  Strike strike() const {
    const std::string text = read_file(folder.file("state"));
    Strike result;
    if (text.size() < 80) return result;
    std::memcpy(&result.calls, text.data(), sizeof result.calls);
    result.call = text.substr(8, 64).c_str();
    std::memcpy(&result.process, text.data() + 72, sizeof result.process);
    return result;
  }

  struct Stopped {
    pid_t program = 0;
    std::uint64_t process = 0;  ///< of the program; 0: it ended without having been struck
  };

  /// Starts a program that the world "stop" strikes at a call, and waits until it has.
  Stopped start_and_stop(std::uint64_t call, const std::vector<std::string>& arguments) const {
    fs::remove(folder.file("state"));
    Stopped result{start(arguments, [&] { enter("stop", call); })};
    while (result.process == 0 && !has_ended(result.program)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (const Strike struck = strike(); is_stopped(struck.process)) {
        result.process = struck.process;
      }
    }
    return result;
  }

  /// Lets it go on, to its end.
  Result go_on(const Stopped& stopped) const {
    if (stopped.process != 0) kill(static_cast<pid_t>(stopped.process), SIGCONT);
    return end_of(stopped.program);
  }

  /// Waits until a program ends, or has had the time to if it did not wait for a database.
  static void wait_unless_locked(pid_t program) {
    for (int i = 0; i < 30 && !has_ended(program); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::string path_;
};

/// What a writer writes if nothing comes between.
struct Whole {
  std::uint64_t calls = 0;  ///< that the worlds count
  std::string output;
  std::map<std::string, std::string> files;
  std::set<std::string> points;  ///< in its SQLite file
};

bool has_database(const Writer& writer) {
  return std::any_of(writer.files.begin(), writer.files.end(), is_database);
}

/// Whether a file system without unnamed files is another world: SQLite makes files with names
/// anyway.
bool has_unnamed_files(const Writer& writer) {
  return !writer.files.empty() && !has_database(writer);
}

class Worlds : public Outside, public testing::WithParamInterface<Writer> {
 protected:
  void SetUp() override {
    const Writer& writer = GetParam();
    if (!writer.program.empty() &&
        std::system(("command -v " + writer.program + " > /dev/null").c_str()) != 0) {
      GTEST_SKIP() << writer.program << " is not installed";
    }
    fs::create_directory(folder.file("tmp"));
    if (writer.is_resumed) {
      std::vector<std::string> first = writer.arguments;
      first.insert(first.end(), {"--set", "traffic.load=0.1"});
      ASSERT_EQ(run_in("", 0, first).status, 0);
      fs::copy(folder.file("out"), folder.file("before"));
      resumed_ = points_in(folder.file("out/o.sqlite")).value();
    }
    prepare();
    const Result result = run_in("none", 0, writer.arguments);
    ASSERT_EQ(result.status, 0) << result.errors;
    whole_.calls = strike().calls;
    whole_.output = comparable(result.output);
    ASSERT_FALSE(whole_.output.empty() && writer.files.empty());
    for (const std::string& file : writer.files) {
      if (is_database(file)) {
        whole_.points = points_in(folder.file(file)).value();
        ASSERT_FALSE(whole_.points.empty());
      } else {
        whole_.files[file] = comparable(read_file(folder.file(file)));
        ASSERT_NE(whole_.files[file], kOld);
      }
    }
    ASSERT_THAT(strays(), IsEmpty());
  }

  /// The folder as it is before each trial: with older files, but no database or one with a point.
  void prepare() const {
    const Writer& writer = GetParam();
    // It may be a disk of its own.
    for (const auto& entry : fs::directory_iterator(folder.file("out"))) {
      fs::remove_all(entry.path());
    }
    if (writer.is_resumed) fs::copy(folder.file("before"), folder.file("out"));
    for (const std::string& file : writer.files) {
      if (!is_database(file)) folder.write(file, kOld);
    }
  }

  /// Files that nobody asked for.
  std::vector<std::string> strays() const {
    const Writer& writer = GetParam();
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.file("out"))) {
      const std::string name = "out/" + entry.path().filename().string();
      const bool of_database =
          std::any_of(writer.files.begin(), writer.files.end(), [&](const std::string& file) {
            return is_database(file) && (name == file + "-wal" || name == file + "-shm");
          });
      if (!of_database &&
          std::find(writer.files.begin(), writer.files.end(), name) == writer.files.end()) {
        names.push_back(name);
      }
    }
    for (const auto& entry : fs::directory_iterator(folder.file("tmp"))) {
      names.push_back("tmp/" + entry.path().filename().string());
    }
    return names;
  }

  /// What else can go wrong in a world than an output.
  enum class Harm {
    kNone,
    kKill,      ///< the program, by a signal that cannot be caught: nothing is tidied up
    kContents,  ///< what outputs are about (points, combinations), of which they say so
    kNoMemory   ///< the same, and a folder that cannot be removed without memory
  };

  /// What holds in every world.
  void expect_nothing_broken(const Result& result, Harm harm) {
    const bool killed = harm == Harm::kKill;
    const bool may_fail = harm == Harm::kContents || harm == Harm::kNoMemory;
    const Writer& writer = GetParam();
    bool all = result.status == 0;
    if (result.status == 0) {
      EXPECT_EQ(comparable(result.output), whole_.output);
    } else if (!killed && result.signal != SIGPIPE) {
      EXPECT_THAT(result.errors, HasSubstr("error: "));
    }
    for (const std::string& file : writer.files) {
      const std::string path = folder.file(file);
      if (is_database(file)) {
        if (!all && !fs::exists(path)) continue;
        const std::optional<std::set<std::string>> points = points_in(path);
        ASSERT_TRUE(points) << file << " is not whole";
        EXPECT_TRUE(std::includes(whole_.points.begin(), whole_.points.end(), points->begin(),
                                  points->end()));
        EXPECT_TRUE(
            std::includes(points->begin(), points->end(), resumed_.begin(), resumed_.end()));
        if (all) {
          EXPECT_EQ(*points, whole_.points);
        }
        continue;
      }
      const std::string content = comparable(read_file(path));
      if (all) {
        EXPECT_EQ(content, whole_.files.at(file)) << file;
      } else if (!may_fail || !says_what_failed(content, whole_.files.at(file))) {
        EXPECT_THAT(content, AnyOf(whole_.files.at(file), comparable(kOld))) << file;
      }
    }
    std::vector<std::string> left = strays();
    const auto may_be_left = [&](const std::string& name) {
      return (killed && fs::path(name).extension() == ".part") ||
             ((killed || harm == Harm::kNoMemory) && name.rfind("tmp/", 0) == 0);
    };
    left.erase(std::remove_if(left.begin(), left.end(), may_be_left), left.end());
    EXPECT_THAT(left, IsEmpty());
  }

  /// What is on standard output first is not lost with the files.
  void expect_results_printed(const Result& result) const {
    if (!GetParam().prints || GetParam().files.empty()) return;
    EXPECT_THAT(whole_.output, StartsWith(comparable(result.output)));
    EXPECT_FALSE(result.output.empty());
  }

  /// A sweep goes on where it was, to what it would have come to by itself.
  void expect_resumable() {
    const Writer& writer = GetParam();
    if (!has_database(writer)) return;
    std::size_t kept = 0;
    for (const std::string& file : writer.files) {
      if (is_database(file) && fs::exists(folder.file(file))) {
        kept = points_in(folder.file(file)).value().size();
      }
    }
    fs::remove_all(folder.file("tmp"));
    fs::create_directory(folder.file("tmp"));
    const Result again = run_in("", 0, writer.arguments);
    EXPECT_EQ(again.status, 0) << again.errors;
    if (kept > 0 && writer.arguments[0] == "sweep") {
      EXPECT_THAT(again.errors, HasSubstr(std::to_string(kept) + " of "));
    }
    expect_nothing_broken(again, Harm::kKill);
  }

  /// Lets a world strike at each call in turn, later ones with growing steps between if the writer
  /// does not say otherwise, until the program ends without having been struck. If it is not to be
  /// thorough, steps grow from the first one on, and faster.
  /// `judge` says what has to hold beside. Returns how often it struck.
  template <class Judge>
  int strike_everywhere(const std::string& world, const Judge& judge) {
    const bool every_call =
        thorough() && GetParam().every_call && (world == "ENOSPC" || world == "kill");
    const int one_by_one = thorough() ? 12 : 1;
    const auto step = [](int call) { return thorough() ? call / 3 : 2 * call; };
    for (int call = 0;; call += every_call || call < one_by_one ? 1 : step(call)) {
      prepare();
      const Result result = run_in(world, static_cast<std::uint64_t>(call), GetParam().arguments);
      const Strike struck = strike();
      SCOPED_TRACE(world + " at call " + std::to_string(call) + ": " + struck.call + "\n" +
                   result.errors);
      if (struck.call.empty()) {
        EXPECT_EQ(result.status, 0) << result.errors;
        return call;
      }
      EXPECT_LT(call, 2000);
      judge(result, struck);
      expect_nothing_broken(result, world.rfind("kill", 0) == 0 ? Harm::kKill
                                    : world == "EMFILE"         ? Harm::kContents
                                                                : Harm::kNone);
      if (result.status != 0) expect_resumable();
      if (HasFailure()) return call;
    }
  }

  void strike_with_error(const std::string& world, const std::string& reason) {
    const int strikes = strike_everywhere(world, [&](const Result& result, const Strike& struck) {
      EXPECT_EQ(result.signal, 0);
      EXPECT_THAT(result.status, AnyOf(0, 1));
      if (result.status == 0) return;  // all is there, which is looked at
      EXPECT_THAT(result.errors,
                  AnyOf(HasSubstr(reason), HasSubstr("database or disk is full"),
                        HasSubstr("disk I/O error"), HasSubstr("cannot be opened for writing")));
      // A disk that is full when a file is tried out is full when results are printed, too.
      const bool full_before = world.rfind("ENOSPC", 0) == 0 && struck.call == "open" &&
                               result.output.empty() && GetParam().prints;
      if (struck.call == "write of standard output" || full_before) {
        EXPECT_THAT(result.errors, HasSubstr("standard output cannot be written"));
      } else {
        expect_results_printed(result);
      }
    });
    EXPECT_GT(strikes, 0);
  }

  /// Whether a line names one of the files and says what is wrong with it.
  static bool says_that_disk_is_full(const std::string& errors) {
    const std::vector<std::string> lines = lines_of(errors);
    const auto& files = GetParam().files;
    return std::any_of(lines.begin(), lines.end(), [&files](const std::string& line) {
      return std::any_of(files.begin(), files.end(),
                         [&line](const std::string& file) {
                           return line.find("error: " + file + ": ") != std::string::npos;
                         }) &&
             (line.find("No space left on device") != std::string::npos ||
              line.find("database or disk is full") != std::string::npos);
    });
  }

  Whole whole_;
  std::set<std::string> resumed_;
};

/// Where files are written, not only standard output.
class FileWorlds : public Worlds {};
class UnnamedFileWorlds : public Worlds {};

TEST_P(Worlds, FullDisk) {
  strike_with_error("ENOSPC", "No space left on device");
}

TEST_P(UnnamedFileWorlds, FullDiskWithoutUnnamedFiles) {
  strike_with_error("ENOSPC-named", "No space left on device");
}

TEST_P(Worlds, BadDisk) {
  strike_with_error("EIO", "Input/output error");
}

TEST_P(Worlds, NoFileDescriptors) {
  strike_everywhere("EMFILE", [&](const Result& result, const Strike&) {
    EXPECT_EQ(result.signal, 0);
    EXPECT_THAT(result.status, AnyOf(0, 1, 2));
    if (result.status != 0) {
      EXPECT_THAT(result.output + result.errors,
                  AnyOf(HasSubstr("Too many open files"), HasSubstr("cannot be opened for writing"),
                        HasSubstr("yosys cannot be started")));
    }
  });
}

TEST_P(Worlds, Kill9) {
  for (const char* world : {"kill", "kill-named"}) {
    if (!has_unnamed_files(GetParam()) && std::strcmp(world, "kill") != 0) continue;
    strike_everywhere(world, [&](const Result& result, const Strike&) {
      // One of the processes that simulate may have been killed instead.
      if (result.signal == 0) {
        EXPECT_EQ(result.status, 1);
        EXPECT_THAT(result.errors, HasSubstr("was killed by signal 9"));
      } else {
        EXPECT_EQ(result.signal, SIGKILL);
      }
    });
  }
}

TEST_P(Worlds, SigtermAndSigint) {
  std::vector<std::pair<std::string, int>> worlds = {{"term", SIGTERM}};
  if (has_unnamed_files(GetParam())) {
    if (thorough()) worlds.emplace_back("term-named", SIGTERM);
    worlds.emplace_back(thorough() ? "int" : "int-named", SIGINT);
  }
  for (const auto& [world, number] : worlds) {
    strike_everywhere(world, [&, number = number](const Result& result, const Strike&) {
      const std::string by_signal = " by signal " + std::to_string(number);
      EXPECT_THAT(result.errors, HasSubstr(by_signal));
      if (result.signal == 0) {
        EXPECT_EQ(result.status, 1);  // one of the processes that simulate
      } else {
        EXPECT_EQ(result.signal, number);
      }
    });
  }
}

TEST_P(Worlds, LittleMemoryForEachAllocation) {
  for (std::uint64_t call = 0, strikes = 1; strikes > 0;
       call = (thorough() ? call * 8 / 5 : call * 5) + 1) {
    prepare();
    const Result result = run_in("ENOMEM", call, GetParam().arguments);
    SCOPED_TRACE("from allocation " + std::to_string(call) + " on\n" + result.errors);
    strikes = strike().call.empty() ? 0 : 1;
    EXPECT_EQ(result.signal, 0);
    EXPECT_THAT(result.status, AnyOf(0, 1));
    if (result.status == 1) {
      EXPECT_THAT(result.errors, HasSubstr("out of memory"));
    }
    expect_nothing_broken(result, Harm::kNoMemory);
    if (HasFailure()) return;
  }
}

TEST_P(Worlds, LittleMemory) {
  if (kSanitized) GTEST_SKIP() << "sanitizers take more than any such limit";
  bool enough = false;
  // In less the kernel cannot even map the program, and ends it by a signal.
  for (rlim_t kilobytes = 13000; !enough; kilobytes += kilobytes / (thorough() ? 24 : 6)) {
    ASSERT_LT(kilobytes, 100000000u);
    prepare();
    fs::remove(folder.file("state"));
    const Result result = run(GetParam().arguments, [&] {
      enter("none", 0);
      const rlimit limit{kilobytes * 1024, kilobytes * 1024};
      setrlimit(RLIMIT_AS, &limit);
    });
    SCOPED_TRACE(std::to_string(kilobytes) + " KB\n" + result.errors);
    enough = result.status == 0;
    if (result.status == 127) continue;  // not even the libraries can be loaded
    EXPECT_EQ(result.signal, 0);
    EXPECT_THAT(result.status, AnyOf(0, 1, 2));
    if (!strike().calls) {
      EXPECT_FALSE(result.errors.empty());
      continue;
    }
    expect_nothing_broken(result, Harm::kNoMemory);
    if (HasFailure()) return;
  }
}

TEST_P(Worlds, FewFileDescriptors) {
  bool enough = false;
  for (rlim_t files = 3; !enough; ++files) {
    ASSERT_LT(files, 100u);
    prepare();
    const Result result = run(GetParam().arguments, [&] {
      enter("", 0);
      const rlimit limit{files, files};
      setrlimit(RLIMIT_NOFILE, &limit);
    });
    SCOPED_TRACE(std::to_string(files) + " descriptors\n" + result.errors);
    enough = result.status == 0;
    if (result.status == 127) continue;  // not even the libraries can be loaded
    EXPECT_EQ(result.signal, 0);
    expect_nothing_broken(result, Harm::kContents);
    if (HasFailure()) return;
  }
}

/// Read-only for the program, which is root in some containers.
void obey_permissions() {
  prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
  prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
}

TEST_P(FileWorlds, ReadOnlyFolder) {
  prepare();
  chmod(folder.file("out").c_str(), 0555);
  const Result result = run(GetParam().arguments, [&] {
    enter("", 0);
    obey_permissions();
  });
  chmod(folder.file("out").c_str(), 0755);
  EXPECT_EQ(result.status, 2) << "before anything is simulated";
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("cannot be written: Permission denied"));
  EXPECT_THAT(result.errors, HasSubstr("out/"));
  expect_nothing_broken(result, Harm::kNone);
}

TEST_P(FileWorlds, FolderThatTakesNoFiles) {
  prepare();
  fs::remove_all(folder.file("out"));
  // Root may write to this folder, but nobody can make a file there.
  fs::create_directory_symlink("/proc", folder.file("out"));
  const Result result = run(GetParam().arguments, [&] { enter("", 0); });
  fs::remove(folder.file("out"));
  EXPECT_EQ(result.status, 2) << "before anything is simulated";
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("out/"));
  EXPECT_THAT(result.errors, HasSubstr("cannot be written: "));
}

TEST_P(Worlds, ClosedPipe) {
  // A pipe that nobody reads. Where SIGPIPE is ignored, there is a message instead.
  for (const bool ignored : {false, true}) {
    prepare();
    const Result result = run(GetParam().arguments, [&] {
      enter("", 0);
      int ends[2];
      if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(126);
      close(ends[0]);
      close(ends[1]);
      std::signal(SIGPIPE, ignored ? SIG_IGN : SIG_DFL);
    });
    SCOPED_TRACE(result.errors);
    const bool is_printed = !whole_.output.empty();
    if (is_printed) {
      EXPECT_EQ(result.signal, ignored ? 0 : SIGPIPE);
      EXPECT_EQ(result.status, ignored ? 1 : -1);
    } else {
      EXPECT_EQ(result.status, 0);
    }
    EXPECT_EQ(
        result.errors.find("standard output cannot be written: Broken pipe\n") != std::string::npos,
        is_printed && ignored);
    // The files are there nonetheless.
    for (const auto& [file, content] : whole_.files) {
      EXPECT_EQ(comparable(read_file(folder.file(file))), content) << file;
    }
    EXPECT_THAT(strays(), IsEmpty());
  }
}

/// A disk of its own over a folder, for this process and those that it starts.
class Disk {
 public:
  explicit Disk(std::string path) : path_(std::move(path)) {
    if (unshare(CLONE_NEWNS) != 0) {
      why_not_ = std::string("unshare: ") + std::strerror(errno);
    } else if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
               mount("tmpfs", path_.c_str(), "tmpfs", 0, kRoomy) != 0) {
      why_not_ = std::string("mount: ") + std::strerror(errno);
    }
  }
  ~Disk() {
    if (why_not_.empty()) umount2(path_.c_str(), MNT_DETACH);
  }
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  /// Why none can be mounted; empty: it is there, with much room.
  const std::string& why_not() const { return why_not_; }

  /// Leaves room for so many bytes beside what is there. Not for none in all, which would
  /// be no limit.
  void leave(std::size_t bytes) const {
    struct statvfs now {};
    ASSERT_EQ(statvfs(path_.c_str(), &now), 0) << std::strerror(errno);
    const std::size_t size = (now.f_blocks - now.f_bfree) * now.f_frsize + bytes;
    ASSERT_GT(size, 0u);
    set_size("size=" + std::to_string(size));
  }

  void leave_much() const { set_size(kRoomy); }

 private:
  static constexpr const char* kRoomy = "size=64m";

  void set_size(const std::string& size) const {
    ASSERT_EQ(mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT, size.c_str()), 0)
        << std::strerror(errno);
  }

  std::string path_;
  std::string why_not_;
};

/// Disks that are full in truth, from the first byte to enough.
TEST_P(FileWorlds, SmallDisk) {
  constexpr std::size_t kPage = 4096;
  const Disk disk(folder.file("out"));
  if (!disk.why_not().empty()) {
    GTEST_SKIP() << "no file system can be mounted here: " << disk.why_not();
  }
  const bool has_older = !whole_.files.empty() || !resumed_.empty();
  bool enough = false;
  for (std::size_t room = has_older ? 0 : kPage; !enough; room += std::max(kPage, room / 2)) {
    ASSERT_LT(room, std::size_t{1} << 26);
    prepare();
    disk.leave(room);
    const Result result = run_in("", 0, GetParam().arguments);
    disk.leave_much();
    SCOPED_TRACE(std::to_string(room) + " bytes\n" + result.errors);
    EXPECT_EQ(result.signal, 0);
    expect_nothing_broken(result, Harm::kNone);
    enough = result.status == 0;
    EXPECT_FALSE(enough && room == 0) << "what was there is written over";
    if (!enough) {
      EXPECT_EQ(result.status, 1);
      EXPECT_TRUE(says_that_disk_is_full(result.errors));
      expect_results_printed(result);
      expect_resumable();
    }
    if (HasFailure()) return;
  }
}

/// At the same time, and while one of them stands still: both are right, and whoever looks sees old
/// files or new ones.
TEST_P(FileWorlds, TwoProcesses) {
  const Writer& writer = GetParam();
  const auto start_other = [&] {
    return start(
        writer.arguments, [&] { enter("", 0); }, "-other");
  };
  const auto expect_all = [&](const Result& result, Harm harm) {
    EXPECT_EQ(result.status, 0) << result.errors;
    expect_nothing_broken(result, harm);
  };
  prepare();
  const pid_t one = start(writer.arguments, [&] { enter("", 0); });
  const pid_t other = start_other();
  const Result result_of_one = end_of(one);
  const Result result_of_other = end_of(other, "-other");
  expect_all(result_of_one, Harm::kNone);
  expect_all(result_of_other, Harm::kNone);

  ASSERT_GT(whole_.calls, 1u);
  const std::uint64_t step = std::max<std::uint64_t>(1, whole_.calls / (thorough() ? 3 : 2));
  // From the last one back, but before the first one nothing has been done.
  for (std::uint64_t call = whole_.calls - 1; call > 0; call -= std::min(call, step)) {
    prepare();
    const Stopped first = start_and_stop(call, writer.arguments);
    SCOPED_TRACE("one is stopped at call " + std::to_string(call) + ": " + strike().call);
    for (const auto& [file, content] : whole_.files) {
      EXPECT_THAT(comparable(read_file(folder.file(file))), AnyOf(content, comparable(kOld)));
    }
    ASSERT_NE(first.process, 0u);
    const pid_t second = start_other();
    if (has_database(writer)) wait_unless_locked(second);
    const bool waits = has_database(writer) && !has_ended(second);
    // What the first one is writing may have a name.
    if (!waits) expect_all(end_of(second, "-other"), Harm::kKill);
    const Result result_of_first = go_on(first);
    if (waits) expect_all(end_of(second, "-other"), Harm::kNone);
    expect_all(result_of_first, Harm::kNone);
    if (HasFailure()) return;
  }
}

std::string name_of(const testing::TestParamInfo<Writer>& info) {
  return info.param.name;
}

bool has_files(const Writer& writer) {
  return !writer.files.empty();
}

bool is_any(const Writer&) {
  return true;
}

/// Kinds of files that it writes: all that writers with the same ones have to do is alike.
std::string kinds_of_files(const Writer& writer) {
  std::string kinds;
  for (const std::string& file : writer.files) kinds += fs::path(file).extension().string() + ' ';
  return kinds;
}

/// Of those that hold, the group with this number, of three. Writers of the same kinds of files are
/// dealt to all three; CI has each group in other worlds (CMakeLists.txt).
std::vector<Writer> group(std::size_t number, bool (*holds)(const Writer&)) {
  std::vector<Writer> result;
  std::map<std::string, std::size_t> next;  // by kinds: whose turn it is
  for (const Writer& each : writers()) {
    const auto turn = next.try_emplace(kinds_of_files(each), next.size()).first;
    if (turn->second++ % 3 == number && holds(each)) result.push_back(each);
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(FirstWriters, Worlds, testing::ValuesIn(group(0, is_any)), name_of);
INSTANTIATE_TEST_SUITE_P(SecondWriters, Worlds, testing::ValuesIn(group(1, is_any)), name_of);
INSTANTIATE_TEST_SUITE_P(ThirdWriters, Worlds, testing::ValuesIn(group(2, is_any)), name_of);
INSTANTIATE_TEST_SUITE_P(FirstWriters, FileWorlds, testing::ValuesIn(group(0, has_files)), name_of);
INSTANTIATE_TEST_SUITE_P(SecondWriters, FileWorlds, testing::ValuesIn(group(1, has_files)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(ThirdWriters, FileWorlds, testing::ValuesIn(group(2, has_files)), name_of);
INSTANTIATE_TEST_SUITE_P(FirstWriters, UnnamedFileWorlds,
                         testing::ValuesIn(group(0, has_unnamed_files)), name_of);
INSTANTIATE_TEST_SUITE_P(SecondWriters, UnnamedFileWorlds,
                         testing::ValuesIn(group(1, has_unnamed_files)), name_of);
INSTANTIATE_TEST_SUITE_P(ThirdWriters, UnnamedFileWorlds,
                         testing::ValuesIn(group(2, has_unnamed_files)), name_of);

// ---- A folder of many files.

TEST_F(Outside, ANetworkInRtlIsWrittenAsAWholeOrNotAtAll) {
  const std::string out = folder.file("out");
  fs::create_directories(out);
  const Disk disk(out);
  if (!disk.why_not().empty()) {
    GTEST_SKIP() << "no file system can be mounted here: " << disk.why_not();
  }
  const std::vector<std::string> arguments = {"rtl",      "tree.yaml", "--output",
                                              "out/made", "--cycles",  "50"};
  for (const bool is_there : {false, true}) {
    if (is_there) fs::create_directories(out + "/made");
    disk.leave(65536);
    const Result result = run(arguments);
    disk.leave_much();
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.errors, HasSubstr("No space left on device"));
    EXPECT_EQ(fs::exists(out + "/made"), is_there);
    EXPECT_TRUE(!is_there || fs::is_empty(out + "/made"));
  }
  EXPECT_EQ(run(arguments).status, 0);
  EXPECT_TRUE(fs::exists(out + "/made/README.md"));
}

// ---- What the table has to have.

TEST_F(Outside, EveryOptionOfEveryCommandIsInTheTable) {
  const std::string help = run({"--help"}).output;
  const std::regex command_line("\n  ([a-z]+) ");
  const std::size_t commands = help.find("Commands:");
  const std::size_t end_of_commands = help.find("\n\n", commands);
  ASSERT_NE(commands, std::string::npos);
  const std::string list = help.substr(commands, end_of_commands - commands);
  int found = 0;
  for (std::sregex_iterator at(list.begin(), list.end(), command_line), end; at != end; ++at) {
    const std::string command = (*at)[1];
    ++found;
    EXPECT_TRUE(std::any_of(writers().begin(), writers().end(), [&](const Writer& each) {
      return each.arguments[0] == command;
    })) << command;
    const std::string text = run({command, "--help-all"}).output;
    const std::regex option_line("\n  (?:-[a-z], )?(--[a-z0-9-]+)");
    for (std::sregex_iterator option(text.begin(), text.end(), option_line); option != end;
         ++option) {
      const std::string name = (*option)[1];
      const auto& others = options_that_write_nothing();
      EXPECT_TRUE(std::find(others.begin(), others.end(), name) != others.end() ||
                  std::any_of(writers().begin(), writers().end(),
                              [&](const Writer& each) {
                                // All of what `run` writes as `sweep` does too.
                                return each.arguments[0] == command &&
                                       std::find(each.arguments.begin(), each.arguments.end(),
                                                 name) != each.arguments.end();
                              }))
          << command << " " << name << " is in no row of writers.cpp";
    }
  }
  EXPECT_EQ(found, 15);
}

/// The rows as docs/reference/hostile_worlds.md has them.
std::string table_of_writers() {
  std::string table = "| command | writes |\n| --- | --- |\n";
  for (const Writer& each : writers()) {
    std::string command;
    for (const std::string& argument : each.arguments) command += ' ' + argument;
    std::string files = each.prints ? "standard output" : "";
    for (const std::string& file : each.files) files += (files.empty() ? "`" : ", `") + file + '`';
    if (each.is_resumed) files += ", which has some of the points";
    table += "| `netloom" + command + "` | " + files + " |\n";
  }
  return table;
}

// With NETLOOM_UPDATE_DOCS=1 in the environment, this writes the table.
TEST(OutsideDocs, HaveTheTable) {
  const std::string begin = "<!-- writers: generated -->\n";
  std::string document = read_file(NETLOOM_WORLDS_DOCUMENT);
  const std::size_t from = document.find(begin) + begin.size();
  const std::size_t to = document.find("<!-- end -->", from);
  ASSERT_NE(to, std::string::npos);
  const std::string before = document;
  document.replace(from, to - from, table_of_writers());
  if (std::getenv("NETLOOM_UPDATE_DOCS") != nullptr) {
    std::ofstream(NETLOOM_WORLDS_DOCUMENT) << document;
  } else {
    EXPECT_EQ(before, document) << "NETLOOM_UPDATE_DOCS=1 outside_tests --gtest_filter="
                                   "OutsideDocs.* rewrites the table in "
                                   "docs/reference/hostile_worlds.md";
  }
}

// ---- Outputs that are lost, beside others that are not.

// Steps so small that memory ends at each place between loading the libraries and main().
TEST_F(Outside, LittleMemoryBeforeTheBeginning) {
  if (kSanitized) GTEST_SKIP() << "sanitizers take more than any such limit";
  const auto run_with = [&](rlim_t kilobytes) {
    return run({"--version"}, [&] {
      const rlimit limit{kilobytes * 1024, kilobytes * 1024};
      setrlimit(RLIMIT_AS, &limit);
    });
  };
  rlim_t kilobytes = 12000;
  for (rlim_t step = 8192; step >= 8;) {
    ASSERT_LT(kilobytes, 1000000u);
    if (run_with(kilobytes + step).status == 127) {
      kilobytes += step;
    } else {
      step /= 2;
    }
  }
  int refused = 0;
  for (int step = 1; step <= 100; ++step) {
    const Result result = run_with(kilobytes + 8 * static_cast<rlim_t>(step));
    SCOPED_TRACE(std::to_string(kilobytes + 8 * static_cast<rlim_t>(step)) + " KB");
    EXPECT_EQ(result.signal, 0);
    if (result.status == 0 || result.status == 127) continue;
    ++refused;
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.errors, "netloom: error: out of memory\n");
  }
  EXPECT_GT(refused, 0);
}

TEST_F(Outside, AnOutputThatCannotBeWrittenKeepsNoOtherBack) {
  fs::create_symlink("/dev/full", folder.file("full"));
  const Result result = run_in(
      "", 0, {"run", "samples.yaml", "--json", "full", "--csv", "a.csv", "--time-csv", "b.csv"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.errors, "netloom: error: full: cannot be written: No space left on device\n");
  EXPECT_EQ(result.output, run_in("", 0, {"run", "samples.yaml"}).output);
  EXPECT_THAT(read_file(folder.file("a.csv")), StartsWith("series,load"));
  EXPECT_THAT(read_file(folder.file("b.csv")), StartsWith("series,load"));
}

// Full from the beginning: in the file while the network runs, and in the save file at the end.
TEST_F(Outside, AWaveformThatCannotBeWrittenKeepsTheResults) {
  const Result plain = run_in("", 0, {"run", "samples.yaml", "--json", "plain"});
  ASSERT_EQ(plain.status, 0);
  const json expected = json::parse(comparable(read_file(folder.file("plain"))));
  for (const char* full : {"t.vcd", "t.gtkw"}) {
    fs::create_symlink("/dev/full", folder.file(full));
    const Result result = run_in(
        "", 0, {"run", "samples.yaml", "--trace", "t.vcd", "--json", "json", "--csv", "csv"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, plain.output);
    const std::string error = std::string(full) + ": cannot be written: No space left on device";
    EXPECT_EQ(result.errors, "netloom: error: " + error + "\n");
    json document = json::parse(comparable(read_file(folder.file("json"))));
    EXPECT_EQ(document["points"][0]["waves"], json({{"error", error}}));
    document["points"][0].erase("waves");
    EXPECT_EQ(document["points"], expected["points"]);
    EXPECT_EQ(document["summary"], expected["summary"]);
    EXPECT_THAT(read_file(folder.file("csv")), StartsWith("series,load"));
    fs::remove(folder.file(full));
  }
}

TEST_F(Outside, StandardOutputIsNoOtherOutput) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", "tree.yaml", "--json", "stdout"},
                                             {"run", "tree.yaml", "--csv", "./stdout"},
                                             {"sweep", "tree.yaml", "--db", "stdout"},
                                             {"check", "tree.yaml", "--json", "stdout"},
                                             {"netlist", "tree.yaml", "--output", "stdout"}}) {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_THAT(result.errors, HasSubstr("stdout: would overwrite standard output, which is the "
                                         "same file; allowed: a file of its own"));
  }
  const Result errors = run({"run", "tree.yaml", "--json", "stderr"});
  EXPECT_EQ(errors.status, 2);
  EXPECT_THAT(errors.errors, HasSubstr("would overwrite standard error"));
}

TEST_F(Outside, StandardStreamsThatAreClosed) {
  const Result closed = run({"sweep", "tree.yaml", "--db", "out/o.sqlite", "--json", "out/o"}, [] {
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
  });
  EXPECT_EQ(closed.status, 1);
  EXPECT_THAT(closed.errors, HasSubstr("standard output cannot be written: Bad file descriptor"));
  EXPECT_EQ(points_in(folder.file("out/o.sqlite")).value().size(), 2u);
  EXPECT_TRUE(json::parse(read_file(folder.file("out/o")))["points"].is_array());
}

TEST_F(Outside, StandardErrorThatIsFull) {
  const auto full = [] { dup2(open("/dev/full", O_WRONLY), STDERR_FILENO); };
  EXPECT_EQ(run({"run", "none.yaml"}, full).status, 2);
  const std::vector<std::string> sweep = {"sweep", "tree.yaml", "--db", "out/o.sqlite"};
  EXPECT_EQ(run(sweep, full).status, 0);
  EXPECT_EQ(run(sweep, full).status, 0) << "says how many points were there";
}

TEST_F(Outside, AProgramThatCannotBeStartedSaysWhy) {
  const auto draw = [&](const char* gnuplot) {
    folder.write("bin/gnuplot", gnuplot);
    chmod(folder.file("bin/gnuplot").c_str(), 0755);
    return run({"run", "tree.yaml", "--plot", "out/o"},
               [&] { setenv("PATH", folder.file("bin").c_str(), 1); });
  };
  const Result missing = draw("#!/nonexistent\n");
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.errors,
            "netloom: error: gnuplot cannot be started: No such file or directory\n");
  const Result silent = draw("#!/bin/sh\nexit 127\n");
  EXPECT_EQ(silent.status, 1);
  EXPECT_EQ(silent.errors, "netloom: error: gnuplot failed with status 127 and without a word\n");
}

TEST_F(Outside, ADatabaseThatCannotBeOpenedSaysWhy) {
  bool is_about_database = false;
  for (rlim_t files = 4;; ++files) {
    fs::remove_all(folder.file("out"));
    fs::create_directory(folder.file("out"));
    const Result result = run({"sweep", "tree.yaml", "--db", "out/o.sqlite"}, [&] {
      for (int file = 3; file < 16; ++file) close(file);
      const rlimit limit{files, files};
      setrlimit(RLIMIT_NOFILE, &limit);
    });
    if (result.status == 127) continue;  // not even the libraries can be loaded
    if (result.status == 0) break;
    ASSERT_LT(files, 100u);
    EXPECT_THAT(result.errors, HasSubstr("Too many open files"));
    is_about_database |= result.errors.find("the log beside it") != std::string::npos;
  }
  EXPECT_TRUE(is_about_database);
}

// ---- Sweeps.

class Sweeps : public Outside {
 protected:
  /// slow.yaml: twelve points of some tenths of a second.
  Sweeps() {
    folder.write("slow.yaml",
                 "network: {topology: fat_tree, k: 4, n: 3}\n"
                 "traffic: {load: [0.1, 0.3, 0.5, 0.7]}\n"
                 "simulation: {warmup: 2000, measure: 10000, seeds: [1, 2, 3]}\n");
  }

  std::size_t points() const {
    if (!fs::exists(folder.file("out/o.sqlite"))) return 0;
    const auto points = points_in(folder.file("out/o.sqlite"));
    return points ? points->size() : 0;
  }

  void wait_for_points(std::size_t count) const {
    while (points() < count) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  /// Until a point runs, which is a process of its own.
  static void wait_for_a_point_of(pid_t process) {
    const std::string number = std::to_string(process);
    for (std::string children; children.empty();) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::ifstream("/proc/" + number + "/task/" + number + "/children") >> children;
    }
  }
};

TEST_F(Sweeps, ThatAreTerminatedSayWhatIsKeptAndGoOn) {
  const std::vector<std::string> arguments = {"sweep", "slow.yaml", "--db", "out/o.sqlite"};
  for (const auto& [number, name] :
       {std::pair(SIGTERM, "15 (Terminated)"), std::pair(SIGINT, "2 (Interrupt)"),
        std::pair(SIGHUP, "1 (Hangup)")}) {
    const std::size_t before = points();
    const pid_t process = start(arguments);
    wait_for_points(before + 1);
    kill(process, number);
    const Result result = end_of(process);
    EXPECT_EQ(result.signal, number);
    EXPECT_THAT(result.errors,
                HasSubstr("netloom: error: ended by signal " + std::string(name) + "; " +
                          std::to_string(points()) + " of 12 points are in out/o.sqlite\n"));
  }
  const Result result = run(arguments);
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(points(), 12u);
}

TEST_F(Sweeps, RunsThatAreTerminatedSayWhatIsLost) {
  const pid_t process = start({"run", "slow.yaml", "--jobs", "1"});
  wait_for_a_point_of(process);
  kill(process, SIGTERM);
  const Result result = end_of(process);
  EXPECT_EQ(result.signal, SIGTERM);
  EXPECT_THAT(result.errors,
              testing::MatchesRegex("netloom: error: ended by signal 15 .Terminated.; [0-9]+ of 12 "
                                    "points were finished and are lost; netloom sweep --db keeps "
                                    "them\n"));
}

// ---- Temporary folders.

/// What is below a folder.
std::vector<std::string> content(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

class Synthesis : public Outside {
 protected:
  void SetUp() override {
    if (std::system("command -v yosys > /dev/null") != 0) GTEST_SKIP() << "yosys is not installed";
    fs::create_directory(folder.file("tmp"));
  }

  /// With yosys as it is, and not what it is known to do.
  std::function<void()> in_temporary(const std::string& path) const {
    return [path] { setenv("TMPDIR", path.c_str(), 1); };
  }

  const std::vector<std::string> arguments_ = {"cost",           "--blocks",   "--only",  "olm_vc",
                                               "--no-frequency", "--markdown", "out/o.md"};
};

// Also while another program runs, which has temporary files of its own.
TEST_F(Synthesis, LeavesNothingWhenASignalEndsIt) {
  const std::string temporary = folder.file("tmp");
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    for (const char* awaited : {"circuit-", "yosys-abc-"}) {
      const pid_t process =
          start({"cost", "--blocks", "--no-frequency", "--jobs", "2"}, in_temporary(temporary));
      for (bool found = false; !found;) {
        for (const std::string& name : content(temporary)) found |= name.rfind(awaited, 0) == 0;
        ASSERT_EQ(waitpid(process, nullptr, WNOHANG), 0) << awaited << " never came";
      }
      kill(process, number);
      EXPECT_EQ(end_of(process).signal, number);
      EXPECT_THAT(content(temporary), IsEmpty());
    }
  }
}

TEST_F(Synthesis, SaysThatTheTemporaryFolderIsMissing) {
  const Result result = run(arguments_, in_temporary("/nonexistent"));
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.errors,
            "netloom: error: TMPDIR: /nonexistent: No such file or directory; allowed: a folder "
            "for temporary files\n");
}

TEST_F(Synthesis, SaysThatTheTemporaryFolderIsFull) {
  const std::string temporary = folder.file("tmp");
  const Disk disk(temporary);
  if (!disk.why_not().empty()) {
    GTEST_SKIP() << "no file system can be mounted here: " << disk.why_not();
  }
  bool enough = false;
  for (std::size_t bytes = 4096; !enough; bytes *= thorough() ? 4u : 16u) {
    ASSERT_LT(bytes, std::size_t{1} << 30);
    folder.write("out/o.md", kOld);
    disk.leave(bytes);
    const Result result = run(arguments_, in_temporary(temporary));
    SCOPED_TRACE(std::to_string(bytes) + " bytes\n" + result.output + result.errors);
    EXPECT_THAT(content(temporary), IsEmpty());
    enough = result.status == 0;
    if (enough) break;
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(read_file(folder.file("out/o.md")), kOld);
    // One circuit may find room again that another had when a file of it was cut.
    EXPECT_THAT(result.output,
                AnyOf(HasSubstr("the folder for temporary files (TMPDIR), is full"),
                      HasSubstr("cannot be written: No space left on device"),
                      HasSubstr("is not whole; there may have been no room for it")));
    EXPECT_THAT(result.errors, HasSubstr(" of 3 circuits could not be synthesised: see above; "
                                         "out/o.md is not written\n"));
    EXPECT_THAT(result.errors, Not(HasSubstr("flip-flops")));
    if (HasFailure()) return;
  }
  EXPECT_THAT(read_file(folder.file("out/o.md")), HasSubstr("| olm_vc |"));
}

// The disk is full when a point is finished, and not any more at the end.
TEST_F(Sweeps, KeepPointsInMemoryWhileTheyCannotBeStored) {
  ASSERT_EQ(run({"sweep", "tree.yaml", "--db", "out/o.sqlite", "--seed", "7"}).status, 0);
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(folder.file("out/o.sqlite").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database,
                         "CREATE TRIGGER full BEFORE INSERT ON points WHEN new.load = '0.1' "
                         "BEGIN SELECT RAISE(ABORT, 'no room'); END",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const Result result = run({"sweep", "tree.yaml", "--jobs", "1", "--db", "out/o.sqlite"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, run({"run", "tree.yaml"}).output) << "the results are there";
  EXPECT_THAT(result.errors, HasSubstr("no room"));
  EXPECT_THAT(result.errors, HasSubstr("2 finished points are not there"));
}

TEST_F(Sweeps, SayThatTheirFileIsGone) {
  const std::string table = run({"run", "slow.yaml"}).output;
  const std::vector<std::string> arguments = {"sweep", "slow.yaml", "--jobs",
                                              "1",     "--db",      "out/o.sqlite"};
  const char* const message =
      "out/o.sqlite: results are not stored there: the file was removed, renamed or replaced by "
      "another since it was opened";
  const std::string file = folder.file("out/o.sqlite");
  for (const bool removed : {true, false}) {
    fs::remove_all(folder.file("out"));
    fs::create_directory(folder.file("out"));
    const pid_t process = start(arguments);
    wait_for_points(1);
    if (removed) {
      fs::remove(file);
    } else {
      fs::rename(file, folder.file("out/renamed.sqlite"));
    }
    const Result result = end_of(process);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, table) << "the results are there";
    EXPECT_THAT(result.errors, HasSubstr(std::string("error: ") + message));
  }
  // Nor does one that is terminated say that anything is kept.
  fs::remove_all(folder.file("out"));
  fs::create_directory(folder.file("out"));
  const pid_t process = start(arguments);
  wait_for_points(1);
  fs::remove(file);
  kill(process, SIGTERM);
  const Result result = end_of(process);
  EXPECT_EQ(result.signal, SIGTERM);
  EXPECT_THAT(result.errors, HasSubstr("0 of 12 points are in out/o.sqlite; "));
  EXPECT_THAT(result.errors, HasSubstr(message));
}

// What has all the points need not be written.
TEST_F(Sweeps, ReadAFileThatTheyMayNotWrite) {
  const std::vector<std::string> sweep = {"sweep", "tree.yaml", "--db", "out/o.sqlite"};
  const std::vector<std::string> repro = {"repro", "mine.yaml", "--any-build", "--no-pictures",
                                          "--out", "made",      "--db",        "out/o.sqlite"};
  std::vector<std::string> known = repro;
  known.emplace_back("--only-known");
  const Result before = run(sweep);
  const Result claims = run(repro);
  ASSERT_EQ(before.status, 0);
  ASSERT_EQ(claims.status, 0);
  for (const mode_t folder_mode : {0555, 0755}) {
    chmod(folder.file("out/o.sqlite").c_str(), 0444);
    chmod(folder.file("out").c_str(), folder_mode);
    const Result again = run(sweep, obey_permissions);
    EXPECT_EQ(again.status, 0) << again.errors;
    EXPECT_EQ(again.output, before.output);
    EXPECT_THAT(again.errors, HasSubstr("2 of 2 points were in out/o.sqlite"));
    const Result reported = run(known, obey_permissions);
    EXPECT_EQ(reported.status, 0) << reported.errors;
    EXPECT_EQ(reported.output, claims.output);
    std::vector<std::string> more = sweep;
    more.insert(more.end(), {"--seed", "2"});
    const Result refused = run(more, obey_permissions);
    EXPECT_THAT(refused.status, AnyOf(1, 2));
    EXPECT_EQ(refused.output, "");
    EXPECT_THAT(refused.errors, HasSubstr("out/o.sqlite: cannot be written: "));
    EXPECT_THAT(refused.errors, HasSubstr("Permission denied\n"));
    chmod(folder.file("out").c_str(), 0755);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.file("out")), {}), 1)
        << "nothing is left beside it";
  }
}

// ---- Two processes on one file.

TEST_F(Sweeps, TwoOnOneFileLoseNoPoint) {
  for (int round = 0; round < 5; ++round) {
    fs::remove_all(folder.file("out"));
    fs::create_directory(folder.file("out"));
    const pid_t first = start({"sweep", "tree.yaml", "--db", "out/o.sqlite", "--json", "a"});
    const pid_t second =
        start({"sweep", "tree.yaml", "--db", "out/o.sqlite", "--seed", "2"}, {}, "-other");
    const Result a = end_of(first);
    const Result b = end_of(second, "-other");
    EXPECT_EQ(a.status, 0) << a.errors;
    EXPECT_EQ(b.status, 0) << b.errors;
    EXPECT_EQ(points(), 4u);
  }
}

// One is stopped at each call in turn while the other runs.
TEST_F(Sweeps, WhatOneDoesWhileAnotherStandsStill) {
  const std::vector<std::string> arguments = {"sweep", "tree.yaml", "--jobs",
                                              "1",     "--db",      "out/o.sqlite"};
  std::vector<std::string> others = arguments;
  others.insert(others.end(), {"--seed", "2"});
  for (std::uint64_t call = 0;; call += 1 + call / 8) {
    fs::remove_all(folder.file("out"));
    fs::create_directory(folder.file("out"));
    const Stopped first = start_and_stop(call, arguments);
    if (first.process == 0) {
      EXPECT_EQ(go_on(first).status, 0);
      break;
    }
    const pid_t second = start(others, {}, "-other");
    wait_unless_locked(second);
    const Result a = go_on(first);
    const Result b = end_of(second, "-other");
    SCOPED_TRACE("stopped at call " + std::to_string(call));
    EXPECT_EQ(a.status, 0) << a.errors;
    EXPECT_EQ(b.status, 0) << b.errors;
    EXPECT_EQ(points(), 4u);
    if (HasFailure()) return;
  }
}

TEST_F(Outside, TwoRunsOnOneFileLeaveOneOfTheResults) {
  for (std::uint64_t call = 0;; ++call) {
    const Stopped first = start_and_stop(call, {"run", "tree.yaml", "--csv", "out/o"});
    if (first.process == 0) {
      EXPECT_EQ(go_on(first).status, 0);
      break;
    }
    EXPECT_EQ(run({"run", "tree.yaml", "--seed", "2", "--csv", "out/o"}).status, 0);
    const std::string second = read_file(folder.file("out/o"));
    EXPECT_THAT(second, HasSubstr(",2,"));
    EXPECT_EQ(go_on(first).status, 0);
    const std::string content = read_file(folder.file("out/o"));
    EXPECT_EQ(std::count(content.begin(), content.end(), '\n'), 3);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.file("out")), {}), 1);
  }
}

}  // namespace
}  // namespace netloom::test
