#pragma once

#include "sim/experiments/experiment.h"
#include "sim/experiments/produce.h"

namespace netloom {
inline namespace sim {

/// Computes the points of an experiment that simulates nothing, at the scale of the options and
/// with their processes. Settings of its panels and curves: for `cost`, k and n, and each curve
/// names a network design; for `memory`, registers (ft2ei, fir, interval, fir_source), k,
/// exclusion_intervals, largest (nodes), value (counted, formula, table), and leave_out (a register
/// that is not counted); for `crosspoints`, of any switch of a torus with one host at each,
/// dimensions, size, vcs, function, vc_policy, and value (channels, or ports if the VCs of a port
/// are not told apart); for `faults`, see fault_points(). Error: an unknown setting or value.
Production analyse(const Experiment& experiment, const ProduceOptions& options);

/// The relative cost of the design that a curve names, in a network with these k and n. Error: an
/// unknown design, which lists the known ones.
double design_cost(const std::string& design, int k, int n);

}  // namespace sim
}  // namespace netloom
