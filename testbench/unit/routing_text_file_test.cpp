// Files of text: what is text and what is not, for every reader alike.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <utility>
#include <vector>

#include "routing/base/text_file.h"
#include "routing/davc/ids.h"
#include "routing/function/table/next_hops.h"
#include "routing/function/table/table_file.h"
#include "routing/netlist/netlist_io.h"
#include "routing/topology/edge_list.h"
#include "routing/topology/graphml.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using namespace std::string_literals;

const std::string kMark = "\xEF\xBB\xBF";

TEST(TextFile, LinesWithoutMarkAndEnds) {
  const test::TemporaryFile file(kMark + "a\r\n\xC3\xA9 \xF0\x9F\x95\xB8\n\nlast\r");
  std::vector<std::string> lines;
  TextFile text(file.path());
  while (text.next()) lines.push_back(text.line());
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "\xC3\xA9 \xF0\x9F\x95\xB8", "", "last\r"}));
  EXPECT_EQ(text.place(), file.path() + ":4");
  EXPECT_EQ(read_text(file.path()), "a\n\xC3\xA9 \xF0\x9F\x95\xB8\n\nlast\r");
}

TEST(TextFile, NothingAndOnlyAMark) {
  EXPECT_EQ(read_text(test::TemporaryFile("").path()), "");
  EXPECT_EQ(read_text(test::TemporaryFile(kMark).path()), "");
}

TEST(TextFile, RefusesWhatIsNoText) {
  const auto error = [](const std::string& content) {
    const test::TemporaryFile file(content);
    const std::string message = error_of([&] { read_text(file.path()); });
    EXPECT_EQ(message.compare(0, file.path().size(), file.path()), 0) << message;
    return message.substr(file.path().size());
  };
  const auto wrong = [](int line, int offset, const std::string& what) {
    return ":" + std::to_string(line) + ": the byte at offset " + std::to_string(offset) +
           " of the file, " + what + "; allowed: text in UTF-8";
  };
  EXPECT_EQ(error("a\nb \xFF\n"), wrong(2, 4, "0xff, is not UTF-8"));
  // Offsets are those of the file, whatever was taken away from it.
  EXPECT_EQ(error(kMark + "a\r\nb \xFF\n"), wrong(2, 8, "0xff, is not UTF-8"));
  EXPECT_EQ(error(kMark + "\xFF"), wrong(1, 3, "0xff, is not UTF-8"));
  EXPECT_EQ(error("ab\0c\n"s), wrong(1, 2, "0x00, is NUL"));
  for (const char* bytes : {"\x80", "\xC3", "\xC3\n", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                            "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80"}) {
    EXPECT_NE(error(bytes).find("is not UTF-8"), std::string::npos) << bytes;
  }
  for (const std::string& text :
       {kMark + kMark + "a\n", "a" + kMark + "b\n", kMark + "a" + kMark}) {
    EXPECT_EQ(error(text), ":1: a byte-order mark; allowed: one, at the beginning of the file");
  }
  const auto other = [](const std::string& encoding) {
    return ":1: the file begins with the byte-order mark of " + encoding +
           "; allowed: text in UTF-8";
  };
  EXPECT_EQ(error("\xFF\xFE"s + "a\0\n\0"s), other("UTF-16"));
  EXPECT_EQ(error("\xFE\xFF"s + "\0a"s), other("UTF-16"));
  EXPECT_EQ(error("\xFF\xFE\0\0a\0\0\0"s), other("UTF-32"));
  EXPECT_EQ(error("\0\0\xFE\xFF\0\0\0a"s), other("UTF-32"));
}

TEST(TextFile, RefusesWordsThatLookLikeOthers) {
  const std::vector<std::pair<std::string, std::string>> characters = {
      {"\u00A0", "U+00A0"}, {"\u200B", "U+200B"}, {"\u2060", "U+2060"}};
  for (const auto& [character, name] : characters) {
    const test::TemporaryFile file("A B\nB A" + character + "  # " + character + "\n");
    EXPECT_EQ(error_of([&] { read_edge_list(file.path(), 1); }),
              file.path() + ":2: the character " + name + " in 'A" + character +
                  "'; allowed: space and tab between words, none that cannot be seen within them");
  }
}

TEST(TextFile, RefusesWhatIsNoFile) {
  EXPECT_EQ(error_of([] { read_text("/dev/zero"); }),
            "/dev/zero: is a device; allowed: a regular file");
  EXPECT_EQ(error_of([] { read_text("/"); }), "/: is a folder; allowed: a regular file");
  EXPECT_EQ(error_of([] { read_text("/nowhere/x"); }),
            "/nowhere/x: the file cannot be read: No such file or directory");
  std::string pipe;
  {
    const test::TemporaryFile file("");
    pipe = file.path();
  }
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(error_of([&] { read_text(pipe); }),
            pipe +
                ": is a pipe, of which there is nothing left when it has been read once; "
                "allowed: a regular file");
  std::remove(pipe.c_str());
}

