#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "routing/base/registry.h"
#include "routing/netlist/netlist.h"

namespace netloom::fuzz {

/// A reader of the program under random inputs. Whatever the bytes are, it takes them or throws an
/// Error, and what else a target says of it holds; otherwise the process ends by a signal.
struct Target {
  static constexpr const char* kKind = "fuzz target";

  std::function<void(const std::string& input)> run;
};

/// All targets.
using TargetRegistry = Registry<Target>;

/// MiB that an input may take, with all that the process has already.
inline constexpr std::size_t kMostMegabytes = 1024;

/// Gives a target an input. A finding: the process takes more memory than that meanwhile.
void run_input(const Target& target, const std::string& input,
               std::size_t most_megabytes = kMostMegabytes);

/// Says what is wrong on standard error and ends the process by SIGABRT.
[[noreturn]] void finding(const std::string& what);

/// Runs the reader; whether it took the input. A finding: anything that it throws but an Error, or
/// one whose message is empty, not UTF-8, or has a control character.
bool accepts(const std::function<void()>& reader);

/// Runs a reader on what the program has written itself: any Error is a finding, too.
void must_accept(const std::function<void()>& reader, const std::string& written);

/// A finding, unless the condition holds.
void require(bool condition, const std::string& what);

/// The path of a regular file, in memory, with these bytes. It holds until the next call.
std::string input_file(const std::string& bytes);

/// A finding, unless the netlists have the same parts, links, kinds and topology.
void require_same(const Netlist& written, const Netlist& read);

/// A finding, unless a valid netlist can be written in every format, and what is written as YAML
/// and as JSON is read as the same netlist.
void require_round_trip(const Netlist& netlist);

/// A fat-tree of four hosts, that files name parts of.
const Netlist& small_tree();

}  // namespace netloom::fuzz
