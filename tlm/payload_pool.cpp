#include "tlm/payload_pool.h"

namespace netloom {
inline namespace tlm {

/// With memory for what its pointers lead to.
class PayloadPool::Payload : public ::tlm::tlm_generic_payload {
 public:
  explicit Payload(PayloadPool& pool) : tlm_generic_payload(&pool) {}

  void copy(const ::tlm::tlm_generic_payload& original) {
    set_data_ptr(memory(data_, original.get_data_ptr(), original.get_data_length()));
    set_byte_enable_ptr(
        memory(enables_, original.get_byte_enable_ptr(), original.get_byte_enable_length()));
    deep_copy_from(original);
    set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    set_dmi_allowed(false);
  }

 private:
  /// Null where the original has none.
  static unsigned char* memory(std::vector<unsigned char>& bytes, const unsigned char* original,
                               std::size_t length) {
    if (original == nullptr) return nullptr;
    if (bytes.size() < length || bytes.empty()) bytes.resize(length + 1);
    return bytes.data();
  }

  std::vector<unsigned char> data_, enables_;
};

PayloadPool::PayloadPool() = default;
PayloadPool::~PayloadPool() = default;

::tlm::tlm_generic_payload& PayloadPool::copy_of(const ::tlm::tlm_generic_payload& original) {
  if (free_.empty()) {
    all_.push_back(std::make_unique<Payload>(*this));
    free_.push_back(all_.back().get());
  }
  Payload& payload = *free_.back();
  free_.pop_back();
  payload.acquire();
  payload.copy(original);
  return payload;
}

void PayloadPool::free(::tlm::tlm_generic_payload* payload) {
  payload->reset();  // its extensions
  free_.push_back(static_cast<Payload*>(payload));
}

}  // namespace tlm
}  // namespace netloom
