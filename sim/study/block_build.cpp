#include "sim/study/block_build.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "routing/base/error.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_folders.h"
#include "sim/base/external_program.h"
#include "sim/base/file_bytes.h"
#include "sim/base/messages.h"
#include "sim/base/progress.h"
#include "sim/base/temporary_folder.h"

namespace netloom {
inline namespace sim {
namespace {

/// Exit status of build_block where an argument or a file is not what is allowed.
constexpr int kRefused = 2;

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

std::string block_object(const BlockBuild& build, bool progress) {
  require_program("verilator", "verilator");
  require_program("python3", "python3");
  if (const char* compiler = std::getenv("CXX"); compiler == nullptr || *compiler == '\0') {
    require_program("c++", "g++");
  }
  const TemporaryFolder work("netloom-rtl");
  const std::string object = work.file(build.name + ".so");
  std::vector<std::string> command = {rtl_folder() + "/build_block",
                                      "--as",
                                      build.decision,
                                      "--decisions",
                                      rtl_decisions_folder(),
                                      "--progress",
                                      "--work",
                                      work.path(),
                                      "--output",
                                      object};
  const auto add = [&command](const char* option, const std::string& value) {
    if (!value.empty()) command.push_back(fmt::format("{}={}", option, value));
  };
  add("--top", build.top);
  add("--summary", build.summary);
  if (!build.sizes.empty()) add("--sizes", fmt::format("{}", fmt::join(build.sizes, ",")));
  for (const std::string& parameter : build.parameters) add("--parameter", parameter);
  command.emplace_back("--");
  command.insert(command.end(), build.sources.begin(), build.sources.end());
  std::optional<Progress> line;
  const ProgramOutput output = run_watched(command, [&](const std::string& step) {
    // The first line is the number of steps. They take very different times, so that how long the
    // rest takes cannot be said.
    if (line) {
      line->finished(0);
    } else {
      line.emplace(progress, std::stoul(step), 0, "steps");
    }
  });
  line.reset();
  if (output.status == kRefused) throw Error(message_of(output.errors));
  if (output.status != 0) {
    throw std::runtime_error(
        output.errors.empty()
            ? fmt::format("{} ended with status {} and without a word", command[0], output.status)
            : message_of(output.errors));
  }
  if (!output.errors.empty()) print_warning("Verilator says:\n" + message_of(output.errors));
  RtlBlockRegistry::instance().find(object);  // says what is wrong with it
  return file_bytes(object);
}

}  // namespace sim
}  // namespace netloom
