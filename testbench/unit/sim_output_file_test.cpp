// Files that the program writes: whole or not at all, whatever goes wrong.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "routing/base/output_file.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> names_in(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.file(""))) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

/// What a child process returns from `work`; -1: it was killed.
int in_process(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(OutputFile, AppearsWithCloseAndNotBefore) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a", "old");
  {
    OutputFile file(path);
    file.write(std::string(1 << 20, 'x'));
    EXPECT_EQ(read_file(path), "old");
  }
  EXPECT_EQ(read_file(path), "old") << "it was left without close()";
  EXPECT_THAT(names_in(folder), ElementsAre("a"));
  write_file(path, "new");
  EXPECT_EQ(read_file(path), "new");
  EXPECT_THAT(names_in(folder), ElementsAre("a"));
}

TEST(OutputFile, AFileThatBecomesTooLargeLeavesNothing) {
  const TemporaryFolder folder;
  folder.write("a", "old");
  const int status = in_process([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    for (const char* name : {"a", "b"}) {
      try {
        write_file(folder.file(name), std::string(5000, 'x'));
        return 1;
      } catch (const WriteError& error) {
        if (std::string(error.what()).find("cannot be written: File too large") ==
            std::string::npos)
          return 2;
      }
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_THAT(names_in(folder), ElementsAre("a"));
  EXPECT_EQ(read_file(folder.file("a")), "old");
}

TEST(OutputFile, OfAProcessThatIsKilledNothingOrAPartRemains) {
  const TemporaryFolder folder;
  folder.write("a", "old");
  EXPECT_EQ(in_process([&] {
              OutputFile file(folder.file("a"));
              file.write(std::string(1 << 20, 'x'));
              raise(SIGKILL);
              return 0;
            }),
            -1);
  EXPECT_EQ(read_file(folder.file("a")), "old");
  for (const std::string& name : names_in(folder)) {
    EXPECT_TRUE(name == "a" || fs::path(name).extension() == ".part") << name;
  }
}

TEST(OutputFile, PermissionsAreThoseOfTheUmaskOrOfTheFileBefore) {
  const TemporaryFolder folder;
  const mode_t before = umask(027);
  write_file(folder.file("new"), "x");
  folder.write("private", "x");
  ASSERT_EQ(chmod(folder.file("private").c_str(), 0600), 0);
  write_file(folder.file("private"), "y");
  umask(before);
  EXPECT_EQ(mode_of(folder.file("new")), 0640u);
  EXPECT_EQ(mode_of(folder.file("private")), 0600u);
}

TEST(OutputFile, ASymbolicLinkLeadsToWhatIsWritten) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("there"));
  folder.write("there/known", "old");
  fs::create_symlink("there/known", folder.file("to_known"));
  fs::create_symlink("there/new", folder.file("to_new"));
  fs::create_symlink("to_new", folder.file("to_link"));
  write_file(folder.file("to_known"), "one");
  write_file(folder.file("to_link"), "two");
  EXPECT_EQ(read_file(folder.file("there/known")), "one");
  EXPECT_EQ(read_file(folder.file("there/new")), "two");
  EXPECT_TRUE(fs::is_symlink(folder.file("to_known")));
  EXPECT_TRUE(fs::is_symlink(folder.file("to_link")));
  fs::create_symlink("circle", folder.file("circle"));
  EXPECT_THAT([&] { write_file(folder.file("circle"), ""); },
              ThrowsMessage<WriteError>(HasSubstr("circle: cannot be written: Too many levels")));
  EXPECT_THROW(check_writable(folder.file("circle")), Error);
}

TEST(OutputFile, WhatIsNoFileIsWrittenDirectly) {
  const TemporaryFolder folder;
  EXPECT_NO_THROW(write_file("/dev/null", "x"));
  EXPECT_NO_THROW(check_writable("/dev/full"));
  EXPECT_THAT([] { write_file("/dev/full", "x"); },
              ThrowsMessage<WriteError>("/dev/full: cannot be written: No space left on device"));
  fs::create_symlink("/dev/full", folder.file("full"));
  EXPECT_THROW(write_file(folder.file("full"), "x"), WriteError);

  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read_file(pipe); });
  const std::string text(300000, 'x');
  write_file(pipe, text);
  reader.join();
  EXPECT_EQ(received, text);
}

// What others write to the same descriptor stays where it is.
TEST(OutputFile, ADescriptorOfTheProcessIsWrittenWhereItStands) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a");
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(write(file, "before ", 7), 7);
  const std::string name = "/dev/fd/" + std::to_string(file);
  EXPECT_NO_THROW(check_writable(name));
  write_file(name, "middle ");
  ASSERT_EQ(write(file, "after", 5), 5);
  close(file);
  EXPECT_EQ(read_file(path), "before middle after");
  EXPECT_THROW(check_writable(name), Error) << "it is closed";
}

TEST(OutputFile, WhatCannotBeMadeIsFoundBeforeItIsWritten) {
  const TemporaryFolder folder;
  const std::string long_name = folder.file(std::string(300, 'x'));
  EXPECT_THAT([&] { check_writable(long_name); },
              ThrowsMessage<Error>(long_name + ": cannot be written: File name too long"));
  // Root may write to this folder, but nobody can make files there.
  EXPECT_THAT([] { check_writable("/proc/x.vcd"); },
              ThrowsMessage<Error>(testing::StartsWith("/proc/x.vcd: cannot be written: ")));
  folder.write("old", "old");
  for (const char* name : {"new", "old"}) check_writable(folder.file(name));
  EXPECT_THAT(names_in(folder), ElementsAre("old")) << "a trial leaves nothing";
  EXPECT_EQ(read_file(folder.file("old")), "old");
}

TEST(OutputFile, OfAFolderThatIsNotThereNothingIsLeft) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { OutputFile file(folder.file("none/a")); },
              ThrowsMessage<WriteError>(HasSubstr("none/a: cannot be written: No such file")));
  EXPECT_THAT([&] { OutputFile file(folder.file("")); },
              ThrowsMessage<WriteError>(HasSubstr("cannot be written: Is a directory")));
  EXPECT_THAT(names_in(folder), IsEmpty());
}

}  // namespace
}  // namespace netloom::test
