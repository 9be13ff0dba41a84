// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 d0b78abccb3d7bdeed9a8a9719fc88fca9b3b6fc]
#include <cuda_runtime.h>

#include <doctest/doctest.h>

template <class T>
concept has_add = requires(T* place, T value) { atomicAdd(place, value); };
template <class T>
concept has_max = requires(T* place, T value) { atomicMax(place, value); };
template <class T>
concept has_swap = requires(T* place, T value) { atomicCAS(place, value, value); };

TEST_CASE("it is the compiler who says which operation exists") {
  CHECK((has_add<int> && has_add<unsigned> && has_add<unsigned long long>));
  CHECK((has_add<float> && has_add<double>));
  CHECK_FALSE((has_add<long long> || has_add<short>));
  CHECK((has_max<int> && has_max<unsigned> && has_max<long long> && has_max<unsigned long long>));
  CHECK_FALSE((has_max<float> || has_max<double>));
  CHECK((has_swap<int> && has_swap<unsigned> && has_swap<unsigned long long>));
  CHECK(has_swap<unsigned short>);
  CHECK_FALSE((has_swap<float> || has_swap<long long>));
}
