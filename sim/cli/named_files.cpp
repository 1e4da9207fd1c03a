#include "sim/cli/named_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/report/gnuplot.h"

namespace netloom {
inline namespace sim {
namespace {

std::string identity_of(const struct stat& status) {
  return fmt::format("{}:{}", status.st_dev, status.st_ino);
}

/// Device and number of what is there; else the path that it will have, without links and detours.
std::string identity_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) return identity_of(status);
  std::error_code error;
  const std::filesystem::path resolved =
      std::filesystem::weakly_canonical(std::filesystem::absolute(end_of_links(path)), error);
  return error ? path : resolved.string();
}

}  // namespace

bool same_file(const std::string& path, const std::string& other) {
  return identity_of_file(path) == identity_of_file(other);
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(path + ": cannot be made: " + error.message());
}

NamedFiles::NamedFiles() {
  for (const auto& [descriptor, name] :
       {std::pair(STDOUT_FILENO, "standard output"), std::pair(STDERR_FILENO, "standard error")}) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) continue;
    files_.push_back({name, identity_of(status), Use::kAppended});
  }
}

void NamedFiles::add_inputs(const std::vector<InputFile>& files) {
  for (const InputFile& file : files) {
    add({fmt::format("{} ({})", file.what, file.path), identity_of_file(file.path), Use::kRead});
  }
}

void NamedFiles::add_output(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  check_writable(path);
  add_file(option, path);
}

void NamedFiles::add_file(const std::string& option, const std::string& path) {
  if (is_special_file(path)) return;
  const Use use = names_descriptor(path) ? Use::kAppended : Use::kReplaced;
  add({fmt::format("{} {}", option, path), identity_of_file(path), use});
}

void NamedFiles::add_pictures(const std::string& option, const std::string& prefix) {
  if (prefix.empty()) return;
  add_output(option, prefix + ".svg");
  add_output(option, prefix + ".png");
  require_gnuplot();
}

void NamedFiles::add_database(const std::string& option, const std::string& path) {
  if (is_special_file(path)) require_input_file(path);
  // One that has all the points is only read.
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) check_writable(path);
  add_file(option, path);
  // SQLite's own, beside it.
  for (const char* end : {"-wal", "-shm", "-journal"}) {
    const std::string beside = path + end;
    add({fmt::format("{} {}", option, beside), identity_of_file(beside), Use::kReplaced});
  }
}

void NamedFiles::add(Named named) {
  for (const Named& other : files_) {
    if (other.identity != named.identity) continue;
    if (named.use == other.use && named.use != Use::kReplaced) continue;
    const auto& [written, kept] =
        named.use >= other.use ? std::pair(named, other) : std::pair(other, named);
    throw Error(
        fmt::format("{}: would overwrite {}, which is the same file; allowed: a file of "
                    "its own",
                    written.what, kept.what));
  }
  files_.push_back(std::move(named));
}

}  // namespace sim
}  // namespace netloom
