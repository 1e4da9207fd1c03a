#include "rtl/loadable/shared_object_file.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

namespace netloom {
inline namespace rtl {
namespace {

using FileHeader = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);

/// Whether there is a `Part` at this place of the file.
template <class Part>
bool read_at(std::ifstream& file, std::uint64_t place, Part& part) {
  if (place > static_cast<std::uint64_t>(std::numeric_limits<std::streamoff>::max())) return false;
  file.clear();
  file.seekg(static_cast<std::streamoff>(place));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&part), sizeof part));
}

/// Whether `bytes` at this place are within the first `size` bytes.
bool is_within(std::uint64_t place, std::uint64_t bytes, std::uint64_t size) {
  return place <= size && bytes <= size - place;
}

/// Whether code for the one machine runs where that for the other does. Class, byte order and
/// machine of this program are those of its own file.
bool is_for_this_machine(const FileHeader& header) {
  std::ifstream program("/proc/self/exe", std::ios::binary);
  FileHeader own;
  if (!read_at(program, 0, own)) return true;  // dlopen() says what it thinks of it
  return header.e_ident[EI_CLASS] == own.e_ident[EI_CLASS] &&
         header.e_ident[EI_DATA] == own.e_ident[EI_DATA] && header.e_machine == own.e_machine;
}

}  // namespace

std::string shared_object_problem(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return "it is not a file";
  const std::uint64_t size = std::filesystem::file_size(path, failure);
  if (failure) return "it cannot be read: " + failure.message();
  std::ifstream file(path, std::ios::binary);
  if (!file) return fmt::format("it cannot be read: {}", std::strerror(errno));
  const auto cut_off = [size](const char* what) {
    return fmt::format("it is cut off: {} not within its {} bytes", what, size);
  };

  FileHeader header{};
  // The first bytes say whether the rest may be expected.
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "it is not an ELF file";
  if (!file) return cut_off("the ELF header is");
  if (!is_for_this_machine(header)) return "it is for another kind of machine than this program";
  if (header.e_type != ET_DYN) return "it is an ELF file, but not a shared object";
  if (header.e_phnum == 0 || header.e_phentsize != sizeof(Segment)) {
    return "its ELF header tells of no segments";
  }
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Segment segment;
    if (!is_within(header.e_phoff, (i + 1) * sizeof segment, size) ||
        !read_at(file, header.e_phoff + i * sizeof segment, segment)) {
      return cut_off("the table of its segments is");
    }
    if (!is_within(segment.p_offset, segment.p_filesz, size)) return cut_off("its segments are");
  }
  // Sections are not loaded; their table, where there is one, is the end of the file.
  const std::uint64_t sections = std::max<std::uint64_t>(header.e_shnum, 1) * sizeof(Section);
  if (header.e_shoff != 0 && !is_within(header.e_shoff, sections, size)) {
    return cut_off("the table of its sections is");
  }
  return "";
}

}  // namespace rtl
}  // namespace netloom
