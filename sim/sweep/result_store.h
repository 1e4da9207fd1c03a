#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/run/point.h"

struct sqlite3;

namespace netloom {

/// Finished points in an SQLite file. Every point is committed by itself and is on the disk when
/// add() returns (write-ahead log, synchronous=FULL): whatever ends the program afterwards, the
/// point is there.
///
/// A point belongs to the identity of its configuration (sim/sweep/identity.h), so that one file
/// holds any number of configurations and versions side by side, and a sweep never takes a result
/// of another one. Several programs may use a file at the same time.
class ResultStore {
 public:
  /// Opens the file, or makes it, which is there whole or not at all. Error: it is not such a file,
  /// or was written by a version with another format. WriteError: it cannot be opened for writing.
  explicit ResultStore(const std::string& path);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// The number under which the file knows this identity; made if it is new. `config` is kept
  /// beside it for whoever reads the file.
  std::int64_t configuration(const std::string& identity, const Config& config);

  /// Error: the point is in the file, but not as it was added.
  std::optional<Json> find(std::int64_t configuration, const PointRequest& request);

  /// Takes the place of an older result of the same point. WriteError: it cannot be stored.
  void add(std::int64_t configuration, const PointRequest& request, const Json& point);

 private:
  class Statement;

  void execute(const char* sql);
  /// The one number that a query gives.
  std::int64_t number(const char* sql);
  void open(const char* path, int flags);
  void make_file();
  void make_tables();
  void prepare_file();
  void set_format();
  /// Files of format 1 have no hashes of the results.
  void add_hashes();
  [[noreturn]] void fail() const;

  std::string path_;
  sqlite3* database_ = nullptr;
};

}  // namespace netloom
