#pragma once

#include <cstddef>
#include <memory>
#include <tlm>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// Payloads of the fabric's own: what a target gets in place of an initiator's, so that it never
/// holds that one. Each is used again when nobody has a reference to it any more.
class PayloadPool final : public ::tlm::tlm_mm_interface {
 public:
  PayloadPool();
  ~PayloadPool() override;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;

  /// A deep copy with data, byte enables and extensions, and one reference, the caller's. The
  /// response is incomplete, and DMI not allowed.
  ::tlm::tlm_generic_payload& copy_of(const ::tlm::tlm_generic_payload& original);
  /// Takes back one that nobody has a reference to; as release() says.
  void free(::tlm::tlm_generic_payload* payload) override;

  /// Payloads to which there are references.
  std::size_t in_use() const { return all_.size() - free_.size(); }
  /// Payloads there are.
  std::size_t size() const { return all_.size(); }

 private:
  class Payload;

  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
};

}  // namespace tlm
}  // namespace netloom
