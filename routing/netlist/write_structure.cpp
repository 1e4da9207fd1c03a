#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/netlist/netlist_io.h"
#include "routing/netlist/netlist_writer.h"

namespace netloom {
inline namespace routing {
namespace {

class StructureWriter {
 public:
  StructureWriter(const Netlist& netlist, const Notation& notation, std::ostream& out)
      : netlist_(netlist), notation_(notation), out_(out) {}

  void write() {
    const auto text = [this](const std::string& value) { return notation_.text(value); };
    out_ << notation_.begin;
    section("netlist", std::to_string(kNetlistVersion));
    if (!netlist_.topology.empty()) {
      std::string parameters;
      for (const auto& [name, value] : netlist_.parameters) {
        parameters +=
            (parameters.empty() ? "" : ", ") + notation_.key(name) + ": " + this->value(value);
      }
      section("topology",
              fmt::format("{{{}: {}, {}: {{{}}}}}", notation_.key("name"), text(netlist_.topology),
                          notation_.key("parameters"), parameters));
    }
    std::string kinds;
    for (const std::string& kind : netlist_.kinds)
      kinds += (kinds.empty() ? "" : ", ") + text(kind);
    section("kinds", '[' + kinds + ']');

    const std::string name = notation_.key("name");
    const std::string ports = notation_.key("ports");
    list("switches", netlist_.switches, [&](const SwitchInfo& info) {
      fmt::print(out_, "{{{}: {}, {}: {}}}", name, text(info.name), ports, info.ports);
    });
    list("hosts", netlist_.hosts,
         [&](const HostInfo& info) { fmt::print(out_, "{{{}: {}}}", name, text(info.name)); });
    const std::string from = notation_.key("from");
    const std::string to = notation_.key("to");
    const std::string latency = notation_.key("latency");
    const std::string kind = notation_.key("kind");
    list("links", netlist_.links, [&](const Link& link) {
      fmt::print(out_, "{{{}: {}, {}: {}, {}: {}, {}: {}}}", from,
                 text(endpoint_name(netlist_, link.from)), to,
                 text(endpoint_name(netlist_, link.to)), latency, link.latency, kind,
                 text(netlist_.kinds[static_cast<std::size_t>(link.kind)]));
    });
    out_ << notation_.end;
  }

 private:
  std::string value(const ParameterValue& value) const {
    if (const auto* v = std::get_if<std::int64_t>(&value)) return std::to_string(*v);
    if (const auto* v = std::get_if<double>(&value)) return fmt::format("{}", *v);
    if (const auto* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
    if (const auto* v = std::get_if<std::string>(&value)) return notation_.text(*v);
    std::string list;
    for (const std::int64_t element : std::get<std::vector<std::int64_t>>(value)) {
      list += (list.empty() ? "" : ", ") + std::to_string(element);
    }
    return '[' + list + ']';
  }

  void begin_section(const char* name) {
    out_ << (first_ ? notation_.section : notation_.next_section) << notation_.key(name) << ':';
    first_ = false;
  }

  void section(const char* name, const std::string& value) {
    begin_section(name);
    out_ << ' ' << value;
  }

  template <class Part, class Write>
  void list(const char* name, const std::vector<Part>& parts, Write write_part) {
    begin_section(name);
    out_ << notation_.list_begin;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out_ << (i == 0 ? notation_.part : notation_.next_part);
      write_part(parts[i]);
    }
    out_ << notation_.list_end;
  }

  const Netlist& netlist_;
  const Notation& notation_;
  std::ostream& out_;
  bool first_ = true;
};

}  // namespace

void write_structure(const Netlist& netlist, const Notation& notation, std::ostream& out) {
  StructureWriter(netlist, notation, out).write();
}

}  // namespace routing
}  // namespace netloom
