#pragma once

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Message classes that there can be: requests and all that answers nothing are class 0, responses
/// class 1.
inline constexpr int kMostMessageClasses = 2;

/// The VCs of a link, divided among message classes: each has as many, those of class 0 first.
/// With one class all messages share all VCs.
struct VcClasses {
  int count = 1;    ///< of classes, at least 1
  int of_each = 1;  ///< VCs

  /// `vcs`: of the link, a multiple of `classes`.
  static constexpr VcClasses of(int vcs, int classes) { return {classes, vcs / classes}; }

  constexpr int first(int message_class) const { return message_class * of_each; }
  constexpr int class_of(int vc) const { return vc / of_each; }
  /// That of requests, and of responses.
  static constexpr int of_requests() { return 0; }
  constexpr int of_responses() const { return count - 1; }
};

/// VCs of a link, from `first` to before `end`.
struct VcRange {
  int first;
  int end;
};

/// Those of a link of `vcs` VCs for messages of the class of VC `of` of another of `of_vcs` VCs.
constexpr VcRange vcs_of_same_class(int of, int of_vcs, int vcs, int classes) {
  const int message_class = VcClasses::of(of_vcs, classes).class_of(of);
  const VcClasses there = VcClasses::of(vcs, classes);
  return {there.first(message_class), there.first(message_class + 1)};
}

}  // namespace routing
}  // namespace netloom
