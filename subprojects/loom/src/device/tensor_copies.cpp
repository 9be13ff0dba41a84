// Copies that the asynchronous proxy makes. They are made immediately; the checks learn when each begins and which threads have waited for it.
#include "loom/ptx/tensors.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "device/async_copies.hpp"
#include "device/device_only.hpp"
#include "engine/block.hpp"
#include "loom/async_copy.h"
#include "loom/device_barriers.h"
#include "loom/device.h"
#include "loom/float16.h"

namespace loom {
namespace {

constexpr std::size_t piece = 16;                  // what swizzling leaves together

void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, std::uintptr_t pc) {
  announce_by_proxy(AccessKind::read, from, bytes, pc);
  announce_by_proxy(AccessKind::write, to, bytes, pc);
  const HooksMuted muted;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
}

// The bytes follow those that the barrier's phase waits for.
void complete(std::uint64_t* barrier, std::uint32_t bytes, std::uintptr_t pc) {
  bind_copies(barrier);
  complete_bytes(barrier, bytes, Scope::device, pc);
}

// Does it for the block in which the two lie, or for each that the mask names.
template <class Copy>
void for_each_block(void* to, std::uint64_t* barrier, unsigned blocks, Copy make) {
  if (blocks == 0) return make(to, barrier);
  for (unsigned rank = 0; blocks >> rank != 0; ++rank)
    if (blocks >> rank & 1) make(__cluster_map_shared_rank(to, rank), static_cast<std::uint64_t*>(__cluster_map_shared_rank(barrier, rank)));
}

// Numbers as a reduction sees them.
template <int fraction>
struct Half {
  std::uint16_t bits;
  double value() const { return float16_value<fraction>(bits); }
};

template <class T>
T reduced(T before, T value, Reduction how) {
  if constexpr (std::is_integral_v<T>) {
    switch (how) {
      case Reduction::add: return static_cast<T>(static_cast<std::make_unsigned_t<T>>(before) + static_cast<std::make_unsigned_t<T>>(value));
      case Reduction::min: return std::min(before, value);
      case Reduction::max: return std::max(before, value);
      case Reduction::inc: return before >= value ? T{0} : before + 1;
      case Reduction::dec: return before == 0 || before > value ? value : before - 1;
      case Reduction::bit_and: return before & value;
      case Reduction::bit_or: return before | value;
      case Reduction::bit_xor: return before ^ value;
      case Reduction::none: return value;
    }
    return value;
  } else if (before != before || value != value) {
    if constexpr (sizeof(T) == 4) return __builtin_bit_cast(float, 0x7fffffff);
    else return before != before ? before : value;
  } else {
    return before + value;
  }
}

template <int fraction>
Half<fraction> reduced(Half<fraction> before, Half<fraction> value, Reduction how) {
  if (how == Reduction::add) return {float16_of<fraction>(before.value() + value.value())};
  if (before.value() != before.value()) return value;
  if (value.value() != value.value()) return before;
  return (how == Reduction::min) == (value.value() < before.value()) ? value : before;
}

template <class T>
void reduce(std::uintptr_t to, std::uintptr_t from, Reduction how, std::uintptr_t pc) {
  using Word = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  announce_by_proxy(AccessKind::atomic, to, sizeof(T), pc);
  const HooksMuted muted;
  T value;
  std::memcpy(&value, reinterpret_cast<const void*>(from), sizeof value);
  auto* const word = reinterpret_cast<Word*>(to);
  Word before = __atomic_load_n(word, __ATOMIC_SEQ_CST), after;
  do after = __builtin_bit_cast(Word, reduced(__builtin_bit_cast(T, before), value, how));
  while (!__atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}

void reduce(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, Reduction how, Element element, std::uintptr_t pc) {
  if (how == Reduction::none) return copy(to, from, bytes, pc);
  announce_by_proxy(AccessKind::read, from, bytes, pc);
  for (std::size_t i = 0; i < bytes; i += bytes_of(element)) {
    switch (element) {
      case Element::u8: case Element::u16: break;  // the translator knows none
      case Element::u32: reduce<std::uint32_t>(to + i, from + i, how, pc); break;
      case Element::s32: reduce<std::int32_t>(to + i, from + i, how, pc); break;
      case Element::u64: reduce<std::uint64_t>(to + i, from + i, how, pc); break;
      case Element::s64: reduce<std::int64_t>(to + i, from + i, how, pc); break;
      case Element::f16: reduce<Half<10>>(to + i, from + i, how, pc); break;
      case Element::bf16: reduce<Half<7>>(to + i, from + i, how, pc); break;
      case Element::f64: reduce<double>(to + i, from + i, how, pc); break;
      default: reduce<float>(to + i, from + i, how, pc);
    }
  }
}

const TensorMap& map_of(const Box& box, std::uintptr_t pc) {
  const HooksMuted muted;
  const auto* const map = reinterpret_cast<const TensorMap*>(box.map);
  if (!map || map->mark != TensorMap::valid)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "copies by a tensor map that cuTensorMapEncodeTiled has not made. Pass the CUtensorMap as a "
                                                       "`const __grid_constant__` parameter, and its address to the copy.");
  if (map->rank != box.rank)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "copies by a tensor map of another number of dimensions than the instruction's.");
  if (map->is_interleaved)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "copies by a tensor map with CU_TENSOR_MAP_INTERLEAVE_16B or 32B, which loom does not have.");
  if (box.at[0] * static_cast<int>(bytes_of(map->element)) % 16 != 0)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "copies a box whose first coordinate is not at a multiple of 16 bytes in its row of the tensor. Begin it at "
                                                       "such a multiple.");
  return *map;
}

