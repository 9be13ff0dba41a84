// Copies within the host or the device, and from one to the other.
#pragma once

#include <algorithm>
#include <memory>

#include "loom/thrust/run.h"

namespace thrust {
namespace detail {

struct Copy {
  template <class In, class Out>
  At<2> operator()(In first, In last, Out to) const {
    const std::ptrdiff_t count = last - first;
    for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = first[i];
    return {count};
  }
};

// Space for so many elements, as long as it lives, on the host and on the device.
template <class Type>
class Scratch {
 public:
  explicit Scratch(std::ptrdiff_t count) {
    const std::size_t bytes = static_cast<std::size_t>(count > 0 ? count : 1) * sizeof(Type);
    if (::loom::on_device()) memory_ = static_cast<Type*>(malloc(bytes));
    else check(cudaMallocManaged(&memory_, bytes), "there is no memory for an algorithm's workspace");
  }
  ~Scratch() {
    if (::loom::on_device()) free(memory_);
    else cudaFree(memory_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  device_ptr<Type> begin() const { return device_ptr<Type>(memory_); }

 private:
  Type* memory_ = nullptr;
};

template <class Type>
void copy_bytes(Type* to, const Type* from, std::ptrdiff_t count, cudaMemcpyKind kind) {
  check(cudaMemcpy(to, from, static_cast<std::size_t>(count) * sizeof(Type), kind), "a copy between host and device has failed");
}

template <class It>
constexpr bool is_pointer = std::is_pointer_v<typename Raw<It>::type>;

template <class In, class Out>
Out copy_across(In first, In last, Out to) {
  using Type = std::remove_cv_t<Value<In>>;
  const std::ptrdiff_t count = std::distance(first, last);
  if (count == 0) return to;
  const std::unique_ptr<Type[]> staged(new Type[static_cast<std::size_t>(count)]);
  if constexpr (Raw<Out>::space == ExecutionSpace::device) {
    std::copy(first, last, staged.get());
    if constexpr (is_pointer<Out> && std::is_same_v<Type, Value<Out>>) {
      copy_bytes(to.get(), staged.get(), count, cudaMemcpyHostToDevice);
      return to + count;
    } else {
      const Scratch<Type> there(count);
      copy_bytes(there.begin().get(), staged.get(), count, cudaMemcpyHostToDevice);
      return run(Copy(), there.begin(), there.begin() + count, to);
    }
  } else {
    if constexpr (is_pointer<In>) {
      copy_bytes<Type>(staged.get(), first.get(), count, cudaMemcpyDeviceToHost);
    } else {
      const Scratch<Type> there(count);
      run(Copy(), first, last, there.begin());
      copy_bytes(staged.get(), there.begin().get(), count, cudaMemcpyDeviceToHost);
    }
    return std::copy(staged.get(), staged.get() + count, to);
  }
}

}  // namespace detail

template <class In, class Out>
Out copy(In first, In last, Out to) {
  using Space = detail::ExecutionSpace;
  constexpr Space from = detail::Raw<In>::space, there = detail::Raw<Out>::space;
  if constexpr ((from == Space::host && there == Space::device) || (from == Space::device && there == Space::host))
    return detail::copy_across(first, last, to);
  else
    return detail::run(detail::Copy(), first, last, to);
}
template <class In, class Out>
Out copy(const detail::Policy& policy, In first, In last, Out to) { return detail::run(detail::Copy(), policy, first, last, to); }
template <class In, class Count, class Out>
Out copy_n(In first, Count count, Out to) { return thrust::copy(first, first + count, to); }
template <class In, class Count, class Out>
Out copy_n(const detail::Policy& policy, In first, Count count, Out to) { return thrust::copy(policy, first, first + count, to); }

}  // namespace thrust
