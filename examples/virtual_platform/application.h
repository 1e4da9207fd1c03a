#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime.h"

/// The memories of all hosts, seen by a debugger: nothing takes time.
class Debugger {
 public:
  virtual std::vector<std::uint64_t> read(unsigned host, std::uint64_t offset,
                                          std::size_t words) = 0;
  virtual void write(unsigned host, std::uint64_t offset,
                     const std::vector<std::uint64_t>& words) = 0;

 protected:
  ~Debugger() = default;
};

/// A program that all hosts run together.
class Application {
 public:
  virtual ~Application() = default;

  /// Bytes that it needs of each memory.
  virtual std::uint64_t memory_bytes() const = 0;
  /// Before the start: what the program works on.
  virtual void load(Debugger& memories) = 0;
  /// What each host does. One object has no state but what load() has made, for all hosts.
  virtual void run(Runtime& host) const = 0;
  /// Whether what is in the memories at the end is what another computation, without the platform,
  /// says; and what is not.
  virtual bool is_right(Debugger& memories, std::string& difference) const = 0;
};
