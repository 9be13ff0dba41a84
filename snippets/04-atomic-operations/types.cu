// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 42835c21893bad66abdde5caaf73aa4ad72dabc2]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <class T>
concept has_add = requires(T* place, T value) { atomicAdd(place, value); };
template <class T>
concept has_max = requires(T* place, T value) { atomicMax(place, value); };
template <class T>
concept has_swap = requires(T* place, T value) { atomicCAS(place, value, value); };

__global__ void try_other_types(unsigned* right) {
  __shared__ int i;
  __shared__ unsigned w;
  __shared__ unsigned long long u;
  __shared__ float f;
  __shared__ double d;
  i = -7, w = 5, u = 1ull << 40, f = 0.5f, d = 0.25;
  *right += atomicMin(&i, -9) == -7 && atomicMax(&i, 3) == -9 && i == 3;
  *right += atomicAdd(&u, 1ull) == 1ull << 40 && u == (1ull << 40) + 1;
  *right += atomicCAS(&u, (1ull << 40) + 1, 5ull) == (1ull << 40) + 1 && u == 5;
  *right += atomicCAS(&w, (u << 38) + 5, 7ull) == 5 && w == 7;  // cut to 32 bits
  *right += atomicAdd(&f, 0.25f) == 0.5f && f == 0.75f;
  *right += atomicExch(&f, 2.0f) == 0.75f && f == 2;
  *right += atomicAdd(&d, 0.5) == 0.25 && d == 0.75;
}

TEST_CASE("which operations exist for which types") {
  CHECK((has_add<int> && has_add<unsigned> && has_add<unsigned long long>));
  CHECK((has_add<float> && has_add<double>));
  CHECK_FALSE((has_add<long long> || has_add<short>));
  CHECK((has_max<int> && has_max<unsigned> && has_max<long long> && has_max<unsigned long long>));
  CHECK_FALSE((has_max<float> || has_max<double>));
  CHECK((has_swap<int> && has_swap<unsigned> && has_swap<unsigned long long>));
  CHECK(has_swap<unsigned short>);
  CHECK_FALSE((has_swap<float> || has_swap<long long>));
}

TEST_CASE("other types, in shared memory") {
  weft::Buffer<unsigned> right(std::vector<unsigned>{0});
  try_other_types<<<1, 1>>>(right.data());
  weft::check(cudaGetLastError());
  CHECK(right.to_host()[0] == 7);
}
