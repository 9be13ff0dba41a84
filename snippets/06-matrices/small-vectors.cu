// Tangled from chapters/06-matrices.md. Edit there. [sha1 747a3b1ccc35e0a8a7a7198ea549b194f66a8025]
#include <cstdio>

#include <doctest/doctest.h>

#include <cuda_runtime.h>

template <class T>
void print_row(const char* name) {
  std::printf("`%s` | %zu | %zu\n", name, sizeof(T), alignof(T));
}

static_assert(sizeof(float4) == 16 && alignof(float4) == 16 && alignof(float3) == 4);
static_assert(alignof(double4_16a) == 16 && alignof(double4_32a) == 32);

TEST_CASE("components left out of a dim3 are one, of an int3 zero") {
  const dim3 size(512, 2);
  const int3 values{};
  CHECK(size.z == 1);
  CHECK(values.z == 0);
  CHECK(make_int3(1, 2, 3).z == 3);
}

TEST_CASE("vectors of two and four are aligned to their size, those of three are not") {
  std::printf("type | bytes | alignment\n");
  print_row<uchar4>("uchar4");
  print_row<int3>("int3");
  print_row<float2>("float2");
  print_row<float3>("float3");
  print_row<float4>("float4");
  print_row<double4_16a>("double4_16a");
  print_row<double4_32a>("double4_32a");
}
