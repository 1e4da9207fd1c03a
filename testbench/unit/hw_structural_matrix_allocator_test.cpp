#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "hw/structural/part/matrix_allocator.h"
#include "routing/base/error.h"
#include "testbench/unit/hw_structural_allocator_support.h"

namespace netloom {
namespace {

using structural::BitMatrix;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

using Cells = std::vector<std::pair<int, int>>;  ///< (row, column)

/// Notes what is requested, and grants what it is told to.
class ToldMatrix : public structural::MatrixAllocator {
 public:
  ToldMatrix(sc_core::sc_module_name name, structural::SwitchParameters& of)
      : MatrixAllocator(name, of) {}

  std::vector<Cells> requested;  ///< per cycle
  Cells grants;                  ///< in each cycle in which anything is requested

 private:
  BitMatrix match(const BitMatrix& requests) override {
    requested.emplace_back();
    for (int row = 0; row < rows(); ++row) {
      for (int column = 0; column < columns(); ++column) {
        if (requests.at(row, column)) requested.back().emplace_back(row, column);
      }
    }
    BitMatrix result(rows(), columns());
    if (requested.back().empty()) return result;
    for (const auto& [row, column] : grants) result.set(row, column);
    return result;
  }
};

class StructuralMatrixAllocator : public test::StructuralAllocation {
 protected:
  void build(const Cells& grants) {
    config_.switches.parts.allocator = "told";
    build_as<ToldMatrix>();
    matrix().grants = grants;
  }
  ToldMatrix& matrix() { return dynamic_cast<ToldMatrix&>(allocator()); }
  void expect_failure(const std::string& message) {
    try {
      run(1);
      ADD_FAILURE() << "nothing was found";
    } catch (const BrokenInvariant& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
};

TEST_F(StructuralMatrixAllocator, HasARowForEachInputPortAndAColumnForEachOutputPort) {
  head(0, {2});
  head(1, {7});
  head(4, {3});
  head(6, {0});
  room(0, 0, 0);
  occupy(5, 1, 0, 0);
  build({});
  run(2);
  EXPECT_THAT(matrix().requested[0], ElementsAre(Pair(0, 1), Pair(0, 3)))
      << "port 2 is busy, and there is no room for port 3";
  EXPECT_THAT(matrix().requested[1], ElementsAre(Pair(0, 1), Pair(0, 3), Pair(2, 1)));
}

TEST_F(StructuralMatrixAllocator, HasARowForEachVcOfAFullCrossbar) {
  config_.switches.crossbar = CrossbarKind::kFull;
  shape(1).output_buffer = 16;
  head(0, {3});
  head(1, {7});
  build({{0, 3}, {1, 6}});
  run(1);
  EXPECT_THAT(matrix().requested[0], ElementsAre(Pair(0, 3), Pair(1, 6)))
      << "without a buffer an output port sends one flit at a time";
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(0, 3), Pair(1, 7)));
}

TEST_F(StructuralMatrixAllocator, GrantsWhatComesBack) {
  head(0, {2});
  head(2, {2});
  head(4, {6});
  build({{1, 1}, {2, 3}});
  run(1);
  EXPECT_THAT(matrix().requested[0], ElementsAre(Pair(0, 1), Pair(1, 1), Pair(2, 3)));
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(2, 2), Pair(4, 6)));
}

// Where several VCs of an input have the same request, the input's arbiter picks one.
TEST_F(StructuralMatrixAllocator, VcsOfAPortTakeTurns) {
  again_ = true;
  head(2, {4});
  head(3, {4});
  build({{1, 2}});
  run(4);
  EXPECT_THAT(served(2, 4), ElementsAre(2, 3, 2, 3));
  EXPECT_EQ(allocator().input_pointer(1), 0);
  EXPECT_EQ(allocator().input_pointer(0), 0);
}

TEST_F(StructuralMatrixAllocator, AResetBringsThePointersBack) {
  again_ = true;
  head(2, {4});
  head(3, {4});
  build({{1, 2}});
  around_.in_each(test::Phase::kDrive, [this](Cycle now) {
    if (now == 2) clock_.reset();
  });
  run(5);
  EXPECT_THAT(served(2, 5), ElementsAre(2, 3, 2, 2, 3));
}

TEST_F(StructuralMatrixAllocator, WhatNobodyRequestsCannotBeGranted) {
  head(0, {2});
  build({{0, 1}, {1, 3}});
  expect_failure(
      "cycle 0: s0: the allocator told grants what nobody requests, or a row or a column twice: "
      "row 1, column 3");
}

TEST_F(StructuralMatrixAllocator, NoRowTwice) {
  head(0, {2});
  head(1, {6});
  build({{0, 1}, {0, 3}});
  expect_failure("or a row or a column twice: row 0, column 3");
}

TEST_F(StructuralMatrixAllocator, NoColumnTwice) {
  head(0, {2});
  head(4, {3});
  build({{0, 1}, {2, 1}});
  expect_failure("or a row or a column twice: row 2, column 1");
}

TEST_F(StructuralMatrixAllocator, ACellIsInTheMatrix) {
  head(0, {2});
  build({{0, 4}});
  expect_failure("row 0, column 4 is not in an allocator's matrix of 4 rows and 4 columns");
}

TEST_F(StructuralMatrixAllocator, NothingRequestedNothingGranted) {
  build({{0, 1}});
  run(1);
  EXPECT_THAT(granted(0), IsEmpty());
}

}  // namespace
}  // namespace netloom
