#include "sim/cli/named_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <utility>

#include "routing/error.h"
#include "routing/output_file.h"
#include "routing/text_file.h"
#include "sim/report/gnuplot.h"

namespace netloom {
namespace {

/// Device and number of what is there; else the path that it will have, without links and detours.
std::string identity_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code error;
  const std::filesystem::path resolved =
      std::filesystem::weakly_canonical(std::filesystem::absolute(end_of_links(path)), error);
  return error ? path : resolved.string();
}

}  // namespace

bool same_file(const std::string& path, const std::string& other) {
  return identity_of_file(path) == identity_of_file(other);
}

void NamedFiles::add_inputs(const std::vector<InputFile>& files) {
  for (const InputFile& file : files) {
    add({fmt::format("{} ({})", file.what, file.path), identity_of_file(file.path), false});
  }
}

void NamedFiles::add_output(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  check_writable(path);
  if (is_special_file(path)) return;
  add({fmt::format("{} {}", option, path), identity_of_file(path), true});
}

void NamedFiles::add_pictures(const std::string& option, const std::string& prefix) {
  if (prefix.empty()) return;
  add_output(option, prefix + ".svg");
  add_output(option, prefix + ".png");
  require_gnuplot();
}

void NamedFiles::add_database(const std::string& option, const std::string& path) {
  if (is_special_file(path)) require_input_file(path);
  add_output(option, path);
  // SQLite's own, beside it.
  for (const char* end : {"-wal", "-shm", "-journal"}) {
    const std::string beside = path + end;
    if (!path.empty()) add({fmt::format("{} {}", option, beside), identity_of_file(beside), true});
  }
}

void NamedFiles::add(Named named) {
  for (const Named& other : files_) {
    if (other.identity != named.identity || !(other.written || named.written)) continue;
    const auto& [written, kept] = named.written ? std::pair(named, other) : std::pair(other, named);
    throw Error(
        fmt::format("{}: would overwrite {}, which is the same file; allowed: a file of "
                    "its own",
                    written.what, kept.what));
  }
  files_.push_back(std::move(named));
}

}  // namespace netloom
