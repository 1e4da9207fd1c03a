#pragma once

#include <iosfwd>
#include <string>

#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// How the structure that YAML and JSON share is written: a map whose lists have one part per line,
/// a map in braces.
struct Notation {
  std::string (*key)(const std::string& name);
  std::string (*text)(const std::string& value);
  const char* begin;
  const char* section;       ///< before the first one
  const char* next_section;  ///< before the others
  const char* list_begin;
  const char* part;       ///< before the first one
  const char* next_part;  ///< before the others
  const char* list_end;
  const char* end;
};

/// Writers of a valid netlist, one for each NetlistFormat.
void write_yaml(const Netlist& netlist, std::ostream& out);
void write_json(const Netlist& netlist, std::ostream& out);
/// Boxes are switches, ellipses hosts; a cable is one line, a link without its opposite an arrow.
/// Numbers at the ends are ports, those in the middle latencies other than 1 (there/back if they
/// differ); kinds have colours.
void write_dot(const Netlist& netlist, std::ostream& out);

/// What write_yaml() and write_json() write, part by part: a network can have a million links, and
/// its file is made anew for every sweep.
void write_structure(const Netlist& netlist, const Notation& notation, std::ostream& out);

/// A string in double quotes, as JSON, YAML and dot all read it. Bytes that are not UTF-8 (of a
/// file's name, say) become U+FFFD.
std::string quoted(const std::string& text);

}  // namespace routing
}  // namespace netloom
