#pragma once

#include <memory>
#include <string>

#include "routing/decision/routing_function.h"
#include "routing/function/tree/destro_ports.h"

namespace netloom {
inline namespace routing {

/// Registry entry of a minimal deterministic function of fat-trees that goes up by digits of the
/// destination or of the source (DESTRO, DET-Lin); its parameter `implementation` says what
/// decides. Error when made: not a fat-tree, or implementation `fir` where k is not a power of two,
/// so that digits are no bits of node numbers.
RoutingFunctionEntry deterministic_entry(const std::string& name, DestroPorts::Ascent ascent,
                                         const std::string& summary);

/// Such a function by arithmetic, which turns where it is told. Error: not a fat-tree.
std::unique_ptr<RoutingFunction> make_arithmetic_routing(const RoutingContext& context,
                                                         const std::string& name,
                                                         DestroPorts::Ascent ascent,
                                                         DestroPorts::Turn turn);

}  // namespace routing
}  // namespace netloom
