// Tangled from chapters/22-finding-time.md. Edit there. [sha1 98e6b5a89b4c3b9cf8bdb1ad1f6c6209e05cda33]
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

__global__ void scale(const float4* in, std::size_t n, float a, float4* out) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= n) return;
  const float4 x = in[i];
  out[i] = make_float4(a * x.x, a * x.y, a * x.z, a * x.w);
}

struct alignas(8) Node {
  unsigned next;
  float value;
};

// Each thread follows a list of its own, for so many nodes, and adds up their values.
__global__ void add_up_lists(const Node* nodes, unsigned count, unsigned steps, float* sums) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = thread * 977u % count;
  float sum = 0;
  for (unsigned step = 0; step < steps; ++step) {
    const Node node = nodes[at];
    sum += node.value;
    at = node.next;
  }
  sums[thread] = sum;
}

// 1 + x + x² + … with 512 terms after the first, by Horner's rule.
template <class T>
__global__ void geometric(const T* in, std::size_t n, T* out) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= n) return;
  const T x = in[i];
  T sum = 1;
  for (int term = 0; term < 512; ++term) sum = fma(sum, x, T{1});
  out[i] = sum;
}

unsigned blocks_for(std::size_t threads) { return static_cast<unsigned>((threads + 255) / 256); }

