#include "sim/config/reader.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/config/check.h"
#include "sim/config/schema.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

/// `path` as seen from the configuration's folder.
std::string resolve_path(const std::string& path, const std::string& directory) {
  const std::filesystem::path given(path);
  if (given.is_absolute() || directory.empty()) return path;
  return (std::filesystem::path(directory) / given).lexically_normal().string();
}

/// A text parameter that names a file, by convention.
bool is_file(const Parameter& parameter) {
  const std::string suffix = "_file";
  const std::string& name = parameter.name;
  return parameter.type == Parameter::Type::kString && parameter.choices.empty() &&
         (name == "file" ||
          (name.size() > suffix.size() &&
           name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0));
}

}  // namespace

json Reader::read_ahead(const KeyPath& path) const {
  const Node nothing;
  const Node* map = &document_.root();
  const MapSchema* schema = &configuration_schema();
  const KeyPath parent = path.parent();
  for (const auto& [name, index] : parent.steps()) {
    const Node* next = map->find(name);
    map = next == nullptr ? &nothing : next;
    schema = schema->key(name).value.map.get();
  }
  return Checker(document_, {}).key(*map, parent, schema->key(path.steps().back().first));
}

ParameterMap Reader::read_parameters(const std::vector<Parameter>& declared, json& from,
                                     const KeyPath& here) {
  ParameterMap map;
  for (const Parameter& parameter : declared) {
    const auto it = from.find(parameter.name);
    if (it == from.end()) continue;
    switch (parameter.type) {
      case Parameter::Type::kInteger:
        map[parameter.name] = it->get<std::int64_t>();
        break;
      case Parameter::Type::kReal:
        map[parameter.name] = it->get<double>();
        break;
      case Parameter::Type::kBoolean:
        map[parameter.name] = it->get<bool>();
        break;
      case Parameter::Type::kString: {
        const auto text = it->get<std::string>();
        map[parameter.name] =
            is_file(parameter) ? input_file(here.key(parameter.name), text) : text;
        break;
      }
      case Parameter::Type::kIntegerList:
        if (!it->is_array()) *it = json::array({*it});
        map[parameter.name] = it->get<std::vector<std::int64_t>>();
        break;
    }
  }
  return map;
}

std::vector<int> Reader::by_kind(json& value, int otherwise,
                                 const std::map<std::string, int>& of_kinds) const {
  std::vector<int> result;
  json complete = json::object();
  for (const std::string& kind : config().netlist.kinds) {
    const auto known = of_kinds.find(kind);
    const int fallback = known == of_kinds.end() ? otherwise : known->second;
    const int each = value.is_number() ? value.get<int>() : value.value(kind, fallback);
    result.push_back(each);
    complete[kind] = each;
  }
  value = std::move(complete);
  return result;
}

std::string Reader::input_file(const KeyPath& here, const std::string& text) {
  InputFile file{here.text(), resolve_path(text, directory_)};
  located(here, [&] {
    try {
      require_input_file(file.path);
    } catch (const Error& error) {
      if (file.path == text || !std::filesystem::is_regular_file(text)) throw;
      throw Error(
          fmt::format("{}; relative paths begin at the folder of the configuration, and a file of "
                      "this name is in the current one: give its whole path",
                      error.what()));
    }
  });
  config().inputs.push_back(file);
  return file.path;
}

}  // namespace sim
}  // namespace netloom
