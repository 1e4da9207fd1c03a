#include "testbench/random/configuration_text.h"

#include <cctype>
#include <cstddef>
#include <fstream>

#include "routing/base/error.h"

namespace netloom::test {
namespace {

constexpr std::size_t kLongestLine = 90;

/// Plain where YAML takes it for the text that it is.
std::string scalar_text(const Json& value) {
  if (!value.is_string()) return value.dump();
  const std::string text = value.get<std::string>();
  bool plain = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
               text != "true" && text != "false" && text != "null";
  for (const char c : text) {
    plain = plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.');
  }
  return plain ? text : value.dump();
}

std::string flow_text(const Json& value) {
  if (!value.is_structured()) return scalar_text(value);
  std::string text;
  for (const auto& [key, each] : value.items()) {
    if (!text.empty()) text += ", ";
    if (value.is_object()) text += key + ": ";
    text += flow_text(each);
  }
  return value.is_object() ? '{' + text + '}' : '[' + text + ']';
}

void append_block(std::string& text, const Json& map, std::size_t indent) {
  for (const auto& [key, value] : map.items()) {
    const std::string begin = std::string(indent, ' ') + key + ':';
    const std::string flow = flow_text(value);
    if (!value.is_object() || value.empty() || begin.size() + 1 + flow.size() <= kLongestLine) {
      text += begin + ' ' + flow + '\n';
    } else {
      text += begin + '\n';
      append_block(text, value, indent + 2);
    }
  }
}

}  // namespace

std::string ConfigurationText::yaml() const {
  std::string text;
  append_block(text, keys, 0);
  return text;
}

std::string ConfigurationText::with_files(const std::string& name) const {
  std::string text = "--- # " + name + '\n' + yaml();
  for (const auto& [file, content] : files) text += "--- # " + file + '\n' + content;
  return text + "...\n";
}

namespace {

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error("cannot write " + path);
}

}  // namespace

void write_files(const ConfigurationText& configuration, const std::string& folder) {
  for (const auto& [file, text] : configuration.files) write_text(folder + '/' + file, text);
}

void write_configuration(const ConfigurationText& configuration, const std::string& folder,
                         const std::string& name) {
  write_files(configuration, folder);
  write_text(folder + '/' + name, configuration.yaml());
}

}  // namespace netloom::test
