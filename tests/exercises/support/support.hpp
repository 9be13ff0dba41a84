// What the tests of the exercises share.
//
//   DeviceArray<float> out(257);             257 elements, poisoned: NaN, or bytes 0xFF for other types
//   DeviceArray<float> in(values);           a copy of a std::vector
//   launch<<<…>>>(in.data(), out.data());
//   CHECK(difference(out.read(), expected) == "");     says where the first difference is; NaN equals nothing
//   CHECK(difference(value, 3.0, 1e-6) == "");         of two numbers, relative to the larger of 1 and the second
//   CHECK(out.written_around() == "");       nothing was written before the first or after the last element
//
//   CHECK(not_nan(value) == "");             what a value is that should be NaN
//
//   random_values<float>(257, seed)          the same numbers on every machine: [-1, 1), or whole -1000 … 1000
//   awkward_counts                           sizes that no block divides
//   require_success(cudaDeviceSynchronize()) for calls that are not the reader's: an error of the device ends the test
//                                            as an error, not as a failed assertion, because a crash proves nothing
//   launches_seen()                          kernels launched so far, on loom; no value on a GPU
//   bytes_in_use()                           device memory that is taken, on loom; no value on a GPU, which others use as well
//   bytes_to_host()                          copied from devices to the host so far, on loom; no value on a GPU
//   without_memory([&] { … });               calls it while no device memory is left, on loom; on a GPU, which others use, does nothing
//   CHECK(too_serial({.threads = 64, .blocks = 4}, [&] { … }) == "");     who did too much, on loom; "" if kernels did the work, and that many
//                                            threads and blocks or more shared it. On a GPU, which does not count this, always "".
//                                            With .steps = 10 * n, also if all threads together took more steps than that
//   CHECK(atomics_seen([&] { … }).in_global <= 7);     atomic operations, on loom, those of lanes at one address each; none on a GPU
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <source_location>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#ifdef __LOOM__
#include <loom/observe.h>
#endif

inline constexpr std::size_t awkward_counts[] = {1, 31, 255, 257, 1023 * 31};

inline void require_success(cudaError_t error, std::source_location where = std::source_location::current()) {
  if (error == cudaSuccess) return;
  std::ostringstream words;
  words << where.file_name() << ':' << where.line() << ": " << cudaGetErrorName(error) << ": " << cudaGetErrorString(error);
  throw std::runtime_error(words.str());
}

inline std::optional<std::uint64_t> launches_seen() {
#ifdef __LOOM__
  return loom::launches();
#else
  return std::nullopt;
#endif
}

inline std::optional<std::size_t> bytes_in_use() {
#ifdef __LOOM__
  std::size_t free = 0, total = 0;
  require_success(cudaMemGetInfo(&free, &total));
  return total - free;
#else
  return std::nullopt;
#endif
}

inline std::optional<std::uint64_t> bytes_to_host() {
#ifdef __LOOM__
  return loom::bytes_to_host();
#else
  return std::nullopt;
#endif
}

template <typename Work>
void without_memory([[maybe_unused]] Work work) {
#ifdef __LOOM__
  std::vector<void*> taken;
  std::size_t free = 0, total = 0;
  require_success(cudaMemGetInfo(&free, &total));
  for (std::size_t bytes = free; bytes > 0;) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, bytes) == cudaSuccess) {
      taken.push_back(memory);
    } else {
      bytes /= 2;
    }
  }
  cudaGetLastError();  // the calls that failed are behind us
  work();
  for (void* memory : taken) require_success(cudaFree(memory));
  cudaGetLastError();
#endif
}

// How well kernels must at least share their work, and how much it may be. Shares are equal as well if all threads do all of the work.
struct Shares {
  double threads = 1, blocks = 1;  // as many would do it in equal shares, over all launches
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();  // basic blocks that all threads together enter at most, so a few per iteration
  std::uint64_t stored = 1;        // bytes that kernels store in global memory, atomic operations among them
};

#ifdef __LOOM__
// While one lives, a block begins when the one before it has ended, or waits for one that has not begun. loom counts polling as work,
// and blocks that run side by side poll the longer, the busier the machine is.
class OneBlockAtATime {
 public:
  OneBlockAtATime() {
    if (const char* cores = std::getenv("LOOM_CORES")) before_ = cores;
    setenv("LOOM_CORES", "1", 1);
  }
  ~OneBlockAtATime() {
    if (before_) setenv("LOOM_CORES", before_->c_str(), 1);
    else unsetenv("LOOM_CORES");
  }
  OneBlockAtATime(const OneBlockAtATime&) = delete;
  OneBlockAtATime& operator=(const OneBlockAtATime&) = delete;

 private:
  std::optional<std::string> before_;
};
#endif

