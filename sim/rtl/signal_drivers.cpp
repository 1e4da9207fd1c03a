#include "sim/rtl/signal_drivers.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "routing/base/text_file.h"
#include "rtl/rtl_folders.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;

/// A module may be in itself; far more than a switch has.
constexpr std::size_t kMostScopes = 20'000;

std::vector<std::string> folders_of_netloom() {
  return {rtl_folder(), rtl_folder() + "/switch"};
}

/// A file of a folder, such as "crossbar.sv"; empty: it is not there.
std::string file_in(const std::string& folder, const std::string& name) {
  const std::string path = (fs::path(folder) / name).string();
  std::error_code failure;
  return fs::is_regular_file(path, failure) ? path : "";
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The instances of a switch, as a tree; those of a loop are one.
class DriverSearch {
 public:
  explicit DriverSearch(const SwitchSources& sources) : sources_(sources) {
    if (sources.top() == sources.modules().size()) return;
    scopes_.push_back({sources.top(), 0, nullptr, {}});
    for (std::size_t scope = 0; scope < scopes_.size(); ++scope) add_children(scope);
  }

  std::vector<DriverPlace> run(const std::vector<std::string>& signals,
                               const std::string& everywhere) {
    if (scopes_.empty()) return {};
    for (const std::string& signal : signals) look_at(0, signal, 0, DriverPlace::kNowhere);
    if (!everywhere.empty()) look_everywhere(everywhere);
    while (!waiting_.empty()) {
      const Signal next = waiting_.front();
      waiting_.pop_front();
      follow(next);
    }
    return nearest_first();
  }

 private:
  struct Scope {
    std::size_t module;
    std::size_t parent;
    const VerilogInstance* instance;    ///< in the parent; null: the topmost
    std::vector<std::size_t> children;  ///< of each instance; 0: its module is not there
  };
  struct Signal {
    std::size_t scope;
    std::string name;
    std::size_t distance;
    std::size_t from;  ///< place that names it
  };

  /// What of a module drives a signal.
  struct Index {
    std::map<std::string, std::vector<std::size_t>> assignments;
    std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>>
        connections;                ///< instance, and the connection of it
    std::vector<std::size_t> open;  ///< instances with ".*"
  };

  const VerilogModule& text(std::size_t scope) const {
    return sources_.modules()[scopes_[scope].module].text;
  }

  void add_children(std::size_t scope) {
    for (const VerilogInstance& instance : text(scope).instances) {
      const std::size_t module = sources_.find(instance.module);
      const bool is_there = module < sources_.modules().size() && scopes_.size() < kMostScopes;
      scopes_[scope].children.push_back(is_there ? scopes_.size() : 0);
      if (is_there) scopes_.push_back({module, scope, &instance, {}});
    }
  }

  std::vector<DriverPlace> nearest_first() const {
    std::vector<std::size_t> order(places_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return places_[a].distance < places_[b].distance;
    });
    std::vector<std::size_t> moved(places_.size());
    std::vector<DriverPlace> result;
    for (const std::size_t place : order) {
      moved[place] = result.size();
      result.push_back(places_[place]);
    }
    for (DriverPlace& each : result) {
      if (each.from != DriverPlace::kNowhere) each.from = moved[each.from];
    }
    return result;
  }

  void look_everywhere(const std::string& begin) {
    for (std::size_t scope = 0; scope < scopes_.size(); ++scope) {
      for (const VerilogAssignment& each : text(scope).assignments) {
        for (const std::string& target : each.targets) {
          if (target.compare(0, begin.size(), begin) == 0) {
            look_at(scope, target, 0, DriverPlace::kNowhere);
          }
        }
      }
    }
  }

  void look_at(std::size_t scope, const std::string& name, std::size_t distance, std::size_t from) {
    if (known_.emplace(scope, name).second) waiting_.push_back({scope, name, distance, from});
  }
  /// What is named at a place that a signal depends on.
  void look_behind(const Signal& signal, std::size_t scope, const std::vector<std::string>& names,
                   std::size_t place) {
    for (const std::string& name : names) look_at(scope, name, signal.distance + 1, place);
  }

  /// The place's number.
  std::size_t add(const Signal& signal, std::size_t scope, LineRange lines,
                  std::size_t further = 0) {
    const std::size_t file = sources_.modules()[scopes_[scope].module].file;
    const auto [at, is_new] =
        found_.try_emplace(std::tuple(file, lines.first, lines.last), places_.size());
    if (is_new) places_.push_back({file, lines, signal.distance + further, signal.from});
    return at->second;
  }

  void follow(const Signal& signal) {
    follow_assignments(signal);
    follow_instances(signal);
    follow_port(signal);
  }

  void follow_assignments(const Signal& signal) {
    const VerilogModule& module = text(signal.scope);
    const Index& index = index_of(scopes_[signal.scope].module);
    const auto found = index.assignments.find(signal.name);
    if (found == index.assignments.end()) return;
    for (const std::size_t i : found->second) {
      const VerilogAssignment& each = module.assignments[i];
      look_behind(signal, signal.scope, each.sources, add(signal, signal.scope, each.lines));
      for (const std::size_t i_condition : each.conditions) {
        const VerilogCondition& condition = module.conditions[i_condition];
        look_behind(signal, signal.scope, condition.names,
                    add(signal, signal.scope, condition.lines, 1));
      }
    }
  }

  /// Into those whose outputs drive it.
  void follow_instances(const Signal& signal) {
    const VerilogModule& module = text(signal.scope);
    const Index& index = index_of(scopes_[signal.scope].module);
    const auto enter = [&](std::size_t instance, LineRange lines, const std::string& port) {
      const std::size_t child = scopes_[signal.scope].children[instance];
      if (child == 0 || !has_port(text(child), port, &VerilogPort::out)) return;
      look_behind(signal, child, {port}, add(signal, signal.scope, lines));
    };
    if (const auto found = index.connections.find(signal.name); found != index.connections.end()) {
      for (const auto& [instance, place] : found->second) {
        const VerilogConnection& each = module.instances[instance].connections[place];
        const std::size_t child = scopes_[signal.scope].children[instance];
        if (child == 0) continue;
        const bool by_place = each.port.empty() && place < text(child).ports.size();
        enter(instance, each.lines, by_place ? text(child).ports[place].name : each.port);
      }
    }
    for (const std::size_t instance : index.open) {
      const VerilogInstance& each = module.instances[instance];
      if (connection(each, signal.name) == nullptr) enter(instance, each.others, signal.name);
    }
  }

  /// Out of the instance, if it is one of its inputs.
  void follow_port(const Signal& signal) {
    const Scope& scope = scopes_[signal.scope];
    if (scope.instance == nullptr) return;
    const VerilogModule& module = text(signal.scope);
    if (!has_port(module, signal.name, &VerilogPort::in)) return;
    const VerilogInstance& instance = *scope.instance;
    const VerilogConnection* from = connection(instance, signal.name);
    for (std::size_t i = 0; from == nullptr && i < instance.connections.size(); ++i) {
      const bool is_here = i < module.ports.size() && module.ports[i].name == signal.name;
      if (is_here && instance.connections[i].port.empty()) from = &instance.connections[i];
    }
    if (from != nullptr) {
      look_behind(signal, scope.parent, from->sources, add(signal, scope.parent, from->lines));
    } else if (instance.others.first != 0) {
      look_behind(signal, scope.parent, {signal.name}, add(signal, scope.parent, instance.others));
    }
  }

  static bool has_port(const VerilogModule& module, const std::string& name,
                       bool VerilogPort::*direction) {
    return std::any_of(module.ports.begin(), module.ports.end(), [&](const VerilogPort& port) {
      return port.*direction && port.name == name;
    });
  }

  /// With the port's name; null: there is none.
  static const VerilogConnection* connection(const VerilogInstance& instance,
                                             const std::string& port) {
    for (const VerilogConnection& each : instance.connections) {
      if (each.port == port) return &each;
    }
    return nullptr;
  }

  const Index& index_of(std::size_t module) {
    const auto [at, is_new] = indices_.try_emplace(module);
    if (!is_new) return at->second;
    const VerilogModule& text = sources_.modules()[module].text;
    for (std::size_t i = 0; i < text.assignments.size(); ++i) {
      for (const std::string& each : text.assignments[i].targets) {
        at->second.assignments[each].push_back(i);
      }
    }
    for (std::size_t i = 0; i < text.instances.size(); ++i) {
      const VerilogInstance& instance = text.instances[i];
      if (instance.others.first != 0) at->second.open.push_back(i);
      for (std::size_t place = 0; place < instance.connections.size(); ++place) {
        for (const std::string& each : instance.connections[place].targets) {
          at->second.connections[each].emplace_back(i, place);
        }
      }
    }
    return at->second;
  }

  const SwitchSources& sources_;
  std::map<std::size_t, Index> indices_;  ///< by the module
  std::vector<Scope> scopes_;             ///< first the topmost
  std::deque<Signal> waiting_;
  std::set<std::pair<std::size_t, std::string>> known_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> found_;  ///< places
  std::vector<DriverPlace> places_;
};

}  // namespace

