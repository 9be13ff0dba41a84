// Tangled from chapters/03-first-programs.md. Edit there. [sha1 82837e5062f418171a382c261413387378789829]
#pragma once

#include <utility>

namespace weft {

// Holds what a CUDA function created, and gives it back exactly once.
template <class Handle, auto give_back>
class Owner {
 public:
  Owner() = default;
  explicit Owner(Handle handle) noexcept : handle_(handle) {}
  Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
  Owner& operator=(Owner&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owner() {
    if (handle_ != Handle{}) give_back(handle_);
  }

  operator Handle() const noexcept { return handle_; }
  Handle* out() noexcept { return &handle_; }  // where a creating function puts the handle

 private:
  Handle handle_{};
};

}  // namespace weft
