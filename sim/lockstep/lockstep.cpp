#include "sim/lockstep/lockstep.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/process_pool.h"
#include "sim/lockstep/event_recorder.h"
#include "sim/lockstep/state_recorder.h"

namespace netloom {
inline namespace sim {
namespace {

/// The runs differ, or the other one has gone: this one need not go on.
class Stop : public Error {
 public:
  Stop() : Error("the other run is another one") {}
};

void write_bytes(int file, const void* from, std::size_t count) {
  const char* next = static_cast<const char*>(from);
  while (count > 0) {
    const ssize_t done = write(file, next, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw Stop();
    next += done;
    count -= static_cast<std::size_t>(done);
  }
}

/// False at the end.
bool read_bytes(int file, void* to, std::size_t count) {
  char* next = static_cast<char*>(to);
  while (count > 0) {
    const ssize_t done = read(file, next, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    next += done;
    count -= static_cast<std::size_t>(done);
  }
  return true;
}

/// What the first run sends to the second: the events of a cycle, as their number and themselves;
/// 0, the length and the text of the point at the end.
class EventReader {
 public:
  explicit EventReader(int file) : file_(file) {}

  /// The events of the next cycle that has any; empty at the end.
  std::vector<PortEvent> next() {
    std::uint64_t count = 0;
    if (!read_bytes(file_, &count, sizeof count)) return {};
    if (count == 0) {
      std::uint64_t length = 0;
      if (read_bytes(file_, &length, sizeof length)) {
        point_.resize(length);
        read_bytes(file_, point_.data(), length);
      }
      return {};
    }
    std::vector<PortEvent> events(count);
    if (!read_bytes(file_, events.data(), count * sizeof(PortEvent))) return {};
    return events;
  }
  /// What the first run came to; empty: it did not end.
  const std::string& point() const { return point_; }

 private:
  int file_;
  std::string point_;
};

std::string simulate(const LockstepSide& side, PointRequest request, EventRecorder& recorder) {
  request.observer = &recorder;
  Json point = simulate_point(side.config, request, nullptr);
  // A run that could not begin has nothing.
  if (point.contains("performance")) {
    recorder.finish(point.at("performance").at("cycles").get<Cycle>());
  }
  point.erase("performance");
  return point.dump();
}

[[noreturn]] void run_first(const LockstepSide& side, const PointRequest& request, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    EventRecorder recorder([output](const std::vector<PortEvent>& events) {
      const std::uint64_t count = events.size();
      write_bytes(output, &count, sizeof count);
      write_bytes(output, events.data(), count * sizeof(PortEvent));
    });
    const std::string point = simulate(side, request, recorder);
    const std::uint64_t end[] = {0, point.size()};
    write_bytes(output, end, sizeof end);
    write_bytes(output, point.data(), point.size());
  } catch (const std::exception&) {
    _exit(1);  // the second run knows
  }
  _exit(0);
}

/// Compares what this run does with what the other one did.
class Comparison {
 public:
  explicit Comparison(int input) : reader_(input) {}

  void compare(const std::vector<PortEvent>& second) {
    if (result_.difference) return;
    const std::vector<PortEvent> first = reader_.next();
    if (first.empty()) require_first();
    ++result_.cycles;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
      LockstepDifference difference;
      if (i < first.size()) difference.first = first[i];
      if (i < second.size()) difference.second = second[i];
      if (difference.first && difference.second && *difference.first == *difference.second) {
        ++result_.events;
        if (difference.first->kind == PortEvent::Kind::kGranted) ++result_.grants;
        continue;
      }
      result_.difference = difference;
      throw Stop();
    }
  }
  /// The second run is over.
  void finish(std::string point) {
    if (result_.difference) return;
    if (!broken_.empty()) throw Error("lockstep: " + broken_);
    const Json own = Json::parse(point);
    if (!succeeded(own) && own.at("failure").at("kind") == "error") {
      throw Error("lockstep: " + failure_text(own));
    }
    const std::vector<PortEvent> first = reader_.next();
    if (!first.empty()) {
      result_.difference = LockstepDifference{first.front(), std::nullopt};
      return;
    }
    require_first();
    result_.first_point = Json::parse(reader_.point());
    result_.second_point = Json::parse(point);
  }
  const LockstepResult& result() const { return result_; }

 private:
  /// The first run has no more. Error: it could not be simulated, which is no difference.
  void require_first() {
    if (reader_.point().empty()) broken_ = "the first run did not end";
    const Json point = broken_.empty() ? Json::parse(reader_.point()) : Json();
    if (broken_.empty() && !succeeded(point) && point.at("failure").at("kind") == "error") {
      broken_ = failure_text(point);
    }
    if (!broken_.empty()) throw Error("lockstep: " + broken_);
  }

  EventReader reader_;
  std::string broken_;
  LockstepResult result_;
};

std::string bytes_of(const std::optional<PortEvent>& event) {
  std::string bytes(event ? sizeof(PortEvent) : 0, '\0');
  if (event) std::memcpy(bytes.data(), &*event, sizeof(PortEvent));
  return bytes;
}

std::optional<PortEvent> event_of(const std::string& bytes) {
  if (bytes.empty()) return std::nullopt;
  PortEvent event;
  std::memcpy(&event, bytes.data(), sizeof event);
  return event;
}

/// The result, to the parent of both runs.
std::string packed(const LockstepResult& result) {
  std::string text;
  const auto add = [&text](const std::string& part) {
    text += fmt::format("{}:", part.size()) + part;
  };
  add(std::to_string(result.cycles));
  add(std::to_string(result.events));
  add(std::to_string(result.grants));
  add(result.difference ? bytes_of(result.difference->first) : "");
  add(result.difference ? bytes_of(result.difference->second) : "");
  add(result.first_point.dump());
  add(result.second_point.dump());
  return text;
}

LockstepResult unpacked(const std::string& text) {
  std::size_t at = 0;
  const auto next = [&] {
    const std::size_t colon = text.find(':', at);
    const std::size_t size = std::stoull(text.substr(at, colon - at));
    at = colon + 1 + size;
    return text.substr(colon + 1, size);
  };
  LockstepResult result;
  result.cycles = std::stoull(next());
  result.events = std::stoull(next());
  result.grants = std::stoull(next());
  const std::optional<PortEvent> first = event_of(next());
  const std::optional<PortEvent> second = event_of(next());
  if (first || second) result.difference = LockstepDifference{first, second};
  result.first_point = Json::parse(next());
  result.second_point = Json::parse(next());
  return result;
}

/// Runs the second side in this process and the first in a child of it.
std::string run_both(const LockstepSide& first, const LockstepSide& second,
                     const PointRequest& request) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error(fmt::format("lockstep: no pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child < 0) throw Error(fmt::format("lockstep: no process: {}", std::strerror(errno)));
  if (child == 0) {
    close(ends[0]);
    run_first(first, request, ends[1]);
  }
  close(ends[1]);
  Comparison comparison(ends[0]);
  EventRecorder recorder(
      [&comparison](const std::vector<PortEvent>& events) { comparison.compare(events); });
  std::string point;
  try {
    point = simulate(second, request, recorder);
  } catch (const Stop&) {
    // Found in what was left at the end.
  }
  comparison.finish(std::move(point));
  close(ends[0]);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return packed(comparison.result());
}

/// Runs something in a process of its own.
std::string in_process(const std::function<std::string()>& work) {
  std::string output;
  run_in_processes(
      1, 1, [&work](std::size_t) { return work(); },
      [&output](TaskResult result) {
        if (!result.crash.empty()) throw Error("lockstep: a run " + result.crash);
        output = std::move(result.output);
      });
  return output;
}

}  // namespace

Cycle LockstepDifference::cycle() const {
  if (!first || !second) return first ? first->cycle : second->cycle;
  return std::min(first->cycle, second->cycle);
}

SwitchId LockstepDifference::switch_id() const {
  if (!first || !second) return first ? first->switch_id : second->switch_id;
  return *second < *first ? second->switch_id : first->switch_id;
}

LockstepResult run_lockstep(const LockstepSide& first, const LockstepSide& second,
                            const PointRequest& request) {
  return unpacked(in_process([&] { return run_both(first, second, request); }));
}

Json simulate_apart(const LockstepSide& side, const PointRequest& request) {
  return Json::parse(
      in_process([&] { return simulate_point(side.config, request, nullptr).dump(); }));
}

std::string switch_state(const LockstepSide& side, const PointRequest& request, SwitchId switch_id,
                         Cycle cycle) {
  return in_process([&] {
    StateRecorder recorder(side.config, switch_id, cycle);
    PointRequest observed = request;
    observed.observer = &recorder;
    simulate_point(side.config, observed, nullptr);
    return recorder.text();
  });
}

}  // namespace sim
}  // namespace netloom