std::vector<DriverPlace> drivers_of(const SwitchSources& sources,
                                    const std::vector<std::string>& signals,
                                    const std::string& everywhere) {
  return DriverSearch(sources).run(signals, everywhere);
}

SwitchSources::SwitchSources(const std::vector<std::string>& files) {
  if (files.empty()) return;
  top_ = fs::path(files.front()).stem().string();
  for (const std::string& file : files) {
    const std::string folder = fs::path(file).parent_path().string();
    if (!contains(beside_, folder)) beside_.push_back(folder);
    read(file, true);
  }
  // Those that the loop reads are looked at as well.
  for (std::size_t module = 0; module < modules_.size(); ++module) {
    const std::vector<VerilogInstance> instances = modules_[module].text.instances;
    for (const VerilogInstance& each : instances) read_module(each.module);
  }
}

std::size_t SwitchSources::find(const std::string& name) const {
  const auto found = std::find_if(modules_.begin(), modules_.end(),
                                  [&](const Module& each) { return each.text.name == name; });
  return static_cast<std::size_t>(found - modules_.begin());
}

void SwitchSources::read(const std::string& path, bool given) {
  const bool is_known = std::any_of(files_.begin(), files_.end(),
                                    [&](const File& each) { return each.path == path; });
  if (is_known) return;
  File file = {path, "", given};
  for (const std::string& folder : folders_of_netloom()) {
    if (!given || !file.own.empty()) continue;
    file.own = file_in(folder, fs::path(path).filename().string());
  }
  files_.push_back(std::move(file));
  for (VerilogModule& each : verilog_modules(read_text(path))) {
    modules_.push_back({files_.size() - 1, std::move(each)});
  }
}

void SwitchSources::read_module(const std::string& name) {
  if (find(name) < modules_.size()) return;
  for (const bool given : {true, false}) {
    for (const std::string& folder : given ? beside_ : folders_of_netloom()) {
      for (const char* const kind : {".v", ".sv"}) {
        const std::string path = file_in(folder, name + kind);
        if (path.empty()) continue;
        read(path, given);
        return;
      }
    }
  }
}

}  // namespace sim
}  // namespace netloom
