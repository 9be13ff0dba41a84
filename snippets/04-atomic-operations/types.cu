// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 a13878f3b16ab2b18f05208ae08903b84dba41b7]
#include <cstdio>

#include <doctest/doctest.h>

#include <cuda_runtime.h>

#define EXISTS_FOR(operation)                                                    \
  template <class T>                                                             \
  concept operation##_exists = requires(T* place, T value) { operation(place, value); };

EXISTS_FOR(atomicAdd)
EXISTS_FOR(atomicSub)
EXISTS_FOR(atomicExch)
EXISTS_FOR(atomicMin)
EXISTS_FOR(atomicInc)
EXISTS_FOR(atomicAnd)

template <class T>
concept atomicCAS_exists = requires(T* place, T value) { atomicCAS(place, value, value); };

template <class T>
void print_row(const char* type) {
  const bool has[] = {atomicAdd_exists<T>, atomicSub_exists<T>, atomicExch_exists<T>,
                      atomicMin_exists<T>, atomicInc_exists<T>, atomicAnd_exists<T>,
                      atomicCAS_exists<T>};
  std::printf("%-19s", type);
  for (const bool there : has) std::printf("  %-4s", there ? "yes" : "-");
  std::printf("\n");
}

TEST_CASE("it is the compiler who says which operation exists for which type") {
  CHECK(atomicAdd_exists<double>);
  CHECK(atomicAdd_exists<float>);
  CHECK_FALSE(atomicMin_exists<float>);
  CHECK_FALSE(atomicAdd_exists<long long>);
  std::printf("%-19s  Add   Sub   Exch  Min   Inc   And   CAS\n", "");
  print_row<int>("int");
  print_row<unsigned>("unsigned");
  print_row<long long>("long long");
  print_row<unsigned long long>("unsigned long long");
  print_row<float>("float");
  print_row<double>("double");
  print_row<unsigned short>("unsigned short");
}
