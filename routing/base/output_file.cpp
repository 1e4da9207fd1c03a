#include "routing/base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace netloom {
inline namespace routing {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  ///< of a chain of symbolic links, as in Linux
constexpr std::size_t kBufferBytes = 65536;
constexpr std::size_t kLongestStem = 200;  ///< bytes that a temporary name takes from the file's
constexpr mode_t kNewFile = 0666;          ///< less the umask
constexpr mode_t kPermissions = 07777;

/// Where a path leads.
struct Place {
  std::string path;     ///< without symbolic links at its end
  int descriptor = -1;  ///< of this process, if the path names one
};

/// The descriptor that a path like "/proc/self/fd/1" names.
std::optional<int> descriptor_of(const fs::path& path) {
  const std::string name = path.filename().string();
  std::error_code ignored;
  const bool number =
      !name.empty() && name.size() < 10 &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!number || !fs::equivalent(path.parent_path(), "/proc/self/fd", ignored)) return std::nullopt;
  return std::stoi(name);
}

/// Follows symbolic links, also to a file that does not exist yet. `errno` and an empty path: there
/// are too many.
Place place_of(const std::string& given) {
  fs::path path = given;
  std::error_code error;
  for (int links = 0; links <= kMostLinks; ++links) {
    if (const std::optional<int> descriptor = descriptor_of(path)) return {path, *descriptor};
    if (!fs::is_symlink(fs::symlink_status(path, error))) return {path, -1};
    const fs::path to = fs::read_symlink(path, error);
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  errno = ELOOP;
  return {};
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Files with a temporary name.
OutputFile* unfinished = nullptr;

/// Holds all signals back: none comes between a temporary file and the note of its name.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

/// Whether what keeps a file from being made may be over when there is something to write.
bool may_pass(int error) {
  for (const int each : {ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM}) {
    if (error == each) return true;
  }
  return false;
}

std::string cannot_be_written(const std::string& path, int error) {
  return fmt::format("{}: cannot be written: {}", path, std::strerror(error));
}

}  // namespace

void remove_unfinished_files() {
  for (const OutputFile* file = unfinished; file != nullptr; file = file->next_) {
    ::unlink(file->temporary_.c_str());
  }
}

bool names_descriptor(const std::string& path) {
  return place_of(path).descriptor >= 0;
}

bool is_special_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

std::string end_of_links(const std::string& path) {
  return place_of(path).path;
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  const Place place = place_of(path);
  target_ = place.path;
  if (target_.empty()) fail(errno);
  direct_ = place.descriptor >= 0 || is_special_file(target_);
  if (place.descriptor >= 0) {
    std::fflush(nullptr);  // what is buffered for that descriptor comes first
    file_ = fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0);
  } else if (direct_) {
    file_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    open_beside();
  }
  if (file_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (temporary_.empty()) return;
  const SignalsHeld held;
  ::unlink(temporary_.c_str());
  set_temporary("");
}

void OutputFile::set_temporary(std::string name) {
  OutputFile** place = &unfinished;
  if (name.empty()) {
    while (*place != this) place = &(*place)->next_;
    *place = next_;
  } else {
    next_ = std::exchange(unfinished, this);
  }
  temporary_ = std::move(name);
}

void OutputFile::fail(int error) const {
  throw WriteError(cannot_be_written(path_, error), error);
}

std::string OutputFile::next_temporary_name() {
  const std::string stem = fs::path(target_).filename().string().substr(0, kLongestStem);
  return fmt::format("{}/{}.{}-{}.part", folder_of(target_), stem, getpid(), tries_++);
}

void OutputFile::open_beside() {
  struct stat before {};
  const bool replaces = ::stat(target_.c_str(), &before) == 0;
  file_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFile);
  if (file_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
    const SignalsHeld held;
    std::string name;
    do {
      name = next_temporary_name();
      file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFile);
    } while (file_ < 0 && errno == EEXIST);
    if (file_ >= 0) set_temporary(name);
  }
  if (file_ >= 0 && replaces && fchmod(file_, before.st_mode & kPermissions) != 0) {
    const int error = errno;
    ::close(std::exchange(file_, -1));
    errno = error;
  }
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) flush();
}

void OutputFile::flush() {
  for (std::size_t written = 0; written < buffer_.size();) {
    const ssize_t count = ::write(file_, buffer_.data() + written, buffer_.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    written += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void OutputFile::to_disk() {
  flush();
  // A file system may tell only now that there is no room.
  if (!direct_ && fsync(file_) != 0) fail(errno);
}

void OutputFile::close_descriptor() {
  if (::close(std::exchange(file_, -1)) != 0 && errno != EINTR) fail(errno);
}

void OutputFile::close() {
  to_disk();
  if (!direct_ && temporary_.empty()) give_name();
  close_descriptor();
  if (direct_) return;
  const SignalsHeld held;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  set_temporary("");
}

bool OutputFile::close_if_new() {
  to_disk();
  if (temporary_.empty()) give_name();
  close_descriptor();
  const bool is_new = ::link(temporary_.c_str(), target_.c_str()) == 0;
  if (!is_new && errno != EEXIST) fail(errno);
  return is_new;
}

void OutputFile::give_name() {
  const std::string self = fmt::format("/proc/self/fd/{}", file_);
  std::string name;
  int status = 0;
  const SignalsHeld held;
  do {
    name = next_temporary_name();
    status = linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  } while (status != 0 && errno == EEXIST);
  if (status != 0) fail(errno);
  set_temporary(name);
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

void check_writable(const std::string& path) {
  const Place place = place_of(path);
  if (place.path.empty()) throw Error(cannot_be_written(path, errno));
  if (place.descriptor >= 0) {
    const int flags = fcntl(place.descriptor, F_GETFL);
    if (flags < 0) throw Error(cannot_be_written(path, errno));
    if ((flags & O_ACCMODE) == O_RDONLY) throw Error(cannot_be_written(path, EBADF));
    return;
  }
  std::error_code unknown;
  if (fs::is_directory(place.path, unknown)) {
    throw Error(fmt::format("{}: cannot be written: it is a folder", path));
  }
  // A pipe is not opened for a trial: it would have to have a reader, who would see its end.
  if (is_special_file(place.path)) {
    if (access(place.path.c_str(), W_OK) != 0) throw Error(cannot_be_written(path, errno));
    return;
  }
  struct stat status {};
  if (::lstat(place.path.c_str(), &status) != 0 && errno != ENOENT) {
    throw Error(cannot_be_written(path, errno));
  }
  try {
    const OutputFile trial(path);
  } catch (const WriteError& error) {
    if (!may_pass(error.number())) throw Error(error.what());
  }
}

}  // namespace routing
}  // namespace netloom
