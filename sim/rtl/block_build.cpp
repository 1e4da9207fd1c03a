#include "sim/rtl/block_build.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
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

namespace fs = std::filesystem;

constexpr const char* kWorkFolder = "netloom-rtl";
/// Exit status of build_block where an argument or a file is not what is allowed.
constexpr int kRefused = 2;

void require_program(const std::string& name, const std::string& package) {
  if (find_program(name).empty()) {
    throw Error(fmt::format("{} is missing (Debian package {})", name, package));
  }
}

/// How long a step of build_block takes, in parts of all: by the file that it makes. Verilator's
/// own runtime takes longest.
double work_of_step(const std::string& made) {
  const std::string name = made.substr(made.rfind('/') + 1);
  if (name == "verilated.o") return 9;
  if (name == "verilated_threads.o") return 2;
  const auto ends = [&name](const std::string& end) {
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  if (ends(".o")) return 3;
  return 0.3;  // Verilator, or the linker
}

/// Of all steps: one size is Verilated and compiled in two of them, and there are two more, or four
/// if Verilator's runtime is compiled.
double work_of_steps(std::size_t steps, bool with_runtime) {
  const double runtime =
      with_runtime ? work_of_step("verilated.o") + work_of_step("verilated_threads.o") : 0;
  const double sizes = (static_cast<double>(steps) - (with_runtime ? 4 : 2)) / 2;
  return sizes * (work_of_step("Vsize") + work_of_step("module.o")) + work_of_step("object.o") +
         runtime + work_of_step("x.so");
}

/// The archive of Verilator's runtime, if it is of the Verilator that there is; else empty.
std::string fitting_runtime() {
  const fs::path archive = verilated_runtime();
  const fs::path version = fs::path(archive).replace_extension(".version");
  std::error_code failure;
  if (!fs::exists(archive, failure) || !fs::exists(version, failure)) return "";
  const ProgramOutput said = run_filter({"verilator", "--version"}, "");
  return said.status == 0 && said.output == file_bytes(version) ? archive.string() : "";
}

/// What build_block says, without its name and the end of the line.
std::string message_of(std::string text) {
  const std::string name = "build_block: error: ";
  if (text.rfind(name, 0) == 0) text.erase(0, name.size());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// Builds it, in the folder `work`: the path of the object. `read`: where the files that Verilator
/// has read are written, one a line; empty: nowhere.
std::string built(const BlockBuild& build, bool progress, const TemporaryFolder& work,
                  const std::string& read) {
  require_program("verilator", "verilator");
  require_program("python3", "python3");
  if (const char* compiler = std::getenv("CXX"); compiler == nullptr || *compiler == '\0') {
    require_program("c++", "g++");
  }
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
  add("--read", read);
  const std::string runtime = fitting_runtime();
  add("--runtime", runtime);
  if (!build.sizes.empty()) add("--sizes", fmt::format("{}", fmt::join(build.sizes, ",")));
  for (const std::string& parameter : build.parameters) add("--parameter", parameter);
  if (build.monitored) command.emplace_back("--monitor");
  command.emplace_back("--");
  command.insert(command.end(), build.sources.begin(), build.sources.end());
  std::optional<Progress> line;
  const ProgramOutput output = run_watched(command, [&](const std::string& step) {
    // The first line is the number of steps, each of the others what a step has made.
    if (line) {
      line->finished(work_of_step(step));
    } else {
      const std::size_t steps = std::stoul(step);
      line.emplace(progress, steps, work_of_steps(steps, runtime.empty()), "steps");
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
  return object;
}

}  // namespace

std::string block_object(const BlockBuild& build, bool progress) {
  const TemporaryFolder work(kWorkFolder);
  const std::string object = built(build, progress, work, "");
  RtlBlockRegistry::instance().find(object);  // says what is wrong with it
  return file_bytes(object);
}

BuiltSwitch switch_object(const BlockBuild& build, bool progress) {
  const TemporaryFolder work(kWorkFolder);
  const std::string read = work.file("read");
  const std::string object = built(build, progress, work, read);
  return {file_bytes(object), file_bytes(read)};
}

}  // namespace sim
}  // namespace netloom