template <typename Work>
std::string too_serial([[maybe_unused]] Shares least, Work work) {
#ifdef __LOOM__
  const OneBlockAtATime one_block_at_a_time;
  const std::uint64_t before = loom::launches();
  const loom::Seen seen = loom::observe(work);
  std::ostringstream words;
  words.precision(3);
  const auto expect_shared = [&](const char* who, double sharing, double expected) {
    if (!words.str().empty() || sharing >= expected) return;
    words << "the busiest " << who << " did " << 100 / sharing << " % of the kernels' work instead of at most " << 100 / expected << " %";
  };
  const std::uint64_t stored = seen.global_stores.bytes + seen.global_atomics.bytes;
  if (loom::launches() == before || seen.division.entered == 0) {
    words << "no kernel ran, and kernels must do the work";
  } else if (stored < least.stored) {
    words << "kernels stored " << stored << " bytes in global memory instead of at least " << least.stored;
  }
  expect_shared("thread", seen.division.threads(), least.threads);
  expect_shared("block", seen.division.blocks(), least.blocks);
  if (words.str().empty() && seen.division.entered > least.steps) {
    words << "all threads together took " << seen.division.entered << " steps instead of at most " << least.steps;
  }
  return words.str();
#else
  work();
  return {};
#endif
}

struct AtomicsSeen {
  std::uint64_t in_global = 0;  // sectors, and one more for each further lane at an address: they wait for one another
  std::uint64_t in_shared = 0;  // requests: instructions of a warp, however many of its lanes take part
};

template <typename Work>
AtomicsSeen atomics_seen(Work work) {
#ifdef __LOOM__
  const loom::Seen seen = loom::observe(work);
  return {seen.global_atomics.sectors, seen.shared_atomics.requests};
#else
  work();
  return {};
#endif
}

template <typename T>
std::vector<T> random_values(std::size_t count, std::uint32_t seed) {
  std::mt19937 numbers(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(static_cast<std::int32_t>(numbers() >> 8) - (1 << 23)) / static_cast<T>(1 << 23);
    } else {
      value = static_cast<T>(static_cast<std::int32_t>(numbers() % 2001) - 1000);
    }
  }
  return values;
}

// An empty string if `is` is within `tolerance` of `should`, relative to the larger of 1 and `should`; otherwise both, in all their digits.
inline std::string difference(double is, double should, double tolerance = 0.0) {
  if (std::abs(is - should) <= tolerance * std::max(1.0, std::abs(should))) return {};  // false for NaN
  std::ostringstream words;
  words.precision(std::numeric_limits<double>::max_digits10);
  words << is << " instead of " << should;
  return words.str();
}

// An empty string if it is NaN; otherwise what it is.
inline std::string not_nan(double is) { return std::isnan(is) ? std::string() : difference(is, std::numeric_limits<double>::quiet_NaN()); }

// An empty string if every element is within `tolerance`, relative to the larger of 1 and the expected value.
// Otherwise where the first difference is.
template <typename T>
std::string difference(const std::vector<T>& got, const std::vector<T>& expected, double tolerance = 0.0) {
  std::ostringstream words;
  words.precision(std::max(6, std::numeric_limits<T>::max_digits10));
  if (got.size() != expected.size()) {
    words << got.size() << " elements instead of " << expected.size();
    return words.str();
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (difference(static_cast<double>(got[i]), static_cast<double>(expected[i]), tolerance).empty()) continue;
    words << "element " << i << " of " << got.size() << " is " << got[i] << " instead of " << expected[i];
    return words.str();
  }
  return {};
}

// Device memory for a test: poisoned, so that an element that was not written is noticed, and on a GPU with guards around it.
// loom needs none: it stops a stray access before it happens and names its line.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    require_success(cudaMalloc(&memory_, bytes() + 2 * guard));
    require_success(cudaMemset(memory_, poison, bytes() + 2 * guard));
    require_success(cudaDeviceSynchronize());  // a memset may return early, and the reader's stream may not wait for it
  }

  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    require_success(cudaMemcpy(data(), values.data(), bytes(), cudaMemcpyHostToDevice));
  }

  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(memory_); }

  T* data() { return reinterpret_cast<T*>(memory_ + guard); }
  std::size_t size() const { return count_; }

  std::vector<T> read() const {
    std::vector<T> values(count_);
    require_success(cudaMemcpy(values.data(), memory_ + guard, bytes(), cudaMemcpyDeviceToHost));
    return values;
  }

  // An empty string, or where else something was written.
  std::string written_around() const {
    if (!poisoned(memory_)) return "written before the first element";
    if (!poisoned(memory_ + guard + bytes())) return "written after the last of " + std::to_string(count_) + " elements";
    return {};
  }

 private:
#ifdef __LOOM__
  static constexpr std::size_t guard = 0;
#else
  static constexpr std::size_t guard = 1024;  // bytes; keeps the alignment that cudaMalloc gives
#endif
  static constexpr int poison = 0xFF;  // all bits set: a NaN in every floating-point type

  std::size_t bytes() const { return count_ * sizeof(T); }

  static bool poisoned(const unsigned char* first) {
    std::vector<unsigned char> seen(guard);
    require_success(cudaMemcpy(seen.data(), first, guard, cudaMemcpyDeviceToHost));
    return seen == std::vector<unsigned char>(guard, poison);
  }

  std::size_t count_;
  unsigned char* memory_ = nullptr;
};
