#include "sim/wave/wave_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <utility>

#include "routing/base/bits.h"
#include "sim/base/split.h"

namespace netloom {
inline namespace sim {
namespace {

/// The short names of signals: printable characters from '!' to '~'.
std::string code_of(std::size_t number) {
  constexpr std::size_t kCharacters = '~' - '!' + 1;
  std::string code;
  do {
    code += static_cast<char>('!' + number % kCharacters);
    number /= kCharacters;
  } while (number != 0);
  return code;
}

/// A name with a letter or "_" first, and letters, digits and "_".
std::string identifier_of(const std::string& name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  std::string result;
  for (const char c : name) result += is_letter(c) || (c >= '0' && c <= '9') ? c : '_';
  return result.empty() || !is_letter(result[0]) ? "_" + result : result;
}

}  // namespace

std::vector<std::string> wave_scopes(const std::vector<std::string>& names) {
  // A name that is legal as it is stays, whatever others become.
  std::set<std::string> taken;
  for (const std::string& name : names) {
    if (identifier_of(name) == name) taken.insert(name);
  }
  std::vector<std::string> scopes;
  for (const std::string& name : names) {
    const std::string identifier = identifier_of(name);
    std::string scope = identifier;
    for (int copy = 2; identifier != name && !taken.insert(scope).second; ++copy) {
      scope = fmt::format("{}_{}", identifier, copy);
    }
    scopes.push_back(std::move(scope));
  }
  return scopes;
}

WaveFile::WaveFile(const std::string& path, Cycle from, Cycle to, Ranks& ranks)
    : ranks_(ranks), from_(from), to_(to) {
  if (ranks.rank() == 0) file_.emplace(path);
}

int WaveFile::add(const std::string& scope, const std::string& name, int width) {
  Signal signal;
  signal.scope = scope;
  signal.name = name;
  signal.code = code_of(signals_.size());
  signal.width = width;
  signal.value.assign(words_of_bits(static_cast<std::size_t>(width)), 0);
  signals_.push_back(std::move(signal));
  return static_cast<int>(signals_.size()) - 1;
}

std::vector<std::string> WaveFile::names() const {
  std::vector<std::string> result;
  for (const Signal& signal : signals_) {
    result.push_back(fmt::format("{}.{}{}", signal.scope, signal.name,
                                 signal.width > 1 ? fmt::format("[{}:0]", signal.width - 1) : ""));
  }
  return result;
}

void WaveFile::set(int signal, Cycle cycle, std::uint64_t value) {
  Value words(at(signal).value.size(), 0);
  words[0] = value;
  set(signal, cycle, std::move(words));
}

void WaveFile::set(int signal, Cycle cycle, Value value) {
  Change change;
  change.signal = signal;
  change.value = std::move(value);
  change.value.resize(at(signal).value.size(), 0);
  changes_[cycle].push_back(std::move(change));
}

void WaveFile::change(int signal, Cycle cycle, std::int64_t difference) {
  Change change;
  change.signal = signal;
  change.add = true;
  change.difference = difference;
  changes_[cycle].push_back(std::move(change));
}

std::string WaveFile::take_message(Cycle before) {
  // Of each change its cycle, its signal and whether it adds, and the number that it adds or the
  // words of the value.
  std::vector<std::uint64_t> words;
  for (; !changes_.empty() && changes_.begin()->first < before; changes_.erase(changes_.begin())) {
    const auto& [cycle, changes] = *changes_.begin();
    for (const Change& each : changes) {
      words.push_back(cycle);
      words.push_back(static_cast<std::uint64_t>(each.signal) << 1 | std::uint64_t{each.add});
      if (each.add) {
        words.push_back(static_cast<std::uint64_t>(each.difference));
      } else {
        words.insert(words.end(), each.value.begin(), each.value.end());
      }
    }
  }
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof words[0]};
}

void WaveFile::add_message(const std::string& message) {
  std::vector<std::uint64_t> words(message.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), message.data(), message.size());
  for (auto next = words.begin(); next != words.end();) {
    const Cycle cycle = *next++;
    const auto signal = static_cast<int>(*next >> 1);
    const bool add = (*next++ & 1) != 0;
    if (add) {
      change(signal, cycle, static_cast<std::int64_t>(*next++));
    } else {
      const auto end = next + static_cast<std::ptrdiff_t>(at(signal).value.size());
      set(signal, cycle, Value(next, end));
      next = end;
    }
  }
}

