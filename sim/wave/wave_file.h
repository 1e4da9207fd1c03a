#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/kernel/ranks.h"
#include "routing/base/output_file.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace sim {

/// Names of scopes for things with these names, which are all different, in their order: legal
/// identifiers, all different, and the names themselves where they are legal.
std::vector<std::string> wave_scopes(const std::vector<std::string>& names);

/// A value change dump (VCD, IEEE 1364-2005, section 18) in which a cycle is a nanosecond.
///
/// Changes may be told ahead of their time and in any order, as long as none is told for a cycle
/// before that of the last flush(). Of several changes of a signal in one cycle the last that was
/// told holds. Before `from` changes are only noted; from `to` on they are ignored.
///
/// Ranks that run a network together have the same signals, each of which one of them tells of. The
/// first of them writes the file.
class WaveFile {
 public:
  /// Bits of a signal, the lowest first.
  using Value = std::vector<std::uint64_t>;

  /// Cycles from … to-1 are written. The ranks outlive it. WriteError: the file cannot be written.
  WaveFile(const std::string& path, Cycle from, Cycle to, Ranks& ranks = no_other_ranks());

  /// Adds a signal of 1 bit or more, before the first flush(); `scope`: legal names of its scopes,
  /// with dots between; signals of a scope follow each other. All signals are 0 at first.
  /// Returns its number.
  int add(const std::string& scope, const std::string& name, int width);
  /// Full names of the signals, with their range if they are wider than a bit, in the order of
  /// their numbers: what GTKWave calls them.
  std::vector<std::string> names() const;

  void set(int signal, Cycle cycle, std::uint64_t value);
  void set(int signal, Cycle cycle, Value value);
  /// Adds to what the signal is then (up to 64 bits).
  void change(int signal, Cycle cycle, std::int64_t difference);

  /// Nothing more will be told for cycles before this one; all ranks say so at the same time.
  void flush(Cycle cycle);
  /// Writes all that is left, up to the end of the run (its first cycle that was not simulated);
  /// all ranks together. Without it there is no file. WriteError, in the first rank: something
  /// could not be written, now or before; a run goes on without its waveforms.
  void finish(Cycle end);

  /// The first cycle that is written is this one, which is not before that of the last flush();
  /// before anything is written, with kNever in its place until then.
  void begin_at(Cycle from) { from_ = from; }

 private:
  struct Signal {
    std::string scope, name, code;
    int width = 1;
    Value value;
    Value written;
  };
  struct Change {
    int signal = 0;
    bool add = false;
    std::int64_t difference = 0;
    Value value;
  };

  /// Hands the first rank what the others have been told for cycles before this one.
  void gather(Cycle before);
  std::string take_message(Cycle before);
  void add_message(const std::string& message);
  void put(const std::string& text);
  /// Numbers of the signals, those of an outermost scope together.
  std::vector<int> in_order_of_scopes() const;
  void write_header();
  void write(const Signal& signal);
  /// Writes what has changed, dated `cycle`.
  void write_changes(Cycle cycle);
  Signal& at(int signal) { return signals_[static_cast<std::size_t>(signal)]; }

  Ranks& ranks_;
  std::optional<OutputFile> file_;   ///< none: another rank has it
  std::optional<WriteError> error_;  ///< the first one, after which nothing is written
  Cycle from_, to_;
  bool begun_ = false;
  std::vector<Signal> signals_;
  std::map<Cycle, std::vector<Change>> changes_;
  std::vector<int> changed_;  ///< signals, in the cycle that is being written
};

}  // namespace sim
}  // namespace netloom
