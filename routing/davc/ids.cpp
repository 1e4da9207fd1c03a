#include "routing/davc/ids.h"

#include <fmt/format.h>

#include <cstddef>
#include <numeric>
#include <optional>
#include <ostream>
#include <unordered_map>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace routing {
namespace {

class IdReader {
 public:
  IdReader(const Netlist& netlist, const std::string& path)
      : netlist_(netlist), path_(path), ids_(netlist_ids(netlist)) {
    for (SwitchId i = 0; i < netlist.switches.size(); ++i) {
      switches_.emplace(netlist.switches[i].name, i);
    }
  }

  DavcIds read() {
    for_each_line(path_, [this](const TextLine& line) { read_line(line); });
    require_distinct(ids_.nodes, [this](std::size_t i) { return netlist_.switches[i].name; });
    for (SwitchId id = 0; id < ids_.ports.size(); ++id) {
      require_distinct(ids_.ports[id], [this, id](std::size_t port) {
        return fmt::format("{}.p{}", netlist_.switches[id].name, port);
      });
    }
    return std::move(ids_);
  }

 private:
  void read_line(const TextLine& line) {
    if (line.words.size() != 2) throw Error(line.place + ": expected SWITCH ID or SWITCH.pPORT ID");
    const std::string& name = line.words[0];
    if (!places_.emplace(name, line.place).second) {
      throw Error(fmt::format("{}: {} already has an id, at {}", line.place, name, places_[name]));
    }
    if (const auto it = switches_.find(name); it != switches_.end()) {
      ids_.nodes[it->second] = id_of(line, ids_.nodes.size());
      return;
    }
    const std::size_t dot = name.rfind(".p");
    const auto it =
        dot == std::string::npos ? switches_.end() : switches_.find(name.substr(0, dot));
    if (it == switches_.end()) {
      throw Error(fmt::format("{}: '{}' is neither a switch nor a port of one (SWITCH.pPORT)",
                              line.place, name));
    }
    std::vector<std::uint32_t>& ports = ids_.ports[it->second];
    const std::optional<int> port = parse_number(std::string_view(name).substr(dot + 2));
    if (!port || static_cast<std::size_t>(*port) >= ports.size()) {
      throw Error(fmt::format("{}: switch {} has no port '{}'; allowed: 0 to {}", line.place,
                              it->first, name.substr(dot + 2), ports.size() - 1));
    }
    ports[static_cast<std::size_t>(*port)] = id_of(line, ports.size());
  }

  static std::uint32_t id_of(const TextLine& line, std::size_t count) {
    const std::optional<int> id = parse_number(line.words[1]);
    if (!id || static_cast<std::size_t>(*id) >= count) {
      throw Error(fmt::format("{}: '{}' is not an id of {}; allowed: 0 to {}", line.place,
                              line.words[1], line.words[0], count - 1));
    }
    return static_cast<std::uint32_t>(*id);
  }

  template <class Name>
  void require_distinct(const std::vector<std::uint32_t>& ids, Name name) const {
    std::vector<std::optional<std::size_t>> owner(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::optional<std::size_t>& first = owner[ids[i]];
      if (!first) {
        first = i;
        continue;
      }
      std::string place = path_;
      for (const std::string& each : {name(i), name(*first)}) {
        if (const auto it = places_.find(each); it != places_.end()) place = it->second;
      }
      throw Error(
          fmt::format("{}: {} and {} both have the id {} (what no line names keeps its "
                      "number); allowed: different ones",
                      place, name(*first), name(i), ids[i]));
    }
  }

  const Netlist& netlist_;
  std::string path_;
  DavcIds ids_;
  std::unordered_map<std::string, SwitchId> switches_;
  std::unordered_map<std::string, std::string> places_;
};

}  // namespace

DavcIds netlist_ids(const Netlist& netlist) {
  DavcIds ids;
  ids.nodes.resize(netlist.switches.size());
  std::iota(ids.nodes.begin(), ids.nodes.end(), 0u);
  for (const SwitchInfo& info : netlist.switches) {
    std::vector<std::uint32_t>& ports = ids.ports.emplace_back(info.ports);
    std::iota(ports.begin(), ports.end(), 0u);
  }
  return ids;
}

DavcIds read_davc_ids(const Netlist& netlist, const std::string& path) {
  return IdReader(netlist, path).read();
}

void write_davc_ids(const Netlist& netlist, const DavcIds& ids, std::ostream& out) {
  out << "# Ids that DAVC compares: SWITCH ID or SWITCH.pPORT ID; all others keep their number.\n";
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    const std::string& name = netlist.switches[id].name;
    if (ids.nodes[id] != id) out << name << ' ' << ids.nodes[id] << '\n';
    for (std::size_t port = 0; port < ids.ports[id].size(); ++port) {
      if (ids.ports[id][port] == port) continue;
      out << name << ".p" << port << ' ' << ids.ports[id][port] << '\n';
    }
  }
}

}  // namespace routing
}  // namespace netloom
