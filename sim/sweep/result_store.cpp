#include "sim/sweep/result_store.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/number_from.h"
#include "routing/base/output_file.h"
#include "sim/base/decompressed.h"
#include "sim/base/json.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/point_structure.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::int64_t kApplicationId = 0x4e6c6f6d;  // "Nlom"
constexpr std::int64_t kFormat = 2;
constexpr std::int64_t kFormatWithoutHashes = 1;
// Of the header of an SQLite file (https://www.sqlite.org/fileformat2.html, section 1.3).
constexpr int kWriteVersion = 18;  ///< its byte, before that of the read version
constexpr unsigned char kWithLog = 2;
constexpr char kWithoutLog = 1;
constexpr int kBusyTimeout = 60000;  // ms that another program may hold the file

constexpr const char* kComputedTable =
    "CREATE TABLE IF NOT EXISTS computed (made_from TEXT PRIMARY KEY, result TEXT NOT NULL,"
    " finished TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, hash TEXT NOT NULL)";

/// A file that may still be read.
class NotWritable : public WriteError {
 public:
  using WriteError::WriteError;
};

/// A load as the file's key: the shortest text that gives the same number, empty for none.
std::string load_key(const std::optional<double>& load) {
  return load ? fmt::format("{}", *load) : std::string();
}

/// What keeps a text from being the result of a point; empty: nothing.
std::string problem_of(const std::string& text, const std::string& load, std::int64_t seed,
                       Json& point) {
  point = parse_json(text);
  if (point.is_discarded()) return "it is not JSON";
  std::string problem = structure_problem(point);
  if (!problem.empty()) return problem;
  std::optional<double> own_load;
  if (!point.at("load").is_null()) own_load = point.at("load").get<double>();
  if (load_key(own_load) != load) return "it is of another load";
  if (point.at("seed").get<std::uint64_t>() != static_cast<std::uint64_t>(seed)) {
    return "it is of another seed";
  }
  return "";
}

[[noreturn]] void fail_damaged(const std::string& path, const std::string& load, std::int64_t seed,
                               const std::string& problem) {
  throw Error(fmt::format("{}: the result of load '{}', seed {} is damaged: {}", path, load, seed,
                          problem));
}

/// The path in a URI of SQLite.
std::string uri_of(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("/-_.~", c) != nullptr;
    uri += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return uri;
}

/// By its name: gzip has made it of a database, and it is only read.
bool is_compressed(const std::string& path) {
  return std::filesystem::path(path).extension() == ".gz";
}

}  // namespace

/// A prepared statement.
class ResultStore::Statement {
 public:
  Statement(ResultStore& store, const char* sql) : store_(store) {
    if (sqlite3_prepare_v2(store.database_, sql, -1, &statement_, nullptr) != SQLITE_OK) {
      store.fail();
    }
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.c_str(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(std::int64_t number) {
    sqlite3_bind_int64(statement_, ++bound_, number);
    return *this;
  }
  /// True if there is a row.
  bool step() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) store_.fail();
    return status == SQLITE_ROW;
  }
  std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  std::string text(int column) {
    const unsigned char* text = sqlite3_column_text(statement_, column);
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
  }