std::vector<Node> one_cycle(unsigned count) {  // count: a power of two
  std::vector<Node> nodes(count);
  for (unsigned i = 0; i < count; ++i)
    nodes[i] = {(i * 1'664'525u + 1'013'904'223u) % count, static_cast<float>(i % 8)};
  return nodes;
}

template <class T>
std::vector<T> below_half(std::size_t n) {
  std::vector<T> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(i % 1'000) / 2'000;
  return x;
}

template <class T>
T geometric_on_host(T x) {
  T sum = 1;
  for (int term = 0; term < 512; ++term) sum = std::fma(sum, x, T{1});
  return sum;
}

template <class T>
void check_geometric(std::size_t n) {
  const std::vector<T> x = below_half<T>(n);
  const weft::Buffer<T> in(x);
  weft::Buffer<T> out(n);
  geometric<T><<<blocks_for(n), 256>>>(in.data(), n, out.data());
  weft::check(cudaGetLastError());
  const std::vector<T> found = out.to_host();
  for (const std::size_t i : {std::size_t{0}, n / 2, n - 1}) CHECK(found[i] == geometric_on_host(x[i]));
}

TEST_CASE("the three kernels compute what they should") {
  constexpr unsigned n = 1'001, count = 1u << 12, steps = 100;
  const weft::Buffer<float4> in(std::vector<float4>(n, make_float4(1, 2, 3, 4)));
  weft::Buffer<float4> out(n);
  scale<<<blocks_for(n), 256>>>(in.data(), n, 3.0f, out.data());
  for (const float4 x : out.to_host()) {
    CHECK(x.x == 3);
    CHECK(x.w == 12);
  }
  check_geometric<float>(n);
  check_geometric<double>(n);
  const std::vector<Node> list = one_cycle(count);
  const weft::Buffer<Node> nodes(list);
  weft::Buffer<float> sums(64);
  add_up_lists<<<2, 32>>>(nodes.data(), count, steps, sums.data());
  const std::vector<float> found = sums.to_host();
  for (unsigned thread = 0; thread < found.size(); ++thread) {
    float sum = 0;
    for (unsigned at = thread * 977u % count, step = 0; step < steps; ++step, at = list[at].next) sum += list[at].value;
    CHECK(found[thread] == sum);
  }
}

TEST_CASE("the list visits each node once before it returns to its beginning") {
  const std::vector<Node> list = one_cycle(1u << 12);
  unsigned length = 0, at = 0;
  do at = list[at].next, ++length;
  while (at != 0);
  CHECK(length == list.size());
}

// A line of the table that the page shows.
loom::Seen observed(const char* kernel, const std::function<void()>& launch) {
  const loom::Seen seen = loom::observe(launch);
  weft::check(cudaGetLastError());
  std::printf("`%s` | %.0f | %.1f | %.1f | %.1f\n", kernel, static_cast<double>(seen.global_loads.requests),
              seen.global_loads.sectors_per_request(), seen.global_loads.bytes_per_sector(),
              seen.global_stores.sectors_per_request());
  return seen;
}

TEST_CASE("rows use whole sectors, and a request for 32 nodes needs a sector for each lane") {
  constexpr unsigned n = 1'024, count = 1u << 16;
  std::printf("kernel | load requests | sectors per request | bytes used per sector | sectors per store\n");
  const weft::Buffer<float4> rows(std::vector<float4>(n, make_float4(1, 2, 3, 4)));
  weft::Buffer<float4> out(n);
  const auto scaled = observed("scale", [&] { scale<<<n / 256, 256>>>(rows.data(), n, 3.0f, out.data()); });
  CHECK(scaled.global_loads.requests == 32);
  CHECK(scaled.global_loads.sectors_per_request() == 16);
  CHECK(scaled.global_loads.bytes_per_sector() == 32);
  const weft::Buffer<Node> nodes(one_cycle(count));
  weft::Buffer<float> sums(128);
  const auto lists = observed("add_up_lists", [&] { add_up_lists<<<1, 128>>>(nodes.data(), count, 10, sums.data()); });
  CHECK(lists.global_loads.requests == 40);
  CHECK(lists.global_loads.sectors_per_request() > 30);
  CHECK(lists.global_loads.bytes_per_sector() < 9);
  const weft::Buffer<float> x(below_half<float>(n));
  weft::Buffer<float> y(n);
  const auto summed = observed("geometric<float>", [&] { geometric<float><<<n / 256, 256>>>(x.data(), n, y.data()); });
  CHECK(summed.global_loads.requests == 32);
  CHECK(summed.global_loads.sectors_per_request() == 4);
}

int processors() {
  int count = 0;
  weft::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return count;
}

template <class Work>
double report_rate(const char* series, double operations, double bytes, Work work) {
  const auto [seconds] = weft::side_by_side(5, work);
  weft::check(cudaGetLastError());
  weft::report({series, operations / bytes, "operations per byte", 1e-9 * operations / seconds, "GFLOP/s"});
  return seconds;
}

template <class T>
double time_geometric(const char* series) {
  constexpr std::size_t n = 1 << 24;
  const weft::Buffer<T> in(below_half<T>(n));
  weft::Buffer<T> out(n);
  return report_rate(series, 1'024.0 * n, 2.0 * n * sizeof(T),
                     [&] { geometric<T><<<blocks_for(n), 256>>>(in.data(), n, out.data()); });
}

TEST_CASE("three kernels with three limits" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = 1 << 24;
  constexpr unsigned count = 1u << 25, steps = 1'000;
  double scaled = 0, listed = 0;
  {
    const weft::Buffer<float4> in(std::vector<float4>(n, make_float4(1, 2, 3, 4)));
    weft::Buffer<float4> out(n);
    scaled = 32.0 * n / report_rate("scale", 4.0 * n, 32.0 * n, [&] {
      scale<<<blocks_for(n), 256>>>(in.data(), n, 3.0f, out.data());
    });
  }
  {
    const weft::Buffer<Node> nodes(one_cycle(count));
    const unsigned blocks = static_cast<unsigned>(processors());
    weft::Buffer<float> sums(128 * blocks);
    const double visits = 128.0 * blocks * steps;
    listed = 8 * visits / report_rate("lists", visits, 8 * visits, [&] {
      add_up_lists<<<blocks, 128>>>(nodes.data(), count, steps, sums.data());
    });
  }
  const double in_float = time_geometric<float>("geometric, float");
  const double in_double = time_geometric<double>("geometric, double");
  CHECK(listed < 0.2 * scaled);
  CHECK(in_double > 1.6 * in_float);
}
