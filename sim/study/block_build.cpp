#include "sim/study/block_build.h"

#include <fmt/format.h>

#include <stdexcept>

#include "routing/base/error.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_folders.h"
#include "sim/base/external_program.h"
#include "sim/base/file_bytes.h"
#include "sim/base/temporary_folder.h"

namespace netloom {
inline namespace sim {
namespace {

void require_program(const std::string& name, const std::string& package) {
  if (find_program(name).empty()) {
    throw Error(fmt::format("{} is missing (Debian package {})", name, package));
  }
}

/// What build_block says, without its name and the end of the line.
std::string message_of(std::string text) {
  const std::string name = "build_block: error: ";
  if (text.rfind(name, 0) == 0) text.erase(0, name.size());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string block_object(const BlockBuild& build) {
  require_program("verilator", "verilator");
  require_program("python3", "python3");
  const TemporaryFolder work("netloom-rtl");
  const std::string object = work.file("block.so");
  std::vector<std::string> command = {rtl_folder() + "/build_block",
                                      "--as",
                                      build.decision,
                                      "--decisions",
                                      rtl_decisions_folder(),
                                      "--work",
                                      work.path(),
                                      "--output",
                                      object};
  const auto add = [&command](const char* option, const std::string& value) {
    if (!value.empty()) command.insert(command.end(), {option, value});
  };
  add("--name", build.name);
  add("--top", build.top);
  add("--summary", build.summary);
  if (!build.sizes.empty()) add("--sizes", fmt::format("{}", fmt::join(build.sizes, ",")));
  for (const std::string& parameter : build.parameters) add("--parameter", parameter);
  command.emplace_back("--");
  command.insert(command.end(), build.sources.begin(), build.sources.end());
  const ProgramOutput output = run_filter(command, "");
  if (output.status != 0) {
    throw std::runtime_error(message_of(output.errors.empty() ? output.output : output.errors));
  }
  RtlBlockRegistry::instance().find(object);  // says what is wrong with it
  return file_bytes(object);
}

}  // namespace sim
}  // namespace netloom
