#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The known things of one kind (topologies, routing functions, …) by name. An entry registers
/// itself with a static `Registry<Entry>::Registration` in its own file, so that adding one
/// touches no other file. A name stands for one entry: with a second one of the same name the
/// program ends before main(), with a message that says where both are.
///
/// `Entry` has `static constexpr const char* kKind`, the word used in messages. What else only one
/// entry may have (a place, the names of its parts), its `std::vector<std::string> claims() const`
/// names, if it has that member; a claim that another entry makes, too, ends the program likewise.
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
      const std::string which = std::string(Entry::kKind) + " '" + name + "'";
      if (instance().whole_) {
        end_program(which + " is registered when all entries were taken already: in " + place);
      }
      const auto [first, added] = instance().places_.emplace(name, place);
      if (!added)
        end_program(which + " is registered twice: in " + first->second + " and in " + place);
      for (const std::string& claim : claims_of(entry, 0)) {
        const auto [other, is_free] = instance().claims_.emplace(claim, which + " in " + place);
        if (!is_free) {
          end_program(claim + " is taken twice: by " + other->second + " and by " + which + " in " +
                      place);
        }
      }
      instance().entries_.emplace(name, std::move(entry));
    }
  };

  /// An entry, without claims(), that comes while the program runs. Another one of this name that
  /// came so goes. Error: one of this name has registered itself, or somebody has all().
  void set(const std::string& name, Entry entry) {
    const std::string which = std::string(Entry::kKind) + " '" + name + "'";
    if (places_.count(name) != 0) {
      throw Error(which + " is one of Netloom's own; allowed: another name");
    }
    if (whole_) throw Error(which + " comes too late: all entries were taken already");
    entries_.insert_or_assign(name, std::move(entry));
  }

  /// Error: unknown name; the message lists the known ones.
  const Entry& find(const std::string& name) const {
    const auto it = entries_.find(name);
    if (it == entries_.end()) {
      throw Error(std::string("unknown ") + Entry::kKind + " '" + name +
                  "'; known: " + joined(names()));
    }
    return it->second;
  }

  bool contains(const std::string& name) const { return entries_.count(name) != 0; }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& [key, entry] : entries_) result.push_back(key);
    return result;
  }

  /// All entries by name, for what is put together of them once. An entry that registers itself
  /// later would be missing there, so it ends the program.
  const std::map<std::string, Entry>& all() {
    whole_ = true;
    return entries_;
  }

 private:
  /// Before main(), nobody could catch an Error.
  [[noreturn]] static void end_program(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::abort();
  }

  template <class Claiming>
  static auto claims_of(const Claiming& entry, int) -> decltype(entry.claims()) {
    return entry.claims();
  }
  template <class Other>
  static std::vector<std::string> claims_of(const Other& /*entry*/, long) {
    return {};
  }

  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> places_;  ///< of the registrations: "file:line"
  std::map<std::string, std::string> claims_;  ///< and whose each is
  bool whole_ = false;                         ///< somebody has all()
};

}  // namespace routing
}  // namespace netloom
