#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "rtl/loadable/block_interface.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A shared object with an implementation of an RTL block (block_interface.h). It stays loaded to
/// the end of the process.
class BlockObject {
 public:
  /// What is known of an object before it is loaded.
  enum class Trust {
    kNone,  ///< it may do anything; whether it ends the program is tried in another process first
    kNetlooms,  ///< made by Netloom's build
  };

  /// Loads and checks it. Error, with the path: it cannot be loaded, is not a block, or one of
  /// another version of the interface or for other registers. std::runtime_error: there is no
  /// process to try it in.
  explicit BlockObject(const std::string& path, Trust trust = Trust::kNone);

  const std::string& path() const { return path_; }
  const char* name() const { return block_->name; }
  const char* decision() const { return block_->decision; }
  /// The module of SystemVerilog.
  const char* module() const { return block_->module; }
  const char* summary() const { return block_->summary; }
  /// What an assertion has said that has failed in one of its instances since the last call; null:
  /// none has, or the object has none.
  const char* complaint() const { return complaint_ == nullptr ? nullptr : complaint_(); }
  /// By what one of its instances has ended the simulation since the last call
  /// ("FILE:LINE: $finish"); null: none has, or the object does not say.
  const char* ending() const { return ending_ == nullptr ? nullptr : ending_(); }
  /// The SystemVerilog files that are not Netloom's own.
  std::vector<std::string> sources() const;

  /// The sizes of a variant, smallest first.
  std::vector<int> sizes(int variant = 0) const;
  /// 0: there is none.
  int largest_size(int variant = 0) const;
  /// The smallest of a variant that holds `size`. Error: there is none.
  const netloom_module& of_size(int size, int variant = 0) const;

 private:
  std::string path_;
  const netloom_block* block_;
  const char* (*complaint_)() = nullptr;
  const char* (*ending_)() = nullptr;
};

using SharedBlock = std::shared_ptr<const BlockObject>;

}  // namespace rtl
}  // namespace netloom
