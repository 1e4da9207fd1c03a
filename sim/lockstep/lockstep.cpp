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
#include "sim/base/read_all.h"
#include "sim/base/shared_shares.h"
#include "sim/base/write_all.h"
#include "sim/lockstep/event_recorder.h"
#include "sim/lockstep/state_recorder.h"

namespace netloom {
inline namespace sim {
namespace {

/// The run has shown what it is for, or its reader has gone.
class Stop : public Error {
 public:
  Stop() : Error("the run is stopped") {}
};

void send(int file, const void* bytes, std::size_t count) {
  if (!write_all(file, bytes, count)) throw Stop();
}

/// What the first run sends to the second.
struct Message {
  enum class Kind : std::uint64_t {
    kEvents,  ///< of a cycle, as many as `value` says
    kPassed,  ///< there are no more events before cycle `value`
    kEnd,     ///< the text of the point, as long as `value` says
  };
  Kind kind = Kind::kEnd;
  std::uint64_t value = 0;
};

class EventReader {
 public:
  explicit EventReader(int file) : file_(file) {}

  /// The events of the next cycle that has any, if it is not after this one; else null. Waits until
  /// the first run has come so far.
  const std::vector<PortEvent>* up_to(Cycle cycle) {
    while (events_.empty() && passed_ <= cycle && !ended_) read();
    return events_.empty() || events_.front().cycle > cycle ? nullptr : &events_;
  }
  /// What up_to() has answered.
  std::vector<PortEvent> take() { return std::exchange(events_, {}); }
  /// There is nothing after what is to be taken.
  bool ended() const { return ended_; }
  /// What the first run came to; empty: it did not end.
  const std::string& point() const { return point_; }

 private:
  void read() {
    Message message;
    ended_ = !read_all(file_, &message, sizeof message) || message.kind == Message::Kind::kEnd;
    if (message.kind == Message::Kind::kEvents) {
      events_.resize(message.value);
      if (!read_all(file_, events_.data(), events_.size() * sizeof(PortEvent))) events_.clear();
    } else if (message.kind == Message::Kind::kPassed) {
      passed_ = message.value;
    } else if (message.value > 0) {
      point_.resize(message.value);
      if (!read_all(file_, point_.data(), point_.size())) point_.clear();
    }
  }

  int file_;
  std::vector<PortEvent> events_;
  Cycle passed_ = 0;
  bool ended_ = false;
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
    const auto say = [output](Message::Kind kind, std::uint64_t value) {
      const Message message{kind, value};
      send(output, &message, sizeof message);
    };
    EventRecorder recorder(
        [&](const std::vector<PortEvent>& events) {
          say(Message::Kind::kEvents, events.size());
          send(output, events.data(), events.size() * sizeof(PortEvent));
        },
        [&](Cycle before) { say(Message::Kind::kPassed, before); });
    const std::string point = simulate(side, request, recorder);
    say(Message::Kind::kEnd, point.size());
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

  /// The next events of the second run. Throws Stop when all is known.
  void compare(const std::vector<PortEvent>& second) {
    if (done_) return;
    const Cycle cycle = second.front().cycle;
    if (!result_.difference) {
      const std::vector<PortEvent>* const first = reader_.up_to(cycle);
      if (first == nullptr && reader_.ended()) result_.first_point = ended_early(first_point());
      if (first != nullptr && first->front().cycle < cycle) {
        compare(reader_.take(), {});
      } else {
        compare(first != nullptr ? reader_.take() : std::vector<PortEvent>(), second);
      }
    }
    if (!result_.difference) return;
    // The second run goes on until it has its next event there.
    if (!result_.difference->of_first || find_next(second)) stop();
    pass(cycle);
  }
  /// The second run has no more events before this cycle. Throws Stop when all is known.
  void pass(Cycle before) {
    if (done_) return;
    if (!result_.difference && reader_.up_to(before - 1) != nullptr) compare(reader_.take(), {});
    if (result_.difference && before > result_.difference->cycle() + kLookAhead) stop();
  }
  /// The second run is over. Error: one could not be simulated, which is no difference.
  void finish(const std::string& point) {
    if (result_.difference) return;
    result_.second_point = simulated(point);
    if (reader_.up_to(kNever) != nullptr) {
      result_.second_point = ended_early(result_.second_point);
      compare(reader_.take(), {});
    } else {
      result_.first_point = first_point();
    }
  }
  const LockstepResult& result() const { return result_; }

 private:
  static constexpr Cycle kLookAhead = LockstepDifference::kLookAhead;

  /// What the second run has still noted is handed over after that.
  [[noreturn]] void stop() {
    done_ = true;
    throw Stop();
  }
  /// What happens in a cycle.
  void compare(const std::vector<PortEvent>& first, const std::vector<PortEvent>& second) {
    ++result_.cycles;
    const auto [here, there] =
        std::mismatch(first.begin(), first.end(), second.begin(), second.end());
    result_.events += static_cast<std::uint64_t>(here - first.begin());
    result_.grants +=
        static_cast<std::uint64_t>(std::count_if(first.begin(), here, [](const PortEvent& each) {
          return each.kind == PortEvent::Kind::kGranted;
        }));
    if (here == first.end() && there == second.end()) return;
    const bool of_first = there == second.end() || (here != first.end() && *here < *there);
    result_.difference = LockstepDifference{of_first ? *here : *there, of_first, std::nullopt};
    if (of_first || find_next(first)) return;
    while (reader_.up_to(result_.difference->cycle() + kLookAhead) != nullptr) {
      if (find_next(reader_.take())) return;
    }
  }
  /// Whether these events of the side that lacks the one of the difference have the next one there.
  bool find_next(const std::vector<PortEvent>& events) {
    LockstepDifference& difference = *result_.difference;
    const auto found = std::find_if(events.begin(), events.end(), [&](const PortEvent& each) {
      return difference.event < each && each.same_place(difference.event);
    });
    if (found == events.end()) return false;
    difference.next = *found;
    return true;
  }
  /// Of a run that does no more while the other goes on: why, if it has failed.
  static Json ended_early(const Json& point) { return succeeded(point) ? Json() : point; }
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
  bool done_ = false;
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
  Json difference;
  if (result.difference) {
    difference = {bytes_of(result.difference->event), result.difference->of_first,
                  bytes_of(result.difference->next)};
  }
  const std::vector<std::uint8_t> bytes =
      Json::to_cbor({result.cycles, result.events, result.grants, std::move(difference),
                     result.first_point, result.second_point});
  return {bytes.begin(), bytes.end()};
}

LockstepResult unpacked(const std::string& bytes) {
  const Json from = Json::from_cbor(bytes);
  LockstepResult result;
  result.cycles = from.at(0);
  result.events = from.at(1);
  result.grants = from.at(2);
  if (const Json& difference = from.at(3); !difference.is_null()) {
    result.difference = LockstepDifference{*event_of(difference.at(0)), difference.at(1),
                                           event_of(difference.at(2))};
  }
  result.first_point = from.at(4);
  result.second_point = from.at(5);
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
      [&comparison](const std::vector<PortEvent>& events) { comparison.compare(events); },
      [&comparison](Cycle before) { comparison.pass(before); });
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
    StateRecorder recorder(side.config, switch_id, cycle, [] { throw Stop(); });
    PointRequest observed = request;
    observed.observer = &recorder;
    simulate_point(side.config, observed, nullptr);
    return recorder.text();
  });
}

}  // namespace sim
}  // namespace netloom