 private:
  ResultStore& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

ResultStore::ResultStore(const std::string& path) : path_(path) {
  try {
    if (is_compressed(path)) {
      open_compressed();
      return;
    }
    if (!std::filesystem::exists(path)) make_file();
    try {
      // SQLite would read it, too, but leave a log beside it.
      if (access(path.c_str(), W_OK) != 0) {
        throw NotWritable(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
      }
      open(path.c_str(), SQLITE_OPEN_READWRITE);
      prepare_file();
    } catch (const NotWritable& error) {
      why_unwritable_ = error.what();
      open_for_reading();
    }
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

ResultStore::~ResultStore() {
  sqlite3_close(database_);
}

void ResultStore::open(const char* path, int flags) {
  if (sqlite3_open_v2(path, &database_, flags, nullptr) != SQLITE_OK) fail();
  sqlite3_busy_timeout(database_, kBusyTimeout);
}

void ResultStore::open_for_reading() {
  sqlite3_close(std::exchange(database_, nullptr));
  // A log means that another program has it open, or was killed. Without one the file is whole by
  // itself, and immutable keeps SQLite from making a log, which it may not be able to.
  const bool has_log = std::filesystem::exists(path_ + "-wal");
  try {
    open((uri_of(path_) + (has_log ? "" : "?immutable=1")).c_str(),
         SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    if (!check_format()) return;
  } catch (const NotWritable&) {
    // Not even that; the first reason is the one to be told.
  }
  throw WriteError(why_unwritable_);
}

void ResultStore::open_compressed() {
  why_unwritable_ = path_ + ": is compressed, and can only be read; gunzip makes it writable";
  std::string bytes = decompressed(path_);
  if (bytes.size() <= kWriteVersion + 1) throw Error(path_ + ": is no file of netloom's results");
  // Without a log, which needs a file.
  bytes[kWriteVersion] = bytes[kWriteVersion + 1] = kWithoutLog;
  open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY);
  auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, bytes.data(), bytes.size());
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  const int status =
      sqlite3_deserialize(database_, "main", copy, size, size,
                          SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
  if (status != SQLITE_OK) fail();
  if (check_format()) {
    throw Error(path_ +
                ": has results in an older format; gunzip it, and it is brought up to date");
  }
}

void ResultStore::require_writable() const {
  if (why_unwritable_.empty()) return;
  if (!is_compressed(path_)) check_writable(path_);
  throw WriteError(why_unwritable_);
}

void ResultStore::make_file() {
  // In memory first: a file that SQLite makes is there while it has nothing in it.
  open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  make_tables();
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(database_, "main", &size, 0), sqlite3_free);
  if (!bytes || size <= kWriteVersion + 1) throw std::bad_alloc();
  // With a write-ahead log from the beginning.
  bytes.get()[kWriteVersion] = bytes.get()[kWriteVersion + 1] = kWithLog;
  sqlite3_close(std::exchange(database_, nullptr));
  OutputFile file(path_);
  file.write({reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)});
  file.close_if_new();  // or another program was faster
}

void ResultStore::make_tables() {
  execute(fmt::format("PRAGMA application_id = {}", kApplicationId).c_str());
  set_format();
  execute(
      "CREATE TABLE configurations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE,"
      " identity TEXT NOT NULL, version TEXT NOT NULL, config TEXT NOT NULL)");
  execute(
      "CREATE TABLE points (configuration INTEGER NOT NULL REFERENCES configurations (id),"
      " load TEXT NOT NULL, seed INTEGER NOT NULL, details INTEGER NOT NULL,"
      " result TEXT NOT NULL, finished TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,"
      " hash TEXT NOT NULL DEFAULT '',"
      " PRIMARY KEY (configuration, load, seed, details))");
}

void ResultStore::prepare_file() {
  execute("PRAGMA journal_mode = WAL");
  execute("PRAGMA synchronous = FULL");
  execute("BEGIN IMMEDIATE");
  if (number("SELECT count(*) FROM sqlite_master") == 0) {
    make_tables();
  } else if (check_format()) {
    add_hashes();
  }
  execute("COMMIT");
}

bool ResultStore::check_format() {
  const std::int64_t id = number("PRAGMA application_id");
  const std::int64_t format = number("PRAGMA user_version");
  if (id != kApplicationId) {
    throw Error(fmt::format("{}: is an SQLite file, but not one of netloom's results", path_));
  }
  if (format != kFormat && format != kFormatWithoutHashes) {
    throw Error(fmt::format("{}: results in format {}; this version of netloom reads format {}",
                            path_, format, kFormat));
  }
  return format == kFormatWithoutHashes;
}

void ResultStore::set_format() {
  execute(fmt::format("PRAGMA user_version = {}", kFormat).c_str());
}

void ResultStore::add_hashes() {
  execute("ALTER TABLE points ADD COLUMN hash TEXT NOT NULL DEFAULT ''");
  std::vector<std::pair<std::int64_t, std::string>> hashes;
  Statement select(*this, "SELECT rowid, result, load, seed FROM points");
  while (select.step()) {
    const std::string text = select.text(1);
    Json point;
    const std::string problem = problem_of(text, select.text(2), select.number(3), point);
    if (!problem.empty()) fail_damaged(path_, select.text(2), select.number(3), problem);
    hashes.emplace_back(select.number(0), content_hash(text));
  }
  for (const auto& [row, hash] : hashes) {
    Statement(*this, "UPDATE points SET hash = ? WHERE rowid = ?").bind(hash).bind(row).step();
  }
  set_format();
}

std::optional<std::int64_t> ResultStore::find_configuration(const std::string& identity) {
  const std::string hash = content_hash(identity);
  Statement select(*this, "SELECT id, identity FROM configurations WHERE hash = ?");
  select.bind(hash);
  if (!select.step()) return std::nullopt;
  if (select.text(1) != identity) {
    throw Error(fmt::format("{}: two configurations have the same hash {}", path_, hash));
  }
  return select.number(0);
}

std::int64_t ResultStore::configuration(const std::string& identity, const Config& config) {
  if (const auto known = find_configuration(identity)) return *known;
  // Another program may add it at the same time.
  Statement insert(*this,
                   "INSERT INTO configurations (hash, identity, version, config)"
                   " VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING");
  insert.bind(content_hash(identity))
      .bind(identity)
      .bind(version())
      .bind(json_text(config.resolved))
      .step();
  return *find_configuration(identity);
}

std::vector<ResultStore::StoredConfiguration> ResultStore::configurations() {
  std::vector<StoredConfiguration> result;
  Statement select(*this, "SELECT id, identity, config FROM configurations ORDER BY id");
  while (select.step()) result.push_back({select.number(0), select.text(1), select.text(2)});
  return result;
}

std::vector<ResultStore::StoredPoint> ResultStore::points(double seconds) {
  std::vector<StoredPoint> result;
  Statement select(*this,
                   "SELECT configuration, load, seed, details FROM points"
                   " WHERE json_extract(result, '$.performance.wall_s') <= CAST(? AS REAL)"
                   " ORDER BY configuration, load, seed, details");
  select.bind(fmt::format("{}", seconds));
  while (select.step()) {
    StoredPoint point;
    point.configuration = select.number(0);
    if (const auto load = number_from<double>(select.text(1))) point.request.load = *load;
    point.request.seed = static_cast<std::uint64_t>(select.number(2));
    point.request.details = select.number(3) != 0;
    result.push_back(std::move(point));
  }
  return result;
}

std::size_t ResultStore::point_count() {
  return static_cast<std::size_t>(number("SELECT count(*) FROM points"));
}

std::optional<Json> ResultStore::find(std::int64_t configuration, const PointRequest& request) {
  Statement select(*this,
                   "SELECT result, hash FROM points"
                   " WHERE configuration = ? AND load = ? AND seed = ? AND details = ?");
  const std::string load = load_key(request.load);
  const auto seed = static_cast<std::int64_t>(request.seed);
  select.bind(configuration).bind(load).bind(seed).bind(std::int64_t{request.details});
  if (!select.step()) return std::nullopt;
  // Whatever reads results relies on their being as they were written, and on their structure,
  // which no hash vouches for: anybody can compute one.
  const std::string text = select.text(0);
  Json point;
  std::string problem = problem_of(text, load, seed, point);
  if (problem.empty() && content_hash(text) != select.text(1))
    problem = "it is not as it was stored";
  if (!problem.empty()) fail_damaged(path_, load, seed, problem);
  return point;
}

void ResultStore::add(std::int64_t configuration, const PointRequest& request, const Json& point) {
  Statement insert(*this,
                   "INSERT OR REPLACE INTO points (configuration, load, seed, details, result,"
                   " hash) VALUES (?, ?, ?, ?, ?, ?)");
  const std::string text = json_text(point);
  insert.bind(configuration)
      .bind(load_key(request.load))
      .bind(static_cast<std::int64_t>(request.seed))
      .bind(std::int64_t{request.details})
      .bind(text)
      .bind(content_hash(text))
      .step();
  require_in_place();
}

std::optional<Json> ResultStore::find_computed(const std::string& from) {
  // Files that were made before there was such a thing, and cannot be written, have no table.
  if (number("SELECT count(*) FROM sqlite_master WHERE name = 'computed'") == 0) {
    return std::nullopt;
  }
  Statement select(*this,
                   "SELECT result, hash FROM computed WHERE made_from = ?1"
                   " OR json_set(made_from, '$.program', 'any') = ?1 ORDER BY finished DESC");
  select.bind(from);
  if (!select.step()) return std::nullopt;
  const std::string text = select.text(0);
  Json result = parse_json(text);
  if (result.is_discarded() || content_hash(text) != select.text(1)) {
    throw Error(
        fmt::format("{}: the result of {} is damaged: it is not as it was stored", path_, from));
  }
  return result;
}

void ResultStore::add_computed(const std::string& from, const Json& result) {
  execute(kComputedTable);
  Statement insert(*this,
                   "INSERT OR REPLACE INTO computed (made_from, result, hash) VALUES (?, ?, ?)");
  const std::string text = json_text(result);
  insert.bind(from).bind(text).bind(content_hash(text)).step();
  require_in_place();
}

void ResultStore::require_in_place() {
  int moved = 0;
  sqlite3_file_control(database_, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved == 0) return;
  throw WriteError(fmt::format(
      "{}: results are not stored there: the file was removed, renamed or replaced by another "
      "since it was opened",
      path_));
}

void ResultStore::execute(const char* sql) {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t ResultStore::number(const char* sql) {
  Statement statement(*this, sql);
  statement.step();
  return statement.number(0);
}

void ResultStore::fail() const {
  const int code = sqlite3_errcode(database_) & 0xff;
  if (code == SQLITE_NOMEM) {
    // SQLite says so of some damaged tables, too.
    throw Error(fmt::format("{}: out of memory, or the file is damaged", path_));
  }
  const std::string reason = sqlite3_errmsg(database_);
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR) {
    throw Error(fmt::format("{}: {}", path_, reason));
  }
  int error = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? sqlite3_system_errno(database_) : 0;
  if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) {
    // Which of them, SQLite does not tell, and of a folder without permission not why.
    const std::string folder = std::filesystem::path(path_).parent_path().string();
    if (error == 0 && access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) error = errno;
    throw NotWritable(fmt::format(
        "{}: cannot be written: it, or the log beside it, cannot be opened for writing: {}", path_,
        error != 0 ? std::strerror(error) : reason));
  }
  throw WriteError(
      fmt::format("{}: cannot be written: {}", path_,
                  error != 0 ? fmt::format("{} ({})", std::strerror(error), reason) : reason));
}

}  // namespace sim
}  // namespace netloom
