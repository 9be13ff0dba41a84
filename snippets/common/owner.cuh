// Tangled from chapters/03-first-programs.md. Edit there. [sha1 b0912b8ce9bac46bc99dfe0cbf10a7e9eea35538]
#pragma once

#include <utility>

namespace weft {

// Holds a resource that a CUDA function created, and releases it exactly once.
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
  Handle* out() noexcept { return &handle_; }  // where the function that creates the handle stores it

 private:
  Handle handle_{};
};

}  // namespace weft
