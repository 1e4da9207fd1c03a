// Preloaded into the program (LD_PRELOAD): what the outside world does to it, at a chosen call.
//
// NETLOOM_WORLD: "WORLD CALL FOLDER STATE". Calls that write are counted: those about files below
// FOLDER and standard output, in all processes together. At number CALL (from 0) the world strikes;
// it is one of
//
//   ENOSPC            that call and all that take room after it fail
//   EIO               that call fails
//   EMFILE            any call that makes a descriptor is counted, of any file; that one fails
//   ENOMEM            any allocation by `new` is counted; that one and all after it fail
//   kill, term, int   the process gets SIGKILL, SIGTERM, SIGINT
//   stop              the process gets SIGSTOP
//   none              nothing
//
// With "-named" behind it the file system has no files without names. STATE is a file that begins
// with the number of calls so far (std::uint64_t), the name of the call that was struck (64 bytes)
// and the id of its process.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <bitset>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

struct State {
  std::atomic<std::uint64_t> calls;
  char struck[64];
  std::uint64_t process;
};

enum Kind : unsigned { kRoom = 1, kDescriptor = 2, kOther = 4, kMemory = 8, kTidying = 16 };

State* state = nullptr;
std::uint64_t strike = 0;
unsigned counted = 0;  ///< kinds
int error = 0;         ///< 0: a signal
int signal_number = 0;
bool once = true;
bool named = false;
char folder[PATH_MAX];
std::bitset<65536> ours;

template <class Function>
Function* next(Function* /*type*/, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Counts a call. True: it fails, with errno.
bool hit(const char* name, unsigned kinds) {
  if (state == nullptr || (kinds & counted) == 0) return false;
  const std::uint64_t number = state->calls++;
  if (once ? number != strike : number < strike) return false;
  if (number == strike) {
    std::strncpy(state->struck, name, sizeof state->struck - 1);
    state->process = static_cast<std::uint64_t>(getpid());
  }
  if (error == 0) {
    kill(getpid(), signal_number);
    return false;
  }
  errno = error;
  return true;
}

bool is_ours(const char* path) {
  char full[2 * PATH_MAX];
  if (path[0] == '/') {
    std::snprintf(full, sizeof full, "%s", path);
  } else {
    char here[PATH_MAX];
    if (getcwd(here, sizeof here) == nullptr) return false;
    std::snprintf(full, sizeof full, "%s/%s", here, path);
  }
  return std::strncmp(full, folder, std::strlen(folder)) == 0;
}

bool is_ours(int file) {
  return file == STDOUT_FILENO ||
         (file >= 0 && file < 65536 && ours[static_cast<std::size_t>(file)]);
}

void note(int file, bool is_output) {
  if (file >= 0 && file < 65536) ours[static_cast<std::size_t>(file)] = is_output;
}

template <class Open>
int open_file(const char* path, int flags, const Open& open) {
  const bool writes = (flags & O_ACCMODE) != O_RDONLY && state != nullptr && is_ours(path);
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (unnamed && named) {
    errno = EOPNOTSUPP;
    return -1;
  }
  const unsigned room = (flags & O_CREAT) != 0 || unnamed ? kRoom : kOther;
  if (hit("open", kDescriptor | (writes ? room : 0))) return -1;
  const int file = open();
  note(file, writes);
  return file;
}

__attribute__((constructor)) void begin() {
  const char* world = std::getenv("NETLOOM_WORLD");
  if (world == nullptr || std::strcmp(program_invocation_short_name, "netloom") != 0) return;
  char name[32];
  char path[PATH_MAX];
  unsigned long long call = 0;
  if (std::sscanf(world, "%31s %llu %4095s %4095s", name, &call, folder, path) != 4) std::abort();
  strike = call;
  if (char* end = std::strstr(name, "-named")) {
    *end = '\0';
    named = true;
  }
  counted = kRoom | kOther;
  if (std::strcmp(name, "ENOSPC") == 0) {
    error = ENOSPC;
    counted = kRoom;
    once = false;
  } else if (std::strcmp(name, "EIO") == 0) {
    error = EIO;
  } else if (std::strcmp(name, "EMFILE") == 0) {
    error = EMFILE;
    counted = kDescriptor;
  } else if (std::strcmp(name, "ENOMEM") == 0) {
    error = ENOMEM;
    counted = kMemory;
    once = false;
  } else {
    counted |= kTidying;
  }
  if (error != 0) {
    // Calls fail.
  } else if (std::strcmp(name, "kill") == 0) {
    signal_number = SIGKILL;
  } else if (std::strcmp(name, "term") == 0) {
    signal_number = SIGTERM;
  } else if (std::strcmp(name, "int") == 0) {
    signal_number = SIGINT;
  } else if (std::strcmp(name, "stop") == 0) {
    signal_number = SIGSTOP;
  } else if (std::strcmp(name, "none") == 0) {
    strike = UINT64_MAX;
  } else {
    std::abort();
  }
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof(State)) != 0) std::abort();
  void* shared = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED) std::abort();
  close(file);
  state = static_cast<State*>(shared);
}

}  // namespace

