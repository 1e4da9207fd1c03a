// The pages in docs/reference/configuration/: what in them is generated is up to date, every key is
// on exactly one of them, and their examples are configurations.
//
// Generated is what is between two lines: <!-- keys: PLACE --> (a section, or a map of keys in
// one),
// <!-- keys: PLACE: NAME, NAME --> (what these names bring with them), <!-- sections --> and
// <!-- blocks --> begin it, <!-- end --> ends it. With NETLOOM_UPDATE_DOCS=1 in the environment,
// the test writes it.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "rtl/block_registry.h"
#include "sim/config/config.h"
#include "sim/config/schema.h"
#include "testbench/unit/config_support.h"

namespace netloom::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kFolder = NETLOOM_SOURCE_DIR "/docs/reference/configuration/";
const std::string kEnd = "<!-- end -->\n";

using Pages = std::map<std::string, std::string>;  ///< text by file name

Pages pages_in(const std::string& folder) {
  Pages pages;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    pages[entry.path().filename().string()] = {std::istreambuf_iterator<char>(stream),
                                               std::istreambuf_iterator<char>()};
  }
  return pages;
}

/// A line <!-- WHAT --> of a page, and where the text between it and <!-- end --> is.
struct Marker {
  std::string what;
  std::size_t begin = 0, end = 0;

  /// The tables that belong there; none: something else does.
  std::vector<std::string> places() const {
    const std::string keys = "keys: ";
    if (what.rfind(keys, 0) != 0) return {};
    const std::string place = what.substr(keys.size());
    const std::size_t colon = place.find(": ");
    if (colon == std::string::npos) return {place};
    std::vector<std::string> places;
    for (std::size_t at = colon + 2; at < place.size();) {
      const std::size_t stop = std::min(place.find(", ", at), place.size());
      places.push_back(place.substr(0, colon + 2) + place.substr(at, stop - at));
      at = stop + 2;
    }
    return places;
  }
};

/// Error: one has no end.
std::vector<Marker> markers_of(const std::string& text) {
  const std::string open = "<!-- ", close = " -->\n";
  std::vector<Marker> markers;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const std::size_t stop = text.find(close, at);
    Marker marker{text.substr(at + open.size(), stop - at - open.size())};
    marker.begin = stop + close.size();
    marker.end = text.find(kEnd, marker.begin);
    if (stop == std::string::npos || marker.end == std::string::npos) {
      throw Error("<!-- " + marker.what + " --> has no <!-- end -->");
    }
    markers.push_back(marker);
    at = marker.end + kEnd.size();
  }
  return markers;
}

/// Netloom's own implementation of each block, what it decides in, and which module it is.
std::string block_table() {
  std::string result = "| block | decides in | module | what it is |\n| --- | --- | --- | --- |\n";
  for (const std::string& name : RtlBlockRegistry::instance().names()) {
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(name);
    if (name != entry.block) continue;
    result +=
        fmt::format("| `{}` | {} | `{}` | {} |\n", name, entry.fits, entry.module, entry.summary);
  }
  return result;
}

/// The reference as the pages share it out.
class Shared {
 public:
  explicit Shared(const Pages& pages) {
    for (const auto& [page, text] : pages) {
      for (const Marker& marker : markers_of(text)) {
        for (const std::string& place : marker.places()) pages_of_[place].push_back(page);
      }
    }
    std::set<std::string> apart;
    const std::map<std::string, std::string> whole = config_reference();
    for (const auto& [place, pages_with_it] : pages_of_) {
      if (whole.count(place) == 0) apart.insert(place);
    }
    tables_ = config_reference(apart);
  }

  /// What is on no page, or on more than one.
  std::vector<std::string> problems() const {
    std::vector<std::string> problems;
    for (const auto& [place, table] : tables_) {
      const auto it = pages_of_.find(place);
      if (it == pages_of_.end()) {
        problems.push_back(
            fmt::format("the keys of {0} are on no page; allowed: on one of docs/reference/"
                        "configuration/, in a line <!-- keys: {0} --> with <!-- end --> after it",
                        place));
      } else if (it->second.size() > 1) {
        problems.push_back(fmt::format("the keys of {} are on more than one page: {}", place,
                                       fmt::join(it->second, ", ")));
      }
    }
    return problems;
  }

  /// What belongs between a marker and its end.
  std::string generated(const Marker& marker) const {
    if (marker.what == "blocks") return '\n' + block_table() + '\n';
    if (marker.what == "sections") return '\n' + sections() + '\n';
    const std::vector<std::string> places = marker.places();
    if (places.empty()) throw Error("<!-- " + marker.what + " -->: nothing of that name");
    std::string text = "\n";
    std::string without;
    for (const std::string& place : places) {
      const std::string& table = tables_.at(place);
      const std::size_t colon = place.find(": ");
      if (colon == std::string::npos) {
        text += table + '\n';
        continue;
      }
      const std::string name = place.substr(place.rfind('.', colon) + 1);
      if (table.empty()) {
        without += fmt::format("{}`{}`", without.empty() ? "" : ", ", name);
      } else {
        text += fmt::format("### `{}`\n\n{}\n", name, table);
      }
    }
    if (!without.empty()) text += "Without further keys: " + without + ".\n\n";
    return text;
  }

