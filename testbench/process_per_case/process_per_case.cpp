#include "testbench/process_per_case/process_per_case.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace netloom::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSkippedStatus = 77;  // SKIP_RETURN_CODE in list_cases.cmake

enum class Outcome : char { kPassed = 'p', kSkipped = 's', kFailed = 'f' };

struct Verdict {
  Outcome outcome = Outcome::kFailed;
  std::string reason;  // why it failed, if the case itself did not say so
};

int checked(int result, const char* call) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), call);
  return result;
}

/// Closed at the end.
class Descriptor {
 public:
  Descriptor(int number, const char* call) : number_(checked(number, call)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

/// What has a process of its own.
struct Part {
  std::string name;
  std::string filter;  ///< that selects it
};

/// Those that the filter selects, which only a run of GoogleTest finds: one that prints them to
/// nobody.
std::vector<Part> selected_parts(ProcessPer per) {
  std::fflush(stdout);
  {
    const Descriptor output(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "fcntl");
    const Descriptor nobody(open("/dev/null", O_WRONLY | O_CLOEXEC), "/dev/null");
    checked(dup2(nobody.number(), STDOUT_FILENO), "dup2");
    GTEST_FLAG_SET(list_tests, true);
    if (RUN_ALL_TESTS() != 0) throw std::runtime_error("the cases cannot be listed");
    GTEST_FLAG_SET(list_tests, false);
    std::fflush(stdout);
    checked(dup2(output.number(), STDOUT_FILENO), "dup2");
  }
  std::vector<Part> result;
  const testing::UnitTest& program = *testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *program.GetTestSuite(i);
    const std::size_t before = result.size();
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& info = *suite.GetTestInfo(j);
      if (!info.should_run()) continue;
      const std::string name = std::string(suite.name()) + '.' + info.name();
      if (per == ProcessPer::kCase) {
        result.push_back({name, name});
      } else if (result.size() == before) {
        result.push_back({suite.name(), name});
      } else {
        result.back().filter += ':' + name;
      }
    }
  }
  return result;
}

/// Runs what the filter selects in this process; says into `report` how it ended, and returns the
/// exit status.
int run_here(const std::string& filter, const Descriptor& output, const Descriptor& report) {
  checked(dup2(output.number(), STDOUT_FILENO), "dup2");
  checked(dup2(output.number(), STDERR_FILENO), "dup2");
  // Stays open until the process has ended, with whatever runs at its exit.
  const int until_the_end = checked(fcntl(report.number(), F_DUPFD_CLOEXEC, 0), "fcntl");
  GTEST_FLAG_SET(filter, filter);
  const int status = RUN_ALL_TESTS();
  const bool skipped = testing::UnitTest::GetInstance()->skipped_test_count() > 0;
  const Outcome outcome = status != 0 ? Outcome::kFailed
                          : skipped   ? Outcome::kSkipped
                                      : Outcome::kPassed;
  checked(static_cast<int>(write(until_the_end, &outcome, 1)), "write");
  return status;
}

/// What a process says until it ends; nothing if that takes longer than until `end`.
std::optional<std::string> read_until_its_end(int report, Clock::time_point end) {
  std::string said;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd wanted{report, POLLIN, 0};
    const int ready = poll(&wanted, 1, static_cast<int>(std::max<long>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (checked(ready, "poll") == 0) return std::nullopt;
    std::array<char, 16> bytes{};
    const auto count = read(report, bytes.data(), bytes.size());
    if (checked(static_cast<int>(count), "read") == 0) return said;
    said.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

Verdict wait_for(pid_t process, int report, std::chrono::seconds limit) {
  const auto said = read_until_its_end(report, Clock::now() + limit);
  if (!said) kill(-process, SIGKILL);
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) checked(-1, "waitpid");
  }
  const auto failed = [](const std::string& why) { return Verdict{Outcome::kFailed, why}; };
  if (!said) return failed("took longer than " + std::to_string(limit.count()) + " s");
  if (WIFSIGNALED(status)) {
    return failed("was killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
                  strsignal(WTERMSIG(status)) + ")");
  }
  const std::string with = " with status " + std::to_string(WEXITSTATUS(status));
  if (said->empty()) return failed("its process ended" + with + " before its cases did");
  const auto outcome = static_cast<Outcome>(said->front());
  if (outcome != Outcome::kFailed && WEXITSTATUS(status) != 0) {
    return failed("its process ended" + with);  // of a sanitizer, for example
  }
  return {outcome, ""};
}

void print(const Descriptor& output) {
  std::array<char, 4096> bytes{};
  checked(static_cast<int>(lseek(output.number(), 0, SEEK_SET)), "lseek");
  while (true) {
    const auto count = read(output.number(), bytes.data(), bytes.size());
    if (checked(static_cast<int>(count), "read") == 0) return;
    std::fwrite(bytes.data(), 1, static_cast<std::size_t>(count), stdout);
  }
}

void print_names(const char* what, const std::vector<std::string>& names, const char* parts) {
  if (names.empty()) return;
  std::printf("%s: %zu of the %s:\n", what, names.size(), parts);
  for (const std::string& name : names) std::printf("  %s\n", name.c_str());
}

}  // namespace

int run_apart(ProcessPer per, std::chrono::seconds limit) {
  const std::vector<Part> parts = selected_parts(per);
  const char* const what = per == ProcessPer::kCase ? "cases" : "suites";
  std::vector<std::string> failed;
  std::vector<std::string> skipped;
  const pid_t parent = getpid();
  for (const auto& [name, filter] : parts) {
    std::printf("[ RUN      ] %s\n", name.c_str());
    std::fflush(nullptr);  // what is buffered would be written by both processes
    const auto begin = Clock::now();
    const Descriptor output(memfd_create("output", MFD_CLOEXEC), "memfd_create");
    std::array<int, 2> ends{};
    checked(pipe2(ends.data(), O_CLOEXEC), "pipe2");
    const Descriptor reading(ends[0], "pipe2");
    std::optional<Descriptor> writing(std::in_place, ends[1], "pipe2");
    const pid_t process = checked(fork(), "fork");
    if (process == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) std::_Exit(EXIT_FAILURE);  // it died before the line above
      return run_here(filter, output, *writing);
    }
    setpgid(process, process);  // whichever of the two is first
    writing.reset();
    const Verdict verdict = wait_for(process, reading.number(), limit);
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    if (verdict.outcome != Outcome::kPassed) print(output);
    if (verdict.outcome == Outcome::kFailed) failed.push_back(name);
    if (verdict.outcome == Outcome::kSkipped) skipped.push_back(name);
    std::printf("%s %s (%lld ms)%s%s\n",
                verdict.outcome == Outcome::kPassed    ? "[       OK ]"
                : verdict.outcome == Outcome::kSkipped ? "[  SKIPPED ]"
                                                       : "[  FAILED  ]",
                name.c_str(), static_cast<long long>(taken.count()),
                verdict.reason.empty() ? "" : ": ", verdict.reason.c_str());
  }
  if (parts.empty()) {
    std::printf("no case is selected by %s\n", GTEST_FLAG_GET(filter).c_str());
    return EXIT_FAILURE;
  }
  std::printf("%zu %s, each in a process of its own\n", parts.size(), what);
  print_names("skipped", skipped, what);
  print_names("failed", failed, what);
  if (!failed.empty()) return EXIT_FAILURE;
  return skipped.empty() ? EXIT_SUCCESS : kSkippedStatus;
}

}  // namespace netloom::test
