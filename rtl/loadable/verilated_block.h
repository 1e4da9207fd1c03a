#pragma once

// What a shared object with a Verilated block has of its own: included by the code that
// rtl/build_block writes, and by nothing else.

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "block_interface.h"

namespace netloom_verilated {

/// The context of all instances in the object. They have no notion of time of their own, and a
/// network has thousands of them. It has no threads: a process that has made an instance may fork
/// (the points of a sweep do), and threads do not survive that.
inline VerilatedContext& context() {
  struct SingleThreaded : VerilatedContext {
    SingleThreaded() {
      threads(1);
      randReset(2);         // what a model does not set itself begins with random values
      fatalOnError(false);  // $stop does not end the process
    }
  };
  static SingleThreaded only;
  return only;
}

/// What modules have said since it was taken. Instances are evaluated one after the other.
class Said {
 public:
  void note(const std::string& message) {
    constexpr std::size_t kMost = 2000;  // more says no more
    if (said_.size() > kMost) return;
    if (!said_.empty()) said_ += "; ";
    said_ += message;
  }
  bool silent() const { return said_.empty(); }
  /// All of it; null: nothing. Valid until the next call.
  const char* take() {
    if (said_.empty()) return nullptr;
    taken_.swap(said_);
    said_.clear();
    return taken_.c_str();
  }

 private:
  std::string said_, taken_;
};

/// By the monitor (rtl/monitor/).
inline Said& complaint() {
  static thread_local Said only;
  return only;
}

/// By what ends a simulation first.
inline Said& ending() {
  static thread_local Said only;
  return only;
}

/// In the place of Verilator's functions for switches (rtl/build_block). Those go on, or end the
/// process, and say it on standard output.
inline void end(const char* file, int line, const char* by) {
  if (ending().silent()) ending().note(std::string(file) + ":" + std::to_string(line) + ": " + by);
}
inline void finish(const char* file, int line, const char* /*scope*/) {
  end(file, line, "$finish");
}
/// By fatal(), out of an evaluation that would not end.
struct Ended final : std::exception {};
/// Signals that do not settle, among others.
[[noreturn]] inline void fatal(const char* file, int line, const char* /*scope*/,
                               const char* message) {
  end(file, line, message);
  throw Ended();
}
inline void stop(const char* file, int line, const char* /*scope*/, bool /*may_go_on*/ = true) {
  end(file, line, "$stop, $fatal, $error or an assertion");
}

#ifdef NETLOOM_RTL_COVERAGE
/// Verilator counts coverage in the models and writes it at the end: a build that counts never
/// destroys them, but uses them again. What an instance does not reset or drive is then as the one
/// before has left it.
template <class Model>
std::vector<Model*>& unused() {
  static auto* const models = new std::vector<Model*>;
  return *models;
}
#endif

template <class Model>
void* create(std::uint32_t seed) {
  try {
#ifdef NETLOOM_RTL_COVERAGE
    if (!unused<Model>().empty()) {
      Model* const model = unused<Model>().back();
      unused<Model>().pop_back();
      return model;
    }
#endif
    // 0 would be a seed that nobody knows.
    context().randSeed(static_cast<int>(seed >> 1 | 1));
    return new Model(&context(), "");
  } catch (const std::exception&) {
    return nullptr;
  }
}

template <class Model>
void destroy(void* instance) {
  auto* const model = static_cast<Model*>(instance);
#ifdef NETLOOM_RTL_COVERAGE
  unused<Model>().push_back(model);
#else
  model->final();
  delete model;
#endif
}

template <class Model>
void eval(void* instance) {
  try {
    static_cast<Model*>(instance)->eval();
  } catch (const Ended&) {  // ending() says why
  }
}

}  // namespace netloom_verilated