void WaveFile::gather(Cycle before) {
  if (ranks_.alone()) return;
  std::vector<int> partners = {0};
  std::vector<std::string> messages;
  if (file_) {
    partners.resize(static_cast<std::size_t>(ranks_.count() - 1));
    std::iota(partners.begin(), partners.end(), 1);
    messages.resize(partners.size());
  } else {
    messages.push_back(take_message(before));
  }
  ranks_.exchange(partners, messages);
  if (!file_) return;
  for (const std::string& message : messages) add_message(message);
}

void WaveFile::flush(Cycle cycle) {
  gather(cycle);
  if (!file_) return;
  while (!changes_.empty() && changes_.begin()->first < cycle) {
    const auto entry = changes_.begin();
    const Cycle now = entry->first;
    // What was told for earlier cycles is the state at the beginning.
    if (!begun_ && now > from_) write_changes(from_);
    changed_.clear();
    for (Change& each : entry->second) {
      Signal& signal = at(each.signal);
      if (each.add) {
        signal.value[0] += static_cast<std::uint64_t>(each.difference);
      } else {
        signal.value = std::move(each.value);
      }
      changed_.push_back(each.signal);
    }
    changes_.erase(entry);
    if (now >= from_ && now < to_) write_changes(now);
  }
}

void WaveFile::finish(Cycle end) {
  flush(end);
  if (!file_) return;
  end = std::min(end, to_);
  if (!begun_) write_changes(from_);
  put(fmt::format("#{}\n", std::max(from_, end)));
  if (error_) throw *error_;
  file_->close();
}

void WaveFile::put(const std::string& text) {
  if (error_) return;
  try {
    file_->write(text);
  } catch (const WriteError& error) {
    error_ = error;
  }
}

std::vector<int> WaveFile::in_order_of_scopes() const {
  std::map<std::string, std::vector<int>> of_scope;  // that no other is around
  std::vector<std::string> scopes;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    const std::string scope = split(signals_[i].scope, '.').front();
    if (of_scope.count(scope) == 0) scopes.push_back(scope);
    of_scope[scope].push_back(static_cast<int>(i));
  }
  std::vector<int> result;
  for (const std::string& scope : scopes) {
    result.insert(result.end(), of_scope[scope].begin(), of_scope[scope].end());
  }
  return result;
}

void WaveFile::write_header() {
  put("$version netloom $end\n$comment one nanosecond is one cycle $end\n$timescale 1ns $end\n");
  std::vector<std::string> open;
  for (const int number : in_order_of_scopes()) {
    const Signal& signal = at(number);
    const std::vector<std::string> scope = split(signal.scope, '.');
    const auto [last, other] = std::mismatch(open.begin(), open.end(), scope.begin(), scope.end());
    const auto common = static_cast<std::size_t>(last - open.begin());
    for (; open.size() > common; open.pop_back()) put("$upscope $end\n");
    for (std::size_t i = common; i < scope.size(); ++i) {
      put(fmt::format("$scope module {} $end\n", scope[i]));
      open.push_back(scope[i]);
    }
    put(fmt::format("$var wire {} {} {}{} $end\n", signal.width, signal.code, signal.name,
                    signal.width > 1 ? fmt::format(" [{}:0]", signal.width - 1) : ""));
  }
  for (; !open.empty(); open.pop_back()) put("$upscope $end\n");
  put("$enddefinitions $end\n");
}

void WaveFile::write(const Signal& signal) {
  if (signal.width == 1) {
    put(fmt::format("{}{}\n", signal.value[0] & 1, signal.code));
    return;
  }
  std::string bits = "b";
  for (int bit = signal.width - 1; bit >= 0; --bit) {
    const bool one = (signal.value[static_cast<std::size_t>(bit / 64)] >> bit % 64 & 1) != 0;
    if (one || bits.size() > 1 || bit == 0) bits += one ? '1' : '0';
  }
  put(fmt::format("{} {}\n", bits, signal.code));
}

void WaveFile::write_changes(Cycle cycle) {
  if (!begun_) {
    begun_ = true;
    write_header();
    put(fmt::format("#{}\n$dumpvars\n", cycle));
    for (Signal& signal : signals_) {
      write(signal);
      signal.written = signal.value;
    }
    put("$end\n");
    return;
  }
  bool dated = false;
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  for (const int number : changed_) {
    Signal& signal = at(number);
    if (signal.value == signal.written) continue;
    if (!dated) put(fmt::format("#{}\n", cycle));
    dated = true;
    write(signal);
    signal.written = signal.value;
  }
}

}  // namespace sim
}  // namespace netloom
