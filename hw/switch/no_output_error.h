#pragma once

#include <fmt/format.h>

#include <string>

#include "hw/link/flit.h"
#include "routing/base/error.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// The routing of a switch offers a packet nothing. The message names switch, packet and input.
class NoOutputError : public Error {
 public:
  /// `decides`: the router decides on heads, by their header state.
  NoOutputError(SwitchId switch_id, const std::string& switch_name, const std::string& channel,
                const Flit& flit, bool decides, Cycle now)
      : Error(fmt::format(
            "cycle {}: {}: no output for packet {} from host {} to host {} at {}{}", now,
            switch_name, flit.tag.number, flit.source(), flit.destination, channel,
            decides ? fmt::format(", in header state {}", flit.state()) : std::string())),
        switch_id_(switch_id) {}

  SwitchId switch_id() const { return switch_id_; }

 private:
  SwitchId switch_id_;
};

}  // namespace hw
}  // namespace netloom