// A row of a box: what of it lies in the tensor, and where in the box.
struct Row {
  std::uintptr_t global = 0;         // of its first element that lies in the tensor
  std::size_t before = 0, inside = 0;              // bytes
  std::size_t offset = 0;            // of the row in the box
};

// Does something with each row.
template <class Do>
void for_each_row(const TensorMap& map, const Box& box, Do act) {
  unsigned count[TensorMap::most_dimensions]{1, 1, 1, 1, 1}, rows = 1;
  for (unsigned i = 1; i < map.rank; ++i) rows *= count[i] = count_in_box(map, i);
  const auto bytes = static_cast<std::int64_t>(bytes_of(map.element));
  const std::int64_t first = box.at[0], last = first + map.box[0], end = std::int64_t{map.last[0]} + 1;
  const std::int64_t from = std::clamp(std::int64_t{0}, first, last), to = std::clamp(end, from, last);
  for (unsigned i = 0; i < rows; ++i) {
    Row row{map.address + static_cast<std::uint64_t>(from * bytes), static_cast<std::size_t>((from - first) * bytes),
            static_cast<std::size_t>((to - from) * bytes), std::size_t{i} * pitch_of_box(map)};
    for (unsigned dimension = 1, rest = i; dimension < map.rank; rest /= count[dimension++]) {
      const std::int64_t at = std::int64_t{box.at[dimension]} + rest % count[dimension] * map.steps[dimension];
      if (at < 0 || at > map.last[dimension]) row.inside = 0;
      row.global += static_cast<std::uint64_t>(at) * map.strides[dimension];
    }
    act(row, static_cast<std::size_t>(map.box[0] * bytes));
  }
}

// What elements outside the tensor become: zero, or NaN in any type.
void fill(unsigned char* to, std::size_t bytes, const TensorMap& map) {
  constexpr std::uint16_t nan = 0x7ff7;
  std::memset(to, 0, bytes);
  for (std::size_t i = 0; map.fills_with_nan && i < bytes; i += sizeof nan) std::memcpy(to + i, &nan, sizeof nan);
}

// TF32 is rounded to the nearest number when it is loaded. Subnormal numbers stay as they are in every type.
void round(unsigned char* numbers, std::size_t bytes, Element element) {
  if (element != Element::tf32 && element != Element::tf32_without_subnormals) return;
  for (std::size_t i = 0; i < bytes; i += 4) {
    std::uint32_t word;
    std::memcpy(&word, numbers + i, 4);
    const std::uint32_t magnitude = word & 0x7fffffff, infinity = 0x7f800000;
    if (magnitude < infinity) word += 0x1000;
    else if (magnitude > infinity) word = 0x7fffffff;
    word &= 0xffffe000;
    std::memcpy(numbers + i, &word, 4);
  }
}

void check_shared(std::uintptr_t address, std::uintptr_t pc) {
  if (address % 128 != 0)
    here.runner->stop(cudaErrorMisalignedAddress, pc, "copies a box to or from shared memory at an address that is not a multiple of 128. Declare the array "
                                                      "with __align__(128), or 1024 for a swizzle of 128 bytes.");
}

