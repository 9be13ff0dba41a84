// libcu++'s names for the standard library, on the host and in device code.
// prints: host 6 2147483647, blocks 4, rounded 1024 768
// prints: device 10 3.5 (1,2) 5, 3 of 7, most 9
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/array>
#include <cuda/std/cassert>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <cstdio>
#include <vector>

using Numbers = cuda::std::array<int, 4>;

__host__ __device__ cuda::std::optional<int> found(cuda::std::span<const int> among, int number) {
  for (cuda::std::size_t i = 0; i < among.size(); ++i)
    if (among[i] == number) return static_cast<int>(i);
  return cuda::std::nullopt;
}

template <class T>
__device__ T sum(cuda::std::span<T> numbers) {
  static_assert(cuda::std::is_arithmetic_v<T>, "numbers");
  T all{};
  for (T number : numbers) all = cuda::std::plus<T>()(all, number);
  return all;
}

__global__ void use(Numbers numbers, cuda::std::span<int> memory, cuda::std::tuple<float, int> pair) {
  auto [number, count] = pair;
  cuda::std::swap(memory[0], memory[memory.size() - 1]);
  const cuda::std::complex<float> z(1, 2);
  cuda::atomic_ref<int, cuda::thread_scope_block> most(memory[1]);
  most.fetch_max(9);
  assert(found(memory, 7).has_value());
  printf("device %d %g (%g,%g) %d, %d of %d, most %d\n", sum<int>({numbers.data(), numbers.size()}), number, z.real(), z.imag(), count,
         found(memory.subspan(2), 7).value_or(-1) + 1, static_cast<int>(memory.size()), memory[1]);
}

int main() {
  std::vector<int> host{1, 2, 3, 4, 5, 6};
  std::printf("host %d %d, blocks %d, rounded %d %d\n", cuda::std::span<int>(host).back(), cuda::std::numeric_limits<cuda::std::int32_t>::max(),
              cuda::ceil_div(1000, 256), cuda::round_up(1000, 256), cuda::round_down(1000, 256));
  int* memory;
  cudaMallocManaged(&memory, 7 * sizeof(int));
  for (int i = 0; i < 7; ++i) memory[i] = i == 4 ? 7 : i;
  use<<<1, 1>>>(Numbers{1, 2, 3, 4}, {memory, 7}, cuda::std::make_tuple(3.5f, 5));
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(memory);
  return error;
}
