#include <gtest/gtest.h>
#include <verilated.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "Vheader_fields.h"
#include "routing/registers/packet_header.h"

namespace netloom::test {
namespace {

/// The header's fields, from the lowest bits up.
std::vector<PacketFieldInfo> header_fields_upwards() {
  std::vector<PacketFieldInfo> result;
  for (const PacketFieldInfo& info : kPacketFields) {
    if (info.carrier == FieldCarrier::kHeader) result.insert(result.begin(), info);
  }
  return result;
}

TEST(PacketHeader, SystemVerilogFindsEachFieldWhereTheTableHasIt) {
  Vheader_fields model;
  const auto seen = [&]() -> std::map<std::string, std::uint32_t> {
    return {{"destination", model.destination_o},
            {"source", model.source_o},
            {"routing_state", model.routing_state_o},
            {"packet_phits", model.packet_phits_o},
            {"hops", model.hops_o},
            {"age", model.age_o},
            {"response", model.response_o},
            {"control", model.control_o},
            {"deviated", model.deviated_o},
            {"interval_end", model.interval_end_o}};
  };
  int at = 0;
  for (const PacketFieldInfo& info : header_fields_upwards()) {
    for (int bit = 0; bit < info.most_bits; ++bit, ++at) {
      for (EData& word : model.header_i.m_storage) word = 0;
      model.header_i[at / 32] = 1u << at % 32;
      model.eval();
      for (const auto& [name, value] : seen()) {
        EXPECT_EQ(value, name == info.name ? 1u << bit : 0u) << name << ", bit " << at;
      }
    }
  }
  EXPECT_EQ(seen().size(), header_fields_upwards().size());
  model.final();
}

TEST(PacketHeader, WidthsAreThoseOfTheTable) {
  Vheader_fields model;
  for (const HeaderShape& shape :
       {HeaderShape{1, 1, 1, 0}, HeaderShape{64, 16, 5, 1}, HeaderShape{65, 15, 6, 0},
        HeaderShape{5256, 8, 9, 0}, HeaderShape{1u << 24, 65535, (1u << 18) - 2, 1}}) {
    model.hosts_i = shape.hosts;
    model.packet_phits_i = shape.packet_phits;
    model.hop_limit_i = shape.hop_limit;
    model.faults_i = shape.faults;
    model.eval();
    EXPECT_EQ(model.header_bits_o, static_cast<std::uint32_t>(header_bits(shape)));
    for (const PacketFieldInfo& info : kPacketFields) {
      EXPECT_LE(info.bits(shape), info.most_bits) << info.name;
    }
  }
  model.final();
}

}  // namespace
}  // namespace netloom::test