void load(void* destination, const TensorMap& map, const Box& box, std::uintptr_t pc) {
  const auto to = reinterpret_cast<std::uintptr_t>(destination);
  check_shared(to, pc);
  for_each_row(map, box, [&](const Row& row, std::size_t bytes) {
    if (row.inside > 0) announce_by_proxy(AccessKind::read, row.global, row.inside, pc);
    unsigned char numbers[256 * 8];
    {
      const HooksMuted muted;
      fill(numbers, bytes, map);
      std::memcpy(numbers + row.before, reinterpret_cast<const void*>(row.global), row.inside);
      round(numbers + row.before, row.inside, map.element);
    }
    const std::size_t width = map.swizzle == Swizzle::none ? bytes : piece;
    for (std::size_t i = 0; i < bytes; i += width) {
      const std::uintptr_t place = swizzled(to + row.offset + i, map.swizzle);
      announce_by_proxy(AccessKind::write, place, width, pc);
      tell_copy_begins(place, width, pc);
      const HooksMuted muted;
      std::memcpy(reinterpret_cast<void*>(place), numbers + i, width);
    }
  });
  tell_tile_copied(to, bytes_of_box(map), map.swizzle, pc);
}

}  // namespace

void copy_bulk(void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier, unsigned blocks) {
  device_only("cp.async.bulk");
  const std::uintptr_t pc = LOOM_CALLER;
  for_each_block(to, barrier, blocks, [&](void* there, std::uint64_t* its_barrier) {
    copy(reinterpret_cast<std::uintptr_t>(there), reinterpret_cast<std::uintptr_t>(from), bytes, pc);
    tell_copy_begins(reinterpret_cast<std::uintptr_t>(there), bytes, pc);
    complete(its_barrier, bytes, pc);
  });
}

void copy_box(void* to, const Box& box, std::uint64_t* barrier, unsigned blocks) {
  device_only("cp.async.bulk.tensor");
  const std::uintptr_t pc = LOOM_CALLER;
  const TensorMap& map = map_of(box, pc);
  for_each_block(to, barrier, blocks, [&](void* there, std::uint64_t* its_barrier) {
    load(there, map, box, pc);
    complete(its_barrier, static_cast<std::uint32_t>(bytes_of_box(map)), pc);
  });
}

void copy_bulk_out(void* to, const void* from, std::uint32_t bytes, Reduction reduction, Element element) {
  device_only("cp.async.bulk");
  const std::uintptr_t pc = LOOM_CALLER;
  tell_read_begins(reinterpret_cast<std::uintptr_t>(from), bytes, pc, ProxyWork::copies);
  reduce(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), bytes, reduction, element, pc);
}

void copy_box_out(const Box& box, const void* from, Reduction reduction) {
  device_only("cp.async.bulk.tensor");
  const std::uintptr_t pc = LOOM_CALLER;
  const TensorMap& map = map_of(box, pc);
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  check_shared(first, pc);
  if (box.at[0] < 0)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "copies a box to a tensor from before the beginning of its rows on. Its first coordinate may not be negative.");
  if (map.element == Element::s64 && reduction != Reduction::none && reduction != Reduction::min && reduction != Reduction::max)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "reduces signed integers of 64 bits otherwise than by min or max. Make the tensor map for "
                                                       "CU_TENSOR_MAP_DATA_TYPE_UINT64.");
  tell_read_begins(first, bytes_of_box(map), pc, ProxyWork::copies);
  for_each_row(map, box, [&](const Row& row, std::size_t) {
    const std::size_t width = map.swizzle == Swizzle::none ? row.inside : piece;
    for (std::size_t done = 0; done < row.inside;) {
      const std::size_t at = row.offset + row.before + done, bytes = std::min(width - (map.swizzle == Swizzle::none ? 0 : at % piece), row.inside - done);
      reduce(row.global + done, swizzled(first + at, map.swizzle), bytes, reduction, map.element, pc);
      done += bytes;
    }
  });
}

void prefetch_box(const Box& box) {
  device_only("cp.async.bulk.prefetch.tensor");
  map_of(box, LOOM_CALLER);
}

void commit_bulk_copies() { tell_reads_committed(ProxyWork::copies); }
void wait_for_bulk_copies(std::size_t but) { tell_reads_awaited(ProxyWork::copies, but); }

void fence_for_proxy() {
  if (!here.listening_on_device()) return;
  const HooksMuted muted;
  for (Check* check : checks) check->proxy_fence(*here.thread);
}

}  // namespace loom
