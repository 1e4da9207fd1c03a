// The `netloom` program.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/output_file.h"
#include "routing/base/visible.h"
#include "sim/base/defect.h"
#include "sim/base/termination.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/check.h"
#include "sim/config/loaded_config.h"
#include "sim/ranks/job.h"
#include "sim/report/defect_text.h"
#include "sim/sweep/identity.h"

// libsystemc has a main() of its own, which asks for this symbol; ours takes its place.
extern "C" NETLOOM_VISIBLE int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace netloom {
inline namespace sim {
namespace {

int run_program(int argc, char** argv) {
  require_utf8(argc, argv);
  return parse_arguments(argc, argv, version(), [](Command& program) {
    for (const std::string& name : CommandRegistry::instance().names()) {
      CommandRegistry::instance().find(name).add(program);
    }
    program.require_command();
    program.examples({"netloom run examples/fat_tree_2ary_3tree.yaml", "netloom run --help"});
  })();
}

[[noreturn]] void end_without_memory() {
  constexpr char kMessage[] = "netloom: error: out of memory\n";
  have_this_one_say_errors();
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) {
    // There is nobody to be told.
  }
  std::_Exit(kFailure);
}

/// That memory was refused, and the exception that says so may have found no memory itself.
std::atomic<bool> memory_was_refused = false;

/// Memory can be too little before main() begins, and where no exception may leave a function.
[[noreturn]] void end_at_once() {
  try {
    if (std::current_exception()) throw;
    if (memory_was_refused) end_without_memory();
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (...) {
  }
  std::abort();
}

/// What is wrong with this process of a job alone.
void print_own_error(const std::string& message) {
  have_this_one_say_errors();
  print_error(name_in_job() + message);
}

/// Before anything registers itself, in this program or its libraries.
void prepare_for_little_memory() {
  std::set_terminate(end_at_once);
  std::set_new_handler([] {
    memory_was_refused = true;
    throw std::bad_alloc();
  });
}
__attribute__((section(".preinit_array"),
               used)) void (*const kFirstOfAll)() = prepare_for_little_memory;

/// A file that is opened would take the place of a standard stream that is closed. What stands
/// there instead can be used as little.
void keep_standard_streams_closed() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) {
      throw std::runtime_error("a standard stream is closed, and there is no /dev/null");
    }
  }
}

int guarded(int argc, char** argv, bool dies_of_broken_pipe) {
  try {
    keep_standard_streams_closed();
    have_first_say_all();
    return run_program(argc, argv);
  } catch (const Termination& end) {
    print_error(fmt::format("ended by signal {} ({}){}", end.signal, strsignal(end.signal),
                            end.kept.empty() ? "" : "; " + end.kept));
    die_of(end.signal);
  } catch (const BrokenPipe& error) {
    if (dies_of_broken_pipe) die_of(SIGPIPE);
    print_error(error.what());
  } catch (const WriteError& error) {
    print_error(error.what());
  } catch (const RankError& error) {
    print_own_error(error.what());
    return kBadInput;
  } catch (const Error& error) {
    say_last([&error] { print_error(error.what()); });  // in all processes of a job
    return kBadInput;
  } catch (const std::bad_alloc&) {
    print_own_error("out of memory");
  } catch (const std::exception& error) {
    print_own_error(error.what());
    if (is_defect(error)) print_note(command_defect_text(last_resolved()));
  }
  return kFailure;
}

}  // namespace
}  // namespace sim
}  // namespace netloom

int main(int argc, char** argv) {
  // A file that grows beyond the limit of a process is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  // And so is a pipe that is closed: there are other outputs.
  const bool dies_of_broken_pipe = std::signal(SIGPIPE, SIG_IGN) != SIG_IGN;
  netloom::end_tidily_by_signals();
  return netloom::guarded(argc, argv, dies_of_broken_pipe);
}
