// The types have the layout that CUDA gives them: programs rely on it when they reinterpret memory.
#include <type_traits>

#include "runtime.hpp"

template <class T, std::size_t size, std::size_t alignment>
constexpr bool is_laid_out = sizeof(T) == size && alignof(T) == alignment && std::is_trivially_copyable_v<T>;

static_assert(is_laid_out<char1, 1, 1> && is_laid_out<uchar2, 2, 2> && is_laid_out<char3, 3, 1> && is_laid_out<uchar4, 4, 4>);
static_assert(is_laid_out<short1, 2, 2> && is_laid_out<ushort2, 4, 4> && is_laid_out<short3, 6, 2> && is_laid_out<ushort4, 8, 8>);
static_assert(is_laid_out<int1, 4, 4> && is_laid_out<uint2, 8, 8> && is_laid_out<int3, 12, 4> && is_laid_out<uint4, 16, 16>);
static_assert(is_laid_out<float1, 4, 4> && is_laid_out<float2, 8, 8> && is_laid_out<float3, 12, 4> && is_laid_out<float4, 16, 16>);
static_assert(is_laid_out<long1, 8, 8> && is_laid_out<ulong2, 16, 16> && is_laid_out<long3, 24, 8>);
static_assert(is_laid_out<longlong1, 8, 8> && is_laid_out<ulonglong2, 16, 16> && is_laid_out<longlong3, 24, 8>);
static_assert(is_laid_out<double1, 8, 8> && is_laid_out<double2, 16, 16> && is_laid_out<double3, 24, 8>);
static_assert(is_laid_out<double4_16a, 32, 16> && is_laid_out<double4_32a, 32, 32>);
static_assert(is_laid_out<longlong4_16a, 32, 16> && is_laid_out<ulonglong4_32a, 32, 32>);
static_assert(is_laid_out<long4_16a, 32, 16> && is_laid_out<ulong4_32a, 32, 32>);
static_assert(is_laid_out<uint3, 12, 4> && is_laid_out<dim3, 12, 4>);

static_assert(std::is_same_v<decltype(char2::x), signed char> && std::is_same_v<decltype(uchar2::y), unsigned char>);
static_assert(CUDART_VERSION == 13000);

TEST_CASE("a dim3 fills what is left out with one") {
  constexpr dim3 line(7);
  static_assert(line.x == 7 && line.y == 1 && line.z == 1);
  constexpr dim3 nothing;
  static_assert(nothing.x == 1 && nothing.y == 1 && nothing.z == 1);
  constexpr dim3 from_indices(uint3{2, 3, 4});
  constexpr uint3 back = from_indices;
  CHECK(back.x == 2);
  CHECK(back.y == 3);
  CHECK(back.z == 4);
}

TEST_CASE("makers fill the vectors in order") {
  const float4 f = make_float4(1, 2, 3, 4);
  CHECK((f.x == 1 && f.y == 2 && f.z == 3 && f.w == 4));
  const uchar3 c = make_uchar3(5, 6, 255);
  CHECK((c.x == 5 && c.y == 6 && c.z == 255));
  const double4_32a d = make_double4_32a(1, 2, 3, 4);
  CHECK((d.x == 1 && d.y == 2 && d.z == 3 && d.w == 4));
  const longlong2 l = make_longlong2(-1, 1LL << 40);
  CHECK((l.x == -1 && l.y == 1LL << 40));
  CHECK(make_int1(9).x == 9);
}

TEST_CASE("makers describe pitched memory") {
  int memory = 0;
  const cudaPitchedPtr pitched = make_cudaPitchedPtr(&memory, 512, 100, 20);
  CHECK((pitched.ptr == &memory && pitched.pitch == 512 && pitched.xsize == 100 && pitched.ysize == 20));
  const cudaExtent extent = make_cudaExtent(1, 2, 3);
  CHECK((extent.width == 1 && extent.height == 2 && extent.depth == 3));
}
