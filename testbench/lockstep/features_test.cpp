
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "routing/decision/selection.h"
#include "sim/config/config.h"
#include "testbench/random/schema_draw.h"

namespace netloom::test {
namespace {

/// Which values the configurations of features/ have, by the path of the key.
class FeatureSet : public testing::Test {
 protected:
  FeatureSet() {
    for (const auto& each : std::filesystem::directory_iterator(NETLOOM_FEATURES)) {
      if (each.path().extension() != ".yaml") continue;
      const Config config = load_config(each.path().string());
      add("", config.resolved);
    }
  }

  void add(const std::string& path, const nlohmann::json& value) {
    if (value.is_object()) {
      for (const auto& [key, each] : value.items())
        add(path.empty() ? key : path + '.' + key, each);
      return;
    }
    values_[path].insert(value.is_string() ? value.get<std::string>() : value.dump());
  }

  /// Whether each of these is the value of a key somewhere.
  void expect(const std::string& path, const std::vector<std::string>& needed) {
    for (const std::string& each : needed) {
      EXPECT_EQ(values_[path].count(each), 1u) << path << ": " << each << " is in no configuration";
    }
  }

  std::map<std::string, std::set<std::string>> values_;
};

TEST_F(FeatureSet, HasEveryChoiceOfASwitch) {
  for (const char* map : {"", "crossbar", "allocator"}) {
    std::vector<std::string> path = {"switch"};
    if (*map != '\0') path.emplace_back(map);
    for (const KeySchema& key : map_schema(path).keys) {
      std::string name = "switch.";
      if (*map != '\0') name += std::string(map) + '.';
      expect(name + key.name, key.value.choices);
    }
  }
  expect("switch.routing_delay", {"0", "1", "3"});
  expect("switch.crossbar.delay", {"1", "2"});
  expect("switch.crossbar.speedup", {"1", "2"});
  expect("switch.allocator.iterations", {"1", "2", "3"});
  expect("switch.control_priority", {"true", "false"});
  expect("switch.allocator.transit_priority", {"true", "false"});
  expect("nic.injection_vcs", {"1", "2"});
}

TEST_F(FeatureSet, HasEveryWayToRouteThatIsASwitchsOwn) {
  expect("routing.selection", SelectionRegistry::instance().names());
  expect("routing.select_at", {"grant", "routing"});
  expect("routing.rings", {"bubble", "dateline"});
  // Decisions at the source, and in-transit adaptive routing.
  expect("routing.function",
         {"ugal_l", "ugal_g", "pb", "par", "lia", "acor", "olm", "rlm", "par62", "ft2ei"});
}

}  // namespace
}  // namespace netloom::test
