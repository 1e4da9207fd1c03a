#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/registry.h"

namespace netloom {
inline namespace sim {

/// Number of a task of an application, from 0.
using Task = std::uint32_t;

/// What an application is made for.
struct ApplicationSize {
  Task tasks = 2;
  std::uint32_t message_packets = 1;  ///< packets of a message whose size is not its own, >= 1
  std::uint64_t seed = 1;             ///< of the run, for what is drawn
};

/// A message that a task sends to another.
struct TaskMessage {
  Task destination = 0;
  std::uint32_t packets = 1;
};

/// The messages of a parallel application, which does the same in every iteration: who sends what
/// to whom in which step, and what has to arrive before.
class Application {
 public:
  virtual ~Application() = default;

  virtual Task tasks() const = 0;

  /// Steps of an iteration, >= 1. All tasks have as many; in some they may have nothing to send.
  virtual std::uint32_t steps() const { return 1; }

  /// Appends what `task` sends in a step, in this order.
  virtual void messages(Task task, std::uint32_t step, std::vector<TaskMessage>& result) const = 0;

  /// How many packets are sent to `task` in a step.
  virtual std::uint32_t packets_to(Task task, std::uint32_t step) const = 0;

  /// The step of a packet from `source` to `destination`, which is number `number` (from 0) of
  /// those that `source` sends in an iteration.
  virtual std::uint32_t step_of(Task source, Task destination, std::uint32_t number) const = 0;

  /// Packets that a task sends to another in an iteration, if all that it sends to it is in one
  /// step: step_of() then does without the number. 0: it may send in several.
  virtual std::uint32_t packets_per_pair() const = 0;

  /// Packets of the largest message.
  virtual std::uint32_t largest_message() const = 0;

  /// Which messages a task needs for a step: false: those that were sent to it in the step before
  /// (all send, and then wait); true: those that are sent to it in the same step (it passes on what
  /// it gets).
  virtual bool passes_on() const { return false; }
};

/// An application in which a task sends to another at most once in an iteration, and all messages
/// have the same size.
class RegularApplication : public Application {
 public:
  explicit RegularApplication(const ApplicationSize& size)
      : tasks_(size.tasks), message_packets_(size.message_packets) {}

  Task tasks() const final { return tasks_; }
  void messages(Task task, std::uint32_t step, std::vector<TaskMessage>& result) const final;
  std::uint32_t packets_to(Task task, std::uint32_t step) const final {
    return senders(task, step) * message_packets_;
  }
  std::uint32_t step_of(Task source, Task destination, std::uint32_t /*number*/) const final {
    return step_between(source, destination);
  }
  std::uint32_t packets_per_pair() const final { return message_packets_; }
  std::uint32_t largest_message() const final { return message_packets_; }

 protected:
  /// Appends the tasks to which `task` sends in a step.
  virtual void destinations(Task task, std::uint32_t step, std::vector<Task>& result) const = 0;
  /// How many tasks send to `task` in a step.
  virtual std::uint32_t senders(Task task, std::uint32_t step) const = 0;
  /// The step in which `source` sends to `destination`.
  virtual std::uint32_t step_between(Task /*source*/, Task /*destination*/) const { return 0; }

 private:
  Task tasks_;
  std::uint32_t message_packets_;
};

/// A registered application; its parameters are keys beside `traffic.application.name`.
struct ApplicationEntry {
  static constexpr const char* kKind = "application";

  std::string summary;
  std::vector<Parameter> parameters;
  /// Error: the application is not defined on as many tasks, or its parameters do not fit them or
  /// each other.
  std::function<std::unique_ptr<Application>(const ApplicationSize&, const ParameterMap&)> make;
  /// How many tasks the parameters ask for, 0 if for no number; null: they never do.
  std::function<std::uint64_t(const ParameterMap&)> tasks = nullptr;
};

using ApplicationRegistry = Registry<ApplicationEntry>;

}  // namespace sim
}  // namespace netloom
