#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {

/// The known things of one kind (topologies, routing functions, …) by name. An entry registers
/// itself with a static `Registry<Entry>::Registration` in its own file, so that adding one
/// touches no other file. A name stands for one entry: with a second one of the same name the
/// program ends before main(), with a message that says where both are.
///
/// `Entry` has `static constexpr const char* kKind`, the word used in messages.
template <class Entry>
class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  struct Registration {
    Registration(const std::string& name, Entry entry, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE()) {
      const std::string place = std::string(file) + ":" + std::to_string(line);
      const auto [first, added] = instance().places_.emplace(name, place);
      if (!added) {
        // Nobody could catch an Error here.
        std::fprintf(stderr, "%s '%s' is registered twice: in %s and in %s\n", Entry::kKind,
                     name.c_str(), first->second.c_str(), place.c_str());
        std::abort();
      }
      instance().entries_.emplace(name, std::move(entry));
    }
  };

  /// Error: unknown name; the message lists the known ones.
  const Entry& find(const std::string& name) const {
    const auto it = entries_.find(name);
    if (it == entries_.end()) {
      std::string known;
      for (const auto& [key, entry] : entries_) known += (known.empty() ? "" : ", ") + key;
      throw Error(std::string("unknown ") + Entry::kKind + " '" + name + "'; known: " + known);
    }
    return it->second;
  }

  bool contains(const std::string& name) const { return entries_.count(name) != 0; }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& [key, entry] : entries_) result.push_back(key);
    return result;
  }

 private:
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> places_;  ///< of the registrations: "file:line"
};

}  // namespace routing
}  // namespace netloom
