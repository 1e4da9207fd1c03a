#include "sim/sweep/result_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/sweep/identity.h"

namespace netloom {
namespace {

constexpr std::int64_t kApplicationId = 0x4e6c6f6d;  // "Nlom"
constexpr std::int64_t kFormat = 2;
constexpr std::int64_t kFormatWithoutHashes = 1;
// Of the header of an SQLite file (https://www.sqlite.org/fileformat2.html, section 1.3).
constexpr int kWriteVersion = 18;  ///< its byte, before that of the read version
constexpr unsigned char kWithLog = 2;
constexpr int kBusyTimeout = 60000;  // ms that another program may hold the file

/// A load as the file's key: the shortest text that gives the same number, empty for none.
std::string load_key(const PointRequest& request) {
  return request.load ? fmt::format("{}", *request.load) : std::string();
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
    if (!std::filesystem::exists(path)) make_file();
    open(path.c_str(), SQLITE_OPEN_READWRITE);
    sqlite3_busy_timeout(database_, kBusyTimeout);
    prepare_file();
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
  const std::int64_t tables = number("SELECT count(*) FROM sqlite_master");
  const std::int64_t id = number("PRAGMA application_id");
  const std::int64_t format = number("PRAGMA user_version");
  if (tables == 0) {
    make_tables();
  } else if (id != kApplicationId) {
    throw Error(fmt::format("{}: is an SQLite file, but not one of netloom's results", path_));
  } else if (format == kFormatWithoutHashes) {
    add_hashes();
  } else if (format != kFormat) {
    throw Error(fmt::format("{}: results in format {}; this version of netloom reads format {}",
                            path_, format, kFormat));
  }
  execute("COMMIT");
}

void ResultStore::set_format() {
  execute(fmt::format("PRAGMA user_version = {}", kFormat).c_str());
}

void ResultStore::add_hashes() {
  execute("ALTER TABLE points ADD COLUMN hash TEXT NOT NULL DEFAULT ''");
  std::vector<std::pair<std::int64_t, std::string>> hashes;
  Statement select(*this, "SELECT rowid, result FROM points");
  while (select.step()) hashes.emplace_back(select.number(0), content_hash(select.text(1)));
  for (const auto& [row, hash] : hashes) {
    Statement(*this, "UPDATE points SET hash = ? WHERE rowid = ?").bind(hash).bind(row).step();
  }
  set_format();
}

std::int64_t ResultStore::configuration(const std::string& identity, const Config& config) {
  const std::string hash = content_hash(identity);
  Statement insert(*this,
                   "INSERT INTO configurations (hash, identity, version, config)"
                   " VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING");
  insert.bind(hash).bind(identity).bind(version()).bind(config.resolved.dump()).step();
  Statement select(*this, "SELECT id, identity FROM configurations WHERE hash = ?");
  select.bind(hash);
  if (!select.step() || select.text(1) != identity) {
    throw Error(fmt::format("{}: two configurations have the same hash {}", path_, hash));
  }
  return select.number(0);
}

std::optional<Json> ResultStore::find(std::int64_t configuration, const PointRequest& request) {
  Statement select(*this,
                   "SELECT result, hash FROM points"
                   " WHERE configuration = ? AND load = ? AND seed = ? AND details = ?");
  select.bind(configuration)
      .bind(load_key(request))
      .bind(static_cast<std::int64_t>(request.seed))
      .bind(std::int64_t{request.details});
  if (!select.step()) return std::nullopt;
  // Whatever reads results relies on their being as they were written.
  const std::string text = select.text(0);
  Json point = Json::parse(text, nullptr, false);
  if (point.is_discarded() || content_hash(text) != select.text(1)) {
    throw Error(fmt::format("{}: the result of load '{}', seed {} is damaged", path_,
                            load_key(request), request.seed));
  }
  return point;
}

void ResultStore::add(std::int64_t configuration, const PointRequest& request, const Json& point) {
  Statement insert(*this,
                   "INSERT OR REPLACE INTO points (configuration, load, seed, details, result,"
                   " hash) VALUES (?, ?, ?, ?, ?, ?)");
  const std::string text = point.dump();
  insert.bind(configuration)
      .bind(load_key(request))
      .bind(static_cast<std::int64_t>(request.seed))
      .bind(std::int64_t{request.details})
      .bind(text)
      .bind(content_hash(text))
      .step();
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
  if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) {
    // Which of them and why, SQLite does not tell.
    throw WriteError(fmt::format(
        "{}: cannot be written: it, or the log beside it, cannot be opened for writing", path_));
  }
  const int error = code == SQLITE_IOERR ? sqlite3_system_errno(database_) : 0;
  throw WriteError(
      fmt::format("{}: cannot be written: {}", path_,
                  error != 0 ? fmt::format("{} ({})", std::strerror(error), reason) : reason));
}

}  // namespace netloom
