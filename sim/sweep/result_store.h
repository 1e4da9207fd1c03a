#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/run/point.h"

struct sqlite3;

namespace netloom {
inline namespace sim {

/// Finished points in an SQLite file. Every point is committed by itself and is on the disk when
/// add() returns (write-ahead log, synchronous=FULL): whatever ends the program afterwards, the
/// point is there.
///
/// A point belongs to the identity of its configuration (sim/sweep/identity.h), so that one file
/// holds any number of configurations and versions side by side, and a sweep never takes a result
/// of another one. Several programs may use a file at the same time.
///
/// A file that can be read but not be written serves for reading, as long as nothing new is asked
/// of it. So does a file that was compressed by gzip, whose name ends in .gz.
class ResultStore {
 public:
  /// Opens the file, or makes it, which is there whole or not at all. Error: it is not such a file,
  /// was written by a version with another format, or has results in an older format that are not
  /// as they should be. WriteError: it is not there and cannot be made, or is in an older format
  /// and cannot be written.
  explicit ResultStore(const std::string& path);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// A configuration that the file has.
  struct StoredConfiguration {
    std::int64_t id;
    std::string identity;
    std::string config;  ///< as JSON, resolved
  };
  std::vector<StoredConfiguration> configurations();

  /// A point that the file has.
  struct StoredPoint {
    std::int64_t configuration;
    PointRequest request;
  };
  /// All whose simulation took at most so many seconds, in a fixed order.
  std::vector<StoredPoint> points(double seconds);
  /// All points.
  std::size_t point_count();

  /// Before anything is simulated for it. Error, as check_writable(), or WriteError: nothing can be
  /// added.
  void require_writable() const;

  /// The number under which the file knows this identity; nothing: it does not.
  std::optional<std::int64_t> find_configuration(const std::string& identity);
  /// The same; it is made if it is new. `config` is kept beside it for whoever reads the file.
  /// WriteError: it cannot be.
  std::int64_t configuration(const std::string& identity, const Config& config);

  /// Error: the point is in the file, but not as it was added, or is no result of this load and
  /// seed.
  std::optional<Json> find(std::int64_t configuration, const PointRequest& request);

  /// What is no point of a configuration, by what it was computed from: an identity, of any program
  /// if it says so. Error: it is not as it was stored.
  std::optional<Json> find_computed(const std::string& from);
  /// WriteError: it cannot be stored, or as require_in_place().
  void add_computed(const std::string& from, const Json& result);

  /// Takes the place of an older result of the same point. WriteError: it cannot be stored, or
  /// as require_in_place().
  void add(std::int64_t configuration, const PointRequest& request, const Json& point);

  /// WriteError: the path does not lead to the file any more that was opened. Somebody has
  /// removed, renamed or replaced it, and what is stored is where nobody looks for it.
  void require_in_place();

 private:
  class Statement;

  void execute(const char* sql);
  /// The one number that a query gives.
  std::int64_t number(const char* sql);
  void open(const char* path, int flags);
  void open_for_reading();
  void open_compressed();
  /// Error: not a file of results. True: results have no hashes yet.
  bool check_format();
  void make_file();
  void make_tables();
  void prepare_file();
  void set_format();
  /// Files of format 1 have no hashes of the results. Error: one is no result of its point.
  void add_hashes();
  [[noreturn]] void fail() const;

  std::string path_;
  std::string why_unwritable_;  ///< message; empty: it can be written
  sqlite3* database_ = nullptr;
};

}  // namespace sim
}  // namespace netloom
