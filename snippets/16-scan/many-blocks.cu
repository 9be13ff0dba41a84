// Tangled from chapters/16-scan.md. Edit there. [sha1 7c8fb18af8adb30418cb79a50beb871abe919d39]
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/compact.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

#ifdef __LOOM__
// Before the first launch: the last block starts first, and blocks run one at a time, so that none polls twice.
const int reversed = setenv("LOOM_BLOCK_ORDER", "reversed", 1) + setenv("LOOM_CORES", "1", 1);
#endif

constexpr unsigned block = 256;

// Inclusive scan over the threads of a block. All threads of the block must call it.
template <class Op>
__device__ typename Op::Value scan_by_steps(typename Op::Value mine, Op op) {
  __shared__ typename Op::Value all[block];
  all[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned distance = 1; distance < block; distance *= 2) {
    if (threadIdx.x >= distance) mine = op(all[threadIdx.x - distance], mine);
    __syncthreads();  // all have read
    all[threadIdx.x] = mine;
    __syncthreads();  // all have written
  }
  return mine;
}

template <bool steps, class T>
__global__ void scan_blocks(const T* x, T* out) {  // each block by itself
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  T total;
  out[i] = steps ? scan_by_steps(x[i], weft::Sum<T>{})
                 : weft::scan_block<block>(x[i], weft::Sum<T>{}, total) + x[i];
}

constexpr unsigned threads = 256, items = 16;
using Numbers = weft::Elements<float, 4>;
using Out = weft::Results<float, 4, true>;
using Add = weft::Sum<float>;
using Tile = weft::Tile<threads, items, Numbers, Add>;

