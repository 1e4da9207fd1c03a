#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/parameters.h"
#include "routing/registry.h"

namespace netloom {

/// Number of a task of an application, from 0.
using Task = std::uint32_t;

/// The messages of a parallel application, which does the same in every iteration: who sends to
/// whom in which step, and what has to arrive before. In one iteration a task sends to another at
/// most once.
class Application {
 public:
  virtual ~Application() = default;

  virtual Task tasks() const = 0;

  /// Steps of an iteration, >= 1. All tasks have as many; in some they may have nothing to send.
  virtual std::uint32_t steps() const { return 1; }

  /// Appends the tasks to which `task` sends in a step.
  virtual void destinations(Task task, std::uint32_t step, std::vector<Task>& result) const = 0;

  /// How many tasks send to `task` in a step.
  virtual std::uint32_t senders(Task task, std::uint32_t step) const = 0;

  /// The step in which `source` sends to `destination`.
  virtual std::uint32_t step_between(Task /*source*/, Task /*destination*/) const { return 0; }

  /// Which messages a task needs for a step: false: those that were sent to it in the step before
  /// (all send, and then wait); true: those that are sent to it in the same step (it passes on what
  /// it gets).
  virtual bool passes_on() const { return false; }
};

/// A registered application; its parameters are keys beside `traffic.application.name`.
struct ApplicationEntry {
  static constexpr const char* kKind = "application";

  std::string summary;
  std::vector<Parameter> parameters;
  /// `tasks`: their number. Error: the application is not defined on as many, or its parameters do
  /// not fit them.
  std::function<std::unique_ptr<Application>(Task tasks, const ParameterMap&)> make;
  /// How many tasks the parameters ask for, 0 if for no number; null: they never do.
  std::function<std::uint64_t(const ParameterMap&)> tasks = nullptr;
};

using ApplicationRegistry = Registry<ApplicationEntry>;

}  // namespace netloom