 private:
  /// Every section, what it is, and where its keys are.
  std::string sections() const {
    std::string text = "| section | what it says | keys |\n| --- | --- | --- |\n";
    for (const KeySchema& section : configuration_schema().keys) {
      std::map<std::string, std::vector<std::string>> others;  // places by page
      std::string first;
      for (const auto& [place, pages] : pages_of_) {
        if (place == section.name) first = pages.front();
        if (place.rfind(section.name + '.', 0) != 0) continue;
        const std::size_t colon = place.find(": ");
        const std::string name = colon == std::string::npos ? place.substr(section.name.size() + 1)
                                                            : place.substr(colon + 2);
        // What a map of its own brings along is found with it.
        if (place.find('.') == place.rfind('.', colon)) others[pages.front()].push_back(name);
      }
      std::string cell = fmt::format("[{0}]({0})", first);
      for (const auto& [page, names] : others) {
        if (page != first) cell += fmt::format("; [{0}]({0}): {1}", page, fmt::join(names, ", "));
      }
      text += fmt::format("| `{}` | {} | {} |\n", section.name, section.meaning, cell);
    }
    return text;
  }

  std::map<std::string, std::vector<std::string>> pages_of_;  ///< by place
  std::map<std::string, std::string> tables_;                 ///< by place
};

Pages generated(Pages pages) {
  const Shared shared(pages);
  for (auto& [page, text] : pages) {
    const std::vector<Marker> markers = markers_of(text);
    for (auto it = markers.rbegin(); it != markers.rend(); ++it) {
      text.replace(it->begin, it->end - it->begin, shared.generated(*it));
    }
  }
  return pages;
}

TEST(ConfigDocs, EveryKeyIsOnOnePage) {
  EXPECT_THAT(Shared(pages_in(kFolder)).problems(), IsEmpty());
}

TEST(ConfigDocs, AKeyOnNoPageOrTwoIsFound) {
  Pages pages = pages_in(kFolder);
  const std::string nic = "<!-- keys: nic -->\n" + kEnd;
  pages["more.md"] = nic;
  EXPECT_THAT(Shared(pages).problems(),
              ElementsAre("the keys of nic are on more than one page: more.md, nic.md"));
  pages.erase("nic.md");
  EXPECT_THAT(Shared(pages).problems(), IsEmpty());
  pages["more.md"] = "<!-- keys: rtl.blocks.colour -->\n" + kEnd;
  EXPECT_THROW(Shared{pages}, Error);
  pages.erase("more.md");
  EXPECT_THAT(Shared(pages).problems(), ElementsAre(HasSubstr("the keys of nic are on no page")));
}

TEST(ConfigDocs, TheTablesAreUpToDate) {
  const Pages pages = pages_in(kFolder);
  for (const auto& [page, text] : generated(pages)) {
    if (text == pages.at(page)) continue;
    if (std::getenv("NETLOOM_UPDATE_DOCS") != nullptr) {
      std::ofstream(kFolder + page) << text;
    } else {
      ADD_FAILURE() << kFolder << page << " is out of date; NETLOOM_UPDATE_DOCS=1 config_tests "
                    << "--gtest_filter=ConfigDocs.* writes it";
    }
  }
}

/// The rows of a table that begin with a key.
std::vector<std::string> keys_in(const std::string& table) {
  std::vector<std::string> keys;
  for (std::size_t at = table.find("\n| `"); at != std::string::npos;
       at = table.find("\n| `", at)) {
    at += 4;
    keys.push_back(table.substr(at, table.find('`', at) - at));
  }
  return keys;
}

TEST(ConfigDocs, AMapOfKeysCanHaveATableOfItsOwn) {
  const auto whole = config_reference();
  const auto parts = config_reference({"switch.crossbar"});
  EXPECT_THAT(keys_in(parts.at("switch.crossbar")), ElementsAre("kind", "delay", "speedup"));
  std::vector<std::string> shorter = keys_in(whole.at("switch"));
  shorter.erase(
      std::remove_if(shorter.begin(), shorter.end(),
                     [](const std::string& key) { return key.rfind("crossbar.", 0) == 0; }),
      shorter.end());
  EXPECT_EQ(keys_in(parts.at("switch")), shorter);
  EXPECT_EQ(parts.size(), whole.size() + 1);
  EXPECT_THAT(keys_in(whole.at("traffic.application.name: waterfall")), testing::Contains("grid"));
}

// Every example is a configuration, and a valid one.
TEST(ConfigDocs, TheExamplesAreValid) {
  int examples = 0;
  for (const auto& [page, text] : pages_in(kFolder)) {
    for (std::size_t at = text.find("```yaml\n"); at != std::string::npos;
         at = text.find("```yaml\n", at)) {
      at += 8;
      const std::size_t end = text.find("```", at);
      ASSERT_NE(end, std::string::npos);
      const std::string example = text.substr(at, end - at);
      try {
        read(example);
      } catch (const Error& error) {
        ADD_FAILURE() << page << ": " << error.what() << "\n" << example;
      }
      ++examples;
      at = end + 3;
    }
  }
  EXPECT_GE(examples, 3);
}

}  // namespace
}  // namespace netloom::test