/// Every reader of a text file, as a function of its path.
struct ReaderCase {
  std::string name;
  std::string content;
  void (*read)(const std::string&);

  friend void PrintTo(const ReaderCase& reader, std::ostream* out) { *out << reader.name; }
};

const char kNetlist[] =
    "netlist: 1\n"
    "switches:\n"
    "  - {name: A, ports: 2}\n"
    "hosts:\n"
    "  - {name: h}\n"
    "  - {name: i}\n"
    "cables:\n"
    "  - {from: h, to: A.p0}\n"
    "  - {from: i, to: A.p1}\n";

Netlist three_switches() {
  const test::TemporaryFile file("A B\nB C\nC A\n");
  Netlist netlist = read_edge_list(file.path(), 1);
  for (Link& link : netlist.links) link.latency = 1;
  return netlist;
}

std::vector<ReaderCase> readers() {
  return {
      {"EdgeList", "A B\nB C\nC A\n",
       [](const std::string& path) {
         const Netlist netlist = read_edge_list(path, 1);
         ASSERT_EQ(netlist.switches.size(), 3u);
         EXPECT_EQ(netlist.switches[0].name, "A");
       }},
      {"GraphMl",
       "<graphml><graph edgedefault='undirected'>\n<node id='A'/><node id='B'/>\n"
       "<edge source='A' target='B'/>\n</graph></graphml>\n",
       [](const std::string& path) { EXPECT_EQ(read_graphml(path, 1).switches.size(), 2u); }},
      {"Netlist", kNetlist,
       [](const std::string& path) { EXPECT_EQ(read_netlist(path).hosts.size(), 2u); }},
      {"RoutingTable", "A B 1\nA C 2\nB A 1\nB C 2\nC A 2\nC B 1\n",
       [](const std::string& path) {
         EXPECT_EQ(read_tables(three_switches(), path).columns(), 3u);
       }},
      {"DavcIds", "A 2\nC 0\n",
       [](const std::string& path) {
         EXPECT_EQ(read_davc_ids(three_switches(), path).nodes,
                   (std::vector<std::uint32_t>{2, 1, 0}));
       }},
  };
}

class TextReaders : public testing::TestWithParam<ReaderCase> {};

TEST_P(TextReaders, TakeByteOrderMarkAndCrLf) {
  std::string content = kMark;
  for (const char c : GetParam().content) content += c == '\n' ? "\r\n" : std::string(1, c);
  const test::TemporaryFile file(content);
  EXPECT_EQ(error_of([&] { GetParam().read(file.path()); }), "");
}

TEST_P(TextReaders, RefuseBytesThatAreNoText) {
  const test::TemporaryFile file(GetParam().content + "\xFF\n");
  const std::string message = error_of([&] { GetParam().read(file.path()); });
  EXPECT_NE(message.find(", 0xff, is not UTF-8"), std::string::npos) << message;
  EXPECT_NE(message.find("offset " + std::to_string(GetParam().content.size())), std::string::npos)
      << message;
}

INSTANTIATE_TEST_SUITE_P(All, TextReaders, testing::ValuesIn(readers()),
                         [](const auto& parameter) { return parameter.param.name; });

TEST(TextFile, TextsAreShortenedBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc…");
  EXPECT_EQ(shortened("ab\u00e9", 4), "ab\u00e9");
  EXPECT_EQ(shortened("ab\u00e9d", 3), "ab…");
  EXPECT_EQ(shortened("ab\xFF\xFF", 3), "ab\xFF…");
}

// Escape sequences in a file are no commands to the terminal that shows the message.
TEST(ErrorText, IsTextWhateverItQuotes) {
  EXPECT_STREQ(Error("no 'caf\u00e9'\n\tbut tea").what(), "no 'caf\u00e9'\n\tbut tea");
  EXPECT_STREQ(Error("'\x1b[2J\x7f'").what(), "'\\x1b[2J\\x7f'");
  EXPECT_STREQ(Error("'\xC2\x9B"
                     "2J' \u00a0")
                   .what(),
               "'\\xc2\\x9b2J' \u00a0");
  EXPECT_STREQ(Error("'\xc3' \xff").what(), "'\\xc3' \\xff");
  const test::TemporaryFile file("a b \x1b[2J\n");
  const std::string message = error_of([&] { read_edge_list(file.path(), 1); });
  EXPECT_NE(message.find(":1: '\\x1b[2J' is not a latency"), std::string::npos) << message;
}

}  // namespace
}  // namespace netloom
