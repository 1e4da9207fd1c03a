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
#include "sim/base/shared_shares.h"
#include "sim/base/write_all.h"
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

void send(int file, const void* bytes, std::size_t count) {
  if (!write_all(file, bytes, count)) throw Stop();
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

std::string simulate(const LockstepSide& side, PointRequest request, EventRecorder& recorder,
                     const std::function<void(double)>& told = {}) {
  request.observer = &recorder;
  Json point = simulate_point(side.config, request, nullptr, told);
  // A run that could not begin has nothing.
  if (point.contains("performance")) {
    recorder.finish(point.at("performance").at("cycles").get<Cycle>());
  }
  point.erase("performance");
  return json_text(point);
}

[[noreturn]] void run_first(const LockstepSide& side, const PointRequest& request, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    EventRecorder recorder([output](const std::vector<PortEvent>& events) {
      const std::uint64_t count = events.size();
      send(output, &count, sizeof count);
      send(output, events.data(), count * sizeof(PortEvent));
    });
    const std::string point = simulate(side, request, recorder);
    const std::uint64_t end[] = {0, point.size()};
    send(output, end, sizeof end);
    send(output, point.data(), point.size());
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
    if (first.empty()) first_point();
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
  /// The second run is over. Error: one could not be simulated, which is no difference.
  void finish(const std::string& point) {
    if (result_.difference) return;
    result_.second_point = simulated(point);
    const std::vector<PortEvent> first = reader_.next();
    if (first.empty()) {
      result_.first_point = first_point();
    } else {
      result_.difference = LockstepDifference{first.front(), std::nullopt};
      result_.second_point = nullptr;
    }
  }
  const LockstepResult& result() const { return result_; }

 private:
  static Json simulated(const std::string& text) {
    Json point = parse_json(text);
    if (!succeeded(point) && point.at("failure").at("kind") == "error") {
      throw Error("lockstep: " + failure_text(point));
    }
    return point;
  }
  /// Of the first run, which has no more.
  Json first_point() const {
    if (reader_.point().empty()) throw Error("lockstep: the first run did not end");
    return simulated(reader_.point());
  }

  EventReader reader_;
  LockstepResult result_;
};

Json bytes_of(const std::optional<PortEvent>& event) {
  if (!event) return nullptr;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&*event);
  return Json::binary({first, first + sizeof(PortEvent)});
}

std::optional<PortEvent> event_of(const Json& bytes) {
  if (bytes.is_null()) return std::nullopt;
  PortEvent event;
  std::memcpy(&event, bytes.get_binary().data(), sizeof event);
  return event;
}

/// The result, to the parent of both runs.
std::string packed(const LockstepResult& result) {
  const LockstepDifference difference = result.difference.value_or(LockstepDifference{});
  const std::vector<std::uint8_t> bytes =
      Json::to_cbor({result.cycles, result.events, result.grants, bytes_of(difference.first),
                     bytes_of(difference.second), result.first_point, result.second_point});
  return {bytes.begin(), bytes.end()};
}

LockstepResult unpacked(const std::string& bytes) {
  const Json from = Json::from_cbor(bytes);
  LockstepResult result;
  result.cycles = from.at(0);
  result.events = from.at(1);
  result.grants = from.at(2);
  const LockstepDifference difference{event_of(from.at(3)), event_of(from.at(4))};
  if (difference.first || difference.second) result.difference = difference;
  result.first_point = from.at(5);
  result.second_point = from.at(6);
  return result;
}

/// Runs the second side in this process and the first in a child of it.
std::string run_both(const LockstepSide& first, const LockstepSide& second,
                     const PointRequest& request, const std::function<void(double)>& told) {
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
    point = simulate(second, request, recorder, told);
  } catch (const Stop&) {
    // Found in what was left at the end.
  }
  comparison.finish(point);
  close(ends[0]);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return packed(comparison.result());
}

/// Runs something in a process of its own.
std::string in_process(const std::function<std::string()>& work,
                       const std::function<void()>& meanwhile = {}) {
  std::string output;
  run_in_processes(
      1, 1, [&work](std::size_t) { return work(); },
      [&output](TaskResult result) {
        if (!result.crash.empty()) throw Error("lockstep: a run " + result.crash);
        output = std::move(result.output);
      },
      meanwhile);
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
                            const PointRequest& request,
                            const std::function<void(double share)>& told) {
  if (!told) return unpacked(in_process([&] { return run_both(first, second, request, {}); }));
  SharedShares shares(1);
  const auto tell = [&shares](double share) { shares.tell(0, share); };
  return unpacked(in_process([&] { return run_both(first, second, request, tell); },
                             [&] { told(shares.of(0)); }));
}

Json simulate_apart(const LockstepSide& side, const PointRequest& request) {
  return parse_json(
      in_process([&] { return json_text(simulate_point(side.config, request, nullptr)); }));
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