__global__ void sum_tiles(Numbers x, float* sums) {
  const float sum = Tile(x, {}, blockIdx.x).scan();
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// By one block of 1,024 threads: from the sum of each tile to the sum of all tiles before it.
__global__ void scan_sums(weft::View<float> sums) {
  float before = 0.0f;
  for (std::size_t first = 0; first < sums.size(); first += 1024) {
    const std::size_t i = first + threadIdx.x;
    float all;
    const float mine = weft::scan_block<1024>(i < sums.size() ? sums[i] : 0.0f, Add{}, all);
    if (i < sums.size()) sums[i] = before + mine;
    before += all;
    __syncthreads();
  }
}

__global__ void scan_again(Numbers x, Out out, const float* before) {
  Tile tile(x, {}, blockIdx.x);
  tile.scan();
  tile.store(out, before[blockIdx.x]);
}

struct Chain {
  float carry;       // the sum of all tiles that are done
  unsigned done;     // the number of tiles that are done
  unsigned tickets;
};

__global__ void scan_chained(Numbers x, Out out, Chain* chain) {
  const unsigned number = weft::take_ticket(&chain->tickets);
  Tile tile(x, {}, number);
  const float sum = tile.scan();
  __shared__ float before;
  if (threadIdx.x == 0) {
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(chain->done);
    while (done.load(cuda::memory_order_acquire) != number) {
    }
    before = chain->carry;
    chain->carry = before + sum;
    done.store(number + 1, cuda::memory_order_release);
  }
  __syncthreads();
  tile.store(out, before);
}

__global__ void scan_chained_by_words(Numbers x, Out out, weft::Statuses<float> statuses) {
  const unsigned number = weft::take_ticket(statuses.tickets);
  Tile tile(x, {}, number);
  const float sum = tile.scan();
  __shared__ float before_tile;
  if (threadIdx.x == 0) {
    float before = 0.0f;
    if (number > 0)
      while (statuses.of[number - 1].read(before) != statuses.prefix()) {
      }
    statuses.of[number].publish(statuses.prefix(), before + sum);
    before_tile = before;
  }
  __syncthreads();
  tile.store(out, before_tile);
}

using Way = std::pair<const char*, std::function<void()>>;

struct Room {
  explicit Room(std::size_t n)
      : sums((n + Tile::size - 1) / Tile::size), statuses(sums.size()), chain(1),
        tickets(std::vector<unsigned>{0}) {
    weft::check(cudaMemset(statuses.data(), 0, sums.size() * sizeof(weft::TileStatus<float>)));
  }
  weft::Buffer<float> sums;
  weft::Buffer<weft::TileStatus<float>> statuses;
  weft::Buffer<Chain> chain;
  weft::Buffer<unsigned> tickets;
  unsigned launch = 0;
  weft::Scan<Add, threads, items> scan;
};

std::vector<Way> ways(Numbers x, Out out, Room& room) {
  const auto tiles = static_cast<unsigned>(room.sums.size());
  const auto three = [=, &room] {
    sum_tiles<<<tiles, threads>>>(x, room.sums.data());
    scan_sums<<<1, 1024>>>(room.sums.view());
    scan_again<<<tiles, threads>>>(x, out, room.sums.data());
  };
  const auto chained = [=, &room] {
    weft::check(cudaMemsetAsync(room.chain.data(), 0, sizeof(Chain)));
    scan_chained<<<tiles, threads>>>(x, out, room.chain.data());
  };
  const auto by_words = [=, &room] {
    scan_chained_by_words<<<tiles, threads>>>(
        x, out, {room.statuses.data(), room.tickets.data(), ++room.launch});
  };
  return {{"three launches", three}, {"chained", chained}, {"chained by words", by_words},
          {"look-back", [=, &room] { room.scan(x, out); }}};
}

template <class T>
struct Affine {  // x -> a x + b
  T a, b;
  bool operator==(const Affine&) const = default;
};
// First f, then g.
template <class T>
struct Compose {
  using Value = Affine<T>;
  __host__ __device__ static Value identity() { return {1, 0}; }
  __host__ __device__ Value operator()(Value f, Value g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

// A source: maps from two arrays.
struct Maps {
  struct Load {
    weft::Pack<float, 4> a, b;
  };
  static constexpr unsigned width = 4;
  weft::View<const float> a, b;
  __host__ __device__ std::size_t size() const { return a.size(); }
  __device__ Load load(std::size_t i) const {
    return {weft::load_pack<4>(a, i), weft::load_pack<4>(b, i)};
  }
  __device__ Affine<float> value(const Load& of, unsigned k, std::size_t) const {
    return {of.a.of[k], of.b.of[k]};
  }
};

// A sink: each map up to here, applied to the start.
struct FromStart {
  float start;
  weft::View<float> out;
  using Map = Affine<float>;
  __device__ void operator()(std::size_t i, const Maps::Load&, const Map (&)[4],
                             const Map (&up_to)[4]) const {
    float x[4];
    for (unsigned k = 0; k < 4; ++k) x[k] = up_to[k].a * start + up_to[k].b;
    weft::store_pack(out, i, x);
  }
};

void expect_all(const std::vector<Way>& all, weft::Buffer<float>& out,
                const std::vector<float>& expected) {
  for (const auto& [name, way] : all) {
    CAPTURE(name);
    weft::check(cudaMemset(out.data(), 0xff, out.size() * sizeof(float)));
    way();
    weft::check(cudaGetLastError());
    CHECK(out.to_host() == expected);
  }
}

TEST_CASE("four methods give one result, for any length, also when repeated") {
  for (const std::size_t n : {1, 4095, 4096, 4097, 20'001}) {
    std::vector<float> values(n), expected(n);
    float sum = 0.0f;
    for (std::size_t i = 0; i < n; ++i)
      expected[i] = sum += values[i] = static_cast<float>(i * 37 % 7) - 3;
    const weft::Buffer<float> x(values);
    weft::Buffer<float> out(n);
    Room room(n);
    for (int time = 0; time < 2; ++time) expect_all(ways({x.view()}, {out.view()}, room), out, expected);
  }
}

TEST_CASE("three launches read everything twice, the others once") {
  constexpr std::size_t n = 32 * 4096;
  const weft::Buffer<float> x(std::vector<float>(n, 1.0f));
  weft::Buffer<float> out(n);
  Room room(n);
  std::puts("scan | bytes read per element | bytes written | sectors per load");
  for (const auto& [name, way] : ways({x.view()}, {out.view()}, room)) {
    const auto seen = loom::observe(way);
    const double read = 1.0 * seen.global_loads.bytes / n, twice = name[0] == 't' ? 4 : 0;
    CHECK(1.0 * seen.global_stores.bytes / n < 4.1);
    CHECK(read >= 4 + twice);
    CHECK(read < 6 + twice);  // a GPU may look more than once
#ifdef __LOOM__
    CHECK(read < 4.1 + twice);
    std::printf("%s | %.2f | %.2f | %.1f\n", name, read, 1.0 * seen.global_stores.bytes / n,
                seen.global_loads.sectors_per_request());
#endif
  }
}

#ifndef __LOOM__
#include <cub/device/device_scan.cuh>

struct Positive {
  __device__ bool operator()(float value, std::size_t) const { return value > 0; }
};

TEST_CASE("scans compared with the library and a copy" * doctest::skip(!weft::measuring())) {
  std::mt19937 random(std::random_device{}());
  for (int shift = 20; shift <= 28; shift += 4) {
    const int n = 1 << shift;
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random() % 3) - 1;  // sums stay exact
    const weft::Buffer<float> x(values);
    weft::Buffer<float> out(n), theirs(n);
    Room room(n);
    const Numbers numbers{x.view()};
    const Out to{out.view()};
    weft::Scan<Add, 256, 32> more_bytes;
    weft::Scan<Add> fewer_tiles;
    weft::Scan<Compose<float>> compose;
    const weft::Buffer<float> factors(std::vector<float>(values.rbegin(), values.rend()));
    weft::Buffer<float> solved(n);
    const auto many = static_cast<std::size_t>(std::count(values.begin(), values.end(), 1.0f));
    weft::Buffer<float> kept(many);
    weft::Buffer<std::size_t> count(1);
    weft::Scan<weft::Sum<std::size_t>> places;
    const weft::Buffer<double> doubles(std::vector<double>(n, 1.0));
    weft::Buffer<double> by_steps(n), by_shuffles(n);
    std::size_t bytes = 0;
    weft::check(cub::DeviceScan::InclusiveSum(nullptr, bytes, x.data(), theirs.data(), n));
    weft::Buffer<char> for_cub(bytes);
    std::vector<Way> all = ways(numbers, to, room);
    all.emplace_back("look-back, 256 × 32", [&] { more_bytes(numbers, to); });
    all.emplace_back("look-back, 1,024 × 32", [&] { fewer_tiles(numbers, to); });
    const auto seconds = weft::side_by_side(
        11, all[0].second, all[1].second, all[2].second, all[3].second, all[4].second,
        all[5].second,
        [&] { cub::DeviceScan::InclusiveSum(for_cub.data(), bytes, x.data(), theirs.data(), n); },
        [&] { compose(Maps{factors.view(), x.view()}, FromStart{1.0f, solved.view()}); },
        [&] { cudaMemcpyAsync(out.data(), x.data(), 4ull * n, cudaMemcpyDeviceToDevice); },
        [&] { weft::select(places, x.view(), Positive{}, kept.view(), count.data()); },
        [&] { scan_blocks<true><<<n / block, block>>>(doubles.data(), by_steps.data()); },
        [&] { scan_blocks<false><<<n / block, block>>>(doubles.data(), by_shuffles.data()); });
    CHECK(by_steps.to_host() == by_shuffles.to_host());
    CHECK(count.to_host()[0] == many);
    CHECK(kept.to_host() == std::vector<float>(many, 1.0f));
    const std::vector<float> expected = theirs.to_host();
    CHECK(std::abs(expected[n - 1]) < 0x1p24f);
    expect_all(all, out, expected);
    std::vector<float> loop(n);
    for (int i = 0; i < n; ++i)
      loop[i] = values[n - 1 - i] * (i > 0 ? loop[i - 1] : 1.0f) + values[i];
    CHECK(solved.to_host() == loop);
    const char* const others[] = {"CUB", "recurrence, 12 bytes", "copy", "compaction",
                                  "blocks by steps", "blocks by shuffles"};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const double moved = i == 7 ? 12.0 * n : i == 9 ? 4.0 * (n + many) : i > 9 ? 16.0 * n : 8.0 * n;
      weft::report({i < 6 ? all[i].first : others[i - 6], 4.0 * n, "bytes", 1e-9 * moved / seconds[i],
                    "GB/s"});
    }
  }
}
#endif