#define NEXT(name) static const auto next_call = next(&name, #name)

extern "C" {

#define OPEN(name)                                                                              \
  int name(const char* path, int flags, ...) {                                                  \
    static const auto call = next(static_cast<int (*)(const char*, int, ...)>(nullptr), #name); \
    va_list rest;                                                                               \
    va_start(rest, flags);                                                                      \
    const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;            \
    const unsigned mode = creates ? va_arg(rest, unsigned) : 0;                                 \
    va_end(rest);                                                                               \
    return open_file(path, flags, [&] { return call(path, flags, mode); });                     \
  }

OPEN(open)
OPEN(open64)

#define FOPEN(name)                                                             \
  FILE* name(const char* path, const char* mode) {                              \
    static const auto call =                                                    \
        next(static_cast<FILE* (*)(const char*, const char*)>(nullptr), #name); \
    return hit("fopen", kDescriptor) ? nullptr : call(path, mode);              \
  }

FOPEN(fopen)
FOPEN(fopen64)

ssize_t write(int file, const void* data, size_t size) {
  NEXT(write);
  const char* const name = file == STDOUT_FILENO ? "write of standard output" : "write";
  return is_ours(file) && hit(name, kRoom) ? -1 : next_call(file, data, size);
}

#define PWRITE(name)                                                                     \
  ssize_t name(int file, const void* data, size_t size, off_t at) {                      \
    static const auto call =                                                             \
        next(static_cast<ssize_t (*)(int, const void*, size_t, off_t)>(nullptr), #name); \
    return is_ours(file) && hit("pwrite", kRoom) ? -1 : call(file, data, size, at);      \
  }

PWRITE(pwrite)
PWRITE(pwrite64)

#define FTRUNCATE(name)                                                              \
  int name(int file, off_t size) noexcept {                                          \
    static const auto call = next(static_cast<int (*)(int, off_t)>(nullptr), #name); \
    return is_ours(file) && hit("ftruncate", kRoom) ? -1 : call(file, size);         \
  }

FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

// No machine fails here, so that what these take long for makes no difference.
int fsync(int file) {
  return is_ours(file) && hit("fsync", kRoom) ? -1 : 0;
}

int fdatasync(int file) {
  return is_ours(file) && hit("fdatasync", kRoom) ? -1 : 0;
}

int close(int file) {
  NEXT(close);
  const bool fails = is_ours(file) && file != STDOUT_FILENO && hit("close", kOther);
  note(file, false);
  const int status = next_call(file);
  if (fails) errno = error;
  return fails ? -1 : status;
}

int rename(const char* from, const char* to) noexcept {
  NEXT(rename);
  return is_ours(to) && hit("rename", kRoom) ? -1 : next_call(from, to);
}

int link(const char* from, const char* to) noexcept {
  NEXT(link);
  return is_ours(to) && hit("link", kRoom) ? -1 : next_call(from, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  NEXT(linkat);
  if (is_ours(to) && hit("linkat", kRoom)) return -1;
  return next_call(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) noexcept {
  NEXT(unlink);
  return is_ours(path) && hit("unlink", kTidying) ? -1 : next_call(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  NEXT(mkdir);
  return is_ours(path) && hit("mkdir", kRoom) ? -1 : next_call(path, mode);
}

int pipe(int* ends) noexcept {
  NEXT(pipe);
  return hit("pipe", kDescriptor) ? -1 : next_call(ends);
}

int pipe2(int* ends, int flags) noexcept {
  NEXT(pipe2);
  return hit("pipe2", kDescriptor) ? -1 : next_call(ends, flags);
}

int memfd_create(const char* name, unsigned flags) noexcept {
  NEXT(memfd_create);
  return hit("memfd_create", kDescriptor) ? -1 : next_call(name, flags);
}

}  // extern "C"

/// As the library's: the program's handler is asked first, which has no memory to give.
[[noreturn]] static void refuse_memory() {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

void* operator new(std::size_t size) {
  if (hit("new", kMemory)) refuse_memory();
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) refuse_memory();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
