#pragma once

#include <string>
#include <string_view>

#include "routing/base/error.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// An output that could not be written to its end: a full disk, a limit, a pipe that was closed.
class WriteError : public Error {
 public:
  explicit WriteError(const std::string& message, int number = 0)
      : Error(message), number_(number) {}

  /// As in errno; 0: not known.
  int number() const { return number_; }

 private:
  int number_;
};

/// A file that appears whole or not at all: what was there before stays until close(), and without
/// close() for ever. What is being written has no name, or on file systems without such files
/// NAME.PROCESS-NUMBER.part in the same folder; no way in which the program ends leaves anything
/// of it, but that a process that is killed leaves a .part file (of signals that can be caught,
/// none that calls remove_unfinished_files() does).
///
/// A new file has the permissions of the umask, one that is replaced keeps its own, and a symbolic
/// link leads to the file that is written. What is no regular file ("/dev/null", a pipe) is written
/// directly, and so are the process's own descriptors ("/dev/stdout", "/dev/fd/3").
class OutputFile {
 public:
  /// WriteError: it cannot be opened.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// WriteError: not everything can be written.
  void write(std::string_view text);
  /// Brings everything to the disk, and the file to its place. WriteError: that fails.
  void close();
  /// The same, but a file that is there by now stays; false: there is one. Not for what is written
  /// directly.
  bool close_if_new();

 private:
  friend void remove_unfinished_files();

  [[noreturn]] void fail(int error) const;
  void open_beside();
  void flush();
  void to_disk();
  void give_name();
  void close_descriptor();
  std::string next_temporary_name();
  void set_temporary(std::string name);

  std::string path_;            ///< as it was given, for messages
  std::string target_;          ///< where symbolic links lead
  std::string temporary_;       ///< name of what is being written; empty: none
  OutputFile* next_ = nullptr;  ///< of those with a temporary name
  std::string buffer_;
  int file_ = -1;
  int tries_ = 0;
  bool direct_ = false;
};

/// Writes a file as OutputFile does.
void write_file(const std::string& path, std::string_view text);

/// Removes what is being written under a temporary name, before a signal ends the process; may be
/// called by a signal handler.
void remove_unfinished_files();

/// Whether a path names a descriptor of this process ("/dev/stdout", "/dev/fd/3"), which is
/// written where it stands.
bool names_descriptor(const std::string& path);

/// What exists and cannot be replaced by a file: a folder, pipe or device.
bool is_special_file(const std::string& path);

/// The path without symbolic links at its end, be there a file or not; empty: too many links.
std::string end_of_links(const std::string& path);

/// Error, now and not when everything is done, if OutputFile could not write there. What may pass,
/// such as a full disk, is none.
void check_writable(const std::string& path);

}  // namespace routing
}  // namespace netloom
